import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import papa from 'papaparse'
import { readSpreadsheet } from '../base/files/readSpreadsheet.ts'
import type { CsvStyle } from '../base/files/spreadsheet.ts'
import {
  type BookFormat,
  cellMistakeText,
  readBooks,
  TooManyDiscounts,
  writeBooks,
  writeTemplate,
} from './bookSheet.ts'
import type { CatalogFile, ManufacturingSku } from './schema.ts'

const sample: CatalogFile = JSON.parse(readFileSync('operator/catalog.json', 'utf8'))
const points: CsvStyle = { separator: ',', decimalMark: '.' }
const commas: CsvStyle = { separator: ';', decimalMark: ',' }
const formats: [string, BookFormat, CsvStyle][] = [
  ['.xlsx', 'xlsx', points],
  ['CSV', 'csv', points],
  ['German CSV', 'csv', commas],
]

async function whole(parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const bytes: Buffer[] = []
  for await (const part of parts) bytes.push(Buffer.from(part))
  return Buffer.concat(bytes)
}

const readBytes = async (bytes: Uint8Array, catalog: unknown = sample) =>
  readBooks({ sheet: await readSpreadsheet(bytes), catalog, sample })

/** The German CSV of the sample as objects, changed, and read again. */
async function changed(change: (rows: Record<string, string>[]) => unknown, catalog: unknown = sample) {
  const csv = (await whole(writeBooks(sample, 'csv', commas))).toString().slice(1)
  const { data } = papa.parse<Record<string, string>>(csv, { header: true, delimiter: ';', skipEmptyLines: true })
  const rows = (change(data) as typeof data | undefined) ?? data
  return readBytes(Buffer.from(papa.unparse(rows, { delimiter: ';' })), catalog)
}

const mistakesOf = async (change: (rows: Record<string, string>[]) => unknown, catalog: unknown = sample) =>
  (await changed(change, catalog)).mistakes.map(one => String(cellMistakeText(one)))

/** A book with every value that a book may have. */
const full: ManufacturingSku = {
  ...structuredClone(sample.skus.find(({ geometry }) => geometry.cover.edge === 'folded')!),
  manufacturingSku: 'FULL-1',
  name: '=1+1, "Great"',
  retired: false,
  pages: { min: 24, max: 800, step: 2, perSignature: 16 },
  press: {
    pageInks: 'color',
    maxInkPercent: 270.5,
    minTintPercent: 5,
    minLinePoints: 0.25,
    minPpi: 100,
    maxPpi: 600,
    pdfx: ['PDF/X-1a', 'PDF/X-4'],
    severities: { colour_rgb: 'off', pages_blank: 'error' },
  },
  cost: { baseCents: 107, perPageMillicents: 575, breaks: [{ fromCopies: 75, offBasisPoints: 1 }] },
  materials: {
    pages: { stock: '60 lb', weightGsm: 89.5, coating: 'none', colors: '4/4' },
    cover: {
      stock: '100 lb',
      weightGsm: 148,
      thicknessInches: 0.0045,
      coating: 'gloss',
      colors: '4/0',
      lamination: 'soft touch',
    },
    boardThicknessInches: 0.098,
    endpapers: '80 lb',
    spineShape: 'round',
  },
  hsCode: '4902.90',
}
const bare: ManufacturingSku = {
  ...structuredClone(sample.skus[0]!),
  manufacturingSku: 'BARE-1',
  press: { pdfx: [], severities: {} },
}
delete bare.materials
const everything: CatalogFile = { ...sample, skus: [...sample.skus, full, bare] }

describe('books go into a spreadsheet and back', () => {
  for (const [name, format, style] of formats)
    it(`as ${name}: without changes nothing changes, and an empty catalog gets the same books`, async () => {
      const bytes = await whole(writeBooks(everything, format, style))
      const unchanged = await readBytes(bytes, everything)
      assert.deepEqual(unchanged, {
        books: everything.skus,
        added: [],
        changed: [],
        unchanged: everything.skus.length,
        missing: [],
        mistakes: [],
      })
      const { books, added, mistakes } = await readBytes(bytes, { ...everything, skus: [] })
      assert.deepEqual([mistakes, added.length], [[], everything.skus.length])
      assert.deepEqual(books, everything.skus)
    })

  it('of a template, the explanations and the example are not imported', async () => {
    for (const [, format, style] of formats) {
      const bytes = await whole(writeTemplate(sample, format, style))
      const { rows } = await readSpreadsheet(bytes)
      assert.equal(rows.length, 3)
      assert.equal(rows[2]!.cells[0], `# ${sample.skus[0]!.manufacturingSku}`)
      const { added, mistakes } = await readBytes(bytes)
      assert.deepEqual(
        [added, mistakes.map(one => String(cellMistakeText(one)))],
        [[], ['row 1, SKU: got no books, expected a row for each book']],
      )
    }
  })

  it('books with discounts from too many numbers of copies are not written', () => {
    const skus = Array.from({ length: 101 }, (_, i) => ({
      price: { breaks: [{ fromCopies: i + 2, offBasisPoints: 5 }] },
    }))
    assert.throws(() => writeBooks({ skus }, 'csv', points), TooManyDiscounts)
  })
})

