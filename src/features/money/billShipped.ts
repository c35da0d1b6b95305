// An enterprise order is billed when it ships: only then has the printer set its whole price. Its sale is posted, and
// its line is written for the next statement, in the transaction of that step. A reprint is a line without a price.
// Nothing is owed for sandbox orders.

import type { Order } from '../../orders/order.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { salePosting } from '../../payments/ledger.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { insertSales, type Sale } from '../../payments/refundStore.ts'
import { cellsOf, split } from '../../payments/splitSale.ts'
import { printersPrice } from '../../payments/statements/printersPrice.ts'
import { addLines, findBilled, type NewLine } from '../../payments/statements/statementStore.ts'
import { placeOf, regionOf } from '../../shipping/destination.ts'
import { soldBook } from './sales.ts'

/** `monthEnd` is the end of the month of an instant, in the operator's time zone. */
export async function billShipped(work: UnitOfWork, shipped: Order[], monthEnd: (at: Date) => Date): Promise<void> {
  const { tx } = work
  const orders = shipped.filter(({ mode, billing }) => mode === 'production' && billing === 'enterprise')
  const reprints = await billedReprints(work, shipped)
  if (orders.length + reprints.length === 0) return
  const sales = orders.map(saleOf)
  await insertSales(tx, sales, work.now)
  await insertPostings(
    tx,
    sales.map(sale => salePosting({ ...sale, split: split(sale.price, cellsOf(sale.price)) }, work.now)),
  )
  const lineOf = (order: Order, kind: NewLine['kind']): NewLine => {
    const { itemsCents = 0, shippingCents = 0, taxesCents = 0 } = (kind === 'order' && order.state.pricing) || {}
    return {
      accountId: order.accountId,
      lineId: work.newId('lin'),
      orderId: order.orderId,
      kind,
      at: work.now,
      itemsCents,
      shippingCents: shippingCents!,
      taxCents: taxesCents,
      reason: null,
      actor: null,
      request: null,
      monthEnd: monthEnd(work.now),
    }
  }
  await addLines(tx, [
    ...orders.map(order => lineOf(order, 'order')),
    ...reprints.map(order => lineOf(order, 'reprint')),
  ])
}

/** The reprints of orders that are billed by statement. */
async function billedReprints({ tx }: UnitOfWork, shipped: Order[]): Promise<Order[]> {
  const reprints = shipped.filter(({ mode, reprintOf }) => mode === 'production' && reprintOf !== null)
  if (reprints.length === 0) return []
  const nameOf = (order: { accountId: string; customerOrderId: string }) =>
    JSON.stringify([order.accountId, order.customerOrderId])
  const originals = reprints.map(({ accountId, reprintOf }) => ({ accountId, customerOrderId: reprintOf! }))
  const billed = new Set((await findBilled(tx, originals)).map(nameOf))
  return reprints.filter((_, i) => billed.has(nameOf(originals[i]!)))
}

function saleOf({ accountId, orderId, books, request, state: { pricing, agreed } }: Order): Sale {
  const { itemsCents, taxesCents, shippingCents } = pricing!
  const price = printersPrice({ itemsCents, shippingCents: shippingCents!, taxCents: taxesCents })
  const totalCents = itemsCents + shippingCents! + taxesCents
  const sold = { accountId, orderId, books: books.map(soldBook), price, totalCents }
  return {
    ...sold,
    place: placeOf(regionOf(request.destination)),
    taxSource: 'printer',
    taxRef: null,
    exemptionId: taxesCents === 0 ? (agreed?.exemptionId ?? null) : null,
  }
}
