// Emails to the staff, queued in the same transaction as the change that they report. Emails to customers are in
// accountEmails.ts.

import { sql } from 'kysely'
import { listOtherStaff } from '../../accounts/people/operators.ts'
import { operatorAccount } from '../../base/operator.ts'
import type { Tx } from '../../db/db.ts'
import { queueEmails } from '../../mail/emailStore.ts'
import type { Email } from '../../mail/emails.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { DisputeView } from '../../payments/disputes/disputeStore.ts'

export async function notifyStaff(work: UnitOfWork, emails: (Email & { recipient: string })[]): Promise<void> {
  if (emails.length === 0) return
  const rows = emails.map(email => ({ accountId: operatorAccount, emailId: work.newId('eml'), ...email }))
  await queueEmails(work.tx, rows, work.now)
  work.wake('send_mail', work.now)
}

/** To the whole staff, when a dispute is opened and when it ends. */
export async function notifyStaffOfDispute(work: UnitOfWork, dispute: DisputeView, disputesUrl: string): Promise<void> {
  const people = await listOtherStaff(work.tx, work.actor)
  const { accountName, amountCents, withdrawnCents, feeCents, reason, status } = dispute
  const values = {
    ...{ accountName, amountCents, withdrawnCents, feeCents, reason, status, disputesUrl },
    ...{ evidenceDueAt: dispute.evidenceDueAt, orderCount: dispute.orderCount, providerRef: dispute.providerRef },
  }
  await notifyStaff(
    work,
    people.map(({ name, email }) => ({ recipient: email, kind: 'dispute', values: { ...values, name } })),
  )
}

/** To the people of the staff who set prices. */
export async function notifyStaffOfQuote(
  work: UnitOfWork,
  values: { accountName: string; copies: number; quotesUrl: string },
): Promise<void> {
  const people = await listOtherStaff(work.tx, work.actor, 'catalog')
  await notifyStaff(
    work,
    people.map(({ name, email }) => ({ recipient: email, kind: 'quote_requested', values: { ...values, name } })),
  )
}

type NamedJob = { accountId: string; customerOrderId: string; orderTitle?: string | undefined; jobId: string }

/** Jobs as people know them: the title of the order, and the name of the account. */
export async function namedJobs<Job extends NamedJob>(tx: Tx, jobs: readonly Job[]) {
  const { rows } = await sql<{ accountId: string; name: string }>`
    select account_id as "accountId", name from accounts
    where account_id = any (${jobs.map(({ accountId }) => accountId)}::text[])`.execute(tx)
  const nameOf = new Map(rows.map(({ accountId, name }) => [accountId, name]))
  return jobs.map(({ accountId, customerOrderId, orderTitle, ...job }) => ({
    ...job,
    order: orderTitle ?? customerOrderId,
    accountName: nameOf.get(accountId) ?? accountId,
  }))
}
