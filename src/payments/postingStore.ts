// The rows of the ledger: one for each posting, with its lines.

import { sql } from 'kysely'
import { utcDay } from '../base/clock.ts'
import type { Tx } from '../db/db.ts'
import { bigint, date, json, rowsOf, text, timestamp } from '../db/rows.ts'
import type { Posting } from './ledger.ts'

/**
 * Adds postings to the ledger, with their sums by day (ledgerSums.ts). The only writer of the ledger; refuses postings
 * that do not sum to zero.
 */
export async function insertPostings(tx: Tx, all: Posting[]): Promise<void> {
  const postings = all.filter(({ lines }) => lines.length > 0)
  if (postings.length === 0) return
  requireZeroSums(postings)
  const rows = rowsOf(postings, 'p', {
    accountId: text(p => p.accountId),
    postingId: text(p => p.postingId),
    at: timestamp(p => p.at),
    orderId: text(p => p.orderId),
    chargeId: text(p => p.chargeId),
    refundId: text(p => p.refundId),
    disputeId: text(p => p.disputeId),
    paymentId: text(p => p.paymentId),
    lines: json(p => p.lines),
  })
  const deltas = rowsOf(sumByDay(postings), 'd', {
    accountId: text(d => d.accountId),
    postingId: text(d => d.postingId),
    day: date(d => d.day),
    ledgerAccount: text(d => d.account),
    part: text(d => d.part),
    jurisdiction: text(d => d.jurisdiction),
    debitCents: bigint(d => d.debit),
    creditCents: bigint(d => d.credit),
  })
  const entries = rowsOf(
    postings.flatMap(({ taxes, ...posting }) => taxes.map(entry => ({ ...posting, ...entry }))),
    'e',
    {
      accountId: text(e => e.accountId),
      postingId: text(e => e.postingId),
      orderId: text(e => e.orderId),
      at: timestamp(e => e.at),
      registration: text(e => e.registration),
      jurisdiction: text(e => e.jurisdiction),
      grossCents: bigint(e => e.gross),
      exemptCents: bigint(e => e.exempt),
      taxableCents: bigint(e => e.taxable),
      taxCents: bigint(e => e.tax),
      creditsCents: bigint(e => e.credits),
      creditedTaxCents: bigint(e => e.creditedTax),
    },
  )
  await sql`
    with written as (
      insert into ledger_postings (${rows.columns}) select * from ${rows.from}
    ), taxed as (
      insert into tax_entries (${entries.columns}) select * from ${entries.from}
    )
    insert into ledger_deltas (${deltas.columns}) select * from ${deltas.from}`.execute(tx)
}

function requireZeroSums(postings: Posting[]): void {
  for (const { accountId, postingId, lines } of postings) {
    const sum = lines.reduce((total, { cents }) => total + cents, 0)
    if (sum !== 0) throw new Error(`The ledger posting ${accountId} ${postingId} does not sum to zero.`)
  }
}

/**
 * Cents. `part` and `jurisdiction` are '' where lines have none. `postingId` is the first of the postings that it sums.
 */
type DaySum = {
  accountId: string
  postingId: string
  day: string
  account: string
  part: string
  jurisdiction: string
  debit: number
  credit: number
}

/** A sum for each account, day, ledger account, part and jurisdiction. */
export function sumByDay(postings: Pick<Posting, 'accountId' | 'postingId' | 'at' | 'lines'>[]): DaySum[] {
  const sums = new Map<string, DaySum>()
  for (const { accountId, postingId, at, lines } of postings) {
    const day = utcDay(at).toString()
    for (const { account, part = '', jurisdiction = '', cents } of lines) {
      const key = JSON.stringify([accountId, day, account, part, jurisdiction])
      const none = { accountId, postingId, day, account, part, jurisdiction, debit: 0, credit: 0 }
      const sum = sums.get(key) ?? none
      if (cents > 0) sum.debit += cents
      else sum.credit -= cents
      sums.set(key, sum)
    }
  }
  return [...sums.values()]
}
