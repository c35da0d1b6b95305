// What a press prints otherwise than a screen shows it, each with a harmless twin.

import sharp from 'sharp'
import type { Code } from '../../src/artwork/preflight/codes.ts'
import { jpx } from './damagedImages.ts'
import { wideLetters } from './layout.ts'
import { coverSize } from './sizes.ts'
import { smallCompactFont } from './smallFonts.ts'
import { helvetica, type Specimen, specimensOf } from './specimen.ts'
import { type Body, flate, plainContent, writeBook } from './write.ts'

const specialPage = 7

type More = { fonts?: string; resources?: string; objects?: Body[]; page?: string }

/** `content` on page 7; object 4 is a font, object 5 the content, the `objects` follow. */
const onPage = (content: string, { fonts = '', resources = '', objects = [], page = '' }: More = {}) =>
  writeBook({
    objects: [wideLetters, { dict: '', bytes: content } satisfies Body, ...objects],
    draws: number => {
      const isSpecial = number === specialPage
      return `/Resources << /Font << /L 4 0 R ${fonts} >> ${isSpecial ? resources : ''} >> /Contents ${isSpecial ? 5 : 3} 0 R`
    },
    page: number => (number === specialPage ? page : ''),
  })
const onCoverWithoutText = (content: string, { resources = '', objects = [] }: More = {}) =>
  writeBook({ ...coverSize, content, resources, objects })
const onCover = (content: string, more: More = {}) => onCoverWithoutText(`${plainContent} ${content}`, more)
const block = '100 300 99 99 re f'
const textOf = (size: number, color = '0 g', matrix = '1 0 0 1 150 300') =>
  `BT /L ${size} Tf ${color} ${matrix} Tm (ten letter) Tj ET`
const turned = '-1 0 0 -1 250 300'
const state = (entries: string) => ({ resources: `/ExtGState << /G << ${entries} >> >>` })
const substitute = '/ColorSpace << /DefaultRGB [/CalRGB << /WhitePoint [0.96 1 0.82] >>] >>'
const blankFrom = (from: number, to: number) =>
  writeBook({ draws: page => `/Resources << >> ${page >= from && page <= to ? '' : '/Contents 3 0 R'}` })

/** A picture of 4 inches, or pictures with a gap between them. */
type Tiles = { pixels: [number, number]; count: [number, number]; gap?: number; isTurned?: boolean }
function tiles({ pixels: [width, height], count: [across, up], gap = 0, isTurned = false }: Tiles): Buffer {
  const [w, h] = [288 / across, 288 / up]
  const content = Array.from({ length: across * up }, (_, i) => {
    const [x, y] = [80 + (i % across) * (w + gap), 200 + Math.floor(i / across) * (h + gap)]
    return isTurned ? `q 0 ${h} -${w} 0 ${x + w} ${y} cm /I Do Q` : `q ${w} 0 0 ${h} ${x} ${y} cm /I Do Q`
  })
  const dict = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray`
  return onPage(content.join('\n'), {
    resources: '/XObject << /I 6 0 R >>',
    objects: [flate(Buffer.alloc(width * height, 0x90), dict)],
  })
}

/** Draws the first, of 3 inches. */
function pictures(...objects: [side: number, dict: string, bytes?: string][]): Buffer {
  return onPage('q 216 0 0 216 100 300 cm /I Do Q', {
    resources: '/XObject << /I 6 0 R >>',
    objects: objects.map(([side, dict, bytes = '\x90']) =>
      flate(
        Buffer.alloc(side * side, bytes, 'latin1'),
        `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} ${dict}`,
      ),
    ),
  })
}

type Pixels = { ppi: number; inches: number; isBitonal?: boolean }
function image({ ppi, inches, isBitonal = false }: Pixels): Buffer {
  const width = ppi * inches
  const bits = isBitonal ? 1 : 8
  const bytes = Buffer.alloc(Math.ceil((width * bits) / 8) * width, 0x90)
  const dict = `/Type /XObject /Subtype /Image /Width ${width} /Height ${width} /BitsPerComponent ${bits} /ColorSpace /DeviceGray`
  return onPage(`q ${inches * 72} 0 0 ${inches * 72} 100 300 cm /I Do Q`, {
    resources: '/XObject << /I 6 0 R >>',
    objects: [flate(bytes, dict)],
  })
}

/** A color of 360 percent, thinned. */
const inksOf = (share: number) => [1, 1, 0.8, 0.8].map(ink => ink * share)
const pixelsOf = (share: number, pixels: number) =>
  Buffer.concat(Array<Buffer>(pixels).fill(Buffer.from(inksOf(share).map(ink => Math.round(255 * ink)))))
const pictureSide = 600
const pictureOf = (bytes: Uint8Array, more: string, side = pictureSide) =>
  onCover('q 144 0 0 144 100 300 cm /I Do Q', {
    resources: '/XObject << /I 4 0 R >>',
    objects: [
      {
        dict: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 ${more}`,
        bytes,
      },
    ],
  })
const tinted = (share: number) =>
  `<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [${inksOf(share).join(' ')}] >>`
const oneInk = (color: string) => `<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [${color}] >>`
const pictureArea = pictureSide ** 2
const turnedOver = (bytes: Buffer) => Buffer.from(bytes.map(byte => 255 - byte))

