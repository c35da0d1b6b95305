// A new order as it is sent, in the terms of the interface.

import { type Static, Type } from 'typebox'
import { sandboxPayments } from '../../accounts/settings/sandboxSettings.ts'
import { day, durationMs } from '../../base/clock.ts'
import { malformedField } from '../../base/refusal.ts'
import { countryCodes } from '../../shipping/places.ts'
import { Closed, CustomerOrderId, exampleFiles, FileUrl, HttpUrl, LongText, nullable, oneOf, Text } from './common.ts'

export const Country = Type.String({
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
/** Says that other properties may be there: linters otherwise take this for the whole list of properties. */
const hasState = { required: ['state'], properties: { state: {} }, additionalProperties: true }
// biome-ignore lint/suspicious/noThenProperty: JSON Schema spells it so
export const stateIfRequired = { if: hasStates, then: hasState }

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

/** As much as looks good on a slip. */
const maxSlipLetters = 500
export const SlipMessage = LongText(maxSlipLetters, {
  description: 'Printed on the packing slip, such as thanks or how to return a book. Several lines are allowed.',
})
export const isBlindText =
  'Whether the parcel and its packing slip name neither the printer nor the operator, but only the return address.'
export const returnAddressRule = {
  ...stateIfRequired,
  description: 'Where the recipient returns the parcel. Checked like the destination.',
}
export const ReturnAddress = Type.Object(Destination.properties, { ...returnAddressRule, title: 'ReturnAddress' })
export const slipText = 'What the packing slip says. The settings of your account replace absent fields.'

const PackingSlip = Type.Object(
  {
    message: Type.Optional(SlipMessage),
    giftMessage: Type.Optional(
      LongText(maxSlipLetters, { description: 'From the buyer to the recipient. Several lines are allowed.' }),
    ),
    returnAddress: Type.Optional(ReturnAddress),
    blind: Type.Optional(Type.Boolean({ description: isBlindText })),
  },
  { title: 'PackingSlip', description: slipText },
)

export const OrderItem = Type.Object(
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
        { coverUrl: Type.Optional(FileUrl), gutsUrl: Type.Optional(FileUrl) },
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

/** Of the sandbox of an account, and of single orders in it. */
export const sandboxFields = {
  payments: oneOf(sandboxPayments, {
    description: 'How orders are paid: `manual`, by a simulation, or `automatic`, once their files have been checked.',
  }),
  pace: nullable(
    Type.String({
      maxLength: 50,
      description:
        'How long the hold of a paid order lasts, and then the print until it ships: an ISO 8601 duration of at most 30 days, such as PT5S. Null for the times of production.',
    }),
  ),
}

const maxPaceMs = 30 * day

/** Refuses a pace that is no duration or too long. */
export function requirePace(pace: string | null | undefined, pointer: string): void {
  const ms = pace == null ? 0 : durationMs(pace)
  if (ms !== null && ms >= 0 && ms <= maxPaceMs) return
  const detail = `pace must be an ISO 8601 duration of at most 30 days, such as PT5S, got ${JSON.stringify(pace)}.`
  throw malformedField(pointer, 'wrong_format', detail)
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
    purchaseOrderNumber: Type.Optional(
      Text(40, {
        description:
          'Printed on the monthly statement of an enterprise account, instead of the usual number of the account.',
      }),
    ),
    packingSlip: Type.Optional(PackingSlip),
    proofRequired: Type.Optional(
      Type.Boolean({
        description:
          'True: the order waits until its proof is approved before it is charged and printed. Otherwise the settings of your account and of the products decide.',
      }),
    ),
    sandbox: Type.Optional(
      Closed(
        { payments: Type.Optional(sandboxFields.payments), pace: Type.Optional(sandboxFields.pace) },
        {
          title: 'OrderInSandbox',
          description:
            'How this order continues by itself. The settings of the sandbox fill in missing fields. For sandbox orders only.',
        },
      ),
    ),
  },
  { title: 'NewOrder', examples: [exampleOrder] },
)
export type CreateOrder = Static<typeof CreateOrder>

export const NewDestination = Type.Object(Destination.properties, {
  ...stateIfRequired,
  title: 'NewDestination',
  description: 'The whole new address: it replaces the old one, with all its fields.',
})
export const changeFields = {
  destination: Type.Optional(NewDestination),
  shippingClassification: Type.Optional(
    Type.String({ description: 'standard, expedited or rush, if the destination offers it.' }),
  ),
}
export const ChangeOrder = Type.Object(changeFields, {
  title: 'OrderChange',
  examples: [{ destination: { ...exampleOrder.destination, address1: '21 Main Street' } }],
})
export type ChangeOrder = Static<typeof ChangeOrder>
