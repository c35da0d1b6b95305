// Links to an order and to an account, wherever the staff area names one.

import type { AnchorProps } from '@mantine/core'
import { GoTo } from './GoTo.tsx'

type Order = { accountId: string; customerOrderId: string }
type Look = Omit<AnchorProps, 'children'>

export const pathOfOrder = ({ accountId, customerOrderId }: Order) =>
  `/orders/${encodeURIComponent(accountId)}/${encodeURIComponent(customerOrderId)}`

export const OrderLink = ({ order, ...look }: Look & { order: Order }) => (
  <GoTo to={pathOfOrder(order)} className="wrap" {...look}>
    {order.customerOrderId}
  </GoTo>
)

export const AccountLink = ({ accountId, name, ...look }: Look & { accountId: string; name: string }) => (
  <GoTo to={`/accounts/${encodeURIComponent(accountId)}`} className="wrap" {...look}>
    {name}
  </GoTo>
)
