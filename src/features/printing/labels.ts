// Labels that the press desk buys. Buying is work outside, like a charge: the request is recorded; the carrier rates
// the parcel, and the offer that is to be bought is recorded before it is; then it is bought, and the answer is
// recorded. A lost answer is asked for again under the same shipment, which a carrier sells at most once.

import { createHash } from 'node:crypto'
import { say } from '../../../languages/texts.ts'
import { type Clock, day, later, minute, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import { roundedCentsOf } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Crash } from '../../base/running/crash.ts'
import type {
  Carrier,
  CarrierRefusal,
  CarrierUnknown,
  LabelFormat,
  PurchaseOutcome,
  SoldLabel,
} from '../../carriers/carrier.ts'
import { chooseRate } from '../../carriers/chooseRate.ts'
import { reopenReturned } from '../../carriers/followedParcelStore.ts'
import {
  claimDueLabels,
  claimForVoid,
  findLabelFile,
  findLabels,
  holdsParcel,
  insertLabel,
  isStillClaimed,
  type Label,
  type LeasedLabel,
  labelLeaseMs,
  postponeLabel,
  recordFailed,
  recordSold,
  type Sale,
  saveLabelFile,
  saveRate,
} from '../../carriers/labelStore.ts'
import type { Db, Tx } from '../../db/db.ts'
import { callAndRecord, type OutsideCalls, outsideWork } from '../../jobs/outsideWork.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder, type LockedOrder, lockOrders } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { labelPosting } from '../../payments/ledger.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { plainNumber } from '../../printer/carriers.ts'
import { findJobs } from '../../printer/jobStore.ts'
import { isOpen, type PrintJob } from '../../printer/printer.ts'
import { type Box, outsideOf } from '../../shipping/boxes.ts'
import { lockOrdersAndJobs, type OrderAndJob } from './applyMessages.ts'
import { followResent, unfollowResent } from './followParcels.ts'
import { numbersOf } from './jobLabels.ts'
import {
  copiesLeft,
  declarationOf,
  declaresTooMuch,
  jobOfParcel,
  type PlannedParcel,
  parcelInBox,
  planParcels,
  scaleOunces,
  shipmentOf,
} from './parcelPlan.ts'

const maxLabelsPerSweep = 50
const maxCalls = 8
const delaysMs = [10 * second, minute, 5 * minute, 15 * minute]
/** Carriers decide about refunds within weeks. */
const refundCheckMs = day

export type LabelDeps = {
  transactor: Transactor
  clock: Clock
  log: Log
  crash: Crash
  /** The carrier of a mode; null: labels are made elsewhere. */
  carrierOf: (mode: Mode) => Carrier | null
  /** The operator's boxes now. */
  boxes: () => readonly Box[]
  /** The days of transit, at most, of the class that was sold. */
  maxTransitDays: (order: Order) => number
}

type LabelRequest = {
  parcel: number
  /** Null: the planned box. */
  box: string | null
  /** Of each item of the job, as a person packed them; null: the planned books. */
  copies: number[] | null
  /** By the scale; null: the computed weight. */
  weightOz: number | null
  /** The person has looked into the parcel although the scale differs. */
  acceptWeight: boolean
}

export type ParcelsOfJob = {
  carrier: string | null
  boxes: readonly Box[]
  plan: PlannedParcel[] | null
  labels: Label[]
}

export async function readParcels({ transactor, carrierOf, boxes }: LabelDeps, job: PrintJob): Promise<ParcelsOfJob> {
  const available = boxes()
  const labels = await findLabels(transactor.db, job)
  return {
    carrier: carrierOf(job.mode)?.name ?? null,
    boxes: available,
    plan: planParcels(job, available, labels.filter(holdsBooks)),
    labels,
  }
}

/** Whether books of the job are in its parcel. A resent parcel has those of another. */
const holdsBooks = (label: Label): boolean => label.resends === null && holdsParcel(label)

