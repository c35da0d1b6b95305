// The price of an order: its items, its fulfillment, its shipping and its tax. A rule over values that were read
// before; only for the final tax a provider may be asked.

import type { Mode } from '../../base/mode.ts'
import { apportion } from '../../base/money.ts'
import { folded } from '../../base/text/foldText.ts'
import type { PriceList } from '../../catalog/priceLists.ts'
import type { Billing, Book, OrderItem, OrderRequest, Pricing } from '../../orders/order.ts'
import type { Sale } from '../../payments/refundStore.ts'
import { centsAfter, type ItemsPrice, total } from '../../pricing/quote.ts'
import { placeOf, type Region, regionOf } from '../../shipping/destination.ts'
import type { TaxAddress, Taxes, TaxQuote, TaxRequest, TaxUnavailable } from '../../tax/tax.ts'
import type { OperatorData, OperatorVersions } from '../shop/operatorData.ts'
import { shippingOf } from './books.ts'
import { priceBooks } from './listPrices.ts'
import { priceChange, type Quoted } from './priceChange.ts'

/** The exemptions of an account that are in force: the id of each by its jurisdiction, such as US-OH. */
export type Exemptions = ReadonlyMap<string, string>

/** An order that can be made, as far as its price needs it. */
export type Priceable = {
  createdAt: Date
  billing: Billing
  /** Of an enterprise order: it is priced like an order of a charged account. */
  agreedPrices?: boolean
  request: OrderRequest
  books: Book[]
  exemptions: Exemptions
  priceList: PriceList | null
}

/**
 * Provisional prices of orders that can be made, before their files are read. Null where the service knows no price:
 * the printer of an enterprise order sets it, unless prices are agreed, and a reprint is free.
 */
export function priceOrders(operator: OperatorData, orders: Priceable[]): (Pricing | null)[] {
  const charged = orders.filter(hasKnownPrices)
  const prices = addTaxes(
    operator,
    charged.map(order => unpricedOf(operator, order)),
  )
  const priceOf = new Map(charged.map((order, i) => [order, prices[i]!]))
  return orders.map(order => priceOf.get(order) ?? null)
}

const hasKnownPrices = ({ billing, agreedPrices, request }: AcceptedOrder | Priceable): boolean =>
  billing === 'charged' || (billing === 'enterprise' && (agreedPrices === true || request.quote !== undefined))

/** A final price: the part that the order shows, and the record for refunds and tax reports. */
export type FinalPrice = { pricing: Pricing; sale: Omit<Sale, 'accountId' | 'orderId' | 'books'> }

/** `quoted` is the price at which the order was accepted: its list is the order's. */
type AcceptedOrder = Omit<Priceable, 'priceList'> & { mode: Mode; operatorVersion: number; quoted: Quoted | null }

/**
 * Final prices, each by the version of the operator's data that its order was accepted with; outside of any
 * transaction. TaxUnavailable where the tax is not available now. The tax of a sandbox order comes from the table: it
 * is never charged, so the provider does not get it.
 */
export async function priceFinally(
  versions: OperatorVersions,
  orders: AcceptedOrder[],
): Promise<(FinalPrice | TaxUnavailable | null)[]> {
  const charged = orders.filter(hasKnownPrices)
  const priceOf = new Map<AcceptedOrder, FinalPrice | TaxUnavailable>()
  for (const [version, group] of Map.groupBy(charged, order => order.operatorVersion)) {
    const operator = versions.byNumber(version)
    const { sandbox = [], production = [] } = Object.groupBy(group, order => order.mode)
    const prices = [
      ...(await priceWith(operator.taxes, operator, sandbox)),
      ...(await priceWith(operator.finalTaxes, operator, production)),
    ]
    for (const [order, price] of prices) priceOf.set(order, price)
  }
  return orders.map(order => priceOf.get(order) ?? null)
}

