// The messages about a print job that can be sent over HTTP: their fields, and their content in the terms of the port.
// Printers send them through the press API (jobMessages.ts), and staff on behalf of printers
// (./printerMessages.ts).

import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { centsOf, maxDollars } from '../../base/money.ts'
import type { Problem } from '../../base/refusal.ts'
import type { MessageContent } from '../../printer/printer.ts'
import { Closed, LongText, nullable, oneOf, ScannedCode, unprintable } from '../objects/common.ts'

export type MessageType = {
  /** The last segment of the path. */
  pathSegment: string
  operationId: string
  summary: string
  description: string
  fields: TProperties
  /** The body may be left out. */
  mayBeEmpty: boolean
  /** `body` fits the fields, and its amounts are whole cents. */
  contentOf(body: never): MessageContent
}

/** Checks that the content is made of the type's own fields. */
const messageType = <const Fields extends TProperties>(type: {
  pathSegment: string
  operationId: string
  summary: string
  description?: string
  fields?: Fields
  mayBeEmpty?: boolean
  contentOf(body: Static<ReturnType<typeof Type.Object<Fields>>>): MessageContent
}): MessageType => ({ description: '', fields: {}, mayBeEmpty: false, ...type })

const Amount = Type.Optional(Type.Number({ minimum: 0, description: 'US dollars with at most two decimals.' }))
const carrierText = (maxLength: number) =>
  Type.String({
    default: '',
    maxLength,
    pattern: `^[^${unprintable}]*$`,
    'x-expected': 'text without control characters',
  })
/** Browsers show it as a link, so only web addresses are allowed. */
const TrackingUrl = Type.String({
  default: '',
  maxLength: 2048,
  pattern: `^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\s${unprintable}]+)?$`,
  'x-expected': 'an http or https URL, or ""',
})
const Package = Closed({
  trackingNumber: ScannedCode({ default: '' }),
  altTrackingNumber: carrierText(100),
  trackingUrl: TrackingUrl,
})
const Shipment = Closed({
  masterTrackingNumber: ScannedCode({ default: '' }),
  carrier: carrierText(100),
  packages: Type.Array(Package, { minItems: 1, maxItems: 200 }),
})
const OptionalReason = Type.Optional(LongText(1000))
const RequiredReason = LongText(1000, { minLength: 1 })
const PriceReason = Type.Optional(
  LongText(1000, { description: 'Required for a price above the agreed price. The customer reads it.' }),
)

