// The ledger over a range of days: the balances and movements of its accounts, and its entries to download.

import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, FileJson, FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../api.ts'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { type Column, List } from '../components/List.tsx'
import { RowsSkeleton } from '../components/Page.tsx'
import { capital, countryOf, money, None } from '../components/Values.tsx'
import { useFilters } from './mode.ts'

type Balances = Answer<'/staff/ledger/balances'>
type Balance = Balances['balances'][number]

const names: Record<Balance['ledgerAccount'], string> = {
  receivable: 'Amount due',
  cash: 'Card payments',
  revenue: 'Order charges',
  tax: 'Tax',
  refunds: 'Refunds',
}

/** What was sold, in the words of an order's price. */
const parts: Record<string, string> = { items: 'Books', fulfillment: 'Handling', shipping: 'Shipping' }
const partOf = (part: string | null): string | null => (part === null ? null : (parts[part] ?? capital(part)))

/** A country by its name: CA is listed next to US-CA. */
const taxedBy = (jurisdiction: string | null) => (jurisdiction?.length === 2 ? countryOf(jurisdiction) : jurisdiction)

const amountOf = (amount: number) => (amount === 0 ? <None>–</None> : money(amount))

const amounts = [
  { title: 'Opening', of: 'opening' },
  { title: 'Debit', of: 'debit' },
  { title: 'Credit', of: 'credit' },
  { title: 'Closing', of: 'closing' },
] as const

const columnsOf = (balances: Balance[]): Column<Balance>[] => [
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
    total: 'Total',
  },
  ...amounts.map(({ title, of }) => ({
    title,
    cell: (one: Balance) => amountOf(one[of]),
    right: true as const,
    total: amountOf(balances.reduce((cents, one) => cents + Math.round(one[of] * 100), 0) / 100),
  })),
]

type Period = { from: string; to: string }
type Props = {
  /** Names the query. */
  of: string[]
  read: (period: Period) => Promise<Balances>
  /** The address of the file, without `format`. */
  hrefOf: (period: Period) => string
  /** Further filters. */
  children?: ReactNode
}

/** Days in UTC, up to `today`. */
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
          value={periods.find(one => one.from === from && one.to === to)?.name ?? ''}
          onChange={chosen => {
            const { name: _, ...period } = periods.find(({ name }) => name === chosen)!
            setFilters(period)
          }}
          data={periods.map(({ name }) => name)}
        />
        <Text size="sm" c="dimmed">
          Days in UTC
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
          An order that is paid for is written down with its parts and taxes, and so is every refund. A file holds a
          year at most.
        </Empty>
      ) : null}
      {balances.data && balances.data.balances.length > 0 ? (
        <List
          label="Balances"
          rows={balances.data.balances}
          columns={columnsOf(balances.data.balances)}
          keyOf={one => `${one.ledgerAccount} ${one.part} ${one.jurisdiction}`}
        />
      ) : null}
    </>
  )
}
