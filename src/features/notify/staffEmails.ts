// Emails to the staff, queued in the same transaction as the change that they report. Emails to customers are in
// accountEmails.ts.

import { listOtherStaff } from '../../accounts/people/operators.ts'
import { operatorAccount } from '../../base/operator.ts'
import type { EmailContent } from '../../mail/emailBody.ts'
import { queueEmails } from '../../mail/emailStore.ts'
import { disputeOfCharge } from '../../mail/templates/disputeEmails.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { DisputeView } from '../../payments/disputes/disputeStore.ts'

export async function notifyStaff(work: UnitOfWork, emails: (EmailContent & { recipient: string })[]): Promise<void> {
  if (emails.length === 0) return
  const rows = emails.map(email => ({ accountId: operatorAccount, emailId: work.newId('eml'), ...email }))
  await queueEmails(work.tx, rows, work.now)
  work.wake('send_mail', work.now)
}

/** To the whole staff, when a dispute is opened and when it ends. */
export async function notifyStaffOfDispute(work: UnitOfWork, dispute: DisputeView, disputesUrl: string): Promise<void> {
  const people = await listOtherStaff(work.tx, work.actor)
  await notifyStaff(
    work,
    people.map(({ name, email }) => ({ recipient: email, ...disputeOfCharge({ ...dispute, name, disputesUrl }) })),
  )
}
