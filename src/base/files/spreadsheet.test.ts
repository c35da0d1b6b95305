import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Cell, type DecimalMark, numberOf, percentOf } from './cellNumbers.ts'
import { readSpreadsheet } from './readSpreadsheet.ts'
import { type WrittenCell, writeCsv, writeXlsx } from './spreadsheet.ts'

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
