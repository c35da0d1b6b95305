// The rows of money: charges with the orders in them, refunds, and the ledger. Recording the outcome of a charge or
// refund locks its row first, then its orders.

import { sql } from 'kysely'
import { later } from '../base/clock.ts'
import type { RequestKey } from '../base/requestKey.ts'
import type { Tx } from '../db/db.ts'
import type { Entry, Part } from './ledger.ts'
import { callLeaseMs } from './retry.ts'

/** Which of the orders are in a charge already: one that is under way, or one that took the money. */
export async function ordersInCharges(tx: Tx, orders: { accountId: string; orderId: string }[]): Promise<Set<string>> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id as "orderId"
    from charge_orders
    where not declined and (account_id, order_id) in (
      select * from unnest(${orders.map(o => o.accountId)}::text[], ${orders.map(o => o.orderId)}::text[]))`.execute(tx)
  return new Set(rows.map(row => row.orderId))
}

/** Which of the accounts have had their daily charge of that date. */
export async function accountsChargedOn(tx: Tx, chargeDate: string, accountIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId"
    from charges
    where charge_date = ${chargeDate}::date and run = ${dailyRun} and account_id = any (${accountIds}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(row => row.accountId))
}

/** The run of the daily charge. Charges that people request count up from it, separately for each date. */
export const dailyRun = 0

/** The run of the next charge that people request for the account. The account is locked. */
export async function nextRun(tx: Tx, accountId: string, chargeDate: string): Promise<number> {
  const { rows } = await sql<{ run: number }>`
    select coalesce(max(run), ${dailyRun}::integer) + 1 as run
    from charges
    where account_id = ${accountId} and charge_date = ${chargeDate}::date`.execute(tx)
  return rows[0]!.run
}

/** The charge requested with that key, of an account that is locked; undefined when there is none. */
export async function findRequestedCharge(
  tx: Tx,
  accountId: string,
  { key }: RequestKey,
): Promise<{ chargeId: string; digest: string } | undefined> {
  const { rows } = await sql<{ chargeId: string; digest: string }>`
    select charge_id as "chargeId", request_digest as digest
    from charges
    where account_id = ${accountId} and request_key = ${key}`.execute(tx)
  return rows[0]
}

/** Stores the key of the request with the charge that was made for it. */
export async function nameCharge(
  tx: Tx,
  { accountId, chargeId }: ChargeKey,
  { key, digest }: RequestKey,
): Promise<void> {
  await sql`
    update charges set request_key = ${key}, request_digest = ${digest}
    where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
}

/** Only one request at a time may charge the account. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(tx)
}

export type ChargeKey = { accountId: string; chargeId: string }

/** A charge that is not settled. `attempts` counts the calls, including the one about to be made. */
export type OpenCharge = ChargeKey & {
  chargeDate: string
  run: number
  amountCents: number
  status: 'claimed' | 'unknown' | 'requires_action'
  provider: string
  /** Null: no card was on file when it was claimed. */
  cardRef: string | null
  idempotencyKey: string
  /** The provider's own id of the charge; null before it is known. */
  providerRef: string | null
  attempts: number
  createdAt: Date
}

/** Writes charges as claimed for their first call, with the orders in them. */
export async function insertCharges(
  tx: Tx,
  charges: OpenCharge[],
  parts: Part[],
  { leaseUntil }: { leaseUntil: Date },
): Promise<void> {
  await sql`
    insert into charges (
      account_id, charge_id, charge_date, run, amount_cents, status, provider, card_ref, idempotency_key, attempts,
      next_attempt_at, created_at)
    select
      account_id, charge_id, charge_date::date, run, amount_cents, 'claimed', provider, card_ref, idempotency_key,
      attempts, ${leaseUntil}, created_at
    from unnest(
      ${charges.map(c => c.accountId)}::text[], ${charges.map(c => c.chargeId)}::text[],
      ${charges.map(c => c.chargeDate)}::text[], ${charges.map(c => c.run)}::int[],
      ${charges.map(c => c.amountCents)}::bigint[], ${charges.map(c => c.provider)}::text[],
      ${charges.map(c => c.cardRef)}::text[], ${charges.map(c => c.idempotencyKey)}::text[],
      ${charges.map(c => c.attempts)}::int[], ${charges.map(c => c.createdAt)}::timestamptz[]
    ) as n (
      account_id, charge_id, charge_date, run, amount_cents, provider, card_ref, idempotency_key, attempts,
      created_at)`.execute(tx)
  await sql`
    insert into charge_orders (account_id, charge_id, order_id, amount_cents, tax_cents)
    select *
    from unnest(
      ${parts.map(p => p.accountId)}::text[], ${parts.map(p => p.chargeId)}::text[],
      ${parts.map(p => p.orderId)}::text[], ${parts.map(p => p.amountCents)}::bigint[],
      ${parts.map(p => p.taxCents)}::bigint[])`.execute(tx)
}

