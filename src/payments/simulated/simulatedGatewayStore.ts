// The simulated gateway's own books. The gateway simulates the outside world: it writes in its own transactions, never
// in a transaction of the service, and never changes what it has written under a key.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'

export type BookedCharge = {
  idempotencyKey: string
  accountId: string
  chargeRef: string
  cardRef: string
  amountCents: number
  description: string
  /** Null when the money moved. */
  declineCode: string | null
  at: Date
  /** Calls before this get no answer; null: answered at once. */
  answersAt: Date | null
  /** Null when the cardholder need not confirm. */
  confirmation: Confirmation | null
}

export type Confirmation = 'asked' | 'confirmed' | 'refused' | 'withdrawn'

export type BookedRefund = {
  idempotencyKey: string
  accountId: string
  refundRef: string
  chargeRef: string
  amountCents: number
  at: Date
}

/** Writes the charge unless its key was used before; `booked` is the charge that is stored under the key. */
export async function bookCharge(db: Db, charge: BookedCharge): Promise<{ booked: BookedCharge; isNew: boolean }> {
  const written = await sql`
    insert into simulated_gateway_charges (
      idempotency_key, account_id, charge_ref, card_ref, amount_cents, description, decline_code, at, answers_at,
      confirmation)
    values (
      ${charge.idempotencyKey}, ${charge.accountId}, ${charge.chargeRef}, ${charge.cardRef}, ${charge.amountCents},
      ${charge.description}, ${charge.declineCode}, ${charge.at}, ${charge.answersAt}, ${charge.confirmation})
    on conflict (idempotency_key) do nothing`.execute(db)
  return { booked: (await readCharge(db, charge.idempotencyKey))!, isNew: written.numAffectedRows === 1n }
}

