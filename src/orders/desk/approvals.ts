// A second person decides on what a member of the staff asked for. Approving does the act in the same transaction, by
// the function that does it where nobody is asked: it is judged once more, and it is done exactly once.

import { Refusal } from '../../base/refusal.ts'
import { refundAsApproved } from '../money/refund.ts'
import type { Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import { tellAsker } from './approvalLetters.ts'
import { type Approval, closeApproval, lockApproval, lockExpired } from './approvalStore.ts'
import { noteApproval } from './secondPerson.ts'
import { abandonAsApproved, changeAccountAsApproved } from './staff.ts'

const expiredInASweep = 100

type Deciding = { approvalId: string; now: Date; actor: string }

/**
 * Does what was asked for. Approving again answers the same. Refuses with `not_found`; with `not_allowed` for the one
 * who asked; with `wrong_state` when it was declined or has expired, or when what was asked for is no longer what would
 * be done. Then it stays open, and nothing is done.
 */
export const approve = (shell: Shell, { approvalId, ...by }: Deciding): Promise<Approval> =>
  inOneWork(shell, by, async work => {
    const approval = await lockKnown(work, approvalId)
    if (approval.askedBy === work.actor) {
      throw new Refusal('not_allowed', 'You asked for this yourself: another person of the staff has to approve it.')
    }
    if (approval.status === 'approved') return approval
    requireOpen(approval, work.now)
    await carryOut(work, approval)
    return close(work, approval, 'approved', null)
  })

/** Nothing is done. Whoever asked may decline too. Refuses with `not_found`, and with `wrong_state` when it is over. */
export const decline = (
  shell: Shell,
  { approvalId, reason, ...by }: Deciding & { reason: string },
): Promise<Approval> =>
  inOneWork(shell, by, async work => {
    const approval = await lockKnown(work, approvalId)
    if (approval.status === 'declined') return approval
    requireOpen(approval, work.now)
    return close(work, approval, 'declined', reason)
  })

/** The sweep of `expire_approvals`. */
export const expireApprovals =
  (shell: Shell) =>
  (now: Date): Promise<number> =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const expired = await lockExpired(work.tx, now, expiredInASweep)
      for (const approval of expired) await close(work, approval, 'expired', null)
      return expired.length
    })

async function lockKnown({ tx }: Work, approvalId: string): Promise<Approval> {
  const approval = await lockApproval(tx, approvalId)
  if (approval === undefined) throw new Refusal('not_found', `there is no request ${approvalId}`)
  return approval
}

function requireOpen({ approvalId, status, dueAt }: Approval, now: Date): void {
  if (status !== 'open') throw new Refusal('wrong_state', `request ${approvalId} is already ${status}`)
  if (dueAt! <= now) throw new Refusal('wrong_state', `request ${approvalId} has expired`)
}

function carryOut(work: Work, approval: Approval): Promise<void> {
  const { accountId, wanted, amountCents, reason, request } = approval
  // A request about an order names it, and what it refunds.
  const agreed = { accountId, customerOrderId: approval.customerOrderId!, agreedCents: amountCents! }
  switch (wanted.kind) {
    case 'refund':
      return refundAsApproved(work, { ...agreed, ...wanted, reason: reason!, request })
    case 'abandon':
      return abandonAsApproved(work, { ...agreed, reason })
    case 'enterprise':
      return changeAccountAsApproved(work, { accountId, enterprise: true, limits: wanted.limits, reason })
  }
}

async function close(
  work: Work,
  approval: Approval,
  status: 'approved' | 'declined' | 'expired',
  reason: string | null,
): Promise<Approval> {
  const closed = await closeApproval(work.tx, approval, { status, by: work.actor, at: work.now, reason })
  await noteApproval(work, closed, { action: `approval_${status}`, reason })
  await tellAsker(work, closed)
  return closed
}
