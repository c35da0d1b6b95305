// The postings of the ledger: double entry, debits positive, credits negative, each posting's lines summing to zero. A
// posting is about one order. Its id begins with the id of its subject, and names what happened to it, so that nothing
// is posted twice. Sales and payments are posted separately; the receivable lies between them, and is zero when neither
// side owes the other. A dispute is about a whole charge, so its postings name no order: money that is withdrawn and
// not reinstated stays in `disputes`. A payment of an enterprise account is about the account.
//   sold       receivable + total, revenue by part -, tax by jurisdiction -     when the price becomes final
//   changed    the reverse, and the new amounts                                 when the price of an unpaid order changes
//   cancelled  the reverse                                                      when the order is canceled unpaid
//   captured   cash + amount, receivable -                                      when the card was charged
//   credited   refunds by part +, tax by jurisdiction +, receivable -           when a refund is owed
//   refunded   receivable + amount, cash -                                      when the refund was made, also by hand
//   covered    receivable + amount, disputes -                                  when a lost dispute had made it already
//   returned   cash + amount, receivable -                                      when the bank returned a refund
//   received   cash + amount, receivable -                                      when an enterprise account has paid
//   received   refunds + amount, receivable -                                   when the staff credit it, or it has paid early
//   late_fee   receivable + amount, revenue -                                   when a statement is overdue
//   waived_fee the reverse                                                      when a late fee is taken back
//   charge     receivable + amount, revenue -                                   when the staff charge an account
//   removed_charge  the reverse                                                 when that charge was a mistake
//   reversed   the reverse                                                      when that payment was a mistake
//   restored   as received                                                      when a dispute moves the money of a reversed one
//   disputed   disputes + amount, fees + fee, cash - both                       when the provider moved money for a dispute
//              receivable + amount, fees + fee, cash - both                     the same, of an enterprise account's payment
//   labeled    shipping_cost + cost, carrier_payable -                          when a carrier sold a label for a parcel
//   voided     the reverse                                                      when it gave its money back

import type { DisputeMovement } from './payments.ts'
import type { SalePart } from './splitSale.ts'
import type { PaymentKind } from './statements/paymentStore.ts'
import { addUp, entriesOfCredit, entriesOfSale, type TaxEntry, type TaxedSale } from './taxes/taxEntries.ts'

/** Of the operator's costs, which customers do not read. Their postings have no other accounts. */
const costAccounts = ['shipping_cost', 'carrier_payable'] as const
const saleAccounts = ['receivable', 'cash', 'revenue', 'tax', 'refunds', 'disputes', 'fees'] as const
export const ledgerAccounts = [...saleAccounts, ...costAccounts] as const
type LedgerAccount = (typeof ledgerAccounts)[number]

export const isCost = (account: string): boolean => costAccounts.some(cost => cost === account)

/** As it is stored, in JSON. `cents` is not zero. `part` is for revenue and refunds, `jurisdiction` for tax. */
export type Line = {
  account: LedgerAccount
  part?: SalePart | 'adjustment' | 'discount' | 'late_fee'
  jurisdiction?: string
  cents: number
}

export type Posting = {
  accountId: string
  postingId: string
  at: Date
  chargeId: string | null
  /** Null for a dispute and for a payment of an enterprise account. */
  orderId: string | null
  refundId: string | null
  disputeId: string | null
  paymentId: string | null
  /** They sum to zero. None: nothing is posted. */
  lines: Line[]
  /** Its entries in tax returns. Their tax is the tax of the lines. */
  taxes: TaxEntry[]
}

/** The share of one order in a charge; the amount includes the tax. */
export type ChargePart = { accountId: string; chargeId: string; orderId: string; amountCents: number; taxCents: number }

/** The price of an order, the sums of its parts, and the place of its taxes. */
export type SoldOrder = TaxedSale & { accountId: string; orderId: string }

