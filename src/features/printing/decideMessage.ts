// Decides what a printer's message means in the current state of a job and its order: it moves them, repeats an earlier
// message, is too late to matter, or contradicts the state. Repetitions change nothing, and an order that has shipped
// stays shipped, even after later reports of the printer. Pure; applyMessages.ts carries out the decision.

import { isDeepStrictEqual } from 'node:util'
import { say, Translatable, type Words } from '../../../languages/texts.ts'
import { utcDay } from '../../base/clock.ts'
import type { Problem } from '../../base/refusal.ts'
import { edgeOf, type OrderEvent } from '../../orders/lifecycle.ts'
import {
  type AboveAgreement,
  answeredRequest,
  type Order,
  type Pricing,
  requestsIn,
  type Shipment,
} from '../../orders/order.ts'
import type { Changes } from '../../orders/transition.ts'
import { statusLabel } from '../../orders/view/labels.ts'
import { completeParcels, countPackages, mergeParcels } from '../../printer/parcels.ts'
import { isOpen, type JobShipment, type JobStatus, type MessageContent, type PrintJob } from '../../printer/printer.ts'
import type { EstimateDelivery, ShipDayOf } from './fulfillment.ts'
import { itemsPriceOf, repeatsItemsPrice, shippingPriceOf } from './jobPrices.ts'

/**
 * `moves`: changes the job, and moves the order along the edge `on` unless that is null. With `reroutes`, another
 * printer may take the order instead. `repeated`: a repetition. `late`: the job is past that step. `incomplete`:
 * required values are missing or wrong.
 */
export type MessageDecision =
  | {
      kind: 'moves'
      on: OrderEvent | null
      changes: Changes
      note: Words | null
      job: Partial<PrintJob>
      reroutes: boolean
    }
  | { kind: 'repeated' }
  | { kind: 'late'; detail: Words }
  | { kind: 'contradicts'; detail: Words }
  | { kind: 'incomplete'; detail: Words; problems: Problem[] }

type JobAndOrder = { order: Order; job: PrintJob }

type Moment = { now: Date; sentAt: Date | null; estimateDelivery: EstimateDelivery; shipDayOf: ShipDayOf }

/** More parcels indicate a fault in the printer's program. */
const maxPackages = 1000
/** Ten years. A later day indicates a fault, too. */
const maxDaysOfDelay = 3650

/** The meaning of a message in the current state of the job and its order. */
export function decideMessage(pair: JobAndOrder, message: MessageContent, moment: Moment): MessageDecision {
  const decision = decisionOf(pair, message, moment)
  if (decision.kind === 'moves' && decision.on !== null && edgeOf(pair.order.status, decision.on) === undefined) {
    const detail = say('the order is “{status}”, which this message does not fit', {
      status: new Translatable(statusLabel(pair.order.status)),
    })
    return { kind: 'contradicts', detail }
  }
  return decision
}

function decisionOf(pair: JobAndOrder, message: MessageContent, moment: Moment): MessageDecision {
  switch (message.kind) {
    case 'received':
      return decideReceived(pair)
    case 'accepted':
      return decideAccepted(pair, message, moment)
    case 'refused':
      return decideRefused(pair, message)
    case 'printed':
      return decidePrinted(pair)
    case 'delayed':
      return decideDelayed(pair, message, moment)
    case 'packages':
      return decidePackages(pair, message)
    case 'shipped':
      return decideShipped(pair, message, moment)
    case 'cancellation':
      return decideCancellation(pair, message)
    case 'change':
      return decideChange(pair, message, moment)
    case 'problem':
      return decideProblem(pair, message)
    default:
      return message satisfies never
  }
}

/** The order of a job's steps. A message about an earlier step is late, not wrong. */
const steps: readonly JobStatus[] = ['NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED', 'SHIPPED']

const hasReached = ({ status }: PrintJob, step: JobStatus): boolean => steps.indexOf(status) >= steps.indexOf(step)

/** The later of two steps: a printed job does not go back to accepted because of a late message. */
const latestStep = (job: PrintJob, step: JobStatus): JobStatus => (hasReached(job, step) ? job.status : step)

function decideReceived({ job }: JobAndOrder): MessageDecision {
  if (job.status === 'RECEIVED') return repeated
  if (job.status === 'NEW') return moves(null, { job: { status: 'RECEIVED' } })
  return late(jobStateText(job))
}

