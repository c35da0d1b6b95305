// The rows of disputes: when each is checked at the provider, its state there, and the money that it moved.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { bigint, rowsOf, text, timestamp } from '../../db/rows.ts'
import { leaseDue } from '../../jobs/claimDue.ts'
import type { Claim, Leased } from '../../jobs/outsideWork.ts'
import { orderName } from '../orderDetails.ts'
import type { DisputeMovement, DisputeStatus, ProviderDispute } from '../payments.ts'

/** A check of a dispute at the provider. Each message about the dispute resets its attempts. */
export type DisputeCheck = Leased & { provider: string; disputeRef: string }

/** Has a dispute checked at the provider at `at`. */
export async function scheduleDisputeCheck(tx: Tx, provider: string, disputeRef: string, at: Date): Promise<void> {
  await sql`
    insert into dispute_checks (provider, provider_ref, next_check_at)
    values (${provider}, ${disputeRef}, ${at})
    on conflict (account_id, provider, provider_ref) do update set next_check_at = ${at}, attempts = 0`.execute(tx)
}

export const claimDueDisputeChecks = (db: Db, claim: Claim): Promise<DisputeCheck[]> =>
  leaseDue(db, 'dispute', {
    ...claim,
    columns: sql`provider, provider_ref as "disputeRef", attempts, next_check_at as "leaseUntil"`,
  })

/** Locks a claimed check. False when another check was requested in the meantime: its answer will be newer. */
export async function lockDisputeCheck(tx: Tx, { provider, disputeRef, leaseUntil }: DisputeCheck): Promise<boolean> {
  const { rows } = await sql`
    select from dispute_checks
    where provider = ${provider} and provider_ref = ${disputeRef} and next_check_at = ${leaseUntil}
    for update`.execute(tx)
  return rows.length > 0
}

/** Sets when a dispute is checked again; null: not before the provider's next message. The check is locked. */
export async function postponeDisputeCheck(
  tx: Tx,
  { provider, disputeRef }: DisputeCheck,
  at: Date | null,
): Promise<void> {
  await (at === null
    ? sql`delete from dispute_checks where provider = ${provider} and provider_ref = ${disputeRef}`
    : sql`
      update dispute_checks set next_check_at = ${at}
      where provider = ${provider} and provider_ref = ${disputeRef}`
  ).execute(tx)
}

/** Locks the charge with that key, which need not be settled. */
export async function lockDisputedCharge(
  tx: Tx,
  { accountId, chargeKey, provider }: { accountId: string; chargeKey: string; provider: string },
): Promise<{ chargeId: string } | undefined> {
  const { rows } = await sql<{ chargeId: string }>`
    select charge_id as "chargeId"
    from charges
    where account_id = ${accountId} and idempotency_key = ${chargeKey} and provider = ${provider}
    for update`.execute(tx)
  return rows[0]
}

/** A disputed charge, or a disputed payment of a statement. */
export type Disputed = { accountId: string; chargeId: string | null; paymentId: string | null }
export type DisputeKey = Disputed & { disputeId: string }

/** Stores the state of a dispute. `before` is its previous status; null for a new dispute. The charge is locked. */
export async function saveDispute(
  tx: Tx,
  key: DisputeKey,
  provider: string,
  dispute: ProviderDispute,
  now: Date,
): Promise<DisputeKey & { before: DisputeStatus | null }> {
  const { accountId, chargeId, paymentId } = key
  const closedAt = isClosed(dispute.status) ? now : null
  const stored = await sql<{ disputeId: string; status: DisputeStatus }>`
    select dispute_id as "disputeId", status
    from disputes
    where account_id = ${accountId} and provider = ${provider} and provider_ref = ${dispute.ref}`.execute(tx)
  const { disputeId, status: before } = stored.rows[0] ?? { disputeId: key.disputeId, status: null }
  await sql`
    insert into disputes (
      account_id, dispute_id, charge_id, payment_id, provider, provider_ref, amount_cents, reason, status, evidence_due_at, opened_at,
      created_at, closed_at)
    values (
      ${accountId}, ${disputeId}, ${chargeId}, ${paymentId}, ${provider}, ${dispute.ref}, ${dispute.amountCents}, ${dispute.reason},
      ${dispute.status}, ${dispute.evidenceDueAt}, ${dispute.openedAt}, ${now}, ${closedAt})
    on conflict (account_id, dispute_id) do update
    set amount_cents = excluded.amount_cents, reason = excluded.reason, status = excluded.status,
      evidence_due_at = excluded.evidence_due_at,
      closed_at = case when excluded.closed_at is null then null else coalesce(disputes.closed_at, excluded.closed_at) end`.execute(
    tx,
  )
  return { accountId, chargeId, paymentId, disputeId, before }
}

