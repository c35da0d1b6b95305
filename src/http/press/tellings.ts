// What can be told of a print job over HTTP, each word with its fields and the port's message that it means. Printers
// tell it at their desks (messages.ts), and the staff for those that could not (../staff/messages.ts).

import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { centsOf, mostDollars } from '../../base/money.ts'
import type { Problem } from '../../base/refusal.ts'
import type { Message } from '../../printer/printer.ts'
import { LongText, nullable, oneOf } from '../schemas.ts'

export type Telling = {
  /** The last step of its address. */
  act: string
  summary: string
  description: string
  fields: TProperties
  /** Whoever has none of the fields to tell may send no body at all. */
  mayBeEmpty: boolean
  /** Of a body that fits the fields, with amounts in whole cents. */
  messageOf(body: never): Message
}

/** Checks that a word's message is made of its own fields. */
const telling = <const Fields extends TProperties>(told: {
  act: string
  summary: string
  description?: string
  fields?: Fields
  mayBeEmpty?: boolean
  messageOf(body: Static<ReturnType<typeof Type.Object<Fields>>>): Message
}): Telling => ({ description: '', fields: {}, mayBeEmpty: false, ...told })

const Amount = Type.Optional(Type.Number({ minimum: 0, description: 'US dollars with at most two decimals.' }))
const carrierText = (maxLength: number) =>
  Type.String({
    default: '',
    maxLength,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    'x-expected': 'text without control characters',
  })
/** It becomes a link in browsers, so nothing but a web address will do. */
const TrackingUrl = Type.String({
  default: '',
  maxLength: 2048,
  pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}\\p{Cs}]+)?$',
  'x-expected': 'an http or https URL, or ""',
})
/** A mistyped field is refused: what was told of a parcel cannot be mended afterwards. */
const closed = { additionalProperties: false }
const Package = Type.Object(
  { trackingNumber: carrierText(100), altTrackingNumber: carrierText(100), trackingUrl: TrackingUrl },
  closed,
)
const Shipment = Type.Object(
  {
    masterTrackingNumber: carrierText(100),
    carrier: carrierText(100),
    packages: Type.Array(Package, { minItems: 1, maxItems: 200 }),
  },
  closed,
)
const MayReason = Type.Optional(LongText(1000))
const MustReason = LongText(1000, { minLength: 1 })

export const tellings: readonly Telling[] = [
  telling({
    act: 'receive',
    summary: 'Tell that a print job was taken note of',
    mayBeEmpty: true,
    messageOf: () => ({ kind: 'received' }),
  }),
  telling({
    act: 'accept',
    summary: 'Accept a print job',
    description: 'An enterprise job needs its prices, which are ignored for any other.',
    fields: { itemsTotal: Amount, taxesTotal: Amount },
    mayBeEmpty: true,
    messageOf: acceptanceOf,
  }),
  telling({
    act: 'refuse',
    summary: 'Refuse a print job that was not accepted',
    description:
      'Another printer gets it, if there is one; else the order stands still until the support staff have looked at it.',
    fields: { reason: MustReason },
    messageOf: ({ reason }) => ({ kind: 'refused', reason }),
  }),
  telling({
    act: 'printed',
    summary: 'Tell that a print job is printed, and not yet sent',
    mayBeEmpty: true,
    messageOf: () => ({ kind: 'printed' }),
  }),
  telling({
    act: 'delay',
    summary: 'Change the ship date',
    description: 'The customer is told.',
    fields: { until: Type.String({ format: 'date' }), reason: MayReason },
    messageOf: ({ until, reason = '' }) => ({ kind: 'delayed', until, reason }),
  }),
  telling({
    act: 'packages',
    summary: 'Tell of parcels that left before the order is complete',
    description: 'They are collected, and told to the customer when the whole order has shipped.',
    fields: { shipments: Type.Array(Shipment, { minItems: 1, maxItems: 50 }) },
    messageOf: ({ shipments }) => ({ kind: 'packages', shipments }),
  }),
  telling({
    act: 'ship',
    summary: 'Tell that the whole order was shipped',
    description: 'An enterprise job needs its shippingTotal, which is ignored for any other.',
    fields: {
      shipments: Type.Array(Shipment, {
        maxItems: 50,
        default: [],
        description:
          'The whole order, but for the packages that were told before; a value that the carrier did not give is "".',
      }),
      shippingTotal: Amount,
    },
    messageOf: ({ shipments, shippingTotal }) => ({
      kind: 'shipped',
      shipments,
      shippingCents: inCents(shippingTotal),
    }),
  }),
  telling({
    act: 'cancellation',
    summary: 'Decide on a request to cancel',
    fields: { decision: oneOf(['accept', 'refuse']), reason: MayReason },
    messageOf: ({ decision, reason = '' }) => ({ kind: 'cancellation', decision, reason }),
  }),
  telling({
    act: 'problem',
    summary: 'Report that a job cannot be made',
    description: 'The order stands still until the support staff have looked at it.',
    fields: { reason: MustReason },
    messageOf: ({ reason }) => ({ kind: 'problem', reason }),
  }),
]

/** The body of a word that is told by itself. */
export const bodyOf = ({ fields, mayBeEmpty }: Telling): TSchema => {
  const body = Type.Object(fields, closed)
  return mayBeEmpty ? nullable(body) : body
}

/** Of what was sent with it, or of nothing. */
export function acceptanceOf(body: { itemsTotal?: number; taxesTotal?: number } | null): Message {
  const { itemsTotal, taxesTotal } = body ?? {}
  return { kind: 'accepted', itemsCents: inCents(itemsTotal), taxesCents: inCents(taxesTotal) }
}

const inCents = (amount: number | undefined): number | null => (amount === undefined ? null : centsOf(amount))

const amounts = ['itemsTotal', 'taxesTotal', 'shippingTotal']

/** Those of its amounts that are no number of cents. */
export const problemsOfAmounts = ({ fields }: Telling, sent: Record<string, unknown>): Problem[] =>
  amounts.flatMap(name => {
    const amount = name in fields ? sent[name] : undefined
    if (typeof amount !== 'number' || centsOf(amount) !== null) return []
    const isTooLarge = amount > mostDollars
    const wanted = isTooLarge ? `at most ${mostDollars} dollars` : 'dollars with at most two decimals'
    const detail = `${name} must be ${wanted}, got ${amount}.`
    return [{ pointer: `/${name}`, code: isTooLarge ? 'too_large' : 'wrong_format', detail }]
  })
