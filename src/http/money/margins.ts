// Margins as the staff read them. No answer for customers or printers has one.

import { type Static, type TSchema, Type } from 'typebox'
import { dollars } from '../../base/money.ts'
import type { Margin, OrderMargin } from '../../features/placing/margins.ts'
import { Dollars } from '../objects/common.ts'

/** `null` or the object: fast-json-stringify needs an explicit type. */
const objectOrNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: ['object', 'null'], description })

const margin = Type.Object({
  price: Dollars,
  cost: Dollars,
  margin: Type.Number({ description: '`price` less `cost`, in US dollars; negative if the cost is higher.' }),
})

export const MarginOrNull = (description: string) => objectOrNull(margin, description)

const notKnown = 'Null if the cost or the price is not known.'

export const OrderMarginObject = objectOrNull(
  Type.Object({
    lines: Type.Array(MarginOrNull(notKnown), { description: 'Of each order item, in order.' }),
    items: MarginOrNull(notKnown),
    fulfillment: MarginOrNull(notKnown),
    shipping: MarginOrNull(notKnown),
    total: margin,
  }),
  "The prices of the order without taxes and what it costs you, by the order's version of the operator's data, as far as costs are entered; refunds do not count. Null without a known cost, or while the order has no price.",
)

const presentMargin = ({ priceCents, costCents }: Margin): Static<typeof margin> => ({
  price: dollars(priceCents),
  cost: dollars(costCents),
  margin: dollars(priceCents - costCents),
})

export const presentMarginOrNull = (margin: Margin | null) => margin && presentMargin(margin)

export function presentOrderMargin(order: OrderMargin | null): Static<typeof OrderMarginObject> {
  if (order === null || order.total === null) return null
  return {
    lines: order.lines.map(presentMarginOrNull),
    items: presentMarginOrNull(order.items),
    fulfillment: presentMarginOrNull(order.fulfillment),
    shipping: presentMarginOrNull(order.shipping),
    total: presentMargin(order.total),
  }
}
