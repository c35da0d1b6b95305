// Typing and pasting into the cells of a grid, and copying from them.

import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { t } from '../../language.ts'
import { separators } from '../forms/separators.ts'
import { number } from '../layout/Values.tsx'
import {
  type CellUnit,
  copiedRows,
  type GridColumn,
  type GridRow,
  isTable,
  type PlacedCell,
  pastedRows,
  placeCells,
  readCell,
  shownCell,
  writeCell,
} from './cells.ts'
import { edgesOf, hasSeveral, useRange } from './useRange.ts'

export type NotTaken = { row: string; column: string; got: string; expected: string }

/** The result of a paste, and the rows before it while they can be brought back. */
export type Pasted<Value> = { filled: number; notTaken: NotTaken[]; before: GridRow<Value>[] }

export const mark = separators.decimalSeparator === ',' ? ',' : '.'
export const shownText = (stored: unknown, unit: CellUnit): string => shownCell(stored, unit, mark)
export const cellKey = ({ key }: { key: string }, { title }: { title: string }) => `${key} ${title}`
export const rowName = ({ title, about }: Pick<GridRow<unknown>, 'title' | 'about'>) => `${title}, ${about}`

export const expectedText = (unit: CellUnit): string =>
  t(
    'from {min} to {max}, {decimals, plural, =0 {a whole number} one {with at most # decimal} other {with at most # decimals}}',
    {
      min: shownText(unit.min * 10 ** unit.decimals, unit),
      max: shownText(unit.max * 10 ** unit.decimals, unit),
      decimals: unit.decimals,
    },
  )

const textsOf = <Value>(rows: GridRow<Value>[], columns: GridColumn<Value>[]): string[][] =>
  rows.map(({ value }) => columns.map(({ read, unit }) => writeCell(read(value), unit, mark)))

/** With the names of rows and columns, by which a paste finds its cells. */
export const tableText = <Value>(label: string, rows: GridRow<Value>[], columns: GridColumn<Value>[]): string =>
  copiedRows([
    [label, ...columns.map(({ title }) => title)],
    ...textsOf(rows, columns).map((cells, i) => [rows[i]!.names[0]!, ...cells]),
  ])

type Cells<Value> = {
  rows: GridRow<Value>[]
  columns: GridColumn<Value>[]
  /** The number of rows that are on the screen; a paste fills the others, too. */
  shown: number
  isReadOnly: boolean
  change(values: ReadonlyMap<string, Value>): void
}

export function useCells<Value>({ rows, columns, shown, isReadOnly, change }: Cells<Value>) {
  const { range, table, events } = useRange({ rows: shown, columns: columns.length })
  /** Texts that are being typed, or that say no value. */
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [pasted, setPasted] = useState<Pasted<Value> | null>(null)
  const forget = (keys: ReadonlySet<string>) => setTyped(new Map([...typed].filter(([key]) => !keys.has(key))))

  function typeInto(row: GridRow<Value>, column: GridColumn<Value>, text: string) {
    setTyped(new Map([...typed, [cellKey(row, column), text]]))
    setPasted(pasted && { ...pasted, before: [] })
    const value = readCell(text, column.unit, mark)
    if (value !== undefined && (value ?? undefined) !== column.read(row.value))
      change(new Map([[row.key, column.write(row.value, value ?? undefined)]]))
  }

  function leave(row: GridRow<Value>, column: GridColumn<Value>) {
    const text = typed.get(cellKey(row, column))
    if (text !== undefined && readCell(text, column.unit, mark) !== undefined) forget(new Set([cellKey(row, column)]))
  }

  /** A text that says no value is reported, and its cell stays as it is. */
  function fill(cells: PlacedCell[], unplaced: NotTaken[]) {
    const values = new Map<string, Value>()
    const notTaken = [...unplaced]
    let filled = 0
    for (const { row: i, column: j, text } of cells) {
      const [row, column] = [rows[i]!, columns[j]!]
      const current = values.has(row.key) ? values.get(row.key)! : row.value
      const value = readCell(text, column.unit, mark)
      if (value === undefined)
        notTaken.push({ row: rowName(row), column: column.title, got: text, expected: expectedText(column.unit) })
      else if ((value ?? undefined) !== column.read(current)) {
        values.set(row.key, column.write(current, value ?? undefined))
        filled++
      }
    }
    if (filled > 0) change(values)
    forget(new Set(cells.map(({ row, column }) => cellKey(rows[row]!, columns[column]!))))
    setPasted({ filled, notTaken, before: rows.filter(({ key }) => values.has(key)) })
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (range === null || isReadOnly || !isTable(text)) return
    event.preventDefault()
    const { top, left } = edgesOf(range)
    const { cells, unplaced } = placeCells(pastedRows(text), { rows, columns }, { row: top, column: left })
    const others = unplaced.map(({ row, column, text: got, lacks }) => ({
      row: t('Line {number}', { number: number(row) }),
      column: t('Column {number}', { number: number(column) }),
      got,
      expected: lacks === 'row' ? t('a row of this table') : t('a column of this table'),
    }))
    fill(cells, others)
  }

  function onCopy(event: ClipboardEvent) {
    if (!hasSeveral(range)) return
    event.preventDefault()
    const { top, left, bottom, right } = edgesOf(range)
    const cells = textsOf(rows.slice(top, bottom + 1), columns.slice(left, right + 1))
    event.clipboardData.setData('text/plain', copiedRows(cells))
  }

  /** A row that is gone by now, or has become another one, stays as it is. */
  function undo() {
    const names = new Map(rows.map(row => [row.key, row.names[0]]))
    const before = pasted?.before.filter(row => names.get(row.key) === row.names[0]) ?? []
    change(new Map(before.map(({ key, value }) => [key, value])))
    setPasted(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key === 'z' && pasted !== null && pasted.before.length > 0
    const isClear = !isReadOnly && hasSeveral(range) && (event.key === 'Delete' || event.key === 'Backspace')
    if (!isUndo && !isClear) return events.onKeyDown(event)
    event.preventDefault()
    if (isUndo) return undo()
    const { top, left, bottom, right } = edgesOf(range!)
    const places = rows
      .slice(top, bottom + 1)
      .flatMap((_row, i) =>
        columns.slice(left, right + 1).map((_column, j) => ({ row: top + i, column: left + j, text: '' })),
      )
    fill(places, [])
  }

  return {
    ...{ range, table, typed, pasted, typeInto, leave, undo },
    close: () => setPasted(null),
    events: { ...events, onKeyDown, onPaste, onCopy },
  }
}
