// Spreadsheets as rows of cells: what their cells mean, and how they are written. readSpreadsheet.ts reads them.

import type { Translatable } from '../../../languages/texts.ts'
import { instant } from '../clock.ts'
import type { Cell, DecimalMark } from './cellNumbers.ts'
import { byteOrderMark, csvText } from './csv.ts'

type SheetRow = {
  /** The number that the spreadsheet shows. */
  row: number
  /** Without empty cells at the end. */
  cells: Cell[]
  /** The number of cells that CSV has in this row, with the empty ones at its end; null for .xlsx. */
  width: number | null
}
export type Sheet = {
  /** Empty rows are left out. */
  rows: SheetRow[]
  decimalMark: DecimalMark
}

/** A column to write. The numbers of a percent column are percentages: 3 is 3 %. */
export type WrittenColumn = { name: string; isPercent: boolean; width: number }
export type WrittenCell = string | number | null

/** The file is no spreadsheet, or none that can be read; `mistake` is for the person who sent it. */
export class SpreadsheetError extends Error {
  readonly mistake: Translatable
  constructor(mistake: Translatable) {
    super(String(mistake))
    this.mistake = mistake
  }
}

/** JSON has no days: a day is the number of its milliseconds in a list. */
type JsonCell = Exclude<Cell, Date> | [dayMs: number]

/** A row as a line of JSON. */
export const lineOfRow = ({ row, cells, width }: SheetRow): string => JSON.stringify([row, width, cells.map(jsonCell)])

/** JSON would make an empty cell of a number or day that is none. */
function jsonCell(cell: Cell): JsonCell {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? String(cell) : [cell.getTime()]
  return typeof cell === 'number' && !Number.isFinite(cell) ? String(cell) : cell
}

export function rowOfLine(line: string): SheetRow {
  const [row, width, cells] = JSON.parse(line) as [number, number | null, JsonCell[]]
  return { row, width, cells: cells.map(cell => (Array.isArray(cell) ? instant(cell[0]) : cell)) }
}

/** A text as CSV wrote it: a text that looks like a formula has an apostrophe before it. */
export const textOf = (text: string): string => (/^'[=+\-@\t\r\n|%＝＋－＠]/.test(text) ? text.slice(1) : text)

export type CsvStyle = { separator: ',' | ';'; decimalMark: DecimalMark }

/** Line by line, for Excel: with a byte order mark. */
export async function* writeCsv(
  columns: WrittenColumn[],
  rows: Iterable<WrittenCell[]> | AsyncIterable<WrittenCell[]>,
  { separator, decimalMark }: CsvStyle,
): AsyncGenerator<string> {
  const field = (cell: WrittenCell, i: number): string => {
    if (cell === null) return ''
    if (typeof cell === 'number')
      return quoteField(`${String(cell).replace('.', decimalMark)}${columns[i]!.isPercent ? '%' : ''}`, separator)
    const text = csvText(cell)
    return text.startsWith('"') ? text : quoteField(text, separator)
  }
  yield `${byteOrderMark}${columns.map(({ name }) => quoteField(name, separator)).join(separator)}\r\n`
  for await (const cells of rows) yield `${cells.map(field).join(separator)}\r\n`
}

/** csvText quotes for commas only. */
const quoteField = (text: string, separator: string): string => (text.includes(separator) ? `"${text}"` : text)

/** An .xlsx with one sheet, whose first row and column stay in sight. */
export async function* writeXlsx(
  name: string,
  columns: WrittenColumn[],
  rows: AsyncIterable<WrittenCell[]>,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await loadXlsx()
  yield* writeXlsxStream(fractions(columns, rows), {
    name,
    columns: columns.map(({ name: header, isPercent, width }) => ({
      header,
      width,
      ...(isPercent ? { numFmt: '0.##%' } : {}),
    })),
    freezePane: { rows: 1, columns: 1 },
    inlineStrings: false,
  })
}

/** Takes a tenth of a second. CSV does without. */
export const loadXlsx = () => import('hucre/xlsx')

async function* fractions(columns: WrittenColumn[], rows: AsyncIterable<WrittenCell[]>): AsyncGenerator<WrittenCell[]> {
  for await (const cells of rows)
    yield cells.map((cell, i) => (typeof cell === 'number' && columns[i]!.isPercent ? cell / 100 : cell))
}
