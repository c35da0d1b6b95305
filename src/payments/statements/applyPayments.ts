// Which statements the payments of an account pay: first the statement that a payment names, and then the oldest. Pure,
// so that it can be decided again after every payment, reversal and statement.

import { roundCents } from '../../base/money.ts'
import type { PaymentKind } from './paymentStore.ts'

/** `totalCents` is negative where more was credited than ordered; that pays other statements. */
type Bill = { number: number; totalCents: number }
type Payment = { amountCents: number; statement: number | null }

/** The paid cents of each statement, by its number: from 0 to its total. The rest stays in the balance. */
export function applyPayments(statements: readonly Bill[], payments: readonly Payment[]): Map<number, number> {
  const bills = statements.toSorted((one, other) => one.number - other.number)
  const paid = new Map(bills.map(({ number }) => [number, 0]))
  const pay = ({ number, totalCents }: Bill, cents: number): number => {
    const taken = Math.min(cents, Math.max(totalCents - paid.get(number)!, 0))
    paid.set(number, paid.get(number)! + taken)
    return cents - taken
  }
  let restCents = bills.reduce((sum, { totalCents }) => sum + Math.max(-totalCents, 0), 0)
  for (const { amountCents, statement } of payments) {
    const named = bills.find(({ number }) => number === statement)
    restCents += named === undefined ? amountCents : pay(named, amountCents)
  }
  for (const bill of bills) restCents = pay(bill, restCents)
  return paid
}

type DiscountBill = Bill & { issuedOn: string; discountCents: number | null; discountOn: string | null }
type DatedPayment = Payment & {
  kind: PaymentKind
  paidOn: string
  /** Reversed, or taken by a dispute. */
  lostCents: number
}

/**
 * The statements whose discount is earned: money paid all but the discount until its day, beside credits of the staff.
 * They are decided in their order, since the discount of a statement leaves money for later statements.
 */
export function earnedDiscounts(statements: readonly DiscountBill[], payments: readonly DatedPayment[]): Set<number> {
  const bills = statements.toSorted((one, other) => one.number - other.number)
  const money = payments.filter(({ kind }) => kind !== 'discount')
  const earned = new Set<number>()
  for (const { number, totalCents, discountCents, discountOn } of bills) {
    if (discountCents === null || discountOn === null) continue
    const before = paidBefore(bills, payments, { number, earned })
    const others = bills.map(bill => {
      // The credit of a later statement does not pay early.
      if (bill.number > number) return { ...bill, totalCents: Math.max(bill.totalCents, 0) }
      return { ...bill, totalCents: bill.totalCents - (before.get(bill.number) ?? 0) }
    })
    const inTime = money.filter(({ paidOn }) => paidOn <= discountOn)
    const credits = inTime.filter(({ kind, statement }) => kind === 'credit' && statement === number)
    const restCents = totalCents - discountCents
    const byMoney = credits.reduce((rest, { amountCents }) => rest - amountCents, restCents) > 0
    if (totalCents <= 0 || (byMoney && applyPayments(others, inTime).get(number)! >= restCents)) earned.add(number)
  }
  return earned
}

/**
 * The discounts of the statements before one. Once its own discount is given, payments and discounts of earlier
 * statements count although they were lost later: their loss does not take back a later discount.
 */
function paidBefore(
  bills: readonly DiscountBill[],
  payments: readonly DatedPayment[],
  { number, earned }: { number: number; earned: ReadonlySet<number> },
): Map<number, number> {
  const discounts = payments.filter(({ kind }) => kind === 'discount')
  const isGiven = discounts.some(({ statement, amountCents }) => statement === number && amountCents > 0)
  const { issuedOn } = bills.find(bill => bill.number === number)!
  const lost = payments.filter(({ kind, paidOn }) => isGiven && kind === 'payment' && paidOn < issuedOn)
  const older = bills.filter(bill => bill.number < number)
  const isDiscounted = (one: Bill) =>
    earned.has(one.number) || discounts.some(({ statement }) => statement === one.number)
  const discounted = older.filter(one => (isGiven ? isDiscounted(one) : earned.has(one.number)))
  return applyPayments(older, [
    ...lost.map(({ lostCents, statement }) => ({ amountCents: lostCents, statement })),
    ...discounted.map(bill => ({ amountCents: bill.discountCents!, statement: bill.number })),
  ])
}

export const statementStates = ['due', 'partly_paid', 'processing', 'overdue', 'paid'] as const
export type StatementState = (typeof statementStates)[number]

type Open = { totalCents: number; paidCents: number; processingCents: number; overdueAt: Date }

/** A statement that is paid in part is overdue once its day is over, unless all of the rest is on its way. */
export function stateOf({ totalCents, paidCents, processingCents, overdueAt }: Open, now: Date): StatementState {
  if (paidCents >= totalCents) return 'paid'
  if (paidCents + processingCents >= totalCents) return 'processing'
  if (overdueAt <= now) return 'overdue'
  return paidCents > 0 ? 'partly_paid' : 'due'
}

type LateTerms = { lateFeeBasisPoints: number | null; lateFeeCents: number | null }

type Owed = Omit<Open, 'overdueAt'> & { baseCents: number; balanceCents: number }

/** The part of a statement that bears late fees: without earlier late fees, and no more than the account owes. */
export const owedForFees = ({ totalCents, baseCents, balanceCents, paidCents, processingCents }: Owed): number =>
  Math.min(totalCents - paidCents - processingCents, baseCents, balanceCents - processingCents)

/** A late fee of a statement: its fixed amount, or a part of what is open. */
export const lateFeeCents = ({ lateFeeBasisPoints, lateFeeCents }: LateTerms, openCents: number): number =>
  lateFeeCents ?? Math.max(roundCents((openCents * lateFeeBasisPoints!) / 10_000), 1)

type Fee = LateTerms & { statement: number; chargedCents: number; unlessPaidOn: string; baseCents: number }

/** A late fee by all payments until its day, whenever they were recorded: at most the amount that was charged. */
export function feeByDay(
  { statement, chargedCents, unlessPaidOn, baseCents, ...terms }: Fee,
  statements: readonly Bill[],
  payments: readonly DatedPayment[],
): number {
  // The credit of a later statement did not pay in time.
  const bills = statements.map(bill =>
    bill.number > statement ? { ...bill, totalCents: Math.max(bill.totalCents, 0) } : bill,
  )
  const inTime = payments.filter(({ kind, paidOn }) => kind === 'discount' || paidOn <= unlessPaidOn)
  const { totalCents } = bills.find(({ number }) => number === statement)!
  const openCents = Math.min(totalCents - applyPayments(bills, inTime).get(statement)!, baseCents)
  return openCents <= 0 ? 0 : Math.min(lateFeeCents(terms, openCents), chargedCents)
}
