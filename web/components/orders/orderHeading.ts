import { hasGeneratedName, orderTitle } from '../../../src/base/text/orderTitle.ts'
import type { Order } from '../../api.ts'
import { t } from '../../language.ts'

/** The order in a heading or a message: `Order 1042 · The Glass Mountain`, or the customer's own identifier. */
export const orderHeading = (order: Pick<Order, 'customerOrderId' | 'orderNumber'>, book?: string | null): string =>
  hasGeneratedName(order) ? t('Order {id}', { id: orderTitle(order, book) }) : order.customerOrderId
