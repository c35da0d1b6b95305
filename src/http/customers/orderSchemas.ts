// The order as it is sent and as it is returned, in the terms of the interface.

import { type Static, Type } from 'typebox'
import { redacted } from '../../base/redacted.ts'
import { type Status, statuses, webhookKinds } from '../../orders/core/lifecycle.ts'
import { priceChangeReasons, proofStatuses } from '../../orders/core/order.ts'
import { cursorPattern } from '../../orders/view/orderFeed.ts'
import { countryCodes } from '../../shipping/places.ts'
import { OrderCursor, OrderSorting } from '../orderLists.ts'
import { Cursor, NextCursor } from '../paging.ts'
import { CustomerOrderId, Dollars, exampleFiles, HttpUrl, Instant, Mode, nullable, oneOf, Text } from '../schemas.ts'

const Country = Type.String({
  pattern: `^(?:${countryCodes.map(([a, b]) => `[${a}${a?.toLowerCase()}][${b}${b?.toLowerCase()}]`).join('|')})$`,
  'x-expected': `one of ${countryCodes.join(', ')}`,
  'x-code': 'unsupported_country',
  description: 'ISO 3166-1 alpha-2, in upper or lower case.',
})

/** Countries whose addresses need a state. */
const hasStates = {
  required: ['country'],
  properties: { country: { type: 'string', pattern: '^(?:[Uu][Ss]|[Cc][Aa])$' } },
}
// biome-ignore lint/suspicious/noThenProperty: JSON Schema spells it so
const stateIfRequired = { if: hasStates, then: { required: ['state'], properties: { state: {} } } }

/** A line of the address that must not be blank on a shipping label. */
const AddressLine = (maxLength: number) =>
  Type.String({
    maxLength,
    pattern: '[^\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]',
    'x-expected': 'text that is not blank',
  })

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
  { ...stateIfRequired, title: 'Destination' },
)

const OrderItem = Type.Object(
  {
    sku: Type.String({ description: 'The SKU of your product.' }),
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
    repairs: Type.Optional(
      Type.Boolean({
        description:
          'Whether small faults of the files may be repaired (the default). If false, they are errors, and the order fails.',
      }),
    ),
    product: Type.Optional(
      Type.Object(
        { coverUrl: Type.Optional(HttpUrl), gutsUrl: Type.Optional(HttpUrl) },
        { title: 'PrintFiles', description: 'Print files. A missing file is taken from the product.' },
      ),
    ),
  },
  { title: 'OrderItem' },
)

/** The example in the API document: the demo accepts it unchanged. */
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
    payload: Type.Optional(
      Type.String({ maxLength: 512, description: 'Included unchanged in API responses and webhooks.' }),
    ),
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'], default: 'USD' }),
    shippingClassification: Type.String({
      default: 'standard',
      description: 'standard, expedited or rush. An estimate lists the classes that a destination offers.',
    }),
    webhookUrl: Type.Optional(HttpUrl),
    destination: Destination,
    orderItems: Type.Array(OrderItem, { minItems: 1, maxItems: 500 }),
    proofRequired: Type.Optional(
      Type.Boolean({
        description:
          'True: the order waits until its proof is approved before it is charged and printed. Otherwise the settings of your account and of the products decide.',
      }),
    ),
  },
  { title: 'NewOrder', examples: [exampleOrder] },
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
        postal: Type.Optional(
          Type.String({ description: 'The code of the county or city, where the tax has such a code.' }),
        ),
        city: Type.Optional(Type.String()),
        address1: Type.Optional(Type.String()),
      },
      { ...stateIfRequired, title: 'EstimateDestination' },
    ),
    orderItems: Type.Array(OrderItem, { minItems: 1, maxItems: 500 }),
  },
  {
    title: 'NewEstimate',
    examples: [{ destination: { country: 'US', state: 'NY' }, orderItems: [{ sku: 'NOVEL', quantity: 2 }] }],
  },
)
export type EstimateShipping = Static<typeof EstimateShipping>

const findingFields = {
  severity: oneOf(['error', 'warning', 'info']),
  file: oneOf(['cover', 'guts']),
  pages: nullable(Type.String({ description: 'Such as "1-4, 9"; null if the problem concerns the whole file.' })),
  got: nullable(Type.String()),
  expected: nullable(Type.String()),
  tolerance: nullable(Type.String()),
  message: Type.String(),
  fix: Type.String({ description: 'How to fix the problem.' }),
  place: Type.Optional(
    Type.Object(
      {
        page: Type.Integer(),
        x: Type.Number(),
        y: Type.Number(),
        width: Type.Number(),
        height: Type.Number(),
      },
      { description: 'A rectangle on one of the pages, in inches from the lower left corner of the page.' },
    ),
  ),
}

