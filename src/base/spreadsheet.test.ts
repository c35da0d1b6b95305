import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipSync } from 'fflate'
import {
  type Cell,
  type DecimalMark,
  numberOf,
  percentOf,
  readSpreadsheet,
  SpreadsheetError,
  type WrittenCell,
  writeCsv,
  writeXlsx,
} from './spreadsheet.ts'

const utf8 = (text: string) => Buffer.from(text)
const cellsOf = async (bytes: Uint8Array) => (await readSpreadsheet(bytes)).rows.map(({ cells }) => cells)
const german = 'SKU;Größe;Preis\r\nBOOK-1;"13,5 × 21 cm";2,15\r\n'
const read = [
  ['SKU', 'Größe', 'Preis'],
  ['BOOK-1', '13,5 × 21 cm', '2,15'],
]

/** Windows-1252, as far as the text needs it. */
const westernEuropean = (text: string) => Buffer.from(text, 'latin1')

describe('a CSV file is read as it was meant:', () => {
  const files: [string, Uint8Array][] = [
    ['in UTF-8', utf8(german)],
    ['in UTF-8 with a byte order mark', utf8(`\uFEFF${german}`)],
    ['in the old code page of Windows', westernEuropean(german)],
    ['in UTF-16, as Excel saves Unicode text', Buffer.from(`\uFEFF${german}`, 'utf16le')],
    ['with line feeds alone', utf8(german.replaceAll('\r\n', '\n'))],
    ['with an instruction to Excel', utf8(`sep=;\r\n${german}`)],
    ['with tabs', utf8(german.replaceAll(';', '\t'))],
    ['with quoted names, one of which has a comma', utf8(german.replace('SKU;Größe', '"SKU";"Größe"'))],
  ]
  for (const [name, bytes] of files) it(name, async () => assert.deepEqual(await cellsOf(bytes), read))

  it('rows keep the numbers that the spreadsheet shows, also with empty rows and line breaks in cells', async () => {
    const { rows } = await readSpreadsheet(utf8('a,b\n\n"one\ntwo",2\n,\n3,4,,\n'))
    assert.deepEqual(rows, [
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['one\ntwo', '2'] },
      { row: 5, cells: ['3', '4'] },
    ])
  })

  it('decimal commas are recognized beside semicolons, and dots stay decimal marks without them', async () => {
    const markOf = async (csv: string) => (await readSpreadsheet(utf8(csv))).decimalMark
    assert.deepEqual(
      [await markOf(german), await markOf('a;b\n1.5;2\n'), await markOf('a,b\n"1,5",2\n')],
      [',', '.', '.'],
    )
  })
})

describe('what is no spreadsheet is refused with the reason:', () => {
  const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(300) }))
  // The size in the directory of the archive.
  bomb.writeUInt32LE(300 * 1024 * 1024, bomb.indexOf('504b0102', 0, 'hex') + 24)
  const files: [string, Uint8Array, RegExp][] = [
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /of the old kind \(\.xls\) or has a password/],
    ['another archive', Buffer.from('504b0304aaaa', 'hex'), /cannot be read/],
    ['an archive that is too large when it is unpacked', bomb, /unpacks to more than 256 MiB/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /neither an \.xlsx nor CSV/],
    ['a text in quotes that never end', utf8('a,b\n1,"2\n3,4\n'), /does not end, or ends too early, in row 2/],
    ['too many columns', utf8(`a\n${'x,'.repeat(1_001)}1\n`), /more than 1000 columns, in row 2/],
    ['too many rows', utf8('a\n'.repeat(50_001)), /more than 50000 rows/],
  ]
  for (const [name, bytes, reason] of files)
    it(name, () =>
      assert.rejects(readSpreadsheet(bytes), error => error instanceof SpreadsheetError && reason.test(error.message)),
    )
})

// biome-ignore format: a table
const numbers: [Cell, DecimalMark, number | null][] = [
  ['2.15', '.', 2.15],
  ['2,15', ',', 2.15],
  ['2,15', '.', 2.15],
  ['2.15', ',', 2.15],
  ['$2.15', '.', 2.15],
  ['2,15 $', ',', 2.15],
  ['1,250.00', '.', 1250],
  ['1.250,00', ',', 1250],
  ['1.250.000,50', ',', 1250000.5],
  ["1'250.00", '.', 1250],
  ['0,125', '.', 0.125],
  ['1.250', '.', 1.25],
  // Thousands or a decimal?
  ['1.250', ',', null],
  ['1,250', '.', null],
  // Above the maximum, the thousands are not meant.
  ['900.125', ',', 900.125],
  ['1.15E-02', '.', 0.0115],
  ['1,15E-02', ',', 0.0115],
  ['-1', '.', -1],
  [12, '.', 12],
  [Number.NaN, '.', null],
  ['', '.', null],
  ['12 Seiten', '.', null],
  ['1,2,3', '.', null],
  [true, '.', null],
  [null, '.', null],
]
for (const [cell, mark, expected] of numbers)
  it(`the number of ${JSON.stringify(cell)} is ${expected} where the decimal mark is ${mark}`, () =>
    assert.equal(numberOf(cell, mark, 100_000), expected))

it('a percentage needs its sign in a text, and is a fraction in an .xlsx', () => {
  const cells: Cell[] = ['3%', '3,5 %', '3', '%', 0.03, 0.07, 2.7]
  assert.deepEqual(
    cells.map(cell => percentOf(cell, ',')),
    [3, 3.5, null, null, 3, 7, 270],
  )
})

describe('what is written is read again:', () => {
  const columns = ['Text', 'Number', 'Off'].map(name => ({ name, isPercent: name === 'Off', width: 12 }))
  const texts = ['a "b"', 'a;b,c', '=1+1', '@home', '13,5 × 21 cm', 'two\nlines', '007']
  const rows = async function* (): AsyncGenerator<WrittenCell[]> {
    for (const text of texts) yield [text, 0.0115, 3.5]
    yield [null, null, null]
  }
  const whole = async (parts: AsyncIterable<string | Uint8Array>) => {
    const bytes: Buffer[] = []
    for await (const part of parts) bytes.push(Buffer.from(part))
    return Buffer.concat(bytes)
  }

  it('CSV with commas, and CSV with semicolons and decimal commas', async () => {
    for (const [separator, mark, number, off] of [
      [',', '.', '0.0115', '3.5%'],
      [';', ',', '0,0115', '3,5%'],
    ] as const) {
      const bytes = await whole(writeCsv(columns, rows(), { separator, decimalMark: mark }))
      assert.equal(bytes.subarray(0, 3).toString('hex'), 'efbbbf')
      const sheet = await readSpreadsheet(bytes)
      assert.deepEqual(
        sheet.rows.map(({ cells }) => cells),
        [['Text', 'Number', 'Off'], ...texts.map(text => [/^[=@]/.test(text) ? `'${text}` : text, number, off])],
      )
    }
  })

  it('an .xlsx with numbers as numbers and percentages as fractions', async () => {
    const sheet = await readSpreadsheet(await whole(writeXlsx('Books', columns, rows())))
    assert.deepEqual(
      sheet.rows.map(({ cells }) => cells),
      [['Text', 'Number', 'Off'], ...texts.map(text => [text, 0.0115, 0.035])],
    )
  })
})
