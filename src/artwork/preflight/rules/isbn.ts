// Compares a file with the ISBN of its product: the barcode on the cover, the price beside it, and the ISBNs in the
// text. Files are searched only for books with an ISBN.

import { say, type Words } from '../../../../languages/texts.ts'
import { type BookIsbn, hyphenatedIsbn, noPrice, parseIsbn, priceOf } from '../../../base/text/isbn.ts'
import { magnificationIn } from '../../barcode/isbnBarcode.ts'
import type { Box } from '../../pdfReader/pdfReader.ts'
import type { BookRepair } from '../bookRepair.ts'
import type { Code } from '../codes.ts'
import type { Area, Expected } from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import type { FoundIsbns } from '../findIsbns.ts'
import { type FileName, type Finding, finding } from '../finding.ts'
import { namesText, sizeText } from '../findingText.ts'

const pointsPerInch = 72
/** The reader of barcodes finds their sides to within a few points. */
const placeTolerancePoints = 6

/** Grade C of ISO 15416, which GS1 demands of books in shops. */
const minContrast = 0.4

/** `place` is in inches. */
export type IsbnProblem = { code: Code; page: number; place: Area; got: Words; expected: Words }

type Cover = Expected['cover']

/**
 * The ISBNs that contradict the ISBN of the product, and its own on the front, with their places. Empty for a file that
 * was not searched. `cover` is null for an interior, and while the page count is unknown.
 */
export function isbnProblems(
  { isbns = null }: Pick<PrintFacts, 'isbns'>,
  book: BookIsbn | null,
  cover: Pick<Cover, 'front'> | null,
): IsbnProblem[] {
  if (isbns === null || book === null) return []
  const expected = hyphenatedIsbn(book.isbn)
  const onBarcode = (code: Code, { box }: { box: Box }, got: Words, expectedText: Words): IsbnProblem => ({
    code,
    page: 1,
    place: inchesOf(box),
    got,
    expected: expectedText,
  })
  const barcodes = isbnBarcodesOf(isbns)
  const wrong = barcodes.filter(({ digits }) => digits !== book.isbn)
  const wrongPrices = barcodes.filter(
    ({ digits, addOn }) => digits === book.isbn && addOn !== null && book.addOn !== null && addOn !== book.addOn,
  )
  const faint = barcodes.filter(({ contrast }) => contrast < minContrast)
  const own = [...barcodes, ...isbns.written].filter(({ digits }) => digitsOf(digits) === book.isbn)
  const onFront = cover === null ? [] : own.filter(({ box }) => isWithin(inchesOf(box), cover.front))
  return [
    ...onFront.map(one => onBarcode('isbn_on_front', one, expected, say('the ISBN on the back'))),
    ...wrong.map(barcode => onBarcode('isbn_barcode_wrong', barcode, hyphenatedIsbn(barcode.digits), expected)),
    ...faint.map(barcode =>
      onBarcode('isbn_barcode_faint', barcode, contrastText(barcode.contrast), contrastText(minContrast)),
    ),
    ...wrongPrices.map(barcode =>
      onBarcode('isbn_price_wrong', barcode, priceText(barcode.addOn!), priceText(book.addOn!)),
    ),
    ...(isbns.written.some(({ digits }) => digitsOf(digits) === book.isbn)
      ? []
      : isbns.written.map(({ digits, page, box }) => ({
          code: 'isbn_text_wrong' as const,
          page,
          place: inchesOf(box),
          got: spelled(digits),
          expected,
        }))),
  ]
}

type IsbnEvaluation = { findings: Finding[]; repairs: BookRepair[] }

