// Payments of enterprise accounts, which are posted in the ledger. The staff record payments by bank transfer or check,
// one by one or from a file of the bank, and credits, which pay a statement without money and have a credit note.
// Payments through the payment provider come from onlinePayments.ts. The bank's reference is never recorded twice. A
// mistake is reversed, not changed. Charges and waived late fees, which are lines of the next statement, wait for a
// second person in the same way.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { day, earlier } from '../../base/clock.ts'
import { dollars, dollarsText } from '../../base/money.ts'
import { malformedField, quoted, Refusal } from '../../base/refusal.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { isDisputed } from '../../payments/disputes/disputeStore.ts'
import { issueStaffCredit } from '../../payments/documents.ts'
import { receivedPosting, restoredPosting, reversedPosting } from '../../payments/ledger.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { makeExceedingPagesDue } from '../../payments/statements/onlinePaymentStore.ts'
import {
  clearReversal,
  findReferences,
  insertPayment,
  markReversed,
  type NewPayment,
  type RecordedPayment,
  readPayment,
  sumPaymentsSince,
} from '../../payments/statements/paymentStore.ts'
import { changeBalance, findCharge, readStatement } from '../../payments/statements/statementStore.ts'
import { notifyOfCredit } from '../notify/accountEmails.ts'
import {
  type ApprovalOutcome,
  needsSecondPerson,
  requestApproval,
  type SecondPersonRule,
} from '../staff/secondPerson.ts'
import { addCharge, correctLateFees, removeCharge, requireCharge, requireFees, waiveLateFees } from './adjustBills.ts'
import { announceDocument } from './announceDocument.ts'
import { lockBillingOf, reviewCredit } from './billingTerms.ts'
import { settleBills } from './settleBills.ts'

type Payment = Omit<NewPayment, 'paymentId'>
type Recorded = Payment | RecordedPayment
type Context = { now: Date; actor: string }

/** The payments of an account in this time count together: a large payment cannot be split. */
const countedMs = 30 * day

/**
 * Records all payments, or none, and returns their ids. Where a second person is needed, they are validated, and wait
 * for approval together. Refuses with `wrong_state` when an account is not billed by statement, with `not_found` when
 * it has no such statement, and with `already_exists` when a reference was recorded before.
 */