/** A JPEG stores the inks of black turned over: 178 percent, or 222 where the file does not say so. */
const jpegOf = async (more: string) => {
  const size = { width: pictureSide, height: pictureSide, channels: 3, background: 'black' } as const
  const bytes = await sharp({ create: size }).toColourspace('cmyk').jpeg({ quality: 90 }).toBuffer()
  return pictureOf(bytes, `/Filter /DCTDecode /ColorSpace /DeviceCMYK ${more}`)
}

const inkyDrawings: [name: string, make: (share: number) => Buffer][] = [
  ['image', share => pictureOf(pixelsOf(share, pictureArea), '/ColorSpace /DeviceCMYK')],
  [
    'image turned over',
    share => pictureOf(turnedOver(pixelsOf(share, pictureArea)), '/ColorSpace /DeviceCMYK /Decode [1 0 1 0 1 0 1 0]'),
  ],
  [
    'image with a table of colors',
    share =>
      pictureOf(
        Buffer.alloc(pictureArea),
        `/ColorSpace [/Indexed /DeviceCMYK 0 <${pixelsOf(share, 1).toString('hex')}>]`,
      ),
  ],
  [
    'gradient',
    share =>
      onCover('q 100 300 200 99 re W n /S sh Q', {
        resources: `/Shading << /S << /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [100 0 300 0] /Function ${tinted(share)} >> >>`,
      }),
  ],
  [
    'form in the color of its page',
    share =>
      onCover(`${inksOf(share).join(' ')} k /X Do`, {
        resources: '/XObject << /X 4 0 R >>',
        objects: [{ dict: '/Type /XObject /Subtype /Form /BBox [0 0 450 666]', bytes: block }],
      }),
  ],
]

function claiming(version: string, more: { content?: string; condition?: string; layers?: boolean } = {}): Buffer {
  const { content = plainContent, condition = '/OutputConditionIdentifier (CGATS TR 001)', layers = false } = more
  const layerEntry = layers ? '/OCProperties << /OCGs [5 0 R] /D << >> >>' : ''
  return writeBook({
    catalog: `/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX ${condition} >>] ${layerEntry}`,
    objects: [`<< /GTS_PDFXVersion (${version}) >>`, '<< /Type /OCG /Name (Text) >>'],
    trailer: '/Info 4 0 R',
    content,
  })
}

const layered = (usage: string) =>
  writeBook({
    catalog: `/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] /AS [<< /Event /Print /Category [/Print] /OCGs [4 0 R] >>] >> >>`,
    objects: [`<< /Type /OCG /Name (Notes) ${usage} >>`],
  })

const drawnGlyphs: Body[] = [
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << /a 7 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000] >>',
  { dict: '', bytes: '1000 0 0 0 1000 1000 d1 0 0 500 500 re f' },
]

