// Sales are posted when the price of an order is final, replaced when the order is changed before it is paid, and
// reversed when the order is canceled unpaid, each in the transaction of that step. Nothing is owed for sandbox orders.

import type { Book, Order, OrderKey } from '../../orders/order.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { cancellationPosting, changePosting, salePosting } from '../../payments/ledger.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { cancelSale, insertSales, replaceSale, type SoldBook } from '../../payments/refundStore.ts'
import { cellsOf, split } from '../../payments/splitSale.ts'
import type { FinalPrice } from '../placing/price.ts'

/** Posts the final prices of orders that have just begun to await payment. */
export async function recordSales(
  { tx, now }: UnitOfWork,
  priced: { order: Pick<Order, keyof OrderKey | 'books'>; sale: FinalPrice['sale'] }[],
): Promise<void> {
  const sales = priced
    .filter(({ order }) => order.mode === 'production')
    .map(({ order: { accountId, orderId, books }, sale }) => ({
      ...sale,
      accountId,
      orderId,
      books: books.map(soldBook),
    }))
  await insertSales(tx, sales, now)
  const postings = sales.map(sale => salePosting({ ...sale, split: split(sale.price, cellsOf(sale.price)) }, now))
  await insertPostings(tx, postings)
}

export const soldBook = ({ pageCount, coverSha256 = null, gutsSha256 = null }: Book): SoldBook => [
  pageCount,
  coverSha256,
  gutsSha256,
]

/** Posts the new price of an order that still awaits payment, or its proof. `order` is as its step left it. */
export async function changeSale({ tx, now }: UnitOfWork, order: Order, sale: FinalPrice['sale']): Promise<void> {
  const { accountId, mode, orderId, sequence } = order
  if (mode !== 'production') return
  const before = await replaceSale(tx, { ...sale, accountId, orderId }, now)
  const [sold, soldAfter] = [before, sale].map(({ place, exemptionId, price }) => ({
    ...{ accountId, orderId, place, exemptionId, price },
    split: split(price, cellsOf(price)),
  }))
  await insertPostings(tx, [changePosting(sold!, soldAfter!, sequence, now)])
}

/** Reverses the sale of an order that was canceled while it awaited payment. */
export async function reverseSale({ tx, now }: UnitOfWork, { mode, accountId, orderId }: OrderKey): Promise<void> {
  if (mode !== 'production') return
  const sale = await cancelSale(tx, { accountId, orderId }, now)
  if (sale === undefined) return
  const sold = { ...sale, accountId, orderId, split: split(sale.price, cellsOf(sale.price)) }
  await insertPostings(tx, [cancellationPosting(sold, now)])
}
