// The estimate of shipping: the request, and the options of the answer.

import { type Static, Type } from 'typebox'
import { Dollars, nullable } from './common.ts'
import { Country, OrderItem, stateIfRequired } from './newOrder.ts'
import { Day, Pricing, ProblemItem } from './order.ts'

/** A whole create body is accepted; only what an estimate needs is required. */
export const EstimateShipping = Type.Object(
  {
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'], default: 'USD' }),
    destination: Type.Object(
      {
        country: Country,
        state: Type.Optional(Type.String()),
        postal: Type.Optional(
          Type.String({ description: 'The code of the county or city, where the tax has such a code.' }),
        ),
        city: Type.Optional(Type.String()),
        address1: Type.Optional(Type.String()),
      },
      { ...stateIfRequired, title: 'EstimateDestination' },
    ),
    orderItems: Type.Array(OrderItem, { minItems: 1, maxItems: 500 }),
    purchaseOrderNumber: Type.Optional(Type.String()),
  },
  {
    title: 'NewEstimate',
    examples: [{ destination: { country: 'US', state: 'NY' }, orderItems: [{ sku: 'NOVEL', quantity: 2 }] }],
  },
)
export type EstimateShipping = Static<typeof EstimateShipping>

/** With the fields of `pricing`, which stays null: the printer sets the price. */
const AgreedPricing = Type.Object(Pricing.properties, {
  title: 'AgreedPricing',
  description:
    'What the order would cost by the agreed prices of an enterprise account; absent for other accounts. The printer sets the price when it accepts and ships, and gives a reason for a higher one.',
})

export const ShippingEstimate = Type.Object(
  {
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
    options: Type.Array(
      Type.Object(
        {
          shippingClassification: Type.String(),
          shippingPrice: nullable(Dollars),
          agreedPricing: Type.Optional(AgreedPricing),
          estimatedShipDate: Day,
          estimatedDelivery: Type.Object({ earliest: Day, latest: Day }, { title: 'DeliveryWindow' }),
          freight: Type.Boolean({
            description: 'The order has so many copies that it goes by freight, with a price and days of its own.',
          }),
          manufacturingBusinessDays: Type.Integer(),
          transitBusinessDays: Type.Object({ min: Type.Integer(), max: Type.Integer() }, { title: 'BusinessDays' }),
          pricing: nullable(Pricing),
          cheapest: Type.Boolean(),
          fastest: Type.Boolean(),
          dominated: Type.Boolean({
            description: 'Another option is cheaper and not slower, or faster and not more expensive.',
          }),
          recentDeliveries: nullable(
            Type.Object(
              {
                orders: Type.Integer({
                  description:
                    'At least so many orders of this class to this state were delivered: 20, 50, 100, 200 and so on.',
                }),
                inTimeShare: Type.Number({
                  description:
                    'At least this share arrived by the last of their delivery dates: from 0 to 1, in steps of 0.05.',
                }),
              },
              { title: 'RecentDeliveries' },
            ),
          ),
        },
        { title: 'ShippingOption' },
      ),
      { description: 'Cheapest first.' },
    ),
    pageCountsAssumed: Type.Array(
      Type.Object({ sku: Type.String(), pageCount: Type.Integer() }, { title: 'AssumedPageCount' }),
      {
        description: 'Items without a known page count. The minimum of the product was assumed.',
      },
    ),
    warnings: Type.Array(ProblemItem, {
      description: 'Unknown fields that were ignored, and a purchase order number that creating the order would need.',
    }),
  },
  { title: 'ShippingEstimate' },
)
