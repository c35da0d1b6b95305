// Acts of the staff that cost much wait until a second person approves them (SECOND_PERSON_ABOVE): refunds that bring
// what was refunded of an order above a sum, cancelling an order that refunds more than that, and making an account an
// enterprise account, which is never charged. It is the whole order that counts, so that no large refund is made in
// small ones.

import { appendAudit } from '../../accounts/audit.ts'
import { day, later } from '../../base/clock.ts'
import { dollarsOrNull } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { type RequestKey, requireSameRequest } from '../../base/requestKey.ts'
import type { Work } from '../transition.ts'
import { tellOthers } from './approvalLetters.ts'
import {
  type Approval,
  findOpenApproval,
  findRequestedApproval,
  insertApproval,
  type Matter,
  type Wanted,
} from './approvalStore.ts'

/** A request that nobody decides on expires after this. */
export const approvalMs = 7 * day

/** Above how much a second person is needed, and the page on which that person decides; null: nobody is asked. */
export type SecondPersonRule = { aboveCents: number; approvalsUrl: string } | null

/** An act of the staff is done, or it waits for a second person. */
export type Outcome<Done> = { done: Done; waits: null } | { done: null; waits: Approval }

/** `refundedCents` is what will have been refunded of an order in all. */
export const needsSecondPerson = (
  rule: SecondPersonRule,
  refundedCents: number,
): rule is NonNullable<SecondPersonRule> => rule !== null && refundedCents > rule.aboveCents

type Asking = Matter & {
  wanted: Wanted
  amountCents: number | null
  reason: string | null
  request: RequestKey | null
}

/**
 * Writes the request. Whoever asks for the same again gets the one that waits. Refuses with `wrong_state` while another
 * of its kind waits.
 */
export async function askSecondPerson(
  work: Work,
  asking: Asking,
  { approvalsUrl }: NonNullable<SecondPersonRule>,
): Promise<Approval> {
  const { tx, now, actor } = work
  const waiting = await findOpenApproval(tx, asking, asking.wanted.kind)
  if (waiting !== undefined) {
    if (isSame(waiting, asking)) return waiting
    throw new Refusal(
      'wrong_state',
      'Another request of this kind already waits for a second person: decline it first.',
    )
  }
  const dueAt = later(now, approvalMs)
  const row = { ...asking, approvalId: work.newId('apr'), askedBy: actor, askedAt: now, dueAt }
  const approval = await insertApproval(tx, row)
  work.wake('expire_approvals', dueAt)
  await noteApproval(work, approval, { action: 'approval_asked', reason: approval.reason })
  await tellOthers(work, approval, approvalsUrl)
  return approval
}

/** The reason may be worded anew. */
const isSame = (one: Pick<Asking, 'wanted' | 'amountCents'>, other: Pick<Asking, 'wanted' | 'amountCents'>): boolean =>
  one.amountCents === other.amountCents && JSON.stringify(one.wanted) === JSON.stringify(other.wanted)

/** What waits, or waited, for the same request; refuses with `request_key_reused` for another one with its key. */
export async function askedBefore(work: Work, matter: Matter, request: RequestKey): Promise<Approval | undefined> {
  const before = await findRequestedApproval(work.tx, matter, request)
  if (before !== undefined) requireSameRequest(before.request!, request)
  return before
}

/** In the audit log, under the order or the account. */
export const noteApproval = (
  { tx, newId, now, actor }: Work,
  { approvalId, accountId, customerOrderId, wanted, amountCents }: Approval,
  { action, reason }: { action: string; reason: string | null },
): Promise<void> =>
  appendAudit(tx, newId, {
    at: now,
    actor,
    action,
    accountId,
    subject: customerOrderId ?? accountId,
    details: { reason, request: approvalId, for: wanted.kind, amount: dollarsOrNull(amountCents) },
  })
