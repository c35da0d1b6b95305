// Text and pictures near the edges, folds and barcode of one book, each with a harmless twin.

import { coverInches } from '../../src/catalog/measures.ts'
import { boundAtRight, coilBound, jacketed, paperback } from './products.ts'
import { coverSize, threeSidedBoxes } from './sizes.ts'
import { smallFont } from './smallFonts.ts'
import { coverPages, type Specimen, specimensOf } from './specimen.ts'
import { type Body, type Book, flate, plainContent, writeBook } from './write.ts'

const coveredPage = 7
/** Each letter is half as wide as the font is high. */
export const wideLetters = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0]
  /CharProcs << >> /Encoding << >> /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] >>`
/** 300 an inch, at a size of 4.25 inches. */
const imagePixels = 1_280
const pixels = flate(
  Buffer.alloc(imagePixels ** 2, 'noise'),
  `/Type /XObject /Subtype /Image /Width ${imagePixels} /Height ${imagePixels} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
)
const resources = '/Font << /L 4 0 R >> /XObject << /I 5 0 R >>'

export const onPage = (page: number, content: string, more: Pick<Book, 'pages' | 'boxes'> = {}): Buffer =>
  writeBook({
    objects: [wideLetters, pixels, { dict: '', bytes: content } satisfies Body],
    draws: number => `/Resources << ${resources} >> /Contents ${number === page ? 6 : 3} 0 R`,
    ...more,
  })
const textAt = (x: number, y: number, text = 'ten letter') => `BT /L 12 Tf ${x} ${y} Td (${text}) Tj ET`

const measures = coverInches(paperback, coverPages)
const points = (inches: number) => inches * 72
const onCover = (content: string) =>
  writeBook({ ...coverSize, objects: [wideLetters, pixels], resources, content: `${plainContent} ${content}` })
const measuresIn = (catalog: typeof jacketed) => coverInches(catalog.get(paperback.manufacturingSku)!, coverPages)
const jacketMeasures = measuresIn(jacketed)
const coilMeasures = measuresIn(coilBound)
const rightMeasures = measuresIn(boundAtRight)
const coverOf = ({ width, height }: { width: number; height: number }, content: string) =>
  writeBook({
    pages: 1,
    width: points(width),
    height: points(height),
    objects: [wideLetters, pixels],
    resources,
    content: `${plainContent} ${content}`,
  })
/** Text that runs down. */
const downAt = (x: number, y: number, size: number) => `BT /L ${size} Tf 0 -1 1 0 ${x} ${y} Tm (ten letter) Tj ET`
const spineMiddle = points(measures.spineArea!.x + measures.spine / 2)
const { barcode, back } = measures
const imageIn = (x: number, y: number, width: number, height: number) =>
  `q ${points(width)} 0 0 ${points(height)} ${points(x)} ${points(y)} cm /I Do Q`

/** Letters as outlines: curves, each a path, or all of them one path. */
const letter = (x: number, y: number, size: number) =>
  `${x} ${y} m ${x} ${y + size} ${x + size / 2} ${y + size} ${x + size / 2} ${y} c h`
const outlined = (x: number, y: number, { size = 12, count = 10, isOne = false } = {}) =>
  Array.from({ length: count }, (_, i) => `${letter(x + i * size * 0.6, y, size)} ${isOne ? '' : 'f'}`).join(' ') +
  (isOne ? ' f' : '')
const outlinedDown = (x: number, y: number, size: number) =>
  Array.from({ length: 10 }, (_, i) => `${letter(x, y - i * size * 0.6, size)} f`).join(' ')
/** The bars of a barcode, with its figures below. */
const bars = (x: number, y: number, height = 60) =>
  `0 g ${Array.from({ length: 30 }, (_, i) => `${points(x) + 3 * i} ${points(y)} ${1 + (i % 2)} ${height} re f`).join(' ')}`
/** Five petals. */
const flower = (x: number, y: number, operator = 'f') =>
  [0, 5, 10, 2, 8].map((right, i) => `${letter(x + right, y + (i < 3 ? 8 : 0), 6)} ${operator}`).join(' ')

