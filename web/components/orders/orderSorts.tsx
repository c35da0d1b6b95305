// How lists of orders can be sorted, and what is shown of a list that is too long for it.

import { Button, Group, Select } from '@mantine/core'
import { ArrowDownUp } from 'lucide-react'
import { ApiProblem } from '../../api.ts'
import { EmptyState } from '../layout/EmptyState.tsx'
import type { ColumnSort, ListSort } from '../layout/SortHead.tsx'
import { money, plural } from '../layout/Values.tsx'

const labels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  '-updated': 'Last changed first',
  updated: 'Longest unchanged first',
  '-total': 'Highest total first',
  total: 'Lowest total first',
  status: 'By status',
  '-status': 'By status, last step first',
  recipient: 'By recipient',
  '-recipient': 'By recipient, Z to A',
  country: 'By country',
  '-country': 'By country, Z to A',
}
const labelsOfAllAccounts = { ...labels, account: 'By account', '-account': 'By account, Z to A' }

export type OrderSort = keyof typeof labels
export type AllOrdersSort = keyof typeof labelsOfAllAccounts

/** The sort that the address names; the default for another text. */
export const orderSortOf = (name: string | undefined): OrderSort => known(labels, name)
export const allOrdersSortOf = (name: string | undefined): AllOrdersSort => known(labelsOfAllAccounts, name)

const known = <Sorts extends typeof labels>(sorts: Sorts, name = 'newest') =>
  (Object.hasOwn(sorts, name) ? name : 'newest') as keyof Sorts

const by = (name: string): ColumnSort => ({ ascending: name, descending: `-${name}` })
export const sortBy = {
  created: { ascending: 'oldest', descending: 'newest', first: 'descending' },
  updated: { ...by('updated'), first: 'descending' },
  total: { ...by('total'), first: 'descending' },
  status: by('status'),
  recipient: by('recipient'),
  country: by('country'),
  account: by('account'),
} satisfies Record<string, ColumnSort>

/** For a phone, where no column has a head. */
export const SortSelect = ({ list, hasAccounts }: { list: ListSort; hasAccounts?: true }) => (
  <Select
    style={{ flex: '1 1 9rem', minWidth: 0 }}
    aria-label="Sort"
    data={Object.entries(hasAccounts ? labelsOfAllAccounts : labels).map(([value, label]) => ({ value, label }))}
    value={list.value}
    onChange={value => list.change(value ?? 'newest')}
    allowDeselect={false}
  />
)

/** How many orders a list has, and their sum; null if there are too many. */
export const sumsText = (count: number | null, total: number | null): string =>
  count === null || total === null ? 'More than 10,000 orders' : `${plural(count, 'order')}, ${money(total)}`

export const isTooManyToSort = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'too_many_to_sort'

/** `change`: sets filters of the address. */
export const TooManyToSort = ({ change }: { change: (filters: Record<string, string>) => void }) => (
  <EmptyState
    icon={ArrowDownUp}
    title="Too many orders to sort"
    action={
      <Group justify="center" gap="xs">
        <Button onClick={() => change({ period: 'month', after: '', before: '' })}>Last 30 days</Button>
        <Button variant="default" onClick={() => change({ sort: '' })}>
          Newest first
        </Button>
      </Group>
    }
  >
    More than 10,000 orders match. Choose a shorter period or fewer statuses, or list the newest orders first.
  </EmptyState>
)
