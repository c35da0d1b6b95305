// Orders that only a person can move on, longest waiting first, and a search for any order.

import { Alert, Box, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Search } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { PagedList } from '../../../components/PagedList.tsx'
import { Recipient } from '../../../components/Recipient.tsx'
import { SearchField } from '../../../components/SearchField.tsx'
import { AccountLink, OrderLink } from '../../../components/StaffLinks.tsx'
import { TabList } from '../../../components/TabList.tsx'
import { Ago, money } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { usePages } from '../../../shell/pages.ts'
import { OrderStatus } from '../../../shell/words.tsx'

type Waiting = Answer<'/staff/orders'>['orders'][number]
type Found = Answer<'/staff/orders/find'>['orders'][number]

const tabs = [
  { tab: 'held', name: 'On hold', status: 'EXCEPTION', none: 'No order is on hold.' },
  {
    tab: 'cancellations',
    name: 'Cancellations requested',
    status: 'CANCELLATION_REQUESTED',
    none: 'Printers have answered every request to cancel.',
  },
  { tab: 'checking', name: 'Checking files', status: 'VALIDATING', none: 'No order is being checked.' },
  { tab: 'printing', name: 'Printing', status: 'PRINTING', none: 'No order is being printed.' },
] as const

type Listed = Pick<Waiting, 'accountId' | 'accountName' | 'customerOrderId' | 'mode' | 'to' | 'total'>

const order = {
  title: 'Order',
  cell: (one: Listed) => (
    <div>
      <OrderLink order={one} fw={500} />
      {one.mode === 'sandbox' ? (
        <Text size="xs" c="dimmed">
          Sandbox
        </Text>
      ) : null}
    </div>
  ),
}
const account = {
  title: 'Account',
  cell: (one: Listed) => <AccountLink accountId={one.accountId} name={one.accountName} c="inherit" />,
}
const to = {
  title: 'To',
  cell: ({ to }: Listed) => <Recipient {...to} />,
}
const total = {
  title: 'Total',
  cell: (one: Listed) => (one.total === null ? '–' : money(one.total)),
  right: true as const,
}

const columns: Column<Waiting>[] = [
  order,
  account,
  to,
  { title: 'Reason', cell: one => <span className="wrap">{one.note ?? '–'}</span> },
  total,
  { title: 'Waiting since', cell: one => <Ago at={one.since} /> },
]

const foundColumns: Column<Found>[] = [
  order,
  account,
  to,
  { title: 'Status', cell: one => <OrderStatus status={one.status} mode={one.mode} /> },
  total,
  { title: 'Placed', cell: one => <Ago at={one.createdAt} /> },
]

export function Page() {
  const [{ tab = 'held', search }, setFilters] = useFilters()
  const shown = tabs.find(one => one.tab === tab) ?? tabs[0]
  return (
    <PageFrame title="Orders">
      <Box mb="md">
        <SearchField
          label="Find an order of any account"
          placeholder="Identifier, recipient, tracking number or job ID"
          maxLength={100}
          value={search ?? ''}
          find={text => setFilters({ search: text })}
        />
        <Text size="xs" c="dimmed" mt={6}>
          Identifiers, recipients’ names and their e-mail addresses are found by how they begin; tracking numbers and
          job IDs whole. Surnames alone, streets and phone numbers are not searched.
        </Text>
      </Box>
      {search === undefined ? (
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
        <Matches search={search} />
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

function Matches({ search }: { search: string }) {
  const found = useQuery({
    queryKey: ['staff', 'orders', 'find', search],
    queryFn: () => ask(api.GET('/staff/orders/find', { params: { query: { search } } })),
  })
  if (found.isPending) return <RowsSkeleton rows={2} />
  if (found.error) return <Failure error={found.error} retry={() => found.refetch()} />
  const { orders, more } = found.data
  if (orders.length === 0) {
    return (
      <Empty icon={Search} title="No matching order">
        Nothing begins like this. In identifiers, upper and lower case matter.
      </Empty>
    )
  }
  const same = orders.filter(one => one.customerOrderId === search)
  return (
    <>
      {same.length > 1 ? (
        <Alert variant="light" mb="md">
          Customers choose their identifiers: several accounts use this one.
        </Alert>
      ) : null}
      <List
        label="Orders found"
        rows={orders}
        columns={foundColumns}
        keyOf={one => `${one.accountId} ${one.customerOrderId}`}
        below={
          more ? (
            <Text size="xs" c="dimmed" ta="center" p="sm">
              There may be more: enter more of the text.
            </Text>
          ) : null
        }
      />
    </>
  )
}
