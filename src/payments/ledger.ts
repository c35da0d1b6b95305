// The postings of the ledger: double entry, debits positive, credits negative, each posting's lines summing to zero. A
// posting is about one order. Its id is made of the ids of its subject, so that nothing is posted twice. Sales and
// payments are posted separately; the receivable lies between them, and is zero when neither side owes the other. A
// dispute is about a whole charge, so its postings name no order: money that is withdrawn and not reinstated stays in
// `disputes`. A payment of an enterprise account is about the account.
//   sold       receivable + total, revenue by part -, tax by jurisdiction -     when the price becomes final
//   cancelled  the reverse                                                      when the order is canceled unpaid
//   captured   cash + amount, receivable -                                      when the card was charged
//   credited   refunds by part +, tax by jurisdiction +, receivable -           when a refund is owed
//   refunded   receivable + amount, cash -                                      when the refund was made, also by hand
//   returned   cash + amount, receivable -                                      when the bank returned a refund
//   received   cash + amount, receivable -                                      when an enterprise account has paid
//   reversed   the reverse                                                      when that payment was a mistake
//   disputed   disputes + amount, fees + fee, cash - both                       when the provider moved money for a dispute

import type { DisputeMovement } from './payments.ts'
import type { Price, SalePart, Split } from './splitSale.ts'

type LedgerAccount = 'receivable' | 'cash' | 'revenue' | 'tax' | 'refunds' | 'disputes' | 'fees'

export type Entry = {
  accountId: string
  postingId: string
  line: number
  at: Date
  ledgerAccount: LedgerAccount
  /** For revenue and refunds. */
  part: SalePart | null
  /** For tax. */
  jurisdiction: string | null
  amountCents: number
  chargeId: string | null
  /** Null for a dispute and for a payment of an enterprise account. */
  orderId: string | null
  refundId: string | null
  disputeId: string | null
  paymentId: string | null
}

/** The share of one order in a charge; the amount includes the tax. */
export type ChargePart = { accountId: string; chargeId: string; orderId: string; amountCents: number; taxCents: number }

/** The price of an order, and the sums of its parts. */
export type SoldOrder = { accountId: string; orderId: string; price: Price; split: Split }

export const saleEntries = (sale: SoldOrder, at: Date): Entry[] =>
  posting({ ...sale, chargeId: null, refundId: null }, at, `${sale.orderId}/sold`, [
    { ledgerAccount: 'receivable', amountCents: sale.split.totalCents },
    ...saleLines('revenue', sale, -1),
  ])

export const cancellationEntries = (sale: SoldOrder, at: Date): Entry[] =>
  posting({ ...sale, chargeId: null, refundId: null }, at, `${sale.orderId}/cancelled`, [
    ...saleLines('revenue', sale, 1),
    { ledgerAccount: 'receivable', amountCents: -sale.split.totalCents },
  ])

export const captureEntries = (part: ChargePart, at: Date): Entry[] =>
  posting({ ...part, refundId: null }, at, `${part.chargeId}/${part.orderId}`, [
    { ledgerAccount: 'cash', amountCents: part.amountCents },
    { ledgerAccount: 'receivable', amountCents: -part.amountCents },
  ])

/** `split` has the sums of the refund. The credit of an enterprise account belongs to no charge. */
export const creditEntries = (refund: SoldOrder & { chargeId: string | null; refundId: string }, at: Date): Entry[] =>
  posting(refund, at, `${refund.refundId}/credited`, [
    ...saleLines('refunds', refund, 1),
    { ledgerAccount: 'receivable', amountCents: -refund.split.totalCents },
  ])

type RefundedPart = Omit<ChargePart, 'taxCents'> & { refundId: string }

/**
 * `attempts` and `returnedAt` are those of the refund before the posting: a returned refund may be made again, and may
 * be returned again.
 */
type RefundAttempt = RefundedPart & { attempts: number; returnedAt: Date | null }