describe('a row of the spreadsheet', () => {
  it('changes what its cells say', async () => {
    const [first] = sample.skus
    const {
      books,
      changed: names,
      mistakes,
    } = await changed(rows => {
      Object.assign(rows[0]!, {
        'Base price ($)': '2,35',
        'Price per page ($)': '0,01155',
        'Discount from 25 copies': '',
        'Discount from 500 copies': '16,5 %',
        Retired: 'ja',
        'Base cost ($)': '1,00',
        'Cost per page ($)': '0,005',
        Lamination: 'Matte',
        'Gutter (in)': 'ab 1: 0; ab 61: 0,25',
      })
    })
    assert.deepEqual([mistakes, names], [[], [first!.manufacturingSku]])
    const book = books[0] as ManufacturingSku
    assert.deepEqual(book.price, {
      baseCents: 235,
      perPageMillicents: 1155,
      breaks: [
        { fromCopies: 100, offBasisPoints: 800 },
        { fromCopies: 500, offBasisPoints: 1650 },
        { fromCopies: 1000, offBasisPoints: 2200 },
      ],
    })
    assert.deepEqual(book.cost, { baseCents: 100, perPageMillicents: 500, breaks: [] })
    assert.deepEqual([book.retired, book.materials?.cover.lamination], [true, 'matte'])
    assert.deepEqual(book.geometry.pages.gutter, [
      { fromPages: 1, inches: 0 },
      { fromPages: 61, inches: 0.25 },
    ])
    assert.deepEqual(books.slice(1), sample.skus.slice(1))
  })

  it('with few columns changes only these, and books without a row stay', async () => {
    const { manufacturingSku } = sample.skus[3]!
    const { books, missing, mistakes } = await readBytes(Buffer.from(`sku,base price ($)\n${manufacturingSku},9.99\n`))
    assert.deepEqual([mistakes, missing.length], [[], sample.skus.length - 1])
    assert.deepEqual(
      books,
      sample.skus.with(3, { ...sample.skus[3]!, price: { ...sample.skus[3]!.price, baseCents: 999 } }),
    )
  })

  it('makes a new book that is like another in what it leaves empty, and again changes nothing', async () => {
    const csv =
      'SKU,Like,Name,Trim width (in),Base price ($)\nMINE-1,PB-0600X0900-BW-60W,My paperback,6.1,3.10\nMINE-2,MINE-1,Mine too,,\n'
    const { books, added, mistakes } = await readBytes(Buffer.from(csv), { skus: [] })
    assert.deepEqual([mistakes, added], [[], ['MINE-1', 'MINE-2']])
    const like = sample.skus.find(one => one.manufacturingSku === 'PB-0600X0900-BW-60W')!
    const [mine, second] = books as ManufacturingSku[]
    assert.deepEqual([mine!.name, mine!.price.baseCents, mine!.price.breaks], ['My paperback', 310, like.price.breaks])
    assert.deepEqual([mine!.geometry.trim.widthInches, mine!.geometry.spine], [6.1, like.geometry.spine])
    assert.deepEqual([second!.name, second!.price], ['Mine too', mine!.price])
    const again = await readBytes(Buffer.from(csv), { skus: books })
    assert.deepEqual([again.mistakes, again.added, again.unchanged], [[], [], 2])
  })

  it('keeps what is wrong in the draft already, and is no mistake for it', async () => {
    const [first] = sample.skus
    const wrong = { ...sample, skus: [{ ...first!, hsCode: 'none', pages: { ...first!.pages, max: 'many' } }] }
    const { books, mistakes } = await readBytes(await whole(writeBooks(wrong, 'csv', points)), wrong)
    assert.deepEqual(
      mistakes.filter(({ column }) => !column.includes('ages')),
      [],
    )
    assert.deepEqual(books, wrong.skus)
  })
})

