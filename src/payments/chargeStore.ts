// The rows of charges with their orders, and of refunds. Recording the outcome of a charge or refund locks its row
// first, then its orders.

import { type RawBuilder, sql } from 'kysely'
import type { Words } from '../../languages/texts.ts'
import { later } from '../base/clock.ts'
import type { RequestKey } from '../base/secrets/requestKey.ts'
import type { Db, Tx } from '../db/db.ts'
import { bigint, date, integer, rowsOf, storedWords, text, timestamp } from '../db/rows.ts'
import { dueRows, leaseDue } from '../jobs/claimDue.ts'
import type { Claim, Leased } from '../jobs/outsideWork.ts'
import { type BillTo, billToColumn } from './billingDetails.ts'
import type { ChargePart } from './ledger.ts'
import { callLeaseMs } from './providerRetries.ts'

/** The ids of the orders that are in a charge that is not settled, or that took the money. */
export async function ordersInCharges(tx: Tx, orders: { accountId: string; orderId: string }[]): Promise<Set<string>> {
  const { from } = rowsOf(orders, 'o', { accountId: text(o => o.accountId), orderId: text(o => o.orderId) })
  const { rows } = await sql<{ orderId: string }>`
    select order_id as "orderId"
    from charge_orders
    where not declined and (account_id, order_id) in (select * from ${from})`.execute(tx)
  return new Set(rows.map(row => row.orderId))
}

/** The ids of the accounts that have had their daily charge of the date. */
export async function accountsChargedOn(tx: Tx, chargeDate: string, accountIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId"
    from charges
    where charge_date = ${chargeDate}::date and run = ${dailyRun} and account_id = any (${accountIds}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(row => row.accountId))
}

/** The run of the daily charge. Charges that people request are numbered from 1, separately for each date. */
export const dailyRun = 0

/** The run of the next charge that people request for the account. The account is locked. */
export async function nextRun(tx: Tx, accountId: string, chargeDate: string): Promise<number> {
  const { rows } = await sql<{ run: number }>`
    select coalesce(max(run), ${dailyRun}::integer) + 1 as run
    from charges
    where account_id = ${accountId} and charge_date = ${chargeDate}::date`.execute(tx)
  return rows[0]!.run
}

