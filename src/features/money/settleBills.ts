// After each change, the payments of an enterprise account are applied to its statements again. A statement that was
// paid until the day of its discount, but for the discount, is paid by its discount, too: a posting without money. The
// discount is taken back when a payment that earned it is reversed or disputed.

import type { UnitOfWork } from '../../orders/transition.ts'
import { receivedPosting, reversedPosting } from '../../payments/ledger.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { earnedDiscounts } from '../../payments/statements/applyPayments.ts'
import { scheduleLateFees } from '../../payments/statements/lateFeeStore.ts'
import { insertPayment, markReversed, type PaymentKind } from '../../payments/statements/paymentStore.ts'
import { changeBalance, readSettlement, settleStatements } from '../../payments/statements/statementStore.ts'

/** The day of the last payment that can have earned a discount, or that of the statement, which earlier money pays. */
const lastDay = (
  payments: { kind: PaymentKind; paidOn: string }[],
  { from, until }: { from: string; until: string },
): string =>
  [from, ...payments.flatMap(({ kind, paidOn }) => (kind === 'payment' && paidOn <= until ? paidOn : []))]
    .sort()
    .at(-1)!

/** The account is locked. */
export async function settleBills(work: UnitOfWork, accountId: string): Promise<void> {
  const { tx, now } = work
  const settlement = await readSettlement(tx, accountId)
  const { statements, payments } = settlement
  let isChanged = false
  const earned = earnedDiscounts(statements, payments)
  const standing = payments.filter(({ kind, amountCents }) => kind === 'discount' && amountCents > 0)
  const given = new Map(standing.map(one => [one.statement, one]))
  for (const { number, discountCents, discountOn, issuedOn } of statements) {
    const discount = given.get(number)
    if (earned.has(number) && discount === undefined && discountCents! > 0) {
      const one = { accountId, paymentId: work.newId('pay'), kind: 'discount' as const, amountCents: discountCents! }
      const reference = `discount/${number}`
      isChanged = true
      const receivedOn = lastDay(payments, { from: issuedOn, until: discountOn! })
      await insertPayment(tx, { ...one, receivedOn, reference, statement: number, note: null, online: false }, now)
      await insertPostings(tx, [receivedPosting(one, now)])
      await changeBalance(tx, accountId, -one.amountCents)
    }
    if (!earned.has(number) && discount !== undefined) {
      isChanged = true
      const one = { ...discount, accountId }
      await markReversed(tx, { ...one, reason: 'not paid early' }, now)
      await insertPostings(tx, [reversedPosting(one, now)])
      await changeBalance(tx, accountId, one.amountCents)
    }
  }
  await settleStatements(tx, accountId, isChanged ? await readSettlement(tx, accountId) : settlement, now)
  await scheduleLateFees(tx, accountId, now)
}
