// Why the final price of an order is not the quoted price. The terms of an order stay, so only what is learned later
// can change it.

import { type Book, type PriceChange, type Pricing, priceChangeReasons } from '../../orders/order.ts'
import type { TaxRequest } from '../../tax/tax.ts'
import type { TableTaxes } from '../../tax/taxTable.ts'

export type Quoted = { pricing: Pricing; books: Book[] }

/**
 * `taxRequest` is of the final price, and `table` taxes quotes. Null: the price is the quoted price. Where the files of
 * an order are checked again, its price may be final already; the quoted price stays that of its creation.
 */
export function priceChange(
  { pricing, books }: Quoted,
  final: { books: Book[]; taxRequest: TaxRequest; taxesCents: number; orderCents: number },
  table: TableTaxes,
): PriceChange | null {
  const { itemsCents, fulfillmentCents, shippingCents, taxesCents, change } = pricing
  const quotedCents = change?.quotedCents ?? pricing.orderCents
  if (quotedCents === null || quotedCents === final.orderCents) return null
  const quotedAmounts = { itemsCents, fulfillmentCents: fulfillmentCents ?? 0, shippingCents: shippingCents ?? 0 }
  const [taxNow, taxOfQuote] = table.quote([final.taxRequest, { ...final.taxRequest, ...quotedAmounts }])
  const causes = {
    page_count: books.some(({ pageCount }, i) => pageCount !== final.books[i]!.pageCount),
    // The table taxes the quoted amounts differently now.
    tax_exemption: !pricing.final && taxOfQuote!.taxesCents !== taxesCents,
    tax_provider: taxNow!.taxesCents !== final.taxesCents,
  }
  const reasons = priceChangeReasons.filter(reason => causes[reason] || change?.reasons.includes(reason))
  return { quotedCents, reasons }
}
