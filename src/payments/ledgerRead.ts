// The ledger's lines over a period, in portions, so that an export never holds more than one portion in memory, or a
// connection for longer than one query. Balances are in ledgerSums.ts.

import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
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

const linesPerPortion = 1000
const accountsPerPortion = 500

/** An account's lines in a period, oldest first, in portions. */
export async function* readLedgerLines(
  db: Db,
  accountId: string,
  { from, before }: Period,
): AsyncGenerator<LedgerLine[]> {
  let after = null as LedgerLine | null
  for (;;) {
    const { rows } = await sql<LedgerLine>`
      select
        e.account_id as "accountId", e.at, e.posting_id as "postingId", e.line, e.ledger_account as "ledgerAccount", e.part,
        e.jurisdiction, e.amount_cents as "amountCents", o.customer_order_id as "customerOrderId",
        e.charge_id as "chargeId", e.refund_id as "refundId", e.dispute_id as "disputeId",
        e.payment_id as "paymentId"
      from ledger_entries e
      left join lateral ${orderName('e')} on true
      where e.account_id = ${accountId} and e.at >= ${from} and e.at < ${before}
        ${after === null ? sql`` : sql`and (e.at, e.posting_id, e.line) > (${after.at}, ${after.postingId}, ${after.line})`}
      order by e.at, e.posting_id, e.line
      limit ${linesPerPortion}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < linesPerPortion) return
    after = rows.at(-1)!
  }
}

/** The same for all accounts, by account. */
export async function* readAllLedgerLines(db: Db, period: Period): AsyncGenerator<LedgerLine[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ accountId: string; hasLines: boolean }>`
      select
        a.account_id as "accountId",
        exists (
          select from ledger_entries e
          where e.account_id = a.account_id and e.at >= ${period.from} and e.at < ${period.before}) as "hasLines"
      from (select account_id from accounts where account_id > ${after} order by account_id limit ${accountsPerPortion}) a
      order by a.account_id`.execute(db)
    for (const { accountId, hasLines } of rows) if (hasLines) yield* readLedgerLines(db, accountId, period)
    if (rows.length < accountsPerPortion) return
    after = rows.at(-1)!.accountId
  }
}