const chargeColumns = sql`
  account_id as "accountId", charge_id as "chargeId", charge_date as "chargeDate", run, amount_cents as "amountCents",
  status, provider, card_ref as "cardRef", idempotency_key as "idempotencyKey", provider_ref as "providerRef", attempts,
  created_at as "createdAt"`

/** Takes up to `most` unsettled charges for another call; skips those that another worker holds. */
export async function takeDueCharges(tx: Tx, now: Date, leaseUntil: Date, most: number): Promise<OpenCharge[]> {
  const { rows } = await sql<OpenCharge>`
    update charges
    set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where (account_id, charge_id) in (
      select account_id, charge_id
      from charges
      where next_attempt_at <= ${now}
      order by next_attempt_at
      limit ${most}
      for update skip locked)
    returning ${chargeColumns}`.execute(tx)
  return rows
}

/** Takes one charge that waits for its holder for a call. Undefined when it does not wait, or another worker has it. */
export async function takeWaitingCharge(tx: Tx, { accountId, chargeId }: ChargeKey, leaseUntil: Date) {
  const { rows } = await sql<OpenCharge>`
    update charges
    set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where account_id = ${accountId} and charge_id = ${chargeId} and status = 'requires_action'
    returning ${chargeColumns}`.execute(tx)
  return rows[0]
}

/**
 * One charge of unknown outcome that was made before `madeBefore`, taken for a call. Undefined when it is none, and
 * when another worker may have it: who takes one holds it as long.
 */
export async function takeUnknownCharge(
  tx: Tx,
  { accountId, chargeId }: ChargeKey,
  { madeBefore, leaseUntil }: { madeBefore: Date; leaseUntil: Date },
) {
  const { rows } = await sql<OpenCharge>`
    update charges
    set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where account_id = ${accountId} and charge_id = ${chargeId} and status = 'unknown' and created_at <= ${madeBefore}
      and next_attempt_at > ${leaseUntil}
    returning ${chargeColumns}`.execute(tx)
  return rows[0]
}

/** Which of the charges have no order left that waits for its payment. */
export async function chargesOfNothing(tx: Tx, charges: ChargeKey[]): Promise<Set<string>> {
  const { rows } = await sql<{ chargeId: string }>`
    select c.charge_id as "chargeId"
    from unnest(${charges.map(c => c.accountId)}::text[], ${charges.map(c => c.chargeId)}::text[])
      as c (account_id, charge_id)
    where not exists (
      select from charge_orders p
      join orders o using (account_id, mode, order_id)
      where p.account_id = c.account_id and p.charge_id = c.charge_id and o.status = 'VALID_AWAITING_PAYMENT')`.execute(
    tx,
  )
  return new Set(rows.map(row => row.chargeId))
}

/**
 * A message says that an outcome may be known: the open charge is checked now. One that will be checked within a call's
 * lease is left alone, since a call may be under way.
 */
export async function hastenCharge(tx: Tx, accountId: string, idempotencyKey: string, now: Date): Promise<void> {
  await sql`
    update charges set next_attempt_at = ${now}
    where account_id = ${accountId} and idempotency_key = ${idempotencyKey}
      and next_attempt_at > ${later(now, callLeaseMs)}`.execute(tx)
}

