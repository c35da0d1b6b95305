// The staff charge an enterprise account on its next statement, with a reason, and take late fees back. Each act is a
// line without tax, and a posting. The service itself takes a late fee back when a payment is recorded that had paid
// the statement before the fee.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { freeLinePosting } from '../../payments/ledger.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { applyPayments } from '../../payments/statements/applyPayments.ts'
import { type ChargedFee, readChargedFees } from '../../payments/statements/lateFeeStore.ts'
import { addLines, type NewLine, readSettlement } from '../../payments/statements/statementStore.ts'
import { reviewCredit } from './billingTerms.ts'

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

/** The late fees of a statement that were not taken back. Refuses with `wrong_state` when there are none. */
export async function requireFees(tx: Db | Tx, accountId: string, statement: number): Promise<ChargedFee[]> {
  const fees = (await readChargedFees(tx, accountId)).filter(fee => fee.statement === statement)
  if (fees.length > 0) return fees
  throw new Refusal('wrong_state', say('Statement {statement} has no late fee to take back.', { statement }))
}

/** Takes all late fees of a statement of a locked account back. Refuses like requireFees. */
export async function waiveLateFees(
  work: UnitOfWork,
  { accountId, statement, reason }: Reason & { statement: number },
): Promise<string> {
  return waiveFees(work, await requireFees(work.tx, accountId, statement), { accountId, reason })
}

/** Takes back the late fees of statements that payments had paid in time, by their own days. The account is locked. */
export async function waiveFeesPaidInTime(work: UnitOfWork, accountId: string): Promise<void> {
  const fees = await readChargedFees(work.tx, accountId)
  if (fees.length === 0) return
  const { statements, payments } = await readSettlement(work.tx, accountId)
  const unfounded = fees.filter(({ statement, unlessPaidOn }) => {
    const inTime = payments.filter(({ kind, paidOn }) => kind === 'discount' || paidOn <= unlessPaidOn)
    const { totalCents } = statements.find(({ number }) => number === statement)!
    return applyPayments(statements, inTime).get(statement)! >= totalCents
  })
  if (unfounded.length > 0) await waiveFees(work, unfounded, { accountId, reason: null })
}

/** Returns the id of the last line. */
async function waiveFees(work: UnitOfWork, fees: ChargedFee[], { accountId, reason }: Reason): Promise<string> {
  const lines = fees.map(({ statement, period, amountCents }) => ({
    ...{ accountId, lineId: work.newId('lin'), kind: 'waived_fee' as const, amountCents: -amountCents, reason },
    late: { statement, period },
  }))
  await addFreeLines(work, lines)
  await reviewCredit(work, accountId)
  const subject = lines.at(-1)!.lineId
  const amount = dollars(fees.reduce((sum, { amountCents }) => sum + amountCents, 0))
  await audit(work, { action: 'late_fees_waived', accountId, subject, details: { amount, reason } })
  return subject
}

type FreeLine = Pick<NewLine, 'accountId' | 'lineId' | 'late' | 'reference'> & {
  kind: 'late_fee' | 'waived_fee' | 'charge'
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
