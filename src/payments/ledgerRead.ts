// The ledger's lines over a period, in portions, so that an export never holds more than one portion in memory, or a
// connection for longer than one query. Balances are in ledgerSums.ts.

import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Line } from './ledger.ts'
import { orderName } from './orderDetails.ts'

/** `from` is inclusive, `before` exclusive. */
export type Period = { from: Date; before: Date }

export type LedgerLine = {
  accountId: string
  at: Date
  postingId: string
  line: number
  ledgerAccount: string
  part: string | null
  jurisdiction: string | null
  amountCents: number
  /** Null for a dispute, which is about a whole charge, and for a payment of an enterprise account. */
  customerOrderId: string | null
  chargeId: string | null
  refundId: string | null
  disputeId: string | null
  /** Of an enterprise account. */
  paymentId: string | null
}

const postingsPerPortion = 300
const accountsPerPortion = 500

/** An account's lines in a period, oldest first, in portions. */
export async function* readLedgerLines(
  db: Db,
  accountId: string,
  { from, before }: Period,
): AsyncGenerator<LedgerLine[]> {
  let after = null as PostingRow | null
  for (;;) {
    const { rows } = await sql<PostingRow>`
      select
        p.account_id as "accountId", p.at, p.posting_id as "postingId", p.lines, o.customer_order_id as "customerOrderId",
        p.charge_id as "chargeId", p.refund_id as "refundId", p.dispute_id as "disputeId", p.payment_id as "paymentId"
      from ledger_postings p
      left join lateral ${orderName('p')} on true
      where p.account_id = ${accountId} and p.at >= ${from} and p.at < ${before}
        ${after === null ? sql`` : sql`and (p.at, p.posting_id) > (${after.at}, ${after.postingId})`}
      order by p.at, p.posting_id
      limit ${postingsPerPortion}`.execute(db)
    if (rows.length > 0) yield rows.flatMap(linesOf)
    if (rows.length < postingsPerPortion) return
    after = rows.at(-1)!
  }
}

/** `lines` is JSON. */
type PostingRow = Omit<LedgerLine, 'line' | keyof LineColumns> & { lines: string }
type LineColumns = Pick<LedgerLine, 'ledgerAccount' | 'part' | 'jurisdiction' | 'amountCents'>

const linesOf = ({ accountId, at, postingId, lines, ...subject }: PostingRow): LedgerLine[] =>
  (JSON.parse(lines) as Line[]).map(({ account, part, jurisdiction, cents }, place) => ({
    ...{ accountId, at, postingId, line: place + 1, ledgerAccount: account },
    ...{ part: part ?? null, jurisdiction: jurisdiction ?? null, amountCents: cents, ...subject },
  }))

/** The same for all accounts, by account. */
export async function* readAllLedgerLines(db: Db, period: Period): AsyncGenerator<LedgerLine[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ accountId: string; hasLines: boolean }>`
      select
        a.account_id as "accountId",
        exists (
          select from ledger_postings p
          where p.account_id = a.account_id and p.at >= ${period.from} and p.at < ${period.before}) as "hasLines"
      from (select account_id from accounts where account_id > ${after} order by account_id limit ${accountsPerPortion}) a
      order by a.account_id`.execute(db)
    for (const { accountId, hasLines } of rows) if (hasLines) yield* readLedgerLines(db, accountId, period)
    if (rows.length < accountsPerPortion) return
    after = rows.at(-1)!.accountId
  }
}
