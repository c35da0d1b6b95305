// Reads .xlsx and CSV into the same rows of cells. CSV comes from programs of many countries, so its separator, its
// decimal mark and its encoding are found out. Rows, columns, cells and letters are counted before they are kept.

import { unzipSync } from 'fflate'
import papa from 'papaparse'
import { say } from '../../../languages/texts.ts'
import type { Cell, DecimalMark } from './cellNumbers.ts'
import { loadXlsx, type Sheet, SpreadsheetError } from './spreadsheet.ts'

/** More than the 20,000 books that a draft can have. */
const maxRows = 50_000
const maxColumns = 1_000
/** 20,000 books have 920,000 cells. */
const maxCells = 2_000_000
/** The maximum of Excel. */
const maxCellLetters = 32_767
/** Of all cells: a few bytes of an .xlsx can repeat a text in each cell. A real row has 46 short ones. */
const maxLetters = 64 * 1024 * 1024
const maxRowLetters = 1_000_000
/** The limits of an .xlsx when it is unpacked; 10,000 books have 25 MiB. */
const maxUnpackedBytes = 64 * 1024 * 1024
/** Real tables shrink to a tenth or less; a file that hides its size, to a thousandth. Small files may shrink more. */
const maxRatio = 100
const freeBytes = 4 * 1024 * 1024
/** Of all parts of an .xlsx: a cell has up to six, a text of the table of texts four. */
const maxElements = 6_000_000
/** The first line is in this part of a CSV file, so its separator is found here. */
const separatorLetters = 64 * 1024

export async function readSpreadsheet(bytes: Uint8Array): Promise<Sheet> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readXlsx(bytes)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new SpreadsheetError(
      say('The file is an Excel file of the old kind (.xls) or has a password: save it as .xlsx or CSV.'),
    )
  return readCsv(decodeText(bytes))
}

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, i) => bytes[i] === byte)

/** The first sheet. */
async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  const { streamXlsxRows } = await loadXlsx()
  const rows: Sheet['rows'] = []
  try {
    requireBoundedParts(bytes)
    const add = rowCollector(rows)
    for await (const { index, values } of streamXlsxRows(bytes)) add(index + 1, values, null)
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error
    throw new SpreadsheetError(say('The .xlsx cannot be read: it is damaged.'))
  }
  return { rows, decimalMark: '.' }
}

/** Refuses what would become too large, before its cells are read. No part unpacks beyond its size in the directory. */
function requireBoundedParts(bytes: Uint8Array): void {
  let unpacked = 0
  unzipSync(bytes, {
    filter({ originalSize }) {
      unpacked += originalSize
      return false
    },
  })
  if (unpacked > maxUnpackedBytes)
    throw new SpreadsheetError(
      say('The .xlsx unpacks to more than {mebibytes} MiB.', { mebibytes: maxUnpackedBytes / 1024 ** 2 }),
    )
  if (unpacked > freeBytes + maxRatio * bytes.length)
    throw new SpreadsheetError(say('The .xlsx unpacks to more than {maxRatio} times its size.', { maxRatio }))
  let elements = 0
  for (const part of Object.values(unzipSync(bytes)))
    for (let at = part.indexOf(0x3c); at !== -1; at = part.indexOf(0x3c, at + 1))
      if (++elements > maxElements)
        throw new SpreadsheetError(say('The .xlsx has more than {maxElements} elements.', { maxElements }))
}

type AddRow = (row: number, values: readonly Cell[], width: number | null) => void

/** Adds rows that have a cell, and counts rows, columns, cells and letters. */
function rowCollector(rows: Sheet['rows']): AddRow {
  let cellCount = 0
  let letters = 0
  return (row, values, width) => {
    if (row > maxRows) throw new SpreadsheetError(say('The file has more than {maxRows} rows.', { maxRows }))
    if (values.length > maxColumns)
      throw new SpreadsheetError(say('The file has more than {maxColumns} columns, in row {row}.', { maxColumns, row }))
    const cells = values.map(value => (typeof value === 'string' && value.trim() === '' ? null : value))
    const end = cells.findLastIndex(value => value !== null) + 1
    if (end === 0) return
    cellCount += end
    if (cellCount > maxCells) throw tooManyCells()
    for (const [column, cell] of cells.entries()) requireText(cell, row, column)
    const rowLetters = cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)
    letters += rowLetters
    if (rowLetters > maxRowLetters)
      throw new SpreadsheetError(
        say('The texts in row {row} have more than {maxRowLetters} characters.', { row, maxRowLetters }),
      )
    if (letters > maxLetters)
      throw new SpreadsheetError(say('The texts of the file have more than {maxLetters} characters.', { maxLetters }))
    rows.push({ row, cells: cells.slice(0, end), width })
  }
}