/** A finding about a print file. */
export const FileFinding = Type.Object({ code: Type.String(), ...findingFields }, { title: 'FileFinding' })

const ProblemItem = Type.Interface(
  [Type.Partial(Type.Object(findingFields, { description: 'For print files only.' }))],
  {
    pointer: Type.String(),
    code: Type.String(),
    detail: Type.String(),
  },
  { title: 'OrderProblem' },
)
const Day = Type.String({ format: 'date' })
const DeliveryWindow = nullable(Type.Object({ earliest: Day, latest: Day }, { title: 'DeliveryWindow' }))

export const OrderStatus = oneOf(Object.keys(statuses) as Status[])

export const Pricing = Type.Object(
  {
    itemsTotal: Dollars,
    fulfillmentTotal: Type.Optional(Dollars),
    shippingTotal: nullable(Dollars),
    taxesTotal: Dollars,
    orderTotal: nullable(Dollars),
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
    final: Type.Boolean({ description: 'Only a final price is charged.' }),
    taxes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            jurisdiction: Type.String(),
            kind: Type.String({ description: 'sales, gst, hst, pst or qst.' }),
            rate: Type.Number({ description: '0.0575 is 5.75 %.' }),
            amount: Dollars,
          },
          { title: 'Tax' },
        ),
        { description: 'The individual taxes in taxesTotal, once the price is final.' },
      ),
    ),
    priceList: Type.Optional(
      Type.Object(
        { code: Type.String(), name: Type.String() },
        {
          title: 'PriceListName',
          description: 'The price list of the account by which the order is priced. Absent for the catalog prices.',
        },
      ),
    ),
    change: Type.Optional(
      Type.Object(
        {
          quotedTotal: Type.Number({ description: 'The orderTotal when the order was created, in US dollars.' }),
          reasons: Type.Array(oneOf(priceChangeReasons), {
            description:
              'page_count: the page count of the file differs from the quote. tax_exemption: a tax exemption certificate was approved or has expired. tax_provider: the final tax comes from a tax provider.',
          }),
        },
        { title: 'PriceChange', description: 'Why the final price is not the quoted price; absent if it is.' },
      ),
    ),
  },
  { title: 'Pricing' },
)

/** An address as the customer sent it. */
export const PublicAddress = Type.Object(
  {
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
  },
  { title: 'Address' },
)

const Sha256 = nullable(Type.String({ pattern: '^[0-9a-f]{64}$', 'x-expected': '64 hexadecimal digits' }))

const filesOfItem = { cover: Sha256, guts: Sha256 }
const aboutFiles = {
  maxItems: 500,
  description:
    'The SHA-256 of the files of each item, in the order of orderItems; null where a sandbox order has no file. An approval counts for exactly these files.',
}
const ProofFiles = Type.Array(Type.Object(filesOfItem, { title: 'ProofFiles' }), aboutFiles)
export const ApprovedFiles = Type.Array(
  Type.Object(filesOfItem, { title: 'ApprovedFiles', additionalProperties: false }),
  aboutFiles,
)

export const Proof = Type.Object(
  {
    status: oneOf(proofStatuses, {
      description:
        'REQUIRED until the files are checked, WAITING while the order is AWAITING_PROOF. REJECTED when changes were requested, EXPIRED when nobody approved in time, CANCELLED when the order was canceled before.',
    }),
    files: ProofFiles,
    approveBy: nullable(
      Type.String({ format: 'date-time', description: 'When an order that still waits is canceled.' }),
    ),
    decidedAt: nullable(Type.String({ format: 'date-time' })),
    decidedBy: nullable(oneOf(['customer', 'author'], { description: '`author` for a person who used a link.' })),
    author: nullable(Type.String({ description: 'The name that the author gave.' })),
    comment: nullable(Type.String({ description: 'What must be changed.' })),
  },
  { title: 'Proof', description: 'Absent unless the order needs an approved proof.' },
)

