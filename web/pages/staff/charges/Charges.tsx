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
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { AccountSelect } from '../../../shell/lists/AccountSelect.tsx'
import { type ChoosableColumn, ListLookMenu, useListLook } from '../../../shell/lists/listLook.tsx'
import { SavedViews } from '../../../shell/lists/SavedViews.tsx'
import { TimeFilters, timeQueryOf, useTimeSort } from '../../../shell/lists/timeFilters.tsx'
import { AmountFilter } from './AmountFilter.tsx'

type Query = NonNullable<paths['/staff/charges']['get']['parameters']['query']>
type Charge = ResponseBody<'/staff/charges'>['charges'][number]

const plainFilters = ['accountId', 'status', 'minAmount', 'maxAmount'] as const
const filterNames = [...plainFilters, 'period', 'after', 'before'] as const

const dateColumn = (open: (charge: Charge) => void): Column<Charge> => ({
  title: t('Date'),
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
    title: t('Account'),
    cell: charge => <AccountLink accountId={charge.accountId} name={charge.accountName} c="inherit" />,
  },
  { name: 'status', title: t('Status'), cell: charge => <ChargeStatus status={charge.status} /> },
  { name: 'orders', title: t('Orders'), cell: charge => number(charge.orderCount), right: true },
  { name: 'card', title: t('Card'), cell: ({ card }) => (card === null ? '–' : cardText(card)), wideOnly: true },
  { name: 'amount', title: t('Amount'), cell: charge => money(charge.amount), right: true },
  {
    name: 'refunded',
    title: t('Refunded'),
    cell: charge => (charge.refunded === 0 ? '–' : money(charge.refunded)),
    right: true,
    wideOnly: true,
  },
  { name: 'invoice', title: t('Invoice'), cell: charge => <Invoice charge={charge} /> },
  {
    name: 'decline',
    title: t('Decline reason'),
    cell: ({ declineMessage, declineCode }) => <span className="wrap">{declineMessage ?? declineCode ?? '–'}</span>,
    isExtra: true,
  },
  { name: 'provider', title: t('Provider'), cell: charge => charge.provider, isExtra: true },
  { name: 'id', title: t('Charge ID'), cell: charge => <ChargeId charge={charge} />, isExtra: true },
]

function Invoice({ charge: { accountId, chargeId, invoiceNumber } }: { charge: Charge }) {
  if (invoiceNumber === null) return '–'
  const base = `/staff/accounts/${encodeURIComponent(accountId)}/billing`
  return (
    <Anchor href={documentPath(base, { chargeId, refundId: null })} download inherit className="nowrap">
      {t('Invoice {number}', { number: invoiceNumber })}
    </Anchor>
  )
}

const ChargeId = ({ charge: { chargeId } }: { charge: Charge }) => (
  <Code label={t('Copy charge ID {chargeId}', { chargeId })} shown={`…${chargeId.slice(-8)}`}>
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
    <PageFrame title={t('Charges')} about={t('What was charged to the cards of all accounts.')}>
      <Group gap="xs" mb="md" align="flex-start">
        <AccountSelect
          style={{ flex: '2 1 14rem', minWidth: 0 }}
          value={filters.accountId ?? null}
          change={accountId => setFilters({ accountId: accountId ?? '' })}
        />
        <Select
          style={{ flex: '1 1 10rem', minWidth: 0 }}
          aria-label={t('Status')}
          placeholder={t('All statuses')}
          data={chargeStatusOptions}
          value={filters.status ?? null}
          onChange={status => setFilters({ status: status ?? '' })}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear status') }}
        />
        <TimeFilters />
        <AmountFilter filters={filters} change={setFilters} />
        <SavedViews path="/staff/views" list="charges" />
      </Group>
      <PagedList
        of={pages}
        rowsOf={page => page.charges}
        label={t('Charges of all accounts')}
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
              title={t('No matching charges')}
              action={
                <Button
                  variant="default"
                  onClick={() => setFilters(Object.fromEntries(filterNames.map(name => [name, undefined])))}
                >
                  {t('Clear filters')}
                </Button>
              }
            >
              {t('No charges match these filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon={Receipt} title={t('No charges yet')}>
              {t('Charges appear here when orders of accounts with a card are due.')}
            </EmptyState>
          )
        }
      />
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === null ? '' : t('Charge of {amount}', { amount: money(shown.amount) })}
      >
        {shown === null ? null : <ChargeDetails charge={shown} />}
      </Modal>
    </PageFrame>
  )
}

const sumsText = ({ count, total }: { count: number | null; total: number | null }): string =>
  count === null || total === null
    ? t('More than 10,000 charges')
    : t('{count, plural, one {# charge} other {# charges}}, {total}', { count, total: money(total) })

function ChargeDetails({ charge }: { charge: Charge }) {
  const { accountId, accountName, orders, orderCount, card, declineMessage, declineCode } = charge
  return (
    <Stack gap="sm">
      <Details
        rows={[
          [t('Account'), <AccountLink key="a" accountId={accountId} name={accountName} />],
          [t('Status'), <ChargeStatus key="s" status={charge.status} />],
          ...(charge.status === 'declined'
            ? [[t('Decline reason'), declineMessage ?? declineCode ?? '–'] as [string, string]]
            : []),
          [t('Kind'), charge.kind === 'daily' ? t('Daily charge') : t('Requested by a member of the account')],
          [t('Refunded'), money(charge.refunded)],
          [t('Card'), card === null ? '–' : cardText(card)],
          [t('Started'), <Time key="c" at={charge.createdAt} />],
          [t('Settled'), charge.settledAt === null ? '–' : <Time key="e" at={charge.settledAt} />],
          [t('Invoice'), <Invoice key="i" charge={charge} />],
          [t('Charge ID'), <ChargeId key="d" charge={charge} />],
        ]}
      />
      <List
        label={t('Orders of the charge')}
        rows={orders}
        columns={[
          { title: t('Order'), cell: ({ customerOrderId }) => <OrderLink order={{ accountId, customerOrderId }} /> },
          { title: t('Amount'), cell: ({ amount }) => money(amount), right: true },
        ]}
        keyOf={({ customerOrderId }) => customerOrderId}
      />
      {orderCount > orders.length ? (
        <Text size="sm" c="dimmed">
          {t('And {count, plural, one {# more order} other {# more orders}}', { count: orderCount - orders.length })}
        </Text>
      ) : null}
    </Stack>
  )
}