function decideAccepted(
  pair: JobAndOrder,
  message: Extract<MessageContent, { kind: 'accepted' }>,
  { now }: Moment,
): MessageDecision {
  const { order, job } = pair
  const { pricing, agreed } = order.state
  if (!isOpen(job) && job.status !== 'SHIPPED') return contradicts(job, say('it cannot be accepted'))
  // A printer that repeats itself without its prices, or without their reason, says nothing else than before.
  if (job.acceptedAt !== null && agreed !== undefined && repeatsItemsPrice(message, pricing)) return repeated
  const decided = job.enterprise ? itemsPriceOf(message, agreed) : null
  if (decided !== null && decided.price === null) return incomplete(decided)
  if (job.acceptedAt !== null || job.status === 'SHIPPED') {
    const price = decided?.price ?? null
    if (price === null || (pricing?.itemsCents === price.itemsCents && pricing?.taxesCents === price.taxesCents))
      return repeated
    return contradicts(job, say('its prices were different'))
  }
  return moves('accepted', {
    job: { status: latestStep(job, 'ACCEPTED'), acceptedAt: now },
    state: { pricing: decided === null ? pricing : pricingOf(decided, agreed) },
    note: decided?.aboveAgreement?.reason ?? null,
  })
}

/** The shipping is priced when the order ships. */
const pricingOf = (
  { price, aboveAgreement }: Exclude<ReturnType<typeof itemsPriceOf>, { price: null }>,
  agreed: Pricing | undefined,
): Pricing => ({
  ...price,
  fulfillmentCents: null,
  shippingCents: null,
  orderCents: null,
  ...(agreed?.priceList === undefined ? {} : { priceList: agreed.priceList }),
  ...withAbove([], aboveAgreement),
  final: false,
})

function withAbove(before: AboveAgreement[], above: AboveAgreement | null): Pick<Pricing, 'aboveAgreement'> {
  const all = above === null ? before : [...before, above]
  return all.length === 0 ? {} : { aboveAgreement: all }
}

function decideRefused(pair: JobAndOrder, { reason }: Extract<MessageContent, { kind: 'refused' }>): MessageDecision {
  const { job } = pair
  if (job.status === 'REFUSED') return repeated
  if (!isOpen(job)) return contradicts(job, say('it can no longer be refused'))
  if (job.collected.length > 0) return contradicts(job, say('some of its parcels have left'))
  // A refusal of a job with a pending cancellation grants the cancellation.
  if (job.cancellationRequested && !job.withdrawing) {
    return moves('cancel_accepted', { job: { status: 'CANCELLED' }, note: reason })
  }
  const refusal = { job: { status: 'REFUSED' as const, problem: reason, withdrawing: false }, note: reason }
  return job.acceptedAt === null && !hasReached(job, 'ACCEPTED')
    ? { ...moves('problem', refusal), reroutes: true }
    : moves('problem', refusal)
}

function decidePrinted(pair: JobAndOrder): MessageDecision {
  const { job } = pair
  if (job.status === 'PRINTED') return repeated
  if (job.status === 'SHIPPED') return late(jobStateText(job))
  if (!isOpen(job)) return contradicts(job, say('it cannot have been printed'))
  return moves('printed', { job: { status: 'PRINTED' } })
}

function decideDelayed(
  pair: JobAndOrder,
  { until, reason }: Extract<MessageContent, { kind: 'delayed' }>,
  { now, sentAt, estimateDelivery }: Moment,
): MessageDecision {
  const { order, job } = pair
  if (job.status === 'SHIPPED') return late(jobStateText(job))
  if (!isOpen(job)) return contradicts(job, say('it can no longer be delayed'))
  if (until < utcDay(now).subtract({ days: 1 }).toString()) return late(say('{until} is in the past', { until }))
  const lastDay = utcDay(now).add({ days: maxDaysOfDelay }).toString()
  if (until > lastDay) {
    const detail = say('until must be within ten years, so {lastDay} at the latest; got {until}', { lastDay, until })
    return { kind: 'incomplete', detail, problems: [{ pointer: '/until', code: 'too_late', detail }] }
  }
  if (sentAt !== null && job.delayAnnouncedAt !== null && sentAt < job.delayAnnouncedAt) {
    return late(say('the printer has announced another day since then'))
  }
  if ((job.expectedShipDate ?? job.dueDate) === until) return repeated
  return moves('delayed', {
    job: { expectedShipDate: until, delayAnnouncedAt: sentAt ?? job.delayAnnouncedAt },
    state: { estimatedShipDate: until, estimatedDelivery: estimateDelivery(order, until) },
    note:
      reason === ''
        ? say('to be shipped on {day}', { day: until })
        : say('to be shipped on {day}: {reason}', { day: until, reason }),
  })
}

