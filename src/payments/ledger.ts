// The postings of the ledger: double entry, debits positive, credits negative, each posting's lines summing to zero. A
// posting is about one order, and its id says what it is about, so the same money cannot be posted twice.
//   captured   cash + amount, revenue - net, tax - tax
//   refunded   refunds + net, tax + tax, cash - amount

type LedgerAccount = 'cash' | 'revenue' | 'tax' | 'refunds'

export type Entry = {
  accountId: string
  postingId: string
  line: number
  at: Date
  ledgerAccount: LedgerAccount
  amountCents: number
  chargeId: string
  orderId: string
  refundId: string | null
}

/** What one order cost within a charge; the tax is part of the amount. */
export type Part = { accountId: string; chargeId: string; orderId: string; amountCents: number; taxCents: number }

export const captured = (part: Part, at: Date): Entry[] =>
  posting(part, at, `${part.chargeId}/${part.orderId}`, null, [
    ['cash', part.amountCents],
    ['revenue', part.taxCents - part.amountCents],
    ['tax', -part.taxCents],
  ])

export const refunded = (part: Part & { refundId: string }, at: Date): Entry[] =>
  posting(part, at, part.refundId, part.refundId, [
    ['refunds', part.amountCents - part.taxCents],
    ['tax', part.taxCents],
    ['cash', -part.amountCents],
  ])

function posting(
  { accountId, chargeId, orderId }: Part,
  at: Date,
  postingId: string,
  refundId: string | null,
  lines: [LedgerAccount, number][],
): Entry[] {
  return lines
    .filter(([, amountCents]) => amountCents !== 0)
    .map(([ledgerAccount, amountCents], i) => ({
      accountId,
      postingId,
      line: i + 1,
      at,
      ledgerAccount,
      amountCents,
      chargeId,
      orderId,
      refundId,
    }))
}