/** Buys the label of a parcel. Returns the label that the parcel has already, if it has one. */
export async function buyLabel(deps: LabelDeps, job: PrintJob, request: LabelRequest, actor: string): Promise<Label> {
  const { transactor, clock } = deps
  const carrier = deps.carrierOf(job.mode)
  if (carrier === null) throw new Refusal('wrong_state', say('Labels are not bought here. Enter the tracking number.'))
  const now = clock()
  const label = await transact(transactor, { now, actor }, async work => {
    const [pair] = await lockOrdersAndJobs(work.tx, [job])
    if (pair === undefined || !isOpen(pair.job)) throw new Refusal('wrong_state', say('The job is no longer open.'))
    if (pair.job.ticket.shipFrom === undefined) throw new Refusal('wrong_state', say('The job has no sender.'))
    const labels = (await findLabels(work.tx, job)).filter(holdsBooks)
    const { box, weightOz, copies } = parcelOf(deps, job, labels, request)
    requireDeclarable(pair.job, labels, { parcel: request.parcel, copies })
    const order = (await findOrder(work.tx, pair.order))!
    const { lengthInches, widthInches, heightInches } = outsideOf(box)
    const { accountId, mode, orderId, attempt, jobId } = job
    return insertLabel(
      work.tx,
      {
        ...{ accountId, mode, orderId, attempt, jobId, labelId: work.newId('lbl'), parcel: request.parcel },
        ...{ provider: carrier.name, box: box.name, weightOz, copies, requestedBy: actor, requestedAt: now },
        ...{ lengthIn: lengthInches, widthIn: widthInches, heightIn: heightInches },
        maxDays: deps.maxTransitDays(order),
        ...{ resends: null, delivery: null },
      },
      later(now, labelLeaseMs),
    )
  })
  if (label !== null) await settleLabels(deps, [label])
  const labels = (await findLabels(transactor.db, job)).filter(({ parcel }) => parcel === request.parcel)
  return labels.find(({ labelId }) => labelId === label?.labelId) ?? labels.find(holdsParcel) ?? labels.at(-1)!
}

/** Of all books together: a larger consignment from the US must be filed, unless it goes to Canada. */
const maxUnfiledCents = 250_000

type Books = Pick<Label, 'parcel' | 'copies'>

/** Customs must read each copy in one parcel. */
function requireDeclarable(job: PrintJob, labels: Label[], { parcel, copies }: Books): void {
  const { customs, destination } = job.ticket
  if (customs == null) return
  if (destination.country !== 'CA' && roundedCentsOf(Number(customs.value)) > maxUnfiledCents)
    throw new Refusal(
      'wrong_state',
      say('Books of more than $2,500 need an export filing, which is not made here. Buy the label elsewhere.'),
    )
  const others = labels.filter(label => label.parcel !== parcel)
  if (declaresTooMuch(job.ticket, [...others.map(label => label.copies), copies]))
    throw new Refusal(
      'wrong_state',
      say('The labels of the other parcels declare these books to customs already. Void one of them first.'),
    )
}

/**
 * Refuses a box that the operator does not have, books that other parcels have, and a weight that a missing or wrong
 * book explains. A parcel whose books are unknown must be weighed. The caller holds the lock of the job.
 */
function parcelOf({ boxes }: LabelDeps, job: PrintJob, labels: Label[], request: LabelRequest) {
  const { parcel, weightOz, acceptWeight } = request
  const available = boxes()
  const planned = planParcels(job, available, labels)?.find(one => one.parcel === parcel)
  const box = request.box === null ? planned?.box : available.find(({ name }) => name === request.box)
  if (box === undefined) throw new Refusal('wrong_state', say('Choose one of the boxes of your operator.'))
  const copies = request.copies ?? planned?.copies ?? null
  if (copies === null) {
    if (weightOz !== null) return { box, weightOz, copies }
    const detail = say('The books of this parcel are not known. Enter its weight.')
    throw new Refusal('wrong_state', detail, [{ pointer: '/weightOunces', code: 'missing', detail }])
  }
  requireBooks(job, labels, { parcel, copies })
  const { ounces, weight } = parcelInBox(job, { parcel, copies }, box)
  if (weightOz !== null && !acceptWeight && (weightOz < weight.min || weightOz > weight.max)) {
    const detail = say('The parcel weighs {weight} oz, but its books and box weigh {computed} oz. Check the books.', {
      weight: weightOz,
      computed: scaleOunces(ounces),
    })
    throw new Refusal('wrong_state', detail, [{ pointer: '/weightOunces', code: 'weight_differs', detail }])
  }
  return { box, weightOz: weightOz ?? scaleOunces(ounces), copies }
}

