// Emails to people of an account, queued in the transaction of the act or event that they report.

import { type EmailKind, type Recipient, readRecipients } from '../../accounts/people/emailChoices.ts'
import { queueEmails } from '../../mail/emailStore.ts'
import type { EmailContent } from '../../mail/emails.ts'
import type { UnitOfWork } from '../../orders/transition.ts'

type About = { accountId: string; orderId?: string }

/** Writes to everybody who gets emails of the kind, about one order if `orderId` is given. */
export async function emailAccount(
  work: UnitOfWork,
  kind: EmailKind,
  about: About,
  contentFor: (accountName: string) => EmailContent,
): Promise<void> {
  const { accountId } = about
  await emailRecipients(work, await readRecipients(work.tx, [{ accountId, kind }]), about, contentFor)
}

export async function emailRecipients(
  work: UnitOfWork,
  recipients: Pick<Recipient, 'accountName' | 'email'>[],
  { accountId, orderId }: About,
  contentFor: (accountName: string) => EmailContent,
): Promise<void> {
  if (recipients.length === 0) return
  const emails = recipients.map(({ accountName, email }) => ({
    accountId,
    emailId: work.newId('eml'),
    recipient: email,
    ...contentFor(accountName),
    ...(orderId === undefined ? {} : { orderId }),
  }))
  await queueEmails(work.tx, emails, work.now)
  work.wake('send_mail', work.now)
}
