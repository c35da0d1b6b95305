import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { readSpreadsheet } from './readSpreadsheet.ts'
import { SpreadsheetError } from './spreadsheet.ts'

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
    ['in UTF-16 without a mark', Buffer.from(german, 'utf16le')],
    ['with line breaks of two kinds', utf8(german.replace('\r\n', '\n'))],
    ['with line feeds alone', utf8(german.replaceAll('\r\n', '\n'))],
    ['with an instruction to Excel', utf8(`sep=;\r\n${german}`)],
    ['with tabs', utf8(german.replaceAll(';', '\t'))],
    ['with quoted names, one of which has a comma', utf8(german.replace('SKU;Größe', '"SKU";"Größe"'))],
  ]
  for (const [name, bytes] of files) it(name, async () => assert.deepEqual(await cellsOf(bytes), read))

  it('rows keep the numbers that the spreadsheet shows, also with empty rows and line breaks in cells', async () => {
    const { rows } = await readSpreadsheet(utf8('a,b\n\n"one\ntwo",2\n,\n3,4,,\n'))
    assert.deepEqual(rows, [
      { row: 1, cells: ['a', 'b'], width: 2 },
      { row: 3, cells: ['one\ntwo', '2'], width: 2 },
      { row: 5, cells: ['3', '4'], width: 4 },
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

/** An .xlsx whose parts compress as well as an attacker likes. */
const packed = (parts: Record<string, string>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          '[Content_Types].xml': '<Types/>',
          '_rels/.rels':
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
          'xl/workbook.xml':
            '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
          ...parts,
        }).map(([name, text]) => [name, strToU8(text)]),
      ),
    ),
  )
const rowsOf = (rows: string) => ({
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
})
const inlineCell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

it('an .xlsx made by hand is read', async () =>
  assert.deepEqual(await cellsOf(packed(rowsOf(`<row r="1">${inlineCell('A1', 'SKU')}</row>`))), [['SKU']]))

describe('what is no spreadsheet, or too large, is refused with the reason:', () => {
  const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(300) }))
  // The size in the directory of the archive.
  bomb.writeUInt32LE(300 * 1024 * 1024, bomb.indexOf('504b0102', 0, 'hex') + 24)
  const files: [string, () => Uint8Array, RegExp][] = [
    ['an old Excel file', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /of the old kind \(\.xls\) or has a password/],
    ['another archive', () => Buffer.from('504b0304aaaa', 'hex'), /cannot be read/],
    ['an archive that is too large when it is unpacked', () => bomb, /unpacks to more than 64 MiB/],
    [
      'five million texts in a few bytes',
      () => packed({ 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(5_000_000)}</sst>`, ...rowsOf('') }),
      /unpacks to more than 100 times its size/,
    ],
    [
      'a cell of 60 MiB',
      () => packed(rowsOf(`<row r="1">${inlineCell('A1', 'x'.repeat(60 * 1024 * 1024))}</row>`)),
      /unpacks to more than 100 times its size/,
    ],
    [
      'two million rows that do not end',
      () => packed({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row '.repeat(2_000_000)}` }),
      /unpacks to more than 100 times its size/,
    ],
    [
      'an empty cell in the last column that Excel has',
      () => packed(rowsOf('<row r="1"><c r="XFD1"/></row>')),
      /more than 1000 columns, in row 1/,
    ],
    [
      'a row beyond the last one',
      () => packed(rowsOf(`<row r="50001">${inlineCell('A50001', 'x')}</row>`)),
      /more than 50000 rows/,
    ],
    [
      'a text that is longer than Excel allows',
      () => packed(rowsOf(`<row r="2">${inlineCell('B2', 'x'.repeat(32_768))}</row>`)),
      /row 2, column B has more than 32767 characters/,
    ],
    [
      'a text of 32,000 letters in each of 40 cells of a row',
      () => utf8(`a\n${Array(40).fill('x'.repeat(32_000)).join()}\n`),
      /texts in row 2 have more than 1000000 characters/,
    ],
    [
      'a text that each of 3,000 rows repeats',
      () =>
        packed({
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
          ...rowsOf(
            Array.from({ length: 3000 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`).join(
              '',
            ),
          ),
        }),
      /texts of the file have more than 67108864 characters/,
    ],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /neither an \.xlsx nor CSV/],
    ['a text in quotes that never end', () => utf8('a,b\n1,"2\n3,4\n'), /does not end, or ends too early, in row 2/],
    ['a text in quotes that ends too early', () => utf8('a,b\n1,2\n1,"2" x\n'), /ends too early, in row 3/],
    [
      'two quotes that make one text of two rows',
      () => utf8(`a,b,c,d,e,f\n${'1,2,3,4,5,"Dear friend\n1,2,3,4,5,Bye"\n'}`),
      /row 2, column F contains other rows/,
    ],
    ['a letter that was lost', () => utf8('name,city\nJos\uFFFD,Lima\n'), /row 2, column A has lost a letter/],
    ['too many columns', () => utf8(`a\n${'x,'.repeat(1_001)}1\n`), /more than 1000 columns, in row 2/],
    ['too many rows', () => utf8('a\n'.repeat(50_001)), /more than 50000 rows/],
    ['15 million rows', () => utf8('a\n'.repeat(15_000_000)), /more than 2000000 cells/],
    ['30 million empty rows', () => utf8('\n'.repeat(30_000_000)), /more than 2000000 cells/],
    ['one line of 30 million letters', () => utf8('x'.repeat(30_000_000)), /more than 32767 characters/],
    ['one line of 30 million commas', () => utf8(','.repeat(30_000_000)), /more than 2000000 cells/],
    ['one line of 30 million quotes', () => utf8('"'.repeat(30_000_000)), /more than 32767 characters/],
  ]
  for (const [name, bytes, reason] of files)
    it(name, () =>
      assert.rejects(
        readSpreadsheet(bytes()),
        error => error instanceof SpreadsheetError && reason.test(error.message),
      ),
    )
})