/** The charge requested with that key; undefined when there is none. The account is locked. */
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
export async function saveRequestKey(
  tx: Tx,
  { accountId, chargeId }: ChargeKey,
  { key, digest }: RequestKey,
): Promise<void> {
  await sql`
    update charges set request_key = ${key}, request_digest = ${digest}
    where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
}

/** Only one request at a time may charge the account or change its cards. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(tx)
}

export type ChargeKey = { accountId: string; chargeId: string }

/** A charge that is not settled. */
export type OpenCharge = ChargeKey &
  Leased & {
    chargeDate: string
    run: number
    /** The number of this charge, from 0, where a sum above the provider's maximum takes several. */
    slice: number
    amountCents: number
    status: 'claimed' | 'unknown' | 'requires_action'
    provider: string
    /** Null: no card was on file when the charge was claimed. */
    cardRef: string | null
    idempotencyKey: string
    /** The provider's own id of the charge; null before it is known. */
    providerRef: string | null
    createdAt: Date
  }

/** Writes charges with their orders, claimed for the first call. */
export async function insertCharges(tx: Tx, charges: OpenCharge[], parts: ChargePart[]): Promise<void> {
  const rows = rowsOf(charges, 'c', {
    accountId: text(c => c.accountId),
    chargeId: text(c => c.chargeId),
    chargeDate: date(c => c.chargeDate),
    run: integer(c => c.run),
    slice: integer(c => c.slice),
    amountCents: bigint(c => c.amountCents),
    status: text(c => c.status),
    provider: text(c => c.provider),
    cardRef: text(c => c.cardRef),
    idempotencyKey: text(c => c.idempotencyKey),
    attempts: integer(c => c.attempts),
    nextAttemptAt: timestamp(c => c.leaseUntil),
    createdAt: timestamp(c => c.createdAt),
  })
  await sql`insert into charges (${rows.columns}) select * from ${rows.from}`.execute(tx)
  const orders = rowsOf(parts, 'p', {
    accountId: text(p => p.accountId),
    chargeId: text(p => p.chargeId),
    orderId: text(p => p.orderId),
    amountCents: bigint(p => p.amountCents),
    taxCents: bigint(p => p.taxCents),
  })
  await sql`insert into charge_orders (${orders.columns}) select * from ${orders.from}`.execute(tx)
}

const chargeColumns = sql`
  account_id as "accountId", charge_id as "chargeId", charge_date as "chargeDate", run, slice, amount_cents as "amountCents",
  status, provider, card_ref as "cardRef", idempotency_key as "idempotencyKey", provider_ref as "providerRef", attempts,
  created_at as "createdAt", next_attempt_at as "leaseUntil"`

/** Claims unsettled charges for another call. */
export const claimDueCharges = (db: Db, claim: Claim): Promise<OpenCharge[]> =>
  leaseDue(db, 'charge', { ...claim, columns: chargeColumns })

/** Claims a charge that waits for confirmation. Undefined when it does not wait. */
export async function claimWaitingCharge(tx: Tx, { accountId, chargeId }: ChargeKey, leaseUntil: Date) {
  const { rows } = await sql<OpenCharge>`
    update charges
    set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where account_id = ${accountId} and charge_id = ${chargeId} and status = 'requires_action'
    returning ${chargeColumns}`.execute(tx)
  return rows[0]
}

/**
 * Claims a charge of unknown outcome that is older than `createdBefore`. Undefined when it is not such a charge, and
 * when another worker may have claimed it: that worker's lease ends no later than `leaseUntil`.
 */
export async function claimUnknownCharge(
  tx: Tx,
  { accountId, chargeId }: ChargeKey,
  { createdBefore, leaseUntil }: { createdBefore: Date; leaseUntil: Date },
) {
  const { rows } = await sql<OpenCharge>`
    update charges
    set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where account_id = ${accountId} and charge_id = ${chargeId} and status = 'unknown' and created_at <= ${createdBefore}
      and next_attempt_at > ${leaseUntil}
    returning ${chargeColumns}`.execute(tx)
  return rows[0]
}

/** A charge is made only for an order that still waits for payment, and with a card that is still on file. */
export type ChargePreconditions = { hasWaitingOrder: boolean; isCardOnFile: boolean; orderCount: number }

/** Those of many charges, in their order. */
export async function readPreconditions(db: Db, charges: OpenCharge[]): Promise<ChargePreconditions[]> {
  const keys = rowsOf(charges, 'k', {
    accountId: text(charge => charge.accountId),
    chargeId: text(charge => charge.chargeId),
    provider: text(charge => charge.provider),
    cardRef: text(charge => charge.cardRef),
  })
  const { rows } = await sql<ChargePreconditions>`
    select
      exists (
        select from charge_orders p
        join orders o using (account_id, mode, order_id)
        where p.account_id = k.account_id and p.charge_id = k.charge_id and o.status = 'VALID_AWAITING_PAYMENT'
      ) as "hasWaitingOrder",
      exists (
        select from cards
        where account_id = k.account_id and provider = k.provider and provider_ref = k.card_ref and removed_at is null
      ) as "isCardOnFile",
      (
        select count(*)::int from charge_orders p where p.account_id = k.account_id and p.charge_id = k.charge_id
      ) as "orderCount"
    from ${keys.numbered}
    order by k.place`.execute(db)
  return rows
}

/** Locks a charge that no other worker has claimed since; false when one has. */
export async function lockClaimedCharge(tx: Tx, { accountId, chargeId, attempts }: OpenCharge): Promise<boolean> {
  const { rows } = await sql`
    select from charges
    where account_id = ${accountId} and charge_id = ${chargeId} and attempts = ${attempts}
    for update`.execute(tx)
  return rows.length > 0
}

/**
 * Has an open charge checked now, because a message says that its outcome may be known. A charge that will be checked
 * within the lease of a call is left alone, since a call may be under way.
 */
export async function makeChargeDue(tx: Tx, accountId: string, idempotencyKey: string, now: Date): Promise<void> {
  await sql`
    update charges set next_attempt_at = ${now}
    where account_id = ${accountId} and idempotency_key = ${idempotencyKey}
      and next_attempt_at > ${later(now, callLeaseMs)}`.execute(tx)
}

/** The same for a refund; also for a refund that was made, because the bank may have returned it. */
export async function makeRefundDue(tx: Tx, accountId: string, idempotencyKey: string, now: Date): Promise<void> {
  await sql`
    update refunds set next_attempt_at = ${now}
    where account_id = ${accountId} and idempotency_key = ${idempotencyKey}
      and coalesce(next_attempt_at, 'infinity') > ${later(now, callLeaseMs)}
      and manual_ref is null`.execute(tx)
}

/** The status of a locked charge, and whom its invoice bills. */
export type LockedCharge = { status: OpenCharge['status']; billTo: BillTo }

/** Locks charges, and returns by their ids those that are not settled. */
export async function lockOpenCharges(tx: Tx, charges: ChargeKey[]): Promise<Map<string, LockedCharge>> {
  const { rows } = await sql<{ chargeId: string; status: OpenCharge['status']; billTo: string }>`
    select c.charge_id as "chargeId", c.status, ${billToColumn} as "billTo"
    from charges c
    join accounts a using (account_id)
    left join billing_details d using (account_id)
    where (c.account_id, c.charge_id) in (select * from ${keyRows(charges)})
      and c.status in ('claimed', 'unknown', 'requires_action')
    order by c.account_id, c.charge_id
    for update of c`.execute(tx)
  return new Map(
    rows.map(({ chargeId, status, billTo }) => [chargeId, { status, billTo: JSON.parse(billTo) as BillTo }]),
  )
}

const keyRows = (charges: ChargeKey[]): RawBuilder<unknown> =>
  rowsOf(charges, 'k', { accountId: text(k => k.accountId), chargeId: text(k => k.chargeId) }).from

/** Has a charge of unknown outcome retried at `at`. A charge that waits for confirmation keeps waiting. */
export async function postponeCharge(tx: Tx, { accountId, chargeId }: ChargeKey, at: Date): Promise<void> {
  await sql`
    update charges
    set status = case status when 'requires_action' then status else 'unknown' end, next_attempt_at = ${at}
    where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
}

