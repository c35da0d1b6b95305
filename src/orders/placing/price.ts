// What an order costs: its items, its handling, its shipping and its tax. A rule over values that were read before, but
// for the final tax, which a provider may be asked for.

import type { Mode } from '../../base/mode.ts'
import type { Sale } from '../../payments/refundStore.ts'
import { type ItemsPrice, priceItems, total } from '../../pricing/quote.ts'
import { type Region, regionOf } from '../../shipping/destination.ts'
import { optionFor } from '../../shipping/shipping.ts'
import type { NoQuote, Taxes, TaxPlace, TaxQuote, TaxRequest } from '../../tax/tax.ts'
import { parcelOf } from '../books.ts'
import type { OperatorData } from '../operator.ts'
import type { Billing, Book, OrderItem, OrderRequest, Pricing } from '../order.ts'

/** The papers by which an account is exempt from tax now: the id of each by its place, such as US-OH. */
export type Exemptions = ReadonlyMap<string, string>

/** An order that can be made, as far as its price needs to know it. */
export type Priceable = { billing: Billing; request: OrderRequest; books: Book[]; exemptions: Exemptions }

/**
 * Prices orders that can be made, as far as is known before their files are read. Null where the service sets no price:
 * the printer does for enterprise accounts, and a reprint is free.
 */
export function priceOrders(operator: OperatorData, orders: Priceable[]): (Pricing | null)[] {
  const charged = orders.filter(order => order.billing === 'charged')
  const prices = addTaxes(
    operator,
    charged.map(order => unpricedOf(operator, order)),
  )
  const priceOf = new Map(charged.map((order, i) => [order, prices[i]!]))
  return orders.map(order => priceOf.get(order) ?? null)
}

/** A final price: what the order shows of it, and what is kept of it for good. */
export type FinalPrice = { pricing: Pricing; sale: Omit<Sale, 'accountId' | 'orderId'> }

/**
 * The same when it becomes final; outside of any transaction. A NoQuote where the tax cannot be known now. No provider
 * hears of a sandbox order, for which no money is taken: the table says its tax.
 */
export async function priceFinally(
  operator: OperatorData,
  orders: (Priceable & { mode: Mode })[],
): Promise<(FinalPrice | NoQuote | null)[]> {
  const charged = orders.filter(order => order.billing === 'charged')
  const { sandbox = [], production = [] } = Object.groupBy(charged, order => order.mode)
  const priceOf = new Map([
    ...(await priceBy(operator.taxes, operator, sandbox)),
    ...(await priceBy(operator.finalTaxes, operator, production)),
  ])
  return orders.map(order => priceOf.get(order) ?? null)
}

async function priceBy(
  taxes: Taxes,
  operator: OperatorData,
  orders: Priceable[],
): Promise<[Priceable, FinalPrice | NoQuote][]> {
  const unpriced = orders.map(order => unpricedOf(operator, order))
  const quotes = await taxes.quote(unpriced.map(order => taxRequestOf(operator, order)))
  return orders.map((order, i) => [order, finalPrice(unpriced[i]!, quotes[i]!, taxes)])
}

function finalPrice(order: Unpriced, quote: TaxQuote | NoQuote, { name }: Taxes): FinalPrice | NoQuote {
  if ('unavailable' in quote) return quote
  const { perItemCents, fulfillmentCents, shippingCents, exemptionId } = order
  const taxes = quote.byJurisdiction
  return {
    pricing: {
      ...total({ ...order, taxesCents: quote.taxesCents }),
      taxes: taxes.map(({ jurisdiction, kind, rate, taxCents }) => ({ jurisdiction, kind, rate, taxCents })),
      final: true,
    },
    sale: {
      totalCents: order.itemsCents + fulfillmentCents + shippingCents + quote.taxesCents,
      price: { itemsCents: perItemCents, fulfillmentCents, shippingCents, taxes },
      taxSource: name,
      taxRef: quote.ref,
      exemptionId,
    },
  }
}

function unpricedOf(
  operator: Pick<OperatorData, 'catalog' | 'shipping'>,
  { request, books, exemptions }: Priceable,
): Unpriced {
  const region = regionOf(request.destination)
  const parcel = parcelOf(operator.catalog, request.orderItems, books)
  const option = optionFor(operator.shipping, region, request.shippingClassification, parcel)
  if (option === null) throw new Error('an order whose shipping class is not offered cannot be priced')
  const { postal, city, address1 } = request.destination
  return {
    to: { ...region, postal, city, address1 },
    ...itemParts(operator, request.orderItems, books),
    shippingCents: option.priceCents,
    exemptionId: exemptionFor(exemptions, region),
  }
}

/** Papers are for a state or for Puerto Rico; in Canada none count. */
const exemptionFor = (exemptions: Exemptions, { country, state }: Region): string | null =>
  (country === 'CA' ? undefined : exemptions.get(country === 'US' ? `US-${state}` : country)) ?? null

/** The price of one order in each of several shipping options. */
export function priceWithShipping(
  operator: OperatorData,
  {
    to,
    items,
    books,
    exemptions,
  }: { to: Region & TaxPlace; items: OrderItem[]; books: Book[]; exemptions: Exemptions },
  options: { priceCents: number }[],
): Pricing[] {
  const parts = { to, ...itemParts(operator, items, books), exemptionId: exemptionFor(exemptions, to) }
  return addTaxes(
    operator,
    options.map(({ priceCents }) => ({ ...parts, shippingCents: priceCents })),
  )
}

type Unpriced = ItemsPrice & { to: TaxPlace; shippingCents: number; exemptionId: string | null }

function itemParts({ catalog }: Pick<OperatorData, 'catalog'>, items: OrderItem[], books: Book[]): ItemsPrice {
  const lines = books.map((book, i) => ({
    sku: catalog.get(book.manufacturingSku)!,
    pageCount: book.pageCount,
    quantity: items[i]!.quantity,
  }))
  return priceItems(lines, catalog.fulfillment)
}

function addTaxes({ taxes, shipping }: OperatorData, orders: Unpriced[]): Pricing[] {
  const quotes = taxes.quote(orders.map(order => taxRequestOf({ shipping }, order)))
  return orders.map((order, i) => ({ ...total({ ...order, taxesCents: quotes[i]!.taxesCents }), final: false }))
}

const taxRequestOf = ({ shipping }: Pick<OperatorData, 'shipping'>, order: Unpriced): TaxRequest => {
  const { to, itemsCents, fulfillmentCents, shippingCents, exemptionId } = order
  return { from: shipping.shipFrom, to, itemsCents, fulfillmentCents, shippingCents, exempt: exemptionId !== null }
}
