// What is owed for orders: booked when their price becomes final, and reversed when one is cancelled unpaid. Both run
// in the transaction of the step that they belong to. Sandbox orders, for which nothing is owed, are left out.

import { cancelled, sold } from '../../payments/ledger.ts'
import { cancelSale, insertSales } from '../../payments/refundStore.ts'
import { cellsOf, split } from '../../payments/sale.ts'
import { insertEntries } from '../../payments/store.ts'
import type { OrderKey } from '../order.ts'
import type { FinalPrice } from '../placing/price.ts'
import type { Work } from '../transition.ts'

/** Books the final prices of orders that have just begun to await payment. */
export async function salesMade(
  { tx, now }: Work,
  priced: { order: OrderKey; sale: FinalPrice['sale'] }[],
): Promise<void> {
  const sales = priced
    .filter(({ order }) => order.mode === 'production')
    .map(({ order: { accountId, orderId }, sale }) => ({ ...sale, accountId, orderId }))
  await insertSales(tx, sales, now)
  const entries = sales.flatMap(sale => sold({ ...sale, split: split(sale.price, cellsOf(sale.price)) }, now))
  await insertEntries(tx, entries)
}

/** An order that was cancelled while it awaited payment no longer owes anything. */
export async function saleCancelled({ tx, now }: Work, { mode, accountId, orderId }: OrderKey): Promise<void> {
  if (mode !== 'production') return
  const price = await cancelSale(tx, { accountId, orderId }, now)
  if (price === undefined) return
  await insertEntries(tx, cancelled({ accountId, orderId, price, split: split(price, cellsOf(price)) }, now))
}
