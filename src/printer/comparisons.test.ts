import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { differenceOf, type Standing } from './comparisons.ts'

const settledBy = instant('2026-03-02T11:50:00Z')
const standing = (changes: Partial<Standing>): Standing => ({
  jobId: 'job_1',
  printer: 'hill',
  status: 'ACCEPTED',
  accountId: 'acc_1',
  customerOrderId: 'C-1',
  offeredAt: instant('2026-03-01T10:00:00Z'),
  updatedAt: instant('2026-03-01T11:00:00Z'),
  ...changes,
})

const cases: [what: string, Standing | undefined, kind: string | null][] = [
  ['is open here too', standing({}), null],
  ['may have reached it without our knowing', standing({ status: 'NEW' }), null],
  ['was shipped', standing({ status: 'SHIPPED' }), 'over'],
  ['was cancelled', standing({ status: 'CANCELLED' }), 'over'],
  ['another printer makes by now', standing({ status: 'WITHDRAWN' }), 'over'],
  ['was shipped a moment ago', standing({ status: 'SHIPPED', updatedAt: instant('2026-03-02T11:55:00Z') }), null],
  ['nobody knows', undefined, 'never_given'],
  ['another printer was given', standing({ printer: 'dale' }), 'never_given'],
  ['never left the service', standing({ status: 'CANCELLED', offeredAt: null }), 'never_given'],
]

describe('a job that a printer says it has open', () => {
  for (const [what, known, kind] of cases) {
    it(`and that ${what} is ${kind === null ? 'as it should be' : `a difference: ${kind}`}`, () => {
      const difference = differenceOf({ printer: 'hill', jobId: 'job_1', settledBy }, known)
      assert.equal(difference?.kind ?? null, kind)
    })
  }
})
