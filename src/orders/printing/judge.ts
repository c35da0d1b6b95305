// What a printer's message means in the current state of a job and its order: it moves them, repeats an earlier one,
// comes too late to matter, or contradicts what is known. Repetitions change nothing, and an order that has shipped
// stays shipped, whatever is said later. Pure; printed.ts carries out what is decided here.

import { isDeepStrictEqual } from 'node:util'
import { utcDay } from '../../base/clock.ts'
import type { Problem } from '../../base/refusal.ts'
import { completed, joined, packagesIn } from '../../printer/parcels.ts'
import { isOpen, type JobShipment, type JobStatus, type Message, type PrintJob } from '../../printer/printer.ts'
import { edgeOf, type OrderEvent } from '../lifecycle.ts'
import type { Order, OrderState, Shipment } from '../order.ts'
import type { Changes } from '../transition.ts'
import { labelOf } from '../words.ts'

/**
 * `moves`: changes the job, and the order along the edge `on` unless that is null; with `reroutes` another printer may
 * take the order instead. `known`: a repetition. `late`: it would have mattered earlier. `incomplete`: names what is
 * missing.
 */
export type Judgement =
  | {
      kind: 'moves'
      on: OrderEvent | null
      changes: Changes
      note: string | null
      job: Partial<PrintJob>
      reroutes: boolean
    }
  | { kind: 'known' }
  | { kind: 'late'; detail: string }
  | { kind: 'contradicts'; detail: string }
  | { kind: 'incomplete'; detail: string; problems: Problem[] }

export type Place = { order: Order; job: PrintJob }

/** When an order that leaves on that day (ISO date) arrives; null when its class is no longer sold. */
export type WhenDelivered = (order: Order, shipDate: string) => OrderState['estimatedDelivery']

/** The day (ISO date) of a parcel that leaves at an instant. */
export type LeavingDay = (at: Date) => string

type Moment = { now: Date; saidAt: Date | null; whenDelivered: WhenDelivered; leavingDay: LeavingDay }

/** More parcels than this are a fault in the printer's program. */
const mostPackages = 1000
/** So is a day more than ten years ahead. */
const mostDaysOfDelay = 3650

/** What a message means in the current state of the job and its order. */
export function judge(place: Place, message: Message, moment: Moment): Judgement {
  const judged = judgeOf(place, message, moment)
  if (judged.kind === 'moves' && judged.on !== null && edgeOf(place.order.status, judged.on) === undefined) {
    const detail = `the order is “${labelOf(place.order.status)}”, which this message does not fit`
    return { kind: 'contradicts', detail }
  }
  return judged
}

function judgeOf(place: Place, message: Message, moment: Moment): Judgement {
  switch (message.kind) {
    case 'received':
      return judgeReceipt(place)
    case 'accepted':
      return judgeAcceptance(place, message, moment)
    case 'refused':
      return judgeRefusal(place, message)
    case 'printed':
      return judgePrinted(place)
    case 'delayed':
      return judgeDelay(place, message, moment)
    case 'packages':
      return judgePackages(place, message)
    case 'shipped':
      return judgeShipping(place, message, moment)
    case 'cancellation':
      return judgeDecision(place, message)
    case 'problem':
      return judgeProblem(place, message)
    default:
      return message satisfies never
  }
}

/** How far a job has come; a message about an earlier step is late, not wrong. */
const progress: readonly JobStatus[] = ['NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED', 'SHIPPED']

const hasReached = ({ status }: PrintJob, step: JobStatus): boolean =>
  progress.indexOf(status) >= progress.indexOf(step)

/** The further of two steps: a printed job does not go back to accepted because of a late message. */
const atLeast = (job: PrintJob, step: JobStatus): JobStatus => (hasReached(job, step) ? job.status : step)

function judgeReceipt({ job }: Place): Judgement {
  if (job.status === 'RECEIVED') return known
  if (job.status === 'NEW') return moves(null, { job: { status: 'RECEIVED' } })
  return late(stateOf(job))
}

function judgeAcceptance(
  place: Place,
  { itemsCents, taxesCents, notTaken }: Extract<Message, { kind: 'accepted' }>,
  { now }: Moment,
): Judgement {
  const { order, job } = place
  const { pricing } = order.state
  if (job.enterprise && (itemsCents === null || taxesCents === null)) {
    const detail = because('the prices of an enterprise job come with its acceptance', notTaken)
    return incomplete(detail, { itemsTotal: itemsCents, taxesTotal: taxesCents })
  }
  const isOver = !isOpen(job) && job.status !== 'SHIPPED'
  if (isOver) return contradicts(job, 'it cannot be accepted')
  if (job.acceptedAt !== null || job.status === 'SHIPPED') {
    if (!job.enterprise || (pricing?.itemsCents === itemsCents && pricing?.taxesCents === taxesCents)) return known
    return contradicts(job, 'its prices were different')
  }
  const priced =
    job.enterprise && itemsCents !== null && taxesCents !== null
      ? { itemsCents, fulfillmentCents: null, shippingCents: null, taxesCents, orderCents: null, final: false }
      : pricing
  return moves('accepted', { job: { status: atLeast(job, 'ACCEPTED'), acceptedAt: now }, state: { pricing: priced } })
}

