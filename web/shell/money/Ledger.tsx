// The ledger over a range of days: the balances and movements of its accounts, and its entries to download.

import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, FileJson, FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResponseBody } from '../../api.ts'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { capitalize, Muted, money } from '../../components/layout/Values.tsx'
import { jurisdictionName } from '../../components/orders/states.ts'
import { t } from '../../language.ts'
import { useFilters } from '../frame/mode.ts'

type Balances = ResponseBody<'/staff/ledger/balances'>
type Balance = Balances['balances'][number]

export const ledgerNames: Record<Balance['ledgerAccount'], string> = {
  receivable: t('Amount due'),
  cash: t('Payments received'),
  revenue: t('Order charges'),
  tax: t('Tax'),
  refunds: t('Refunds'),
  disputes: t('Disputes'),
  fees: t('Dispute fees'),
  shipping_cost: t('Shipping labels'),
  carrier_payable: t('Owed to carriers'),
}

/** Parts of the revenue, labeled like the lines of an order's price. */
const parts: Record<string, string> = { items: t('Books'), fulfillment: t('Handling'), shipping: t('Shipping') }
const partOf = (part: string | null): string | null => (part === null ? null : (parts[part] ?? capitalize(part)))

const taxedBy = (jurisdiction: string | null) => (jurisdiction === null ? null : jurisdictionName(jurisdiction))

/** A part of the price, or a jurisdiction. */
export const ledgerDetail = (detail: string) => parts[detail] ?? jurisdictionName(detail)

const amountOf = (amount: number) => (amount === 0 ? <Muted>–</Muted> : money(amount))

const amounts = [
  { title: t('Opening'), of: 'opening' },
  { title: t('Debit'), of: 'debit' },
  { title: t('Credit'), of: 'credit' },
  { title: t('Closing'), of: 'closing' },
] as const

const columnsOf = (balances: Balance[]): Column<Balance>[] => [
  {
    title: t('Account'),
    cell: balance => (
      <>
        {ledgerNames[balance.ledgerAccount]}
        {balance.part === null && balance.jurisdiction === null ? null : (
          <Text span inherit c="dimmed">
            {' '}
            {[partOf(balance.part), taxedBy(balance.jurisdiction)].filter(Boolean).join(', ')}
          </Text>
        )}
      </>
    ),
    total: t('Total'),
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
    { name: t('This month'), from: dayOf(month - 1, 1), to: today },
    { name: t('Last month'), from: dayOf(month - 2, 1), to: dayOf(month - 1, 0) },
    { name: t('Quarter'), from: dayOf(Math.floor((month - 1) / 3) * 3, 1), to: today },
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
          aria-label={t('Period')}
          value={periods.find(period => period.from === from && period.to === to)?.name ?? ''}
          onChange={chosen => {
            const { name: _, ...period } = periods.find(({ name }) => name === chosen)!
            setFilters(period)
          }}
          data={periods.map(({ name }) => name)}
        />
        <Text size="sm" c="dimmed">
          {t('Dates are in UTC')}
        </Text>
      </Group>
      <Group gap="sm" mb="md" align="flex-end">
        <TextInput
          type="date"
          label={t('From [[date]]')}
          value={from}
          max={to}
          onChange={event => setFilters({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('To [[date]]')}
          value={to}
          min={from}
          onChange={event => setFilters({ to: event.currentTarget.value })}
        />
        {children}
        <Group gap="xs">
          <Button variant="default" leftSection={<FileSpreadsheet size={15} />} {...file('csv')}>
            {t('Download CSV')}
          </Button>
          <Button variant="default" leftSection={<FileJson size={15} />} {...file('json')}>
            {t('Download JSON')}
          </Button>
        </Group>
      </Group>
      <LoadState of={balances} rows={4} />
      {balances.data && balances.data.balances.length === 0 ? (
        <EmptyState icon={BookOpen} title={t('No ledger entries')}>
          {t(
            'Every payment and refund is recorded here, split into its parts and taxes. You can download up to a year at a time.',
          )}
        </EmptyState>
      ) : null}
      {balances.data && balances.data.balances.length > 0 ? (
        <List
          label={t('Balances')}
          rows={balances.data.balances}
          columns={columnsOf(balances.data.balances)}
          keyOf={balance => `${balance.ledgerAccount} ${balance.part} ${balance.jurisdiction}`}
        />
      ) : null}
    </>
  )
}