export const OrderObject = Type.Object(
  {
    customerOrderId: Type.String(),
    orderNumber: Type.String({
      description:
        'Short, to be said on the telephone, and unique within the account: 1042, in the sandbox S1042. The first reprint of order 1042 is 1042-R1.',
    }),
    mode: Mode,
    status: OrderStatus,
    payload: Type.Optional(Type.String()),
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
    shippingClassification: Type.String(),
    webhookUrl: Type.Optional(Type.String()),
    destination: PublicAddress,
    orderItems: Type.Array(
      Type.Object(
        {
          sku: Type.String(),
          quantity: Type.Integer(),
          retailPrice: Type.Optional(Type.String()),
          itemDescription: Type.Optional(Type.String()),
          pageCount: Type.Optional(Type.Integer()),
          repairs: Type.Optional(Type.Boolean()),
          product: Type.Optional(
            Type.Object(
              { coverUrl: Type.Optional(Type.String()), gutsUrl: Type.Optional(Type.String()) },
              { title: 'OrderedFiles' },
            ),
          ),
        },
        { title: 'OrderedItem' },
      ),
    ),
    shipmentTracking: Type.Array(
      Type.Object(
        {
          masterTrackingNumber: Type.String(),
          carrier: Type.String(),
          shippedAt: Type.String({ format: 'date-time' }),
          packages: Type.Array(
            Type.Object(
              { trackingNumber: Type.String(), altTrackingNumber: Type.String(), trackingUrl: Type.String() },
              { title: 'Package' },
            ),
          ),
        },
        { title: 'Shipment' },
      ),
      { description: 'Empty until the whole order has shipped.' },
    ),
    pricing: Type.Optional(Pricing),
    selectedShipping: Type.Object(
      {
        shippingClassification: Type.String(),
        price: nullable(Dollars),
        estimatedDelivery: DeliveryWindow,
      },
      { title: 'SelectedShipping' },
    ),
    paymentInfo: Type.Object(
      {
        total: nullable(Dollars),
        status: oneOf(['NOT_DUE', 'PENDING', 'SUCCEEDED', 'FAILED', 'REFUNDED', 'NOT_CHARGED'], {
          description: 'REFUNDED if the full amount was refunded.',
        }),
        refundedTotal: Type.Optional(
          Type.Number({ description: 'US dollars refunded so far; absent if nothing was refunded.' }),
        ),
      },
      { title: 'PaymentInfo' },
    ),
    errors: Type.Array(ProblemItem, { description: 'Why the order is FAILED, REJECTED or in EXCEPTION.' }),
    warnings: Type.Array(ProblemItem),
    proof: Type.Optional(Proof),
    actions: Type.Array(oneOf(['cancel']), { description: 'What you can still do.' }),
    estimatedShipDate: nullable(Day),
    promisedShipDate: nullable(
      Type.String({
        format: 'date',
        description:
          'The estimated ship date at the time when the order was handed to the printer. It does not change.',
      }),
    ),
    reprintOf: nullable(Type.String()),
    recipientForgottenAt: nullable(
      Type.String({
        format: 'date-time',
        description: `When the personal data of the recipient was erased; null otherwise. Since then \`name\` and \`address1\` of the destination are \`${redacted}\`, and \`company\`, \`address2\`, \`phone\` and \`email\` are absent.`,
      }),
    ),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'Order' },
)

export const OrderPage = Type.Object(
  {
    orders: Type.Array(OrderObject),
    nextCursor: NextCursor,
  },
  { title: 'OrderPage' },
)

/** The answer of a creation, without the fields that only a stored order has. */
export const OrderPreview = Type.Object(
  {
    mode: Mode,
    status: oneOf(['RECEIVED', 'QUEUED', 'REJECTED', 'FAILED']),
    ...Type.Pick(OrderObject, [
      'pricing',
      'selectedShipping',
      'paymentInfo',
      'errors',
      'warnings',
      'proof',
      'estimatedShipDate',
    ]).properties,
  },
  { title: 'OrderPreview' },
)

const Events = Type.Array(
  Type.Object(
    {
      eventId: Type.String({ description: 'The webhook-id of the webhook.' }),
      type: oneOf(webhookKinds),
      timestamp: Instant,
      sequence: Type.Integer({ description: 'The number of the event within its order, from 1 without gaps.' }),
      data: OrderObject,
    },
    { $id: 'OrderEvent' },
  ),
  { description: 'Oldest first.' },
)

export const OrderEvents = Type.Object(
  {
    events: Events,
    nextCursor: nullable(
      Type.String({
        description: 'Null on the last page. Only an order of megabytes or with thousands of events has several pages.',
      }),
    ),
  },
  { title: 'OrderEventPage' },
)

export const EventFeed = Type.Object(
  {
    events: Events,
    nextCursor: Type.String({ description: 'Pass it as `cursor` to continue, now or later.' }),
  },
  { title: 'EventPage' },
)

