import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf } from './report.ts'

test('deliveries are counted by class and state, also where a carrier names no state or writes it out', () => {
  const amounts = { orders: 1, copies: 1, cents: 0, taxCents: 0, ms: 0, costCents: 0 }
  const sums = [
    'rush US-NY late',
    'standard US-New York on_time',
    'standard US-New York early',
    'standard on_time',
  ].map(detail => ({ ...amounts, isBefore: false, fact: 'delivered_to' as const, printer: '', detail }))
  const days = { from: Temporal.PlainDate.from('2026-03-01'), before: Temporal.PlainDate.from('2026-03-02') }
  const period = { days, daysBefore: days, interval: 'day' as const, countedUntil: null }
  const { deliveries } = reportOf({ ...period, sums, steps: [] })
  assert.deepEqual(
    deliveries.map(({ shippingClassification, state, early, onTime, late }) => [
      ...[shippingClassification, state],
      ...[early, onTime, late],
    ]),
    [
      ['rush', 'US-NY', 0, 0, 1],
      ['standard', 'US-New York', 1, 1, 0],
      ['standard', '', 0, 1, 0],
    ],
  )
})