function requireBooks(job: PrintJob, labels: Label[], { parcel, copies }: { parcel: number; copies: number[] }): void {
  const left = copiesLeft(
    job,
    labels.filter(label => label.parcel !== parcel),
  )
  const isPossible = copies.length === left.length && copies.every((count, i) => count <= left[i]!)
  if (isPossible && copies.some(count => count > 0)) return
  const detail = say('The parcel needs at least one book, and no more copies than other parcels leave.')
  throw new Refusal('wrong_state', detail, [{ pointer: '/copies', code: 'books_differ', detail }])
}

/**
 * Gives a label back; a returned parcel whose books it sends again waits for a decision again. Of a label whose
 * purchase has no known outcome, the purchase may be under way: the carrier is asked when it must have ended. Repeating
 * it returns the label. Refuses the label of a parcel that was reported.
 */
export async function voidLabel(deps: LabelDeps, job: PrintJob, labelId: string, actor: string): Promise<Label> {
  const { transactor, clock } = deps
  const now = clock()
  // The locks exclude a message that ships a parcel with this label.
  const claimed = await transact(transactor, { now, actor }, async work => {
    const { tx } = work
    const [pair] = await lockOrdersAndJobs(tx, [job])
    const label = await findLabel(tx, job, labelId)
    if (pair !== undefined && label.status === 'bought' && isUsed(pair, label))
      throw new Refusal(
        'wrong_state',
        say('The label is that of a parcel that was reported, and cannot be given back.'),
      )
    const claimed = await claimForVoid(tx, label, later(now, labelLeaseMs))
    if (label.resends !== null && label.status === 'bought') {
      const isGivenUp = claimed && (await unfollowResent(work, pair!.order, label.trackingNumber!, label.resends))
      if (!isGivenUp)
        throw new Refusal('wrong_state', say('The carrier has the parcel. Its label cannot be given back.'))
    }
    return claimed
  })
  if (claimed !== undefined && claimed.boughtAt !== null) await settleLabels(deps, [claimed])
  return findLabel(transactor.db, job, labelId)
}

const isUsed = ({ order, job }: OrderAndJob, { trackingNumber }: Label): boolean =>
  numbersOf([...job.collected, ...order.state.shipmentTracking]).includes(plainNumber(trackingNumber!))

async function findLabel(db: Db | Tx, job: PrintJob, labelId: string): Promise<Label> {
  const label = (await findLabels(db, job)).find(one => one.labelId === labelId)
  if (label === undefined) throw new Refusal('not_found', say('There is no label {labelId} of this job.', { labelId }))
  return label
}

/**
 * The file of a label, which is fetched of the carrier once. Refuses while the carrier does not answer, and when the
 * recipient was erased.
 */
export async function labelFile(deps: LabelDeps, job: PrintJob, labelId: string, format: LabelFormat): Promise<Buffer> {
  const { transactor, clock } = deps
  const { db } = transactor
  const label = await findLabel(db, job, labelId)
  const stored = await findLabelFile(db, label, format)
  if (stored !== null) return stored
  const { accountId, mode, ticket } = job
  requireRecipient(await findOrder(db, { accountId, mode, customerOrderId: ticket.customerOrderId }))
  const carrier = carrierOfLabel(deps, label)
  if (label.status !== 'bought' || label.shipmentRef === null || carrier === null)
    throw new Refusal('wrong_state', say('The label was not bought, or was given back.'))
  const outcome = await carrier.fetchLabel({
    ...{ shipmentRef: label.shipmentRef, format, shipment: shipmentOf(job, label) },
  })
  if (outcome.kind === 'unknown')
    throw new Refusal(
      'overloaded',
      say('The label cannot be read: {cause}. Try again, or buy another label.', { cause: outcome.cause }),
    )
  const content = outcome.bytes
  const sha256 = createHash('sha256').update(content).digest('hex')
  await transact(transactor, { now: clock(), actor: 'system' }, async ({ tx }) => {
    // The recipient may have been erased meanwhile; the lock excludes that it is now.
    const [order] = await lockOrders(tx, [job])
    requireRecipient(order)
    await saveLabelFile(tx, label, { format, sha256, content })
  })
  return content
}

