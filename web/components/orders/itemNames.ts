// The names of the books of an order in a sentence or beside a number: their titles, with the SKUs that tell books of
// the same title apart.

import type { Order } from '../../api.ts'

export const itemNames = ({ orderItems }: Pick<Order, 'orderItems'>, titles: readonly (string | null)[]): string[] =>
  orderItems.map(({ sku }, i) => (titles[i] ? `${titles[i]} (${sku})` : sku))
