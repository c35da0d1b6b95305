// Links to an order and to an account, wherever the staff area names one.

import type { AnchorProps } from '@mantine/core'
import { AppLink } from '../layout/AppLink.tsx'

type Order = { accountId: string; customerOrderId: string }
type LinkStyle = Omit<AnchorProps, 'children'>

export const orderPath = ({ accountId, customerOrderId }: Order) =>
  `/orders/${encodeURIComponent(accountId)}/${encodeURIComponent(customerOrderId)}`

export const OrderLink = ({ order, ...look }: LinkStyle & { order: Order }) => (
  <AppLink to={orderPath(order)} className="wrap" {...look}>
    {order.customerOrderId}
  </AppLink>
)

export const AccountLink = ({ accountId, name, ...look }: LinkStyle & { accountId: string; name: string }) => (
  <AppLink to={`/accounts/${encodeURIComponent(accountId)}`} className="wrap" {...look}>
    {name}
  </AppLink>
)