export const salePosting = (sale: SoldOrder, at: Date): Posting =>
  posting(
    { ...sale, chargeId: null, refundId: null },
    at,
    'sold',
    [{ account: 'receivable', cents: sale.split.totalCents }, ...saleLines('revenue', sale, -1)],
    entriesOfSale(sale, 1),
  )

export const cancellationPosting = (sale: SoldOrder, at: Date): Posting =>
  posting(
    { ...sale, chargeId: null, refundId: null },
    at,
    'cancelled',
    [...saleLines('revenue', sale, 1), { account: 'receivable', cents: -sale.split.totalCents }],
    entriesOfSale(sale, -1),
  )

/** `sequence` is the number of the step that changed the price. */
export const changePosting = (before: SoldOrder, after: SoldOrder, sequence: number, at: Date): Posting =>
  posting(
    { ...after, chargeId: null, refundId: null },
    at,
    `changed/${sequence}`,
    [
      { account: 'receivable', cents: after.split.totalCents - before.split.totalCents },
      ...saleLines('revenue', before, 1),
      ...saleLines('revenue', after, -1),
    ],
    addUp([...entriesOfSale(before, -1), ...entriesOfSale(after, 1)]),
  )

export const capturePosting = (part: ChargePart, at: Date): Posting =>
  posting({ ...part, refundId: null }, at, part.chargeId, [
    { account: 'cash', cents: part.amountCents },
    { account: 'receivable', cents: -part.amountCents },
  ])

/** `split` has the sums of the refund. The credit of an enterprise account belongs to no charge. */
export const creditPosting = (refund: SoldOrder & { chargeId: string | null; refundId: string }, at: Date): Posting =>
  posting(
    refund,
    at,
    `${refund.refundId}/credited`,
    [...saleLines('refunds', refund, 1), { account: 'receivable', cents: -refund.split.totalCents }],
    entriesOfCredit(refund),
  )

type RefundedPart = Omit<ChargePart, 'taxCents'> & { refundId: string }

/**
 * `attempts` and `returnedAt` describe the refund before the posting: a returned refund may be made again, and may
 * be returned again.
 */
type RefundAttempt = RefundedPart & { attempts: number; returnedAt: Date | null }

export const refundPosting = (refund: RefundAttempt, at: Date): Posting =>
  payoutPosting(refund, at, refund.returnedAt === null ? refund.refundId : `${refund.refundId}/${refund.attempts}`)

export const manualRefundPosting = (refund: RefundedPart, at: Date): Posting =>
  payoutPosting(refund, at, `${refund.refundId}/by_hand`)

/** The money of the refund left with the dispute. */
export const coveredRefundPosting = (refund: RefundedPart, at: Date): Posting =>
  posting(refund, at, `${refund.refundId}/covered`, [
    { account: 'receivable', cents: refund.amountCents },
    { account: 'disputes', cents: -refund.amountCents },
  ])

const payoutPosting = (refund: RefundedPart, at: Date, postingId: string): Posting =>
  posting(refund, at, postingId, [
    { account: 'receivable', cents: refund.amountCents },
    { account: 'cash', cents: -refund.amountCents },
  ])

export const returnedRefundPosting = (refund: RefundAttempt, at: Date): Posting =>
  posting(refund, at, `${refund.refundId}/returned${refund.returnedAt === null ? '' : `/${refund.attempts}`}`, [
    { account: 'cash', cents: refund.amountCents },
    { account: 'receivable', cents: -refund.amountCents },
  ])

/** A payment of an enterprise account, or what pays in its place. */
type PaymentKey = { accountId: string; paymentId: string; kind: PaymentKind; amountCents: number }

export const receivedPosting = (payment: PaymentKey, at: Date): Posting =>
  paymentPosting(payment, at, { name: 'received', sign: 1 })

export const reversedPosting = (payment: PaymentKey, at: Date): Posting =>
  paymentPosting(payment, at, { name: 'reversed', sign: -1 })