/** Records the cardholder's answer, or the withdrawal of the charge. False when it does not wait for confirmation. */
export async function bookConfirmation(
  db: Db,
  chargeRef: string,
  { answer, declineCode, at }: { answer: Confirmation; declineCode: string | null; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update simulated_gateway_charges set confirmation = ${answer}, decline_code = ${declineCode}, at = ${at}
    where charge_ref = ${chargeRef} and confirmation = 'asked'`.execute(db)
  return numAffectedRows === 1n
}

export async function readCharge(db: Db, idempotencyKey: string): Promise<BookedCharge | undefined> {
  const { rows } = await sql<BookedCharge>`
    select ${chargeColumns}
    from simulated_gateway_charges
    where idempotency_key = ${idempotencyKey}`.execute(db)
  return rows[0]
}

/**
 * Writes the refund unless its key was used before, it would refund more than was taken, or the charge is disputed or
 * its dispute was lost, as Stripe does. Returns the refund that is
 * stored under the key; undefined when there is none.
 */
export async function bookRefund(db: Db, refund: BookedRefund): Promise<BookedRefund | undefined> {
  return db.transaction().execute(async tx => {
    // The lock on the charge's row protects the sum of its refunds.
    await sql`select from simulated_gateway_charges where charge_ref = ${refund.chargeRef} for update`.execute(tx)
    await sql`
      insert into simulated_gateway_refunds (idempotency_key, account_id, refund_ref, charge_ref, amount_cents, at)
      select ${refund.idempotencyKey}, ${refund.accountId}, ${refund.refundRef}, c.charge_ref, ${refund.amountCents}, ${refund.at}
      from simulated_gateway_charges c
      where c.charge_ref = ${refund.chargeRef} and c.decline_code is null
        and not exists (
          select from simulated_gateway_disputes d where d.charge_ref = c.charge_ref and d.status <> 'won')
        and c.amount_cents >= ${refund.amountCents} + (
          select coalesce(sum(r.amount_cents), 0) from simulated_gateway_refunds r where r.charge_ref = c.charge_ref)
      on conflict (idempotency_key) do nothing`.execute(tx)
    return readRefund(tx, refund.idempotencyKey)
  })
}

export async function readRefund(db: Db | Tx, idempotencyKey: string): Promise<BookedRefund | undefined> {
  const { rows } = await sql<BookedRefund>`
    select ${refundColumns}
    from simulated_gateway_refunds
    where idempotency_key = ${idempotencyKey}`.execute(db)
  return rows[0]
}

export type BookedDispute = {
  disputeRef: string
  chargeRef: string
  accountId: string
  chargeKey: string
  amountCents: number
  status: 'needs_response' | 'won' | 'lost'
  openedAt: Date
  evidenceDueAt: Date
  endedAt: Date | null
}
type NewDispute = Pick<BookedDispute, 'disputeRef' | 'chargeRef' | 'openedAt' | 'evidenceDueAt'>

/** Opens a dispute of a charge that took money and has no open dispute; returns its id, or null. */
export async function bookDispute(
  db: Db,
  { disputeRef, chargeRef, openedAt, evidenceDueAt }: NewDispute,
): Promise<string | null> {
  const { numAffectedRows } = await sql`
    insert into simulated_gateway_disputes (dispute_ref, charge_ref, status, opened_at, evidence_due_at)
    select ${disputeRef}, charge_ref, 'needs_response', ${openedAt}, ${evidenceDueAt}
    from simulated_gateway_charges c
    where charge_ref = ${chargeRef} and decline_code is null and not exists (
      select from simulated_gateway_disputes d where d.charge_ref = c.charge_ref and d.ended_at is null)`.execute(db)
  return numAffectedRows === 1n ? disputeRef : null
}

/** Ends the open dispute of a charge; returns its id, or null where there is none. */
export async function endDispute(
  db: Db,
  chargeRef: string,
  { status, at }: { status: 'won' | 'lost'; at: Date },
): Promise<string | null> {
  const { rows } = await sql<{ ref: string }>`
    update simulated_gateway_disputes set status = ${status}, ended_at = ${at}
    where charge_ref = ${chargeRef} and ended_at is null
    returning dispute_ref as ref`.execute(db)
  return rows[0]?.ref ?? null
}

export async function readDispute(db: Db, disputeRef: string): Promise<BookedDispute | undefined> {
  const { rows } = await sql<BookedDispute>`
    select ${disputeColumns}
    from simulated_gateway_disputes d join simulated_gateway_charges c using (charge_ref)
    where d.dispute_ref = ${disputeRef}`.execute(db)
  return rows[0]
}

type Books = { charges: BookedCharge[]; refunds: BookedRefund[]; disputes: BookedDispute[] }

/** The gateway's books, of all time or of a period. */
export async function readBooks(db: Db, period: { from: Date; to: Date } | null = null): Promise<Books> {
  const isInPeriod = period === null ? sql`true` : sql`at >= ${period.from} and at < ${period.to}`
  const charges = await sql<BookedCharge>`
    select ${chargeColumns} from simulated_gateway_charges where ${isInPeriod} order by charge_ref`.execute(db)
  const refunds = await sql<BookedRefund>`
    select ${refundColumns} from simulated_gateway_refunds where ${isInPeriod} order by refund_ref`.execute(db)
  const movedInPeriod =
    period === null
      ? sql`true`
      : sql`d.opened_at < ${period.to} and coalesce(d.ended_at, d.opened_at) >= ${period.from}`
  const disputes = await sql<BookedDispute>`
    select ${disputeColumns}
    from simulated_gateway_disputes d join simulated_gateway_charges c using (charge_ref)
    where ${movedInPeriod}
    order by d.dispute_ref`.execute(db)
  return { charges: charges.rows, refunds: refunds.rows, disputes: disputes.rows }
}

const chargeColumns = sql`
  idempotency_key as "idempotencyKey", account_id as "accountId", charge_ref as "chargeRef", card_ref as "cardRef",
  amount_cents as "amountCents", description, decline_code as "declineCode", at, answers_at as "answersAt", confirmation`

const disputeColumns = sql`
  d.dispute_ref as "disputeRef", c.charge_ref as "chargeRef", c.account_id as "accountId",
  c.idempotency_key as "chargeKey", c.amount_cents as "amountCents", d.status, d.opened_at as "openedAt",
  d.evidence_due_at as "evidenceDueAt", d.ended_at as "endedAt"`
const refundColumns = sql`
  idempotency_key as "idempotencyKey", account_id as "accountId", refund_ref as "refundRef", charge_ref as "chargeRef",
  amount_cents as "amountCents", at`
