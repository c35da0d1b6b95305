// The head of a column by which a list can be sorted.

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import classes from './SortHead.module.css'

/** The values of `sort` for both directions; the first click takes `first`, which is ascending if it is absent. */
export type ColumnSort = { ascending: string; descending: string; first?: 'descending' }
export type ListSort = { value: string; change: (value: string) => void }

export const sortDirection = (column: ColumnSort | undefined, list: ListSort | undefined) =>
  column === undefined || list === undefined
    ? undefined
    : list.value === column.ascending
      ? 'ascending'
      : list.value === column.descending
        ? 'descending'
        : 'none'

export function SortHead({ title, column, list }: { title: string; column: ColumnSort; list: ListSort }) {
  const direction = sortDirection(column, list)
  const { ascending, descending, first } = column
  const next =
    direction === 'none'
      ? first === 'descending'
        ? descending
        : ascending
      : direction === 'ascending'
        ? descending
        : ascending
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <button type="button" className={classes.sort} data-sorted={direction !== 'none'} onClick={() => list.change(next)}>
      {title} <Arrow size={13} aria-hidden />
    </button>
  )
}