export const refundEntries = (refund: RefundAttempt, at: Date): Entry[] =>
  payoutEntries(refund, at, refund.returnedAt === null ? refund.refundId : `${refund.refundId}/${refund.attempts}`)

export const manualRefundEntries = (refund: RefundedPart, at: Date): Entry[] =>
  payoutEntries(refund, at, `${refund.refundId}/by_hand`)

const payoutEntries = (refund: RefundedPart, at: Date, postingId: string): Entry[] =>
  posting(refund, at, postingId, [
    { ledgerAccount: 'receivable', amountCents: refund.amountCents },
    { ledgerAccount: 'cash', amountCents: -refund.amountCents },
  ])

export const returnedRefundEntries = (refund: RefundAttempt, at: Date): Entry[] =>
  posting(refund, at, `${refund.refundId}/returned${refund.returnedAt === null ? '' : `/${refund.attempts}`}`, [
    { ledgerAccount: 'cash', amountCents: refund.amountCents },
    { ledgerAccount: 'receivable', amountCents: -refund.amountCents },
  ])

/** A payment of an enterprise account. */
type PaymentKey = { accountId: string; paymentId: string; amountCents: number }

export const receivedEntries = (payment: PaymentKey, at: Date): Entry[] =>
  paymentEntries(payment, at, { name: 'received', sign: 1 })

export const reversedEntries = (payment: PaymentKey, at: Date): Entry[] =>
  paymentEntries(payment, at, { name: 'reversed', sign: -1 })

const paymentEntries = (
  { accountId, paymentId, amountCents }: PaymentKey,
  at: Date,
  { name, sign }: { name: string; sign: 1 | -1 },
): Entry[] =>
  posting({ accountId, paymentId, orderId: null, chargeId: null, refundId: null }, at, `${paymentId}/${name}`, [
    { ledgerAccount: 'cash', amountCents: sign * amountCents },
    { ledgerAccount: 'receivable', amountCents: -sign * amountCents },
  ])

/** Reinstated money is posted the other way round. */
export const disputeEntries = (
  dispute: { accountId: string; chargeId: string; disputeId: string },
  { ref, amountCents, feeCents }: DisputeMovement,
  at: Date,
): Entry[] =>
  posting({ ...dispute, orderId: null, refundId: null }, at, `${dispute.disputeId}/${ref}`, [
    { ledgerAccount: 'disputes', amountCents: -amountCents },
    { ledgerAccount: 'fees', amountCents: feeCents },
    { ledgerAccount: 'cash', amountCents: amountCents - feeCents },
  ])

type Line = { ledgerAccount: LedgerAccount; amountCents: number; part?: SalePart; jurisdiction?: string }

const saleLines = (account: 'revenue' | 'refunds', { price, split }: SoldOrder, sign: 1 | -1): Line[] => [
  ...(Object.entries(split.parts) as [SalePart, number][]).map(([part, cents]) => ({
    ledgerAccount: account,
    part,
    amountCents: sign * cents,
  })),
  ...price.taxes.map(({ jurisdiction }, tax) => ({
    ledgerAccount: 'tax' as const,
    jurisdiction,
    amountCents: sign * split.taxesCents[tax]!,
  })),
]

type PostingSubject = {
  accountId: string
  orderId: string | null
  chargeId: string | null
  refundId: string | null
  disputeId?: string | null
  paymentId?: string | null
}

const posting = (
  { accountId, orderId, chargeId, refundId, disputeId = null, paymentId = null }: PostingSubject,
  at: Date,
  postingId: string,
  lines: Line[],
): Entry[] =>
  lines
    .filter(({ amountCents }) => amountCents !== 0)
    .map(({ ledgerAccount, amountCents, part = null, jurisdiction = null }, i) => ({
      accountId,
      postingId,
      line: i + 1,
      at,
      ledgerAccount,
      part,
      jurisdiction,
      amountCents,
      chargeId,
      orderId,
      refundId,
      disputeId,
      paymentId,
    }))
