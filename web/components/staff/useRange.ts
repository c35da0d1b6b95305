// The chosen cells of a grid: one that has the focus, or several from it on. Keys and the mouse choose as in a
// spreadsheet.

import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'

export type Place = { row: number; column: number }
export type Range = { from: Place; to: Place }

export const isSame = (a: Place, b: Place) => a.row === b.row && a.column === b.column
export const hasSeveral = (range: Range | null): range is Range => range !== null && !isSame(range.from, range.to)

export const edgesOf = ({ from, to }: Range) => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
})

export function isWithin(range: Range, { row, column }: Place): boolean {
  const { top, left, bottom, right } = edgesOf(range)
  return row >= top && row <= bottom && column >= left && column <= right
}

/** The inputs of the cells have their place in `data-cell`. */
export const cellAttribute = ({ row, column }: Place): string => `${row} ${column}`

function placeOf(target: EventTarget): Place | null {
  const [row, column] = (target instanceof HTMLInputElement ? (target.dataset.cell ?? '') : '').split(' ')
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) }
}

const steps: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** Within a text, the arrows move the caret. */
function leavesText({ key, target }: KeyboardEvent): boolean {
  const { selectionStart: start, selectionEnd: end, value } = target as HTMLInputElement
  if (steps[key]?.column === 0 || (start === 0 && end === value.length)) return true
  return start === end && start === (key === 'ArrowLeft' ? 0 : value.length)
}

export function useRange(size: { rows: number; columns: number }) {
  const [range, setRange] = useState<Range | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const inputAt = (place: Place) =>
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${cellAttribute(place)}"]`)
  const within = ({ row, column }: Place): Place => ({
    row: Math.min(Math.max(row, 0), size.rows - 1),
    column: Math.min(Math.max(column, 0), size.columns - 1),
  })
  const moved = (from: Place, by: Place) => within({ row: from.row + by.row, column: from.column + by.column })
  /** A cell that keeps the focus is left, too, so that its text is written. */
  const choose = (place: Place) => {
    const input = inputAt(place)
    if (input === document.activeElement) input?.blur()
    input?.focus()
    setRange({ from: place, to: place })
  }
  const extend = (from: Place, to: Place) => {
    setRange({ from, to })
    inputAt(to)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const events = {
    onFocus({ target }: FocusEvent) {
      const place = placeOf(target)
      if (place === null) return
      setRange({ from: place, to: place })
      ;(target as HTMLInputElement).select()
    },
    // The first click chooses the cell with its text, so that a paste replaces it; the next one moves the caret.
    onMouseDown(event: MouseEvent) {
      const place = placeOf(event.target)
      const hasFocus = event.target === document.activeElement && !hasSeveral(range)
      if (place === null || (hasFocus && !event.shiftKey)) return
      event.preventDefault()
      if (event.shiftKey && range !== null) extend(range.from, place)
      else choose(place)
    },
    onMouseOver({ buttons, target }: MouseEvent) {
      const place = placeOf(target)
      if (buttons === 1 && place !== null && range !== null && !isSame(range.to, place)) extend(range.from, place)
    },
    onKeyDown(event: KeyboardEvent) {
      if (range === null || event.ctrlKey || event.metaKey || event.altKey) return
      const { key, shiftKey } = event
      const step = steps[key]
      if (key === 'Enter') choose(moved(range.from, { row: shiftKey ? -1 : 1, column: 0 }))
      else if (step === undefined || !(leavesText(event) || hasSeveral(range))) return
      else if (shiftKey) extend(range.from, moved(range.to, step))
      else choose(moved(range.from, step))
      event.preventDefault()
    },
  }
  const collapse = () => setRange(range && { from: range.from, to: range.from })
  return { range, table, collapse, events }
}
