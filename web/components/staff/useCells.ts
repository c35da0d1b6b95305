// Typing and pasting into the cells of a grid, and copying from them.

import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import type { DecimalMark } from '../../../src/base/files/cellNumbers.ts'
import { t } from '../../language.ts'
import { separators } from '../forms/separators.ts'
import { number } from '../layout/Values.tsx'
import {
  type CellUnit,
  copiedRows,
  filledRows,
  type GridColumn,
  type GridRow,
  meaningsOf,
  type PlacedCell,
  pastedRows,
  placeCells,
  readCell,
  type SheetCell,
  shownCell,
  type Unplaced,
  writeCell,
} from './cells.ts'
import { edgesOf, hasSeveral, useRange } from './useRange.ts'

export type NotTaken = { row: string; column: string; got: string; expected: string }

export type Change = { row: string; column: string; before: string; after: string }

/** The result of a paste, or of a file. */
export type Pasted = { changes: Change[]; notTaken: NotTaken[] }
/** All rows of a file are as wide as its first one. */
export type SheetTable = { rows: SheetCell[][]; decimalMark: DecimalMark }

export const mark = separators.decimalSeparator === ',' ? ',' : '.'
export const shownText = (stored: unknown, unit: CellUnit): string => shownCell(stored, unit, mark)
const cellKey = ({ key }: { key: string }, { title }: { title: string }) => `${key} ${title}`
export const rowName = ({ title, about }: Pick<GridRow<unknown>, 'title' | 'about'>) => `${title}, ${about}`

/** In the place of a text that says no value, or two. */
export function expectedText(text: string, unit: CellUnit, source: 'typed' | 'pasted', of: DecimalMark = mark): string {
  const [first, second] = meaningsOf(text, unit, of, source)
  if (second !== undefined)
    return t('{first} or {second}: {text} can mean both', {
      first: shownText(first, unit),
      second: shownText(second, unit),
      text,
    })
  return t(
    'from {min} to {max}, {decimals, plural, =0 {a whole number} one {with at most # decimal} other {with at most # decimals}}',
    {
      min: shownText(unit.min * 10 ** unit.decimals, unit),
      max: shownText(unit.max * 10 ** unit.decimals, unit),
      decimals: unit.decimals,
    },
  )
}

const textsOf = <Value>(rows: GridRow<Value>[], columns: GridColumn<Value>[]): string[][] =>
  rows.map(({ value }) => columns.map(({ read, unit }) => writeCell(read(value), unit, mark)))

/** With the names of rows and columns, by which a paste finds its cells. */
export const tableText = <Value>(label: string, rows: GridRow<Value>[], columns: GridColumn<Value>[]): string =>
  copiedRows([
    [label, ...columns.map(({ title }) => title)],
    ...textsOf(rows, columns).map((cells, i) => [rows[i]!.names[0]!, ...cells]),
  ])

const expectedPlace = {
  row: t('a row of this table'),
  column: t('a column of this table'),
  names: t('a column with the names of the rows'),
  titles: t('the titles of the columns'),
}

/** Of all cells of changed rows: a discount takes the place of a price, for example. */
function changesIn<Value>(
  rows: GridRow<Value>[],
  columns: GridColumn<Value>[],
  values: ReadonlyMap<string, Value>,
): Change[] {
  const changed = rows.filter(({ key }) => values.has(key))
  return changed.flatMap(row =>
    columns.flatMap(({ title, unit, read }) => {
      const [before, after] = [read(row.value), read(values.get(row.key)!)]
      if (before === after) return []
      return [{ row: rowName(row), column: title, before: shownText(before, unit), after: shownText(after, unit) }]
    }),
  )
}

const placeText = ({ row, column, text: got, lacks }: Unplaced): NotTaken => ({
  row: t('Line {number}', { number: number(row) }),
  column: t('Column {number}', { number: number(column) }),
  got,
  expected: expectedPlace[lacks],
})

type Cells<Value> = {
  /** All rows, of which a search may show some. */
  all: GridRow<Value>[]
  rows: GridRow<Value>[]
  columns: GridColumn<Value>[]
  /** The number of rows that are on the screen; a paste fills the others, too. */
  shown: number
  isReadOnly: boolean
  change(values: ReadonlyMap<string, Value>): void
}

