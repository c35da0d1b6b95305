// Orders that only a person can move on, longest waiting first, and a search for any order.

import { Alert, Box, Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Search } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { PagedList } from '../../../components/PagedList.tsx'
import { SearchField } from '../../../components/SearchField.tsx'
import { TabList } from '../../../components/TabList.tsx'
import { Ago, None } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { usePages } from '../../../shell/pages.ts'
import { OrderStatus } from '../../../shell/words.tsx'

type Waiting = Answer<'/staff/orders'>['orders'][number]
type Found = Answer<'/staff/orders/find'>['orders'][number]

const tabs = [
  { tab: 'exceptions', name: 'Exceptions', status: 'EXCEPTION', none: 'No order has been stopped by a problem.' },
  {
    tab: 'cancellations',
    name: 'Cancellations',
    status: 'CANCELLATION_REQUESTED',
    none: 'Printers have answered every request to cancel.',
  },
  { tab: 'checking', name: 'Being checked', status: 'VALIDATING', none: 'No order is being checked.' },
  { tab: 'printing', name: 'With the printer', status: 'PRINTING', none: 'Nothing is with a printer.' },
] as const

/** The service returns no more per account. */
const mostOfAnAccount = 20

const linkTo = ({ accountId, customerOrderId }: { accountId: string; customerOrderId: string }) =>
  `/orders/${encodeURIComponent(accountId)}/${encodeURIComponent(customerOrderId)}`

const columns: Column<Waiting>[] = [
  {
    title: 'Order',
    cell: one => (
      <GoTo to={linkTo(one)} fw={500} className="wrap">
        {one.customerOrderId}
      </GoTo>
    ),
  },
  {
    title: 'Account',
    cell: one => (
      <GoTo to={`/accounts/${encodeURIComponent(one.accountId)}`} c="inherit" className="wrap">
        {one.accountName}
      </GoTo>
    ),
  },
  { title: 'Reason', cell: one => <span className="wrap">{one.note ?? '–'}</span> },
  {
    title: 'Mode',
    cell: one => (one.mode === 'sandbox' ? <None>Sandbox</None> : 'Production'),
    wideOnly: true,
  },
  { title: 'Waiting since', cell: one => <Ago at={one.since} /> },
]

const foundColumns: Column<Found>[] = [
  {
    title: 'Order',
    cell: one => (
      <GoTo to={linkTo(one)} fw={500} className="wrap">
        {one.customerOrderId}
      </GoTo>
    ),
  },
  {
    title: 'Account',
    cell: one => (
      <GoTo to={`/accounts/${encodeURIComponent(one.accountId)}`} c="inherit" className="wrap">
        {one.accountName}
      </GoTo>
    ),
  },
  { title: 'State', cell: one => <OrderStatus status={one.status} /> },
  { title: 'Mode', cell: one => (one.mode === 'sandbox' ? <None>Sandbox</None> : 'Production') },
  { title: 'Placed', cell: one => <Ago at={one.createdAt} /> },
]

export function Page() {
  const [{ tab = 'exceptions', id }, setFilters] = useFilters()
  const shown = tabs.find(one => one.tab === tab) ?? tabs[0]
  return (
    <PageFrame title="Orders">
      <Box mb="md">
        <SearchField
          label="Find orders of any account by identifier or its beginning"
          placeholder="Find orders of any account by identifier or its beginning"
          maxLength={40}
          value={id ?? ''}
          find={text => setFilters({ id: text })}
        />
      </Box>
      {id === undefined ? (
        <Tabs value={shown.tab} onChange={value => setFilters({ tab: value ?? undefined })} keepMounted={false}>
          <TabList chosen={shown.tab}>
            {tabs.map(({ tab, name }) => (
              <Tabs.Tab key={tab} value={tab}>
                {name}
              </Tabs.Tab>
            ))}
          </TabList>
          {tabs.map(one => (
            <Tabs.Panel key={one.tab} value={one.tab}>
              <Standing status={one.status} none={one.none} />
            </Tabs.Panel>
          ))}
        </Tabs>
      ) : (
        <Matches customerOrderId={id} />
      )}
    </PageFrame>
  )
}

function Standing({ status, none }: { status: string; none: string }) {
  const pages = usePages(['staff', 'orders', 'waiting', status], cursor =>
    ask(api.GET('/staff/orders', { params: { query: { status, ...cursor } } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.orders}
      label="Orders, longest waiting first"
      columns={columns}
      keyOf={one => `${one.accountId} ${one.mode} ${one.customerOrderId}`}
      empty={
        <Empty icon={CircleCheck} title="No orders are waiting">
          {none}
        </Empty>
      }
    />
  )
}

function Matches({ customerOrderId }: { customerOrderId: string }) {
  const found = useQuery({
    queryKey: ['staff', 'orders', 'find', customerOrderId],
    queryFn: () => ask(api.GET('/staff/orders/find', { params: { query: { customerOrderId } } })),
  })
  if (found.isPending) return <RowsSkeleton rows={2} />
  if (found.error) return <Failure error={found.error} retry={() => found.refetch()} />
  if (found.data.orders.length === 0) {
    return (
      <Empty icon={Search} title="No matching order">
        No identifier begins like this. Upper and lower case matter.
      </Empty>
    )
  }
  const { orders } = found.data
  const same = orders.filter(one => one.customerOrderId === customerOrderId)
  return (
    <>
      {same.length > 1 ? (
        <Alert variant="light" mb="md">
          <Group>Customers choose their identifiers: several accounts use this one.</Group>
        </Alert>
      ) : null}
      <List
        label="Orders found"
        rows={orders}
        columns={foundColumns}
        keyOf={one => `${one.accountId} ${one.customerOrderId}`}
        below={
          orders.length >= mostOfAnAccount ? (
            <Text size="xs" c="dimmed" ta="center" p="sm">
              There may be more: enter more of the identifier.
            </Text>
          ) : null
        }
      />
    </>
  )
}