/** Whether the payment of a statement is disputed, or was. */
export async function isDisputed(tx: Tx, accountId: string, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from disputes where account_id = ${accountId} and payment_id = ${paymentId} limit 1`.execute(tx)
  return rows.length > 0
}

export const isClosed = (status: DisputeStatus): boolean => status !== 'needs_response' && status !== 'under_review'

/** Stores movements of money; returns those that were not stored before. */
export async function insertMovements(
  tx: Tx,
  { accountId, disputeId }: DisputeKey,
  movements: DisputeMovement[],
  now: Date,
): Promise<DisputeMovement[]> {
  const { from } = rowsOf(movements, 'n', {
    ref: text(m => m.ref),
    amountCents: bigint(m => m.amountCents),
    feeCents: bigint(m => m.feeCents),
    at: timestamp(m => m.at),
  })
  const { rows } = await sql<{ ref: string }>`
    insert into dispute_movements (account_id, dispute_id, provider_ref, amount_cents, fee_cents, at, recorded_at)
    select ${accountId}, ${disputeId}, ref, amount_cents, fee_cents, at, ${now}
    from ${from}
    on conflict do nothing
    returning provider_ref as ref`.execute(tx)
  const added = new Set(rows.map(row => row.ref))
  return movements.filter(movement => added.has(movement.ref))
}

/**
 * Locks a lost dispute of a charge that took at least so much that no other refund is covered by; undefined if there is
 * none.
 */
export async function lockCoveringDispute(
  tx: Tx,
  { accountId, chargeId, amountCents }: { accountId: string; chargeId: string; amountCents: number },
): Promise<string | undefined> {
  // Two refunds of the charge are not covered by the same money.
  await sql`
    select from disputes where account_id = ${accountId} and charge_id = ${chargeId} order by dispute_id for update`.execute(
    tx,
  )
  const { rows } = await sql<{ disputeId: string }>`
    select d.dispute_id as "disputeId"
    from disputes d
    ${movementSums}
    where d.account_id = ${accountId} and d.charge_id = ${chargeId} and d.status = 'lost'
      and moved.withdrawn >= ${amountCents} + (
        select coalesce(sum(r.amount_cents), 0)
        from charge_orders p
        join refunds r using (account_id, charge_id, order_id)
        where p.account_id = d.account_id and p.charge_id = d.charge_id and r.covered_by = d.dispute_id)
    order by d.dispute_id
    limit 1`.execute(tx)
  return rows[0]?.disputeId
}

export type DisputeView = {
  accountId: string
  accountName: string
  disputeId: string
  chargeId: string | null
  paymentId: string | null
  provider: string
  providerRef: string
  amountCents: number
  /** The money that was withdrawn and not reinstated, without fees. */
  withdrawnCents: number
  feeCents: number
  reason: string
  status: DisputeStatus
  evidenceDueAt: Date | null
  openedAt: Date
  closedAt: Date | null
  orderCount: number
  /** The first orders of the charge, in the sequence of their placement. */
  customerOrderIds: string[]
}

const maxOrdersShown = 20

const movementSums = sql`
    cross join lateral (
      select -coalesce(sum(m.amount_cents), 0)::bigint as withdrawn, coalesce(sum(m.fee_cents), 0)::bigint as fees
      from dispute_movements m
      where m.account_id = d.account_id and m.dispute_id = d.dispute_id
    ) moved`

const disputeColumns = sql`
  d.account_id as "accountId", a.name as "accountName", d.dispute_id as "disputeId", d.charge_id as "chargeId",
  d.payment_id as "paymentId", d.provider, d.provider_ref as "providerRef", d.amount_cents as "amountCents",
  d.reason, d.status,
  d.evidence_due_at as "evidenceDueAt", d.opened_at as "openedAt", d.closed_at as "closedAt",
  moved.withdrawn as "withdrawnCents", moved.fees as "feeCents",
  (select count(*)::int from charge_orders p
    where p.account_id = d.account_id and p.charge_id = d.charge_id) as "orderCount",
  array(
    select o.customer_order_id
    from charge_orders p
    cross join lateral ${orderName('p')}
    where p.account_id = d.account_id and p.charge_id = d.charge_id
    order by p.order_id
    limit ${sql.lit(maxOrdersShown)}) as "customerOrderIds"`

/** Open disputes of all accounts, oldest first, or closed disputes, newest first. */
export async function listDisputes(
  db: Db,
  { state, after, limit }: { state: 'open' | 'closed'; after: string | null; limit: number },
): Promise<DisputeView[]> {
  const { rows } = await sql<DisputeView>`
    select ${disputeColumns}
    from disputes d
    join accounts a using (account_id)
    ${movementSums}
    where ${
      state === 'open'
        ? sql`d.closed_at is null and d.dispute_id > ${after ?? ''} order by d.dispute_id`
        : sql`d.closed_at is not null and (${after}::text is null or d.dispute_id < ${after}) order by d.dispute_id desc`
    }
    limit ${limit}`.execute(db)
  return rows
}

/** The disputes of the charge that took an order's money, newest first. */
export async function listDisputesOfOrder(
  db: Db,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<DisputeView[]> {
  const { rows } = await sql<DisputeView>`
    select ${disputeColumns}
    from charge_orders p
    join disputes d using (account_id, charge_id)
    join accounts a using (account_id)
    ${movementSums}
    where p.account_id = ${accountId} and p.order_id = ${orderId}
    order by d.dispute_id desc`.execute(db)
  return rows
}

export async function readDispute(tx: Tx, { accountId, disputeId }: DisputeKey): Promise<DisputeView> {
  const { rows } = await sql<DisputeView>`
    select ${disputeColumns}
    from disputes d
    join accounts a using (account_id)
    ${movementSums}
    where d.account_id = ${accountId} and d.dispute_id = ${disputeId}`.execute(tx)
  return rows[0]!
}