export function useCells<Value>({ all, rows, columns, shown, isReadOnly, change }: Cells<Value>) {
  const { range, table, collapse, events } = useRange({ rows: shown, columns: columns.length })
  /** The text of the cell that has the focus, until the cell is left. */
  const [typed, setTyped] = useState<{ cell: string; text: string } | null>(null)
  const [pasted, setPasted] = useState<Pasted | null>(null)
  /** The rows before each change. */
  const [changes, setChanges] = useState<GridRow<Value>[][]>([])

  function write(values: ReadonlyMap<string, Value>) {
    if (values.size === 0) return
    change(values)
    setChanges([...changes, all.filter(({ key }) => values.has(key))])
  }

  function typeInto(row: GridRow<Value>, column: GridColumn<Value>, text: string) {
    setTyped({ cell: cellKey(row, column), text })
    collapse()
  }

  function leave(row: GridRow<Value>, column: GridColumn<Value>) {
    if (typed === null) return
    setTyped(null)
    const value = readCell(typed.text, column.unit, mark, 'typed')
    const cell = value === undefined ? typed.text.trim() : (value ?? undefined)
    if (cell !== column.read(row.value)) write(new Map([[row.key, column.write(row.value, cell)]]))
  }

  function fill(cells: PlacedCell[], unplaced: NotTaken[], of = { rows, mark: mark as DecimalMark }) {
    const { values, notTaken } = filledRows(cells, { ...of, columns })
    const unread = notTaken.map(({ row, column: j, text }) => {
      const { title, unit } = columns[j]!
      const expected = expectedText(text, unit, 'pasted', of.mark)
      return { row: rowName(of.rows[row]!), column: title, got: text, expected }
    })
    write(values)
    setTyped(null)
    setPasted({ changes: changesIn(all, columns, values), notTaken: [...unplaced, ...unread] })
  }

  function fillRange(text: string) {
    const { top, left, bottom, right } = edgesOf(range!)
    const places = rows
      .slice(top, bottom + 1)
      .flatMap((_row, i) =>
        columns.slice(left, right + 1).map((_column, j) => ({ row: top + i, column: left + j, text })),
      )
    fill(places, [])
  }

  function onPaste(event: ClipboardEvent) {
    const table = pastedRows(event.clipboardData.getData('text/plain'))
    const [[text = ''] = []] = table
    const isCell = table.length <= 1 && (table[0]?.length ?? 0) <= 1
    if (range === null || isReadOnly || (isCell && !hasSeveral(range))) return
    event.preventDefault()
    if (isCell) return fillRange(text)
    const { top, left } = edgesOf(range)
    const { cells, unplaced } = placeCells(table, { rows, columns, mark }, { row: top, column: left })
    fill(cells, unplaced.map(placeText))
  }

  /** Fills all rows, also those that a search does not show. */
  function takeSheet(sheet: SheetTable) {
    const { cells, unplaced } = placeCells(sheet.rows, { rows: all, columns, mark }, null)
    fill(cells, unplaced.map(placeText), { rows: all, mark: sheet.decimalMark })
  }

  function onCopy(event: ClipboardEvent) {
    if (!hasSeveral(range)) return
    event.preventDefault()
    const { top, left, bottom, right } = edgesOf(range)
    const cells = textsOf(rows.slice(top, bottom + 1), columns.slice(left, right + 1))
    event.clipboardData.setData('text/plain', copiedRows(cells))
  }

  function onCut(event: ClipboardEvent) {
    onCopy(event)
    if (hasSeveral(range) && !isReadOnly) fillRange('')
  }

  /** A row that is gone by now stays away. */
  function undo() {
    const keys = new Set(all.map(({ key }) => key))
    const before = changes.at(-1)!.filter(({ key }) => keys.has(key))
    change(new Map(before.map(({ key, value }) => [key, value])))
    setChanges(changes.slice(0, -1))
    setPasted(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return setTyped(null)
    const isUndo = (event.ctrlKey || event.metaKey) && event.key === 'z' && typed === null && changes.length > 0
    const isClear = !isReadOnly && hasSeveral(range) && (event.key === 'Delete' || event.key === 'Backspace')
    if (!isUndo && !isClear) return events.onKeyDown(event)
    event.preventDefault()
    if (isUndo) undo()
    else fillRange('')
  }

  return {
    ...{ range, table, pasted, typeInto, leave, takeSheet },
    typedIn: (row: GridRow<Value>, column: GridColumn<Value>) =>
      typed?.cell === cellKey(row, column) ? typed.text : undefined,
    undo: changes.length > 0 ? undo : null,
    close: () => setPasted(null),
    events: { ...events, onKeyDown, onPaste, onCopy, onCut },
  }
}
