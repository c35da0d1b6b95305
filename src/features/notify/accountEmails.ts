// Emails to the people of accounts, queued in the same transaction as the events that they report.
// accounts/people/emailChoices.ts has the readers of each kind. Emails about failed, held and shipped orders are in
// orderDigests.ts, and emails to the staff in staffEmails.ts.

import type { Words } from '../../../languages/texts.ts'
import type { ExpiringExemption } from '../../accounts/exemptions/expiringExemptions.ts'
import type { ExpiringKey } from '../../accounts/keys/expiringKeys.ts'
import { orderTitle } from '../../base/text/orderTitle.ts'
import { reachedCredit } from '../../limits/admission.ts'
import type { Limit } from '../../limits/limitStore.ts'
import type { Order } from '../../orders/order.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { ExpiringCard } from '../../payments/cards/expiringCards.ts'
import { numberText } from '../../payments/documentNumber.ts'
import type { Statement } from '../../payments/statements/statementStore.ts'
import type { FailingWebhooks } from '../../webhooks/failing.ts'
import type { Confirmation, Decline, Invoice } from '../money/dailyCharge.ts'
import type { RefundMade } from '../money/refunds.ts'
import { emailAccount } from './emailRecipients.ts'

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
    const values = { mode, ordersPer24Hours, queueCeiling, at: work.now }
    await emailAccount(work, 'limit', holder, accountName => {
      if (admission === 'rejected')
        return {
          kind: mode === 'sandbox' ? 'orders_rejected_in_sandbox' : 'orders_rejected',
          values: { ...values, accountName },
        }
      const credit = reachedCredit(limit)
      return credit
        ? { kind: 'orders_held_by_credit', values: { accountName, queueCeiling, at: work.now, ...credit } }
        : { kind: 'orders_queued', values: { ...values, accountName, releaseAt } }
    })
  }
}

/** `billingUrl` is the page of cards, payments and credit notes. */
export const moneyEmails = (billingUrl: string) => ({
  notifyOfDecline: (work: UnitOfWork, decline: Decline): Promise<void> => {
    const { message: _, accountId, ...values } = decline
    return emailAccount(work, 'payment', { accountId }, accountName => ({
      kind: 'payment_declined',
      values: { ...values, accountName, billingUrl },
    }))
  },

  /** With the address at which the holder confirms the charge. */
  notifyOfConfirmation: (work: UnitOfWork, { accountId, ...values }: Confirmation): Promise<void> =>
    emailAccount(work, 'payment', { accountId }, accountName => ({
      kind: 'payment_to_confirm',
      values: { ...values, accountName },
    })),

  notifyOfInvoice: (work: UnitOfWork, { accountId, ...values }: Invoice): Promise<void> =>
    emailAccount(work, 'invoice', { accountId }, accountName => ({
      kind: 'invoice',
      values: { ...values, accountName, billingUrl, at: work.now },
    })),

  notifyOfRefund: (work: UnitOfWork, { accountId, orderId, ...values }: RefundMade): Promise<void> =>
    emailAccount(work, 'refund', { accountId, orderId }, accountName => ({
      kind: values.manualRef === null ? 'refund' : 'refund_otherwise',
      values: { ...values, accountName, billingUrl, at: work.now },
    })),

  /** A refund was returned by the bank. */
  notifyOfReturnedRefund: (work: UnitOfWork, refund: Omit<RefundMade, 'reason' | 'manualRef'>): Promise<void> =>
    emailAccount(work, 'refund', refund, accountName => ({
      kind: 'refund_returned',
      values: {
        ...{ accountName, title: refund.title, amountCents: refund.amountCents, at: work.now },
      },
    })),
})

type OrderMessage = { accountId: string; orderId: string; title: string; text: string; url: string }

export const notifyOfMessage = (work: UnitOfWork, { accountId, orderId, ...values }: OrderMessage): Promise<void> =>
  emailAccount(work, 'order_message', { accountId, orderId }, accountName => ({
    kind: 'order_message',
    values: { ...values, accountName },
  }))

/** No event says so: the order stays as it was. */
export async function notifyOfRefusedChanges(
  work: UnitOfWork,
  orders: Order[],
  orderPageOf: (order: Order) => string,
): Promise<void> {
  for (const order of orders) {
    const { accountId, mode, orderId, books, state } = order
    if (mode !== 'production') continue
    const { reason } = state.changeRequest!
    await emailAccount(work, 'order_message', { accountId, orderId }, accountName => ({
      kind: 'change_refused',
      values: { accountName, title: orderTitle(order, books[0]?.title), reason, url: orderPageOf(order) },
    }))
  }
}

export const notifyOfExpiringCard = (
  work: UnitOfWork,
  { accountId, ...values }: ExpiringCard,
  billingUrl: string,
): Promise<void> =>
  emailAccount(work, 'payment', { accountId }, accountName => ({
    kind: 'card_expires',
    values: { ...values, accountName, billingUrl },
  }))

