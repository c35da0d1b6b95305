// Acts of the staff that need the approval of a second person (SECOND_PERSON_ABOVE): refunds that bring the refunded
// total of an order above an amount, canceling an order whose refund is above it, making an account an enterprise
// account, which is never charged, recording payments above the amount, publishing prices that give too much away,
// offering them for a quote, putting an account on a price list with such prices, and terms that give an account much
// more. Totals count, so that a large refund, payment or change of terms cannot be split.
// Access to an account waits for one of its owners in the same way (accountAccess.ts). People are compared, and not
// credentials: the requester of a request by a key is the owner of the key.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { findResponsiblePerson } from '../../accounts/people/operators.ts'
import { day, later } from '../../base/clock.ts'
import { dollarsOrNull } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { type RequestKey, requireSameRequest } from '../../base/secrets/requestKey.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { accessOf, askOwners } from '../notify/accessEmails.ts'
import { notifyOtherStaff } from '../notify/approvalEmails.ts'
import {
  type Approval,
  type ApprovalSubject,
  findOpenApprovals,
  findRequestedApproval,
  givesAccess,
  insertApproval,
  kindsThatAddUp,
  type RequestedAct,
} from './approvalStore.ts'

/** A request expires after this time; an owner of an account may be on vacation. */
export const approvalMs = ({ act }: Pick<Approval, 'act'>): number => (givesAccess(act) ? 14 : 7) * day

/**
 * The amount and the discount above which a second person is needed, and the page where that person decides; null:
 * never needed.
 */
export type SecondPersonRule = { aboveCents: number; aboveOffBasisPoints: number; approvalsUrl: string } | null

/** An act of the staff is done, or waits for the approval of a second person. */
export type ApprovalOutcome<Done> = { done: Done; approval: null } | { done: null; approval: Approval }

/** `totalCents` is the total after the act: of the refunds of an order, or of the payments of an account. */
export const needsSecondPerson = (rule: SecondPersonRule, totalCents: number): rule is NonNullable<SecondPersonRule> =>
  rule !== null && totalCents > rule.aboveCents

type ApprovalRequest = ApprovalSubject & {
  act: RequestedAct
  amountCents: number | null
  reason: string | null
  request: RequestKey | null
}

/**
 * Writes the request, or returns the open request for the same act. Refuses with `wrong_state` while a different
 * request of this kind is open, unless their effects add up, and with `not_allowed` for a key without an owner: the
 * second person could not be told from the first.
 */
export async function requestApproval(
  work: UnitOfWork,
  input: ApprovalRequest,
  { approvalsUrl }: Pick<NonNullable<SecondPersonRule>, 'approvalsUrl'>,
): Promise<Approval> {
  const { tx, now, actor } = work
  const requesterId = await findResponsiblePerson(tx, actor)
  if (requesterId === null) {
    const detail = say('This needs a second person, and the key has no owner: use your own key or sign in.')
    throw new Refusal('not_allowed', detail)
  }
  const open = await findOpenApprovals(tx, input, input.act.kind)
  const same = open.find(one => isSame(one, input))
  if (same !== undefined) return same
  if (open.length > 0 && !kindsThatAddUp.includes(input.act.kind)) {
    throw new Refusal('wrong_state', say('Another request of this kind already waits for approval: decline it first.'))
  }
  const dueAt = later(now, approvalMs(input))
  const row = { ...input, approvalId: work.newId('apr'), requestedBy: actor, requesterId, requestedAt: now, dueAt }
  const approval = await insertApproval(tx, row)
  work.wake('expire_approvals', dueAt)
  await recordApproval(work, approval, { action: 'approval_asked', reason: approval.reason })
  if (givesAccess(input.act)) {
    const asked = { accountId: input.accountId!, act: accessOf(input.act), teamUrl: approvalsUrl, expiresAt: dueAt }
    await askOwners(work, asked)
  } else await notifyOtherStaff(work, approval, approvalsUrl)
  return approval
}

type RequestEffect = Pick<ApprovalRequest, 'act' | 'amountCents'>

/** The reasons may differ. */
const isSame = (a: RequestEffect, b: RequestEffect): boolean =>
  a.amountCents === b.amountCents && JSON.stringify(a.act) === JSON.stringify(b.act)

/** The earlier request with the same key; refuses with `request_key_reused` when that was a different request. */
export async function findEarlierRequest(
  work: UnitOfWork,
  subject: ApprovalSubject,
  request: RequestKey,
): Promise<Approval | undefined> {
  const earlier = await findRequestedApproval(work.tx, subject, request)
  if (earlier !== undefined) requireSameRequest(earlier.request!, request)
  return earlier
}

/** Records a step of an approval in the audit log, under the order or the account. */
export const recordApproval = (
  { tx, newId, now, actor }: UnitOfWork,
  { approvalId, accountId, customerOrderId, act, amountCents }: Approval,
  { action, reason }: { action: string; reason: string | null },
): Promise<void> =>
  appendAudit(tx, newId, {
    at: now,
    actor,
    action,
    accountId,
    subject: customerOrderId ?? accountId ?? approvalId,
    details: { reason, request: approvalId, for: act.kind, amount: dollarsOrNull(amountCents) },
  })
