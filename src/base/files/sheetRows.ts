// The rows of a spreadsheet by the names of its columns, and what spreadsheet programs have done to their cells. Rules
// over values: what is unsure is named by row and column, and nothing is guessed.

import { say, type Translatable } from '../../../languages/texts.ts'
import { quoted } from '../refusal.ts'
import { createPause } from '../running/slices.ts'
import type { Cell } from './cellNumbers.ts'
import { type Sheet, textOf } from './spreadsheet.ts'

type SheetRow = Sheet['rows'][number]
type RowFault = { row: number; column: string; detail: Translatable }
type NamedRows = {
  /** The row with the names. */
  headerRow: number
  names: string[]
  rows: { row: number; cells: Record<string, Cell | undefined> }[]
  /** With any of them, it is unsure which cell belongs to which column. */
  faults: RowFault[]
}

export async function namedRows({ rows }: Sheet, required: readonly string[]): Promise<NamedRows> {
  const [header = { row: 1, cells: [], width: null }, ...others] = rows
  const names = header.cells.map(cell => String(cell ?? '').trim())
  const pause = createPause()
  const named: NamedRows['rows'] = []
  const faults = headerFaults(header.row, names, required)
  for (const row of others) {
    await pause()
    named.push({ row: row.row, cells: Object.fromEntries(names.map((name, i) => [name, row.cells[i]])) })
    for (const fault of widthFaults(row, { width: header.width, names })) faults.push(fault)
  }
  return { headerRow: header.row, names, rows: named, faults }
}

function headerFaults(row: number, names: string[], required: readonly string[]): RowFault[] {
  const missing = required.filter(name => !names.includes(name))
  const repeated = new Set(names.filter((name, i) => name !== '' && names.indexOf(name) !== i))
  return [
    ...missing.map(column => ({
      row,
      column,
      detail: say('the file has no column {column}; the first row has the names of the columns', { column }),
    })),
    ...Array.from(repeated, column => ({
      row,
      column,
      detail: say('the file has the column {column} twice', { column }),
    })),
  ]
}

/** In CSV, a comma without quotes moves all cells after it. */
function widthFaults(
  { row, cells, width }: SheetRow,
  header: { width: SheetRow['width']; names: string[] },
): RowFault[] {
  if (width !== null && width !== header.width) {
    const detail = say(
      'the row has {width} cells, and the first row has {headWidth}; a text with a separator must be in quotes',
      { width, headWidth: header.width! },
    )
    return [{ row, column: header.names.at(-1) ?? '', detail }]
  }
  const nameless = cells.findIndex((cell, i) => cell !== null && (header.names[i] ?? '') === '')
  return nameless === -1
    ? []
    : [
        {
          row,
          column: '',
          detail: say('the cell {cell} is in a column without a name', { cell: quoted(String(cells[nameless])) }),
        },
      ]
}

/** A day is `2026-03-31`. */
export const plainText = (cell: Cell | undefined): string =>
  typeof cell === 'string'
    ? textOf(cell).trim()
    : cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : String(cell ?? '')

/** The digits that a number of a spreadsheet has. */
const maxDigits = 15

/** The content of a column: `name` has digits that are no number, and only a `day` may be one. */
export type CellKind = 'name' | 'day' | 'other'

/** Changes of a spreadsheet program to a cell that cannot be undone. */
export function cellFault(cell: Cell, kind: CellKind): Translatable | null {
  const text = plainText(cell)
  if (cell instanceof Date && kind !== 'day')
    return say('the spreadsheet has made a date of it; {typeAgain}', { typeAgain })
  if (shownInstead.test(text)) return say('the spreadsheet shows no value; {typeAgain}', { typeAgain })
  if (kind !== 'name') return null
  const isShortened =
    /^\d(?:[.,]\d+)?E\+\d{2,3}$/.test(text) ||
    (typeof cell === 'number' && /^\d+$/.test(text) && text.length > maxDigits)
  return isShortened ? say('the spreadsheet has shortened a long number; {typeAgain}', { typeAgain }) : null
}

const typeAgain = say('format the column as text and type it again')
const shownInstead = /^#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|#+)$/
