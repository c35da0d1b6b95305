// The rows that pay statements of enterprise accounts: money that they sent, credits of the staff, and discounts for
// early payment. Writers hold the lock of the account in billing_terms.

import { sql } from 'kysely'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'

export const paymentKinds = ['payment', 'credit', 'discount'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** The staff record payments and credits, and lines of statements: charges, their removals, and waived late fees. */
export const recordedKinds = ['payment', 'credit', 'charge', 'removed_charge', 'waived_fee'] as const

export type RecordedPayment = Omit<NewPayment, 'kind' | 'paymentId'> & { kind: (typeof recordedKinds)[number] }

export type NewPayment = {
  kind: PaymentKind
  accountId: string
  paymentId: string
  receivedOn: string
  amountCents: number
  reference: string
  statement: number | null
  note: string | null
}

export type ReceivedPayment = Omit<NewPayment, 'accountId'> & {
  recordedAt: Date
  reversedAt: Date | null
  reversalReason: string | null
}

/**
 * Answers false, and writes nothing, when the reference of a manual payment was recorded before. An online payment is
 * always written: the staff may have recorded it by hand while it was on its way.
 */
export async function insertPayment(tx: Tx, payment: NewPayment & { online: boolean }, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into received_payments (
      account_id, payment_id, kind, received_on, amount_cents, reference, statement, note, online, recorded_at)
    select ${payment.accountId}, ${payment.paymentId}, ${payment.kind}, ${payment.receivedOn}::date, ${payment.amountCents}::bigint,
      ${payment.reference}, ${payment.statement}::integer, ${payment.note}, ${payment.online}::boolean, ${now}::timestamptz
    where ${payment.online}::boolean
      or not exists (select from received_payments where online and lower(reference) = lower(${payment.reference}))
    on conflict (lower(reference)) where reversed_at is null and not online and kind <> 'discount' do nothing`.execute(
    tx,
  )
  return Number(numAffectedRows) === 1
}

const paymentColumns = sql`
  payment_id as "paymentId", kind, received_on as "receivedOn", amount_cents as "amountCents", reference, statement, note,
  recorded_at as "recordedAt", reversed_at as "reversedAt", reversal_reason as "reversalReason"`

/** The payments of an account, newest first. */
export async function listPayments(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ReceivedPayment[]> {
  const { rows } = await sql<ReceivedPayment>`
    select ${paymentColumns}
    from received_payments
    where account_id = ${accountId} ${before === null ? sql`` : sql`and payment_id < ${before}`}
    order by payment_id desc
    limit ${limit}`.execute(db)
  return rows
}

export async function readPayment(
  db: Db | Tx,
  accountId: string,
  paymentId: string,
): Promise<ReceivedPayment | undefined> {
  const { rows } = await sql<ReceivedPayment>`
    select ${paymentColumns}
    from received_payments
    where account_id = ${accountId} and payment_id = ${paymentId}`.execute(db)
  return rows[0]
}

export async function markReversed(
  tx: Tx,
  { accountId, paymentId, reason }: { accountId: string; paymentId: string; reason: string },
  now: Date,
): Promise<void> {
  await sql`
    update received_payments
    set reversed_at = ${now}, reversal_reason = ${reason}
    where account_id = ${accountId} and payment_id = ${paymentId}`.execute(tx)
}

/** Takes the reversal of a payment back, and returns its amount; undefined when it is not reversed. */
export async function clearReversal(tx: Tx, accountId: string, paymentId: string): Promise<number | undefined> {
  const { rows } = await sql<{ amountCents: number }>`
    update received_payments
    set reversed_at = null, reversal_reason = null
    where account_id = ${accountId} and payment_id = ${paymentId} and reversed_at is not null
    returning amount_cents as "amountCents"`.execute(tx)
  return rows[0]?.amountCents
}

/** The sum of what the staff recorded of each account since, with a reason: all but what was reversed. */
export async function sumPaymentsSince(tx: Db | Tx, accountIds: string[], since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ accountId: string; cents: number }>`
    select account_id as "accountId", sum(cents)::bigint as cents
    from (
      select account_id, amount_cents as cents
      from received_payments
      where account_id = any(${accountIds}::text[]) and recorded_at > ${since} and reversed_at is null and not online
        and kind <> 'discount'
      union all
      select account_id, abs(amount_cents)
      from statement_lines
      where account_id = any(${accountIds}::text[]) and line_id > ${sortableBound('lin', since)}
        and kind in ('charge', 'waived_fee', 'removed_charge') and reason is not null
    ) recorded
    group by account_id`.execute(tx)
  return new Map(rows.map(({ accountId, cents }) => [accountId, cents]))
}

/** Which of the references were recorded before, or name online payments, in lower case. */
export async function findReferences(db: Db | Tx, references: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select lower(reference) as reference
    from received_payments
    where (reversed_at is null or online) and lower(reference) = any(${references}::text[])`.execute(db)
  return new Set(rows.map(({ reference }) => reference))
}
