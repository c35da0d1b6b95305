import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobsOnHold, nextAct } from './sendOrder.ts'

const ada = { userId: 'ada' }
const grace = { userId: 'grace' }
const act = (
  key: string,
  jobId: string,
  more: { by?: typeof ada; at?: number; sendAt?: number; problem?: object } = {},
) => ({
  key,
  jobId,
  by: ada,
  at: 0,
  problem: null,
  ...more,
})

describe('the next act of the queue', () => {
  const next = (acts: ReturnType<typeof act>[], dueBy = 100) => nextAct(acts, 'ada', jobsOnHold(acts, dueBy))?.key

  it('is the oldest', () => {
    assert.equal(next([act('first', 'J1'), act('second', 'J2')]), 'first')
  })

  it('is never that of another person, who sends it at the next sign-in', () => {
    assert.equal(next([act('first', 'J1', { by: grace }), act('second', 'J1')]), 'second')
  })

  it('is none that the service refused', () => {
    assert.equal(next([act('first', 'J1', { problem: { code: 'wrong_state' } }), act('second', 'J1')]), 'second')
  })

  it('waits for an earlier act on the same job that is on hold, and lets other jobs pass', () => {
    const acts = [act('held', 'J1', { sendAt: 200 }), act('later', 'J1'), act('other', 'J2')]
    assert.equal(next(acts), 'other')
    assert.equal(next(acts, 200), 'held')
  })

  it('is not held when it was done by a clock that was wrong, and is right again', () => {
    assert.equal(next([act('held', 'J1', { at: 50, sendAt: 110 })]), undefined)
    assert.equal(next([act('from the future', 'J1', { at: 9000, sendAt: 9060 })]), 'from the future')
  })

  it('is none while nobody is signed in', () => {
    const acts = [act('first', 'J1')]
    assert.equal(nextAct(acts, undefined, jobsOnHold(acts, 100)), undefined)
  })
})
