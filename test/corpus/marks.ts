// Printer's marks, and what only looks like them.

import { specimensOf } from './specimen.ts'
import { plainContent, writeBook } from './write.ts'

export const marks = specimensOf(add => {
  // Marks, drawn in all the ways that programs do.
  add(
    "printer's mark",
    () =>
      writeBook({
        objects: ['<< /Type /Annot /Subtype /PrinterMark /Rect [0 0 9 9] >>'],
        page: () => '/Annots [4 0 R]',
      }),
    ['marks_in_bleed'],
  )
  add(
    'crop marks',
    () =>
      writeBook({ content: `${plainContent} 0.25 w 0 9 m 6 9 l S 0 657 m 6 657 l S 9 0 m 9 6 l S 441 0 m 441 6 l S` }),
    ['marks_in_bleed'],
  )
  add(
    'registration color',
    () =>
      writeBook({
        objects: ['<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 1 1 1] /N 1 >>'],
        resources: '/ColorSpace << /C [/Separation /All /DeviceCMYK 4 0 R] >>',
        content: '/C cs 1 scn 0 0 9 9 re f',
      }),
    ['marks_in_bleed'],
  )

  const lines = [
    [0, 9, 6, 9],
    [0, 657, 6, 657],
    [9, 0, 9, 6],
    [441, 0, 441, 6],
  ] as const
  const asRectangles = lines.map(([x1, y1, x2, y2]) => `${x1} ${y1} ${x2 - x1 || 0.25} ${y2 - y1 || 0.25} re`).join(' ')
  add('crop marks that are filled', () => writeBook({ content: `${plainContent} ${asRectangles} f` }), [
    'marks_in_bleed',
  ])
  const asOutlines = lines.map(([x1, y1, x2, y2]) => {
    const [x, y] = [x1 === x2 ? x1 + 0.25 : x2, y1 === y2 ? y1 + 0.25 : y2]
    return `${x1} ${y1} m ${x} ${y1} l ${x} ${y} l ${x1} ${y} l h`
  })
  add(
    'crop marks that are outlines in a form',
    () =>
      writeBook({
        objects: [{ dict: '/Type /XObject /Subtype /Form /BBox [0 0 450 666]', bytes: `${asOutlines.join(' ')} f*` }],
        resources: '/XObject << /M 4 0 R >>',
        content: `${plainContent} /M Do`,
      }),
    ['marks_in_bleed'],
  )
  const written = (content: string) => () =>
    writeBook({ objects: [drawnLetters], resources: '/Font << /F 4 0 R >>', content: `${plainContent} ${content}` })
  add('name of the file under the page', written('BT /F 6 Tf 40 2 Td (book.indd 1) Tj ET'), ['marks_in_bleed'])
  add('name of the file beside the page', written('q BT /F 7 Tf 0 1 -1 0 448 90 Tm (book.indd 1) Tj ET Q'), [
    'marks_in_bleed',
  ])
  add('hour over the page, on a second line', written('BT /F 6 Tf 8 TL 40 667 Td (unseen) Tj T* (17:05) Tj ET'), [
    'marks_in_bleed',
  ])

  // What is no mark.
  add('text near the trim', written('BT /F 6 Tf 40 12 Td (footnote) Tj ET'), [])
  add('large text that runs over the edge', written('BT /F 90 Tf -10 -30 Td (Storm) Tj ET'), [])
  add('text that is not seen in the bleed', written('BT 3 Tr /F 6 Tf 40 2 Td (scan) Tj ET'), [])
  add('text outside of the page', written('BT /F 6 Tf 40 -20 Td (pasteboard) Tj ET'), [])
  const rows = Array.from({ length: 40 }, (_, i) => `72 ${80 + 12 * i} 36 0.5 re`)
  add('table with thin rules', () => writeBook({ content: `${plainContent} ${rows.join(' ')} f` }), [])
  add('thin frame in the bleed', () => writeBook({ content: '2 2 446 0.5 re 2 664 446 0.5 re 2 2 0.5 662 re f' }), [])
  const hatching = Array.from({ length: 80 * 110 }, (_, i) => `${(i % 80) * 6} ${Math.floor(i / 80) * 6} 4 0.4 re`)
  add('hatching over the whole page', () => writeBook({ content: `${hatching.join(' ')} f` }), [])
  const stripes = Array.from({ length: 45 }, (_, i) => `${i * 10} 0 1 666 re`)
  add('stripes from edge to edge', () => writeBook({ content: `${stripes.join(' ')} f` }), [])
})

/** Brings its own letters, so that nothing is to be said of the font. */
const drawnLetters =
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding << >> /FirstChar 0 /LastChar 0 /Widths [1] >>'
