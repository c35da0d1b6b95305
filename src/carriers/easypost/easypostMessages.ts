// EasyPost's answers and events as schemas, and their translation. In all of them, amounts are texts of
// dollars with two or five decimals; an absent value is null, '' or no field at all; and a list may be left out where
// it is empty.

import { type Static, type TSchema, Type } from 'typebox'
import { instant, isInstant } from '../../base/clock.ts'
import { roundedCentsOf } from '../../base/money.ts'
import { schemaCheck } from '../../base/schemaCheck.ts'
import type {
  CarrierMessage,
  Rate,
  RefusalCode,
  SoldLabel,
  Tracking,
  TrackingEvent,
  TrackingStatus,
} from '../carrier.ts'

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))
const Text = Nullable(Type.String())
const Amount = Type.Union([Type.String({ pattern: '^\\d{1,9}(\\.\\d+)?$' }), Type.Number({ minimum: 0 })])

const EasypostRate = Type.Object({
  id: Type.String({ minLength: 1 }),
  carrier: Type.String(),
  service: Type.String(),
  rate: Amount,
  currency: Type.String(),
  delivery_days: Nullable(Type.Number()),
  est_delivery_days: Nullable(Type.Number()),
})
const Fee = Type.Object({ amount: Amount })

const EasypostShipment = Type.Object({
  id: Type.String({ minLength: 1 }),
  tracking_code: Text,
  refund_status: Text,
  rates: Type.Optional(Type.Array(EasypostRate)),
  selected_rate: Nullable(EasypostRate),
  fees: Type.Optional(Type.Array(Fee)),
  messages: Type.Optional(Type.Array(Type.Object({ message: Type.Optional(Type.Unknown()) }))),
  postage_label: Nullable(Type.Object({ label_url: Text, label_pdf_url: Text, label_zpl_url: Text })),
})

const ScanForm = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Text,
  form_url: Text,
  message: Text,
  tracking_codes: Nullable(Type.Array(Type.String())),
})
const ListedShipment = Type.Object({ scan_form: Nullable(ScanForm) })

const Place = Type.Object({ city: Text, state: Text, country: Text })
const EasypostTracker = Type.Object({
  tracking_code: Type.String({ minLength: 1 }),
  carrier: Text,
  status: Type.String(),
  est_delivery_date: Text,
  tracking_details: Type.Optional(
    Type.Array(
      Type.Object({
        status: Type.String(),
        status_detail: Text,
        message: Text,
        datetime: Type.String(),
        tracking_location: Nullable(Place),
      }),
    ),
  ),
})

const EasypostEvent = Type.Object({
  id: Type.String({ minLength: 1 }),
  description: Type.String(),
  result: Type.Optional(Type.Unknown()),
})

const EasypostVerdict = Type.Object({
  success: Type.Boolean(),
  errors: Type.Optional(Type.Array(Type.Object({ message: Text }))),
})

const EasypostVerified = Type.Object({
  address: Type.Object({
    street1: Type.String({ minLength: 1 }),
    street2: Text,
    city: Type.String({ minLength: 1 }),
    state: Text,
    zip: Type.String({ minLength: 1 }),
    country: Type.String({ minLength: 2 }),
    verifications: Nullable(Type.Object({ delivery: Nullable(EasypostVerdict) })),
  }),
})

const EasypostError = Type.Object({
  error: Type.Object({
    code: Type.Optional(Type.String()),
    message: Type.Optional(Type.Unknown()),
    errors: Type.Optional(Type.Array(Type.Unknown())),
  }),
})

export type EasypostShipment = Static<typeof EasypostShipment>
export type ScanForm = Static<typeof ScanForm>

const reader = <Schema extends TSchema>(schema: Schema) => {
  const check = schemaCheck(schema)
  return (value: unknown): Static<Schema> | null => (check(value).length === 0 ? (value as Static<Schema>) : null)
}

/** Null for an answer of another form. */
export const readShipment = reader(EasypostShipment)
export const readVerified = reader(EasypostVerified)
export const readScanForm = reader(ScanForm)
const readListed = reader(ListedShipment)
const readTracker = reader(EasypostTracker)
const readEvent = reader(EasypostEvent)
const readError = reader(EasypostError)

/** The offers in US dollars; the service keeps no other currency. */
export const ratesOf = ({ rates = [] }: EasypostShipment): Rate[] =>
  rates
    .filter(({ currency }) => currency === 'USD')
    .map(({ id, carrier, service, rate, delivery_days, est_delivery_days }) => ({
      ref: id,
      carrier,
      service,
      costCents: roundedCentsOf(Number(rate)),
      days: delivery_days ?? est_delivery_days ?? null,
    }))

export const messagesOf = ({ messages = [] }: EasypostShipment): string[] =>
  messages.flatMap(({ message }) => textsOf(message))

const refunds: Record<string, SoldLabel['refund']> = {
  submitted: 'requested',
  refunded: 'refunded',
  rejected: 'refused',
}

/** Null when no label was bought for the shipment. */
export function labelOf({ id, tracking_code, refund_status, selected_rate, fees = [] }: EasypostShipment) {
  if (!tracking_code || !selected_rate) return null
  const { carrier, service, rate } = selected_rate
  const costCents =
    fees.length === 0
      ? roundedCentsOf(Number(rate))
      : roundedCentsOf(fees.reduce((sum, { amount }) => sum + Number(amount), 0))
  const refund = refunds[refund_status ?? ''] ?? 'none'
  return { shipmentRef: id, trackingNumber: tracking_code, carrier, service, costCents, refund } satisfies SoldLabel
}

