import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { instant, later } from '../../base/clock.ts'
import { applyPayments, stateOf } from './applyPayments.ts'

const bills = [
  { number: 1, totalCents: 1000 },
  { number: 2, totalCents: 500 },
  { number: 3, totalCents: 2000 },
]
const paidBy = (payments: [amountCents: number, statement?: number][], of = bills) => [
  ...applyPayments(
    of,
    payments.map(([amountCents, statement = null]) => ({ amountCents, statement })),
  ).values(),
]

describe('payments of an account', () => {
  for (const [name, payments, expected] of [
    ['without a statement pay the oldest first', [[1200]], [1000, 200, 0]],
    ['with a statement pay that one first', [[300, 3]], [0, 0, 300]],
    ['that are more than the named statement pay the oldest with the rest', [[700, 2]], [200, 500, 0]],
    ['leave what is too much in the balance', [[9000]], [1000, 500, 2000]],
    [
      'that name the same statement twice pay it once',
      [
        [500, 2],
        [500, 2],
      ],
      [500, 500, 0],
    ],
  ] as [string, [number, number?][], number[]][])
    it(name, () => assert.deepEqual(paidBy(payments), expected))

  it('payments of an account are joined by what a statement of credits is worth', () => {
    const withCredit = [...bills, { number: 4, totalCents: -600 }]
    assert.deepEqual(paidBy([[500]], withCredit), [1000, 100, 0, 0])
  })

  it('payments of an account never pay more than they are, and never leave money while a statement is unpaid', () => {
    const bill = fc.integer({ min: -500, max: 2000 })
    const payment = fc.record({
      amountCents: fc.integer({ min: 1, max: 3000 }),
      statement: fc.option(fc.integer({ min: 1, max: 6 })),
    })
    fc.assert(
      fc.property(fc.array(bill, { maxLength: 5 }), fc.array(payment, { maxLength: 5 }), (totals, payments) => {
        const statements = totals.map((totalCents, i) => ({ number: i + 1, totalCents }))
        const paid = [...applyPayments(statements, payments).values()].reduce((sum, cents) => sum + cents, 0)
        const owed = totals.reduce((sum, cents) => sum + Math.max(cents, 0), 0)
        const money =
          payments.reduce((sum, { amountCents }) => sum + amountCents, 0) +
          totals.reduce((sum, cents) => sum + Math.max(-cents, 0), 0)
        assert.equal(paid, Math.min(owed, money))
      }),
    )
  })
})

it('a statement is due, partly paid, processing, overdue or paid', () => {
  const overdueAt = instant('2026-05-01T04:00:00Z')
  const at = (ms: number, paidCents: number, processingCents = 0) =>
    stateOf({ totalCents: 100, paidCents, processingCents, overdueAt }, later(overdueAt, ms))
  assert.deepEqual(
    [at(-1, 0), at(-1, 40), at(0, 0), at(0, 40), at(0, 100)],
    ['due', 'partly_paid', 'overdue', 'overdue', 'paid'],
  )
  assert.deepEqual([at(-1, 40, 60), at(0, 40, 60), at(0, 40, 59)], ['processing', 'processing', 'overdue'])
})
