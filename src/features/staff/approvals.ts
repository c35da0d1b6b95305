// The decisions of a second person on acts of the staff, and of the owners of an account on access to it. Approving
// does the act in the same transaction, through the function that also does it without approval: the act is checked
// once more, and done exactly once.

import { say } from '../../../languages/texts.ts'
import { findResponsiblePerson, readJoining } from '../../accounts/people/operators.ts'
import { day, instant, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { claimDue } from '../../jobs/claimDue.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { changeTermsAsApproved } from '../money/billingTerms.ts'
import { receivePayments } from '../money/receivePayments.ts'
import { refundAsApproved } from '../money/refunds.ts'
import { notifyRequester } from '../notify/approvalEmails.ts'
import { makeOffer } from '../quotes/answerQuote.ts'
import { changePriceList } from '../shop/accountPriceLists.ts'
import { preparePublication } from '../shop/publishByStaff.ts'
import { type PreparedVersion, type PublishDeps, writeVersion } from '../shop/publishVersion.ts'
import { type AccessDeps, giveAccess } from './accountAccess.ts'
import {
  type Approval,
  type ApprovalRow,
  approvalColumns,
  approvalOf,
  closeApproval,
  givesAccess,
  lockApproval,
  readApproval,
} from './approvalStore.ts'
import { recordApproval } from './secondPerson.ts'
import { abandonAsApproved, changeAccountAsApproved } from './staffActs.ts'

const maxExpired = 100

/** Access without an answer of the owners, who may be gone, can be approved by a second person after this time. */
export const ownersDecideAloneMs = 7 * day

/** `ofAccount` is the account of an owner who decides; null for the staff. */
type DecisionInput = { approvalId: string; ofAccount: string | null; now: Date; actor: string }
type Deps = PublishDeps & AccessDeps

/**
 * Does the requested act. Approving again returns the same. Refuses with `not_found`; with `not_allowed` for the
 * requester, in person or with a key; with `wrong_state` when the request was declined or has expired, or when the act
 * would now have another effect. A refused request stays open.
 */
export async function approve(deps: Deps, { approvalId, ofAccount, ...by }: DecisionInput): Promise<Approval> {
  const requested = await readApproval(deps.transactor.db, approvalId)
  // A version is prepared first, which takes seconds, and reads the register of versions.
  const version = requested?.status === 'open' ? await prepareRequested(deps, requested, by) : null
  const approved = await transact(deps.transactor, by, async work => {
    const approval = await lockExisting(work, approvalId, ofAccount)
    if (ofAccount === null) await requireSecondPerson(work, approval)
    if (approval.status === 'approved') return approval
    requireOpen(approval, work.now)
    await doRequestedAct(work, deps, approval, version)
    return close(work, approval, 'approved', null)
  })
  if (version !== null) await deps.operatorVersions.refresh()
  return approved
}

/** The version that an approval publishes; null for every other act. */
async function prepareRequested(deps: PublishDeps, approval: Approval, by: Pick<DecisionInput, 'now' | 'actor'>) {
  const { act, reason } = approval
  return act.kind === 'publish' ? preparePublication(deps, { ...act, reason: reason! }, by) : null
}

/**
 * The requester may decline too; other people only if `mayDecide`. Refuses with `not_found`, with `not_allowed`, and
 * with `wrong_state` when the request is not open.
 */
export const decline = (
  transactor: Transactor,
  { approvalId, ofAccount, reason, mayDecide, ...by }: DecisionInput & { reason: string | null; mayDecide: boolean },
): Promise<Approval> =>
  transact(transactor, by, async work => {
    const approval = await lockExisting(work, approvalId, ofAccount)
    if (!mayDecide) await requireRequester(work, approval)
    if (approval.status === 'declined') return approval
    requireOpen(approval, work.now)
    return close(work, approval, 'declined', reason)
  })

/** Before, only an owner of the account may. */
export const staffMayApproveAt = ({ act, requestedAt }: Approval): Date =>
  givesAccess(act) ? later(requestedAt, ownersDecideAloneMs) : requestedAt

/** The sweep of `expire_approvals`. */
export const expireApprovals =
  ({ transactor, log }: { transactor: Transactor; log: Log }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<ApprovalRow>(work, 'approval', {
        ...{ columns: approvalColumns, as: 'p', max: maxExpired, log },
        async act(rows) {
          for (const row of rows) await close(work, approvalOf(row), 'expired', null)
        },
        keyOf: ({ approvalId }) => ({ approvalId }),
      }),
    )

async function lockExisting(
  { tx }: UnitOfWork,
  approvalId: string,
  ofAccount: DecisionInput['ofAccount'],
): Promise<Approval> {
  const approval = await lockApproval(tx, approvalId)
  const isTheirs = ofAccount === null || (approval?.accountId === ofAccount && givesAccess(approval.act))
  if (approval === undefined || !isTheirs)
    throw new Refusal('not_found', say('there is no request {approvalId}', { approvalId }))
  return approval
}

/** Otherwise one person could invite a second self: an address of their own. */
async function requireSecondPerson({ tx, actor, now }: UnitOfWork, approval: Approval): Promise<void> {
  const { requesterId, requestedAt } = approval
  const approvableAt = staffMayApproveAt(approval)
  if (now < approvableAt) {
    const detail = say(
      'An owner of the account has to confirm this. Without an answer, another person of the staff can approve it from {time} on.',
      { time: approvableAt.toISOString() },
    )
    throw new Refusal('not_allowed', detail)
  }
  if (requesterId === null) {
    throw new Refusal(
      'not_allowed',
      say('A key without an owner requested this: decline it, and request it in person.'),
    )
  }
  const deciderId = (await findResponsiblePerson(tx, actor))!
  if (requesterId === deciderId) {
    throw new Refusal('not_allowed', say('You requested this yourself: another person of the staff has to approve it.'))
  }
  const joining = (await readJoining(tx, deciderId))!
  if (joining.invitedBy.includes(requesterId)) {
    const detail = say(
      'The requester invited you, or a person who invited you: another person of the staff has to approve it.',
    )
    throw new Refusal('not_allowed', detail)
  }
  if (joining.joinedAt > requestedAt) {
    const detail = say('You joined the staff after this was requested: another person of the staff has to approve it.')
    throw new Refusal('not_allowed', detail)
  }
}

async function requireRequester({ tx, actor }: UnitOfWork, { requesterId }: Approval): Promise<void> {
  if (requesterId !== null && requesterId === (await findResponsiblePerson(tx, actor))) return
  throw new Refusal(
    'not_allowed',
    say('Your role lets you withdraw your own requests, and not decline those of others.'),
  )
}

const endings = { approved: say('approved'), declined: say('declined'), expired: say('expired') }

function requireOpen({ approvalId, status, dueAt }: Approval, now: Date): void {
  if (status !== 'open')
    throw new Refusal(
      'wrong_state',
      say('request {approvalId} is already {status}', { approvalId, status: endings[status] }),
    )
  if (dueAt! <= now) throw new Refusal('wrong_state', say('request {approvalId} has expired', { approvalId }))
}

function doRequestedAct(
  work: UnitOfWork,
  deps: Deps,
  approval: Approval,
  version: PreparedVersion | null,
): Promise<unknown> {
  const { act, amountCents, reason, request } = approval
  if (act.kind === 'payment') return receivePayments(work, act.payments)
  if (act.kind === 'publish') return writeVersion(work, version!)
  const accountId = approval.accountId!
  if (givesAccess(act)) return giveAccess(work, deps, accountId, act)
  // A request about an order has its identifier and the refund.
  const agreed = { accountId, customerOrderId: approval.customerOrderId!, agreedCents: amountCents! }
  switch (act.kind) {
    case 'refund':
      return refundAsApproved(work, { ...agreed, ...act, reason: reason!, request })
    case 'abandon':
      return abandonAsApproved(work, { ...agreed, reason })
    case 'enterprise':
      return changeAccountAsApproved(work, { accountId, enterprise: true, limits: act.limits, reason })
    case 'quote_offer': {
      const { kind: _, validUntil, ...terms } = act
      const key = { accountId, mode: 'production' as const, quoteId: terms.quoteId }
      return makeOffer(work, deps, key, { terms, validUntil: instant(validUntil) })
    }
    case 'billing_terms':
      return changeTermsAsApproved(work, { ...act, accountId, reason: reason! })
    case 'price_list':
      return changePriceList(work, { accountId, priceList: act.priceList, agreedPrices: act.agreedPrices, reason })
  }
}

async function close(
  work: UnitOfWork,
  approval: Approval,
  status: 'approved' | 'declined' | 'expired',
  reason: string | null,
): Promise<Approval> {
  const closed = await closeApproval(work.tx, approval, { status, by: work.actor, at: work.now, reason })
  await recordApproval(work, closed, { action: `approval_${status}`, reason })
  await notifyRequester(work, closed)
  return closed
}
