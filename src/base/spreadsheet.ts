// Spreadsheets as rows of cells: .xlsx and CSV are read into the same cells, and written from the same rows. CSV comes
// from programs of many countries, so its separator, its decimal mark and its encoding are found out.

import { unzipSync } from 'fflate'
import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx'
import papa from 'papaparse'
import { byteOrderMark, csvText } from './csv.ts'

/** Cells of CSV are texts; those of .xlsx have a type. */
export type Cell = string | number | boolean | Date | null
export type DecimalMark = '.' | ','
export type Sheet = {
  /** `row` is the number that the spreadsheet shows. Empty rows are left out. */
  rows: { row: number; cells: Cell[] }[]
  decimalMark: DecimalMark
}

/** A column to write. The numbers of a percent column are percentages: 3 is 3 %. */
export type WrittenColumn = { name: string; isPercent: boolean; width: number }
export type WrittenCell = string | number | null

/** The file is no spreadsheet, or none that can be read; the message is for the person who sent it. */
export class SpreadsheetError extends Error {}

/** More than the 20,000 books that a draft can have. */
const maxRows = 50_000
const maxColumns = 1_000
/** What an .xlsx may be when it is unpacked; 10,000 books have 25 MiB. */
const maxUnpackedBytes = 256 * 1024 * 1024

export async function readSpreadsheet(bytes: Uint8Array): Promise<Sheet> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readXlsx(bytes)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new SpreadsheetError(
      'The file is an Excel file of the old kind (.xls) or has a password: save it as .xlsx or CSV.',
    )
  return readCsv(decodeText(bytes))
}

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, i) => bytes[i] === byte)

/** The first sheet. Rows come one by one, so that other work goes on. */
async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  const rows: Sheet['rows'] = []
  try {
    if (unpackedBytes(bytes) > maxUnpackedBytes)
      throw new SpreadsheetError(`The .xlsx unpacks to more than ${maxUnpackedBytes / 1024 ** 2} MiB.`)
    for await (const { index, values } of streamXlsxRows(bytes)) addRow(rows, index + 1, values)
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error
    throw new SpreadsheetError('The .xlsx cannot be read: it is damaged.')
  }
  return { rows, decimalMark: '.' }
}

/** As the directory of the archive says; no part is unpacked beyond its size there. */
function unpackedBytes(bytes: Uint8Array): number {
  let sum = 0
  unzipSync(bytes, {
    filter({ originalSize }) {
      sum += originalSize
      return false
    },
  })
  return sum
}

function addRow(rows: Sheet['rows'], row: number, values: readonly Cell[]): void {
  const cells = values.map(value => (typeof value === 'string' && value.trim() === '' ? null : value))
  const width = cells.findLastIndex(value => value !== null) + 1
  if (width === 0) return
  if (width > maxColumns) throw new SpreadsheetError(`The file has more than ${maxColumns} columns, in row ${row}.`)
  if (rows.length === maxRows) throw new SpreadsheetError(`The file has more than ${maxRows} rows.`)
  rows.push({ row, cells: cells.slice(0, width) })
}

/** Excel saves CSV in UTF-8 with a mark, as “Unicode text” in UTF-16, or in the old code page of Western Europe. */
function decodeText(bytes: Uint8Array): string {
  const encoding = startsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  if (text.includes('\0')) throw new SpreadsheetError('The file is neither an .xlsx nor CSV.')
  return text
}

function readCsv(text: string): Sheet {
  // A first line such as `sep=;` is an instruction to Excel, which shows it as no row.
  const [instruction = '', named] = /^sep=([^\r\n])\r?\n/i.exec(text) ?? []
  const body = text.slice(instruction.length)
  const delimiter = named ?? separatorOf(body)
  const { data, errors } = papa.parse<string[]>(body, { delimiter })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken !== undefined)
    throw new SpreadsheetError(`A quoted text does not end, or ends too early, in row ${(broken.row ?? 0) + 1}.`)
  const rows: Sheet['rows'] = []
  for (const [i, values] of data.entries()) addRow(rows, i + 1, values)
  return { rows, decimalMark: delimiter === ',' ? '.' : decimalMarkOf(rows) }
}

/** The one that the first line has most often outside of quotes. */
function separatorOf(text: string): string {
  const end = /(?:[^"\r\n]|"[^"]*")*/.exec(text)![0]
  const names = end.replaceAll(/"[^"]*"/g, '')
  const counted = [',', ';', '\t'].map(separator => ({ separator, count: names.split(separator).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator
}

/** Without a decimal comma anywhere, dots are decimal marks. */
const decimalMarkOf = (rows: Sheet['rows']): DecimalMark =>
  rows.some(({ cells }) => cells.some(cell => typeof cell === 'string' && /^\$?\d+,\d+\s*[$%]?$/.test(cell.trim())))
    ? ','
    : '.'

/**
 * The number of a cell; null when it is none, and when `1.250` could be read in two ways. A reading above `max` is not
 * meant.
 */
export function numberOf(cell: Cell, decimalMark: DecimalMark, max: number): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell !== 'string') return null
  const text = cell.replaceAll(/[\s']/g, '').replace(/^\$|\$$/, '')
  if (/^-?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text)) return Number(text.replace(',', '.'))
  const [, whole, mark, decimals] = /^(-?\d+)(?:([.,])(\d+))?$/.exec(text) ?? []
  if (whole !== undefined) {
    if (mark === undefined) return Number(whole)
    const asDecimal = Number(`${whole}.${decimals}`)
    const mayBeThousands = decimals!.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole) && Number(whole + decimals) <= max
    return mark === decimalMark || !mayBeThousands ? asDecimal : null
  }
  // 1,250.00 and 1.250,00
  const [, grouped, fraction] =
    /^(-?\d{1,3}(?:,\d{3})+)(?:\.(\d+))$/.exec(text) ?? /^(-?\d{1,3}(?:\.\d{3})+)(?:,(\d+))$/.exec(text) ?? []
  return grouped === undefined ? null : Number(`${grouped.replaceAll(/[.,]/g, '')}.${fraction}`)
}

/** A text needs its sign, since 0.03 could be 3 % or 0.03 %. Numbers of .xlsx are fractions. */
export function percentOf(cell: Cell, decimalMark: DecimalMark): number | null {
  if (typeof cell === 'number') return Number((cell * 100).toPrecision(12))
  const [, number] = typeof cell === 'string' ? (/^(.*\S)\s*%\s*$/s.exec(cell) ?? []) : []
  return number === undefined ? null : numberOf(number, decimalMark, 100)
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
export const writeXlsx = (
  name: string,
  columns: WrittenColumn[],
  rows: AsyncIterable<WrittenCell[]>,
): AsyncIterable<Uint8Array> =>
  writeXlsxStream(fractions(columns, rows), {
    name,
    columns: columns.map(({ name: header, isPercent, width }) => ({
      header,
      width,
      ...(isPercent ? { numFmt: '0.##%' } : {}),
    })),
    freezePane: { rows: 1, columns: 1 },
    inlineStrings: false,
  })

async function* fractions(columns: WrittenColumn[], rows: AsyncIterable<WrittenCell[]>): AsyncGenerator<WrittenCell[]> {
  for await (const cells of rows)
    yield cells.map((cell, i) => (typeof cell === 'number' && columns[i]!.isPercent ? cell / 100 : cell))
}
