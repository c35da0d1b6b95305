import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { instant, later } from '../../base/clock.ts'
import { applyPayments, earnedDiscounts, feeByDay, lateFeeCents, owedForFees, stateOf } from './applyPayments.ts'

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

describe('discounts for early payment', () => {
  const bill = (number: number, totalCents: number) => ({
    ...{ number, totalCents, discountCents: totalCents < 0 ? 0 : 200, discountOn: `2026-0${number}-11` },
    issuedOn: `2026-0${number}-01`,
  })
  const paid = (paidOn: string, amountCents: number, statement: number | null = null) => ({
    ...{ kind: 'payment' as 'payment' | 'credit' | 'discount', paidOn, amountCents, statement, lostCents: 0 },
  })
  const lost = (paidOn: string, lostCents: number) => ({ ...paid(paidOn, 0), lostCents })
  const given = (statement: number) => ({ ...paid('2026-06-01', 200, statement), kind: 'discount' as const })
  const credit = (amountCents: number, on = '2026-01-04') => ({ ...paid(on, amountCents, 1), kind: 'credit' as const })
  const both = [bill(1, 10_000), bill(2, 10_000)]
  const cases: [string, ReturnType<typeof bill>[], ReturnType<typeof paid>[], number[]][] = [
    ['all but the discount on the last day', [bill(1, 10_000)], [paid('2026-01-11', 9800)], [1]],
    ['the whole amount', [bill(1, 10_000)], [paid('2026-01-05', 10_000)], [1]],
    ['in parts', [bill(1, 10_000)], [paid('2026-01-05', 5000), paid('2026-01-10', 4800)], [1]],
    ['a cent too little', [bill(1, 10_000)], [paid('2026-01-11', 9799)], []],
    ['a day late', [bill(1, 10_000)], [paid('2026-01-12', 9800)], []],
    ['the last part late', [bill(1, 10_000)], [paid('2026-01-05', 5000), paid('2026-01-12', 4800)], []],
    ['money for another statement', [bill(1, 10_000), bill(2, 9800)], [paid('2026-01-05', 9800, 2)], [2]],
    ['a later credit is not early', [bill(1, 10_000), bill(2, -9800)], [], [2]],
    ['each statement in time', both, [paid('2026-01-05', 9800), paid('2026-02-05', 9800)], [1, 2]],
    ['a named payment, then one without', both, [paid('2026-01-05', 9800, 1), paid('2026-02-05', 9800)], [1, 2]],
    ['one payment for two statements', both, [paid('2026-01-05', 19_600)], [1, 2]],
    ['the discount of a full payment', both, [paid('2026-01-05', 10_000, 1), paid('2026-02-05', 9600, 2)], [1, 2]],
    ['too little for the second', both, [paid('2026-01-05', 9800), paid('2026-02-05', 9799)], [1]],
    [
      'the payment of an earlier statement is lost, and the later discount stays',
      both,
      [lost('2026-01-05', 9800), paid('2026-02-05', 9800), given(1), given(2)],
      [2],
    ],
    [
      'the payment of the statement itself is lost',
      both,
      [paid('2026-01-05', 9800), lost('2026-02-05', 9800), given(1), given(2)],
      [1],
    ],
    ['a credit leaves less to pay', [bill(1, 10_000)], [paid('2026-01-05', 6800), credit(3000)], [1]],
    ['a credit after the day', [bill(1, 10_000)], [paid('2026-01-05', 6800), credit(3000, '2026-06-01')], []],
    ['a credit of all is no payment', [bill(1, 10_000)], [credit(10_000)], []],
    ['a credit of all but the discount is no payment', [bill(1, 10_000)], [credit(9800)], []],
  ]
  for (const [name, bills, payments, expected] of cases)
    it(`a discount is earned by payment until its day: ${name}`, () =>
      assert.deepEqual([...earnedDiscounts(bills, payments)], expected))

  it('a late fee is of what is open and not on its way, without earlier fees, and never of more than is owed', () => {
    const owed = (change: object) =>
      owedForFees({
        ...{ totalCents: 110, paidCents: 0, processingCents: 0, baseCents: 100, balanceCents: 500 },
        ...change,
      })
    assert.deepEqual([owed({}), owed({ paidCents: 30 }), owed({ processingCents: 60 })], [100, 80, 50])
    assert.deepEqual([owed({ balanceCents: 40 }), owed({ balanceCents: 0 }), owed({ balanceCents: -5 })], [40, 0, -5])
  })

  it('a late fee is decided by the payments until its day, and never by the credit of a later statement', () => {
    const fee = { statement: 1, chargedCents: 500, unlessPaidOn: '2026-01-10', baseCents: 10_000 }
    const percent = { ...fee, lateFeeBasisPoints: 500, lateFeeCents: null }
    const fixed = { ...fee, lateFeeBasisPoints: null, lateFeeCents: 500 }
    const bills = [bill(1, 10_000), bill(2, -10_000)]
    const half = paid('2026-01-10', 5000)
    for (const [of, payments, expected] of [
      [fixed, [], 500],
      [fixed, [half], 500],
      [fixed, [half, half], 0],
      [fixed, [half, { ...half, paidOn: '2026-01-11' }], 500],
      [fixed, [credit(10_000, '2026-01-11')], 500],
      [percent, [half], 250],
      [percent, [lost('2026-01-10', 5000)], 500],
    ] as const)
      assert.equal(feeByDay(of, bills, payments), expected)
  })

  it('a late fee is its amount, or a part of what is open, and never less than a cent', () => {
    const fee = (lateFeeBasisPoints: number | null, fixed: number | null, openCents: number) =>
      lateFeeCents({ lateFeeBasisPoints, lateFeeCents: fixed }, openCents)
    assert.deepEqual([fee(150, null, 10_000), fee(150, null, 10), fee(null, 500, 10_000)], [150, 1, 500])
  })
})
