// What a printer's message means where a job and its order stand: it moves them, it was said before, or it contradicts what
// is known. Saying the same again changes nothing, and an order that has shipped stays shipped, whatever is said later.

import type { Problem } from '../base/refusal.ts'
import { isOpen, type JobShipment, type Message, type PrintJob } from '../printer/printer.ts'
import { edgeOf, type OrderEvent } from './lifecycle.ts'
import type { Order, Shipment } from './order.ts'
import type { Changes } from './transition.ts'

/** `known`: it was said before. `incomplete`: what the message lacks. */
export type Judgement =
  | { kind: 'moves'; on: OrderEvent; changes: Changes; note: string | null; job: Partial<PrintJob> }
  | { kind: 'known' }
  | { kind: 'contradicts'; detail: string }
  | { kind: 'incomplete'; detail: string; problems: Problem[] }

/** `refusedBefore`: a request to cancel the job was refused once. */
export type Place = { order: Order; job: PrintJob; refusedBefore: boolean }

/** What a message means where the job and its order stand. */
export function judge(place: Place, message: Message, now: Date): Judgement {
  const judged = judgeOf(place, message, now)
  if (judged.kind === 'moves' && edgeOf(place.order.status, judged.on) === undefined) {
    return contradicts(place, `"${judged.on}" cannot happen`)
  }
  return judged
}

function judgeOf(place: Place, message: Message, now: Date): Judgement {
  switch (message.kind) {
    case 'accepted':
      return judgeAcceptance(place, message)
    case 'shipped':
      return judgeShipping(place, message, now)
    case 'cancellation':
      return judgeDecision(place, message)
    case 'problem':
      return judgeProblem(place, message)
    default:
      return message satisfies never
  }
}

function judgeAcceptance(place: Place, { itemsCents, taxesCents }: Extract<Message, { kind: 'accepted' }>): Judgement {
  const { order, job } = place
  const { pricing } = order.state
  if (job.enterprise && (itemsCents === null || taxesCents === null)) {
    return incomplete('the prices of an enterprise job come with its acceptance', {
      itemsTotal: itemsCents,
      taxesTotal: taxesCents,
    })
  }
  switch (job.status) {
    case 'NEW':
      break
    case 'ACCEPTED':
    case 'SHIPPED':
      if (!job.enterprise || (pricing?.itemsCents === itemsCents && pricing?.taxesCents === taxesCents)) return known
      return contradicts(place, 'it was accepted at other prices')
    default:
      return contradicts(place, 'it cannot be accepted')
  }
  const priced =
    job.enterprise && itemsCents !== null && taxesCents !== null
      ? { itemsCents, fulfillmentCents: null, shippingCents: null, taxesCents, orderCents: null, final: false }
      : pricing
  return moves('accepted', { job: { status: 'ACCEPTED' }, state: { pricing: priced } })
}

function judgeShipping(
  place: Place,
  { shipments, shippingCents }: Extract<Message, { kind: 'shipped' }>,
  now: Date,
): Judgement {
  const { order, job } = place
  const { pricing } = order.state
  if (job.enterprise && shippingCents === null) {
    return incomplete('the shipping price of an enterprise job comes with its shipping', {
      shippingTotal: shippingCents,
    })
  }
  if (job.status === 'SHIPPED') {
    const samePrice = !job.enterprise || pricing?.shippingCents === shippingCents
    return samePrice && sameShipments(order.state.shipmentTracking, shipments)
      ? known
      : contradicts(place, 'it was shipped otherwise')
  }
  if (!isOpen(job)) return contradicts(place, 'it cannot be shipped')
  // Acceptance may go without saying where it brings no price.
  if (job.enterprise && (job.status !== 'ACCEPTED' || pricing === null)) {
    return contradicts(place, 'its items have no price yet: accept it first')
  }
  const shippedAt = now.toISOString()
  const shipmentTracking = shipments.map(shipment => ({ ...shipment, shippedAt }))
  return moves('shipped', {
    job: { status: 'SHIPPED' },
    state: {
      shipmentTracking,
      ...(job.enterprise && pricing !== null && shippingCents !== null
        ? {
            pricing: {
              ...pricing,
              shippingCents,
              orderCents: pricing.itemsCents + pricing.taxesCents + shippingCents,
              final: true,
            },
          }
        : {}),
    },
  })
}

/** Compared as text: both are built field by field in the same order, from the same schema. */
const sameShipments = (recorded: Shipment[], said: JobShipment[]): boolean =>
  JSON.stringify(recorded.map(plainShipment)) === JSON.stringify(said.map(plainShipment))

const plainShipment = ({ masterTrackingNumber, carrier, packages }: JobShipment) => [
  masterTrackingNumber,
  carrier,
  packages.map(({ trackingNumber, altTrackingNumber, trackingUrl }) => [
    trackingNumber,
    altTrackingNumber,
    trackingUrl,
  ]),
]

function judgeDecision(place: Place, { decision, reason }: Extract<Message, { kind: 'cancellation' }>): Judgement {
  const { job, refusedBefore } = place
  if (isOpen(job) && job.cancellationRequested) {
    return decision === 'accept'
      ? moves('cancel_accepted', { job: { status: 'CANCELLED' }, note: reason })
      : moves('cancel_refused', { job: { cancellationRequested: false }, note: reason })
  }
  if (decision === 'accept' && job.status === 'CANCELLED') return known
  if (decision === 'refuse' && job.status !== 'CANCELLED' && refusedBefore) return known
  return contradicts(place, 'no cancellation waits for a decision')
}

function judgeProblem(place: Place, { reason }: Extract<Message, { kind: 'problem' }>): Judgement {
  const { job } = place
  if (job.status === 'PROBLEM') return known
  if (!isOpen(job)) return contradicts(place, 'no problem can be reported any more')
  return moves('problem', { job: { status: 'PROBLEM', problem: reason }, note: reason })
}

const known: Judgement = { kind: 'known' }

const moves = (
  on: OrderEvent,
  { job, state = {}, note = null }: { job: Partial<PrintJob>; state?: Changes['state']; note?: string | null },
): Judgement => ({ kind: 'moves', on, changes: { state: state ?? {} }, note, job })

const contradicts = ({ order, job }: Place, why: string): Judgement => ({
  kind: 'contradicts',
  detail: `print job ${job.jobId} is ${job.status} and its order ${order.status}: ${why}`,
})

function incomplete(detail: string, fields: Record<string, number | null>): Judgement {
  const missing = Object.keys(fields).filter(name => fields[name] === null)
  return {
    kind: 'incomplete',
    detail,
    problems: missing.map(name => ({ pointer: `/${name}`, code: 'missing', detail: `${name} is required: ${detail}` })),
  }
}
