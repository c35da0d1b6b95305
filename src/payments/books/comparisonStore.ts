// Our entries as the comparison of books reads them, and the stored comparisons.

import { sql } from 'kysely'
import { parseWithWords } from '../../../languages/texts.ts'
import { day, earlier } from '../../base/clock.ts'
import { storableJson } from '../../base/text/storableText.ts'
import type { Db } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { BookEntry } from '../payments.ts'
import type { Difference, OwnEntry } from './compareBooks.ts'

type Period = { from: Date; to: Date }

/**
 * Charges, payments of statements, refunds, returns and dispute movements recorded within the period, and when the
 * earliest was requested.
 */
export async function readSettledEntries(
  db: Db,
  provider: string,
  { from, to }: Period,
): Promise<{ entries: OwnEntry[]; earliest: Date | null }> {
  const { rows } = await sql<OwnEntry & { createdAt: Date }>`
    select 'charge' as kind, c.provider_ref as ref, c.account_id as "accountId", c.charge_id as id,
      c.amount_cents as "amountCents", ${cashOfCharge} as "ledgerCents", true as "isSettled", c.created_at as "createdAt"
    from charges c
    where c.settled_at >= ${from} and c.settled_at < ${to} and c.status = 'succeeded' and c.provider = ${provider}
      and c.amount_cents > 0
    union all
    select 'refund', r.provider_ref, r.account_id, r.refund_id, r.amount_cents, ${cashOfRefund}, true, r.created_at
    from refunds r
    join charges c using (account_id, charge_id)
    where r.settled_at >= ${from} and r.settled_at < ${to}
      and c.provider = ${provider}
    union all
    select 'return', r.provider_ref, r.account_id, r.refund_id, r.amount_cents, ${cashOfReturn}, true, r.created_at
    from refunds r
    join charges c using (account_id, charge_id)
    where r.returned_at >= ${from} and r.returned_at < ${to} and c.provider = ${provider}
    union all
    select 'charge', r.reference, p.account_id, p.payment_id, p.amount_cents, ${cashOfPayment}, true, p.created_at
    from online_payments p
    join received_payments r using (account_id, payment_id)
    where p.settled_at >= ${from} and p.settled_at < ${to} and p.status = 'succeeded' and p.provider = ${provider}
    union all
    select ${ofDispute}, m.at
    from dispute_movements m
    join disputes d using (account_id, dispute_id)
    where m.recorded_at >= ${from} and m.recorded_at < ${to} and d.provider = ${provider}`.execute(db)
  const [earliest = null] = rows.map(({ createdAt }) => createdAt).sort((a, b) => a.getTime() - b.getTime())
  return { entries: rows, earliest }
}

/**
 * Our entries that the provider's entries name, in any state, and refunds by hand that name a provider's entry. The
 * provider may also have a payment of a statement that is processed, or that failed: its books take that back.
 */
export async function readNamedEntries(db: Db, entries: BookEntry[]): Promise<OwnEntry[]> {
  if (entries.length === 0) return []
  const named = entries.filter(entry => entry.accountId !== null)
  const foreignRefunds = entries.filter(entry => entry.accountId === null && entry.kind === 'refund')
  const disputeMovements = entries.filter(entry => entry.kind === 'dispute')
  const { from } = rowsOf(named, 'n', {
    kind: text(entry => entry.kind),
    accountId: text(entry => entry.accountId),
    ref: text(entry => entry.ref),
    idempotencyKey: text(entry => entry.idempotencyKey),
  })
  const { rows } = await sql<OwnEntry>`
    with named as (
      select * from ${from}
    )
    select n.kind, n.ref, c.account_id as "accountId", c.charge_id as id, c.amount_cents as "amountCents",
      ${cashOfCharge} as "ledgerCents", c.status = 'succeeded' as "isSettled"
    from named n
    join charges c on c.account_id = n.account_id and c.charge_id = substr(n.idempotency_key, ${keyPrefix.length + 1})
    where n.kind = 'charge'
    union all
    select n.kind, n.ref, p.account_id, p.payment_id, p.amount_cents, ${cashOfPayment},
      p.status in ('processing', 'succeeded') or p.status = 'failed' and p.failure_code not in ('no_answer', 'money_after_closing')
    from named n
    join online_payments p on p.account_id = n.account_id
      and p.payment_id = substr(n.idempotency_key, ${keyPrefix.length + 1})
    where n.kind = 'charge'
    union all
    select n.kind, n.ref, r.account_id, r.refund_id, r.amount_cents, ${cashOfRefund}, r.settled_at is not null
    from named n
    join refunds r on r.account_id = n.account_id and r.refund_id = substr(n.idempotency_key, ${keyPrefix.length + 1})
    where n.kind = 'refund'
    union all
    select n.kind, n.ref, r.account_id, r.refund_id, r.amount_cents, ${cashOfReturn}, r.returned_at is not null
    from named n
    join refunds r on r.account_id = n.account_id and r.refund_id = substr(n.idempotency_key, ${keyPrefix.length + 1})
    where n.kind = 'return'
    union all
    select 'refund', r.manual_ref, r.account_id, r.refund_id, r.amount_cents, ${cashByHand}, true
    from refunds r
    where r.manual_ref = any (${foreignRefunds.map(entry => entry.ref)}::text[])
    union all
    select ${ofDispute}
    from dispute_movements m
    where m.provider_ref = any (${disputeMovements.map(entry => entry.ref)}::text[])`.execute(db)
  return rows
}