/** The charge waits for confirmation, and is checked again at `at`. */
export async function awaitConfirmation(
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

/** Settles charges that were made. */
export async function settleMade(
  tx: Tx,
  charges: (ChargeKey & { providerRef: string | null })[],
  now: Date,
): Promise<void> {
  const made = rowsOf(charges, 'm', {
    accountId: text(charge => charge.accountId),
    chargeId: text(charge => charge.chargeId),
    providerRef: text(charge => charge.providerRef),
  })
  await sql`
    update charges c
    set status = 'succeeded', provider_ref = coalesce(m.provider_ref, c.provider_ref), confirm_url = null,
      settled_at = ${now}, next_attempt_at = null
    from ${made.from}
    where c.account_id = m.account_id and c.charge_id = m.charge_id`.execute(tx)
}

/** Settles a charge that was declined. A stored reference stays where `providerRef` is null. */
export async function settleDeclined(
  tx: Tx,
  { accountId, chargeId }: ChargeKey,
  {
    providerRef,
    declineCode,
    declineMessage,
  }: { providerRef: string | null; declineCode: string; declineMessage: Words },
  now: Date,
): Promise<void> {
  await sql`
    update charges
    set status = 'declined', provider_ref = coalesce(${providerRef}, provider_ref), decline_code = ${declineCode},
      decline_message = ${storedWords(declineMessage)}, confirm_url = null, settled_at = ${now}, next_attempt_at = null
    where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
  await sql`
    update charge_orders set declined = true
    where account_id = ${accountId} and charge_id = ${chargeId}`.execute(tx)
}

/** The orders in charges, in the sequence in which they are locked. */
export async function readChargeParts(tx: Tx, charges: ChargeKey[]): Promise<ChargePart[]> {
  const { rows } = await sql<ChargePart>`
    select
      account_id as "accountId", charge_id as "chargeId", order_id as "orderId", amount_cents as "amountCents",
      tax_cents as "taxCents"
    from charge_orders
    where (account_id, charge_id) in (select * from ${keyRows(charges)})
    order by account_id, order_id`.execute(tx)
  return rows
}

type Refund = ChargePart & { refundId: string; idempotencyKey: string; reason: string | null }

/** A refund that is due to be requested, or checked. */
export type PendingRefund = Refund &
  Leased & {
    /** `succeeded`: the refund was made, and the provider has sent a message about it since. */
    status: 'pending' | 'succeeded'
    /** When the bank returned the refunded money. */
    returnedAt: Date | null
    provider: string
    chargeRef: string
  }

const refundColumns = sql`
  r.account_id as "accountId", r.refund_id as "refundId", r.charge_id as "chargeId", r.order_id as "orderId",
  r.amount_cents as "amountCents", r.tax_cents as "taxCents", r.idempotency_key as "idempotencyKey", r.reason, r.status,
  r.returned_at as "returnedAt", r.attempts, r.next_attempt_at as "leaseUntil", c.provider, c.provider_ref as "chargeRef"`

export async function claimDueRefunds(db: Db, { now, leaseUntil, max }: Claim): Promise<PendingRefund[]> {
  const { rows } = await sql<PendingRefund>`
    update refunds r
    set attempts = r.attempts + 1, next_attempt_at = ${leaseUntil}
    from charges c
    where c.account_id = r.account_id and c.charge_id = r.charge_id
      and r.ctid = any(${dueRows('refund', { now, max })})
    returning ${refundColumns}`.execute(db)
  return rows
}

export type RefundKey = { accountId: string; refundId: string }

/**
 * Claims a refund that the provider has not made. Undefined when it is not such a refund, and when another worker may
 * have claimed it: that worker's lease ends no later than `leaseUntil`.
 */
export async function claimFailingRefund(tx: Tx, { accountId, refundId }: RefundKey, leaseUntil: Date) {
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

/** Locks a refund and returns the number of its attempts; undefined when its status has changed since the claim. */
export async function lockRefund(tx: Tx, { accountId, refundId, status }: PendingRefund): Promise<number | undefined> {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from refunds
    where account_id = ${accountId} and refund_id = ${refundId} and status = ${status}
    for update`.execute(tx)
  return rows[0]?.attempts
}

/** A refund that was made is not checked again until the provider sends another message about it. */
export async function endRefundCheck(tx: Tx, { accountId, refundId }: RefundKey): Promise<void> {
  await sql`
    update refunds set next_attempt_at = null, problem = null
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}

/** The bank has returned a refund: it is owed again, and requested again at `at`. */
export async function reopenRefund(
  tx: Tx,
  { accountId, refundId }: RefundKey,
  { now, at, problem }: { now: Date; at: Date; problem: Words },
): Promise<void> {
  await sql`
    update refunds set status = 'pending', returned_at = ${now}, next_attempt_at = ${at}, problem = ${storedWords(problem)}
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}

/** Has a refund retried at `at`; `problem` is the provider's answer. */
export async function postponeRefund(
  tx: Tx,
  { accountId, refundId }: RefundKey,
  { at, problem }: { at: Date; problem: Words },
): Promise<void> {
  await sql`
    update refunds set next_attempt_at = ${at}, problem = ${storedWords(problem)}
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

/** The cardholder has the money already, by a dispute that was lost. */
export async function settleByDispute(tx: Tx, { accountId, refundId }: RefundKey, disputeId: string): Promise<void> {
  await sql`
    update refunds
    set status = 'succeeded', covered_by = ${disputeId}, next_attempt_at = null, problem = null
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}

/** The operator has returned the money in another way than through the provider. */
export async function settleManually(
  tx: Tx,
  { accountId, refundId }: RefundKey,
  manualRef: string,
  now: Date,
): Promise<void> {
  await sql`
    update refunds
    set status = 'succeeded', manual_ref = ${manualRef}, manual_at = ${now}, next_attempt_at = null, problem = null
    where account_id = ${accountId} and refund_id = ${refundId}`.execute(tx)
}
