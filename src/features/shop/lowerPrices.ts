// Which prices a customer must not get by the act of one person alone: prices that are lower than before, and either
// below the cost or further below the catalog's price than a discount that the operator sets.

import { createPause } from '../../base/running/slices.ts'
import type { Catalog, ManufacturingSku } from '../../catalog/catalog.ts'
import { noPriceLists, type PriceList, type PriceLists } from '../../catalog/priceLists.ts'
import { centsAfter, noHandling, type PriceRule, priceItems } from '../../pricing/quote.ts'
import { priceCentsOf, type Rate, rateCents, rateFor, type ShippingTables } from '../../shipping/shipping.ts'

/** Of a version. */
export type PublishedPrices = { catalog: Catalog; priceLists: PriceLists; shipping: Pick<ShippingTables, 'rates'> }
type Terms = Pick<PriceList, 'bookTerms' | 'fulfillmentOffBasisPoints' | 'shippingOffBasisPoints'>

const catalogTerms: Terms = {
  fulfillmentOffBasisPoints: 0,
  shippingOffBasisPoints: 0,
  bookTerms: ({ price }) => ({ price, offBasisPoints: 0 }),
}

/** `monthAgo` are the prices of that day, if any: several steps must not take off together what one may not. */
export type PriceChange = { before: PublishedPrices; monthAgo: PublishedPrices | null; after: PublishedPrices }

/**
 * Whether the catalog, the shipping rates or a price list of `after` give too much away. Discounts are compared with
 * the catalog and the rates of `before`, or of a month ago if these are higher, also the prices of a new list. The
 * price of a new book is compared with its cost.
 */
export async function lowersPricesBeyond(change: PriceChange, maxOffBasisPoints: number): Promise<boolean> {
  for (const code of [null, ...change.after.priceLists.keys()])
    if (await givesTooMuch(change, code, maxOffBasisPoints)) return true
  return false
}

/** Whether an account that pays the catalog's prices would get too much by a price list. */
export const isListBeyond = (prices: PublishedPrices, list: string, maxOffBasisPoints: number): Promise<boolean> =>
  givesTooMuch(
    { before: { ...prices, priceLists: noPriceLists }, monthAgo: null, after: prices },
    list,
    maxOffBasisPoints,
  )

/** By the prices of a list; null: by the catalog's prices. */
async function givesTooMuch(
  { before, monthAgo, after }: PriceChange,
  code: string | null,
  maxOffBasisPoints: number,
): Promise<boolean> {
  const reference = monthAgo ?? before
  const old = before.priceLists.get(code ?? '') ?? catalogTerms
  const terms = code === null ? catalogTerms : after.priceLists.get(code)!
  const isTooLow = (point: Point) => isGivenAway(point, maxOffBasisPoints)
  const catalogs = { before: before.catalog, reference: reference.catalog, after: after.catalog }
  if (handlingPoints({ ...catalogs, old, terms }).some(isTooLow)) return true
  const rates = { before: before.shipping, reference: reference.shipping, after: after.shipping }
  if (shippingPoints({ ...rates, old, terms }).some(isTooLow)) return true
  const pause = createPause()
  for (const sku of after.catalog.list()) {
    await pause()
    const known = before.catalog.get(sku.manufacturingSku) ?? sku
    const earlier = reference.catalog.get(sku.manufacturingSku) ?? known
    if (bookPoints({ sku, known, earlier, old, terms }).some(isTooLow)) return true
  }
  return false
}

/** `catalog` is without a list, before or a month ago. `roundingCents` may be missing because amounts are rounded. */
type Point = { cents: number; before: number; catalog: number; cost: number | undefined; roundingCents: number }

const isGivenAway = ({ cents, before, catalog, cost, roundingCents }: Point, maxOffBasisPoints: number): boolean =>
  cents < before &&
  ((cents + roundingCents) * 10_000 < catalog * (10_000 - maxOffBasisPoints) || (cost !== undefined && cents < cost))

type Compared<Part> = { before: Part; reference: Part; after: Part; old: Terms; terms: Terms }

function handlingPoints({ before, reference, after, old, terms }: Compared<Catalog>) {
  return (['perOrderCents', 'perItemCents'] as const).map(
    (part): Point => ({
      cents: centsAfter(after.fulfillment[part], terms.fulfillmentOffBasisPoints),
      before: centsAfter(before.fulfillment[part], old.fulfillmentOffBasisPoints),
      catalog: Math.max(before.fulfillment[part], reference.fulfillment[part]),
      cost: after.fulfillment.cost?.[part],
      roundingCents: 0.5,
    }),
  )
}

type Rates = PublishedPrices['shipping']

/** Heavy enough for the last weight band of any freight. */
const largeOrder = 10_000

/** One book, a carton of them, and by freight the first order and a large one. */
const parcelsOf = (rates: Rate[]) =>
  [...new Set([1, 10, 100, ...rates.flatMap(({ freight }) => (freight ? [freight.fromCopies, largeOrder] : []))])].map(
    copies => ({
      copies,
      weightGrams: copies * 500,
    }),
  )

const shippingPoints = ({ before, reference, after, old, terms }: Compared<Rates>) =>
  [...after.rates].flatMap(([place, classes]) =>
    [...classes].flatMap(([shippingClass, rate]) => {
      const known = before.rates.get(place)?.get(shippingClass) ?? rate
      const earlier = reference.rates.get(place)?.get(shippingClass) ?? known
      return parcelsOf([rate, known, earlier]).map((parcel): Point => {
        const { cost } = rateFor(rate, parcel.copies)
        return {
          cents: centsAfter(priceCentsOf(rate, parcel), terms.shippingOffBasisPoints),
          before: centsAfter(priceCentsOf(known, parcel), old.shippingOffBasisPoints),
          catalog: Math.max(priceCentsOf(known, parcel), priceCentsOf(earlier, parcel)),
          cost: cost && rateCents(cost, parcel),
          roundingCents: 0.5,
        }
      })
    }),
  )

type BookComparison = {
  sku: ManufacturingSku
  known: ManufacturingSku
  earlier: ManufacturingSku
  old: Terms
  terms: Terms
}

/** Prices are straight lines between the page counts, and between the quantities at which a discount begins. */
function bookPoints({ sku, known, earlier, old, terms }: BookComparison): Point[] {
  const [now, before] = [terms.bookTerms(sku), old.bookTerms(known)]
  if (now.offBasisPoints === before.offBasisPoints && isSamePrice(now.price, before.price)) return []
  const rules = [now.price, before.price, known.price, earlier.price, ...(sku.cost === undefined ? [] : [sku.cost])]
  const quantities = [...new Set([1, ...rules.flatMap(({ breaks }) => breaks.map(({ fromCopies }) => fromCopies))])]
  return [sku.pages.min, sku.pages.max].flatMap(pageCount =>
    quantities.map((quantity): Point => {
      const cents = (price: PriceRule, offBasisPoints = 0) =>
        priceItems([{ price, pageCount, quantity, offBasisPoints }], noHandling).itemsCents
      return {
        cents: cents(now.price, now.offBasisPoints),
        before: cents(before.price, before.offBasisPoints),
        catalog: Math.max(cents(known.price), cents(earlier.price)),
        cost: sku.cost && cents(sku.cost),
        roundingCents: quantity, // each copy is rounded, in both prices
      }
    }),
  )
}

const isSamePrice = (one: PriceRule, other: PriceRule): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