export const messageTypes: readonly MessageType[] = [
  messageType({
    pathSegment: 'receive',
    operationId: 'receiveJob',
    summary: 'Acknowledge a print job',
    mayBeEmpty: true,
    contentOf: () => ({ kind: 'received' }),
  }),
  messageType({
    pathSegment: 'accept',
    operationId: 'acceptJob',
    summary: 'Accept a print job',
    description:
      'An enterprise job needs its prices, unless it has `agreedPrices`, which count for what you leave out. Prices of other jobs are ignored.',
    fields: { itemsTotal: Amount, taxesTotal: Amount, reason: PriceReason },
    mayBeEmpty: true,
    contentOf: acceptanceOf,
  }),
  messageType({
    pathSegment: 'refuse',
    operationId: 'refuseJob',
    summary: 'Refuse a print job before accepting it',
    description: 'Another printer gets the order if one can print it. Otherwise the order waits for the support staff.',
    fields: { reason: RequiredReason },
    contentOf: ({ reason }) => ({ kind: 'refused', reason }),
  }),
  messageType({
    pathSegment: 'printed',
    operationId: 'reportJobPrinted',
    summary: 'Report a print job as printed',
    mayBeEmpty: true,
    contentOf: () => ({ kind: 'printed' }),
  }),
  messageType({
    pathSegment: 'delay',
    operationId: 'delayJob',
    summary: 'Change the ship date',
    description: 'The customer is notified.',
    fields: { until: Type.String({ format: 'date' }), reason: OptionalReason },
    contentOf: ({ until, reason = '' }) => ({ kind: 'delayed', until, reason }),
  }),
  messageType({
    pathSegment: 'packages',
    operationId: 'reportJobPackages',
    summary: 'Report parcels shipped before the order is complete',
    description: 'They are stored, and reported to the customer when the whole order has shipped.',
    fields: { shipments: Type.Array(Shipment, { minItems: 1, maxItems: 50 }) },
    contentOf: ({ shipments }) => ({ kind: 'packages', shipments }),
  }),
  messageType({
    pathSegment: 'ship',
    operationId: 'shipJob',
    summary: 'Report the whole order as shipped',
    description:
      'An enterprise job needs its shippingTotal, unless it has `agreedPrices`. The shippingTotal of other jobs is ignored.',
    fields: {
      shipments: Type.Array(Shipment, {
        maxItems: 50,
        default: [],
        description:
          'All packages of the order except those reported before. Use "" for values that the carrier did not give.',
      }),
      shippingTotal: Amount,
      reason: PriceReason,
    },
    contentOf: ({ shipments, shippingTotal, reason }) => ({
      kind: 'shipped',
      shipments,
      shippingCents: inCents(shippingTotal),
      ...(reason === undefined ? {} : { reason }),
    }),
  }),
  messageType({
    pathSegment: 'cancellation',
    operationId: 'decideJobCancellation',
    summary: 'Decide on a cancellation request',
    fields: { decision: oneOf(['accept', 'refuse']), reason: OptionalReason },
    contentOf: ({ decision, reason = '' }) => ({ kind: 'cancellation', decision, reason }),
  }),
  messageType({
    pathSegment: 'change',
    operationId: 'decideJobChange',
    summary: 'Decide on a request to change the address or the shipping class',
    description:
      'The customer asks for what `changeRequest` of the job has. If you accept it, the job has it from then on, and labels that were bought for the earlier address are voided.',
    fields: {
      decision: oneOf(['accept', 'refuse']),
      requestedAt: Type.String({
        format: 'date-time',
        description: 'As `changeRequest` of the job has it: a later request needs an answer of its own.',
      }),
      reason: OptionalReason,
    },
    contentOf: ({ decision, requestedAt, reason = '' }) => ({ kind: 'change', decision, requestedAt, reason }),
  }),
  messageType({
    pathSegment: 'problem',
    operationId: 'reportJobProblem',
    summary: 'Report that a job cannot be printed',
    description: 'The order waits for the support staff.',
    fields: { reason: RequiredReason },
    contentOf: ({ reason }) => ({ kind: 'problem', reason }),
  }),
]

/** The schema of the body of a request with one message. */
export const bodyOf = ({ fields, mayBeEmpty }: MessageType): TSchema => {
  const body = Closed(fields)
  return mayBeEmpty ? nullable(body) : body
}

/** The content of an acceptance, with or without prices. */
export function acceptanceOf(
  body: { itemsTotal?: number; taxesTotal?: number; reason?: string } | null,
): MessageContent {
  const { itemsTotal, taxesTotal, reason } = body ?? {}
  const prices = { itemsCents: inCents(itemsTotal), taxesCents: inCents(taxesTotal) }
  return { kind: 'accepted', ...prices, ...(reason === undefined ? {} : { reason }) }
}

const inCents = (amount: number | undefined): number | null => (amount === undefined ? null : centsOf(amount))

const amounts = ['itemsTotal', 'taxesTotal', 'shippingTotal']

/** The problems of amounts that are not whole cents or too large. */
export const problemsOfAmounts = ({ fields }: MessageType, sent: Record<string, unknown>): Problem[] =>
  amounts.flatMap(name => {
    const amount = name in fields ? sent[name] : undefined
    if (typeof amount !== 'number' || centsOf(amount) !== null) return []
    const isTooLarge = amount > maxDollars
    const allowed = isTooLarge ? `at most ${maxDollars} dollars` : say('dollars with at most two decimals')
    const detail = say('{name} must be {allowed}, got {amount}.', { name, allowed, amount })
    return [{ pointer: `/${name}`, code: isTooLarge ? 'too_large' : 'wrong_format', detail }]
  })
