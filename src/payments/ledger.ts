// The postings of the ledger: double entry, debits positive, credits negative, each posting's lines summing to zero. A
// posting is about one order, and its id says what it is about, so the same thing cannot be posted twice. Sales and
// payments are posted separately; the receivable lies between them, and is zero when neither side owes the other.
//   sold       receivable + total, revenue by part -, tax by jurisdiction -     when the price becomes final
//   cancelled  the reverse                                                      when it is cancelled unpaid
//   captured   cash + amount, receivable -                                      when the card was charged
//   credited   refunds by part +, tax by jurisdiction +, receivable -           when a refund is owed
//   refunded   receivable + amount, cash -                                      when the refund was made, by whomever
//   returned   cash + amount, receivable -                                      when a refund that was made has come back

import type { Price, SalePart, Split } from './sale.ts'

type LedgerAccount = 'receivable' | 'cash' | 'revenue' | 'tax' | 'refunds'

export type Entry = {
  accountId: string
  postingId: string
  line: number
  at: Date
  ledgerAccount: LedgerAccount
  /** For revenue and refunds. Null in older lines. */
  part: SalePart | null
  /** For tax. */
  jurisdiction: string | null
  amountCents: number
  chargeId: string | null
  orderId: string
  refundId: string | null
}

/** The share of one order in a charge; the amount includes the tax. */
export type Part = { accountId: string; chargeId: string; orderId: string; amountCents: number; taxCents: number }

/** What an order was sold for: the whole price, and its parts. */
export type Sold = { accountId: string; orderId: string; price: Price; split: Split }

export const sold = (sale: Sold, at: Date): Entry[] =>
  posting({ ...sale, chargeId: null, refundId: null }, at, `${sale.orderId}/sold`, [
    { ledgerAccount: 'receivable', amountCents: sale.split.totalCents },
    ...saleLines('revenue', sale, -1),
  ])

export const cancelled = (sale: Sold, at: Date): Entry[] =>
  posting({ ...sale, chargeId: null, refundId: null }, at, `${sale.orderId}/cancelled`, [
    ...saleLines('revenue', sale, 1),
    { ledgerAccount: 'receivable', amountCents: -sale.split.totalCents },
  ])

export const captured = (part: Part, at: Date): Entry[] =>
  posting({ ...part, refundId: null }, at, `${part.chargeId}/${part.orderId}`, [
    { ledgerAccount: 'cash', amountCents: part.amountCents },
    { ledgerAccount: 'receivable', amountCents: -part.amountCents },
  ])

/** `split` is that of the refund. */
export const credited = (refund: Sold & { chargeId: string; refundId: string }, at: Date): Entry[] =>
  posting(refund, at, `${refund.refundId}/credited`, [
    ...saleLines('refunds', refund, 1),
    { ledgerAccount: 'receivable', amountCents: -refund.split.totalCents },
  ])

type GivenBack = Omit<Part, 'taxCents'> & { refundId: string }

export const refunded = (refund: GivenBack, at: Date): Entry[] => givenBack(refund, at, refund.refundId)

export const refundedByHand = (refund: GivenBack, at: Date): Entry[] =>
  givenBack(refund, at, `${refund.refundId}/by_hand`)

const givenBack = (refund: GivenBack, at: Date, postingId: string): Entry[] =>
  posting(refund, at, postingId, [
    { ledgerAccount: 'receivable', amountCents: refund.amountCents },
    { ledgerAccount: 'cash', amountCents: -refund.amountCents },
  ])

/** It was made, and came back. */
export const returned = (refund: GivenBack, at: Date): Entry[] =>
  posting(refund, at, `${refund.refundId}/returned`, [
    { ledgerAccount: 'cash', amountCents: refund.amountCents },
    { ledgerAccount: 'receivable', amountCents: -refund.amountCents },
  ])

type Line = { ledgerAccount: LedgerAccount; amountCents: number; part?: SalePart; jurisdiction?: string }

const saleLines = (account: 'revenue' | 'refunds', { price, split }: Sold, sign: 1 | -1): Line[] => [
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

type About = { accountId: string; orderId: string; chargeId: string | null; refundId: string | null }

const posting = (
  { accountId, orderId, chargeId, refundId }: About,
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
    }))
