// Adds up the facts of reports, outside of the transactions of orders. Steps are counted in the order of their
// transactions (db/transactions.ts), so none is missed that is committed late. One statement counts the steps of a
// range of transactions, writes their sums, and moves the number below which all is counted; so each is counted once,
// even if several processes count at the same time or a process dies.

import { type RawBuilder, sql } from 'kysely'
import { earlier, hour } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { readCompletedBelow } from '../../db/transactions.ts'
import { factsOf } from './facts.ts'
import { addSums, spansOf } from './sums.ts'
import { beginOfWebhooks, sumWebhooks } from './sumWebhooks.ts'

/** A report counts the steps since then itself. Counting more often would write the same rows again and again. */
const countEveryMs = hour
/** A day of a large installation takes some seconds; the history of one takes longer than statements usually may. */
const maxTransactions = 50_000

/** The sweep of `sum_reports`: counts a range of steps and of webhooks. Returns 0 when nothing is left to count. */
export const sumReports =
  (db: Db) =>
  async (now: Date): Promise<number> => {
    const progress = await readProgress(db)
    if (progress.sums === undefined || progress.webhooks === undefined) await begin(db, now)
    const leftWebhooks = await sumWebhooks(db, progress.webhooks?.countedAt ?? beginOfWebhooks(now), now)
    return leftWebhooks + (await sumSteps(db, progress.sums, now))
  }

/** Counts the steps of an account that came from another installation. They are before all transactions of this one. */
export async function countMovedSteps(tx: Tx, accountId: string, now: Date): Promise<void> {
  const accounts = sql`a.account_id = ${accountId}`
  await sql`
    with counted as materialized (
      ${sumsOf(factsOf({ from: sql`0::bigint`, before: sql`1::bigint`, accounts }))}
    ), moved as (
      insert into report_progress as p (name, counted_below, counted_at)
      values ('sums', 1, ${earlier(now, 2 * countEveryMs)})
      on conflict (name) do update set counted_below = greatest(p.counted_below, 1)
      returning 1
    )
    ${addSums}`.execute(tx)
}

const sumsOf = (counted: RawBuilder<unknown>) => sql`
        select account_id, mode, span, fact, starts_on, printer, detail, sum(orders) as orders, sum(copies) as copies,
          sum(cents) as cents, sum(tax_cents) as tax_cents, sum(ms) as ms, sum(cost_cents) as cost_cents
        from (${counted}) f
        ${spansOf('f.day')}
        group by account_id, mode, span, fact, starts_on, printer, detail`

type Progress = { name: 'sums' | 'webhooks'; countedBelow: number; countedAt: Date }

async function readProgress(db: Db): Promise<{ [name in Progress['name']]: Progress | undefined }> {
  const { rows } = await sql<Progress>`
    select name, counted_below as "countedBelow", counted_at as "countedAt" from report_progress`.execute(db)
  const of = (wanted: Progress['name']) => rows.find(({ name }) => name === wanted)
  return { sums: of('sums'), webhooks: of('webhooks') }
}

/** Steps from long before now, so that the history is counted at once. */
const begin = (db: Db, now: Date) =>
  sql`
    insert into report_progress (name, counted_below, counted_at)
    values ('sums', 0, ${earlier(now, 2 * countEveryMs)}), ('webhooks', 0, ${beginOfWebhooks(now)})
    on conflict (name) do nothing`.execute(db)

async function sumSteps(db: Db, progress: Progress | undefined, now: Date): Promise<number> {
  if (progress !== undefined && progress.countedAt > earlier(now, countEveryMs)) return 0
  const from = progress?.countedBelow ?? 0
  const end = await readCompletedBelow(db)
  const first = await firstSince(db, from)
  const before = first === null ? end : Math.min(first + maxTransactions, end)
  await countRange(db, { from, before, countedAt: before === end ? now : null })
  return before === end ? 0 : 1
}

/** The first transaction with an event since `from`, or null. */
async function firstSince(db: Db, from: number): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`
    select min(e.transaction_number) as first
    from order_limits a
    cross join lateral (
      select transaction_number
      from order_events
      where account_id = a.account_id and mode = a.mode and kind is not null and transaction_number >= ${from}::bigint
      order by transaction_number, order_id, sequence
      limit 1
    ) e`.execute(db)
  return rows[0]!.first
}

/**
 * Does nothing if another process has counted the range. The statement has no time limit: a range that
 * took too long once would always do so. The facts are read before the first row is written: until then
 * the statement has no number of a transaction, for which readers of events would have to wait.
 * `countedAt` is null if more is left to count.
 */
async function countRange(
  db: Db,
  { from, before, countedAt }: { from: number; before: number; countedAt: Date | null },
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      with counted as materialized (
        ${sumsOf(factsOf({ from: sql`${from}::bigint`, before: sql`${before}::bigint`, accounts: sql`true` }))}
      ), moved as (
        update report_progress
        set counted_below = ${before}, counted_at = coalesce(${countedAt}::timestamptz, counted_at)
        where name = 'sums' and counted_below = ${from} and (select count(*) from counted) >= 0
        returning 1
      )
      ${addSums}`.execute(tx)
  })
}
