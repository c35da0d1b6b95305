// The names of the books of an order in a sentence or beside a number: their titles, with the SKUs that tell books of
// the same title apart.

import { bookName } from '../../../src/base/text/orderTitle.ts'
import type { Order } from '../../api.ts'

export const itemNames = ({ orderItems }: Pick<Order, 'orderItems'>, titles: readonly (string | null)[]): string[] =>
  orderItems.map(({ sku }, i) => bookName({ sku, title: titles[i] }))