function decidePackages(
  pair: JobAndOrder,
  { shipments }: Extract<MessageContent, { kind: 'packages' }>,
): MessageDecision {
  const { order, job } = pair
  const reported = completeParcels(shipments)
  if (countPackages(reported) === 0) {
    return { kind: 'incomplete', detail: say('the message names no packages'), problems: [noPackages] }
  }
  if (job.status === 'SHIPPED') {
    const { shipmentTracking } = order.state
    return countPackages(mergeParcels(shipmentTracking, reported)) === countPackages(shipmentTracking)
      ? late(say('the whole order has shipped, with these packages'))
      : contradicts(job, say('some of these packages were not part of it'))
  }
  if (!isOpen(job)) return contradicts(job, say('no part of it can be shipped'))
  const collected = mergeParcels(job.collected, reported)
  if (isDeepStrictEqual(collected, job.collected)) return repeated
  if (countPackages(collected) > maxPackages)
    return contradicts(job, say('it has more than {maxPackages} packages', { maxPackages }))
  return job.collected.length === 0
    ? moves('parcel_left', { job: { collected }, state: { parcelsLeft: true } })
    : moves(null, { job: { collected } })
}

function decideShipped(
  pair: JobAndOrder,
  message: Extract<MessageContent, { kind: 'shipped' }>,
  { now, estimateDelivery, shipDayOf }: Moment,
): MessageDecision {
  const { order, job } = pair
  const { pricing, agreed, estimatedShipDate } = order.state
  const decided = job.enterprise ? shippingPriceOf(message, agreed, job.status === 'SHIPPED' ? pricing : null) : null
  if (decided !== null && decided.price === null) return incomplete(decided)
  const allParcels = mergeParcels(
    order.state.leftEarlier ?? [],
    mergeParcels(job.collected, completeParcels(message.shipments)),
  )
  if (job.status === 'SHIPPED') {
    const isSamePrice = decided === null || pricing?.shippingCents === decided.price
    return isSamePrice && sameShipments(order.state.shipmentTracking, allParcels)
      ? repeated
      : contradicts(job, say('its packages or its price were different'))
  }
  if (!isOpen(job)) return contradicts(job, say('it cannot be shipped'))
  if (countPackages(allParcels) === 0) {
    return { kind: 'incomplete', detail: say('an order is shipped in packages'), problems: [noPackages] }
  }
  // A missing acceptance matters only where it brings the prices.
  if (decided !== null && (job.acceptedAt === null || pricing === null)) {
    return contradicts(job, say('its items have no price yet: accept it first'))
  }
  const shippedAt = now.toISOString()
  const day = shipDayOf(order, now)
  const shipmentTracking = allParcels.map(({ masterTrackingNumber, carrier, packages }) => ({
    masterTrackingNumber,
    carrier,
    packages,
    shippedAt,
  }))
  return moves('shipped', {
    job: { status: 'SHIPPED', withdrawing: false },
    state: {
      shipmentTracking,
      ...(day === estimatedShipDate ? {} : { estimatedDelivery: estimateDelivery(order, day) }),
      ...(decided === null || pricing === null ? {} : { pricing: withShipping(pricing, decided) }),
    },
    note: decided?.aboveAgreement?.reason ?? null,
  })
}

const withShipping = (
  pricing: Pricing,
  { price, aboveAgreement }: Exclude<ReturnType<typeof shippingPriceOf>, { price: null }>,
): Pricing => ({
  ...pricing,
  shippingCents: price,
  orderCents: pricing.itemsCents + pricing.taxesCents + price,
  ...withAbove(pricing.aboveAgreement ?? [], aboveAgreement),
  final: true,
})

/** Compared as text: both are built field by field in the same order. */
const sameShipments = (recorded: Shipment[], reported: JobShipment[]): boolean =>
  JSON.stringify(recorded.map(plainShipment)) === JSON.stringify(reported.map(plainShipment))

const plainShipment = ({ masterTrackingNumber, carrier, packages }: JobShipment) => [
  masterTrackingNumber,
  carrier,
  packages.map(({ trackingNumber, altTrackingNumber, trackingUrl }) => [
    trackingNumber,
    altTrackingNumber,
    trackingUrl,
  ]),
]

function decideCancellation(
  pair: JobAndOrder,
  { decision, reason }: Extract<MessageContent, { kind: 'cancellation' }>,
): MessageDecision {
  const { job } = pair
  if (isOpen(job) && job.cancellationRequested) {
    if (decision === 'accept' && job.collected.length > 0) return contradicts(job, say('some of its parcels have left'))
    if (job.withdrawing) return decideWithdrawal(decision, reason)
    return decision === 'accept'
      ? moves('cancel_accepted', { job: { status: 'CANCELLED' }, note: reason })
      : moves('cancel_refused', { job: { ...notRequested, cancellationRefused: true }, note: reason })
  }
  if (decision === 'accept' && (job.status === 'CANCELLED' || job.status === 'WITHDRAWN')) return repeated
  if (decision === 'refuse' && job.status !== 'CANCELLED' && job.cancellationRefused) return repeated
  // The parcel left before the request arrived. Both sides agree that it shipped.
  if (decision === 'refuse' && job.status === 'SHIPPED' && job.cancellationRequested) {
    return late(jobStateText(job))
  }
  return contradicts(job, say('no cancellation waits for a decision'))
}