async function priceWith(
  taxes: Taxes,
  operator: OperatorData,
  orders: AcceptedOrder[],
): Promise<[AcceptedOrder, FinalPrice | TaxUnavailable][]> {
  const unpriced = orders.map(order =>
    unpricedOf(operator, { ...order, priceList: acceptedList(operator, order.quoted) }),
  )
  const quotes = await taxes.quote(unpriced.map(order => taxRequestOf(operator, order)))
  return orders.map((order, i) => {
    const price = finalPrice(unpriced[i]!, quotes[i]!, taxes)
    return [order, 'unavailable' in price ? price : withChange(operator, order, price, unpriced[i]!)]
  })
}

/** The list that an order was accepted with, as its version of the operator's data has it. */
export function acceptedList({ priceLists }: OperatorData, quoted: Quoted | null): PriceList | null {
  const name = quoted?.pricing.priceList
  if (name === undefined) return null
  const list = priceLists.get(name.code)
  if (list === undefined) throw new Error('the order has a price list that its version does not have')
  return list
}

function finalPrice(order: Unpriced, quote: TaxQuote | TaxUnavailable, { name }: Taxes): FinalPrice | TaxUnavailable {
  if ('unavailable' in quote) return quote
  const { perItemCents, fulfillmentCents, shippingCents, exemptionId } = order
  const taxes = quote.byJurisdiction
  return {
    pricing: {
      ...total({ ...order, taxesCents: quote.taxesCents }),
      taxes: taxes.map(({ jurisdiction, kind, rate, taxCents }) => ({ jurisdiction, kind, rate, taxCents })),
      ...nameOf(order.priceList),
      final: true,
    },
    sale: {
      totalCents: order.itemsCents + fulfillmentCents + shippingCents + quote.taxesCents,
      price: { itemsCents: perItemCents, fulfillmentCents, shippingCents, taxes },
      place: placeOf(order.to),
      taxSource: name,
      taxRef: quote.ref,
      exemptionId,
    },
  }
}

function withChange(
  operator: OperatorData,
  { quoted, books }: AcceptedOrder,
  { pricing, sale }: FinalPrice,
  unpriced: Unpriced,
): FinalPrice {
  if (quoted === null) return { pricing, sale }
  const { taxesCents, orderCents } = pricing
  const final = { books, taxRequest: taxRequestOf(operator, unpriced), taxesCents, orderCents: orderCents! }
  const change = priceChange(quoted, final, operator.taxes)
  return change === null ? { pricing, sale } : { pricing: { ...pricing, change }, sale }
}

function unpricedOf(
  operator: Pick<OperatorData, 'catalog' | 'shipping'>,
  { createdAt, request, books, exemptions, priceList }: Omit<Priceable, 'billing'>,
): Unpriced {
  return {
    at: createdAt,
    to: taxAddressOf(request.destination),
    ...bookAndShippingParts(operator, { request, books, priceList }),
    exemptionId: exemptionFor(exemptions, regionOf(request.destination)),
  }
}

/**
 * The price of a quote, less the catalog's handling, is divided among its items as the catalog's prices are: refunds
 * and reports are by item.
 */
function bookAndShippingParts(
  operator: Pick<OperatorData, 'catalog' | 'shipping'>,
  { request, books, priceList }: Pick<Priceable, 'request' | 'books' | 'priceList'>,
): ItemsPrice & Pick<Unpriced, 'shippingCents' | 'priceList'> {
  const { quote, orderItems } = request
  if (quote !== undefined) {
    const listed = itemParts(operator, null, orderItems, books)
    // The handling is taxed otherwise than books.
    const fulfillmentCents = Math.min(listed.fulfillmentCents, quote.itemsCents)
    const itemsCents = quote.itemsCents - fulfillmentCents
    const perItemCents = apportion(
      itemsCents,
      listed.perItemCents.map(cents => Math.max(cents, 1)),
    )
    return { itemsCents, perItemCents, fulfillmentCents, shippingCents: quote.shippingCents, priceList: null }
  }
  const shippingCents = listedShippingCents(shippingOf(operator, { request, books }), priceList)
  return { ...itemParts(operator, priceList, orderItems, books), shippingCents, priceList }
}