export const recordPayments = (
  transactor: Transactor,
  payments: RecordedPayment[],
  context: Context,
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<string[]>> =>
  transact(transactor, context, async work => {
    const accountIds = [...new Set(payments.map(({ accountId }) => accountId))].sort()
    const statements = new Map<string, number>()
    // In the order of the accounts, as everywhere, so that two imports do not wait for each other.
    for (const id of accountIds) statements.set(id, (await lockBillingOf(work, id)).statements)
    if (!needsSecondPerson(rule, await largestTotal(work, payments, accountIds)))
      return { done: await receivePayments(work, payments), approval: null }
    const known = await findReferences(
      work.tx,
      payments.flatMap(({ kind, reference }) => (isLine(kind) ? [] : reference.toLowerCase())),
    )
    for (const payment of payments) {
      requireStatement(payment, statements.get(payment.accountId)!)
      if (!isLine(payment.kind) && known.has(payment.reference.toLowerCase())) throw recordedBefore(payment.reference)
      await requirePossible(work, payment)
    }
    const accountId = accountIds.length === 1 ? accountIds[0]! : null
    const amountCents = sumOf(payments)
    const request = { accountId, customerOrderId: null, amountCents, reason: null, request: null }
    return {
      done: null,
      approval: await requestApproval(work, { ...request, act: { kind: 'payment', payments } }, rule),
    }
  })

/** Whether it becomes a line of a statement: it has no reference of a bank. */
const isLine = (kind: RecordedPayment['kind']): boolean => kind !== 'payment' && kind !== 'credit'

/** Of the accounts, the largest total of recent payments together with these payments. */
async function largestTotal({ tx, now }: UnitOfWork, payments: Recorded[], accountIds: string[]): Promise<number> {
  const totals = await sumPaymentsSince(tx, accountIds, earlier(now, countedMs))
  let largest = 0
  for (const { accountId, amountCents } of payments) {
    const total = (totals.get(accountId) ?? 0) + amountCents
    totals.set(accountId, total)
    largest = Math.max(largest, total)
  }
  return largest
}

const sumOf = (payments: Recorded[]): number => payments.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Records the payments, also after approval. Refuses like recordPayments. */
export async function receivePayments(work: UnitOfWork, payments: RecordedPayment[]): Promise<string[]> {
  const sorted = payments.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
  const ids: string[] = []
  for (const payment of sorted) ids.push(await record(work, payment))
  for (const [accountId, received] of Map.groupBy(sorted, payment => payment.accountId)) {
    const days = received.filter(({ kind }) => !isLine(kind)).map(({ receivedOn }) => receivedOn)
    if (days.length > 0) await correctLateFees(work, accountId, days.sort()[0])
  }
  return ids
}

async function record(work: UnitOfWork, payment: RecordedPayment): Promise<string> {
  const { kind, accountId, statement, note: reason } = payment
  if (kind === 'payment' || kind === 'credit') return receive(work, { ...payment, kind })
  await lockBillingOf(work, accountId)
  await requirePossible(work, payment)
  if (kind === 'removed_charge') return removeCharge(work, { ...payment, reason })
  return kind === 'charge'
    ? addCharge(work, { ...payment, reason })
    : waiveLateFees(work, { ...payment, statement: statement!, reason })
}

/** Records a payment, or an online one under its own id; the caller corrects late fees. Refuses like recordPayments. */
export async function receive(work: UnitOfWork, payment: Payment, onlineId: string | null = null): Promise<string> {
  const { tx, now } = work
  const paymentId = onlineId ?? work.newId('pay')
  const { accountId, kind, amountCents, statement, reference } = payment
  const billing = await lockBillingOf(work, accountId)
  requireStatement(payment, billing.statements)
  if (!(await insertPayment(tx, { ...payment, paymentId, online: onlineId !== null }, now)))
    throw recordedBefore(reference)
  await requirePossible(work, payment)
  await insertPostings(tx, [receivedPosting({ accountId, paymentId, kind, amountCents }, now)])
  await changeBalance(tx, accountId, -amountCents)
  await settleBills(work, accountId)
  await reviewCredit(work, accountId)
  if (await makeExceedingPagesDue(tx, accountId, now)) work.wake('follow_payments', now)
  const { receivedOn, note } = payment
  await audit(work, 'payment_received', accountId, paymentId, {
    before: { balance: dollars(billing.balanceCents) },
    after: { balance: dollars(billing.balanceCents - amountCents) },
    ...{ kind, amount: dollars(amountCents), receivedOn, reference, statement, note },
  })
  if (kind === 'credit') await issueCreditNote(work, { ...payment, paymentId })
  return paymentId
}

/** Bills whom the invoice of the statement bills. */
async function issueCreditNote(work: UnitOfWork, credit: NewPayment): Promise<void> {
  const { tx, now } = work
  const { accountId, statement, note: reason } = credit
  const { billTo, seller } = (await readStatement(tx, accountId, statement!))!
  const number = await issueStaffCredit(tx, { ...credit, billTo, seller }, now)
  await announceDocument(work, accountId, number)
  await notifyOfCredit(work, { ...credit, statement: statement!, number, reason: reason! })
}

function requireStatement({ accountId, statement }: Recorded, statements: number): void {
  if (statement === null || statement <= statements) return
  const detail = say('account {accountId} has no statement {statement}', { accountId, statement })
  throw new Refusal('not_found', detail, [{ pointer: '/statement', code: 'not_found', detail }])
}

/**
 * A credit is at most what is open of its statement: it pays no other. A charge has a new reference, and charges and
 * late fees are taken back once.
 */
async function requirePossible({ tx }: UnitOfWork, payment: Recorded): Promise<void> {
  const { accountId, kind, statement, amountCents, reference } = payment
  if (kind === 'charge' && (await findCharge(tx, accountId, reference))) throw recordedBefore(reference)
  if (kind === 'removed_charge') await requireCharge(tx, accountId, reference)
  if (kind === 'waived_fee') await requireFees(tx, accountId, statement!)
  if (kind !== 'credit') return
  const { totalCents, paidCents } = (await readStatement(tx, accountId, statement!))!
  const openCents = Math.max(totalCents - paidCents, 0)
  if (amountCents <= openCents) return
  const detail = say('{amount} is due now, not {other}.', {
    amount: dollarsText(openCents),
    other: dollarsText(amountCents),
  })
  throw malformedField('/amount', 'too_large', detail)
}

function recordedBefore(reference: string): Refusal {
  const detail = say('a payment with the reference {reference} was recorded before', { reference: quoted(reference) })
  return new Refusal('already_exists', detail, [{ pointer: '/reference', code: 'already_exists', detail }])
}

/**
 * Reverses a payment that was recorded by mistake, or that the bank took back. Refuses with `not_found`, and with
 * `wrong_state` when it is reversed already.
 */
export const reversePayment = (
  transactor: Transactor,
  { accountId, paymentId, reason }: { accountId: string; paymentId: string; reason: string },
  context: Context,
): Promise<void> =>
  transact(transactor, context, async work => {
    const { tx, now } = work
    const billing = await lockBillingOf(work, accountId)
    const payment = await readPayment(tx, accountId, paymentId)
    if (payment === undefined)
      throw new Refusal('not_found', say('account {accountId} has no payment {paymentId}', { accountId, paymentId }))
    if (payment.reversedAt !== null)
      throw new Refusal('wrong_state', say('payment {paymentId} is reversed already', { paymentId }))
    if (await isDisputed(tx, accountId, paymentId))
      throw new Refusal(
        'wrong_state',
        say('payment {paymentId} is disputed: its dispute moves the money', { paymentId }),
      )
    const { kind, amountCents, reference } = payment
    if (kind === 'discount')
      throw new Refusal('wrong_state', say('a discount is taken back with the payment that earned it'))
    if (kind === 'credit')
      throw new Refusal('wrong_state', say('a credit has a credit note: charge the account the amount instead'))
    await markReversed(tx, { accountId, paymentId, reason }, now)
    await insertPostings(tx, [reversedPosting({ accountId, paymentId, kind, amountCents }, now)])
    await changeBalance(tx, accountId, amountCents)
    await settleBills(work, accountId)
    await correctLateFees(work, accountId)
    await audit(work, 'payment_reversed', accountId, paymentId, {
      reason,
      before: { balance: dollars(billing.balanceCents) },
      after: { balance: dollars(billing.balanceCents + amountCents) },
      ...{ amount: dollars(amountCents), reference },
    })
  })

/** Takes the reversal of a payment back, if there is one: its dispute moves the same money. The account is locked. */
export async function restorePayment(work: UnitOfWork, accountId: string, paymentId: string): Promise<void> {
  const { tx, now } = work
  const amountCents = await clearReversal(tx, accountId, paymentId)
  if (amountCents === undefined) return
  await insertPostings(tx, [restoredPosting({ accountId, paymentId, kind: 'payment', amountCents }, now)])
  await changeBalance(tx, accountId, -amountCents)
  await audit(work, 'payment_restored', accountId, paymentId, { amount: dollars(amountCents) })
}

const audit = (
  { tx, newId, now, actor }: UnitOfWork,
  action: string,
  accountId: string,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> => appendAudit(tx, newId, { at: now, actor, action, accountId, subject, details })
