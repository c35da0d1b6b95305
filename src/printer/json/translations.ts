// The messages of the JSON protocol as schemas, and their translation into the messages of the port.
// docs/printer-openapi.json is generated from the same schemas (scripts/printerApi.ts).

import { type Static, type TSchema, Type } from 'typebox'
import { instant, isDay, isInstant } from '../../base/clock.ts'
import { centsOf } from '../../base/money.ts'
import { dataMistake, mistakeLine, type SchemaMistake, schemaCheck } from '../../base/schemaCheck.ts'
import type { MessageContent, PrinterMessage } from '../printer.ts'

const JobId = Type.String({ pattern: '^job_[0-9A-Za-z]{1,60}$', description: 'As the job was submitted.' })
const Dollars = Type.Number({ minimum: 0, description: 'US dollars with at most two decimals.' })
const Reason = Type.String({ minLength: 1, maxLength: 1000 })
const text = (maxLength: number) => Type.String({ default: '', maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]*$' })
const Parcel = Type.Object({
  trackingNumber: Type.Optional(text(100)),
  altTrackingNumber: Type.Optional(text(100)),
  trackingUrl: Type.Optional(
    Type.String({ maxLength: 2048, pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}\\p{Cs}]+)?$' }),
  ),
})
const Shipments = Type.Array(
  Type.Object({
    masterTrackingNumber: Type.Optional(text(100)),
    carrier: Type.Optional(text(100)),
    packages: Type.Array(Parcel, { minItems: 1, maxItems: 200 }),
  }),
  { maxItems: 50 },
)

/** Of a price above the agreed price; the customer reads it. */
const PriceReason = Type.Optional(Type.String({ maxLength: 1000 }))

const messageSchema = <Data extends Record<string, TSchema>>(description: string, data: Data) =>
  Type.Object({ jobId: JobId, ...data }, { description })

/** The message types. Unknown fields are ignored, so that both sides can evolve. */
export const translations = {
  'job.received': messageSchema('You have received the job, but have not decided yet.', {}),
  'job.accepted': messageSchema(
    'You accept the job. An enterprise job needs both totals, unless it has agreed prices.',
    {
      itemsTotal: Type.Optional(Dollars),
      taxesTotal: Type.Optional(Dollars),
      reason: PriceReason,
    },
  ),
  'job.refused': messageSchema('You refuse the job; another printer may take it.', { reason: Reason }),
  'job.printed': messageSchema('The job is printed, but not yet shipped.', {}),
  'job.delayed': messageSchema('The job will be shipped on another day.', {
    until: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    reason: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  'job.packages': messageSchema('Some parcels have been shipped; more will follow.', { shipments: Shipments }),
  'job.shipped': messageSchema(
    'The whole order has been shipped: all parcels except those already reported with job.packages.',
    {
      shipments: Shipments,
      shippingTotal: Type.Optional(Dollars),
      reason: PriceReason,
    },
  ),
  'job.cancellation': messageSchema('Your answer to a request to cancel.', {
    decision: Type.Union([Type.Literal('accept'), Type.Literal('refuse')]),
    reason: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  'job.problem': messageSchema('The job cannot be made; a person must look into it.', { reason: Reason }),
} as const satisfies Record<string, TSchema>

type MessageType = keyof typeof translations
type Data<Name extends MessageType> = Static<(typeof translations)[Name]>

const checks = Object.fromEntries(
  Object.entries(translations).map(([type, schema]) => [type, schemaCheck(schema)]),
) as Record<MessageType, (value: unknown) => SchemaMistake[]>

const sentenceOf = (mistake: SchemaMistake): string => mistakeLine(dataMistake(mistake))

/** A message about a job, or sentences that say what is wrong with it. */
export type Translation = { jobId: string; message: PrinterMessage } | { problems: string[] }

/** Reads `{type, timestamp, data}`, the Standard Webhooks form; `id` is the id of the message. */
export function translate(id: string, event: unknown): Translation {
  if (!/^[\x21-\x7e]{1,200}$/.test(id)) return { problems: ['id: expected 1 to 200 visible ASCII characters'] }
  const { type, timestamp, data } = (typeof event === 'object' && event !== null ? event : {}) as Record<
    string,
    unknown
  >
  if (typeof type !== 'string' || !Object.hasOwn(translations, type)) {
    return {
      problems: [sentenceOf({ path: '/type', got: type, expected: `one of ${Object.keys(translations).join(', ')}` })],
    }
  }
  if (timestamp !== undefined && (typeof timestamp !== 'string' || !isInstant(timestamp))) {
    return { problems: [sentenceOf({ path: '/timestamp', got: timestamp, expected: 'an ISO 8601 time' })] }
  }
  const mistakes = checks[type as MessageType](data)
  if (mistakes.length > 0)
    return { problems: mistakes.map(mistake => sentenceOf({ ...mistake, path: `/data${mistake.path}` })) }
  const problems: string[] = []
  const content = contentOf(type as MessageType, data as never, problems)
  if (problems.length > 0) return { problems }
  const sentAt = typeof timestamp === 'string' ? instant(timestamp) : null
  return { jobId: (data as { jobId: string }).jobId, message: { messageId: id, sentAt, content } }
}

function contentOf(type: MessageType, data: Data<MessageType>, problems: string[]): MessageContent {
  const cents = (name: string, amount: number | undefined): number | null => {
    if (amount === undefined) return null
    const value = centsOf(amount)
    if (value === null) {
      problems.push(sentenceOf({ path: `/data/${name}`, got: amount, expected: 'dollars with at most two decimals' }))
    }
    return value
  }
  switch (type) {
    case 'job.received':
      return { kind: 'received' }
    case 'job.accepted': {
      const { itemsTotal, taxesTotal, reason } = data as Data<typeof type>
      return {
        kind: 'accepted',
        itemsCents: cents('itemsTotal', itemsTotal),
        taxesCents: cents('taxesTotal', taxesTotal),
        ...(reason === undefined ? {} : { reason }),
      }
    }
    case 'job.refused':
      return { kind: 'refused', reason: (data as Data<typeof type>).reason }
    case 'job.printed':
      return { kind: 'printed' }
    case 'job.delayed': {
      const { until, reason = '' } = data as Data<typeof type>
      if (!isDay(until)) problems.push(sentenceOf({ path: '/data/until', got: until, expected: 'a day that exists' }))
      return { kind: 'delayed', until, reason }
    }
    case 'job.packages':
      return { kind: 'packages', shipments: shipmentsOf((data as Data<typeof type>).shipments) }
    case 'job.shipped': {
      const { shipments, shippingTotal, reason } = data as Data<typeof type>
      return {
        kind: 'shipped',
        shipments: shipmentsOf(shipments),
        shippingCents: cents('shippingTotal', shippingTotal),
        ...(reason === undefined ? {} : { reason }),
      }
    }
    case 'job.cancellation': {
      const { decision, reason = '' } = data as Data<typeof type>
      return { kind: 'cancellation', decision, reason }
    }
    case 'job.problem':
      return { kind: 'problem', reason: (data as Data<typeof type>).reason }
    default:
      return type satisfies never
  }
}

const shipmentsOf = (shipments: Static<typeof Shipments>) =>
  shipments.map(({ masterTrackingNumber = '', carrier = '', packages }) => ({
    masterTrackingNumber,
    carrier,
    packages: packages.map(({ trackingNumber = '', altTrackingNumber = '', trackingUrl = '' }) => ({
      trackingNumber,
      altTrackingNumber,
      trackingUrl,
    })),
  }))
