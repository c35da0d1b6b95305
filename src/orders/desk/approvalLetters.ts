// Who is written to about acts that wait for a second person: the others of the staff when it is asked for, and the one
// who asked when it is decided.

import { staffBut, staffMember } from '../../accounts/operators.ts'
import { namesOfActors } from '../../accounts/read.ts'
import { operatorAccount } from '../../base/operator.ts'
import { approvalAsked, approvalDecided, type Letter, type Waiting } from '../../mail/letters.ts'
import { queueMail } from '../../mail/store.ts'
import type { Work } from '../transition.ts'
import type { Approval } from './approvalStore.ts'

/** Each of those who may decide on it, at the page of that address. */
export async function tellOthers(work: Work, approval: Approval, approvalsUrl: string): Promise<void> {
  const { askedBy, dueAt } = approval
  const people = await staffBut(work.tx, askedBy)
  const names = await namesOfActors(work.tx, [askedBy], null)
  const facts = { ...waitingOf(approval), askedBy: names.get(askedBy)!, expiresAt: dueAt!, approvalsUrl }
  await send(
    work,
    people.map(({ name, email }) => ({ email, letter: approvalAsked({ ...facts, name }) })),
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
  await send(work, [{ email: asker.email, letter }])
}

const waitingOf = ({ wanted, ...approval }: Approval): Waiting => ({ ...approval, kind: wanted.kind })

async function send(work: Work, letters: { email: string; letter: Letter }[]): Promise<void> {
  if (letters.length === 0) return
  const mails = letters.map(({ email, letter }) => ({
    accountId: operatorAccount,
    emailId: work.newId('eml'),
    recipient: email,
    ...letter,
  }))
  await queueMail(work.tx, mails, work.now)
  work.wake('send_mail', work.now)
}
