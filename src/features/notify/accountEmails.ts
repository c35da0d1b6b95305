// Emails to the people of accounts, queued in the same transaction as the events that they report.
// accounts/people/emailChoices.ts says who gets which. Emails about failed, held and shipped orders are in
// orderDigests.ts, and those to the staff in staffEmails.ts.

import type { ExpiringKey } from '../../accounts/keys/expiringKeys.ts'
import { type EmailKind, type Recipient, readRecipients } from '../../accounts/people/emailChoices.ts'
import type { Limit } from '../../limits/limitStore.ts'
import type { EmailContent } from '../../mail/emailBody.ts'
import { queueEmails } from '../../mail/emailStore.ts'
import { type ExemptionDetails, exemptionDecided } from '../../mail/templates/exemptionEmails.ts'
import { keyExpires } from '../../mail/templates/keyEmails.ts'
import { ordersHeldByCredit, ordersQueued, ordersRejected } from '../../mail/templates/limitEmails.ts'
import { cardExpires, invoiceIssued, paymentDeclined, paymentToConfirm } from '../../mail/templates/paymentEmails.ts'
import { refundMade, refundReturned } from '../../mail/templates/refundEmails.ts'
import { statementIssued, statementOverdue } from '../../mail/templates/statementEmails.ts'
import { webhooksFailing } from '../../mail/templates/webhookEmails.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { ExpiringCard } from '../../payments/cards/expiringCards.ts'
import type { Statement } from '../../payments/statements/statementStore.ts'
import type { FailingWebhooks } from '../../webhooks/failing.ts'
import type { Confirmation, Decline, Invoice } from '../money/dailyCharge.ts'
import type { RefundMade } from '../money/refunds.ts'

export type LimitNotice = {
  admission: 'queued' | 'rejected'
  holder: { accountId: string; name: string; holderEmail: string }
  limit: Limit
  releaseAt: Date | null
}

/** Orders were queued or rejected. The caller checks whether the account was notified already. */
export async function notifyOfLimits(work: UnitOfWork, notices: LimitNotice[]): Promise<void> {
  for (const { admission, holder, limit, releaseAt } of notices) {
    const { mode, ordersPer24Hours, queueCeiling } = limit
    const details = { mode, ordersPer24Hours, queueCeiling, at: work.now }
    await emailAccount(work, 'limit', holder, accountName => {
      if (admission === 'rejected') return ordersRejected({ ...details, accountName })
      return limit.isOverCredit
        ? ordersHeldByCredit({ ...details, accountName })
        : ordersQueued({ ...details, accountName, releaseAt })
    })
  }
}

/** `billingUrl` is the page of cards, payments and credit notes. */
export const moneyEmails = (billingUrl: string) => ({
  notifyOfDecline: (work: UnitOfWork, decline: Decline): Promise<void> =>
    emailAccount(work, 'payment', decline, accountName => paymentDeclined({ ...decline, accountName, billingUrl })),

  /** With the address at which the holder confirms the charge. */
  notifyOfConfirmation: (work: UnitOfWork, confirmation: Confirmation): Promise<void> =>
    emailAccount(work, 'payment', confirmation, accountName => paymentToConfirm({ ...confirmation, accountName })),

  notifyOfInvoice: (work: UnitOfWork, invoice: Invoice): Promise<void> =>
    emailAccount(work, 'invoice', invoice, accountName =>
      invoiceIssued({ ...invoice, accountName, billingUrl, at: work.now }),
    ),

  notifyOfRefund: (work: UnitOfWork, refund: RefundMade): Promise<void> =>
    emailAccount(work, 'refund', refund, accountName =>
      refundMade({ ...refund, accountName, billingUrl, at: work.now }),
    ),

  /** A refund was returned by the bank. */
  notifyOfReturnedRefund: (work: UnitOfWork, refund: Omit<RefundMade, 'reason' | 'manualRef'>): Promise<void> =>
    emailAccount(work, 'refund', refund, accountName => refundReturned({ ...refund, accountName, at: work.now })),
})

export const notifyOfExpiringCard = (work: UnitOfWork, card: ExpiringCard, billingUrl: string): Promise<void> =>
  emailAccount(work, 'payment', card, accountName => cardExpires({ ...card, accountName, billingUrl }))

export const notifyOfStatement = (work: UnitOfWork, statement: Statement, billingUrl: string): Promise<void> =>
  emailAccount(work, 'statement', statement, accountName => statementIssued({ ...statement, accountName, billingUrl }))

/** The statement is overdue and not paid. */
export const notifyOfOverdueStatement = (work: UnitOfWork, statement: Statement, billingUrl: string): Promise<void> =>
  emailAccount(work, 'statement', statement, accountName => statementOverdue({ ...statement, accountName, billingUrl }))

export const notifyOfExemption = (
  work: UnitOfWork,
  decision: Omit<ExemptionDetails, 'accountName'> & { accountId: string },
): Promise<void> =>
  emailAccount(work, 'exemption', decision, accountName => exemptionDecided({ ...decision, accountName }))

export const notifyOfFailingWebhook = (
  work: UnitOfWork,
  failing: FailingWebhooks,
  webhooksUrl: string,
): Promise<void> =>
  emailAccount(work, 'integration', failing, accountName => webhooksFailing({ ...failing, accountName, webhooksUrl }))

export const notifyOfExpiringKey = (work: UnitOfWork, key: ExpiringKey, keysUrl: string): Promise<void> =>
  emailAccount(work, 'integration', key, accountName => keyExpires({ ...key, accountName, keysUrl }))

type About = { accountId: string; orderId?: string }

/** Writes to everybody who gets emails of the kind, about one order if `orderId` is given. */
async function emailAccount(
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
