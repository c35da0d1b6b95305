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
  /** Undefined: an empty cell. */
  write(value: Value, cell: number | undefined): Value
  isRequired?(value: Value): boolean
  /** The value that counts for an empty cell. */
  usual?(value: Value): unknown
  mistakeOf?(row: GridRow<Value>): string | null
}

/** The stored value; null for an empty cell, and undefined for a text that says no value of the unit. */
export function readCell(cell: string, unit: CellUnit, mark: DecimalMark): number | null | undefined {
  const text = cell.trim()
  if (text === '') return null
  const value = numberIn(text, unit, mark)
  if (value === null || value < unit.min || value > unit.max) return undefined
  const scaled = value * 10 ** unit.decimals
  // The product of 1.15 and 100 is a little more than 115.
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : undefined
}

function numberIn(text: string, { decimals, max, sign }: CellUnit, mark: DecimalMark): number | null {
  if (text.includes('$') && sign !== '$') return null
  if (text.includes('%') && sign !== '%') return null
  const unsigned = sign === '$' ? text.replace(/^USD?(?=[\s\d$])|\s*USD?\s?\$?$/i, '') : text.replace(/\s*%$/, '')
  const amount = unsigned.replace(/^[\s$]*(?=[.,]\d)/, '0')
  // Of a price, which has two decimals, 1,250 says thousands in every language.
  const number = numberOf(amount, mark, max) ?? (decimals < 3 ? thousandsIn(amount) : null)
  // A sheet that shows no percentages has 0.03 for 3 %.
  const mayBeShare = sign === '%' && unsigned === text && number !== 0 && Math.abs(number ?? 0) < 1
  return mayBeShare ? null : number
}

function thousandsIn(text: string): number | null {
  const plain = text.replaceAll(/[\s$]/g, '')
  return /^-?\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+)$/.test(plain) ? Number(plain.replaceAll(/[.,]/g, '')) : null
}

/** For a spreadsheet: without the sign of dollars, which each program writes in another way. */
export const writeCell = (stored: unknown, { decimals, sign }: CellUnit, mark: DecimalMark): string =>
  typeof stored === 'number' ? `${String(stored / 10 ** decimals).replace('.', mark)}${sign === '%' ? '%' : ''}` : ''

/** As the fields of a form show it: $3.00 and 3 %. */
export function shownCell(stored: unknown, unit: CellUnit, mark: DecimalMark): string {
  if (unit.sign !== '$') return writeCell(stored, unit, mark).replace('%', ' %')
  const [whole = '', fraction = ''] = writeCell(stored, unit, mark).split(mark)
  return whole === '' ? '' : `$${whole}${mark}${fraction.padEnd(2, '0')}`
}

/** As spreadsheet programs copy: tabs between the cells, and quotes around a cell with a line break. */
export function pastedRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.replaceAll(/\r\n?/g, '\n').matchAll(/("(?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/g)) {
    rows.at(-1)!.push(cell.startsWith('"') && cell.endsWith('"') && cell !== '"' ? unquoted(cell) : cell.trim())
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  while (rows.at(-1)?.every(cell => cell === '')) rows.pop()
  return rows
}

const unquoted = (cell: string): string => cell.slice(1, -1).replaceAll('""', '"').replaceAll('\n', ' ').trim()

export const isTable = (text: string): boolean => /[\t\n]/.test(text.trimEnd())

type Place = { row: number; column: number }
export type PlacedCell = Place & { text: string }
/** Cells of a paste that have no row or column of the grid, by their place in the paste. */
export type Unplaced = { row: number; column: number; text: string; lacks: 'row' | 'column' }

/**
 * The cells of the grid that a paste fills from `at` on. A first line with titles of columns says the columns, and a
 * first column with names of rows says the rows, in any sequence.
 */
export function placeCells(
  pasted: string[][],
  { rows, columns }: { rows: readonly { names: string[] }[]; columns: readonly { title: string }[] },
  at: Place,
): { cells: PlacedCell[]; unplaced: Unplaced[] } {
  const columnTitled = new Map(columns.map(({ title }, i) => [plainTitle(title), i]))
  const rowNamed = placesByName(rows)
  const head = pasted[0]?.some(text => columnTitled.has(plainTitle(text))) ? pasted[0] : null
  const lines = head === null ? pasted : pasted.slice(1)
  const isNamed = lines.some(([first = '']) => rowNamed.has(plain(first)))
  const columnAt = (i: number) =>
    head === null ? at.column + i - (isNamed ? 1 : 0) : columnTitled.get(plainTitle(head[i] ?? ''))
  const firstLine = head === null ? 1 : 2
  const cells: PlacedCell[] = []
  const unplaced: Unplaced[] = []
  lines.forEach((line, j) => {
    const row = isNamed ? rowNamed.get(plain(line[0] ?? '')) : at.row + j
    const isEmpty = line.every(text => text === '')
    if (row === undefined || row >= rows.length) {
      if (!isEmpty)
        unplaced.push({ row: j + firstLine, column: 1, text: line.find(text => text !== '')!, lacks: 'row' })
      return
    }
    line.forEach((text, i) => {
      if (isNamed && i === 0) return
      const column = columnAt(i)
      if (column !== undefined && column < columns.length) cells.push({ row, column, text })
      else if (text !== '' && !unplaced.some(one => one.lacks === 'column' && one.column === i + 1))
        unplaced.push({ row: head === null ? j + 1 : 1, column: i + 1, text: head?.[i] || text, lacks: 'column' })
    })
  })
  return { cells, unplaced }
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

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Files have the sign of a column behind its title: Base price ($). */
const plainTitle = (text: string): string => plain(text).replace(/\s*\([^)]*\)$/, '')

/** The rows as spreadsheet programs paste them. */
export const copiedRows = (rows: string[][]): string =>
  rows
    .map(cells => cells.map(cell => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
