// The emails of the order flow, queued in the same transaction as the events that they report.

import type { ExpiringKey } from '../../accounts/expiringKeys.ts'
import type { Limit } from '../../limits/limitStore.ts'
import type { EmailContent } from '../../mail/emailBody.ts'
import { queueEmails } from '../../mail/emailStore.ts'
import { type ExemptionDetails, exemptionDecided } from '../../mail/templates/exemptionEmails.ts'
import { keyExpires } from '../../mail/templates/keyEmails.ts'
import { ordersQueued, ordersRejected } from '../../mail/templates/limitEmails.ts'
import { paymentDeclined, paymentToConfirm } from '../../mail/templates/paymentEmails.ts'
import { refundMade, refundReturned } from '../../mail/templates/refundEmails.ts'
import { webhooksFailing } from '../../mail/templates/webhookEmails.ts'
import type { FailingWebhooks } from '../../webhooks/failing.ts'
import type { UnitOfWork } from '../core/transition.ts'
import type { Confirmation, Decline } from '../money/dailyCharge.ts'
import type { RefundMade } from '../money/refunds.ts'
import { readHolders } from '../placing/orderContext.ts'

export type LimitNotice = {
  admission: 'queued' | 'rejected'
  holder: { accountId: string; name: string; holderEmail: string }
  limit: Limit
  releaseAt: Date | null
}

/** Notifies holders that orders were queued or rejected. The caller checks whether they were notified already. */
export async function notifyOfLimits(work: UnitOfWork, notices: LimitNotice[]): Promise<void> {
  const emails = notices.map(({ admission, holder, limit, releaseAt }) => {
    const details = {
      accountName: holder.name,
      mode: limit.mode,
      ordersPer24Hours: limit.ordersPer24Hours,
      queueCeiling: limit.queueCeiling,
      at: work.now,
    }
    const content = admission === 'queued' ? ordersQueued({ ...details, releaseAt }) : ordersRejected(details)
    return emailTo(work, holder, content)
  })
  await queueEmails(work.tx, emails, work.now)
  work.wake('send_mail', work.now)
}

/** `billingUrl` is the page of cards, payments and credit notes. */
export const moneyEmails = (billingUrl: string) => ({
  notifyOfDecline: (work: UnitOfWork, decline: Decline): Promise<void> =>
    emailHolder(work, decline, accountName => paymentDeclined({ ...decline, accountName, billingUrl })),

  /** With the address at which the holder confirms the charge. */
  notifyOfConfirmation: (work: UnitOfWork, confirmation: Confirmation): Promise<void> =>
    emailHolder(work, confirmation, accountName => paymentToConfirm({ ...confirmation, accountName })),

  notifyOfRefund: (work: UnitOfWork, refund: RefundMade): Promise<void> =>
    emailHolder(work, refund, accountName => refundMade({ ...refund, accountName, billingUrl, at: work.now })),

  /** A refund was returned by the bank. */
  notifyOfReturnedRefund: (work: UnitOfWork, refund: Omit<RefundMade, 'reason' | 'manualRef'>): Promise<void> =>
    emailHolder(work, refund, accountName => refundReturned({ ...refund, accountName, at: work.now })),
})

export const notifyOfExemption = (
  work: UnitOfWork,
  decision: Omit<ExemptionDetails, 'accountName'> & { accountId: string },
): Promise<void> => emailHolder(work, decision, accountName => exemptionDecided({ ...decision, accountName }))

export const notifyOfFailingWebhook = (
  work: UnitOfWork,
  failing: FailingWebhooks,
  webhooksUrl: string,
): Promise<void> => emailHolder(work, failing, accountName => webhooksFailing({ ...failing, accountName, webhooksUrl }))

export const notifyOfExpiringKey = (work: UnitOfWork, key: ExpiringKey, keysUrl: string): Promise<void> =>
  emailHolder(work, key, accountName => keyExpires({ ...key, accountName, keysUrl }))

/** Writes to the account's holder, about one order if `orderId` is given. */
async function emailHolder(
  work: UnitOfWork,
  { accountId, orderId }: { accountId: string; orderId?: string },
  contentFor: (accountName: string) => EmailContent,
): Promise<void> {
  const [holder] = await readHolders(work.tx, [accountId])
  if (holder === undefined) return
  const email = emailTo(work, holder, contentFor(holder.name))
  await queueEmails(work.tx, [{ ...email, ...(orderId === undefined ? {} : { orderId }) }], work.now)
  work.wake('send_mail', work.now)
}

const emailTo = (work: UnitOfWork, { accountId, holderEmail }: LimitNotice['holder'], content: EmailContent) => ({
  accountId,
  emailId: work.newId('eml'),
  recipient: holderEmail,
  ...content,
})