function requireText(cell: Cell, row: number, column: number): void {
  if (typeof cell !== 'string') return
  if (cell.length > maxCellLetters)
    throw new SpreadsheetError(
      say('The text in row {row}, column {letters} has more than {maxCellLetters} characters.', {
        row,
        letters: columnLetters(column),
        maxCellLetters,
      }),
    )
  if (cell.includes('\uFFFD'))
    throw new SpreadsheetError(
      say(
        'The text in row {row}, column {letters} has lost a letter: it contains U+FFFD. Save the file as .xlsx, or as CSV in UTF-8.',
        { row, letters: columnLetters(column) },
      ),
    )
}

/** As spreadsheets name columns: A to Z, then AA. */
function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter
}

const tooManyCells = () => new SpreadsheetError(say('The file has more than {maxCells} cells.', { maxCells }))

/** Excel saves CSV in UTF-8 with a mark, as “Unicode text” in UTF-16, or in the old code page of Western Europe. */
function decodeText(bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  if (text.includes('\0')) throw new SpreadsheetError(say('The file is neither an .xlsx nor CSV.'))
  return text
}

/** UTF-16 without its mark has a zero in the first letter of a name. */
function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe]) || (bytes[0] !== 0 && bytes[1] === 0)) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff]) || (bytes[0] === 0 && bytes[1] !== 0)) return 'utf-16be'
  return 'utf-8'
}

function readCsv(text: string): Sheet {
  // A first line such as `sep=;` is an instruction to Excel, which shows it as no row.
  const [instruction = '', named] = /^sep=([^\r\n])\r?\n/i.exec(text.slice(0, 10)) ?? []
  // With one kind of line breaks, no row can hide in an unquoted cell of another.
  const body = text.slice(instruction.length).replaceAll(/\r\n?/g, '\n')
  const delimiter = named ?? separatorOf(body.slice(0, separatorLetters))
  requireBoundedCells(body, delimiter)
  const rows: Sheet['rows'] = []
  const add = rowCollector(rows)
  let row = 0
  papa.parse<string[]>(body, {
    delimiter,
    newline: '\n',
    step({ data, errors }) {
      row++
      if (errors.some(({ type }) => type === 'Quotes'))
        throw new SpreadsheetError(say('A quoted text does not end, or ends too early, in row {row}.', { row }))
      for (const [column, cell] of data.entries()) requireOneRow(cell, { row, column, delimiter })
      add(row, data, data.length)
    },
  })
  return { rows, decimalMark: delimiter === ',' ? '.' : decimalMarkOf(rows) }
}

/** Counted before the text is cut into cells, which are larger than their letters. */
function requireBoundedCells(text: string, delimiter: string): void {
  let count = 0
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + 1))
    if (++count > maxCells) throw tooManyCells()
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
    if (++lines > maxCells) throw tooManyCells()
}

/**
 * Two quotes in the same column of two rows make one cell of all that is between them: a line of it has as many
 * separators as stand before that column.
 */
function requireOneRow(cell: string, place: { row: number; column: number; delimiter: string }): void {
  const { row, column, delimiter } = place
  if (!cell.includes('\n')) return
  const isRow = (line: string) => line.split(delimiter).length > Math.max(column, minHiddenCells)
  if (cell.split('\n').slice(1).some(isRow))
    throw new SpreadsheetError(
      say('The text in row {row}, column {letters} contains other rows: it begins with a quote that does not end.', {
        row,
        letters: columnLetters(column),
      }),
    )
}
/** A line of a text can have a few commas. */
const minHiddenCells = 4

/** The one that the first line has most often outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map(separator => [separator, 0]))
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (letter === '\n') break
    const count = counts.get(letter)
    if (count !== undefined) counts.set(letter, count + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** Without a decimal comma anywhere, dots are decimal marks. */
const decimalMarkOf = (rows: Sheet['rows']): DecimalMark =>
  rows.some(({ cells }) => cells.some(cell => typeof cell === 'string' && /^\$?\d+,\d+\s*[$%]?$/.test(cell.trim())))
    ? ','
    : '.'
