import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { differenceOf, type JobSummary } from './comparisons.ts'

const settledBy = instant('2026-03-02T11:50:00Z')
const job = (changes: Partial<JobSummary>): JobSummary => ({
  jobId: 'job_1',
  printer: 'hill',
  status: 'ACCEPTED',
  accountId: 'acc_1',
  customerOrderId: 'C-1',
  offeredAt: instant('2026-03-01T10:00:00Z'),
  updatedAt: instant('2026-03-01T11:00:00Z'),
  ...changes,
})

const cases: [what: string, JobSummary | undefined, kind: string | null][] = [
  ['is open here too', job({}), null],
  ['may have reached it unnoticed', job({ status: 'NEW' }), null],
  ['was shipped', job({ status: 'SHIPPED' }), 'over'],
  ['was canceled', job({ status: 'CANCELLED' }), 'over'],
  ['another printer has now', job({ status: 'WITHDRAWN' }), 'over'],
  ['was shipped a moment ago', job({ status: 'SHIPPED', updatedAt: instant('2026-03-02T11:55:00Z') }), null],
  ['is unknown here', undefined, 'never_given'],
  ['another printer was given', job({ printer: 'dale' }), 'never_given'],
  ['never left the service', job({ status: 'CANCELLED', offeredAt: null }), 'never_given'],
]

describe('a job that a printer lists as open', () => {
  for (const [what, state, kind] of cases) {
    it(`a job that a printer lists as open and that ${what} is ${kind === null ? 'no difference' : `a difference: ${kind}`}`, () => {
      const difference = differenceOf({ printer: 'hill', jobId: 'job_1', settledBy }, state)
      assert.equal(difference?.kind ?? null, kind)
    })
  }
})