export const restoredPosting = (payment: PaymentKey, at: Date): Posting =>
  paymentPosting(payment, at, { name: 'restored', sign: 1 })

export type FreeLineKind = 'late_fee' | 'waived_fee' | 'charge' | 'removed_charge'
type FreeLine = { accountId: string; lineId: string; kind: FreeLineKind; amountCents: number }

/** The line of a statement that is of no order, under its own id: without tax. */
export const freeLinePosting = ({ accountId, lineId, kind, amountCents }: FreeLine, at: Date): Posting =>
  posting({ accountId, paymentId: lineId, orderId: null, chargeId: null, refundId: null }, at, kind, [
    { account: 'receivable', cents: amountCents },
    { account: 'revenue', part: kind.endsWith('charge') ? 'adjustment' : 'late_fee', cents: -amountCents },
  ])

/** The other side of a receivable that is paid. */
const paidBy = {
  payment: { account: 'cash' },
  credit: { account: 'refunds', part: 'adjustment' },
  discount: { account: 'refunds', part: 'discount' },
} as const satisfies Record<PaymentKind, Omit<Line, 'cents'>>

const paymentPosting = (
  { accountId, paymentId, kind, amountCents }: PaymentKey,
  at: Date,
  { name, sign }: { name: string; sign: 1 | -1 },
): Posting =>
  posting({ accountId, paymentId, orderId: null, chargeId: null, refundId: null }, at, name, [
    { ...paidBy[kind], cents: sign * amountCents },
    { account: 'receivable', cents: -sign * amountCents },
  ])

/** Reinstated money is posted the other way round. `chargeId` is null for the payment of a statement. */
export const disputePosting = (
  { accountId, chargeId, disputeId }: { accountId: string; chargeId: string | null; disputeId: string },
  { ref, amountCents, feeCents }: DisputeMovement,
  at: Date,
): Posting =>
  posting({ accountId, chargeId, disputeId, orderId: null, refundId: null }, at, ref, [
    { account: chargeId === null ? 'receivable' : 'disputes', cents: -amountCents },
    { account: 'fees', cents: feeCents },
    { account: 'cash', cents: amountCents - feeCents },
  ])

type SoldLabel = { accountId: string; orderId: string; labelId: string; costCents: number }

/** Of a label that a carrier sold, or whose money it gave back. */
export const labelPosting = (
  { accountId, orderId, labelId, costCents }: SoldLabel,
  name: 'labeled' | 'voided',
  at: Date,
): Posting => {
  const cents = name === 'labeled' ? costCents : -costCents
  return posting({ accountId, orderId, chargeId: null, refundId: null }, at, `${labelId}/${name}`, [
    { account: 'shipping_cost', cents },
    { account: 'carrier_payable', cents: -cents },
  ])
}

const saleLines = (account: 'revenue' | 'refunds', { price, split }: SoldOrder, sign: 1 | -1): Line[] => [
  ...(Object.entries(split.parts) as [SalePart, number][]).map(([part, cents]) => ({
    account,
    part,
    cents: sign * cents,
  })),
  ...price.taxes.map(({ jurisdiction }, tax) => ({
    account: 'tax' as const,
    jurisdiction,
    cents: sign * split.taxesCents[tax]!,
  })),
]

type Subject = {
  accountId: string
  orderId: string | null
  chargeId: string | null
  refundId: string | null
  disputeId?: string
  paymentId?: string
}

/** `name` is unique among the postings about the same subject. */
const posting = (
  { accountId, orderId, chargeId, refundId, disputeId, paymentId }: Subject,
  at: Date,
  name: string,
  lines: Line[],
  taxes: TaxEntry[] = [],
): Posting => ({
  ...{ accountId, at, chargeId, orderId, refundId },
  disputeId: disputeId ?? null,
  paymentId: paymentId ?? null,
  postingId: `${orderId ?? disputeId ?? paymentId}/${name}`,
  lines: lines.filter(({ cents }) => cents !== 0),
  taxes,
})
