// The charges of all accounts with filters that combine. The filters are in the address, and the export has the same.

import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Receipt } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { ChargeStatus, cardText, chargeStatusOptions } from '../../../components/billing/ChargeStatus.tsx'
import { documentPath } from '../../../components/billing/Documents.tsx'
import { Details } from '../../../components/layout/Details.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Code, money, number, ShortTime, Time } from '../../../components/layout/Values.tsx'
import { AccountLink, accountColumn, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { AccountFilter } from '../../../shell/lists/AccountSelect.tsx'
import { FilterSelect } from '../../../shell/lists/FilterSelect.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { SavedViews } from '../../../shell/lists/SavedViews.tsx'
import { TimeFilters, timeFilterNames, timeQueryOf, useTimeSort } from '../../../shell/lists/timeFilters.tsx'
import { AmountFilter } from './AmountFilter.tsx'

type Query = NonNullable<paths['/staff/charges']['get']['parameters']['query']>
type Charge = ResponseBody<'/staff/charges'>['charges'][number]

const plainFilters = ['accountId', 'status', 'minAmount', 'maxAmount'] as const

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
const columns: Column<Charge>[] = [
  { name: 'account', ...accountColumn },
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
    <Anchor
      href={documentPath(base, { chargeId, refundId: null, statement: null, paymentId: null })}
      download
      inherit
      className="nowrap"
    >
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
  const [filters] = useFilters()
  const query = { ...timeQueryOf(filters), ...namedFilters<Query>(filters, plainFilters) }
  return (
    <PageFrame title={t('Charges')} about={t('What was charged to the cards of all accounts.')}>
      <Group gap="xs" mb="md" align="flex-start">
        <AccountFilter />
        <FilterSelect
          name="status"
          label={t('Status')}
          all={t('All statuses')}
          clear={t('Clear status')}
          data={chargeStatusOptions}
        />
        <TimeFilters />
        <AmountFilter />
        <SavedViews path="/staff/views" list="charges" />
      </Group>
      <ListScreen
        of={pagesOf(['staff', 'charges'], query, query => api.GET('/staff/charges', { params: { query } }))}
        rowsOf={page => page.charges}
        label={t('Charges of all accounts')}
        columns={open => [dateColumn(open), ...columns]}
        keyOf={charge => charge.chargeId}
        sort={useTimeSort()}
        look="charges-of-all-accounts"
        sums={sumsText}
        exportOf="/staff/charges"
        dialog={{
          title: ({ amount }) => t('Charge of {amount}', { amount: money(amount) }),
          content: charge => <ChargeDetails charge={charge} />,
        }}
        noMatch={{
          of: [...plainFilters, ...timeFilterNames],
          title: t('No matching charges'),
          text: t('No charges match these filters.'),
        }}
        empty={{
          icon: Receipt,
          title: t('No charges yet'),
          text: t('Charges appear here when orders of accounts with a card are due.'),
        }}
      />
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
          [t('Decline reason'), charge.status === 'declined' ? (declineMessage ?? declineCode ?? '–') : undefined],
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
          { title: t('Order'), cell: order => <OrderLink order={{ ...order, accountId }} /> },
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
