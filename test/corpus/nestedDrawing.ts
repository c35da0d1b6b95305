// What is drawn through something else: forms, masks, patterns, letters, layers, clips.

import { helvetica, specimensOf } from './specimen.ts'
import { type Body, flate, grayPixel, plainContent, writeBook } from './write.ts'

const box = '/BBox [0 0 450 666]'
const form = (content: string, resources = '', more = ''): Body => ({
  dict: `/Type /XObject /Subtype /Form ${box} /Resources << ${resources} >> ${more}`,
  bytes: content,
})
const pixels = (width: number) =>
  flate(
    Buffer.alloc(width * width * 4, grayPixel),
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${width} /BitsPerComponent 8 /ColorSpace /DeviceCMYK`,
  )
const text = 'BT /F 12 Tf 72 72 Td (Hello) Tj ET'
const coarse = 'q 300 0 0 300 50 50 cm /I Do Q'

export const nestedDrawing = specimensOf(add => {
  // Fonts, and what else is in letters and masks.
  const masked = (content: string, ...objects: Body[]) =>
    writeBook({
      objects: [
        '<< /SMask << /S /Luminosity /G 5 0 R >> >>',
        form(content, '/Font << /F 6 0 R >> /XObject << /I 6 0 R >>', '/Group << /S /Transparency /CS /DeviceGray >>'),
        ...objects,
      ],
      resources: '/ExtGState << /G 4 0 R >>',
      content: `/G gs ${plainContent}`,
    })
  add('font in a mask', () => masked(text, helvetica), ['font_not_embedded', 'pages_blank', 'transparency'])
  add('RGB and a coarse image in a mask', () => masked(`1 0 0 rg ${coarse}`, pixels(20)), ['transparency'])

  const lettered = (letter: string, ...objects: Body[]) =>
    writeBook({
      objects: [
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << /a 5 0 R >>
        /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000]
        /Resources << /Font << /F 6 0 R /Own 4 0 R >> /XObject << /I 6 0 R >> >> >>`,
        { dict: '', bytes: letter },
        ...objects,
      ],
      resources: '/Font << /L 4 0 R >>',
      content: 'BT /L 200 Tf 72 72 Td (a) Tj ET',
    })
  add('font in a letter that is drawn', () => lettered(`1000 0 d0 ${text}`, helvetica), [
    'font_drawn',
    'font_not_embedded',
  ])
  add('RGB in a letter that is drawn', () => lettered('1000 0 d0 1 0 0 rg 0 0 500 500 re f'), [
    'colour_not_printed',
    'colour_rgb',
    'font_drawn',
  ])
  add('RGB in a letter that is only a shape', () => lettered('1000 0 0 0 1 1 d1 1 0 0 rg 0 0 500 500 re f'), [
    'font_drawn',
  ])
  const image = '1000 0 d0 1000 0 0 1000 0 0 cm /I Do'
  add('image of 90 ppi in a letter that is drawn', () => lettered(image, pixels(250)), [
    'font_drawn',
    'image_resolution_too_low',
  ])
  add('image of 360 ppi in a letter that is drawn', () => lettered(image, pixels(1000)), ['font_drawn'])
  add('letter that is set in its own font', () => lettered('1000 0 d0 BT /Own 1 Tf (a) Tj ET', helvetica), [
    'font_drawn',
    'pages_blank',
  ])

  const fonts = '/Font << /F 4 0 R /L 5 0 R >> /XObject << /X 6 0 R >>'
  const letters =
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding << >> /FirstChar 0 /LastChar 0 /Widths [1] >>'
  const drawsForm = (content: string, inForm: string) => () =>
    writeBook({ objects: [helvetica, letters, form(inForm, '/Font << /F 4 0 R >>')], resources: fonts, content })
  const unnamed = 'BT 72 72 Td (Hello) Tj ET'
  add('font that is set before the form that uses it', drawsForm('BT /F 12 Tf ET /X Do', unnamed), [
    'font_not_embedded',
  ])
  add('form that is drawn in two fonts', drawsForm('BT /L 12 Tf ET /X Do BT /F 12 Tf ET /X Do', unnamed), [
    'font_not_embedded',
  ])
  add('form that is drawn in a font that is there', drawsForm(`${plainContent} BT /L 12 Tf ET /X Do`, unnamed), [])
  const stroke = '72 72 m 200 72 l S'
  add('form with a line whose thickness is set before', drawsForm('0.05 w /X Do', stroke), ['line_too_thin'])
  add('form with a line of its own thickness', drawsForm('0.05 w /X Do', `1 w ${stroke}`), [])
  add('form with a tint that is set before', drawsForm(`${plainContent} 0 0 0 0.02 k /X Do`, '72 72 200 200 re f'), [
    'tint_faint',
  ])
  add('form with a color that is set before', drawsForm('0 0 0 0.5 k /X Do', '72 72 200 200 re f'), [])
  add('form that is drawn unseen', drawsForm(`${plainContent} 3 Tr /X Do`, text), [])
  add('form that is drawn unseen, and seen', drawsForm('q 3 Tr /X Do Q /X Do', text), ['font_not_embedded'])
  add('font that is not among the resources', () => writeBook({ content: text }), ['font_not_embedded'])

  // Layers, of which 4 is off and 5 is on.
  const layered =
    (...layer: string[]) =>
    () =>
      writeBook({
        catalog: '/OCProperties << /OCGs [4 0 R 5 0 R] /D << /OFF [4 0 R] >> >>',
        objects: ['<< /Type /OCG /Name (off) >>', '<< /Type /OCG /Name (on) >>', ...layer],
        resources: '/Properties << /L 6 0 R >>',
        content: `${plainContent} /OC /L BDC 1 0 0 rg 0 0 9 9 re f EMC`,
      })
  const both = '/OCGs [4 0 R 5 0 R]'
  for (const [says, shows] of [
    ['/OCGs 4 0 R', false],
    [both, true],
    [`${both} /P /AnyOn`, true],
    [`${both} /P /AllOn`, false],
    [`${both} /P /AnyOff`, true],
    [`${both} /P /AllOff`, false],
    ['/OCGs [4 0 R] /P /AllOff', true],
    ['/OCGs [null] /P /AllOn', true],
    ['/OCGs 4 0 R /VE [/Not 4 0 R]', true],
    ['/OCGs 5 0 R /VE [/And 4 0 R 5 0 R]', false],
    ['/OCGs 4 0 R /VE [/Or 4 0 R [/Not [/Not 5 0 R]]]', true],
    ['/OCGs 4 0 R /VE [/Perhaps 5 0 R]', false],
    ['/OCGs 4 0 R /VE 6 0 R', false],
  ] as const)
    add(
      `layer that prints by ${says}`,
      layered(`<< /Type /OCMD ${says} >>`),
      shows ? ['colour_not_printed', 'colour_rgb'] : [],
    )
  add('layer whose expression is in itself', layered('<< /Type /OCMD /OCGs 4 0 R /VE 7 0 R >>', '[/And 7 0 R]'), [])

  // Much of it, and deep.
  const images = '/XObject << /I 4 0 R /J 5 0 R >>'
  add(
    'coarse image after thousands of others',
    () =>
      writeBook({
        objects: [pixels(20), pixels(30), { dict: '', bytes: plainContent }],
        content: `${'q 1 0 0 1 9 9 cm /J Do Q '.repeat(9_000)} ${coarse}`,
        draws: page => (page === 1 ? `/Resources << ${images} >> /Contents 3 0 R` : '/Resources << >> /Contents 6 0 R'),
      }),
    ['image_resolution_too_low'],
  )
  add(
    'image of one bit and 150 ppi',
    () =>
      writeBook({
        objects: [
          flate(
            Buffer.alloc(94 * 750),
            '/Type /XObject /Subtype /Image /Width 750 /Height 750 /BitsPerComponent 1 /ColorSpace /DeviceGray',
          ),
        ],
        resources: '/XObject << /I 4 0 R >>',
        content: 'q 360 0 0 360 45 45 cm /I Do Q',
      }),
    ['image_resolution_low'],
  )
  add('coarse image in 25 forms', () => nested(25), ['check_limited'])
  add('20,000 saved states', () => writeBook({ content: plainContent + ' q'.repeat(20_000) }), ['check_limited'])

  // What cannot be seen.
  const withFont = (content: string) => () =>
    writeBook({
      objects: [helvetica],
      resources: '/Font << /F 4 0 R >>',
      content: `${plainContent} BT /F 12 Tf ${content} ET`,
    })
  add('text above the page', withFont('9 700 Td (proof) Tj'), [])
  add('text to the right of the page', withFont('500 300 Td (proof) Tj'), [])
  add('text that runs into the page from the left', withFont('-99 300 Td (proof) Tj'), ['font_not_embedded'])
  add('text that runs into the page from below', withFont('0 1 -1 0 99 -99 Tm (proof) Tj'), ['font_not_embedded'])
  add('text that goes back into the page', withFont('500 300 Td [9000 (proof)] TJ'), ['font_not_embedded'])
  add('text of no letters', withFont('72 72 Td () Tj [] TJ [() -200 <>] TJ'), [])
  add('text that is cut off', withFont('ET 0 0 9 9 re W n BT 72 72 Td (proof) Tj'), [])
  add('text that is cut off by its form', drawsForm(`${plainContent} /X Do`, `q 1 0 0 1 0 700 cm ${text} Q`), [])

  const clipped = (content: string) => () =>
    writeBook({ objects: [pixels(20)], resources: '/XObject << /I 4 0 R >>', content })
  add('coarse image that is cut off', clipped(`${plainContent} q 0 0 9 9 re W n ${coarse} Q`), [])
  add('coarse image that is cut to next to nothing', clipped(`q 0 0 50.2 999 re W n ${coarse} Q`), [])
  add('coarse image that is cut to a strip', clipped(`q 0 0 60 999 re W n ${coarse} Q`), ['image_resolution_too_low'])
  add('coarse image after one that is cut off', clipped(`q 0 0 9 9 re W n ${coarse} Q ${coarse}`), [
    'image_resolution_too_low',
  ])
  add('coarse image in a bent clip', clipped(`q 60 60 m 60 300 300 300 300 60 c h W* n ${coarse} Q`), [
    'image_resolution_too_low',
  ])
})

/** Each form draws the next, and the last one an image of 5 ppi. */
function nested(depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, i) => form('/X Do', `/XObject << /X ${i + 5} 0 R >>`))
  const last = form(coarse, `/XObject << /I ${depth + 5} 0 R >>`)
  return writeBook({ objects: [...forms, last, pixels(20)], resources: '/XObject << /X 4 0 R >>', content: '/X Do' })
}