/** The same for a refund; also for one that was made, which may have come back. */
export async function hastenRefund(tx: Tx, accountId: string, idempotencyKey: string, now: Date): Promise<void> {
  await sql`
    update refunds set next_attempt_at = ${now}
    where account_id = ${accountId} and idempotency_key = ${idempotencyKey}
      and coalesce(next_attempt_at, 'infinity') > ${later(now, callLeaseMs)}
      and (status = 'pending' or returned_at is null and hand_ref is null)`.execute(tx)
}

/** Locks a charge and returns its state; undefined when it has been settled. */
export async function lockOpenCharge(
  tx: Tx,
  { accountId, chargeId }: ChargeKey,
): Promise<OpenCharge['status'] | undefined> {
  const { rows } = await sql<{ status: OpenCharge['status'] }>`
    select status from charges
    where account_id = ${accountId} and charge_id = ${chargeId} and status in ('claimed', 'unknown', 'requires_action')
    for update`.execute(tx)
  return rows[0]?.status
}

/** The outcome is unknown: it is asked for again at `at`. A charge that waits for its holder keeps waiting. */
export async function postponeCharge(tx: Tx, { accountId, chargeId }: ChargeKey, at: Date): Promise<void> {
  await sql`
    update charges
    set status = case status when 'requires_action' then status else 'unknown' end, next_attempt_at = ${at}
    where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
}

/** The charge waits for its holder, and is checked again at `at`. */
export async function awaitHolder(
  tx: Tx,
  { accountId, chargeId }: ChargeKey,
  { ref, url }: { ref: string; url: string },
  at: Date,
): Promise<void> {
  await sql`
    update charges
    set status = 'requires_action', provider_ref = ${ref}, confirm_url = ${url}, next_attempt_at = ${at}
    where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
}

type Settlement =
  | { status: 'succeeded'; providerRef: string | null }
  | { status: 'declined'; declineCode: string; declineMessage: string }

export async function settleCharge(
  tx: Tx,
  { accountId, chargeId }: ChargeKey,
  outcome: Settlement,
  now: Date,
): Promise<void> {
  const providerRef = outcome.status === 'succeeded' ? outcome.providerRef : null
  const { declineCode, declineMessage } =
    outcome.status === 'declined' ? outcome : { declineCode: null, declineMessage: null }
  await sql`
    update charges
    set status = ${outcome.status}, provider_ref = ${providerRef}, decline_code = ${declineCode},
      decline_message = ${declineMessage}, confirm_url = null, settled_at = ${now}, next_attempt_at = null
    where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
  if (outcome.status === 'declined') {
    await sql`
      update charge_orders set declined = true
      where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
  }
}

