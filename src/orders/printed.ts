// The way back from the printer: what it says of a job is judged against the job and its order, and only then moves them.
// Saying the same again changes nothing. What contradicts the state is refused and changes nothing either: an order that
// has shipped stays shipped, whatever is said of it later.

import type { Problem } from '../base/refusal.ts'
import { Refusal } from '../base/refusal.ts'
import type { Tx } from '../db/db.ts'
import {
  isOpen,
  type JobShipment,
  type Message,
  type PrinterName,
  type Printers,
  type PrintJob,
} from '../printer/printer.ts'
import { findJob, jobsWithRefusal, lockJobs, saveJobs } from '../printer/store.ts'
import { edgeOf, type OrderEvent } from './lifecycle.ts'
import type { Order, Shipment } from './order.ts'
import { refundsOwed } from './refund.ts'
import { type LockedOrder, lockOrders } from './store.ts'
import { type Changes, transition, type Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

/** An order and one of its jobs, both locked. */
export type AtPrinter = { order: LockedOrder; job: PrintJob }

/** `known`: it was said before. `incomplete`: what the message lacks. */
export type Judgement =
  | { kind: 'moves'; on: OrderEvent; changes: Changes; note: string | null; job: Partial<PrintJob> }
  | { kind: 'known' }
  | { kind: 'contradicts'; detail: string }
  | { kind: 'incomplete'; detail: string; problems: Problem[] }

/** What became of a message: the job as it is now, yet to be saved. */
export type Heeded = { job: PrintJob; judgement: Judgement }

export type TellDeps = { shell: Shell; printers: Printers }

/**
 * A printer tells something of a job by itself. Answers the job as it then is. Refuses with `not_found`; with
 * `wrong_state` when it contradicts what is known; and with `malformed_request` when an enterprise job's prices are missing.
 */
export async function tell(
  { shell, printers }: TellDeps,
  found: PrintJob,
  message: Message,
  { now, actor }: { now: Date; actor: string },
): Promise<PrintJob> {
  return inOneWork(shell, { now, actor }, async work => {
    const [place] = await lockAtPrinter(work.tx, [found])
    if (place === undefined) throw noSuchJob(found.jobId)
    return tellOf(work, place, message, printers)
  })
}

/** The same inside a unit of work, for whoever holds the locks already. */
export async function tellOf(work: Work, place: AtPrinter, message: Message, printers: Printers): Promise<PrintJob> {
  const [heeded] = await heed(work, [{ ...place, message }])
  const { judgement, job: heededJob } = heeded!
  if (judgement.kind === 'contradicts') throw new Refusal('wrong_state', judgement.detail)
  if (judgement.kind === 'incomplete') throw new Refusal('malformed_request', judgement.detail, judgement.problems)
  if (judgement.kind === 'known') return heededJob
  const job = { ...heededJob, nextStepAt: nextStepOf(heededJob, printers, work.now) }
  if (job.nextStepAt !== null) work.wake('step_jobs', job.nextStepAt)
  await saveJobs(work.tx, [job])
  return job
}

function nextStepOf(job: PrintJob, printers: Printers, now: Date): Date | null {
  if (!isOpen(job)) return null
  // The printer is still to be given the job, or to be asked to stop it.
  if (job.submittedAt === null || job.cancellationRequested) return job.nextStepAt
  return printers[job.printer as PrinterName].newsDueAt(job, now)
}

/** The job that the press desk was given under that id; a job that another printer holds is not there. */
export async function deskJob(db: Shell['db'], jobId: string): Promise<PrintJob> {
  const job = await findJob(db, jobId)
  if (job === undefined || job.printer !== ('desk' satisfies PrinterName) || job.submittedAt === null) {
    throw noSuchJob(jobId)
  }
  return job
}

const noSuchJob = (jobId: string) => new Refusal('not_found', `there is no print job ${jobId}`)

/** Locks orders first and jobs after them, as everywhere. */
export async function lockAtPrinter(tx: Tx, jobs: PrintJob[]): Promise<AtPrinter[]> {
  const nameOf = (of: { accountId: string; mode: string; orderId: string }) =>
    `${of.accountId} ${of.mode} ${of.orderId}`
  const orders = new Map((await lockOrders(tx, jobs)).map(order => [nameOf(order), order]))
  return (await lockJobs(tx, jobs)).map(job => ({ order: orders.get(nameOf(job))!, job }))
}

/** Judges messages and moves the orders; answers what became of each, in their order. The caller saves the jobs. */
export async function heed(work: Work, heard: (AtPrinter & { message: Message })[]): Promise<Heeded[]> {
  const refusals = heard.filter(({ message }) => message.kind === 'cancellation' && message.decision === 'refuse')
  const refused = await jobsWithRefusal(
    work.tx,
    refusals.map(({ job }) => job),
  )
  const judgements = heard.map(({ order, job, message }) =>
    judge({ order, job, refusedBefore: refused.has(job.jobId) }, message, work.now),
  )
  const moves = heard.flatMap(({ order }, i) => {
    const judgement = judgements[i]!
    if (judgement.kind !== 'moves') return []
    const { on, changes, note } = judgement
    return [{ order, on, changes, ...(note === null ? {} : { note }) }]
  })
  await transition(work, moves)
  const cancelled = moves.filter(({ on }) => on === 'cancel_accepted')
  await refundsOwed(
    work,
    cancelled.map(({ order }) => order),
  )
  return heard.map(({ job }, i) => {
    const judgement = judgements[i]!
    return { job: judgement.kind === 'moves' ? { ...job, ...judgement.job, updatedAt: work.now } : job, judgement }
  })
}

type Place = { order: Order; job: PrintJob; refusedBefore: boolean }

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
