// Files with an endless number of findings: each page wrong in another way, thousands of fonts, unreadable names. What
// is reported about them is bounded.

import { specimensOf } from './specimen.ts'
import { boxesFor, plainContent, writeBook } from './write.ts'

const pages = 800
const fontsOfPage = 50

/** Fifty fonts on each of 200 pages, none of them in the file. */
function tenThousandFonts(): Buffer {
  const book = 200
  const count = book * fontsOfPage
  const fonts = Array.from(
    { length: count },
    (_, i) => `<< /Type /Font /Subtype /Type1 /BaseFont /F${i}-${'x'.repeat(80)} >>`,
  )
  const content = `BT ${Array.from({ length: fontsOfPage }, (_, i) => `/F${i} 9 Tf 0 12 Td (a) Tj`).join(' ')} ET`
  const own = (page: number) =>
    Array.from({ length: fontsOfPage }, (_, i) => `/F${i} ${4 + (page - 1) * fontsOfPage + i} 0 R`).join(' ')
  return writeBook({
    pages: book,
    objects: fonts,
    content,
    draws: page => `/Resources << /Font << ${own(page)} >> >> /Contents 3 0 R`,
  })
}

export const manyFindings = specimensOf(add => {
  add('800 pages, each of another size', () => writeBook({ pages, boxes: page => boxesFor(300 + page, 800 + page) }), [
    'page_size_wrong',
  ])
  add('10,000 fonts that are not there', tenThousandFonts, ['font_not_embedded'])
  add(
    'boxes that are others on each page',
    () =>
      writeBook({
        pages,
        boxes: page =>
          `/MediaBox [0 0 450 666] /BleedBox [0 0 ${100 + page / 4} 90] /TrimBox [9 9 ${100 + page / 4} 99]`,
      }),
    ['bleed_box_wrong', 'trim_box_wrong'],
  )
  add(
    'every second page in RGB and with a comment',
    () =>
      writeBook({
        pages,
        objects: [
          '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] >>',
          { dict: '', bytes: '1 0 0 rg 0 0 100 100 re f' },
        ],
        page: page => (page % 2 === 0 ? '/Annots [4 0 R]' : ''),
        draws: page => `/Contents ${page % 2 === 0 ? '[3 0 R 5 0 R]' : '3 0 R'}`,
      }),
    ['annotations', 'colour_not_printed', 'colour_rgb'],
  )
  add(
    'names that are not for people',
    () =>
      writeBook({
        objects: ['<< /Type /Font /Subtype /Type1 /BaseFont /Bad#00#1B#5B31m#E2#80#AEtnoF >>'],
        resources: '/Font << /F 4 0 R >>',
        content: `${plainContent} BT /F 12 Tf 72 72 Td (Hello) Tj ET`,
        catalog: '/OutputIntents [<< /S /GTS_PDFX /OutputConditionIdentifier <FEFFD83D0041> >>]',
      }),
    ['font_not_embedded', 'pdfx_claimed'],
  )
})
