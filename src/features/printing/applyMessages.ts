// Applies printers' messages about jobs. decideMessage.ts decides what a message means; under the locks of the order
// and the job, the message moves both and is recorded with its verdict. The messages of every adapter arrive here:
// printers' own messages through receiveMessages.ts, and messages in their answers through jobSteps.ts.

import { say, type Words } from '../../../languages/texts.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { storableTexts } from '../../base/text/storableTexts.ts'
import type { Tx } from '../../db/db.ts'
import { inOrder } from '../../db/pipeline.ts'
import { edgeOf } from '../../orders/lifecycle.ts'
import type { OrderKey } from '../../orders/order.ts'
import { type LockedOrder, lockOrders } from '../../orders/orderStore.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import { lockJobs, saveJobs } from '../../printer/jobStore.ts'
import {
  type EarlierMessage,
  findEarlierMessages,
  type MessageVerdict,
  recordMessages,
} from '../../printer/messageStore.ts'
import { withOverdueTimes } from '../../printer/overdue.ts'
import { isOpen, type PrinterMessage, type PrintJob } from '../../printer/printer.ts'
import type { Route } from '../../printer/routing.ts'
import { billShipped } from '../money/billShipped.ts'
import { recordMargins } from '../money/recordMargins.ts'
import { notifyOfRefusedChanges } from '../notify/accountEmails.ts'
import { writeToReaders } from '../notify/readerEmails.ts'
import { findStopped, stoppedText } from './bindingChecks.ts'
import { makeChanges } from './changeAtPrinter.ts'
import { decideMessage, type MessageDecision } from './decideMessage.ts'
import { followShipped } from './followParcels.ts'
import type { Fulfillment } from './fulfillment.ts'
import { createJobs, findOtherPrinters, rerouting } from './handOver.ts'
import { findGivenBack, giveBackUnusedLabels } from './jobLabels.ts'

/** An order and one of its jobs, both locked. */
export type OrderAndJob = { order: LockedOrder; job: PrintJob }

/**
 * The verdict on a message. An incomplete message counts as a contradiction and has `problems`. `why` is a sentence for
 * people, null for applied messages.
 */
export type Outcome = { verdict: MessageVerdict; why: Words | null; problems: Problem[] }

/** The job as it is now, not yet saved. `moved`: the message changed the job. */
export type AppliedMessage = OrderAndJob & Outcome & { isMoved: boolean }

/**
 * Applies one message within the caller's unit of work and under the caller's locks. Refuses contradictions with
 * `wrong_state`, and incomplete messages with `malformed_request`.
 */
export async function applyMessage(
  work: UnitOfWork,
  pair: OrderAndJob,
  message: PrinterMessage,
  fulfillment: Fulfillment,
): Promise<Outcome> {
  const [applied] = await applyAndSaveMessages(work, [{ ...pair, message }], fulfillment)
  refuseContradiction(applied!)
  return applied!
}

/** Applies one message for each of several jobs, and saves the jobs with their next steps. */
export async function applyAndSaveMessages(
  work: UnitOfWork,
  received: (OrderAndJob & { message: PrinterMessage })[],
  fulfillment: Fulfillment,
): Promise<AppliedMessage[]> {
  const applied = (await applyMessages(work, received, fulfillment)).map(message => ({
    ...message,
    job: withNextStep(work, message, fulfillment),
  }))
  await saveChangedJobs(
    work,
    applied.map(({ job }) => job),
  )
  return applied
}

/** Saves what a message or a step changed, gives back labels that no parcel needs, and sends a live update. */
export async function saveChangedJobs(work: UnitOfWork, jobs: PrintJob[]): Promise<void> {
  await saveJobs(work.tx, jobs)
  await giveBackUnusedLabels(work, jobs)
  work.jobsChanged(jobs.map(({ printer }) => printer))
}

/** Throws the refusal for an HTTP caller. */
export function refuseContradiction({ verdict, why, problems }: Outcome): void {
  if (problems.length > 0) throw new Refusal('malformed_request', why!, problems)
  if (verdict === 'contradicts') throw new Refusal('wrong_state', why!)
}

