// The e-mails that the order flow sends, queued in the same transaction as what they tell of.

import type { Limit } from '../limits/store.ts'
import {
  type ExemptionFacts,
  exemptionDecided,
  ordersQueued,
  ordersRejected,
  paymentDeclined,
  paymentToConfirm,
  refundMade,
  refundReturned,
} from '../mail/letters.ts'
import { queueMail } from '../mail/store.ts'
import { readHolders } from './facts.ts'
import type { Confirmation, Decline } from './pay.ts'
import type { RefundMade } from './refund.ts'
import type { Work } from './transition.ts'

export type LimitNews = {
  admission: 'queued' | 'rejected'
  holder: { accountId: string; name: string; holderEmail: string }
  limit: Limit
  releaseAt: Date | null
}

/** Tells holders that their orders wait or were rejected. Whether they were told already is the caller's matter. */
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

/** Tells the holder that a charge was declined. */
export async function tellOfDecline(work: Work, decline: Decline): Promise<void> {
  const [holder] = await readHolders(work.tx, [decline.accountId])
  if (holder === undefined) return
  await queueMail(work.tx, [mailTo(work, holder, paymentDeclined({ ...decline, accountName: holder.name }))], work.now)
  work.wake('send_mail', work.now)
}

/** Tells the holder that money was given back. */
export async function tellOfRefund(work: Work, refund: RefundMade): Promise<void> {
  const [holder] = await readHolders(work.tx, [refund.accountId])
  if (holder === undefined) return
  const letter = refundMade({ ...refund, accountName: holder.name, at: work.now })
  await queueMail(work.tx, [mailTo(work, holder, letter)], work.now)
  work.wake('send_mail', work.now)
}

/** Tells the holder that money which was given back has come back. */
export async function tellOfReturn(work: Work, refund: Omit<RefundMade, 'reason' | 'handRef'>): Promise<void> {
  const [holder] = await readHolders(work.tx, [refund.accountId])
  if (holder === undefined) return
  const letter = refundReturned({ ...refund, accountName: holder.name, at: work.now })
  await queueMail(work.tx, [mailTo(work, holder, letter)], work.now)
  work.wake('send_mail', work.now)
}

/** Tells the holder where to confirm a charge. */
export async function tellOfConfirmation(work: Work, confirmation: Confirmation): Promise<void> {
  const [holder] = await readHolders(work.tx, [confirmation.accountId])
  if (holder === undefined) return
  const letter = paymentToConfirm({ ...confirmation, accountName: holder.name })
  await queueMail(work.tx, [mailTo(work, holder, letter)], work.now)
  work.wake('send_mail', work.now)
}

/** Tells the holder what was decided on exemption papers. */
export async function tellOfExemption(
  work: Work,
  decided: Omit<ExemptionFacts, 'accountName'> & { accountId: string },
): Promise<void> {
  const [holder] = await readHolders(work.tx, [decided.accountId])
  if (holder === undefined) return
  const letter = exemptionDecided({ ...decided, accountName: holder.name })
  await queueMail(work.tx, [mailTo(work, holder, letter)], work.now)
  work.wake('send_mail', work.now)
}

const mailTo = (
  work: Work,
  { accountId, holderEmail }: LimitNews['holder'],
  letter: { subject: string; body: string },
) => ({ accountId, emailId: work.newId('eml'), recipient: holderEmail, ...letter })
