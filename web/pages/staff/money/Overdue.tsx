import { HandCoins } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import type { Column } from '../../../components/List.tsx'
import { PagedList } from '../../../components/PagedList.tsx'
import { AccountLink, OrderLink } from '../../../components/StaffLinks.tsx'
import { Ago, Email, money } from '../../../components/Values.tsx'
import { usePages } from '../../../shell/pages.ts'

type Order = Answer<'/staff/orders/overdue'>['orders'][number]

const columns: Column<Order>[] = [
  {
    title: 'Order',
    cell: one => <OrderLink order={one} fw={500} />,
  },
  {
    title: 'Account',
    cell: one => <AccountLink accountId={one.accountId} name={one.accountName} c="inherit" />,
  },
  { title: 'Holder', cell: one => <Email>{one.holderEmail}</Email>, wideOnly: true },
  { title: 'Amount', cell: one => money(one.amount), right: true },
  { title: 'Decline code', cell: one => one.declineCode?.replaceAll('_', ' ') ?? 'no card' },
  { title: 'Last tried', cell: one => (one.lastTriedAt === null ? 'never' : <Ago at={one.lastTriedAt} />) },
]

export function Overdue() {
  const pages = usePages(['staff', 'overdue'], cursor =>
    ask(api.GET('/staff/orders/overdue', { params: { query: cursor } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.orders}
      label="Unpaid orders"
      columns={columns}
      keyOf={one => `${one.accountId} ${one.customerOrderId}`}
      empty={
        <Empty icon={HandCoins} title="No unpaid orders">
          An order whose daily charge was declined too often is listed here. It is charged again when the holder pays in
          the dashboard or adds another card.
        </Empty>
      }
    />
  )
}
