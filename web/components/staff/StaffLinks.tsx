// Links to an order and to an account, wherever the staff area names one, and their columns of a list.

import { type AnchorProps, Text } from '@mantine/core'
import { hasGeneratedName, orderTitle } from '../../../src/base/text/orderTitle.ts'
import type { Mode } from '../../api.ts'
import { t } from '../../language.ts'
import { AppLink } from '../layout/AppLink.tsx'
import { number } from '../layout/Values.tsx'

type Order = {
  accountId: string
  customerOrderId: string
  orderNumber?: string
  orderTitle?: string
  bookTitle?: string | null
}
type LinkStyle = Omit<AnchorProps, 'children'>

export const orderPath = ({ accountId, customerOrderId }: Pick<Order, 'accountId' | 'customerOrderId'>) =>
  `/orders/${encodeURIComponent(accountId)}/${encodeURIComponent(customerOrderId)}`

export const OrderLink = ({ order, ...look }: LinkStyle & { order: Order }) => (
  <AppLink to={orderPath(order)} className="wrap" {...look}>
    {orderTitle(order, order.bookTitle)}
  </AppLink>
)

type NumberedOrder = Order & { orderNumber: string; mode?: Mode }

/** An order in a list: beneath its name, its number if the name does not say it, and whether it is of the sandbox. */
export const OrderName = ({ order }: { order: NumberedOrder }) => (
  <div>
    <OrderLink order={order} fw={500} />
    <Text size="xs" c="dimmed">
      {[
        ...(hasGeneratedName(order) ? [] : [`#${order.orderNumber}`]),
        ...(order.mode === 'sandbox' ? [t('sandbox')] : []),
      ].join(', ')}
    </Text>
  </div>
)

export const AccountLink = ({ accountId, name, ...look }: LinkStyle & { accountId: string; name: string }) => (
  <AppLink to={`/accounts/${encodeURIComponent(accountId)}`} className="wrap" {...look}>
    {name}
  </AppLink>
)

type AccountRow = { accountId: string; accountName: string }

export const accountColumn = {
  title: t('Account'),
  cell: ({ accountId, accountName }: AccountRow) => (
    // A long name takes no space from the other columns.
    <AccountLink accountId={accountId} name={accountName} c="inherit" display="inline-block" maw="13rem" />
  ),
}

export const orderColumn = { title: t('Order'), cell: (order: Order) => <OrderLink order={order} fw={500} /> }

type OrdersProps = { first: Order | null; count: number }

/** The first of several orders, by which the staff finds what a customer asks about. */
export function FirstOrder({ first, count }: OrdersProps) {
  if (first === null) return number(count)
  return (
    <span className="wrap">
      <OrderLink order={first} />
      {count > 1 ? ` ${t('and {count} more', { count: number(count - 1) })}` : ''}
    </span>
  )
}
