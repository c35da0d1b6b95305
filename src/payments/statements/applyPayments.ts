// Which statements the payments of an account pay: first the statement that a payment names, and then the oldest. Pure,
// so that it can be decided again after every payment, reversal and statement.

import { roundCents } from '../../base/money.ts'

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

type DiscountBill = Bill & { discountCents: number | null; discountOn: string | null }

/**
 * The statements whose discount is earned: all but the discount was paid until its day. Payments are without discounts.
 */
export function earnedDiscounts(
  statements: readonly DiscountBill[],
  payments: readonly (Payment & { paidOn: string })[],
): Set<number> {
  const earned = statements.filter(({ number, totalCents, discountCents, discountOn }) => {
    if (discountCents === null || discountOn === null) return false
    const inTime = payments.filter(({ paidOn }) => paidOn <= discountOn)
    // The credit of a later statement does not pay early.
    const bills = statements.map(one => ({
      ...one,
      totalCents: one.number > number ? Math.max(one.totalCents, 0) : one.totalCents,
    }))
    return applyPayments(bills, inTime).get(number)! + discountCents >= totalCents
  })
  return new Set(earned.map(({ number }) => number))
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

/** A late fee of a statement: its fixed amount, or a part of what is open. */
export const lateFeeCents = ({ lateFeeBasisPoints, lateFeeCents }: LateTerms, openCents: number): number =>
  lateFeeCents ?? Math.max(roundCents((openCents * lateFeeBasisPoints!) / 10_000), 1)
