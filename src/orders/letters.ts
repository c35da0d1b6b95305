// The e-mails of the order flow, queued in the same transaction as the events that they report.

import type { EndingKey } from '../accounts/endingKeys.ts'
import type { Limit } from '../limits/store.ts'
import {
  type ExemptionFacts,
  exemptionDecided,
  keyEnds,
  type Letter,
  ordersQueued,
  ordersRejected,
  paymentDeclined,
  paymentToConfirm,
  refundMade,
  refundReturned,
  webhooksFailing,
} from '../mail/letters.ts'
import { queueMail } from '../mail/store.ts'
import type { FailingWebhooks } from '../webhooks/failing.ts'
import { readHolders } from './facts.ts'
import type { Confirmation, Decline } from './money/pay.ts'
import type { RefundMade } from './money/refund.ts'
import type { Work } from './transition.ts'

export type LimitNews = {
  admission: 'queued' | 'rejected'
  holder: { accountId: string; name: string; holderEmail: string }
  limit: Limit
  releaseAt: Date | null
}

/** Tells holders that their orders are queued or were rejected. The caller checks whether they already know. */
export async function tellOfLimits(work: Work, news: LimitNews[]): Promise<void> {
  const mails = news.map(({ admission, holder, limit, releaseAt }) => {
    const facts = {
      accountName: holder.name,
      mode: limit.mode,
      ordersPer24Hours: limit.ordersPer24Hours,
      queueCeiling: limit.queueCeiling,
      at: work.now,
    }
    const letter = admission === 'queued' ? ordersQueued({ ...facts, releaseAt }) : ordersRejected(facts)
    return mailTo(work, holder, letter)
  })
  await queueMail(work.tx, mails, work.now)
  work.wake('send_mail', work.now)
}

/** `billingUrl` is the page of cards, payments and credit notes. */
export const lettersOfMoney = (billingUrl: string) => ({
  tellOfDecline: (work: Work, decline: Decline): Promise<void> =>
    tellHolder(work, decline, accountName => paymentDeclined({ ...decline, accountName, billingUrl })),

  /** Tells where to confirm a charge. */
  tellOfConfirmation: (work: Work, confirmation: Confirmation): Promise<void> =>
    tellHolder(work, confirmation, accountName => paymentToConfirm({ ...confirmation, accountName })),

  tellOfRefund: (work: Work, refund: RefundMade): Promise<void> =>
    tellHolder(work, refund, accountName => refundMade({ ...refund, accountName, billingUrl, at: work.now })),

  /** Tells that a refund has come back. */
  tellOfReturn: (work: Work, refund: Omit<RefundMade, 'reason' | 'handRef'>): Promise<void> =>
    tellHolder(work, refund, accountName => refundReturned({ ...refund, accountName, at: work.now })),
})

export const tellOfExemption = (
  work: Work,
  decided: Omit<ExemptionFacts, 'accountName'> & { accountId: string },
): Promise<void> => tellHolder(work, decided, accountName => exemptionDecided({ ...decided, accountName }))

export const tellOfFailingWebhooks = (work: Work, failing: FailingWebhooks, webhooksUrl: string): Promise<void> =>
  tellHolder(work, failing, accountName => webhooksFailing({ ...failing, accountName, webhooksUrl }))

export const tellOfEndingKey = (work: Work, key: EndingKey, keysUrl: string): Promise<void> =>
  tellHolder(work, key, accountName => keyEnds({ ...key, accountName, keysUrl }))

/** Writes to the account's holder; of one order where it is named. */
async function tellHolder(
  work: Work,
  { accountId, orderId }: { accountId: string; orderId?: string },
  letterTo: (accountName: string) => Letter,
): Promise<void> {
  const [holder] = await readHolders(work.tx, [accountId])
  if (holder === undefined) return
  const mail = mailTo(work, holder, letterTo(holder.name))
  await queueMail(work.tx, [{ ...mail, ...(orderId === undefined ? {} : { orderId }) }], work.now)
  work.wake('send_mail', work.now)
}

const mailTo = (work: Work, { accountId, holderEmail }: LimitNews['holder'], letter: Letter) => ({
  accountId,
  emailId: work.newId('eml'),
  recipient: holderEmail,
  ...letter,
})
