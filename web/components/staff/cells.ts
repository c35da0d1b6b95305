// The cells of a grid as text: what a typed or pasted text says, and the cells for which a pasted table is meant.

import { type DecimalMark, numberOf } from '../../../src/base/files/cellNumbers.ts'

/** Stored as a whole number of the last decimal: cents for dollars with two decimals. */
export type CellUnit = { decimals: number; min: number; max: number; sign: '$' | '%' | '' }

export type GridRow<Value> = {
  key: string
  title: string
  about: string
  /** A paste finds the row by any of its names; a copied table has the first. */
  names: string[]
  value: Value
  mistake?: string | null
}

export type GridColumn<Value> = {
  title: string
  unit: CellUnit
  read(value: Value): unknown
  /** Undefined: an empty cell. A text that says no value is kept as it is, and the draft is refused with it. */
  write(value: Value, cell: number | string | undefined): Value
  isRequired?(value: Value): boolean
  /** The value that counts for an empty cell. */
  usual?(value: Value): unknown
  mistakeOf?(row: GridRow<Value>): string | null
}

/** A text is typed by a person, who sees its column, or pasted from a sheet of unknown language and form. */
type Source = 'typed' | 'pasted'

/** The stored value; null for an empty cell, and undefined for a text that says no value of the unit, or two. */
export function readCell(cell: string, unit: CellUnit, mark: DecimalMark, source: Source): number | null | undefined {
  if (cell.trim() === '') return null
  const [value, other] = meaningsOf(cell, unit, mark, source)
  return other === undefined ? value : undefined
}

/**
 * The stored values that a text can mean. 1.250 is 1.25, or 1,250 in another language; 0.5 in a percentage that was
 * pasted is 0.5 %, or 50 % of a sheet that shows shares.
 */
export function meaningsOf(cell: string, unit: CellUnit, mark: DecimalMark, source: Source): number[] {
  const amount = amountIn(cell.trim(), unit)
  if (amount === null) return []
  const number = numberOf(amount, mark, unit.max)
  // Of a price, which has two decimals, 1,250 says thousands in every language.
  const thousands = unit.decimals < 3 ? thousandsIn(amount) : null
  const first = storedOf(number ?? thousands, unit)
  if (first === undefined) return []
  const mayBeShare = source === 'pasted' && unit.sign === '%' && !cell.includes('%') && Math.abs(number ?? 1) < 1
  const others = [thousands, mayBeShare ? number! * 100 : null].map(other => storedOf(other, unit))
  return [...new Set([first, ...others.filter(other => other !== undefined)])]
}

function storedOf(value: number | null, { decimals, min, max }: CellUnit): number | undefined {
  if (value === null || value < min || value > max) return undefined
  const scaled = value * 10 ** decimals
  // The product of 1.15 and 100 is a little more than 115.
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : undefined
}

/** Null for a sign of another unit, and for two lines, which are two numbers. */
function amountIn(text: string, { sign }: CellUnit): string | null {
  if (text.includes('\n') || (text.includes('$') && sign !== '$') || (text.includes('%') && sign !== '%')) return null
  const unsigned =
    sign === '$' ? text.replace(/^USD?(?=[\s\d$])|(?<!\s)\s*USD?\s?\$?$/i, '') : text.replace(/(?<!\s)\s*%$/, '')
  return unsigned.replace(/^[\s$]*(?=[.,]\d)/, '0')
}

function thousandsIn(amount: string): number | null {
  const plain = amount.replaceAll(/[\s$]/g, '')
  return /^-?[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)$/.test(plain) ? Number(plain.replaceAll(/[.,]/g, '')) : null
}

/** For a spreadsheet: without the sign of dollars, which each program writes in another way. */
export function writeCell(stored: unknown, { decimals, sign }: CellUnit, mark: DecimalMark): string {
  if (typeof stored === 'string') return stored
  if (typeof stored !== 'number') return ''
  return `${String(stored / 10 ** decimals).replace('.', mark)}${sign === '%' ? '%' : ''}`
}

/** As fields show it: $3.00 and 3%, or 3,00 $ and 3 % in German. Prices of a page have a column of four decimals. */
export function shownCell(stored: unknown, unit: CellUnit, mark: DecimalMark): string {
  const text = writeCell(stored, unit, mark)
  if (typeof stored !== 'number') return text
  if (unit.sign !== '$') return mark === ',' ? text.replace('%', ' %') : text
  const [whole = '', fraction = ''] = text.split(mark)
  const amount = `${whole}${mark}${fraction.padEnd(unit.decimals > 2 ? 4 : 2, '0')}`
  return mark === ',' ? `${amount} $` : `$${amount}`
}

