// The cost of the labels of shipped orders, for orders whose parcels all have a label that was bought here.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { Order } from '../../orders/order.ts'
import { isShippedLabel } from './followParcels.ts'

type ShippedOrder = Pick<Order, 'accountId' | 'mode' | 'orderId' | 'state'>

/**
 * By the ids of the orders, with labels of parcels that were sent again, and those whose money the carrier kept. A
 * bought label that no parcel has is being given back.
 */
export async function findLabelCosts(db: Db | Tx, orders: ShippedOrder[]): Promise<Map<string, number>> {
  if (orders.length === 0) return new Map()
  const keys = rowsOf(orders, 'k', {
    accountId: text(o => o.accountId),
    mode: text(o => o.mode),
    orderId: text(o => o.orderId),
  })
  const { rows } = await sql<{ orderId: string; labels: number; costCents: number }>`
    select order_id as "orderId", count(*) filter (where l.status = 'bought' and l.resends is null)::int as labels,
      sum(cost_cents)::bigint as "costCents"
    from shipping_labels l
    join orders o using (account_id, mode, order_id)
    where (account_id, mode, order_id) in (select * from ${keys.from})
      and (${isShippedLabel} or l.status = 'bought' and l.resends is not null or l.status = 'not_refunded')
    group by order_id`.execute(db)
  const parcels = new Map(
    orders.map(({ orderId, state }) => [orderId, state.shipmentTracking.flatMap(({ packages }) => packages).length]),
  )
  return new Map(
    rows
      .filter(({ orderId, labels }) => labels > 0 && labels === parcels.get(orderId))
      .map(({ orderId, costCents }) => [orderId, costCents]),
  )
}