describe('mistakes of a spreadsheet are named by row and column:', () => {
  it('cells that say nothing that is expected', async () => {
    const mistakes = await mistakesOf(rows => {
      Object.assign(rows[0]!, { 'Base price ($)': 'cheap', 'Most pages': '', Bleed: 'maybe', 'Cover edge': 'torn' })
      Object.assign(rows[1]!, {
        'Price per page ($)': '0,0000001',
        'Discount from 25 copies': '4',
        'Base price ($)': '1.250',
      })
      Object.assign(rows[2]!, {
        'Gutter (in)': '61 0,125',
        'Text on the spine from pages': 'soon',
        Name: 'x'.repeat(101),
      })
    })
    assert.deepEqual(mistakes, [
      'row 2, Bleed: got maybe, expected yes or no',
      'row 2, Most pages: got nothing, expected a whole number of pages from 1 to 2,000',
      'row 2, Base price ($): got cheap, expected dollars and cents from 0 to 100,000, such as 2.15',
      'row 2, Cover edge: got torn, expected one of cut, folded',
      'row 3, Base price ($): got 1.250, expected dollars and cents from 0 to 100,000, such as 2.15',
      'row 3, Price per page ($): got 0,0000001, expected dollars from 0 to 1 with at most five decimals, such as 0.0115',
      'row 3, Discount from 25 copies: got 4, expected a percentage from 0.01% to 99.99%, with the sign, or nothing',
      `row 4, Name: got ${'x'.repeat(60)}…, expected a text of 1 to 100 characters`,
      'row 4, Gutter (in): got 61 0,125, expected inches by page count, such as from 1: 0; from 61: 0.125',
      'row 4, Text on the spine from pages: got soon, expected a whole number of pages, or never',
    ])
  })

  it('values that are out of range or contradict each other', async () => {
    const mistakes = await mistakesOf(rows => {
      Object.assign(rows[0]!, { 'Most pages': '20', 'Base price ($)': '-1' })
      Object.assign(rows[1]!, { 'Most pages': '20' })
      Object.assign(rows[2]!, { 'Discount from 500 copies': '2%', 'Board thickness (in)': '0,1' })
      Object.assign(rows[3]!, { Spine: 'none', Severities: 'colour_rgb: loud; no_such: off' })
    })
    assert.deepEqual(mistakes, [
      'row 2, Base price ($): got -1, expected dollars and cents from 0 to 100,000, such as 2.15',
      'row 3, Most pages: got 20, expected at least min (32)',
      'row 4, Discount from 500 copies: got 2%, expected more off than for fewer copies',
      'row 4, Board thickness (in): got 0,1, expected nothing, because only hard covers have boards',
      'row 5, Spine pages per inch: got 444, expected nothing, for a book of this kind',
      'row 5, Spine added for the cover (in): got 0,06, expected nothing, for a book of this kind',
      'row 5, Severities: got colour_rgb: loud; no_such: off, expected usual, or codes of findings with error, warning, info or off, such as colour_rgb: off, or nothing',
    ])
  })

  it('names of books, and of columns', async () => {
    assert.deepEqual(
      await mistakesOf(rows => {
        rows[1]!.SKU = rows[0]!.SKU!
        rows[2]!.SKU = 'small letters'
        rows[3]!.SKU = ''
        rows[4]!.Like = 'NOBODY'
      }),
      [
        `row 3, SKU: got ${sample.skus[0]!.manufacturingSku}, expected another SKU than that of row 2`,
        'row 4, SKU: got small letters, expected 3 to 64 capitals, digits and hyphens',
        'row 5, SKU: got nothing, expected 3 to 64 capitals, digits and hyphens',
      ],
    )
    const misnamed = await readBytes(Buffer.from('SKU,Nmae,# note,Bleed,bleed\nA-1,x,y,yes,yes\n'))
    assert.deepEqual(
      misnamed.mistakes.map(one => String(cellMistakeText(one))),
      [
        'row 1, Nmae: got Nmae, expected a column of the template, or a name that begins with #',
        'row 1, bleed: got bleed, expected each column once',
      ],
    )
    const nameless = await readBytes(Buffer.from('Name\nx\n'))
    assert.deepEqual(
      nameless.mistakes.map(one => String(cellMistakeText(one))),
      ['row 1, SKU: got nothing, expected a column SKU'],
    )
  })

  it('a new book that is like no other', async () => {
    const csv = 'SKU,Like,Name,Base price ($)\nMINE-1,,Mine,2\nMINE-2,NOBODY,Mine,2\n'
    const { mistakes, books } = await readBytes(Buffer.from(csv))
    assert.deepEqual(
      mistakes.map(one => String(cellMistakeText(one))),
      [
        'row 2, Like: got nothing, expected the SKU of a similar book, because the book is new and the file has no column Size, Cover, Paper and 27 more',
        'row 3, Like: got NOBODY, expected the SKU of a book of the catalog, of the sample or of a row above',
      ],
    )
    assert.equal(books.length, sample.skus.length + 2)
  })
})
