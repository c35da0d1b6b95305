// The order as it is sent and as it is returned, in the terms of the interface.

import { type Static, Type } from 'typebox'
import { forgotten } from '../../base/forgotten.ts'
import { cursorPattern } from '../../orders/feed.ts'
import { type Status, statuses, webhookKinds } from '../../orders/lifecycle.ts'
import { countryCodes } from '../../shipping/places.ts'
import { CustomerOrderId, Dollars, exampleFiles, HttpUrl, Instant, Mode, nullable, oneOf } from '../schemas.ts'

const Country = Type.String({
  pattern: `^(?:${countryCodes.map(([a, b]) => `[${a}${a?.toLowerCase()}][${b}${b?.toLowerCase()}]`).join('|')})$`,
  'x-expected': `one of ${countryCodes.join(', ')}`,
  'x-code': 'unsupported_country',
  description: 'ISO 3166-1 alpha-2, in upper or lower case.',
})

/** Countries whose addresses need a state. */
const withStates = {
  required: ['country'],
  properties: { country: { type: 'string', pattern: '^(?:[Uu][Ss]|[Cc][Aa])$' } },
}
// biome-ignore lint/suspicious/noThenProperty: JSON Schema spells it so
const stateWhereNeeded = { if: withStates, then: { required: ['state'] } }

/** A line of the address: a label with a blank one leads nowhere. */
const AddressLine = (maxLength: number) =>
  Type.String({ maxLength, pattern: '[^\\p{White_Space}]', 'x-expected': 'text that is not blank' })

const Destination = Type.Object(
  {
    name: AddressLine(200),
    company: Type.Optional(Type.String({ maxLength: 200 })),
    address1: AddressLine(200),
    address2: Type.Optional(Type.String({ maxLength: 200 })),
    city: AddressLine(100),
    state: Type.Optional(Type.String({ description: 'Two letters or the full name. Required for US and CA.' })),
    postal: Type.String({ minLength: 1 }),
    country: Country,
    phone: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
  },
  stateWhereNeeded,
)

const OrderItem = Type.Object({
  sku: Type.String({ description: 'The SKU of one of your own products.' }),
  quantity: Type.Integer({ minimum: 1, maximum: 10_000, default: 1, description: 'Number of copies.' }),
  retailPrice: Type.Optional(
    Type.String({
      pattern: '^\\d{1,7}\\.\\d{2}$',
      'x-expected': 'dollars with two decimals, such as "19.99"',
      description: 'For customs: required on every item to Canada, Puerto Rico and the US territories.',
    }),
  ),
  itemDescription: Type.Optional(Type.String({ maxLength: 1000 })),
  pageCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  product: Type.Optional(
    Type.Object(
      { coverUrl: Type.Optional(HttpUrl), gutsUrl: Type.Optional(HttpUrl) },
      { description: 'Print files. Missing ones are taken from the product.' },
    ),
  ),
})

/** The example in the API document: with the demo's products it is accepted as it stands. */
export const exampleOrder = {
  shippingClassification: 'standard',
  destination: {
    name: 'Ada Reader',
    address1: '1 Main Street',
    city: 'Rochester',
    state: 'NY',
    postal: '14604',
    country: 'US',
  },
  orderItems: [
    {
      sku: 'NOVEL',
      quantity: 2,
      product: exampleFiles,
    },
  ],
}

export const CreateOrder = Type.Object(
  {
    customerOrderId: Type.Optional(CustomerOrderId),
    payload: Type.Optional(Type.String({ maxLength: 512, description: 'Returned unchanged in answers and webhooks.' })),
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'], default: 'USD' }),
    shippingClassification: Type.String({
      default: 'standard',
      description: 'standard, expedited or rush; an estimate lists what a destination offers.',
    }),
    webhookUrl: Type.Optional(HttpUrl),
    destination: Destination,
    orderItems: Type.Array(OrderItem, { minItems: 1, maxItems: 500 }),
  },
  { examples: [exampleOrder] },
)
export type CreateOrder = Static<typeof CreateOrder>

/** A whole create body is accepted; only what an estimate needs is required. */
export const EstimateShipping = Type.Object(
  {
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'], default: 'USD' }),
    destination: Type.Object(
      {
        country: Country,
        state: Type.Optional(Type.String()),
        postal: Type.Optional(Type.String({ description: 'Where taxes of counties and cities are known by it.' })),
        city: Type.Optional(Type.String()),
        address1: Type.Optional(Type.String()),
      },
      stateWhereNeeded,
    ),
    orderItems: Type.Array(OrderItem, { minItems: 1, maxItems: 500 }),
  },
  { examples: [{ destination: { country: 'US', state: 'NY' }, orderItems: [{ sku: 'NOVEL', quantity: 2 }] }] },
)
export type EstimateShipping = Static<typeof EstimateShipping>

