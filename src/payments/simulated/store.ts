// The simulated gateway's own books. It plays the outside world: it writes in transactions of its own, never in one of the
// service's, and what it has once written under a key stays.

import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export type BookedCharge = {
  idempotencyKey: string
  chargeRef: string
  cardRef: string
  amountCents: number
  description: string
  /** Null when the money moved. */
  declineCode: string | null
  at: Date
}

export type BookedRefund = {
  idempotencyKey: string
  refundRef: string
  chargeRef: string
  amountCents: number
  at: Date
}

/** Writes the charge unless its key was used before; `isNew` says which, and `booked` is what stands under the key. */
export async function bookCharge(db: Db, charge: BookedCharge): Promise<{ booked: BookedCharge; isNew: boolean }> {
  const written = await sql`
    insert into simulated_gateway_charges (
      idempotency_key, charge_ref, card_ref, amount_cents, description, decline_code, at)
    values (
      ${charge.idempotencyKey}, ${charge.chargeRef}, ${charge.cardRef}, ${charge.amountCents}, ${charge.description},
      ${charge.declineCode}, ${charge.at})
    on conflict (idempotency_key) do nothing`.execute(db)
  const { rows } = await sql<BookedCharge>`
    select ${chargeColumns}
    from simulated_gateway_charges
    where idempotency_key = ${charge.idempotencyKey}`.execute(db)
  return { booked: rows[0]!, isNew: written.numAffectedRows === 1n }
}

/**
 * Writes the refund unless its key was used before, or it would give back more than was taken; answers what stands under
 * the key, and undefined when nothing does.
 */
export async function bookRefund(db: Db, refund: BookedRefund): Promise<BookedRefund | undefined> {
  return db.transaction().execute(async tx => {
    // The charge's row is the lock under which its refunds are added up.
    await sql`select from simulated_gateway_charges where charge_ref = ${refund.chargeRef} for update`.execute(tx)
    await sql`
      insert into simulated_gateway_refunds (idempotency_key, refund_ref, charge_ref, amount_cents, at)
      select ${refund.idempotencyKey}, ${refund.refundRef}, c.charge_ref, ${refund.amountCents}, ${refund.at}
      from simulated_gateway_charges c
      where c.charge_ref = ${refund.chargeRef} and c.decline_code is null
        and c.amount_cents >= ${refund.amountCents} + (
          select coalesce(sum(r.amount_cents), 0) from simulated_gateway_refunds r where r.charge_ref = c.charge_ref)
      on conflict (idempotency_key) do nothing`.execute(tx)
    const { rows } = await sql<BookedRefund>`
      select ${refundColumns}
      from simulated_gateway_refunds
      where idempotency_key = ${refund.idempotencyKey}`.execute(tx)
    return rows[0]
  })
}

/** Everything that the gateway has booked, for comparing it with the service's own. */
export async function readBooks(db: Db): Promise<{ charges: BookedCharge[]; refunds: BookedRefund[] }> {
  const charges = await sql<BookedCharge>`
    select ${chargeColumns} from simulated_gateway_charges order by charge_ref`.execute(db)
  const refunds = await sql<BookedRefund>`
    select ${refundColumns} from simulated_gateway_refunds order by refund_ref`.execute(db)
  return { charges: charges.rows, refunds: refunds.rows }
}

const chargeColumns = sql`
  idempotency_key as "idempotencyKey", charge_ref as "chargeRef", card_ref as "cardRef", amount_cents as "amountCents",
  description, decline_code as "declineCode", at`

const refundColumns = sql`
  idempotency_key as "idempotencyKey", refund_ref as "refundRef", charge_ref as "chargeRef",
  amount_cents as "amountCents", at`