function judgeRefusal(place: Place, { reason }: Extract<Message, { kind: 'refused' }>): Judgement {
  const { job } = place
  if (job.status === 'REFUSED') return known
  if (!isOpen(job)) return contradicts(job, 'it can no longer be refused')
  if (job.collected.length > 0) return contradicts(job, 'some of its parcels have left')
  // Refusing a job that is to be cancelled means cancelling it.
  if (job.cancellationRequested && !job.withdrawing) {
    return moves('cancel_accepted', { job: { status: 'CANCELLED' }, note: reason })
  }
  const over = { job: { status: 'REFUSED' as const, problem: reason, withdrawing: false }, note: reason }
  return job.acceptedAt === null && !hasReached(job, 'ACCEPTED')
    ? { ...moves('problem', over), reroutes: true }
    : moves('problem', over)
}

function judgePrinted(place: Place): Judgement {
  const { job } = place
  if (job.status === 'PRINTED') return known
  if (job.status === 'SHIPPED') return late(stateOf(job))
  if (!isOpen(job)) return contradicts(job, 'it cannot have been printed')
  return moves('printed', { job: { status: 'PRINTED' } })
}

function judgeDelay(
  place: Place,
  { until, reason }: Extract<Message, { kind: 'delayed' }>,
  { now, saidAt, whenDelivered }: Moment,
): Judgement {
  const { order, job } = place
  if (job.status === 'SHIPPED') return late(stateOf(job))
  if (!isOpen(job)) return contradicts(job, 'it can no longer be delayed')
  if (until < utcDay(now).subtract({ days: 1 }).toString()) return late(`${until} is in the past`)
  const last = utcDay(now).add({ days: mostDaysOfDelay }).toString()
  if (until > last) {
    const detail = `until must be within ten years, so ${last} at the latest; got ${until}`
    return { kind: 'incomplete', detail, problems: [{ pointer: '/until', code: 'too_late', detail }] }
  }
  if (saidAt !== null && job.delaySaidAt !== null && saidAt < job.delaySaidAt) {
    return late('the printer has announced another day since then')
  }
  if ((job.expectedShipDate ?? job.dueDate) === until) return known
  return moves('delayed', {
    job: { expectedShipDate: until, delaySaidAt: saidAt ?? job.delaySaidAt },
    state: { estimatedShipDate: until, estimatedDelivery: whenDelivered(order, until) },
    note: reason === '' ? `to be shipped on ${until}` : `to be shipped on ${until}: ${reason}`,
  })
}

function judgePackages(place: Place, { shipments }: Extract<Message, { kind: 'packages' }>): Judgement {
  const { order, job } = place
  const told = completed(shipments)
  if (packagesIn(told) === 0) {
    return { kind: 'incomplete', detail: 'the message names no packages', problems: [noPackages] }
  }
  if (job.status === 'SHIPPED') {
    const { shipmentTracking } = order.state
    return packagesIn(joined(shipmentTracking, told)) === packagesIn(shipmentTracking)
      ? late('the whole order has shipped, with these packages')
      : contradicts(job, 'some of these packages were not part of it')
  }
  if (!isOpen(job)) return contradicts(job, 'no part of it can be shipped')
  const collected = joined(job.collected, told)
  if (isDeepStrictEqual(collected, job.collected)) return known
  if (packagesIn(collected) > mostPackages) return contradicts(job, `it has more than ${mostPackages} packages`)
  return moves(null, { job: { collected } })
}

