// The ledger of a stretch of days: what its accounts stood at and moved, and its entries to download.

import { Button, Group, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, FileJson, FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../api.ts'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { type Column, List } from '../components/List.tsx'
import { RowsSkeleton } from '../components/Page.tsx'
import { capital, countryOf, money } from '../components/Values.tsx'
import { useFilters } from './mode.ts'

type Balances = Answer<'/staff/ledger/balances'>
type Balance = Balances['balances'][number]

const names: Record<Balance['ledgerAccount'], string> = {
  receivable: 'Owed for orders',
  cash: 'Taken from cards',
  revenue: 'Sold',
  tax: 'Taxes collected',
  refunds: 'Given back',
}

/** What was sold, in the words of an order's price. */
const parts: Record<string, string> = { items: 'Books', fulfillment: 'Handling', shipping: 'Shipping' }
const partOf = (part: string | null): string | null => (part === null ? null : (parts[part] ?? capital(part)))

/** A country by its name: CA stands beside US-CA. */
const taxedBy = (jurisdiction: string | null) => (jurisdiction?.length === 2 ? countryOf(jurisdiction) : jurisdiction)

const columns: Column<Balance>[] = [
  {
    title: 'Account',
    cell: one => (
      <>
        {names[one.ledgerAccount]}
        {one.part === null && one.jurisdiction === null ? null : (
          <Text span inherit c="dimmed">
            {' '}
            {[partOf(one.part), taxedBy(one.jurisdiction)].filter(Boolean).join(', ')}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Before', cell: one => money(one.opening), right: true },
  { title: 'Debit', cell: one => money(one.debit), right: true },
  { title: 'Credit', cell: one => money(one.credit), right: true },
  { title: 'After', cell: one => money(one.closing), right: true },
]

type Period = { from: string; to: string }
type Props = {
  /** Names the query. */
  of: string[]
  read: (period: Period) => Promise<Balances>
  /** Where the file is, without `format`. */
  hrefOf: (period: Period) => string
  /** More to choose by. */
  children?: ReactNode
}

export function Ledger({ of, read, hrefOf, children }: Props) {
  const [filters, setFilters] = useFilters()
  const today = new Date().toISOString().slice(0, 10)
  const { from = `${today.slice(0, 7)}-01`, to = today } = filters
  const balances = useQuery({
    queryKey: ['ledger', ...of, from, to],
    queryFn: () => read({ from, to }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const file = (format: 'csv' | 'json') => ({
    component: 'a' as const,
    href: `${hrefOf({ from, to })}&format=${format}`,
    download: `ledger-${from}-${to}.${format}`,
    'data-disabled': balances.isError || undefined,
    onClick: (event: { preventDefault(): void }) => (balances.isError ? event.preventDefault() : undefined),
  })
  return (
    <>
      <Group gap="sm" mb="md" align="flex-end">
        <TextInput
          type="date"
          label="From"
          value={from}
          max={to}
          onChange={event => setFilters({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To"
          value={to}
          min={from}
          onChange={event => setFilters({ to: event.currentTarget.value })}
        />
        {children}
        <Group gap="xs">
          <Button variant="default" leftSection={<FileSpreadsheet size={15} />} {...file('csv')}>
            CSV
          </Button>
          <Button variant="default" leftSection={<FileJson size={15} />} {...file('json')}>
            JSON
          </Button>
        </Group>
      </Group>
      {balances.isPending ? <RowsSkeleton rows={4} /> : null}
      {balances.error ? <Failure error={balances.error} retry={() => balances.refetch()} /> : null}
      {balances.data && balances.data.balances.length === 0 ? (
        <Empty icon={BookOpen} title="Nothing in the books">
          An order that is paid for is written down with its parts and taxes, and so is every refund. Days are those of
          UTC, and a file holds a year at most.
        </Empty>
      ) : null}
      {balances.data && balances.data.balances.length > 0 ? (
        <List
          label="Balances"
          rows={balances.data.balances}
          columns={columns}
          keyOf={one => `${one.ledgerAccount} ${one.part} ${one.jurisdiction}`}
        />
      ) : null}
    </>
  )
}
