import { useInfiniteQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { Ago, money } from '../../../components/Values.tsx'

type Order = Answer<'/staff/orders/overdue'>['orders'][number]

const columns: Column<Order>[] = [
  {
    title: 'Order',
    cell: one => (
      <GoTo
        to={`/orders/${encodeURIComponent(one.accountId)}/${encodeURIComponent(one.customerOrderId)}`}
        fw={500}
        className="wrap"
      >
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
  { title: 'Holder', cell: one => <span className="wrap">{one.holderEmail}</span>, wideOnly: true },
  { title: 'Amount', cell: one => money(one.amount), right: true },
  { title: 'Declined as', cell: one => one.declineCode?.replaceAll('_', ' ') ?? 'no card' },
  { title: 'Last tried', cell: one => (one.lastTriedAt === null ? 'never' : <Ago at={one.lastTriedAt} />) },
]

export function Overdue() {
  const orders = useInfiniteQuery({
    queryKey: ['staff', 'overdue'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/orders/overdue', { params: { query: pageParam === undefined ? {} : { cursor: pageParam } } }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  if (orders.isPending) return <RowsSkeleton />
  if (orders.error) return <Failure error={orders.error} retry={() => orders.refetch()} />
  const rows = orders.data.pages.flatMap(page => page.orders)
  if (rows.length === 0) {
    return (
      <Empty icon={HandCoins} title="Everybody pays">
        An order whose daily charge was declined too often is listed here. It is charged again when the holder pays in
        the dashboard or puts another card on file.
      </Empty>
    )
  }
  return (
    <List
      label="Unpaid orders"
      rows={rows}
      columns={columns}
      keyOf={one => `${one.accountId} ${one.customerOrderId}`}
      below={<More of={orders} />}
    />
  )
}
