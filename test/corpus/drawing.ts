// The content of pages: fonts, images, colors, transparency.

import sharp from 'sharp'
import { helvetica, replaced, specimensOf } from './specimen.ts'
import { type Body, flate, grayPixel, plainContent, writeBook } from './write.ts'

const text = 'BT /F 12 Tf 72 72 Td (Hello) Tj ET'
const withFont = (...objects: Body[]) => writeBook({ objects, resources: '/Font << /F 4 0 R >>', content: text })
const state = (entries: string) => () =>
  writeBook({ resources: `/ExtGState << /G << ${entries} >> >>`, content: `/G gs ${plainContent}` })

export const drawing = specimensOf(add => {
  // Fonts.
  add('standard font', () => withFont(helvetica), ['font_not_embedded'])
  add(
    'TrueType font without its file',
    () =>
      withFont(
        '<< /Type /Font /Subtype /TrueType /BaseFont /Garamond /FontDescriptor 5 0 R >>',
        '<< /Type /FontDescriptor /FontName /Garamond /Flags 4 >>',
      ),
    ['font_not_embedded'],
  )
  add(
    'composite font without its file',
    () =>
      withFont(
        '<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H /DescendantFonts [5 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song >>',
      ),
    ['font_not_embedded', 'pages_blank'],
  )
  add(
    'font in a form within a form',
    () =>
      writeBook({
        objects: [
          {
            dict: '/Type /XObject /Subtype /Form /BBox [0 0 450 666] /Resources << /XObject << /B 5 0 R >> >>',
            bytes: '/B Do',
          },
          {
            dict: '/Type /XObject /Subtype /Form /BBox [0 0 450 666] /Resources << /Font << /F 6 0 R >> >>',
            bytes: text,
          },
          helvetica,
        ],
        resources: '/XObject << /A 4 0 R >>',
        content: '/A Do',
      }),
    ['font_not_embedded'],
  )

  // Images and colors.
  add('JPEG of 50 ppi in RGB', () => withJpeg(50), ['colour_not_printed', 'colour_rgb', 'image_resolution_too_low'])
  add('image of 99 ppi', () => withImage({ width: 495, height: 495, colors: 4, inches: 5 }), [
    'image_resolution_too_low',
  ])
  add('image of 200 ppi', () => withImage({ width: 1000, height: 1000, colors: 4, inches: 5 }), [
    'image_resolution_low',
  ])
  add('small image of 33 ppi, such as a QR code', () => withImage({ width: 33, height: 33, colors: 4, inches: 1 }), [
    'image_resolution_low',
  ])
  add('image of 299.6 ppi', () => withImage({ width: 1498, height: 1498, colors: 4, inches: 5 }), [])
  add('image of 99.6 ppi', () => withImage({ width: 498, height: 498, colors: 4, inches: 5 }), ['image_resolution_low'])
  add('image of 300 ppi', () => withImage({ width: 1500, height: 1500, colors: 4, inches: 5 }), [])
  add('image that is stretched', () => withImage({ width: 1500, height: 400, colors: 4, inches: 5 }), [
    'image_resolution_too_low',
  ])
  add('image outside the page', () => withImage({ width: 50, height: 50, colors: 4, inches: 5, at: 5_000 }), [
    'pages_blank',
  ])
  add(
    'image within the page',
    () => writeBook({ content: 'q 360 0 0 360 40 40 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x01EI\x02 EI Q' }),
    ['image_resolution_too_low'],
  )

  // Data whose end, or beginning, is easily missed.
  const pixels = '\x01'.repeat(400)
  const plain = '/W 20 /H 20 /BPC 8 /CS /G'
  const within = (dict: string, data: string) => () =>
    writeBook({
      content: { dict: '', bytes: Buffer.from(`q 4 0 0 4 99 99 cm BI ${dict} ID ${data}\n${plainContent}`, 'latin1') },
    })
  add('image within the page, with its end right after it', within(plain, `${pixels}EI Q`), [])
  add('image within the page, and binary text after it', within(plain, `${pixels}\nEI Q (\x80\x90) pop`), [])
  add(
    'image within the page, with what looks like its end in it',
    within(plain, `${pixels.slice(13)}\nEI 1 0 0 rg \nEI Q`),
    [],
  )
  add('image within the page that says how long it is', within('/W 20 /H 20 /BPC 8 /CS /X /L 400', `${pixels}EI Q`), [
    'object_missing',
    'pages_blank',
  ])
  add(
    'image within the page as text, with its end right after it',
    within(`${plain} /F /A85`, `${'z'.repeat(100)}~>EI Q`),
    [],
  )
  add(
    'image within the page as digits, with its end right after it',
    within(`${plain} /F [/AHx]`, `${'00'.repeat(400)}>EI Q`),
    [],
  )
  add(
    'image within the page, packed, with its end right after it',
    within(`${plain} /F /RL`, '\x81\x01\x81\x01\x81\x01\xf1\x01\x80EI Q'),
    [],
  )
  add('image within the page that does not end', within(plain, 'EI is not here'), ['drawing_damaged', 'pages_blank'])
  add(
    'word for a stream with a space after it',
    () => replaced(writeBook({ content: flate(plainContent) }), ' >>\nstream\n', '>>\nstream \n'),
    [],
  )
  add(
    'drawing that is encrypted by nothing',
    () =>
      writeBook({ content: { dict: '/Filter [/Crypt] /DecodeParms [<< /Name /Identity >>]', bytes: plainContent } }),
    [],
  )

  add('RGB', () => writeBook({ content: '1 0 0 rg 0 0 100 100 re f' }), ['colour_not_printed', 'colour_rgb'])
  add(
    'RGB by profile',
    () =>
      writeBook({
        objects: [{ dict: '/N 3 /Alternate /DeviceRGB', bytes: 'x' }],
        resources: '/ColorSpace << /C [/ICCBased 4 0 R] >>',
        content: '/C cs 1 0 0 sc 0 0 100 100 re f',
      }),
    ['colour_not_printed', 'colour_rgb'],
  )
  add(
    'spot color',
    () =>
      writeBook({
        objects: ['<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 1 0] /N 1 >>'],
        resources: '/ColorSpace << /C [/Separation /Gold /DeviceCMYK 4 0 R] >>',
        content: '/C cs 1 scn 0 0 100 100 re f',
      }),
    ['colour_not_printed', 'colour_spot'],
  )
  add('opacity', state('/ca 0.5'), ['transparency'])
  add('blend mode', state('/BM /Multiply'), ['transparency'])
  add('opacity of 1', state('/ca 1 /CA 1 /BM /Normal /SMask /None'), [])
  add('soft mask', () => withImage({ width: 1500, height: 1500, colors: 4, inches: 5, more: '/SMask 4 0 R' }), [
    'transparency',
  ])
})

type Image = { width: number; height: number; colors: 3 | 4; inches: number; at?: number; more?: string }

export function withImage({ width, height, colors, inches, at = 40, more = '' }: Image): Buffer {
  const space = colors === 3 ? '/DeviceRGB' : '/DeviceCMYK'
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`
  return writeBook({
    objects: [
      flate(Buffer.alloc(width * height, 0x90), `${entries} /ColorSpace /DeviceGray`),
      flate(
        Buffer.alloc(width * height * colors, colors === 4 ? grayPixel : 0x90),
        `${entries} /ColorSpace ${space} ${more}`,
      ),
    ],
    resources: '/XObject << /I 5 0 R >>',
    content: `q ${inches * 72} 0 0 ${inches * 72} ${at} 40 cm /I Do Q`,
  })
}

async function withJpeg(ppi: number): Promise<Buffer> {
  const width = 5 * ppi
  const jpeg = await sharp({ create: { width, height: width, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
  const dict = `/Type /XObject /Subtype /Image /Width ${width} /Height ${width} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode`
  return writeBook({
    objects: [{ dict, bytes: jpeg }],
    resources: '/XObject << /I 4 0 R >>',
    content: 'q 360 0 0 360 40 40 cm /I Do Q',
  })
}