const fileFacts = {
  severity: oneOf(['error', 'warning', 'info']),
  file: oneOf(['cover', 'guts']),
  pages: nullable(Type.String({ description: 'Such as "1-4, 9"; null when it is about the whole file.' })),
  got: nullable(Type.String()),
  expected: nullable(Type.String()),
  tolerance: nullable(Type.String()),
  message: Type.String(),
  fix: Type.String({ description: 'What to do about it.' }),
}

/** A finding about a print file. */
export const FileFinding = Type.Object({ code: Type.String(), ...fileFacts })

const ProblemItem = Type.Interface([Type.Partial(Type.Object(fileFacts, { description: 'For print files only.' }))], {
  pointer: Type.String(),
  code: Type.String(),
  detail: Type.String(),
})
const Day = Type.String({ format: 'date' })
const Window = nullable(Type.Object({ earliest: Day, latest: Day }))

export const OrderStatus = oneOf(Object.keys(statuses) as Status[])

const Pricing = Type.Object({
  itemsTotal: Dollars,
  fulfillmentTotal: Type.Optional(Dollars),
  shippingTotal: nullable(Dollars),
  taxesTotal: Dollars,
  orderTotal: nullable(Dollars),
  currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
  final: Type.Boolean({ description: 'Only a final price is charged.' }),
  taxes: Type.Optional(
    Type.Array(
      Type.Object({
        jurisdiction: Type.String(),
        kind: Type.String({ description: 'sales, gst, hst, pst or qst.' }),
        rate: Type.Number({ description: '0.0575 is 5.75 %.' }),
        amount: Dollars,
      }),
      { description: 'The individual taxes in taxesTotal, once the price is final.' },
    ),
  ),
})

/** An address as it was sent. */
export const ShownAddress = Type.Object({
  name: Type.String(),
  company: Type.Optional(Type.String()),
  address1: Type.String(),
  address2: Type.Optional(Type.String()),
  city: Type.String(),
  state: Type.Optional(Type.String()),
  postal: Type.String(),
  country: Type.String(),
  phone: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
})

export const OrderObject = Type.Object(
  {
    customerOrderId: Type.String(),
    mode: Mode,
    status: OrderStatus,
    payload: Type.Optional(Type.String()),
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
    shippingClassification: Type.String(),
    webhookUrl: Type.Optional(Type.String()),
    destination: ShownAddress,
    orderItems: Type.Array(
      Type.Object({
        sku: Type.String(),
        quantity: Type.Integer(),
        retailPrice: Type.Optional(Type.String()),
        itemDescription: Type.Optional(Type.String()),
        pageCount: Type.Optional(Type.Integer()),
        product: Type.Optional(
          Type.Object({ coverUrl: Type.Optional(Type.String()), gutsUrl: Type.Optional(Type.String()) }),
        ),
      }),
    ),
    shipmentTracking: Type.Array(
      Type.Object({
        masterTrackingNumber: Type.String(),
        carrier: Type.String(),
        shippedAt: Type.String({ format: 'date-time' }),
        packages: Type.Array(
          Type.Object({ trackingNumber: Type.String(), altTrackingNumber: Type.String(), trackingUrl: Type.String() }),
        ),
      }),
      { description: 'Empty until the whole order has shipped.' },
    ),
    pricing: Type.Optional(Pricing),
    selectedShipping: Type.Object({
      shippingClassification: Type.String(),
      price: nullable(Dollars),
      estimatedDelivery: Window,
    }),
    paymentInfo: Type.Object({
      total: nullable(Dollars),
      status: oneOf(['NOT_DUE', 'PENDING', 'SUCCEEDED', 'FAILED', 'REFUNDED', 'NOT_CHARGED'], {
        description: 'REFUNDED when everything was refunded.',
      }),
      refundedTotal: Type.Optional(
        Type.Number({ description: 'US dollars refunded so far; absent when nothing was.' }),
      ),
    }),
    errors: Type.Array(ProblemItem, { description: 'Why the order FAILED or was REJECTED.' }),
    warnings: Type.Array(ProblemItem),
    actions: Type.Array(oneOf(['cancel']), { description: 'What you can still do.' }),
    estimatedShipDate: nullable(Day),
    promisedShipDate: nullable(
      Type.String({
        format: 'date',
        description: 'The estimated ship date when the order was handed to the printer; it does not change.',
      }),
    ),
    reprintOf: nullable(Type.String()),
    recipientForgottenAt: nullable(
      Type.String({
        format: 'date-time',
        description: `When the operator forgot who the order was for; null otherwise. Since then \`name\` and \`address1\` of the destination are \`${forgotten}\`, and it has no \`company\`, \`address2\`, \`phone\` and \`email\`.`,
      }),
    ),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'Order' },
)

