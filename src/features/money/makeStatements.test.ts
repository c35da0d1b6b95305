import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dueDay } from './makeStatements.ts'

describe('the due day of a statement', () => {
  for (const [made, termsDays, termsFrom, expected] of [
    ['2026-04-01', 0, 'statement', '2026-04-01'],
    ['2026-04-01', 30, 'statement', '2026-05-01'],
    ['2028-02-01', 0, 'end_of_month', '2028-02-29'],
    ['2026-04-01', 10, 'end_of_month', '2026-05-10'],
    ['2026-12-31', 30, 'end_of_month', '2027-01-30'],
  ] as const)
    it(`a statement of ${made} with ${termsDays} days from the ${termsFrom} is due on ${expected}`, () => {
      assert.equal(dueDay(Temporal.PlainDate.from(made), { termsDays, termsFrom }).toString(), expected)
    })
})