/** A statement was issued, is soon due, or is overdue, and is not paid. */
export function notifyOfStatement(
  work: UnitOfWork,
  kind: 'statement' | 'statement_due_soon' | 'statement_overdue',
  statement: Statement,
  { billingUrl, payUrlOf }: { billingUrl: string; payUrlOf(statement: Statement): string },
): Promise<void> {
  const { accountId, number, documentNumber, month, dueOn, purchaseOrder } = statement
  const { totalCents, paidCents, processingCents, discountCents } = statement
  // The discount of a later email is over.
  const isEarly = statement.discountEndsAt !== null && work.now < statement.discountEndsAt
  const discountOn = isEarly ? statement.discountOn : null
  const cents = { totalCents, paidCents, processingCents, discountCents, discountOn }
  const document = numberText(documentNumber)
  return emailAccount(work, 'statement', { accountId }, accountName => ({
    kind,
    values: {
      ...{ number, document, month, dueOn, purchaseOrder, accountName, billingUrl },
      payUrl: payUrlOf(statement),
      ...cents,
    },
  }))
}

type Credit = { accountId: string; number: number; statement: number; amountCents: number; reason: string }

/** The staff credited a statement. */
export const notifyOfCredit = (
  work: UnitOfWork,
  { accountId, number, statement, amountCents, reason }: Credit,
): Promise<void> =>
  emailAccount(work, 'statement', { accountId }, accountName => ({
    kind: 'statement_credit',
    values: { accountName, document: numberText(number), number: statement, amountCents, reason },
  }))

type FailedPayment = { accountId: string; statement: number | null; amountCents: number; message: Words }

/** A payment of a statement failed, perhaps days after it was made. */
export async function notifyOfFailedPayment(
  work: UnitOfWork,
  { accountId, statement: number, amountCents, message: reason }: FailedPayment,
  billingUrl: string,
): Promise<void> {
  if (number === null) return
  await emailAccount(work, 'statement', { accountId }, accountName => ({
    kind: 'statement_payment_failed',
    values: { number, amountCents, reason, accountName, billingUrl },
  }))
}

type ExemptionDecision = {
  accountId: string
  jurisdiction: string
  status: 'approved' | 'refused'
  reason: string | null
  expiresAt: Date | null
}

export const notifyOfExemption = (work: UnitOfWork, decision: ExemptionDecision): Promise<void> =>
  emailAccount(work, 'exemption', decision, accountName => {
    const { jurisdiction, status, reason, expiresAt } = decision
    const values = { accountName, jurisdiction, reason }
    return status === 'approved'
      ? { kind: 'exemption', values: { ...values, expiresAt: expiresAt! } }
      : { kind: 'exemption_refused', values }
  })

export const notifyOfExpiringExemption = (
  work: UnitOfWork,
  { accountId, jurisdiction, expiresAt }: ExpiringExemption,
  exemptionsUrl: string,
): Promise<void> =>
  emailAccount(work, 'exemption', { accountId }, accountName => ({
    kind: 'exemption_expires',
    values: { accountName, jurisdiction, expiresAt, exemptionsUrl },
  }))

type ExpiringQuote = { accountId: string; orderCents: number; validUntil: Date; quoteUrl: string }
/** `reason` is of a refusal; the other values are of an offer. */
type QuoteAnswer = ExpiringQuote & { reason: string | null }

export const notifyOfQuote = (work: UnitOfWork, answer: QuoteAnswer): Promise<void> =>
  emailAccount(work, 'order_message', answer, accountName => {
    const { orderCents, validUntil, reason, quoteUrl } = answer
    return reason === null
      ? { kind: 'quote_offered', values: { accountName, orderCents, validUntil, quoteUrl } }
      : { kind: 'quote_declined', values: { accountName, reason, quoteUrl } }
  })

export const notifyOfExpiringQuote = (work: UnitOfWork, { accountId, ...values }: ExpiringQuote): Promise<void> =>
  emailAccount(work, 'order_message', { accountId }, accountName => ({
    kind: 'quote_expires',
    values: { accountName, ...values },
  }))

export const notifyOfFailingWebhook = (
  work: UnitOfWork,
  { accountId, url, ...values }: FailingWebhooks,
  webhooksUrl: string,
): Promise<void> =>
  emailAccount(work, 'integration', { accountId }, accountName => ({
    kind: 'webhooks_failing',
    values: { ...values, host: URL.parse(url)?.host ?? url, accountName, webhooksUrl },
  }))

export const notifyOfExpiringKey = (
  work: UnitOfWork,
  { accountId, label, expiresAt }: ExpiringKey,
  keysUrl: string,
): Promise<void> =>
  emailAccount(work, 'integration', { accountId }, accountName => ({
    kind: 'key_expires',
    values: { accountName, label, expiresAt, keysUrl },
  }))
