import { HandCoins } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { Email, money, RelativeTime } from '../../../components/layout/Values.tsx'
import { accountColumn, orderColumn } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'

type Order = ResponseBody<'/staff/orders/overdue'>['orders'][number]

/** Of the provider, and our own. */
const declineCodes: Record<string, string> = {
  authentication_required: t('authentication required'),
  card_declined: t('card declined'),
  card_removed: t('card removed'),
  do_not_honor: t('do not honor'),
  expired_card: t('expired card'),
  generic_decline: t('generic decline'),
  insufficient_funds: t('insufficient funds'),
  lost_card: t('lost card'),
  no_card: t('no card'),
  not_confirmed: t('not confirmed'),
  processing_error: t('processing error'),
  stolen_card: t('stolen card'),
}

const codeText = (code: string) => declineCodes[code] ?? code.replaceAll('_', ' ')

const columns: Column<Order>[] = [
  orderColumn,
  accountColumn,
  { title: t('Holder'), cell: order => <Email>{order.holderEmail}</Email>, wideOnly: true },
  { title: t('Amount'), cell: order => money(order.amount), right: true },
  {
    title: t('Decline code'),
    cell: ({ declineCode }) => (declineCode === null ? t('No card') : codeText(declineCode)),
  },
  {
    title: t('Last attempt'),
    cell: order => (order.lastTriedAt === null ? t('Never [[tried]]') : <RelativeTime at={order.lastTriedAt} />),
  },
]

export function Overdue() {
  return (
    <ListScreen
      of={pagesOf(['staff', 'overdue'], {}, query => api.GET('/staff/orders/overdue', { params: { query } }))}
      rowsOf={page => page.orders}
      label={t('Unpaid orders')}
      columns={columns}
      keyOf={order => `${order.accountId} ${order.customerOrderId}`}
      empty={{
        icon: HandCoins,
        title: t('No unpaid orders'),
        text: t(
          'Orders that are no longer charged daily after repeated declines appear here. They are charged when the account holder pays in the dashboard or adds another card.',
        ),
      }}
    />
  )
}