/** The declaration on the commercial invoice of a parcel. Refuses the label of a parcel that passes no customs. */
export async function parcelInvoice({ transactor: { db } }: LabelDeps, job: PrintJob, labelId: string) {
  const label = await findLabel(db, job, labelId)
  const { accountId, mode, ticket } = job
  requireRecipient(await findOrder(db, { accountId, mode, customerOrderId: ticket.customerOrderId }))
  const sent = jobOfParcel(job, label)
  const declaration = declarationOf(sent.ticket, label.copies)
  if (declaration === null || label.status !== 'bought')
    throw new Refusal('wrong_state', say('Only a parcel with a label that passes customs has an invoice.'))
  return { label, declaration, job: sent }
}

function requireRecipient(order: Order | undefined): void {
  if (order === undefined || order.recipientErasedAt !== null)
    throw new Refusal('recipient_forgotten', say('The label shows a recipient whose personal data was erased.'))
}

/** Task `buy_labels`: asks again for answers that were lost, and for refunds. */
export const buyLabels = (deps: LabelDeps): ((now: Date) => Promise<number>) =>
  outsideWork({
    ...labelCalls(deps),
    leaseMs: labelLeaseMs,
    maxClaimed: maxLabelsPerSweep,
    claim: claim => claimDueLabels(deps.transactor.db, claim),
  })

export async function settleLabels(deps: LabelDeps, labels: LeasedLabel[]): Promise<void> {
  deps.crash('label:claimed')
  await callAndRecord(labelCalls(deps), labels)
}

type Outcome =
  | PurchaseOutcome
  /** It certainly was not bought. */
  | { kind: 'withdrawn' }
  /** The carrier does not take it back. */
  | { kind: 'kept'; label: SoldLabel; message: string }
  /** Another worker has claimed the label, or it was withdrawn. */
  | { kind: 'late' }

function labelCalls(deps: LabelDeps): OutsideCalls<LeasedLabel, Outcome> {
  const { clock, log, crash } = deps
  return {
    clock,
    log,
    keyOf: ({ accountId, labelId }) => ({ accountId, labelId }),
    concurrency: maxCalls,
    async call(label) {
      const carrier = carrierOfLabel(deps, label)
      if (carrier === null)
        return { kind: 'unknown', cause: `${label.provider} is not set as the carrier`, isOurFault: true }
      const outcome = await (label.status === 'requested' ? purchase(deps, carrier, label) : giveBack(carrier, label))
      crash('label:called')
      return outcome
    },
    record: (label, outcome, now) => recordOutcome(deps, label, outcome, now),
  }
}

const carrierOfLabel = ({ carrierOf }: LabelDeps, { mode, provider }: Label): Carrier | null => {
  const carrier = carrierOf(mode)
  return carrier?.name === provider ? carrier : null
}

async function purchase(deps: LabelDeps, carrier: Carrier, label: LeasedLabel): Promise<Outcome> {
  const { db } = deps.transactor
  let { shipmentRef, rateRef } = label
  const [job] = await findJobs(db, [label.jobId])
  if (job === undefined) return { kind: 'withdrawn' }
  // A lost answer is asked for again, after an outage perhaps days later. An erased recipient has no address.
  const isWanted = label.resends === null ? isOpen(job) : label.delivery !== null
  if (!isWanted) return giveBack(carrier, label)
  if (shipmentRef === null || rateRef === null) {
    const rated = await carrier.rate(shipmentOf(job, label))
    if (rated.kind !== 'rated') return rated
    const rate = chooseRate(rated.rates, label.maxDays)
    if (rate === null) return noService(rated.messages)
    if (!(await saveRate(db, label, rated.shipmentRef, rate))) return { kind: 'late' }
    deps.crash('label:rated')
    shipmentRef = rated.shipmentRef
    rateRef = rate.ref
  }
  // The label may have been withdrawn while the carrier rated it.
  if (!(await isStillClaimed(db, label))) return { kind: 'late' }
  return carrier.buy({ shipmentRef, rateRef, attempt: label.attempts })
}

const noService = (messages: string[]): CarrierRefusal => ({
  kind: 'refused',
  code: 'parcel_refused',
  message: messages.join(' ') || 'No service carries this parcel.',
})

