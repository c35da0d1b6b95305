import assert from 'node:assert/strict'
import { it } from 'node:test'
import { periodBefore } from './readReport.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

it('the period before has as many days, or as many whole months', () => {
  for (const [from, before, expected] of [
    ['2026-03-10', '2026-03-11', '2026-03-09'],
    ['2026-03-03', '2026-03-10', '2026-02-24'],
    ['2026-03-01', '2026-04-01', '2026-02-01'],
    ['2026-01-01', '2026-03-01', '2025-11-01'],
    ['2026-01-01', '2027-01-01', '2025-01-01'],
    ['2026-03-01', '2026-03-31', '2026-01-30'],
  ] as const) {
    const found = periodBefore({ from: day(from), before: day(before) })
    assert.deepEqual([found.from.toString(), found.before.toString()], [expected, from], `${from} to ${before}`)
  }
})
