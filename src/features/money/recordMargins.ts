// The margins of orders are stored when the orders ship: only then is the whole price known, and the cost spent. They
// are written in the transaction of that step, for the sums of reports. Nothing is earned in the sandbox.

import { sql } from 'kysely'
import { bigint, json, rowsOf, text } from '../../db/rows.ts'
import type { Order } from '../../orders/order.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { Margin, OrderMargin } from '../placing/margins.ts'
import { findLabelCosts } from '../printing/labelCosts.ts'

export async function recordMargins(
  { tx, now }: UnitOfWork,
  shipped: Order[],
  marginOf: (order: Order, labelCents: number | null) => OrderMargin | null,
): Promise<void> {
  const labelCents = await findLabelCosts(tx, shipped)
  const margins = shipped
    .filter(({ mode }) => mode === 'production')
    .flatMap(order => {
      const { total, lines } = marginOf(order, labelCents.get(order.orderId) ?? null) ?? { total: null, lines: [] }
      return total === null ? [] : [{ ...total, lines, accountId: order.accountId, orderId: order.orderId }]
    })
  if (margins.length === 0) return
  const rows = rowsOf(margins, 'm', {
    accountId: text(m => m.accountId),
    orderId: text(m => m.orderId),
    priceCents: bigint(m => m.priceCents),
    costCents: bigint(m => m.costCents),
    lines: json(m => m.lines.map(pairOf)),
  })
  await sql`insert into order_margins (${rows.columns}, at) select *, ${now}::timestamptz from ${rows.from}`.execute(tx)
}

const pairOf = (margin: Margin | null) => margin && [margin.priceCents, margin.costCents]