/** As spreadsheet programs copy: tabs between the cells, and quotes around a cell with a line break. */
export function pastedRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.replaceAll(/\r\n?/g, '\n').matchAll(/("(?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/g)) {
    rows.at(-1)!.push(cell.startsWith('"') && cell.endsWith('"') && cell !== '"' ? unquoted(cell) : cell.trim())
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  // Most programs end the last line, too. Other empty cells of the end were copied.
  if (rows.at(-1)!.join() === '' && rows.at(-1)!.length === 1) rows.pop()
  return rows
}

const unquoted = (cell: string): string => cell.slice(1, -1).replaceAll('""', '"').trim()

type Place = { row: number; column: number }
/** Cells of an .xlsx have numbers. */
export type SheetCell = string | number
export type PlacedCell = Place & { text: SheetCell }
/** Cells of a paste that have no row or column of the grid, by their place in the paste. */
export type Unplaced = { row: number; column: number; text: string; lacks: 'row' | 'column' | 'names' | 'titles' }
type Sides = { rows: readonly { names: string[] }[]; columns: readonly { title: string }[]; mark: DecimalMark }

/**
 * The cells of the grid that a paste fills. A first line with titles of columns says the columns, and a column with
 * names of rows the rows, in any sequence. Without titles, the names are in the first column, or the paste begins at
 * `at`; a file, which has no such place, needs titles.
 */
export function placeCells(
  pasted: SheetCell[][],
  sides: Sides,
  at: Place | null,
): { cells: PlacedCell[]; unplaced: Unplaced[] } {
  const { rows, columns, mark } = sides
  const unplaceable = (lacks: Unplaced['lacks']) => ({
    cells: [],
    unplaced: [{ row: 1, column: 1, text: pasted[0]?.join(' ') ?? '', lacks }],
  })
  const columnTitled = new Map(columns.map(({ title }, i) => [plainTitle(title, mark), i]))
  const rowNamed = placesByName(rows)
  const titled = pasted[0]?.map(text => columnTitled.get(plainTitle(text, mark))) ?? []
  const head = titled.some(column => column !== undefined) ? pasted[0]! : null
  if (head === null && at === null) return unplaceable('titles')
  const lines = head === null ? pasted : pasted.slice(1)
  const named = (head ?? ['']).map((_title, i) =>
    titled[i] === undefined ? lines.filter(line => rowNamed.has(plain(line[i] ?? ''))).length : 0,
  )
  const isNamed = named.some(count => count > 0)
  const nameColumn = named.indexOf(Math.max(...named))
  if (head !== null && !isNamed) return unplaceable('names')
  const columnAt = (i: number) => (head === null ? at!.column + i - (isNamed ? 1 : 0) : titled[i])
  const firstLine = head === null ? 1 : 2
  const cells: PlacedCell[] = []
  const unplaced: Unplaced[] = []
  const lacking = new Set<number>()
  lines.forEach((line, j) => {
    const row = isNamed ? rowNamed.get(plain(line[nameColumn] ?? '')) : at!.row + j
    if (row === undefined || row >= rows.length) {
      const text = line.find(cell => cell !== '')
      if (text !== undefined) unplaced.push({ row: j + firstLine, column: 1, text: String(text), lacks: 'row' })
      return
    }
    line.forEach((text, i) => {
      if (named[i]) return
      const column = columnAt(i)
      if (column !== undefined && column < columns.length) cells.push({ row, column, text })
      else if (text !== '' && !lacking.has(i)) {
        lacking.add(i)
        unplaced.push({
          row: head === null ? j + 1 : 1,
          column: i + 1,
          text: String(head?.[i] || text),
          lacks: 'column',
        })
      }
    })
  })
  return { cells, unplaced }
}

type Grid<Value> = { rows: GridRow<Value>[]; columns: GridColumn<Value>[]; mark: DecimalMark }

/**
 * The new values by the keys of their rows, and the cells whose texts say no value, which stay as they are. An empty
 * text leaves a cell that was empty before, even if another cell of its row has filled it by now.
 */
export function filledRows<Value>(cells: PlacedCell[], { rows, columns, mark }: Grid<Value>) {
  const values = new Map<string, Value>()
  const notTaken: (Place & { text: string })[] = []
  for (const cell of cells) {
    const [row, column] = [rows[cell.row]!, columns[cell.column]!]
    const text = typeof cell.text === 'number' ? numberText(cell.text, column.unit, mark) : cell.text
    const value = readCell(text, column.unit, mark, 'pasted')
    if (value === undefined) notTaken.push({ ...cell, text })
    if (value === undefined || (value === null && column.read(row.value) === undefined)) continue
    const current = values.has(row.key) ? values.get(row.key)! : row.value
    if ((value ?? undefined) === column.read(current)) continue
    values.set(row.key, column.write(current, value ?? undefined))
  }
  return { values, notTaken }
}

/** With one meaning: percentages of an .xlsx are fractions. */
const numberText = (number: number, { sign }: CellUnit, mark: DecimalMark): string =>
  sign === '%'
    ? `${String(Number((number * 100).toPrecision(12))).replace('.', mark)}%`
    : String(number).replace('.', mark)

/** Keys by the rows' own names, so that each row keeps its key when another is removed. */
export function keysOf(names: string[]): string[] {
  const counts = new Map<string, number>()
  return names.map(name => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return `${counts.get(name)}/${name}`
  })
}

/** Without the names that several rows have. */
function placesByName(rows: readonly { names: string[] }[]): Map<string, number> {
  const places = new Map<string, number>()
  const shared = new Set<string>()
  rows.forEach(({ names }, i) => {
    for (const name of new Set(names.map(plain))) {
      if (places.has(name)) shared.add(name)
      places.set(name, i)
    }
  })
  for (const name of shared) places.delete(name)
  return places
}

const plain = (text: SheetCell): string => String(text).trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Files have the sign of a column behind its title, and no mark of thousands: Discount from 1000 copies (%). */
const plainTitle = (text: SheetCell, mark: DecimalMark): string =>
  plain(text)
    .replaceAll(mark === '.' ? /(?<=\d),(?=\d{3})/g : /(?<=\d)\.(?=\d{3})/g, '')
    .replace(/ ?\([^()]*\)$/, '')

/** The rows as spreadsheet programs paste them. */
export const copiedRows = (rows: string[][]): string =>
  rows
    .map(cells => cells.map(cell => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