function taxAddressOf(destination: OrderRequest['destination']): TaxAddress {
  const { postal, city, address1 } = destination
  return { ...regionOf(destination), postal: folded(postal), city, address1 }
}

/** Exemptions are for a state or for Puerto Rico; Canada has none. */
const exemptionFor = (exemptions: Exemptions, region: Region): string | null =>
  (region.country === 'CA' ? undefined : exemptions.get(placeOf(region))) ?? null

/** The price of one order in each of several shipping options, as if it was created at `createdAt`. */
export function priceWithShipping(
  operator: OperatorData,
  {
    createdAt,
    to,
    items,
    books,
    exemptions,
    priceList,
  }: Omit<Priceable, 'billing' | 'request'> & { to: Region & TaxAddress; items: OrderItem[] },
  options: { priceCents: number }[],
): Pricing[] {
  const parts = {
    at: createdAt,
    to,
    ...itemParts(operator, priceList, items, books),
    priceList,
    exemptionId: exemptionFor(exemptions, to),
  }
  return addTaxes(
    operator,
    options.map(option => ({ ...parts, shippingCents: listedShippingCents(option, priceList) })),
  )
}

type Unpriced = ItemsPrice & {
  at: Date
  to: TaxAddress
  shippingCents: number
  exemptionId: string | null
  priceList: PriceList | null
}

const itemParts = (
  operator: Pick<OperatorData, 'catalog'>,
  priceList: PriceList | null,
  items: OrderItem[],
  books: Book[],
): ItemsPrice =>
  priceBooks(
    operator,
    priceList,
    books.map((book, i) => ({ ...book, quantity: items[i]!.quantity })),
  )

const listedShippingCents = ({ priceCents }: { priceCents: number }, priceList: PriceList | null): number =>
  centsAfter(priceCents, priceList?.shippingOffBasisPoints ?? 0)

const nameOf = (priceList: PriceList | null): Pick<Pricing, 'priceList'> =>
  priceList === null ? {} : { priceList: { code: priceList.code, name: priceList.name } }

function addTaxes({ taxes, shipping }: OperatorData, orders: Unpriced[]): Pricing[] {
  const quotes = taxes.quote(orders.map(order => taxRequestOf({ shipping }, order)))
  return orders.map((order, i) => ({
    ...total({ ...order, taxesCents: quotes[i]!.taxesCents }),
    ...nameOf(order.priceList),
    final: false,
  }))
}

/** The tax request of an order that was sold before, for another destination. */
export const taxRequestOfSale = (
  operator: Pick<OperatorData, 'shipping'>,
  { createdAt, request: { destination } }: { createdAt: Date; request: OrderRequest },
  { price: { itemsCents, fulfillmentCents, shippingCents }, exemptionId }: Pick<Sale, 'price' | 'exemptionId'>,
): TaxRequest =>
  taxRequestOf(operator, {
    at: createdAt,
    to: taxAddressOf(destination),
    itemsCents: itemsCents.reduce((sum, cents) => sum + cents, 0),
    fulfillmentCents,
    shippingCents,
    exemptionId,
  })

type Taxed = Pick<Unpriced, 'at' | 'to' | 'itemsCents' | 'fulfillmentCents' | 'shippingCents' | 'exemptionId'>

const taxRequestOf = ({ shipping }: Pick<OperatorData, 'shipping'>, order: Taxed): TaxRequest => {
  const { at, to, itemsCents, fulfillmentCents, shippingCents, exemptionId } = order
  return {
    at,
    from: shipping.shipFrom,
    to,
    itemsCents,
    fulfillmentCents,
    shippingCents,
    isExempt: exemptionId !== null,
  }
}
