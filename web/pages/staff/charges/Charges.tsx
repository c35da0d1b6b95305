// The charges of all accounts with filters that combine. The filters are in the address, and the export has the same.

import { Anchor, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { Receipt, Search } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { ChargeStatus, cardText, chargeStatusOptions } from '../../../components/billing/ChargeStatus.tsx'
import { documentPath } from '../../../components/billing/Documents.tsx'
import { Details } from '../../../components/layout/Details.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { ExportButtons, exportUrl } from '../../../components/layout/ExportButtons.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import { Code, money, number, ShortTime, Time } from '../../../components/layout/Values.tsx'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { AccountSelect } from '../../../shell/AccountSelect.tsx'
import { type ChoosableColumn, ListLookMenu, useListLook } from '../../../shell/listLook.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { usePages } from '../../../shell/pages.ts'
import { SavedViews } from '../../../shell/SavedViews.tsx'
import { TimeFilters, timeQueryOf, useTimeSort } from '../../../shell/timeFilters.tsx'
import { AmountFilter } from './AmountFilter.tsx'

type Query = NonNullable<paths['/staff/charges']['get']['parameters']['query']>
type Charge = ResponseBody<'/staff/charges'>['charges'][number]

const plainFilters = ['accountId', 'status', 'minAmount', 'maxAmount'] as const
const filterNames = [...plainFilters, 'period', 'after', 'before'] as const

const dateColumn = (open: (charge: Charge) => void): Column<Charge> => ({
  title: 'Date',
  sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
  cell: charge => (
    <Anchor component="button" type="button" inherit fw={500} onClick={() => open(charge)}>
      <ShortTime at={charge.createdAt} />
    </Anchor>
  ),
})

/** Beside the date, which is always shown. */
const columns: (Column<Charge> & ChoosableColumn)[] = [
  {
    name: 'account',
    title: 'Account',
    cell: charge => <AccountLink accountId={charge.accountId} name={charge.accountName} c="inherit" />,
  },
  { name: 'status', title: 'Status', cell: charge => <ChargeStatus status={charge.status} /> },
  { name: 'orders', title: 'Orders', cell: charge => number(charge.orderCount), right: true },
  { name: 'card', title: 'Card', cell: ({ card }) => (card === null ? '–' : cardText(card)), wideOnly: true },
  { name: 'amount', title: 'Amount', cell: charge => money(charge.amount), right: true },
  {
    name: 'refunded',
    title: 'Refunded',
    cell: charge => (charge.refunded === 0 ? '–' : money(charge.refunded)),
    right: true,
    wideOnly: true,
  },
  { name: 'invoice', title: 'Invoice', cell: charge => <Invoice charge={charge} /> },
  {
    name: 'decline',
    title: 'Decline reason',
    cell: ({ declineMessage, declineCode }) => <span className="wrap">{declineMessage ?? declineCode ?? '–'}</span>,
    isExtra: true,
  },
  { name: 'provider', title: 'Provider', cell: charge => charge.provider, isExtra: true },
  { name: 'id', title: 'Charge ID', cell: charge => <ChargeId charge={charge} />, isExtra: true },
]

function Invoice({ charge: { accountId, chargeId, invoiceNumber } }: { charge: Charge }) {
  if (invoiceNumber === null) return '–'
  const base = `/staff/accounts/${encodeURIComponent(accountId)}/billing`
  return (
    <Anchor href={documentPath(base, { chargeId, refundId: null })} download inherit className="nowrap">
      Invoice {invoiceNumber}
    </Anchor>
  )
}

const ChargeId = ({ charge: { chargeId } }: { charge: Charge }) => (
  <Code label={`Copy charge ID ${chargeId}`} shown={`…${chargeId.slice(-8)}`}>
    {chargeId}
  </Code>
)

export function Page() {
  const [filters, setFilters] = useFilters()
  const [shown, setShown] = useState<Charge | null>(null)
  const plain = plainFilters.flatMap(name => (filters[name] === undefined ? [] : [[name, filters[name]]]))
  const query: Query = { ...timeQueryOf(filters), ...Object.fromEntries(plain) }
  const pages = usePages(['staff', 'charges'], query, cursor =>
    unwrap(api.GET('/staff/charges', { params: { query: { ...query, ...cursor } } })),
  )
  const look = useListLook('charges-of-all-accounts', columns)
  const sort = useTimeSort()
  const isFiltered = filterNames.some(name => filters[name] !== undefined)
  const first = pages.data?.pages[0]
  return (
    <PageFrame title="Charges" about="What was charged to the cards of all accounts.">
      <Group gap="xs" mb="md" align="flex-start">
        <AccountSelect
          style={{ flex: '2 1 14rem', minWidth: 0 }}
          value={filters.accountId ?? null}
          change={accountId => setFilters({ accountId: accountId ?? '' })}
        />
        <Select
          style={{ flex: '1 1 10rem', minWidth: 0 }}
          aria-label="Status"
          placeholder="All statuses"
          data={chargeStatusOptions}
          value={filters.status ?? null}
          onChange={status => setFilters({ status: status ?? '' })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear status' }}
        />
        <TimeFilters />
        <AmountFilter filters={filters} change={setFilters} />
        <SavedViews path="/staff/views" list="charges" />
      </Group>
      <PagedList
        of={pages}
        rowsOf={page => page.charges}
        label="Charges of all accounts"
        columns={[dateColumn(setShown), ...columns.filter(({ name }) => look.shown.has(name))]}
        isCompact={look.isCompact}
        keyOf={charge => charge.chargeId}
        open={setShown}
        sort={sort}
        above={
          <Group justify="space-between" gap="xs" mb="xs">
            <Text size="sm" c="dimmed">
              {first === undefined ? '' : sumsText(first)}
            </Text>
            <Group gap="xs">
              <ListLookMenu look={look} />
              <ExportButtons urlOf={format => exportUrl('/staff/charges', query as Record<string, string>, format)} />
            </Group>
          </Group>
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={Search}
              title="No matching charges"
              action={
                <Button
                  variant="default"
                  onClick={() => setFilters(Object.fromEntries(filterNames.map(name => [name, undefined])))}
                >
                  Clear filters
                </Button>
              }
            >
              No charges match these filters.
            </EmptyState>
          ) : (
            <EmptyState icon={Receipt} title="No charges yet">
              Charges appear here when orders of accounts with a card are due.
            </EmptyState>
          )
        }
      />
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === null ? '' : `Charge of ${money(shown.amount)}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {shown === null ? null : <ChargeDetails charge={shown} />}
      </Modal>
    </PageFrame>
  )
}

const sumsText = ({ count, total }: { count: number | null; total: number | null }): string =>
  count === null || total === null
    ? 'More than 10,000 charges'
    : `${count === 1 ? '1 charge' : `${number(count)} charges`}, ${money(total)}`

function ChargeDetails({ charge }: { charge: Charge }) {
  const { accountId, accountName, orders, orderCount, card, declineMessage, declineCode } = charge
  return (
    <Stack gap="sm">
      <Details
        rows={[
          ['Account', <AccountLink key="a" accountId={accountId} name={accountName} />],
          ['Status', <ChargeStatus key="s" status={charge.status} />],
          ...(charge.status === 'declined'
            ? [['Decline reason', declineMessage ?? declineCode ?? '–'] as [string, string]]
            : []),
          ['Kind', charge.kind === 'daily' ? 'Daily charge' : 'Requested by a member of the account'],
          ['Refunded', money(charge.refunded)],
          ['Card', card === null ? '–' : cardText(card)],
          ['Started', <Time key="c" at={charge.createdAt} />],
          ['Settled', charge.settledAt === null ? '–' : <Time key="e" at={charge.settledAt} />],
          ['Invoice', <Invoice key="i" charge={charge} />],
          ['Charge ID', <ChargeId key="d" charge={charge} />],
        ]}
      />
      <List
        label="Orders of the charge"
        rows={orders}
        columns={[
          { title: 'Order', cell: ({ customerOrderId }) => <OrderLink order={{ accountId, customerOrderId }} /> },
          { title: 'Amount', cell: ({ amount }) => money(amount), right: true },
        ]}
        keyOf={({ customerOrderId }) => customerOrderId}
      />
      {orderCount > orders.length ? (
        <Text size="sm" c="dimmed">
          And {number(orderCount - orders.length)} more orders
        </Text>
      ) : null}
    </Stack>
  )
}
