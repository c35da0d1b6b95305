// The ledger over a range of days: the balances and movements of its accounts, and its entries to download.

import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, FileJson, FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResponseBody } from '../api.ts'
import { Failure } from '../components/feedback/Failure.tsx'
import { EmptyState } from '../components/layout/EmptyState.tsx'
import { type Column, List } from '../components/layout/List.tsx'
import { RowsSkeleton } from '../components/layout/Page.tsx'
import { capitalize, countryName, Muted, money } from '../components/layout/Values.tsx'
import { useFilters } from './mode.ts'

type Balances = ResponseBody<'/staff/ledger/balances'>
type Balance = Balances['balances'][number]

const names: Record<Balance['ledgerAccount'], string> = {
  receivable: 'Amount due',
  cash: 'Card payments',
  revenue: 'Order charges',
  tax: 'Tax',
  refunds: 'Refunds',
  disputes: 'Disputes',
  fees: 'Dispute fees',
}

/** Parts of the revenue, labeled like the lines of an order's price. */
const parts: Record<string, string> = { items: 'Books', fulfillment: 'Handling', shipping: 'Shipping' }
const partOf = (part: string | null): string | null => (part === null ? null : (parts[part] ?? capitalize(part)))

/** A country by its name: CA is listed next to US-CA. */
const taxedBy = (jurisdiction: string | null) => (jurisdiction?.length === 2 ? countryName(jurisdiction) : jurisdiction)

const amountOf = (amount: number) => (amount === 0 ? <Muted>–</Muted> : money(amount))

const amounts = [
  { title: 'Opening', of: 'opening' },
  { title: 'Debit', of: 'debit' },
  { title: 'Credit', of: 'credit' },
  { title: 'Closing', of: 'closing' },
] as const

const columnsOf = (balances: Balance[]): Column<Balance>[] => [
  {
    title: 'Account',
    cell: balance => (
      <>
        {names[balance.ledgerAccount]}
        {balance.part === null && balance.jurisdiction === null ? null : (
          <Text span inherit c="dimmed">
            {' '}
            {[partOf(balance.part), taxedBy(balance.jurisdiction)].filter(Boolean).join(', ')}
          </Text>
        )}
      </>
    ),
    total: 'Total',
  },
  ...amounts.map(({ title, of }) => ({
    title,
    cell: (balance: Balance) => amountOf(balance[of]),
    right: true as const,
    total: amountOf(balances.reduce((cents, balance) => cents + Math.round(balance[of] * 100), 0) / 100),
  })),
]

type Period = { from: string; to: string }
type Props = {
  /** The last part of the query's key. */
  of: string[]
  read: (period: Period) => Promise<Balances>
  /** The address of the file, without `format`. */
  hrefOf: (period: Period) => string
  /** Further filters. */
  children?: ReactNode
}

/** Dates are in UTC, up to `today`. */
function periodsTo(today: string): (Period & { name: string })[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  // Months are counted from 0 here; the day 0 is the last one of the month before.
  const dayOf = (monthIndex: number, date: number) =>
    new Date(Date.UTC(year, monthIndex, date)).toISOString().slice(0, 10)
  return [
    { name: 'This month', from: dayOf(month - 1, 1), to: today },
    { name: 'Last month', from: dayOf(month - 2, 1), to: dayOf(month - 1, 0) },
    { name: 'Quarter', from: dayOf(Math.floor((month - 1) / 3) * 3, 1), to: today },
  ]
}

export function Ledger({ of, read, hrefOf, children }: Props) {
  const [filters, setFilters] = useFilters()
  const today = new Date().toISOString().slice(0, 10)
  const periods = periodsTo(today)
  const { from = periods[0]!.from, to = today } = filters
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
      <Group gap="sm" mb="md">
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={periods.find(period => period.from === from && period.to === to)?.name ?? ''}
          onChange={chosen => {
            const { name: _, ...period } = periods.find(({ name }) => name === chosen)!
            setFilters(period)
          }}
          data={periods.map(({ name }) => name)}
        />
        <Text size="sm" c="dimmed">
          Dates are in UTC
        </Text>
      </Group>
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
            Download CSV
          </Button>
          <Button variant="default" leftSection={<FileJson size={15} />} {...file('json')}>
            Download JSON
          </Button>
        </Group>
      </Group>
      {balances.isPending ? <RowsSkeleton rows={4} /> : null}
      {balances.error ? <Failure error={balances.error} retry={() => balances.refetch()} /> : null}
      {balances.data && balances.data.balances.length === 0 ? (
        <EmptyState icon={BookOpen} title="No ledger entries">
          Every payment and refund is recorded here, split into its parts and taxes. You can download up to a year at a
          time.
        </EmptyState>
      ) : null}
      {balances.data && balances.data.balances.length > 0 ? (
        <List
          label="Balances"
          rows={balances.data.balances}
          columns={columnsOf(balances.data.balances)}
          keyOf={balance => `${balance.ledgerAccount} ${balance.part} ${balance.jurisdiction}`}
        />
      ) : null}
    </>
  )
}