/** `cover` is null while the page count is unknown. */
export function checkIsbn(
  file: FileName,
  facts: PrintFacts,
  book: BookIsbn | null,
  cover: Cover | null,
): IsbnEvaluation {
  if (book === null || facts.isbns === null) return { findings: [], repairs: [] }
  const area = cover?.barcode ?? null
  const problems = isbnProblems(facts, book, file === 'cover' ? cover : null)
  const codes = [...new Set(problems.map(({ code }) => code))]
  const findings = codes.map(code => {
    const all = problems.filter(problem => problem.code === code)
    const [{ page, place, expected }] = all as [IsbnProblem]
    const got = namesText([...new Map(all.map(one => [String(one.got), one.got])).values()])
    const message = messageOf[code]!(got, expected)
    return finding(file, code, { pages: [[page, page]], got, expected, message, place: { page, ...place } })
  })
  const barcodes = isbnBarcodesOf(facts.isbns)
  if (file === 'guts' || barcodes.some(({ digits }) => digits === book.isbn)) return { findings, repairs: [] }
  const expected = say('a barcode of {isbn}', { isbn: hyphenatedIsbn(book.isbn) })
  const add = (code: Code, got: Words, message?: Words) =>
    findings.push(
      finding(file, code, { pages: [[1, 1]], got, expected, ...(message === undefined ? {} : { message }) }),
    )
  if (book.barcode === 'none') {
    if (barcodes.length === 0) add('isbn_barcode_missing', say('no barcode of an ISBN'))
    return { findings, repairs: [] }
  }
  const points = area && inPoints(area)
  if (points === null || magnificationIn(points) === null) {
    const got =
      area === null
        ? say('a cover for an unknown page count')
        : say('a barcode area of {size}', { size: sizeText(area) })
    add('isbn_barcode_not_drawn', got)
    return { findings, repairs: [] }
  }
  const title = say('the barcode of {isbn}', { isbn: hyphenatedIsbn(book.isbn) })
  const price =
    book.addOn === null ? say('without a price') : say('with the price {price}', { price: priceText(book.addOn) })
  add(
    'isbn_barcode_drawn',
    say('no barcode of this ISBN'),
    say('As you asked, {title} is drawn on the cover, {price}.', { title, price }),
  )
  const repair = { kind: 'barcode', isbn: book.isbn, addOn: book.addOn ?? noPrice, area: points } as const
  return { findings, repairs: [repair] }
}

/** Whether a drawn barcode can be read where it was meant to be. */
export const isBarcodeDrawn = (
  { isbns }: Pick<PrintFacts, 'isbns'>,
  { isbn, area }: Extract<BookRepair, { kind: 'barcode' }>,
): boolean =>
  isbns?.barcodes.some(
    ({ digits, box: [left, bottom, right, top] }) =>
      digits === isbn &&
      left >= area.x - placeTolerancePoints &&
      bottom >= area.y - placeTolerancePoints &&
      right <= area.x + area.width + placeTolerancePoints &&
      top <= area.y + area.height + placeTolerancePoints,
  ) ?? false

/** More than half of its width is on the panel. */
const isWithin = ({ x, width }: Area, panel: Area): boolean =>
  x + width / 2 > panel.x && x + width / 2 < panel.x + panel.width

const messageOf: Partial<Record<Code, (got: Words, expected: Words) => Words>> = {
  isbn_barcode_wrong: (got, expected) =>
    say(
      'The barcode on the cover has the ISBN {got}; the product has {expected}. Shops would sell it as another book.',
      { got, expected },
    ),
  isbn_barcode_faint: (got, expected) =>
    say('In the red light of scanners, the contrast of the barcode is {got}; expected is at least {expected}.', {
      got,
      expected,
    }),
  isbn_on_front: got =>
    say(
      'The ISBN {got} is on the front of the book. The cover may be made for a book that is bound at its other edge.',
      { got },
    ),
  isbn_price_wrong: (got, expected) =>
    say('The digits beside the barcode give the price {got}; the product has {expected}.', { got, expected }),
  isbn_text_wrong: (got, expected) =>
    say('The text gives the ISBN {got}; the product has {expected}.', { got, expected }),
}

/** Other barcodes on a cover, such as a magazine's, are ignored. */
const isbnBarcodesOf = ({ barcodes }: FoundIsbns) => barcodes.filter(({ digits }) => /^97(?:8|9[1-9])/.test(digits))

function digitsOf(text: string): string {
  const parsed = parseIsbn(text)
  return 'isbn' in parsed ? parsed.isbn : text
}

const contrastText = (contrast: number) => say('{percent} percent', { percent: Math.round(100 * contrast) })

const spelled = (digits: string) => ('isbn' in parseIsbn(digits) ? hyphenatedIsbn(digitsOf(digits)) : digits)

function priceText(addOn: string): Words {
  const price = priceOf(addOn)
  return price === null ? say('none ({addOn})', { addOn }) : `${price.currency} ${price.amount} (${addOn})`
}

const inches = (points: number) => Math.round((points / pointsPerInch) * 1000) / 1000
const inchesOf = ([left, bottom, right, top]: Box): Area => ({
  x: inches(left),
  y: inches(bottom),
  width: inches(right - left),
  height: inches(top - bottom),
})

const inPoints = ({ x, y, width, height }: Area): Area => ({
  x: x * pointsPerInch,
  y: y * pointsPerInch,
  width: width * pointsPerInch,
  height: height * pointsPerInch,
})