function judgeShipping(
  place: Place,
  { shipments, shippingCents, notTaken }: Extract<Message, { kind: 'shipped' }>,
  { now, whenDelivered, leavingDay }: Moment,
): Judgement {
  const { order, job } = place
  const { pricing, estimatedShipDate, estimatedDelivery } = order.state
  if (job.enterprise && shippingCents === null) {
    const detail = because('the shipping price of an enterprise job comes with its shipping', notTaken)
    return incomplete(detail, { shippingTotal: shippingCents })
  }
  const whole = joined(order.state.leftEarlier ?? [], joined(job.collected, completed(shipments)))
  if (job.status === 'SHIPPED') {
    const samePrice = !job.enterprise || pricing?.shippingCents === shippingCents
    return samePrice && sameShipments(order.state.shipmentTracking, whole)
      ? known
      : contradicts(job, 'its packages or its price were different')
  }
  if (!isOpen(job)) return contradicts(job, 'it cannot be shipped')
  if (packagesIn(whole) === 0) {
    return { kind: 'incomplete', detail: 'an order is shipped in packages', problems: [noPackages] }
  }
  // A missing acceptance does no harm when it brings no price.
  if (job.enterprise && (job.acceptedAt === null || pricing === null)) {
    return contradicts(job, 'its items have no price yet: accept it first')
  }
  const shippedAt = now.toISOString()
  const day = leavingDay(now)
  const shipmentTracking = whole.map(({ masterTrackingNumber, carrier, packages }) => ({
    masterTrackingNumber,
    carrier,
    packages,
    shippedAt,
  }))
  return moves('shipped', {
    job: { status: 'SHIPPED', withdrawing: false },
    state: {
      shipmentTracking,
      // A parcel that leaves on another day arrives on other days; one whose class is no longer sold keeps the expected
      // ones.
      ...(day === estimatedShipDate ? {} : { estimatedDelivery: whenDelivered(order, day) ?? estimatedDelivery }),
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

/** Compared as text: both are built field by field in the same order. */
const sameShipments = (recorded: Shipment[], said: JobShipment[]): boolean =>
  JSON.stringify(recorded.map(plainShipment)) === JSON.stringify(said.map(plainShipment))

const plainShipment = ({ masterTrackingNumber, carrier, packages }: JobShipment) => [
  masterTrackingNumber,
  carrier,
  packages.map(one => [one.trackingNumber, one.altTrackingNumber, one.trackingUrl]),
]

function judgeDecision(place: Place, { decision, reason }: Extract<Message, { kind: 'cancellation' }>): Judgement {
  const { job } = place
  if (isOpen(job) && job.cancellationRequested) {
    if (decision === 'accept' && job.collected.length > 0) return contradicts(job, 'some of its parcels have left')
    if (job.withdrawing) return judgeWithdrawal(decision, reason)
    return decision === 'accept'
      ? moves('cancel_accepted', { job: { status: 'CANCELLED' }, note: reason })
      : moves('cancel_refused', { job: { ...notRequested, cancellationRefused: true }, note: reason })
  }
  if (decision === 'accept' && (job.status === 'CANCELLED' || job.status === 'WITHDRAWN')) return known
  if (decision === 'refuse' && job.status !== 'CANCELLED' && job.cancellationRefused) return known
  // It was shipped while the request was on its way: both sides agree.
  if (decision === 'refuse' && job.status === 'SHIPPED' && job.cancellationRequested) {
    return late(stateOf(job))
  }
  return contradicts(job, 'no cancellation waits for a decision')
}

/** The customer is not involved: the order stays where it is, or goes to another printer. */
const judgeWithdrawal = (decision: 'accept' | 'refuse', reason: string): Judgement =>
  decision === 'refuse'
    ? moves(null, { job: { ...notRequested, cancellationRefused: true } })
    : { ...moves('problem', { job: { status: 'WITHDRAWN', withdrawing: false }, note: reason }), reroutes: true }

const notRequested = { cancellationRequested: false, cancellationRequestedAt: null, withdrawing: false }

function judgeProblem(place: Place, { reason }: Extract<Message, { kind: 'problem' }>): Judgement {
  const { order, job } = place
  if (job.status === 'PROBLEM') return known
  if (!isOpen(job)) return contradicts(job, 'a problem can no longer be reported')
  const leftEarlier = joined(order.state.leftEarlier ?? [], job.collected)
  return moves('problem', {
    job: { status: 'PROBLEM', problem: reason, withdrawing: false },
    state: leftEarlier.length === 0 ? {} : { leftEarlier },
    note: reason,
  })
}

const known: Judgement = { kind: 'known' }
const late = (detail: string): Judgement => ({ kind: 'late', detail })

const moves = (
  on: OrderEvent | null,
  { job, state = {}, note = null }: { job: Partial<PrintJob>; state?: Changes['state']; note?: string | null },
): Extract<Judgement, { kind: 'moves' }> => ({
  kind: 'moves',
  on,
  changes: { state: state ?? {} },
  note,
  job,
  reroutes: false,
})

const contradicts = (job: PrintJob, why: string): Judgement => ({
  kind: 'contradicts',
  detail: `${stateOf(job)}: ${why}`,
})

export const stateOf = ({ status }: PrintJob): string => `the job ${stateWords[status]}`

/** For people: the printer's, who read a refusal, and the staff. */
const stateWords: Record<JobStatus, string> = {
  NEW: 'is new',
  RECEIVED: 'was received',
  ACCEPTED: 'was accepted',
  PRINTED: 'was printed',
  SHIPPED: 'has shipped',
  CANCELLED: 'was cancelled',
  REFUSED: 'was refused',
  PROBLEM: 'was stopped by a problem',
  WITHDRAWN: 'was given to another printer',
}

const noPackages: Problem = { pointer: '/shipments', code: 'missing', detail: 'shipments needs at least one package.' }

const because = (rule: string, why: string | undefined): string => (why === undefined ? rule : `${rule}: ${why}`)

function incomplete(detail: string, fields: Record<string, number | null>): Judgement {
  const missing = Object.keys(fields).filter(name => fields[name] === null)
  return {
    kind: 'incomplete',
    detail,
    problems: missing.map(name => ({ pointer: `/${name}`, code: 'missing', detail: `${name} is required: ${detail}` })),
  }
}