/** The scan form that lists a shipment; null for none. */
export const scanFormOf = (shipment: unknown): ScanForm | null => readListed(shipment)?.scan_form ?? null

export function trackingOf(answer: unknown): Tracking | null {
  const tracker = readTracker(answer)
  if (tracker === null) return null
  const { tracking_code, carrier, status, est_delivery_date, tracking_details = [] } = tracker
  const events = oldestFirst(tracking_details).map(eventOf)
  return {
    trackingNumber: tracking_code,
    carrier: carrier ?? '',
    status: events.at(-1)?.status ?? statusOf(status, '', ''),
    expectedOn: est_delivery_date && isInstant(est_delivery_date) ? est_delivery_date.slice(0, 10) : null,
    events,
  }
}

type Detail = NonNullable<Static<typeof EasypostTracker>['tracking_details']>[number]

/** Details of one minute stay in their order, which may be that of the newest first. */
function oldestFirst(details: Detail[]): Detail[] {
  const timed = details.filter(({ datetime }) => isInstant(datetime))
  const [first, last] = [timed[0], timed.at(-1)].map(detail => (detail === undefined ? 0 : timeOf(detail)))
  return (first! > last! ? timed.toReversed() : timed).toSorted((a, b) => timeOf(a) - timeOf(b))
}

const timeOf = ({ datetime }: Detail): number => instant(datetime).getTime()

function eventOf(detail: Detail, i: number, details: Detail[]): TrackingEvent {
  const { status, status_detail, message, tracking_location: place } = detail
  const found = statusOf(status, status_detail ?? '', message ?? '')
  const isBack = found === 'delivered' && details.slice(0, i).some(earlier => earlier.status === returning)
  return {
    status: isBack ? 'returned' : found,
    at: instant(detail.datetime),
    description: message ?? '',
    place: { city: place?.city ?? '', state: place?.state ?? '', country: place?.country ?? '' },
  }
}

const exception = 'exception'
const returning = 'return_to_sender'
const statuses: Record<string, TrackingStatus> = {
  pre_transit: 'announced',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'ready_for_pickup',
  delivered: 'delivered',
  failure: exception,
  error: exception,
  cancelled: exception,
}

/** EasyPost has no status for an attempt: it calls it a failure, or transit with an exception. */
function statusOf(status: string, detail: string, message: string): TrackingStatus {
  if (status === 'delivered' && /\boriginal sender\b/i.test(message)) return 'returned'
  if (status === returning) return /\bdelivered\b|\breturned\b/i.test(message) ? 'returned' : 'returning'
  if (status !== 'delivered' && /\b(delivery attempt|attempted|no access|notice left)/i.test(message))
    return 'attempted'
  if (status === 'in_transit' && /exception|damaged|lost/.test(detail)) return 'exception'
  return statuses[status] ?? 'announced'
}

/** Null for a body that is no event. */
export function messageOf(body: unknown): CarrierMessage | null {
  const event = readEvent(body)
  if (event === null) return null
  const { id, description, result } = event
  return { id, kind: description, tracking: description.startsWith('tracker.') ? trackingOf(result) : null }
}

/** The sentence of an error, by the address, the parcel or the rate that it names. */
export function refusalOf(body: unknown): { code: RefusalCode; message: string } {
  const { code = '', message, errors = [] } = readError(body)?.error ?? {}
  const texts = [message, ...errors].flatMap(textsOf)
  return { code: codeOf([code, ...texts].join(' ')), message: texts.join(' ') || 'The carrier refuses the request.' }
}

/** EasyPost's own codes: of the error, and of each of its parts. */
export function errorCodesOf(body: unknown): string[] {
  const { code = '', errors = [] } = readError(body)?.error ?? {}
  return [code, ...errors.map(error => String((error as { code?: unknown } | null)?.code ?? ''))]
}

/** The purchase may still be under way, or have been made. */
export const isPurchaseOpen = (body: unknown): boolean =>
  errorCodesOf(body).some(code => /IN_PROGRESS|TIMED_OUT|NO_RESPONSE|POSTAGE\.EXISTS/.test(code))

/** A mistake in our own address is not the customer's to correct. */
function codeOf(text: string): RefusalCode {
  if (/from_address/i.test(text)) return 'refused'
  if (/(^|\W)(to_)?address|(^|\W)(street\d?|zip|city)\b/i.test(text)) return 'address_refused'
  if (/\b(PARCEL|weight|dimensions?)\b/i.test(text)) return 'parcel_refused'
  if (/\bRATES?\b|SERVICE/i.test(text)) return 'rate_refused'
  return 'refused'
}

/** Errors are texts, lists of them, or objects with a field and a message. */
function textsOf(error: unknown): string[] {
  if (typeof error === 'string') return error === '' ? [] : [error]
  if (Array.isArray(error)) return error.flatMap(textsOf)
  const { field, message } = (error ?? {}) as { field?: unknown; message?: unknown }
  const texts = message === undefined || message === error ? [] : textsOf(message)
  return typeof field === 'string' && field !== '' ? texts.map(text => `${field}: ${text}`) : texts
}