/** The orders in a charge, in the order in which they are locked. */
export async function partsOf(tx: Tx, { accountId, chargeId }: ChargeKey): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select
      account_id as "accountId", charge_id as "chargeId", order_id as "orderId", amount_cents as "amountCents",
      tax_cents as "taxCents"
    from charge_orders
    where account_id = ${accountId} and charge_id = ${chargeId}
    order by order_id`.execute(tx)
  return rows
}

type Refund = Part & { refundId: string; idempotencyKey: string; reason: string | null }

/** A refund about to be requested, or looked at: `attempts` counts this call too. */
export type PendingRefund = Refund & {
  /** `succeeded`: it was made, and the provider has reported something about it since. */
  status: 'pending' | 'succeeded'
  /** When the money came back after it had been refunded. */
  returnedAt: Date | null
  attempts: number
  provider: string
  chargeRef: string
}

const refundColumns = sql`
  r.account_id as "accountId", r.refund_id as "refundId", r.charge_id as "chargeId", r.order_id as "orderId",
  r.amount_cents as "amountCents", r.tax_cents as "taxCents", r.idempotency_key as "idempotencyKey", r.reason, r.status,
  r.returned_at as "returnedAt", r.attempts, c.provider, c.provider_ref as "chargeRef"`

/** Takes up to `most` refunds for a call; skips those that another worker holds. */
export async function takeDueRefunds(tx: Tx, now: Date, leaseUntil: Date, most: number): Promise<PendingRefund[]> {
  const { rows } = await sql<PendingRefund>`
    update refunds r
    set attempts = r.attempts + 1, next_attempt_at = ${leaseUntil}
    from charges c
    where c.account_id = r.account_id and c.charge_id = r.charge_id and (r.account_id, r.refund_id) in (
      select account_id, refund_id
      from refunds
      where next_attempt_at <= ${now}
      order by next_attempt_at
      limit ${most}
      for update skip locked)
    returning ${refundColumns}`.execute(tx)
  return rows
}

export type RefundKey = { accountId: string; refundId: string }

/**
 * One refund that the provider has not made, taken for a call. Undefined when it is none, and when another worker may
 * have it: who takes one holds it as long.
 */
export async function takeUnmadeRefund(tx: Tx, { accountId, refundId }: RefundKey, leaseUntil: Date) {
  const { rows } = await sql<PendingRefund>`
    update refunds r
    set attempts = r.attempts + 1, next_attempt_at = ${leaseUntil}
    from charges c
    where c.account_id = r.account_id and c.charge_id = r.charge_id and r.account_id = ${accountId}
      and r.refund_id = ${refundId} and r.status = 'pending' and r.problem is not null
      and r.next_attempt_at > ${leaseUntil}
    returning ${refundColumns}`.execute(tx)
  return rows[0]
}

/** Locks a refund that still stands as it was taken; false when it does not. */
export async function lockRefund(tx: Tx, { accountId, refundId, status }: PendingRefund): Promise<boolean> {
  const { rows } = await sql`
    select from refunds
    where account_id = ${accountId} and refund_id = ${refundId} and status = ${status}
    for update`.execute(tx)
  return rows.length > 0
}

/** One that was made, and is not looked at until the provider tells of it again. */
export async function restRefund(tx: Tx, { accountId, refundId }: RefundKey): Promise<void> {
  await sql`
    update refunds set next_attempt_at = null, problem = null
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}

/** One that was made has come back: it is owed again, and asked for like one that was not made. */
export async function reopenRefund(
  tx: Tx,
  { accountId, refundId }: RefundKey,
  { now, at, problem }: { now: Date; at: Date; problem: string },
): Promise<void> {
  await sql`
    update refunds set status = 'pending', returned_at = ${now}, next_attempt_at = ${at}, problem = ${problem}
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}

/** Nobody knows that it was made, and it is asked for again at `at`; `problem` is what the provider said. */
export async function postponeRefund(
  tx: Tx,
  { accountId, refundId }: RefundKey,
  { at, problem }: { at: Date; problem: string },
): Promise<void> {
  await sql`
    update refunds set next_attempt_at = ${at}, problem = ${problem}
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}

export async function settleRefund(
  tx: Tx,
  { accountId, refundId }: RefundKey,
  providerRef: string,
  now: Date,
): Promise<void> {
  await sql`
    update refunds
    set status = 'succeeded', provider_ref = ${providerRef}, settled_at = ${now}, next_attempt_at = null, problem = null
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}

/** The money went back in another way than through the provider. */
export async function settleByHand(
  tx: Tx,
  { accountId, refundId }: RefundKey,
  handRef: string,
  now: Date,
): Promise<void> {
  await sql`
    update refunds
    set status = 'succeeded', hand_ref = ${handRef}, hand_at = ${now}, next_attempt_at = null, problem = null
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}

/** Adds postings to the ledger; the database refuses those that do not sum to zero. */
export async function insertEntries(tx: Tx, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into ledger_entries (
      account_id, posting_id, line, at, ledger_account, part, jurisdiction, amount_cents, charge_id, order_id, refund_id)
    select *
    from unnest(
      ${entries.map(e => e.accountId)}::text[], ${entries.map(e => e.postingId)}::text[],
      ${entries.map(e => e.line)}::int[], ${entries.map(e => e.at)}::timestamptz[],
      ${entries.map(e => e.ledgerAccount)}::text[], ${entries.map(e => e.part)}::text[],
      ${entries.map(e => e.jurisdiction)}::text[], ${entries.map(e => e.amountCents)}::bigint[],
      ${entries.map(e => e.chargeId)}::text[], ${entries.map(e => e.orderId)}::text[],
      ${entries.map(e => e.refundId)}::text[])`.execute(tx)
}