export const OrderPage = Type.Object({
  orders: Type.Array(OrderObject),
  nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
})

/** What creating would return, except what only a stored order has. */
export const OrderRehearsal = Type.Object({
  mode: Mode,
  status: oneOf(['RECEIVED', 'QUEUED', 'REJECTED', 'FAILED']),
  ...Type.Pick(OrderObject, ['pricing', 'selectedShipping', 'paymentInfo', 'errors', 'warnings', 'estimatedShipDate'])
    .properties,
})

const Events = Type.Array(
  Type.Object(
    {
      eventId: Type.String({ description: 'The webhook-id of its webhook.' }),
      type: oneOf(webhookKinds),
      timestamp: Instant,
      sequence: Type.Integer({ description: 'Counts the events of the order, from 1 without gaps.' }),
      data: OrderObject,
    },
    { $id: 'OrderEvent' },
  ),
  { description: 'Oldest first.' },
)

export const OrderEvents = Type.Object({
  events: Events,
  nextCursor: nullable(
    Type.String({
      description: 'Null on the last page. Only an order of megabytes, or of thousands of events, has others.',
    }),
  ),
})

export const EventFeed = Type.Object({
  events: Events,
  nextCursor: Type.String({ description: 'Pass it as `cursor` to go on, now or at any later time.' }),
})

export const EventFeedQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({
      pattern: cursorPattern,
      description: 'A nextCursor, or `latest` to skip all events so far. Without it, the oldest events come first.',
      'x-expected': 'a nextCursor of an earlier answer, or latest',
    }),
  ),
  since: Type.Optional(Type.String({ format: 'date-time', description: 'Only events from this instant on.' })),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'The most events on a page. A page of very large orders, of megabytes together, has fewer.',
  }),
})

export const OrderEventsQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,8}$', 'x-expected': 'a nextCursor of an earlier answer' }),
  ),
})

export const OrderQuery = Type.Object({
  status: Type.Optional(
    Type.String({
      pattern: `^(?:${Object.keys(statuses).join('|')})(?:,(?:${Object.keys(statuses).join('|')}))*$`,
      'x-expected': `one or more of ${Object.keys(statuses).join(', ')}, separated by commas`,
    }),
  ),
  createdAfter: Type.Optional(Type.String({ format: 'date-time' })),
  createdBefore: Type.Optional(Type.String({ format: 'date-time' })),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 25,
    description: 'The most orders on a page. A page of very large orders, of megabytes together, has fewer.',
  }),
  cursor: Type.Optional(
    Type.String({ pattern: '^ord_[0-9a-z]{22}$', 'x-expected': 'a nextCursor of an earlier answer' }),
  ),
})
export type OrderQuery = Static<typeof OrderQuery>

export const ShippingEstimate = Type.Object({
  currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
  options: Type.Array(
    Type.Object({
      shippingClassification: Type.String(),
      shippingPrice: nullable(Dollars),
      estimatedShipDate: Day,
      estimatedDelivery: Type.Object({ earliest: Day, latest: Day }),
      manufacturingBusinessDays: Type.Integer(),
      transitBusinessDays: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
      pricing: nullable(Pricing),
      cheapest: Type.Boolean(),
      fastest: Type.Boolean(),
      dominated: Type.Boolean({
        description: 'Another option costs no more and arrives no later, and is better in one of them.',
      }),
    }),
    { description: 'Cheapest first.' },
  ),
  pageCountsAssumed: Type.Array(Type.Object({ sku: Type.String(), pageCount: Type.Integer() }), {
    description: 'Items without a known page count; the least that the product allows was assumed.',
  }),
  warnings: Type.Array(ProblemItem, { description: 'Unknown fields, which were ignored.' }),
})

export const Turn = nullable(
  Type.Object(
    {
      place: Type.Integer({ description: '1 is the next.' }),
      at: nullable(Instant),
    },
    {
      description:
        'For a queued order: its place, and when it will be received at the latest, as things stand. `at` is null ' +
        'while only support can make room.',
    },
  ),
)

/** For people, who see the count that an item has without naming it. */
export const PageCounts = Type.Array(Type.Integer(), {
  description:
    'Of each order item, in their order: as it named, else as far as its file or its product tells. Empty when the order cannot be made.',
})

/** What became of an order, the first step first, for people. */
export const OrderSteps = Type.Array(
  Type.Object({
    sequence: Type.Integer(),
    at: Instant,
    on: Type.String({ description: 'What happened, in the words of the lifecycle.' }),
    status: OrderStatus,
    webhook: nullable(Type.String({ description: 'The event that was sent, if any.' })),
    actor: Type.String(),
    by: Type.String({
      description: 'The actor in words: the name of a person, the label of a key, the printer, or support.',
    }),
    note: nullable(Type.String()),
  }),
)