const ofDispute = sql`
  'dispute' as kind, m.provider_ref as ref, m.account_id as "accountId", m.dispute_id as id,
  m.amount_cents - m.fee_cents as "amountCents",
  (
    select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
    where e.account_id = m.account_id and e.posting_id = m.dispute_id || '/' || m.provider_ref
      and e.ledger_account = 'cash'
  ) as "ledgerCents", true as "isSettled"`

/** An idempotency key is our own id with this prefix. */
const keyPrefix = 'octavo-'

/**
 * The cash that the ledger moved when the charge was recorded; the ledger's index contains the instant. The postings of
 * archived orders are in files, which the audit compares with sums: their shares of the charge stand for them.
 */
const cashOfCharge = sql`(
  select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
  where e.account_id = c.account_id and e.at = c.settled_at and e.charge_id = c.charge_id and e.refund_id is null
    and e.dispute_id is null
    and e.ledger_account = 'cash'
) + (
  select coalesce(sum(p.amount_cents), 0)::bigint
  from charge_orders p
  join archived_orders using (account_id, mode, order_id)
  where p.account_id = c.account_id and p.charge_id = c.charge_id and c.status = 'succeeded')`

/** Of a payment of a statement, when it was received. */
const cashOfPayment = sql`(
  select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
  where e.account_id = p.account_id and e.posting_id = p.payment_id || '/received' and e.ledger_account = 'cash')`

const cashOfRefundAt = (at: 'settled_at' | 'returned_at' | 'manual_at', sign: 1 | -1) => sql`(
  case when exists (
    select from archived_orders a
    where a.account_id = r.account_id and a.mode = 'production' and a.order_id = r.order_id
  ) then r.amount_cents
  else (
    select coalesce(sum(e.amount_cents), 0)::bigint * ${sql.lit(sign)} from ledger_entries e
    where e.account_id = r.account_id and e.at = r.${sql.ref(at)} and e.refund_id = r.refund_id
      and e.ledger_account = 'cash')
  end)`
const cashOfRefund = cashOfRefundAt('settled_at', -1)
const cashOfReturn = cashOfRefundAt('returned_at', 1)
const cashByHand = cashOfRefundAt('manual_at', -1)

export type Comparison = {
  provider: string
  /** ISO date, in UTC. */
  day: string
  comparedAt: Date
  /** The number of the provider's entries that day. */
  entries: number
  differences: Difference[]
}

/** Stores a comparison in place of an earlier comparison of the same day. */
export async function saveComparison(db: Db, comparison: Comparison): Promise<void> {
  await sql`
    insert into reconciliations (provider, day, compared_at, entries, differences)
    values (
      ${comparison.provider}, ${comparison.day}::date, ${comparison.comparedAt}, ${comparison.entries},
      ${storableJson(comparison.differences)}::json)
    on conflict (provider, day) do update
    set compared_at = excluded.compared_at, entries = excluded.entries, differences = excluded.differences`.execute(db)
}

type Row = Omit<Comparison, 'differences'> & { differences: string }

/** Newest days first. */
export async function listComparisons(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<Comparison[]> {
  const { rows } = await sql<Row>`
    select provider, day::text as day, compared_at as "comparedAt", entries, differences::text as differences
    from reconciliations
    where day < ${before}::date
    order by day desc, provider
    limit ${limit}`.execute(db)
  return rows.map(row => ({ ...row, differences: parseWithWords(row.differences) }))
}

/** A comparison without differences is of no interest after a year; others are kept as long as financial records. */
export const agreedRetentionMs = 400 * day
const differedRetentionMs = 10 * 366 * day

/** Deletes old comparisons, but never the newest, which marks the last day that was compared. */
export async function deleteOldComparisons(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reconciliations r
    where compared_at < case json_array_length(differences)
        when 0 then ${earlier(now, agreedRetentionMs)}::timestamptz
        else ${earlier(now, differedRetentionMs)}::timestamptz end
      and day < (select max(day) from reconciliations n where n.provider = r.provider)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** ISO dates. `first` is the oldest compared day; null when there is none. */
export type ComparedDays = { first: string | null; recent: ReadonlySet<string> }

/** The days whose books were compared after the day was over; `recent` has the days from `since` on. */
export async function readComparedDays(db: Db, provider: string, since: Temporal.PlainDate): Promise<ComparedDays> {
  const { rows } = await sql<{ first: string | null; recent: string[] }>`
    select
      min(day)::text as first,
      coalesce(array_agg(day::text) filter (where day >= ${since.toString()}::date), '{}') as recent
    from reconciliations
    where provider = ${provider} and compared_at >= (day + 1)::timestamp at time zone 'utc'`.execute(db)
  const [{ first, recent }] = rows as [(typeof rows)[number]]
  return { first, recent: new Set(recent) }
}
