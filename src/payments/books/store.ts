// What comparing books needs to read from ours, and the comparisons that were made.

import { sql } from 'kysely'
import { day, earlier } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import { storedJson } from '../../db/json.ts'
import type { BookEntry } from '../payments.ts'
import type { Difference, OwnEntry } from './compare.ts'

type Time = { from: Date; to: Date }

/**
 * Charges and refunds recorded as made or returned within the period, with when the earliest of them was first
 * requested.
 */
export async function readSettled(
  db: Db,
  provider: string,
  { from, to }: Time,
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
    where r.returned_at >= ${from} and r.returned_at < ${to} and c.provider = ${provider}`.execute(db)
  const earliest = rows.reduce<Date | null>(
    (least, { createdAt }) => (least === null || createdAt < least ? createdAt : least),
    null,
  )
  return { entries: rows, earliest }
}

/**
 * Ours that the provider's entries name, whatever their state, and the refunds by hand that name one of the entries.
 */
export async function readNamed(db: Db, entries: BookEntry[]): Promise<OwnEntry[]> {
  if (entries.length === 0) return []
  const named = entries.filter(entry => entry.accountId !== null)
  const others = entries.filter(entry => entry.accountId === null && entry.kind === 'refund')
  const { rows } = await sql<OwnEntry>`
    with named as (
      select * from unnest(
        ${named.map(entry => entry.kind)}::text[], ${named.map(entry => entry.accountId)}::text[],
        ${named.map(entry => entry.ref)}::text[], ${named.map(entry => entry.ownKey)}::text[]
      ) as n (kind, account_id, ref, own_key)
    )
    select n.kind, n.ref, c.account_id as "accountId", c.charge_id as id, c.amount_cents as "amountCents",
      ${cashOfCharge} as "ledgerCents", c.status = 'succeeded' as "isSettled"
    from named n
    join charges c on c.account_id = n.account_id and c.charge_id = substr(n.own_key, ${keyPrefix.length + 1})
    where n.kind = 'charge'
    union all
    select n.kind, n.ref, r.account_id, r.refund_id, r.amount_cents, ${cashOfRefund}, r.settled_at is not null
    from named n
    join refunds r on r.account_id = n.account_id and r.refund_id = substr(n.own_key, ${keyPrefix.length + 1})
    where n.kind = 'refund'
    union all
    select n.kind, n.ref, r.account_id, r.refund_id, r.amount_cents, ${cashOfReturn}, r.returned_at is not null
    from named n
    join refunds r on r.account_id = n.account_id and r.refund_id = substr(n.own_key, ${keyPrefix.length + 1})
    where n.kind = 'return'
    union all
    select 'refund', r.hand_ref, r.account_id, r.refund_id, r.amount_cents, ${cashByHand}, true
    from refunds r
    where r.hand_ref = any (${others.map(entry => entry.ref)}::text[])`.execute(db)
  return rows
}

/** The prefix of our own id in an idempotency key. */
const keyPrefix = 'octavo-'

/** What the ledger moved when it was recorded; the ledger's index contains the instant. */
const cashOfCharge = sql`(
  select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
  where e.account_id = c.account_id and e.at = c.settled_at and e.charge_id = c.charge_id and e.refund_id is null
    and e.ledger_account = 'cash')`

const cashOfRefund = sql`(
  select -coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
  where e.account_id = r.account_id and e.at = r.settled_at and e.refund_id = r.refund_id and e.ledger_account = 'cash')`

const cashOfReturn = sql`(
  select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
  where e.account_id = r.account_id and e.at = r.returned_at and e.refund_id = r.refund_id and e.ledger_account = 'cash')`

const cashByHand = sql`(
  select -coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
  where e.account_id = r.account_id and e.at = r.hand_at and e.refund_id = r.refund_id and e.ledger_account = 'cash')`

export type Comparison = {
  provider: string
  /** ISO date, in UTC. */
  day: string
  comparedAt: Date
  /** The number of the provider's entries that day. */
  entries: number
  differences: Difference[]
}

/** Stores the newest comparison of a day. */
export async function saveComparison(db: Db, made: Comparison): Promise<void> {
  await sql`
    insert into reconciliations (provider, day, compared_at, entries, differences)
    values (
      ${made.provider}, ${made.day}::date, ${made.comparedAt}, ${made.entries}, ${storedJson(made.differences)}::json)
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
  return rows.map(row => ({ ...row, differences: JSON.parse(row.differences) }))
}

/** A day that agreed is of no interest after a year; one that differed is kept as long as accounts must be kept. */
const agreedKeptMs = 400 * day
const differedKeptMs = 10 * 366 * day

/** Deletes old comparisons, but never the newest, which marks from where on days must be compared. */
export async function sweepOldComparisons(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reconciliations r
    where compared_at < case json_array_length(differences)
        when 0 then ${earlier(now, agreedKeptMs)}::timestamptz else ${earlier(now, differedKeptMs)}::timestamptz end
      and day < (select max(day) from reconciliations n where n.provider = r.provider)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** ISO dates. `first` is the oldest known; null when there is none. */
export type ComparedDays = { first: string | null; recent: ReadonlySet<string> }

/** The days whose books were compared after they were over; those since `since` individually. */
export async function comparedDays(db: Db, provider: string, since: Temporal.PlainDate): Promise<ComparedDays> {
  const { rows } = await sql<{ first: string | null; recent: string[] }>`
    select
      min(day)::text as first,
      coalesce(array_agg(day::text) filter (where day >= ${since.toString()}::date), '{}') as recent
    from reconciliations
    where provider = ${provider} and compared_at >= (day + 1)::timestamp at time zone 'utc'`.execute(db)
  const [{ first, recent }] = rows as [(typeof rows)[number]]
  return { first, recent: new Set(recent) }
}