export const press = specimensOf(add => {
  const at: Partial<Specimen> = { page: specialPage }
  const cover: Partial<Specimen> = { as: 'cover', page: 1 }

  // Inks.
  add('color of 300 % ink on a cover', () => onCover(`1 1 1 0 k ${block}`), ['ink_coverage_high'], cover)
  add('color of 260 % ink on a cover', () => onCover(`1 1 0.6 0 k ${block}`), [], cover)
  for (const [name, make] of inkyDrawings) {
    add(`${name} of 360 % ink`, () => make(1), ['ink_coverage_high'], cover)
    add(`${name} of 180 % ink`, () => make(0.5), [], cover)
  }
  const ofLittleInk = { ...cover, press: { maxInkPercent: 210 } }
  add('JPEG of 222 % ink', () => jpegOf(''), ['ink_coverage_high'], ofLittleInk)
  add('JPEG of 178 % ink', () => jpegOf('/Decode [1 0 1 0 1 0 1 0]'), [], ofLittleInk)
  add('300 % ink on less than a tenth of a square inch', () => onCover('1 1 1 0 k 100 300 18 18 re f'), [], cover)
  const twice = (entries: string) => onCover(`1 0 1 0 k ${block} /G gs 0 1 0 0.5 k ${block}`, state(entries))
  add('colors that multiply to 350 % ink', () => twice('/BM /Multiply'), ['ink_coverage_high', 'transparency'], cover)
  add(
    'colors that overprint to 350 % ink',
    () => twice('/op true /OPM 1'),
    ['colour_overprint', 'ink_coverage_high'],
    cover,
  )
  add('colors of 200 % and 150 % ink, one over the other', () => twice('/op false'), [], cover)
  add('colors that replace all inks', () => twice('/op true /OPM 0'), [], cover)
  add(
    'colors that multiply by the first of several modes to 350 % ink',
    () => twice('/BM [/Multiply /Normal]'),
    ['ink_coverage_high', 'transparency'],
    cover,
  )
  add('colors that do not multiply, by the first of several modes', () => twice('/BM [/Normal /Multiply]'), [], cover)
  const blackPixels = Buffer.alloc(pictureArea)
  const overTint = (space: string, entries: string, bytes: Uint8Array = blackPixels) =>
    onCoverWithoutText(`1 1 0 0 k ${block} /G gs q 99 0 0 99 100 300 cm /I Do Q`, {
      resources: `${state(entries).resources} /XObject << /I 4 0 R >>`,
      objects: [
        {
          dict: `/Type /XObject /Subtype /Image /Width ${pictureSide} /Height ${pictureSide} /BitsPerComponent 8 /ColorSpace ${space}`,
          bytes,
        },
      ],
    })
  const inBlack: [what: string, space: string, bytes?: Uint8Array][] = [
    ['image in gray', '/DeviceGray'],
    [
      'image in a separation of black',
      `[/Separation /Black /DeviceCMYK ${oneInk('0 0 0 1')}]`,
      Buffer.alloc(pictureArea, 255),
    ],
  ]
  for (const [what, space, bytes] of inBlack) {
    add(
      `${what} that multiplies a tint to 300 % ink`,
      () => overTint(space, '/BM /Multiply', bytes),
      ['ink_coverage_high', 'transparency'],
      cover,
    )
    add(`${what} over a tint of 200 % ink`, () => overTint(space, '/BM /Normal', bytes), [], cover)
  }
  const stencilOf = (color: string) =>
    onCover(`${color} k q 99 0 0 99 100 300 cm /I Do Q`, {
      resources: '/XObject << /I 4 0 R >>',
      objects: [
        { dict: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 1 /ImageMask true', bytes: '\0' },
      ],
    })
  add('stencil of 300 % ink', () => stencilOf('1 1 1 0'), ['ink_coverage_high'], cover)
  add('stencil of 250 % ink', () => stencilOf('1 1 .5 0'), [], cover)
  /** The form is drawn, and is the mask of what is drawn after it. */
  const masking = (gray: number) =>
    onCover(`/X Do /G gs 1 1 1 0 k ${block}`, {
      resources: '/ExtGState << /G << /SMask << /Type /Mask /S /Luminosity /G 4 0 R >> >> >> /XObject << /X 4 0 R >>',
      objects: [
        {
          dict: '/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Group << /S /Transparency /CS /DeviceGray >>',
          bytes: `${gray} g ${block}`,
        },
      ],
    })
  add('color of 300 % ink that a mask hides, which is drawn too', () => masking(0), ['transparency'], cover)
  add(
    'color of 300 % ink that a mask shows, which is drawn too',
    () => masking(1),
    ['ink_coverage_high', 'transparency'],
    cover,
  )
  const inSteps = (entries: string) =>
    onCover(`1 0 1 0 k ${block} /O gs /M gs 0 1 0 0.5 k ${block}`, {
      resources: `/ExtGState << /O << /op true >> /M << ${entries} >> >>`,
    })
  add(
    'colors that overprint by two states to 350 % ink',
    () => inSteps('/OPM 1'),
    ['colour_overprint', 'ink_coverage_high'],
    cover,
  )
  add('colors that overprint by a state that another ends', () => inSteps('/OPM 1 /op false'), [], cover)
  const grouped = (entries: string) =>
    onCover('/X Do', {
      resources: '/XObject << /X 4 0 R >>',
      objects: [
        {
          dict: `/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Group << /S /Transparency /I true ${entries} >> /Resources << ${state('/BM /Multiply').resources} >>`,
          bytes: `/G gs 1 0 1 0 k ${block} 0 1 0 0.5 k ${block}`,
        },
      ],
    })
  add('group whose colors multiply to 350 % ink', () => grouped(''), ['ink_coverage_high', 'transparency'], cover)
  add(
    'knockout group, of which each color replaces the one below',
    () => grouped('/K true'),
    ['check_limited', 'transparency'],
    cover,
  )
  const separated = (entries: string) =>
    onCover(`1 0 1 0.5 k ${block} /G gs /S cs 1 scn ${block}`, {
      resources: `${state(entries).resources} /ColorSpace << /S [/Separation /Magenta /DeviceCMYK ${oneInk('0 1 0 0')}] >>`,
    })
  add(
    'separation that overprints to 350 % ink',
    () => separated('/op true'),
    ['colour_overprint', 'ink_coverage_high'],
    cover,
  )
  add('separation that knocks out', () => separated('/op false'), [], cover)
  const inForm4 = (entries: string) =>
    onCover(`1 0 1 0 k ${block} /G gs /X Do`, {
      resources: `${state(entries).resources} /XObject << /X 4 0 R >>`,
      objects: [{ dict: '/Type /XObject /Subtype /Form /BBox [0 0 450 666]', bytes: `0 1 0 0.5 k ${block}` }],
    })
  add(
    'form that overprints as its page to 350 % ink',
    () => inForm4('/op true /OPM 1'),
    ['colour_overprint', 'ink_coverage_high'],
    cover,
  )
  add('form that knocks out as its page', () => inForm4('/op false /OPM 1'), [], cover)
  const fourInks = (name: string, color: string) =>
    onCover(`/${name} cs ${color} scn ${block}`, {
      resources: `/ColorSpace << /${name} [/ICCBased 4 0 R] >>`,
      objects: [{ dict: '/N 4 /Alternate /DeviceCMYK', bytes: 'x' }],
    })
  const converted = (space: string, tints: string, inks: string) =>
    onCover(`/S cs ${tints} scn ${block}`, {
      resources: `/ColorSpace << /S [${space} /DeviceCMYK 4 0 R] >>`,
      objects: [
        {
          dict: `/FunctionType 4 /Domain [${'0 1 '.repeat(tints.split(' ').length)}] /Range [0 1 0 1 0 1 0 1]`,
          bytes: inks,
        },
      ],
    })
  const brand = '/Separation /Brand'
  add(
    'spot color of 360 % ink',
    () => converted(brand, '1', '{ .9 mul dup dup dup }'),
    ['colour_spot', 'ink_coverage_high'],
    cover,
  )
  add('spot color of 120 % ink', () => converted(brand, '1', '{ .3 mul dup dup dup }'), ['colour_spot'], cover)
  const brandOnCyan = '/DeviceN [/Brand /Cyan]'
  add(
    'spot color and an ink of 360 % ink',
    () => converted(brandOnCyan, '1 1', '{ pop .9 mul dup dup dup }'),
    ['colour_spot', 'ink_coverage_high'],
    cover,
  )
  add(
    'spot color and an ink of 120 % ink',
    () => converted(brandOnCyan, '1 1', '{ pop .3 mul dup dup dup }'),
    ['colour_spot'],
    cover,
  )
  add('color of 300 % ink in a space named G', () => fourInks('G', '1 1 1 0'), ['ink_coverage_high'], cover)
  add('color of 250 % ink in a space named G', () => fourInks('G', '1 1 0.5 0'), [], cover)
  const jpxOf = (components: number) => pictureOf(jpx(components), '/Filter /JPXDecode', 64)
  add('JPEG 2000 of 200 % ink without a ColorSpace', () => jpxOf(4), ['image_resolution_low', 'ink_coverage_high'], {
    ...cover,
    press: { maxInkPercent: 190 },
  })
  add('JPEG 2000 in RGB without a ColorSpace', () => jpxOf(3), ['image_resolution_low'], {
    ...cover,
    press: { maxInkPercent: 190 },
  })
  const lines = (count: number) =>
    onCover(
      `1 1 0.5 0.5 K 0.5 w ${Array.from({ length: count }, (_, i) => `100 ${300 + 9 * i} m 400 ${300 + 9 * i} l S`).join(' ')}`,
    )
  add('lines of 300 % ink with less than a tenth of a square inch', () => lines(2), [], cover)
  add('lines of 300 % ink with more than a tenth of a square inch', () => lines(20), ['ink_coverage_high'], cover)
  const huge = {
    dict: '/Type /XObject /Subtype /Image /Width 90000 /Height 90000 /BitsPerComponent 8 /ColorSpace /DeviceCMYK',
    bytes: 'x',
  }
  add(
    'huge image that no page draws, beside 300 % ink on less than a tenth of a square inch',
    () => onCover('1 1 1 0 k 100 300 18 18 re f', { resources: '/XObject << /I 4 0 R >>', objects: [huge] }),
    [],
    cover,
  )
  add('color on a page of a black book', () => onPage(`1 0 0 0 k ${block}`), ['colour_not_printed'], at)
  add('gray on a page of a black book', () => onPage(`0.5 g ${block}`), [])
  add('rich black on a page of a black book', () => onPage(`0.6 0.4 0.4 1 k ${block}`), [])
  add('color on the cover of a black book', () => onCover(`1 0 0 0 k ${block}`), [], cover)
  add('tint of 3 %', () => onPage(`0 0 0 0.03 k ${block}`), ['tint_faint'], at)
  add('tint of 5 %', () => onPage(`0 0 0 0.05 k ${block}`), [])
  add('3 % of one ink in a darker color', () => onCover(`0.03 0 0 0.8 k ${block}`), [], cover)
  const overprinted = (overprint: boolean) =>
    onPage(`0 g 90 290 200 200 re f /G gs 0 0 0 0 k ${block}`, state(`/op ${overprint} /OP ${overprint} /OPM 1`))
  add('white that overprints', () => overprinted(true), ['white_overprint'], at)
  add('white that knocks out', () => overprinted(false), [])
  const overprints = (entries: string, drawing: string) =>
    onPage(`0 g 90 290 200 200 re f /G gs ${drawing}`, state(entries))
  const whiteLine = '0 0 0 0 K 2 w 100 300 m 200 300 l S'
  add('white line that overprints', () => overprints('/OP true /op false /OPM 1', whiteLine), ['white_overprint'], at)
  add('white line where only fills overprint', () => overprints('/OP false /op true /OPM 1', whiteLine), [])
  add('white that overprints and replaces all inks', () => overprints('/op true /OPM 0', `0 0 0 0 k ${block}`), [])
  const overColor = (entries: string, drawing: string, below = '0 1 0 0 k') =>
    onCover(`${below} 90 290 200 200 re f /G gs ${drawing}`, {
      resources: `${state(entries).resources} /ColorSpace << /S [/Separation /Cyan /DeviceCMYK ${oneInk('1 0 0 0')}] /B [/Separation /Black /DeviceCMYK ${oneInk('0 0 0 1')}] >>`,
    })
  const overprintOn = '/op true /OP true /OPM 1'
  const overprinting: [name: string, drawing: string, twin: string][] = [
    ['yellow area', `0 0 1 0 k ${block}`, '/op false /OP true /OPM 1'],
    ['yellow line', '0 0 1 0 K 9 w 100 300 m 200 300 l S', '/op true /OP false /OPM 1'],
    ['cyan separation', `/S cs 1 scn ${block}`, '/op false'],
    ['white separation', `/S cs 0 scn ${block}`, '/op false'],
    ['gray area', `0 0 0 0.4 k ${block}`, '/op false'],
  ]
  for (const [name, drawing, twin] of overprinting) {
    add(`${name} that overprints another color`, () => overColor(overprintOn, drawing), ['colour_overprint'], cover)
    add(`${name} that knocks out another color`, () => overColor(twin, drawing), [], cover)
    add(`${name} that overprints paper`, () => overColor(overprintOn, drawing, '0 0 0 0 k'), [], cover)
  }
  add(
    'color that overprints and replaces all inks',
    () => overColor('/op true /OPM 0', `0 0 1 0 k ${block}`),
    [],
    cover,
  )
  add('black that overprints another color', () => overColor(overprintOn, `0 0 0 1 k ${block}`), [], cover)
  add('black separation that overprints another color', () => overColor(overprintOn, `/B cs 1 scn ${block}`), [], cover)
  add('color of four inks that replaces another', () => overColor(overprintOn, `.1 .1 .1 .1 k ${block}`), [], cover)
  add(
    'lighter tint of an ink that overprints a darker one',
    () => overColor(overprintOn, `0 .3 0 0 k ${block}`),
    [],
    cover,
  )
  const over300 = (color: string) => onCover(`1 1 1 0 k ${block} /G gs ${color} k ${block}`, state(overprintOn))
  add('lighter tints that overprint 300 % ink', () => over300('.2 .2 .2 0'), [], cover)
  add('gray that overprints 300 % ink', () => over300('0 0 0 .4'), ['colour_overprint', 'ink_coverage_high'], cover)
  const inThree = '[/DeviceN [/Cyan /Magenta /Yellow] /DeviceCMYK 4 0 R]'
  const picture = {
    dict: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace ${inThree}`,
    bytes: '333',
  }
  const form = (more: string) => ({
    dict: `/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] ${more}`,
    bytes: `.2 .2 .2 0 k ${block}`,
  })
  /** Gray overprints a lighter tint, which overprints 300 %: 100 % are printed. */
  const inLayers = (drawing: string, below = `1 1 1 0 k ${block}`, above = `0 0 0 .4 k ${block}`) =>
    onCover(`${below} /G gs ${drawing} ${above}`, {
      resources: `${state(overprintOn).resources} /ColorSpace << /T ${inThree} >> /XObject << /I 5 0 R /X 6 0 R /Y 7 0 R >> /Font << /F 8 0 R >>`,
      objects: [
        { dict: '/FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1 0 1]', bytes: '{ 0 }' },
        picture,
        form(''),
        form('/Group << /S /Transparency /I true >>'),
        '<< /Type /Font /Subtype /Type1 /BaseFont /Small /FirstChar 65 /LastChar 65 /Widths [100] /FontDescriptor 9 0 R >>',
        '<< /Type /FontDescriptor /FontName /Small /Flags 4 /FontBBox [0 0 1000 1000] /FontFile3 10 0 R >>',
        flate(smallCompactFont(), '/Subtype /Type1C'),
      ],
    })
  const lighter: [name: string, drawing: string, ...more: Code[]][] = [
    ['area', `.2 .2 .2 0 k ${block}`],
    ['area with a clip', `q .2 .2 .2 0 k 100 300 99 99 re W f Q`],
    ['line', '.2 .2 .2 0 K 300 w 0 349 m 300 349 l S'],
    ['area in a separation of three inks', `/T cs .2 .2 .2 scn ${block}`],
    ['stencil', '.2 .2 .2 0 k q 99 0 0 99 100 300 cm BI /W 1 /H 1 /IM true /BPC 1 ID \0 EI Q'],
    ['image in a separation of three inks', 'q 99 0 0 99 100 300 cm /I Do Q'],
    ['form', '/X Do'],
    ['text', '.2 .2 .2 0 k BT /F 990 Tf -98 201 Td (AA) Tj ET', 'text_across_trim'],
  ]
  for (const [name, drawing, ...more] of lighter)
    add(
      `${name} that lightens 300 % ink, under gray that overprints`,
      () => inLayers(drawing),
      ['colour_overprint', ...more],
      cover,
    )
  add(
    'area that lightens 300 % ink a little, under gray that overprints',
    () => inLayers(`.9 .9 .9 0 k ${block}`),
    ['colour_overprint', 'ink_coverage_high'],
    cover,
  )
  add('group whose tint overprints paper', () => inLayers('/Y Do', '', ''), [], cover)
  const inlineMask = `0 0 1 0 k q 99 0 0 99 100 300 cm BI /W 1 /H 1 /IM true /BPC 1 ID \0 EI Q`
  add(
    'stencil in content that overprints another color',
    () => overColor(overprintOn, inlineMask),
    ['colour_overprint'],
    cover,
  )
  add('stencil in content that knocks out another color', () => overColor('/op false', inlineMask), [], cover)
  const magenta = {
    dict: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB`,
    bytes: '\xff\0\xff',
  }
  const overRgb: [what: string, below: string][] = [
    ['a color in RGB', '1 0 1 rg 90 290 200 200 re f'],
    ['an image in RGB', 'q 200 0 0 200 90 290 cm /I Do Q'],
  ]
  for (const [what, below] of overRgb) {
    const drawn = (entries: string) =>
      onCover(`${below} /G gs 0 0 1 0 k ${block}`, {
        resources: `${state(entries).resources} /XObject << /I 4 0 R >>`,
        objects: [magenta],
      })
    add(`yellow that overprints ${what}`, () => drawn(overprintOn), ['colour_overprint', 'colour_rgb'], cover)
    add(`yellow that knocks out ${what}`, () => drawn('/op false'), ['colour_rgb'], cover)
  }
  add('yellow that overprints white in RGB', () => overColor(overprintOn, `0 0 1 0 k ${block}`, '1 1 1 rg'), [], cover)
  const lab = (space: string, color: string) =>
    onPage(`/C cs ${color} sc ${block}`, {
      resources: `/ColorSpace << /C [${space} << /WhitePoint [0.96 1 0.82] >>] >>`,
    })
  const blendedIn = (space: string, content: string) =>
    onPage(`/G gs ${content}`, { ...state('/ca 0.5'), page: `/Group << /S /Transparency /I true /CS /${space} >>` })
  add(
    'black that is blended in RGB',
    () => blendedIn('DeviceRGB', `0 0 0 1 k ${block}`),
    ['colour_rgb_black', 'transparency'],
    at,
  )
  add(
    'color that is blended in RGB',
    () => blendedIn('DeviceRGB', `0 0.2 0.2 1 k ${block}`),
    ['colour_rgb', 'transparency'],
    at,
  )
  add('black that is blended in four inks', () => blendedIn('DeviceCMYK', `0 0 0 1 k ${block}`), ['transparency'], at)
  const inTable = (colors: string) =>
    pictures([900, `/BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 255 <${colors}>]`])
  add('image in a table of grays in RGB', () => inTable('404040'.repeat(256)), ['colour_rgb_black'], at)
  add(
    'image in a table of colors in RGB',
    () => inTable('404060'.repeat(256)),
    ['colour_not_printed', 'colour_rgb'],
    at,
  )
  add('gray in Lab', () => lab('/Lab', '50 0 0'), ['colour_lab'], at)
  add('gray by calibration', () => lab('/CalGray', '0.5'), [])
  const inColor = (color: string, { objects = [], resources = '' }: More = {}) =>
    writeBook({
      objects: [wideLetters, ...objects],
      content: `${plainContent} ${textOf(12, color)}`,
      resources: `/Font << /L 4 0 R >> ${resources}`,
    })
  add('black text in RGB on every page', () => inColor('0 0 0 rg'), ['black_text_converted'])
  add('gray text in RGB on every page', () => inColor('0.2 0.2 0.2 rg'), ['colour_rgb_black'])
  add(
    'black text in RGB, and a gray line',
    () => onPage(`0.5 0.5 0.5 RG 90 90 m 300 90 l S ${textOf(12, '0 0 0 rg')}`),
    ['black_text_converted', 'colour_rgb_black'],
  )
  add('black lines in RGB', () => onPage('0 0 0 rg 90 90 200 1 re f 0 0 0 RG 90 120 m 300 120 l S'), [
    'black_text_converted',
  ])
  add('black area in RGB', () => onPage(`0 0 0 rg ${block}`), ['colour_rgb_black'])
  add('black area and text in one RGB', () => onPage(`0 0 0 rg ${block} BT /L 12 Tf 90 500 Td (ten letter) Tj ET`), [
    'colour_rgb_black',
  ])
  add(
    'black text in RGB where another color space stands in for RGB',
    () => inColor('0 0 0 rg', { resources: substitute }),
    ['colour_rgb_black'],
  )
  const inForm = (draw: string, resources: string, type: string) =>
    onPage(draw, {
      resources,
      objects: [
        {
          dict: `${type} /BBox [0 0 450 666] /Resources << /Font << /L 4 0 R >> >>`,
          bytes: textOf(12, '0 0 0 rg'),
        },
      ],
    })
  add(
    'black text in RGB in a form',
    () => inForm('/X Do', '/XObject << /X 6 0 R >>', '/Type /XObject /Subtype /Form'),
    ['black_text_converted'],
  )
  add(
    'black text in RGB in a pattern',
    () =>
      inForm(
        `/Pattern cs /X scn ${block}`,
        '/Pattern << /X 6 0 R >>',
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /XStep 450 /YStep 666',
      ),
    ['colour_rgb_black'],
  )
  add(
    'black text in RGB by profile on every page',
    () =>
      inColor('/C cs 0 0 0 sc', {
        resources: '/ColorSpace << /C [/ICCBased 5 0 R] >>',
        objects: [{ dict: '/N 3 /Alternate /DeviceRGB', bytes: 'x' }],
      }),
    ['colour_rgb_black'],
  )
  const blended = (mode: string) => onPage(`/G gs ${textOf(12, '0 0 0 rg')}`, state(`/BM /${mode}`))
  add('black text in RGB that is blended by Screen', () => blended('Screen'), ['colour_rgb_black', 'transparency'], at)
  add(
    'black text in RGB that is blended by Exclusion',
    () => blended('Exclusion'),
    ['colour_rgb_black', 'transparency'],
    at,
  )
  const clippedBy = (mode: number) =>
    onPage(`q BT /H 99 Tf ${mode} Tr 100 300 Td (ten) Tj ET 0 g ${block} Q`, { fonts: `/H ${helvetica}` })
  add('text that prints as the clip of an area', () => clippedBy(7), ['font_not_embedded'], at)
  add('text that is not seen beside an area', () => clippedBy(3), [])
  const formIn = (mode: string) =>
    inForm('/G gs /X Do', `/XObject << /X 6 0 R >> ${state(`/BM /${mode}`).resources}`, '/Type /XObject /Subtype /Form')
  add(
    'black text in RGB in a form that is blended by Screen',
    () => formIn('Screen'),
    ['colour_rgb_black', 'transparency'],
    at,
  )
  add(
    'black text in RGB in a form that multiplies',
    () => formIn('Multiply'),
    ['black_text_converted', 'transparency'],
    at,
  )
  add('black text in RGB that multiplies', () => blended('Multiply'), ['black_text_converted', 'transparency'], at)
  add('black text in gray on every page', () => inColor('0 g'), [])
  add(
    'transfer curve',
    () => onPage(`/G gs 0.5 g ${block}`, { ...state('/TR 6 0 R'), objects: [curve] }),
    ['transfer_curve'],
    at,
  )
  add('transfer curve that changes nothing', () => onPage(`/G gs 0.5 g ${block}`, state('/TR /Identity')), [])

  // Lines and text.
  const line = (width: number) => onPage(`${width} w 100 300 m 300 300 l S`)
  add('line of 0.1 points', () => line(0.1), ['line_too_thin'], at)
  add('line as thin as the device can draw', () => line(0), ['line_too_thin'], at)
  add('line of 0.25 points', () => line(0.25), [])
  add(
    'line of 1 point, scaled to a tenth',
    () => onPage('.1 0 0 .1 0 0 cm 1 w 999 3000 m 3000 3000 l S'),
    ['line_too_thin'],
    at,
  )
  const onBlack = (line: string) => onPage(`0 0 0 1 k ${block} 0 0 0 0 K 0 0 0 0 k ${line}`)
  add('white line of 0.1 points on black', () => onBlack('0.1 w 110 350 m 190 350 l S'), ['line_too_thin'], at)
  add('white sliver of 0.1 points on black', () => onBlack('110 350 80 0.1 re f'), ['line_too_thin'], at)
  add('white line of 0.1 points on paper', () => onBlack('0.1 w 110 250 m 190 250 l S'), [])
  const outlinedText = (mode: number) => onPage(`BT /L 24 Tf ${mode} Tr 0.1 w 100 300 Td (ten letter) Tj ET`)
  add('text as lines of 0.1 points', () => outlinedText(1), ['line_too_thin'], at)
  add('text with lines of 0.1 points around it', () => outlinedText(2), [])
  add('filled sliver of 0.1 points', () => onPage('0 g 100 300 200 0.1 re f'), ['line_too_thin'], at)
  add('filled line of 0.5 points', () => onPage('0 g 100 300 200 0.5 re f'), [])
  add('thin part of a letter', () => onPage('0 g 100 300 2 0.1 re f'), [])
  add('text of 4 points', () => onPage(textOf(4)), ['text_small'], at)
  add('text of 5 points', () => onPage(textOf(5)), [])
  add('text of 12 points, scaled to 4', () => onPage(textOf(12, '0 g', '.333 0 0 .333 150 300')), ['text_small'], at)
  const onDark = (text: string) => onPage(`0 g 90 200 300 300 re f ${text}`)
  add('white text of 6 points', () => onDark(textOf(6, '1 g')), ['reversed_text_small'], at)
  add('white text of 7 points', () => onDark(textOf(7, '1 g')), [])
  add('text of 8 points in four inks', () => onPage(textOf(8, '0.6 0.4 0.4 1 k')), ['rich_text_small'], at)
  add('text of 8 points in black ink', () => onPage(textOf(8, '0 0 0 1 k')), [])
  add('text of 9 points in four inks', () => onPage(textOf(9, '0.6 0.4 0.4 1 k')), [])
  const drawnFont = { fonts: '/D 6 0 R', objects: drawnGlyphs }
  add('text in a Type 3 font', () => onPage(textOf(12).replace('/L', '/D'), drawnFont), ['font_drawn'], at)
  add('Type 3 font that is not used', () => onPage(textOf(12), drawnFont), [])

  // Images.
  add('image of 650 ppi', () => image({ ppi: 650, inches: 3 }), ['image_resolution_high'], at)
  add('image of 600 ppi', () => image({ ppi: 600, inches: 3 }), [])
  add(
    'image of one bit and 400 ppi',
    () => image({ ppi: 400, inches: 3, isBitonal: true }),
    ['bitonal_resolution_low'],
    at,
  )
  add('image of one bit and 600 ppi', () => image({ ppi: 600, inches: 3, isBitonal: true }), [])
  add('small image of one bit and 400 ppi', () => image({ ppi: 400, inches: 1, isBitonal: true }), [])
  const tooLow = ['image_resolution_too_low'] as const
  add('picture of 72 ppi in 16 tiles', () => tiles({ pixels: [72, 72], count: [4, 4] }), [...tooLow], at)
  add(
    'picture of 72 ppi in 16 tiles, turned',
    () => tiles({ pixels: [72, 72], count: [4, 4], isTurned: true }),
    [...tooLow],
    at,
  )
  add('picture of 72 ppi in 36 strips', () => tiles({ pixels: [288, 8], count: [1, 36] }), [...tooLow], at)
  add('picture of 300 ppi in 16 tiles', () => tiles({ pixels: [300, 300], count: [4, 4] }), [])
  add(
    '16 small images of 72 ppi',
    () => tiles({ pixels: [72, 72], count: [4, 4], gap: 9 }),
    ['image_resolution_low'],
    at,
  )
  const whole = '/ColorSpace /DeviceGray /BitsPerComponent 8'
  const stencil = '/ImageMask true /BitsPerComponent 1'
  add('stencil of 72 ppi', () => pictures([216, stencil]), [...tooLow], at)
  add('stencil of 600 ppi', () => pictures([1800, stencil]), [])
  add('image with edges of 72 ppi', () => pictures([900, `${whole} /Mask 7 0 R`], [216, stencil]), [...tooLow], at)
  add('image with edges of its own resolution', () => pictures([900, `${whole} /Mask 7 0 R`], [900, stencil]), [])
  add(
    'image with a soft mask of 72 ppi',
    () => pictures([900, `${whole} /SMask 7 0 R`], [216, whole]),
    ['transparency'],
    at,
  )

  const cut = '\0\xff'
  add(
    'image with a soft mask of 72 ppi that is opaque or clear',
    () => pictures([900, `${whole} /SMask 7 0 R`], [216, whole, cut]),
    [...tooLow, 'transparency'],
    at,
  )
  add(
    'image with a soft mask of its own resolution that is opaque or clear',
    () => pictures([900, `${whole} /SMask 7 0 R`], [900, whole, cut]),
    ['transparency'],
    at,
  )
  add(
    'image with a soft mask of 72 ppi and 1 bit',
    () => pictures([900, `${whole} /SMask 7 0 R`], [216, whole.replace('8', '1'), cut]),
    [...tooLow, 'transparency'],
    at,
  )

  // Pages and layers.
  add('blank pages', () => blankFrom(1, 32), ['pages_blank'])
  add('five blank pages in a row', () => blankFrom(28, 32), ['pages_blank'])
  add('four blank pages in a row', () => blankFrom(29, 32), [])
  add('page upside down', () => onPage(textOf(12, '0 g', turned)), ['page_upside_down'], at)
  add('page upside down by Rotate', () => onPage(textOf(12), { page: '/Rotate 180' }), ['page_upside_down'], at)
  add('page upside down that Rotate sets upright', () => onPage(textOf(12, '0 g', turned), { page: '/Rotate 180' }), [])
  add('page with text in both directions', () => onPage(textOf(12) + textOf(12, '0 g', turned)), [])
  add('spreads', () => writeBook({ width: 864, height: 648 }), ['pages_are_spreads'])
  add('spreads with bleed', () => writeBook({ width: 882, height: 666 }), ['pages_are_spreads'])
  add('layer that prints while it is hidden', () => layered('/Usage << /Print << /PrintState /ON >> >>'), [
    'layer_prints_hidden',
  ])
  add('layer that is hidden, and does not print', () => layered(''), [])

  // PDF/X.
  add('claims PDF/X-1a', () => claiming('PDF/X-1:2001'), ['pdfx_claimed'])
  const red = { content: `1 0 0 rg ${block} ${plainContent}` }
  add('claims PDF/X-1a, in RGB', () => claiming('PDF/X-1a:2003', red), [
    'colour_not_printed',
    'colour_rgb',
    'pdfx_false',
  ])
  add('claims PDF/X-4, in RGB', () => claiming('PDF/X-4', red), ['colour_not_printed', 'colour_rgb', 'pdfx_claimed'])
  add('claims PDF/X-3, with layers', () => claiming('PDF/X-3:2002', { layers: true }), ['pdfx_false'])
  add('claims PDF/X-4, with layers', () => claiming('PDF/X-4', { layers: true }), ['pdfx_claimed'])
  add('claims PDF/X-4, without an output condition', () => claiming('PDF/X-4', { condition: '' }), ['pdfx_false'])
  const demanding: Partial<Specimen> = { press: { pdfx: ['PDF/X-1a'] } }
  add('any PDF, for a book that needs PDF/X-1a', () => writeBook(), ['pdfx_required'], demanding)
  add('PDF/X-4, for a book that needs PDF/X-1a', () => claiming('PDF/X-4'), ['pdfx_required'], demanding)
  add('PDF/X-1a, for a book that needs it', () => claiming('PDF/X-1:2001'), ['pdfx_claimed'], demanding)
  add(
    'false PDF/X-1a, for a book that needs it',
    () => claiming('PDF/X-1:2001', red),
    ['colour_not_printed', 'colour_rgb', 'pdfx_required'],
    demanding,
  )
})

const curve = '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>'