export const layout = specimensOf(add => {
  const at: Partial<Specimen> = { page: coveredPage }
  const verso = { page: coveredPage + 1 }
  const long = { pages: 200 }

  // Text of the pages. The trim is 9 points from the edges, and text is safe 36 points further in.
  add('text in the gutter of a book of 200 pages', () => onPage(7, textAt(60, 300), long), ['text_in_gutter'], at)
  add('text in the gutter of a left-hand page', () => onPage(8, textAt(330, 300), long), ['text_in_gutter'], verso)
  add('the same text in a book of 32 pages', () => onPage(7, textAt(60, 300)), [])
  add('the same text on a left-hand page of a book of 200 pages', () => onPage(8, textAt(60, 300), long), [])
  add('text near the trim at the bottom', () => onPage(7, textAt(200, 30)), ['text_near_trim'], at)
  add('text that ends at the safe distance', () => onPage(7, textAt(345, 48)), [])
  add('text that ends near the trim', () => onPage(7, textAt(370, 300)), ['text_near_trim'], at)
  const narrow = (encoding: string) =>
    writeBook({
      objects: [
        `<< /Type /Font /Subtype /Type0 /BaseFont /Small /Encoding /${encoding} /DescendantFonts [5 0 R] >>`,
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Small /FontDescriptor 6 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 0 >> >>',
        '<< /Type /FontDescriptor /FontName /Small /Flags 4 /FontBBox [0 0 1000 1000] /FontFile2 7 0 R >>',
        flate(smallFont(3)),
        { dict: '', bytes: `BT /F 12 Tf 200 300 Td (${'i'.repeat(60)}) Tj ET` },
      ],
      draws: number => `/Resources << /Font << /F 4 0 R >> >> /Contents ${number === coveredPage ? 8 : 3} 0 R`,
    })
  add('text of 30 wide letters over the trim', () => narrow('UniJIS-UCS2-H'), ['text_across_trim'], {
    page: coveredPage,
  })
  add('text of 60 narrow letters in characters of one and two bytes', () => narrow('90ms-RKSJ-H'), [])
  add('spaces that end near the trim', () => onPage(7, textAt(330, 300, 'ten letter          ')), [])
  add('text over the trim', () => onPage(7, textAt(395, 300)), ['text_across_trim'], at)
  add('text that is not seen near the trim', () => onPage(7, textAt(395, 300).replace('BT', 'BT 3 Tr')), [])
  add(
    'text that continues after another near the trim',
    () => onPage(7, 'BT /L 12 Tf 300 300 Td (ten letter) Tj (ten letter) Tj ET'),
    ['text_near_trim'],
    at,
  )
  add(
    'text that is moved back from the trim',
    () => onPage(7, 'BT /L 12 Tf 300 300 Td [(ten letter) 5000 (ten letter)] TJ ET'),
    [],
  )
  add(
    'wide text near the trim',
    () => onPage(7, 'BT /L 12 Tf 150 Tz 330 300 Td (ten letter) Tj ET'),
    ['text_near_trim'],
    at,
  )

  // Letters as outlines, small drawings, and lines along the trim.
  add('outlines of letters near the trim', () => onPage(7, outlined(370, 300)), ['text_near_trim'], at)
  add(
    'outlines of letters as one path near the trim',
    () => onPage(7, outlined(370, 300, { isOne: true })),
    ['text_near_trim'],
    at,
  )
  add(
    'white outlines of letters near the trim',
    () => onPage(7, `0 g 0 0 450 666 re f 1 g ${outlined(370, 300)}`),
    ['text_near_trim'],
    at,
  )
  const paragraph = (x: number, y: number) =>
    Array.from({ length: 6 }, (_, i) => outlined(x, y - 14 * i, { count: i === 5 ? 4 : 10 })).join(' ')
  add('outlines of a paragraph over the trim', () => onPage(7, paragraph(376, 300)), ['text_across_trim'], at)
  add('outlines of a paragraph within the safe area', () => onPage(7, paragraph(300, 300)), [])
  const title = (x: number, y: number) => outlined(x, y, { size: 60, count: 5 })
  add(
    'outlines of a title of 60 points over the trim',
    () => onPage(7, title(271, 300)),
    ['picture_short_of_bleed', 'text_across_trim'],
    at,
  )
  add('outlines of a title of 60 points within the safe area', () => onPage(7, title(200, 300)), [])
  const inManyLines = Array.from({ length: 30 }, (_, i) => outlined(60 + (i % 3), 80 + 18 * i, { count: 10 })).join(' ')
  add(
    'outlines of a page number below 30 outlined lines, near the trim',
    () => onPage(7, `${inManyLines} ${outlined(220, 14, { count: 3 })}`),
    ['text_near_trim'],
    at,
  )
  add(
    '30 outlined lines and a page number within the safe area',
    () => onPage(7, `${inManyLines} ${outlined(220, 50, { count: 3 })}`),
    [],
  )
  const strewn = Array.from({ length: 60 }, (_, i) => `${letter(343 + ((i * 29) % 99), 300 + ((i * 37) % 97), 14)} f`)
  add(
    'drawing of strewn parts over the trim, which is no text',
    () => onPage(7, strewn.join(' ')),
    ['text_near_trim'],
    at,
  )
  const dots = (count: number) =>
    Array.from({ length: count }, (_, i) => `${letter(90 + 5 * (i % 50), 120 + 5 * Math.floor(i / 50), 1)} f`).join(' ')
  const star = (x: number, y: number) => `${letter(x, y, 14)} f`
  add(
    'drawing near the trim, besides 2,500 others',
    () => onPage(7, `${dots(2_500)} ${star(425, 300)}`),
    ['text_near_trim'],
    at,
  )
  add('2,500 drawings within the safe area', () => onPage(7, `${dots(2_500)} ${star(380, 500)}`), [])
  add('white boxes on white paper near the trim', () => onPage(7, `1 g ${outlined(370, 300)}`), [])
  add('drawing of few parts over the trim', () => onPage(7, flower(433, 300)), [])
  add('filled and stroked drawing of few parts over the trim', () => onPage(7, flower(433, 300, 'b')), [])
  add('outlines of letters within the safe area', () => onPage(7, outlined(300, 300)), [])
  add('outlines of letters over the trim', () => onPage(7, outlined(376, 300)), ['text_across_trim'], at)
  add(
    'outlines of letters in the gutter of a book of 200 pages',
    () => onPage(7, outlined(60, 300), long),
    ['text_in_gutter'],
    at,
  )
  add(
    'outlines of letters in a form near the trim',
    () => onPage(7, `q 1 0 0 1 70 0 cm ${outlined(300, 300)} Q`),
    ['text_near_trim'],
    at,
  )
  add('small drawing near the trim', () => onPage(7, `420 300 m 433 300 430 310 425 313 c h f`), ['text_near_trim'], at)
  add(
    'small drawing over a picture near the trim',
    () => onPage(7, `0 0 0 0.3 k 225 200 225 200 re f 0 g 420 300 m 433 300 430 310 425 313 c h f`),
    [],
  )
  add('small drawing that extends beyond the trim', () => onPage(7, `430 300 m 460 300 450 320 440 330 c h f`), [])
  const leaves = Array.from({ length: 60 }, (_, i) => `${letter(-5 + i * 8, 600 + ((i * 37) % 66), 14)} f`).join(' ')
  add('drawing of many parts that extends beyond the trim', () => onPage(7, leaves), [])
  /** 20 drawings, at other places on each page; on the last page, half of them are near the trim. */
  const starsOf = (page: number) =>
    Array.from({ length: 20 }, (_, i) =>
      star(90 + page / 10 + 25 * (i % 10), i < 10 ? 600 : page === 200 ? 20 : 50),
    ).join(' ')
  const manyStars = () =>
    writeBook({
      pages: 200,
      objects: Array.from({ length: 200 }, (_, i): Body => ({ dict: '', bytes: starsOf(i + 1) })),
      draws: page => `/Resources << >> /Contents ${3 + page} 0 R`,
    })
  add('drawings near the trim on the last of 200 pages with 20 drawings each', manyStars, ['text_near_trim'], {
    page: 200,
  })
  add('frame near the trim', () => onPage(7, '1 w 14 14 422 638 re S'), ['line_near_trim'], at)
  add(
    'frame of four lines near the trim',
    () => onPage(7, '1 w 14 14 m 432 14 l 432 652 l 14 652 l h S'),
    ['line_near_trim'],
    at,
  )
  add('frame of 6 points near the trim', () => onPage(7, '6 w 17 17 416 632 re S'), ['line_near_trim'], at)
  add('frame of 6 points within the safe area', () => onPage(7, '6 w 46 46 358 574 re S'), [])
  const filled = (by: number) => `${by} ${by} ${450 - 2 * by} ${666 - 2 * by} re`
  add('frame as a filled area near the trim', () => onPage(7, `${filled(15)} ${filled(19)} f*`), ['line_near_trim'], at)
  add(
    'frame as two filled areas near the trim',
    () => onPage(7, `${filled(15)} f 1 g ${filled(19)} f`),
    ['line_near_trim'],
    at,
  )
  add('frame as a filled area within the safe area', () => onPage(7, `${filled(46)} ${filled(50)} f*`), [])
  add('color that fills the page with its bleed', () => onPage(7, `0.9 g ${filled(0)} f`), [])
  add('ellipse near the trim', () => onPage(7, '1 w 14 333 m 14 650 436 650 436 333 c 436 16 14 16 14 333 c S'), [])
  add('line from corner to corner', () => onPage(7, '1 w 14 14 m 436 652 l S'), [])
  add('line along the binding', () => onPage(7, '1 w 14 60 m 14 600 l S'), [])
  add('frame within the safe area', () => onPage(7, '1 w 46 46 358 574 re S'), [])
  add('line near the trim at the bottom', () => onPage(7, '1 w 60 13 m 390 13 l S'), ['line_near_trim'], at)
  /** From the top down, so that the line near the trim comes last; these lines bleed. */
  const lines = Array.from({ length: 30 }, (_, i) => `1 w ${i % 2 ? 0 : 60} ${560 - 15 * i} m 450 ${560 - 15 * i} l S`)
  add(
    'line near the trim at the bottom of a page of a table, of 200 pages',
    () => onPage(7, `${lines.join(' ')} 1 w 60 13 m 390 13 l S`, long),
    ['line_near_trim'],
    at,
  )
  add('table of lines that bleed, of 200 pages', () => onPage(7, lines.join(' '), long), [])
  add('line across the page', () => onPage(7, '1 w 60 300 m 390 300 l S'), [])

  // Pictures and colors of the pages.
  add('picture that ends at the trim', () => onPage(7, imageIn(2, 2, 4.125, 4)), ['picture_short_of_bleed'], at)
  add('picture that ends halfway in the bleed', () => onPage(7, imageIn(2, 2, 4.19, 4)), ['picture_short_of_bleed'], at)
  add('picture that ends at the bleed', () => onPage(7, imageIn(2, 2, 4.25, 4)), [])
  add('picture that ends well inside the trim', () => onPage(7, imageIn(2, 2, 3.9, 4)), [])
  add('picture that ends at the binding', () => onPage(7, imageIn(0.125, 2, 2, 4)), [])
  add('color that ends at the trim', () => onPage(7, '0 0 0 0.5 k 9 9 432 648 re f'), ['picture_short_of_bleed'], at)
  add('color that ends at the bleed', () => onPage(7, '0 0 0 0.5 k 0 0 450 666 re f'), [])
  add('white that ends at the trim', () => onPage(7, '0 0 0 0 k 9 9 432 648 re f'), [])
  add(
    'picture that ends at the trim, over a color that does not',
    () => onPage(7, `0 0 0 0.5 k 0 0 450 666 re f ${imageIn(2, 2, 4.125, 4)}`),
    [],
  )

  const threeSided = { bindingBleed: 'none' } as const
  const boxes = { boxes: threeSidedBoxes }
  add(
    'picture that ends at the trim of a left-hand page without bleed at the binding',
    () => onPage(8, imageIn(0.125, 2, 4, 4), boxes),
    ['picture_short_of_bleed'],
    { ...verso, ...threeSided },
  )
  add(
    'picture that ends at the bleed of a left-hand page without bleed at the binding',
    () => onPage(8, imageIn(0, 2, 4.125, 4), boxes),
    [],
    threeSided,
  )
  add(
    'text near the trim of a left-hand page without bleed at the binding',
    () => onPage(8, textAt(30, 300), boxes),
    ['text_near_trim'],
    { ...verso, ...threeSided },
  )
  add(
    'text at the safe distance on a left-hand page without bleed at the binding',
    () => onPage(8, textAt(46, 300), boxes),
    [],
    threeSided,
  )

  // Covers.
  const cover: Partial<Specimen> = { as: 'cover', page: 1 }
  add('text in the middle of the spine', () => onCover(downAt(spineMiddle - 3, 500, 12)), [], cover)
  add('text on the spine near a fold', () => onCover(downAt(spineMiddle + 9, 500, 12)), ['text_near_fold'], cover)
  add('text over a fold of the spine', () => onCover(textAt(points(measures.front.x) - 20, 300)), ['text_over_fold'], {
    ...cover,
  })
  add('text beside the spine', () => onCover(textAt(points(measures.front.x) + 20, 300)), [], cover)
  add('text near the trim of the cover', () => onCover(textAt(points(back.x) + 9, 400)), ['text_near_trim'], cover)
  const inArea = imageIn(barcode.x + 0.2, barcode.y + 0.2, 1.5, 0.8)
  add(
    'picture that is partly in the area of the barcode',
    () => onCover(imageIn(barcode.x - 1, 0.6, 1.3, 1.3)),
    ['barcode_area_used'],
    cover,
  )
  add(
    'text in the area of the barcode',
    () => onCover(textAt(points(barcode.x + 0.2), 60)),
    ['barcode_area_used'],
    cover,
  )
  add('barcode with its figures', () => onCover(`${inArea} ${textAt(points(barcode.x + 0.2), 36)}`), [], cover)
  add(
    'vector barcode with its figures',
    () =>
      onCover(`${bars(barcode.x + 0.3, barcode.y + 0.3)} ${textAt(points(barcode.x + 0.3), points(barcode.y + 0.1))}`),
    [],
    cover,
  )
  add(
    'low vector barcode with its figures',
    () =>
      onCover(
        `${bars(barcode.x + 0.3, barcode.y + 0.3, 30)} ${textAt(points(barcode.x + 0.3), points(barcode.y + 0.1))}`,
      ),
    [],
    cover,
  )
  add(
    'bars that are partly in the area of the barcode',
    () =>
      onCover(`${bars(barcode.x - 0.5, barcode.y + 0.3)} ${textAt(points(barcode.x + 0.3), points(barcode.y + 0.1))}`),
    ['barcode_area_used'],
    cover,
  )
  add(
    'outlines of letters in the area of the barcode',
    () => onCover(outlined(points(barcode.x + 0.2), 60)),
    ['barcode_area_used'],
    cover,
  )
  add(
    'outlines of letters in the middle of the spine',
    () => onCover(outlinedDown(spineMiddle - 3, 500, 12)),
    [],
    cover,
  )
  add(
    'outlines of letters on the spine near a fold',
    () => onCover(outlinedDown(spineMiddle + 11, 500, 12)),
    ['text_near_fold'],
    cover,
  )
  add(
    'outlines of letters over a fold of the spine',
    () => onCover(outlined(points(measures.front.x) - 20, 300)),
    ['text_over_fold'],
    cover,
  )
  add(
    'outlines of letters near the trim of the cover',
    () => onCover(outlined(points(back.x) + 9, 400)),
    ['text_near_trim'],
    cover,
  )
  add(
    'outlines of letters within the safe area of the cover',
    () => onCover(outlined(points(back.x) + 60, 400)),
    [],
    cover,
  )
  const paragraphOver = (x: number) =>
    Array.from({ length: 6 }, (_, i) => outlined(x, 300 - 14 * i, { count: i === 5 ? 4 : 10 })).join(' ')
  add(
    'outlines of a paragraph over a fold of the spine',
    () => onCover(paragraphOver(points(measures.front.x) - 10)),
    ['text_over_fold'],
    cover,
  )
  add(
    'outlines of a title of 60 points over a fold of the spine',
    () => onCover(outlined(points(measures.front.x) - 20, 300, { size: 60, count: 5 })),
    ['text_over_fold'],
    cover,
  )
  add(
    'outlines of a title of 60 points on the front',
    () => onCover(outlined(points(measures.front.x) + 60, 300, { size: 60, count: 5 })),
    [],
    cover,
  )
  add(
    'small drawing over a fold of the spine',
    () => onCover(flower(points(measures.front.x) - 4, 300)),
    ['text_over_fold'],
    cover,
  )
  add('small drawing beside the spine', () => onCover(flower(points(measures.front.x) + 30, 300)), [], cover)
  add(
    'small drawing on the spine near a fold',
    () => onCover(flower(points(measures.spineArea!.x) + 2, 300)),
    ['text_near_fold'],
    cover,
  )
  add('small drawing in the middle of the spine', () => onCover(flower(spineMiddle - 8, 300)), [], cover)
  add(
    'small drawing over a picture over a fold of the spine',
    () => onCover(`${imageIn(measures.front.x - 0.25, 4, 1, 1)} ${flower(points(measures.front.x) - 4, 300)}`),
    [],
    cover,
  )
  /** A color over the whole height. */
  const strip = (from: number, to: number, gray = 0.5) =>
    `0 0 0 ${gray} k ${points(from)} 0 ${points(to - from)} ${coverSize.height} re f`
  const [leftFold, rightFold] = [measures.spineArea!.x, measures.front.x]
  add(
    'color of the spine that ends at its folds',
    () => onCover(strip(leftFold, rightFold)),
    ['color_edge_at_fold'],
    cover,
  )
  add(
    'color of the spine that reaches around its folds',
    () => onCover(strip(leftFold - 0.1, rightFold + 0.1)),
    [],
    cover,
  )
  add(
    'color of the spine over another color of the whole cover',
    () => onCover(`${strip(0, measures.width, 0.2)} ${strip(leftFold, rightFold)}`),
    ['color_edge_at_fold'],
    cover,
  )
  add(
    'color of the front that ends at the fold',
    () => onCover(strip(rightFold + 0.01, measures.width)),
    ['color_edge_at_fold'],
    cover,
  )
  add('color of the front that ends before the fold', () => onCover(strip(rightFold + 0.1, measures.width)), [], cover)
  add('background behind the barcode', () => onCover('0 0 0 0.5 k 0 0 2000 666 re f'), [], cover)
  add(
    'picture of the cover that ends at the trim',
    () => onCover(imageIn(back.x, 5, 2, 2)),
    ['picture_short_of_bleed'],
    cover,
  )

  // A dust jacket: flap, fold, back, hinge, spine, hinge, front, fold, flap.
  const jacket: Partial<Specimen> = { ...cover, binding: 'jacket' }
  const { flapBack, flapFront } = jacketMeasures
  const onJacket = (content: string) => coverOf(jacketMeasures, content)
  add('dust jacket of the right size', () => onJacket(''), [], jacket)
  add('cover without flaps, for a dust jacket', () => onCover(''), ['cover_size_wrong'], jacket)
  add('text on the front flap', () => onJacket(textAt(points(flapFront!.x + 0.5), 300)), [], jacket)
  add('text on the back flap', () => onJacket(textAt(points(flapBack!.x + 0.5), 300)), [], jacket)
  add(
    'text over the fold of the front flap',
    () => onJacket(textAt(points(flapFront!.x) - 10, 300)),
    ['text_over_fold'],
    jacket,
  )
  add(
    'text over the fold from the back to its flap',
    () => onJacket(textAt(points(jacketMeasures.back.x) - 20, 300)),
    ['text_over_fold'],
    jacket,
  )
  add('text near the trim of a flap', () => onJacket(textAt(points(flapBack!.x) + 9, 300)), ['text_near_trim'], jacket)
  add(
    'text over the hinge of a dust jacket',
    () => onJacket(textAt(points(jacketMeasures.front.x) - 12, 300)),
    ['text_over_fold'],
    jacket,
  )

  // A book in Hebrew, bound at its right: pages of 6.125 by 9.25 inches, and a cover from right to left.
  const right = { binding: 'right' } as const
  const onRightPage = (page: number, content: string) =>
    onPage(page, content, { pages: 200, boxes: number => threeSidedBoxes(number + 1) })
  add(
    'text at the left of page 7, which is a left-hand page of a book bound at its right',
    () => onRightPage(7, textAt(50, 300)),
    [],
    right,
  )
  add(
    'text in the gutter of page 7 of a book bound at its right',
    () => onRightPage(7, textAt(330, 300)),
    ['text_in_gutter'],
    { ...at, ...right },
  )
  add(
    'text in the gutter of page 8 of a book bound at its right',
    () => onRightPage(8, textAt(50, 300)),
    ['text_in_gutter'],
    { ...verso, ...right },
  )
  const rightCover = { ...cover, ...right }
  const onRight = (content: string) => coverOf(rightMeasures, content)
  add(
    'cover of a book bound at its right, with text on its front',
    () => onRight(textAt(points(rightMeasures.safeFront.x) + 5, 300)),
    [],
    rightCover,
  )
  add(
    'text over the fold from the front to its flap, of a book bound at its right',
    () => onRight(textAt(points(rightMeasures.front.x) - 20, 300)),
    ['text_over_fold'],
    rightCover,
  )
  add(
    'text in the barcode area at the left of the back, of a book bound at its right',
    () => onRight(textAt(points(rightMeasures.barcode.x) + 10, 60)),
    ['barcode_area_used'],
    rightCover,
  )

  // A coil: the holes are in a strip of three eighths of an inch, and text is safe from half an inch on.
  const coil = { binding: 'coil' } as const
  add('text where the holes of a coil are', () => onPage(7, textAt(30, 300)), ['text_in_punch'], { ...at, ...coil })
  add('text where the holes of a left-hand page are', () => onPage(8, textAt(360, 300)), ['text_in_punch'], {
    ...verso,
    ...coil,
  })
  add('text beside the holes of a coil', () => onPage(7, textAt(40, 300)), ['text_near_trim'], { ...at, ...coil })
  add('text that is safe from the holes of a coil', () => onPage(7, textAt(46, 300)), [], coil)
  const coilCover = { ...cover, ...coil }
  const onCoil = (content: string) => coverOf(coilMeasures, content)
  add('cover of a coil-bound book', () => onCoil(''), [], coilCover)
  add('cover with a spine, for a coil', () => onCover(''), ['cover_size_wrong'], coilCover)
  add(
    'text where the holes of the front cover are',
    () => onCoil(textAt(points(coilMeasures.front.x) + 6, 300)),
    ['text_in_punch'],
    coilCover,
  )
  add(
    'text where the holes of the back cover are',
    () => onCoil(textAt(points(coilMeasures.front.x) - 78, 300)),
    ['text_in_punch'],
    coilCover,
  )
  add('text beside the holes of the cover', () => onCoil(textAt(points(coilMeasures.front.x) + 30, 300)), [], coilCover)
})
