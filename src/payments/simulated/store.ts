// The simulated gateway's own books. It plays the outside world: it writes in its own transactions, never in one of the
// service's, and what it has written under a key stays.

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
  /** When the money moved, if it did. */
  at: Date
  /** Calls before this get no answer; null: answered at once. */
  answersAt: Date | null
  /** The answer of a cardholder who was asked; null when none is asked. */
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

/**
 * Writes the charge unless its key was used before; `isNew` says which, and `booked` is what is stored under the key.
 */
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

/** Records the holder's answer, or the end of waiting for it. False when that charge does not wait for confirmation. */
export async function bookConfirmation(
  db: Db,
  chargeRef: string,
  { says, declineCode, at }: { says: Confirmation; declineCode: string | null; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update simulated_gateway_charges set confirmation = ${says}, decline_code = ${declineCode}, at = ${at}
    where charge_ref = ${chargeRef} and confirmation = 'asked'`.execute(db)
  return numAffectedRows === 1n
}

/** What is stored under a key. */
export async function readCharge(db: Db, idempotencyKey: string): Promise<BookedCharge | undefined> {
  const { rows } = await sql<BookedCharge>`
    select ${chargeColumns}
    from simulated_gateway_charges
    where idempotency_key = ${idempotencyKey}`.execute(db)
  return rows[0]
}

/**
 * Writes the refund unless its key was used before, or it would refund more than was taken; returns what is stored
 * under the key, undefined if nothing is.
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
        and c.amount_cents >= ${refund.amountCents} + (
          select coalesce(sum(r.amount_cents), 0) from simulated_gateway_refunds r where r.charge_ref = c.charge_ref)
      on conflict (idempotency_key) do nothing`.execute(tx)
    return readRefund(tx, refund.idempotencyKey)
  })
}

/** What stands under a key. */
export async function readRefund(db: Db | Tx, idempotencyKey: string): Promise<BookedRefund | undefined> {
  const { rows } = await sql<BookedRefund>`
    select ${refundColumns}
    from simulated_gateway_refunds
    where idempotency_key = ${idempotencyKey}`.execute(db)
  return rows[0]
}

type Books = { charges: BookedCharge[]; refunds: BookedRefund[] }

/** What the gateway has booked, all of it or within a period, for comparison with the service's own books. */
export async function readBooks(db: Db, time: { from: Date; to: Date } | null = null): Promise<Books> {
  const then = time === null ? sql`true` : sql`at >= ${time.from} and at < ${time.to}`
  const charges = await sql<BookedCharge>`
    select ${chargeColumns} from simulated_gateway_charges where ${then} order by charge_ref`.execute(db)
  const refunds = await sql<BookedRefund>`
    select ${refundColumns} from simulated_gateway_refunds where ${then} order by refund_ref`.execute(db)
  return { charges: charges.rows, refunds: refunds.rows }
}

const chargeColumns = sql`
  idempotency_key as "idempotencyKey", account_id as "accountId", charge_ref as "chargeRef", card_ref as "cardRef",
  amount_cents as "amountCents", description, decline_code as "declineCode", at, answers_at as "answersAt", confirmation`

const refundColumns = sql`
  idempotency_key as "idempotencyKey", account_id as "accountId", refund_ref as "refundRef", charge_ref as "chargeRef",
  amount_cents as "amountCents", at`
