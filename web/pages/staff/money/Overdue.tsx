import { HandCoins } from 'lucide-react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import { Email, money, RelativeTime } from '../../../components/layout/Values.tsx'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { usePages } from '../../../shell/pages.ts'

type Order = ResponseBody<'/staff/orders/overdue'>['orders'][number]

const columns: Column<Order>[] = [
  {
    title: 'Order',
    cell: order => <OrderLink order={order} fw={500} />,
  },
  {
    title: 'Account',
    cell: order => <AccountLink accountId={order.accountId} name={order.accountName} c="inherit" />,
  },
  { title: 'Holder', cell: order => <Email>{order.holderEmail}</Email>, wideOnly: true },
  { title: 'Amount', cell: order => money(order.amount), right: true },
  { title: 'Decline code', cell: order => order.declineCode?.replaceAll('_', ' ') ?? 'No card' },
  {
    title: 'Last attempt',
    cell: order => (order.lastTriedAt === null ? 'Never' : <RelativeTime at={order.lastTriedAt} />),
  },
]

export function Overdue() {
  const pages = usePages(['staff', 'overdue'], undefined, cursor =>
    unwrap(api.GET('/staff/orders/overdue', { params: { query: cursor } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.orders}
      label="Unpaid orders"
      columns={columns}
      keyOf={order => `${order.accountId} ${order.customerOrderId}`}
      empty={
        <EmptyState icon={HandCoins} title="No unpaid orders">
          Orders that are no longer charged daily after repeated declines appear here. They are charged when the account
          holder pays in the dashboard or adds another card.
        </EmptyState>
      }
    />
  )
}
