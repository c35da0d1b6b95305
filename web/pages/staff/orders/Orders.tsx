// All orders, late orders and orders due today, orders that wait for a person, longest waiting first, and a search for
// any order.

import { Alert, Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Search } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import { monthText } from '../../../components/billing/Statements.tsx'
import { SearchField } from '../../../components/forms/SearchField.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { money, RelativeTime } from '../../../components/layout/Values.tsx'
import { dueName } from '../../../components/orders/dueOptions.ts'
import { Recipient } from '../../../components/orders/Recipient.tsx'
import { accountColumn, OrderName } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { ScreenTabs, TabCount } from '../../../shell/frame/ScreenTabs.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { ordersDue, useOrderCount } from '../../../shell/orders/dueOrders.ts'
import { OrderStatus } from '../../../shell/orders/statusTexts.tsx'
import { AllOrders } from './AllOrders.tsx'
import { Causes } from './Causes.tsx'

type Waiting = ResponseBody<'/staff/orders'>['orders'][number]
type Archived = ResponseBody<'/staff/orders/find'>['archived'][number]
type Found = ResponseBody<'/staff/orders/find'>['orders'][number]

const waiting = [
  { tab: 'held', name: t('On hold'), status: 'EXCEPTION', none: t('No orders are on hold.') },
  {
    tab: 'cancellations',
    name: t('Cancellations requested'),
    status: 'CANCELLATION_REQUESTED',
    none: t('Printers have responded to all cancellation requests.'),
  },
  { tab: 'checking', name: t('Checking files'), status: 'VALIDATING', none: t('No orders are being checked.') },
  { tab: 'printing', name: t('Printing'), status: 'PRINTING', none: t('No orders are being printed.') },
] as const

type Listed = Pick<Waiting, 'accountId' | 'accountName' | 'customerOrderId' | 'orderNumber' | 'mode' | 'to' | 'total'>

const order = {
  title: t('Order'),
  cell: (listed: Listed) => <OrderName order={listed} />,
}
const recipient = {
  title: t('Recipient'),
  cell: ({ to }: Listed) => <Recipient {...to} />,
}
const total = {
  title: t('Total'),
  cell: (listed: Listed) => (listed.total === null ? '–' : money(listed.total)),
  right: true as const,
}

const columns: Column<Waiting>[] = [
  order,
  accountColumn,
  recipient,
  { title: t('Reason'), cell: order => <span className="wrap">{order.note ?? '–'}</span> },
  total,
  { title: t('Waiting since'), cell: order => <RelativeTime at={order.since} /> },
]

const foundColumns: Column<Found>[] = [
  order,
  accountColumn,
  recipient,
  { title: t('Status'), cell: order => <OrderStatus status={order.status} mode={order.mode} /> },
  total,
  { title: t('Placed'), cell: order => <RelativeTime at={order.createdAt} /> },
]

const archivedColumns: Column<Archived>[] = [
  {
    title: t('Archived order'),
    cell: listed => <OrderName order={listed} />,
  },
  accountColumn,
  { title: t('Placed in'), cell: ({ month }) => monthText(month) },
]

const noneDue = {
  late: t('Every order shipped by its promised day, or still has time.'),
  today: t('Nothing else has to ship today.'),
}

export function Page() {
  const [{ search }, setFilters] = useFilters()
  return (
    <PageFrame title={t('Orders')}>
      <Box mb="md">
        <SearchField
          label={t('Search all orders')}
          placeholder={t('Order ID, recipient, email address, tracking number or job ID')}
          maxLength={100}
          value={search ?? ''}
          find={text => setFilters({ search: text })}
        />
        <Text size="xs" c="dimmed" mt={6}>
          {t('Any part of an order ID, recipient, email address or tracking number, or a complete job ID.')}
        </Text>
      </Box>
      {search === undefined ? (
        <ScreenTabs
          tabs={[
            { tab: 'all', name: t('All orders'), content: <AllOrders /> },
            ...(['late', 'today'] as const).map(due => ({
              tab: due,
              name: dueName(due)!,
              beside: <Count of={ordersDue(due)} />,
              content: <AllOrders preset={ordersDue(due)} none={noneDue[due]} />,
            })),
            ...waiting.map(({ tab, name, status, none }) => ({
              tab,
              name,
              beside: <Count of={{ status }} />,
              content: (
                <>
                  {tab === 'held' ? <Causes /> : null}
                  <WaitingOrders status={status} none={none} />
                </>
              ),
            })),
          ]}
        />
      ) : (
        <Matches search={search} />
      )}
    </PageFrame>
  )
}

/** How many orders a tab has, if it has any. */
const Count = ({ of }: { of: Parameters<typeof useOrderCount>[0] }) => <TabCount count={useOrderCount(of)} />

function WaitingOrders({ status, none }: { status: string; none: string }) {
  return (
    <ListScreen
      of={pagesOf(['staff', 'orders', 'waiting'], { status }, query => api.GET('/staff/orders', { params: { query } }))}
      rowsOf={page => page.orders}
      label={t('Orders, longest waiting first')}
      columns={columns}
      keyOf={order => `${order.accountId} ${order.mode} ${order.customerOrderId}`}
      empty={{ icon: CircleCheck, title: t('No orders are waiting'), text: none }}
    />
  )
}

function Matches({ search }: { search: string }) {
  const found = useQuery({
    queryKey: ['staff', 'orders', 'find', search],
    queryFn: () => api.GET('/staff/orders/find', { params: { query: { search } } }),
  })
  if (found.isPending || found.error) return <LoadState of={found} rows={2} />
  const { orders, more, exact, archived } = found.data
  if (orders.length === 0 && archived.length === 0) {
    return (
      <EmptyState icon={Search} title={t('No matches.')}>
        {t('No order has this text or a similar text.')}
      </EmptyState>
    )
  }
  const same = orders.filter(order => order.customerOrderId === search)
  return (
    <>
      {same.length > 1 ? (
        <Alert mb="md">{t('Several accounts use this order ID. Check the account before you act.')}</Alert>
      ) : null}
      {archived.length === 0 ? null : (
        <List
          label={t('Archived orders')}
          rows={archived}
          columns={archivedColumns}
          keyOf={order => `${order.accountId} ${order.customerOrderId}`}
        />
      )}
      {exact ? null : <Alert mb="md">{t('No order has exactly this text. These orders have similar texts.')}</Alert>}
      {orders.length === 0 ? null : (
        <List
          label={t(exact ? 'Matching orders' : 'Similar orders')}
          rows={orders}
          columns={foundColumns}
          keyOf={order => `${order.accountId} ${order.customerOrderId}`}
          below={
            more ? (
              <Text size="xs" c="dimmed" ta="center" p="sm">
                {t('There may be more matches. Enter more characters to narrow the search.')}
              </Text>
            ) : null
          }
        />
      )}
    </>
  )
}