async function giveBack(carrier: Carrier, { shipmentRef, boughtAt }: LeasedLabel): Promise<Outcome> {
  if (shipmentRef === null) return { kind: 'withdrawn' }
  const found = await carrier.find(shipmentRef)
  if (found.kind === 'unknown') return found
  if (found.kind === 'absent')
    return boughtAt === null
      ? { kind: 'withdrawn' }
      : { kind: 'unknown', cause: 'the carrier no longer knows the label' }
  const voided = await carrier.void(shipmentRef)
  if (voided.kind === 'unknown') return voided
  if (voided.kind === 'refused') return { kind: 'kept', label: found.label, message: voided.message }
  return { ...found, label: { ...found.label, refund: voided.kind } }
}

async function recordOutcome(deps: LabelDeps, label: LeasedLabel, outcome: Outcome, now: Date): Promise<void> {
  switch (outcome.kind) {
    case 'late':
      return
    case 'bought':
      return recordSale(deps, label, outcome.label, { ...afterSale(outcome.label, now), at: now, problem: null })
    case 'withdrawn':
      return recordUnsold(deps, label, null, now)
    case 'kept':
      return recordSale(deps, label, outcome.label, {
        ...{ status: 'not_refunded', at: now, nextAt: null, problem: outcome.message },
      })
    case 'refused':
      return recordUnsold(deps, label, outcome.message, now)
    case 'unknown':
      return postpone(deps, label, outcome, now)
  }
}

/** With the postings of its cost. */
function recordSale({ transactor }: LabelDeps, label: LeasedLabel, sold: SoldLabel, sale: Sale): Promise<void> {
  return transact(transactor, { now: sale.at, actor: 'system' }, async work => {
    const { tx } = work
    const order = label.resends === null ? undefined : (await lockOrders(tx, [label]))[0]
    const costCents = await recordSold(tx, label, sold, sale)
    if (costCents === undefined) return
    if (order !== undefined && sale.status === 'bought') await followBought(work, order, label, sold)
    else await reopenIfResent(tx, label)
    if (label.mode !== 'production') return
    const { at } = sale
    await insertPostings(tx, [
      ...(label.boughtAt === null ? [labelPosting({ ...label, costCents }, 'labeled', at)] : []),
      ...(sale.status === 'voided' ? [labelPosting({ ...label, costCents }, 'voided', at)] : []),
    ])
  })
}

const followBought = (work: UnitOfWork, order: LockedOrder, label: LeasedLabel, sold: SoldLabel) => {
  const { accountId, mode, orderId, provider } = label
  const { trackingNumber, carrier } = sold
  const parcel = { accountId, mode, orderId, provider, trackingNumber, carrier, announcedAt: work.now }
  return followResent(work, order, parcel, label.resends!)
}

function recordUnsold({ transactor }: LabelDeps, label: LeasedLabel, problem: string | null, now: Date): Promise<void> {
  return transact(transactor, { now, actor: 'system' }, async ({ tx }) => {
    if (label.resends !== null) await lockOrders(tx, [label])
    if (await recordFailed(tx, label, problem, now)) await reopenIfResent(tx, label)
  })
}

/** The books of the returned parcel are not sent again by this label. `voidLabel` has done it for a bought label. */
async function reopenIfResent(tx: Tx, { resends, boughtAt, ...label }: LeasedLabel): Promise<void> {
  if (resends !== null && boughtAt === null) await reopenReturned(tx, { ...label, trackingNumber: resends })
}

function afterSale({ refund }: SoldLabel, now: Date) {
  switch (refund) {
    case 'refunded':
      return { status: 'voided', nextAt: null } as const
    case 'requested':
      return { status: 'void_requested', nextAt: later(now, refundCheckMs) } as const
    default:
      return { status: 'bought', nextAt: null } as const
  }
}

async function postpone({ transactor, log }: LabelDeps, label: LeasedLabel, unknown: CarrierUnknown, now: Date) {
  const { accountId, labelId, attempts } = label
  const { cause, isOurFault = false } = unknown
  const details = { accountId, labelId, attempts, cause }
  if (isOurFault) log.error(details, 'the carrier refuses all requests')
  else log.warn(details, 'the carrier did not answer about a label')
  await postponeLabel(transactor.db, label, cause, later(now, delaysMs[attempts - 1] ?? delaysMs.at(-1)!))
}