/** The printer refused the change, or the order shipped first. */
const hasRefusal = ({ order, on }: Move, after: LockedOrder): boolean =>
  (on === 'change_refused' || on === 'shipped') &&
  order.state.changeRequest?.status === 'REQUESTED' &&
  after.state.changeRequest?.status === 'REFUSED'

function withNextStep(
  work: UnitOfWork,
  { job, isMoved }: AppliedMessage,
  { printers, overdueRules }: Fulfillment,
): PrintJob {
  if (!isMoved) return job
  const nextStepAt = nextStepOf(job, printers, work.now)
  if (nextStepAt !== null) work.wake('step_jobs', nextStepAt)
  return withOverdueTimes({ ...job, nextStepAt }, overdueRules)
}

function nextStepOf(job: PrintJob, printers: Fulfillment['printers'], now: Date): Date | null {
  if (!isOpen(job)) return null
  // The next step is still the request to cancel.
  if (job.cancellationRequested) return job.nextStepAt
  return printers[job.printer]?.nextUpdateAt(job, now) ?? null
}

export const noSuchJob = (jobId: string): Refusal =>
  new Refusal('not_found', say('there is no print job {jobId}', { jobId }))

/** Locks orders first and jobs after them, as everywhere. */
export async function lockOrdersAndJobs(tx: Tx, jobs: PrintJob[]): Promise<OrderAndJob[]> {
  const keyOf = ({ accountId, mode, orderId }: OrderKey) => `${accountId} ${mode} ${orderId}`
  const [orders, lockedJobs] = await inOrder(
    () => lockOrders(tx, jobs),
    () => lockJobs(tx, jobs),
  )
  const byKey = new Map(orders.map(order => [keyOf(order), order]))
  return lockedJobs.map(job => ({ order: byKey.get(keyOf(job))!, job }))
}

/**
 * Decides about one message for each of several jobs, moves the orders, and records the messages. Returns the results
 * in the same order; the caller saves the jobs.
 */
export async function applyMessages(
  work: UnitOfWork,
  received: (OrderAndJob & { message: PrinterMessage })[],
  fulfillment: Fulfillment,
): Promise<AppliedMessage[]> {
  const messages = received.map(({ order, job, message }) => ({
    order,
    job,
    message: { ...message, content: storableTexts(message.content) },
  }))
  const [earlier, stopped, givenBack] = await inOrder(
    () => findEarlierMessages(work.tx, messages),
    () => findStopped(work.tx, messages, fulfillment.printerConfig.printers),
    () => findGivenBack(work.tx, messages),
  )
  const decisions = messages.map((message, i) => ({
    ...message,
    earlier: earlier[i]!,
    decision: stopped.has(message.job.jobId)
      ? ({ kind: 'contradicts', detail: stoppedText } as const)
      : givenBack.has(message.job.jobId)
        ? ({ kind: 'contradicts', detail: givenBackText(givenBack.get(message.job.jobId)!) } as const)
        : decide(message, earlier[i]!, work.now, fulfillment),
  }))
  const reroutes = await findReroutes(work, decisions, fulfillment)
  const moves = decisions.flatMap(({ order, job, message, decision }): Move[] => {
    if (decision.kind !== 'moves') return []
    const first = isTaken(message) && isNewAtPrinter({ order, job }) ? ({ first: 'handed_over' } as const) : {}
    if (decision.on === null) return first.first === undefined ? [] : [{ order, on: first.first }]
    const { on, changes, note } = decision
    const route = reroutes.get(order)
    if (route !== undefined) return [rerouting(order, route.printer, note, fulfillment, work.now)]
    return [{ order, ...first, on, changes, ...(note === null ? {} : { note }) }]
  })
  const moved = await transition(work, moves)
  const shipped = moved.filter((_, i) => moves[i]!.on === 'shipped')
  await billShipped(work, shipped, fulfillment.monthEnd)
  await recordMargins(work, shipped, fulfillment.marginOf)
  await followShipped(work, shipped)
  await writeToReaders(work, shipped)
  await notifyOfRefusedChanges(
    work,
    moved.filter((after, i) => hasRefusal(moves[i]!, after)),
    fulfillment.orderPageOf,
  )
  const tickets = await makeChanges(
    work,
    moves.flatMap(({ order, on }, i) =>
      on === 'changed'
        ? [
            {
              after: moved[i]!,
              job: decisions.find(one => one.order === order)!.job,
              fall: order.state.changeRequest!.effect!.fall,
            },
          ]
        : [],
    ),
    fulfillment,
  )
  const movedOrders = new Map(moved.map((order, i) => [moves[i]!.order, order]))
  await createJobs(
    work,
    Array.from(reroutes, ([order, route]) => ({ order: movedOrders.get(order)!, route })),
    fulfillment,
  )
  const applied = decisions.map(({ order, job, message, decision, earlier }) => ({
    message,
    order: (movedOrders.get(order) ?? order) as LockedOrder,
    job:
      decision.kind === 'moves'
        ? {
            ...withContact(job, work.now),
            ...decision.job,
            ticket: { ...job.ticket, ...tickets.get(job.jobId) },
          }
        : job,
    isMoved: decision.kind === 'moves',
    ...outcomeOf(decision, earlier),
  }))
  await recordMessages(
    work.tx,
    applied.map(record => ({ ...record, actor: work.actor, recordId: work.newId('pmg') })),
    work.now,
  )
  return applied
}

