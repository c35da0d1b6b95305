// The staff charge an enterprise account on its next statement, with a reason, and take charges and late fees back.
// Each act is a line without tax, and a posting. The service itself takes a late fee back, or a part of it, when a
// payment is recorded that had paid the statement before the fee, and charges it again when that payment is lost.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { dollars, dollarsText } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { type FreeLineKind, freeLinePosting } from '../../payments/ledger.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { feeByDay } from '../../payments/statements/applyPayments.ts'
import { type ChargedFee, readChargedFees } from '../../payments/statements/lateFeeStore.ts'
import { addLines, findCharge, type NewLine, readSettlement } from '../../payments/statements/statementStore.ts'
import { reviewCredit } from './billingTerms.ts'
import { settleBills } from './settleBills.ts'

type Reason = { accountId: string; reason: string | null }

/** Charges a locked account. Returns the id of the line. */
export async function addCharge(
  work: UnitOfWork,
  { accountId, reason, amountCents, reference }: Reason & { amountCents: number; reference: string },
): Promise<string> {
  const lineId = work.newId('lin')
  await addFreeLines(work, [{ accountId, lineId, kind: 'charge', amountCents, reason, reference }])
  const details = { amount: dollars(amountCents), reference, reason }
  await audit(work, { action: 'account_charged', accountId, subject: lineId, details })
  return lineId
}

/** The charge of the staff with that reference. Refuses with `not_found`, and with `wrong_state` when it is removed. */
export async function requireCharge(db: Db | Tx, accountId: string, reference: string) {
  const charge = await findCharge(db, accountId, reference)
  if (charge === undefined) throw new Refusal('not_found', say('There is no charge {reference}.', { reference }))
  if (charge.openCents > 0) return charge
  throw new Refusal('wrong_state', say('The charge {reference} is removed already.', { reference }))
}

/** Removes a charge of a locked account by a line of the next statement. Refuses like requireCharge. */
export async function removeCharge(
  work: UnitOfWork,
  { accountId, reason, reference }: Reason & { reference: string },
): Promise<string> {
  const { openCents } = await requireCharge(work.tx, accountId, reference)
  const lineId = work.newId('lin')
  const line = { accountId, lineId, kind: 'removed_charge' as const, amountCents: -openCents, reason, reference }
  await addFreeLines(work, [line])
  await settleBills(work, accountId)
  await reviewCredit(work, accountId)
  const details = { amount: dollars(openCents), reference, reason }
  await audit(work, { action: 'charge_removed', accountId, subject: lineId, details })
  return lineId
}

/** The late fees of a statement that were not taken back. Refuses with `wrong_state` when there are none. */
export async function requireFees(tx: Db | Tx, accountId: string, statement: number): Promise<ChargedFee[]> {
  const fees = (await readChargedFees(tx, accountId)).filter(fee => fee.statement === statement && fee.amountCents > 0)
  if (fees.length > 0) return fees
  throw new Refusal('wrong_state', say('Statement {statement} has no late fee to take back.', { statement }))
}

export const sumOfFees = (fees: Pick<ChargedFee, 'amountCents'>[]): number =>
  fees.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Takes all late fees of a statement of a locked account back. Refuses like requireFees, and another amount. */
export async function waiveLateFees(
  work: UnitOfWork,
  { accountId, statement, reason, amountCents }: Reason & { statement: number; amountCents: number },
): Promise<string> {
  const fees = await requireFees(work.tx, accountId, statement)
  const now = sumOfFees(fees)
  if (now !== amountCents)
    throw new Refusal(
      'wrong_state',
      say('The late fees of statement {statement} are {amount} now, not {other}.', {
        statement,
        amount: dollarsText(now),
        other: dollarsText(amountCents),
      }),
    )
  return changeFees(
    work,
    fees.map(fee => ({ ...fee, amountCents: -fee.amountCents })),
    { accountId, reason },
  )
}

/**
 * Decides the late fees of a locked account again by the own days of its payments, after a change of payments of the
 * day `since` or later: only fees of that day or later can change. While a payment is disputed, it counts.
 */
export async function correctLateFees(work: UnitOfWork, accountId: string, since = ''): Promise<void> {
  const fees = (await readChargedFees(work.tx, accountId)).filter(({ unlessPaidOn }) => unlessPaidOn >= since)
  if (fees.length === 0) return
  const { statements, payments } = await readSettlement(work.tx, accountId)
  const counted = payments.map(payment =>
    payment.isDisputed ? { ...payment, amountCents: payment.amountCents + payment.lostCents } : payment,
  )
  const changes = fees
    .map(fee => ({ ...fee, amountCents: feeByDay(fee, statements, counted) - fee.amountCents }))
    .filter(({ amountCents }) => amountCents !== 0)
  if (changes.length > 0) await changeFees(work, changes, { accountId, reason: null })
}

/** Writes the change of each fee. Returns the id of the last line. */
async function changeFees(
  work: UnitOfWork,
  changes: Pick<ChargedFee, 'statement' | 'period' | 'amountCents'>[],
  { accountId, reason }: Reason,
): Promise<string> {
  const lines = changes.map(({ statement, period, amountCents }) => ({
    ...{ accountId, lineId: work.newId('lin'), amountCents, reason, late: { statement, period } },
    kind: amountCents < 0 ? ('waived_fee' as const) : ('late_fee' as const),
  }))
  await addFreeLines(work, lines)
  await settleBills(work, accountId)
  await reviewCredit(work, accountId)
  const waived = lines.filter(({ kind }) => kind === 'waived_fee')
  const subject = lines.at(-1)!.lineId
  const details = { amount: -dollars(sumOfFees(waived)), reason }
  if (waived.length > 0) await audit(work, { action: 'late_fees_waived', accountId, subject, details })
  return subject
}

type FreeLine = Pick<NewLine, 'accountId' | 'lineId' | 'late' | 'reference'> & {
  kind: FreeLineKind
  amountCents: number
  reason: string | null
}

/** Writes lines that are of no order, and posts them. The account is locked. */
export async function addFreeLines(work: UnitOfWork, lines: FreeLine[]): Promise<void> {
  const { tx, now } = work
  await addLines(
    tx,
    lines.map(({ amountCents, ...line }) => ({
      ...{ ...line, orderId: null, at: now, monthEnd: now, actor: work.actor, request: null },
      ...{ itemsCents: amountCents, shippingCents: 0, taxCents: 0 },
    })),
  )
  await insertPostings(
    tx,
    lines.map(line => freeLinePosting(line, now)),
  )
  work.wake('bill_accounts', now)
}

const audit = (
  { tx, newId, now, actor }: UnitOfWork,
  entry: { action: string; accountId: string; subject: string; details: Record<string, unknown> },
): Promise<void> => appendAudit(tx, newId, { at: now, actor, ...entry })
