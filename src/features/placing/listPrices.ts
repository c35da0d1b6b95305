// The prices of a price list, or of the catalog where there is none. An order keeps the list that it was accepted with:
// it is looked up in the order's own version of the operator's data.

import { isInEffect, type PriceList } from '../../catalog/priceLists.ts'
import type { Book } from '../../orders/order.ts'
import { type ItemsPrice, type PriceLine, priceItems } from '../../pricing/quote.ts'
import type { OperatorData } from '../shop/operatorData.ts'

/** The list of an account by its code, if it is in effect on the operator's day; null: the catalog's prices. */
export function priceListAt(
  { priceLists, shipping }: Pick<OperatorData, 'priceLists' | 'shipping'>,
  code: string | null,
  now: Date,
): PriceList | null {
  const list = code === null ? undefined : priceLists.get(code)
  return list !== undefined && isInEffect(list, shipping.localDay(now).toString()) ? list : null
}

type CountedBook = Pick<Book, 'manufacturingSku' | 'pageCount'> & { quantity: number }

/** The books and the handling of an order; the catalog has the books. */
export const priceBooks = (
  { catalog }: Pick<OperatorData, 'catalog'>,
  list: PriceList | null,
  books: CountedBook[],
): ItemsPrice =>
  priceItems(
    books.map(({ manufacturingSku, pageCount, quantity }): PriceLine => {
      const sku = catalog.get(manufacturingSku)!
      return { ...(list?.bookTerms(sku) ?? { price: sku.price }), pageCount, quantity }
    }),
    { ...catalog.fulfillment, offBasisPoints: list?.fulfillmentOffBasisPoints ?? 0 },
  )