export const EventFeedQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({
      pattern: cursorPattern,
      description: 'A nextCursor, or `latest` to skip all events so far. Without it, the oldest events come first.',
      'x-expected': 'a nextCursor of an earlier answer, or latest',
    }),
  ),
  since: Type.Optional(Type.String({ format: 'date-time', description: 'Only events at or after this time.' })),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'The maximum number of events on a page. A page of very large orders has fewer.',
  }),
})

export const OrderEventsQuery = Type.Object({
  cursor: Cursor('^[1-9][0-9]{0,8}$'),
})

const Price = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^[0-9]{1,7}([.][0-9]{2})?$', 'x-expected': 'dollars, such as 25 or 24.95', description }),
  )

/** The filters of lists of orders besides status and time. */
export const OrderDetailFilters = {
  search: Type.Optional(
    Text(100, {
      description:
        'Part of the identifier, of the name, company or email address of the recipient, or of a tracking number, in ' +
        'any case. If there are no such orders, similar texts match. At most 100 orders.',
    }),
  ),
  sku: Type.Optional(Text(100, { description: 'Only orders with this product.' })),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      'x-expected': 'a country code such as US',
      description: 'Of the destination.',
    }),
  ),
  minTotal: Price('Only orders with a final price of at least this.'),
  maxTotal: Price('Only orders with a final price of at most this.'),
  problem: Type.Optional(
    oneOf(['only'], {
      description: 'Only orders that failed, stopped or were declined, or whose printer is overdue.',
    }),
  ),
  endedAfter: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only orders that shipped, failed or were canceled later.' }),
  ),
  endedBefore: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only orders that shipped, failed or were canceled earlier.' }),
  ),
}

export const OrderQuery = Type.Object({
  sort: OrderSorting,
  status: Type.Optional(
    Type.String({
      pattern: `^(?:${Object.keys(statuses).join('|')})(?:,(?:${Object.keys(statuses).join('|')}))*$`,
      'x-expected': `one or more of ${Object.keys(statuses).join(', ')}, separated by commas`,
    }),
  ),
  createdAfter: Type.Optional(Type.String({ format: 'date-time' })),
  createdBefore: Type.Optional(Type.String({ format: 'date-time' })),
  ...OrderDetailFilters,
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 25,
    description:
      'The maximum number of orders on a page. A page of very large orders has fewer, and a page of a filtered list may ' +
      'be empty: continue until nextCursor is null.',
  }),
  cursor: OrderCursor,
})
export type OrderQuery = Static<typeof OrderQuery>

export const ShippingEstimate = Type.Object(
  {
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
    options: Type.Array(
      Type.Object(
        {
          shippingClassification: Type.String(),
          shippingPrice: nullable(Dollars),
          estimatedShipDate: Day,
          estimatedDelivery: Type.Object({ earliest: Day, latest: Day }, { title: 'DeliveryWindow' }),
          manufacturingBusinessDays: Type.Integer(),
          transitBusinessDays: Type.Object({ min: Type.Integer(), max: Type.Integer() }, { title: 'BusinessDays' }),
          pricing: nullable(Pricing),
          cheapest: Type.Boolean(),
          fastest: Type.Boolean(),
          dominated: Type.Boolean({
            description: 'Another option is cheaper and not slower, or faster and not more expensive.',
          }),
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
    warnings: Type.Array(ProblemItem, { description: 'Unknown fields that were ignored.' }),
  },
  { title: 'ShippingEstimate' },
)

export const QueueTurn = nullable(
  Type.Object(
    {
      place: Type.Integer({ description: 'Position in the queue; 1 is next.' }),
      at: nullable(Instant),
    },
    {
      description:
        'For a queued order: its position and the latest time at which it will be received, as far as known. `at` is null ' +
        'if only support can release it.',
    },
  ),
)

/** For people, who also see page counts that the request does not name. */
export const PageCounts = Type.Array(Type.Integer(), {
  description:
    'For each order item in turn: the page count of the item, or else of its file or product. Empty if the order cannot be printed.',
})

/** The history of an order, oldest step first, for people. */
export const OrderSteps = Type.Array(
  Type.Object({
    sequence: Type.Integer(),
    at: Instant,
    on: Type.String({ description: 'The trigger of the step, as in the lifecycle.' }),
    status: OrderStatus,
    webhook: nullable(Type.String({ description: 'The webhook event that was sent, if any.' })),
    actor: Type.String(),
    by: Type.String({
      description: 'The name of the actor: a person, the label of a key, the printer, or support.',
    }),
    note: nullable(Type.String()),
  }),
)
