// The days and the sequence of a list that is sorted by time. They are in the address.

import type { ListSort } from '../../components/layout/SortHead.tsx'
import { knownSort, SortSelect } from '../../components/layout/SortSelect.tsx'
import { DayFilter, daysIn } from '../../components/orders/DayFilter.tsx'
import { periodOf } from '../../components/orders/periods.ts'
import { t } from '../../language.ts'
import { type Filters, useFilters } from '../frame/mode.ts'

export const timeSorts = { newest: t('Newest first'), oldest: t('Oldest first') }

/** The parameters of the address by which such a list is filtered. */
export const timeFilterNames = ['period', 'after', 'before'] as const

export function useTimeSort(): ListSort {
  const [{ sort }, setFilters] = useFilters()
  return {
    value: knownSort(timeSorts, sort, 'newest'),
    change: value => setFilters({ sort: value === 'newest' ? '' : value }),
  }
}

export function TimeFilters() {
  const [filters, setFilters] = useFilters()
  const sort = useTimeSort()
  return (
    <>
      <DayFilter filters={filters} change={setFilters} />
      <SortSelect labels={timeSorts} list={sort} />
    </>
  )
}

type TimeQuery = { sort?: 'oldest'; from?: string; to?: string }

/** The filters as the service takes them. */
export function timeQueryOf(filters: Filters): TimeQuery {
  const { period, after, before } = daysIn(filters)
  const { createdAfter, createdBefore } = periodOf(period)
  // Bounds of periods are excluded; these lists include their beginning.
  const from = after === undefined ? later(createdAfter, 1) : startOf(after)
  const to = before === undefined ? later(createdBefore, 1) : endOf(before)
  return {
    ...(filters.sort === 'oldest' ? { sort: 'oldest' } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

const later = (at: string | undefined, ms: number) =>
  at === undefined ? undefined : new Date(Date.parse(at) + ms).toISOString()
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString()
const endOf = (day: string) => later(new Date(`${day}T23:59:59.999`).toISOString(), 1)
