// Who is written to about acts that wait for a second person: the others of the staff when it is asked for, and the one
// who asked when it is decided.

import { staffBut, staffMember } from '../../accounts/operators.ts'
import { namesOfActors } from '../../accounts/read.ts'
import { approvalAsked, approvalDecided, type Waiting } from '../../mail/letters.ts'
import { mailStaff } from '../staffMail.ts'
import type { Work } from '../transition.ts'
import type { Approval } from './approvalStore.ts'

/** Each of those who may decide on it, at the page of that address. */
export async function tellOthers(work: Work, approval: Approval, approvalsUrl: string): Promise<void> {
  const { askedBy, dueAt } = approval
  const people = await staffBut(work.tx, askedBy)
  const names = await namesOfActors(work.tx, [askedBy], null)
  const facts = { ...waitingOf(approval), askedBy: names.get(askedBy)!, expiresAt: dueAt!, approvalsUrl }
  await mailStaff(
    work,
    people.map(({ name, email }) => ({ recipient: email, ...approvalAsked({ ...facts, name }) })),
  )
}

/** The person who asked, unless they withdrew it; keys are not written to. */
export async function tellAsker(work: Work, approval: Approval): Promise<void> {
  const { askedBy, status, decidedBy, decidedAt } = approval
  if (status === 'open' || decidedBy === askedBy) return
  const asker = await staffMember(work.tx, askedBy)
  if (asker === undefined) return
  const names = await namesOfActors(work.tx, [decidedBy!], null)
  const decided = { status, decidedBy: names.get(decidedBy!)!, decidedAt: decidedAt! }
  const letter = approvalDecided({ ...waitingOf(approval), ...decided, name: asker.name })
  await mailStaff(work, [{ recipient: asker.email, ...letter }])
}

const waitingOf = ({ wanted, ...approval }: Approval): Waiting => ({ ...approval, kind: wanted.kind })