/**
 * The printers that take over refused orders. Without another printer, an order moves along the edge of the message.
 */
async function findReroutes(
  work: UnitOfWork,
  decisions: (OrderAndJob & { decision: MessageDecision })[],
  fulfillment: Fulfillment,
): Promise<Map<LockedOrder, Route>> {
  const refused = decisions.filter(
    ({ order, decision }) => decision.kind === 'moves' && decision.reroutes && order.status === 'PRINTING',
  )
  if (refused.length === 0) return new Map()
  const routes = await findOtherPrinters(work, refused, fulfillment)
  return new Map(refused.flatMap(({ order }, i) => (routes[i] == null ? [] : [[order, routes[i]]])))
}

/** A repeated message is decided again only if it was refused: the state may have changed since. */
function decide(
  { order, job, message }: OrderAndJob & { message: PrinterMessage },
  { repeated, isIdReused }: EarlierMessage,
  now: Date,
  { estimateDelivery, shipDayOf }: Fulfillment,
): MessageDecision {
  if (repeated !== null && repeated.verdict !== 'contradicts') return { kind: 'repeated' }
  if (isIdReused) {
    return {
      kind: 'contradicts',
      detail: say('the message id {messageId} was used for another message', { messageId: message.messageId }),
    }
  }
  return decideMessage({ order, job }, message.content, { now, sentAt: message.sentAt, estimateDelivery, shipDayOf })
}

/** A printer that refuses a job, or cancels it, never had it for printing. */
const isTaken = ({ content }: PrinterMessage): boolean =>
  content.kind !== 'refused' && !(content.kind === 'cancellation' && content.decision === 'accept')

/** Until now it was not known that a printer has the job. */
export const isNewAtPrinter = ({ order, job }: OrderAndJob): boolean =>
  job.submittedAt === null && isOpen(job) && edgeOf(order.status, 'handed_over') !== undefined

/** A printer that sends a message about a job has received that job. */
const withContact = (job: PrintJob, now: Date): PrintJob => ({
  ...job,
  submittedAt: job.submittedAt ?? now,
  attempts: 0,
  updatedAt: now,
})

function outcomeOf(decision: MessageDecision, { repeated }: EarlierMessage): Outcome {
  switch (decision.kind) {
    case 'moves':
      return { verdict: 'applied', why: null, problems: [] }
    case 'repeated':
      return { verdict: 'repeated', why: repeated === null ? alreadyReported : null, problems: [] }
    case 'late':
      return { verdict: 'ignored', why: decision.detail, problems: [] }
    case 'contradicts':
      return { verdict: 'contradicts', why: decision.detail, problems: [] }
    case 'incomplete':
      return { verdict: 'contradicts', why: decision.detail, problems: decision.problems }
    default:
      return decision satisfies never
  }
}

const givenBackText = (number: string): Words =>
  say('the label {number} was given back to its carrier, so no parcel can be sent with it', { number })

const alreadyReported = say('already reported in an earlier message')
