// Sends the books of a returned parcel again, to a mended address. The decision about the parcel and the request of the
// new label are recorded together; the label is bought as others are (printing/labels.ts). The carrier's refusal opens
// the decision again. The order keeps its status, its tracking and its price.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { readParcelSettings } from '../../accounts/settings/parcelSettings.ts'
import { later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { storableJson } from '../../base/text/storableText.ts'
import type { LabelFormat } from '../../carriers/carrier.ts'
import { decideReturned } from '../../carriers/followedParcelStore.ts'
import {
  findParcelLabel,
  findResendLabel,
  insertLabel,
  type Label,
  type LeasedLabel,
  labelLeaseMs,
} from '../../carriers/labelStore.ts'
import type { Db } from '../../db/db.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder, lockFound, orderNotFound } from '../../orders/orderStore.ts'
import { transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { findJobs } from '../../printer/jobStore.ts'
import { deliveryProblems } from '../placing/examine.ts'
import { type LabelDeps, labelFile, settleLabels } from '../printing/labels.ts'
import type { MakeTicket } from '../printing/makeTicket.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { nothingToDecide } from './returnedParcels.ts'

export type ResendDeps = {
  labelDeps: LabelDeps
  operatorVersions: OperatorVersions
  fulfillment: { makeTicket: MakeTicket }
}

type OrderName = { accountId: string; customerOrderId: string }
type Resend = OrderName & {
  trackingNumber: string
  destination: Order['request']['destination']
  reason: string
  actor: string
}

/**
 * Buys the label of the new parcel, and returns it; the same request again returns it, too. Refuses with `wrong_state`
 * when another decision was made about the parcel, and with `change_not_possible` for an impossible address.
 */
export async function resendParcel(deps: ResendDeps, wanted: Resend): Promise<Label> {
  const { transactor, clock, carrierOf } = deps.labelDeps
  const found = await findProduction(transactor.db, wanted)
  if (carrierOf('production') === null)
    throw new Refusal('wrong_state', say('Labels are not bought here. Make a reprint, and ship it.'))
  const request = { ...found.request, destination: wanted.destination }
  const problems = deliveryProblems(deps.operatorVersions.byNumber(found.operatorVersion), request)
  if (problems.length > 0) throw new Refusal('change_not_possible', problems[0]!.detail, problems)
  const changed = { ...found, request }
  const { actor } = wanted
  const claimed = await transact(transactor, { now: clock(), actor }, work => requestLabel(work, deps, changed, wanted))
  if (claimed !== null) await settleLabels(deps.labelDeps, [claimed])
  return (await findResendLabel(transactor.db, found, wanted.trackingNumber))!
}

/** The file of the label of a parcel that is sent again. */
export async function resendLabelFile(
  labelDeps: LabelDeps,
  { trackingNumber, format, ...name }: OrderName & { trackingNumber: string; format: LabelFormat },
) {
  const { db } = labelDeps.transactor
  const label = await findResendLabel(db, await findProduction(db, name), trackingNumber)
  const [job] = label === undefined ? [] : await findJobs(db, [label.jobId])
  if (label === undefined || job === undefined) throw new Refusal('not_found', say('No parcel was sent again for it.'))
  return { label, bytes: await labelFile(labelDeps, job, label.labelId, format) }
}

async function findProduction(db: Db, { accountId, customerOrderId }: OrderName): Promise<Order> {
  const name = { accountId, mode: 'production', customerOrderId } as const
  const found = await findOrder(db, name)
  if (found === undefined) throw orderNotFound(name)
  return found
}

/** Null when it was requested before. */
async function requestLabel(
  work: UnitOfWork,
  { labelDeps, fulfillment }: ResendDeps,
  changed: Order,
  { trackingNumber, reason, actor }: Resend,
): Promise<LeasedLabel | null> {
  const { tx, now } = work
  const order = await lockFound(tx, changed)
  const { accountId, mode, orderId, customerOrderId } = order
  if (order.recipientErasedAt !== null)
    throw new Refusal('recipient_forgotten', say("The recipient's personal data was erased."))
  const sold = await findParcelLabel(tx, order, trackingNumber)
  const decided =
    sold === undefined
      ? null
      : await decideReturned(tx, order, { trackingNumbers: [trackingNumber], decision: 'resent', now })
  if (sold === undefined || decided === null) throw nothingToDecide()
  const settings = (await readParcelSettings(tx, [accountId])).get(accountId)
  const { destination, customs = null } = fulfillment.makeTicket(changed, settings)
  const delivery = storableJson({ destination, customs })
  if (decided.length === 0) {
    const before = await findResendLabel(tx, order, trackingNumber)
    if (before?.delivery !== delivery) throw nothingToDecide()
    return null
  }
  const { attempt, jobId, parcel, box, lengthIn, widthIn, heightIn, weightOz, copies } = sold
  const label = await insertLabel(
    tx,
    {
      ...{ accountId, mode, orderId, attempt, jobId, labelId: work.newId('lbl'), parcel, box },
      ...{ lengthIn, widthIn, heightIn, weightOz, copies, resends: trackingNumber, delivery },
      ...{ provider: labelDeps.carrierOf(mode)!.name, maxDays: labelDeps.maxTransitDays(order) },
      ...{ requestedBy: actor, requestedAt: now },
    },
    later(now, labelLeaseMs),
  )
  if (label === null) throw new Error(`a decision about parcel ${trackingNumber} was open, and its label requested`)
  await appendAudit(tx, work.newId, {
    ...{ at: now, actor, action: 'returned_parcels_decided', accountId, subject: orderId },
    details: { customerOrderId, decision: 'resent', trackingNumbers: [trackingNumber], labelId: label.labelId, reason },
  })
  return label
}