/** The customer is not involved: the order stays with this printer, or moves to another printer. */
const decideWithdrawal = (decision: 'accept' | 'refuse', reason: Words): MessageDecision =>
  decision === 'refuse'
    ? moves(null, { job: { ...notRequested, cancellationRefused: true } })
    : { ...moves('problem', { job: { status: 'WITHDRAWN', withdrawing: false }, note: reason }), reroutes: true }

const notRequested = { cancellationRequested: false, cancellationRequestedAt: null, withdrawing: false }

function decideChange(
  { order, job }: JobAndOrder,
  { decision, requestedAt, reason }: Extract<MessageContent, { kind: 'change' }>,
  { estimateDelivery }: Moment,
): MessageDecision {
  const { changeRequest, estimatedShipDate } = order.state
  const status = decision === 'accept' ? 'ACCEPTED' : 'REFUSED'
  const newest = changeRequest?.requestedAt
  if (newest !== undefined && newest !== requestedAt) {
    return contradicts(job, say('this answers another change than the one of {newest}', { newest }))
  }
  const isWaiting = changeRequest?.status === 'REQUESTED' && job.changeRequestedAt !== null && isOpen(job)
  if (!isWaiting) {
    if (changeRequest?.status === status) return repeated
    return decision === 'refuse' && job.status === 'SHIPPED'
      ? late(jobStateText(job))
      : contradicts(job, say('no change waits for a decision'))
  }
  const answered = { job: { changeRequestedAt: null }, note: reason }
  const after = answeredRequest(changeRequest, status, reason)
  if (decision === 'refuse') return moves('change_refused', { ...answered, state: { changeRequest: after } })
  if (job.collected.length > 0) return contradicts(job, say('some of its parcels have left'))
  const state = { ...changeRequest.effect!.state, changeRequest: after }
  const changed = { ...order, ...requestsIn(order.placed ?? order.request, { ...order.state, ...state }) }
  const dates = estimatedShipDate === null ? {} : { estimatedDelivery: estimateDelivery(changed, estimatedShipDate) }
  return moves('changed', { ...answered, state: { ...state, ...dates } })
}

function decideProblem(pair: JobAndOrder, { reason }: Extract<MessageContent, { kind: 'problem' }>): MessageDecision {
  const { order, job } = pair
  if (job.status === 'PROBLEM') return repeated
  if (!isOpen(job)) return contradicts(job, say('a problem can no longer be reported'))
  const leftEarlier = mergeParcels(order.state.leftEarlier ?? [], job.collected)
  return moves('problem', {
    job: { status: 'PROBLEM', problem: reason, withdrawing: false },
    state: leftEarlier.length === 0 ? {} : { leftEarlier },
    note: reason,
  })
}

const repeated: MessageDecision = { kind: 'repeated' }
const late = (detail: Words): MessageDecision => ({ kind: 'late', detail })

const moves = (
  on: OrderEvent | null,
  { job, state = {}, note = null }: { job: Partial<PrintJob>; state?: Changes['state']; note?: Words | null },
): Extract<MessageDecision, { kind: 'moves' }> => ({
  kind: 'moves',
  on,
  changes: { state: state ?? {} },
  note,
  job,
  reroutes: false,
})

const contradicts = (job: PrintJob, why: Words): MessageDecision => ({
  kind: 'contradicts',
  detail: say('{state}: {why}', { state: jobStateText(job), why }),
})

export const jobStateText = ({ status }: PrintJob): Translatable =>
  say('the job {jobState}', { jobState: stateTexts[status] })

/** Shown to people at the printer and to the staff. */
const stateTexts: Record<JobStatus, Translatable> = {
  NEW: say('is new'),
  RECEIVED: say('was received'),
  ACCEPTED: say('was accepted'),
  PRINTED: say('was printed'),
  SHIPPED: say('has shipped'),
  CANCELLED: say('was canceled'),
  REFUSED: say('was refused'),
  PROBLEM: say('was stopped by a problem'),
  WITHDRAWN: say('was given to another printer'),
}

const noPackages: Problem = {
  pointer: '/shipments',
  code: 'missing',
  detail: say('shipments needs at least one package.'),
}

const incomplete = ({ detail, problems }: { detail: Words; problems: Problem[] }): MessageDecision => ({
  kind: 'incomplete',
  detail,
  problems,
})
