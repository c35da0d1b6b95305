// The sorts of lists of orders, and the visible part of a list that is too long to sort.

import { Button, Group } from '@mantine/core'
import { ArrowDownUp } from 'lucide-react'
import { ApiProblem } from '../../api.ts'
import { t } from '../../language.ts'
import { EmptyState } from '../layout/EmptyState.tsx'
import type { ColumnSort, ListSort } from '../layout/SortHead.tsx'
import { knownSort, SortSelect } from '../layout/SortSelect.tsx'
import { money } from '../layout/Values.tsx'

const labels = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  due: t('By ship date, Rush first'),
  '-due': t('Latest ship date first'),
  '-updated': t('Last changed first'),
  updated: t('Longest unchanged first'),
  '-total': t('Highest total first'),
  total: t('Lowest total first'),
  status: t('By status'),
  '-status': t('By status, last step first'),
  recipient: t('By recipient'),
  '-recipient': t('By recipient, Z to A'),
  country: t('By country'),
  '-country': t('By country, Z to A'),
}
const labelsOfAllAccounts = { ...labels, account: t('By account'), '-account': t('By account, Z to A') }

export type OrderSort = keyof typeof labels
export type AllOrdersSort = keyof typeof labelsOfAllAccounts

/** The sort that the address names; the default for another text. */
export const orderSortOf = (name: string | undefined): OrderSort => knownSort(labels, name, 'newest')
export const allOrdersSortOf = (name: string | undefined): AllOrdersSort =>
  knownSort(labelsOfAllAccounts, name, 'newest')

const by = (name: string): ColumnSort => ({ ascending: name, descending: `-${name}` })
export const sortBy = {
  created: { ascending: 'oldest', descending: 'newest', first: 'descending' },
  due: by('due'),
  updated: { ...by('updated'), first: 'descending' },
  total: { ...by('total'), first: 'descending' },
  status: by('status'),
  recipient: by('recipient'),
  country: by('country'),
  account: by('account'),
} satisfies Record<string, ColumnSort>

export const OrderSortSelect = ({ list, hasAccounts }: { list: ListSort; hasAccounts?: true }) => (
  <SortSelect labels={hasAccounts ? labelsOfAllAccounts : labels} list={list} />
)

/** How many orders a list has, and their sum; null if there are too many. */
export const sumsText = (count: number | null, total: number | null): string =>
  count === null || total === null
    ? t('More than 10,000 orders')
    : t('{count, plural, one {# order} other {# orders}}, {total}', { count, total: money(total) })

export const isTooManyToSort = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'too_many_to_sort'

/** `change`: sets filters of the address. */
export const TooManyToSort = ({ change }: { change: (filters: Record<string, string>) => void }) => (
  <EmptyState
    icon={ArrowDownUp}
    title={t('Too many orders to sort')}
    action={
      <Group justify="center" gap="xs">
        <Button onClick={() => change({ period: 'month', after: '', before: '' })}>{t('Last 30 days')}</Button>
        <Button variant="default" onClick={() => change({ sort: '' })}>
          {t('Newest first')}
        </Button>
      </Group>
    }
  >
    {t('More than 10,000 orders match. Choose a shorter period or fewer statuses, or list the newest orders first.')}
  </EmptyState>
)
