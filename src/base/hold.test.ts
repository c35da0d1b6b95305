import assert from 'node:assert/strict'
import { afterEach, beforeEach, it, mock } from 'node:test'
import { later, minute, second } from './clock.ts'
import { createHold } from './hold.ts'
import { silentLog } from './log.ts'

const now = new Date('2026-03-02T10:00:00Z')
let leased: { things: string[]; until: Date }[]

function hold() {
  leased = []
  return createHold<string>({
    nameOf: thing => thing,
    lease: async (things, until) => {
      leased.push({ things, until })
    },
    leaseMs: 5 * minute,
    clock: () => now,
    log: silentLog,
  })
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }))
afterEach(() => mock.timers.reset())

it('renews what is held every minute, and nothing else', () => {
  const held = hold()
  mock.timers.tick(minute)
  assert.deepEqual(leased, [])
  held.take('a')
  held.take('b')
  held.letGo('a')
  mock.timers.tick(minute)
  assert.deepEqual(leased, [{ things: ['b'], until: later(now, 5 * minute) }])
  assert.equal(held.size(), 1)
})

it('gives back what is held at once, and renews nothing afterwards', async () => {
  const held = hold()
  held.take('a')
  await held.giveBack()
  mock.timers.tick(10 * minute)
  assert.deepEqual(leased, [{ things: ['a'], until: now }])
})

it('wakes everyone who waits for a change when something is let go, or after their time-out', async () => {
  const held = hold()
  held.take('a')
  const woken: string[] = []
  const patient = held.change(minute).then(() => woken.push('patient'))
  const hasty = held.change(second).then(() => woken.push('hasty'))
  mock.timers.tick(second)
  await hasty
  assert.deepEqual(woken, ['hasty'])
  const other = held.change(minute).then(() => woken.push('other'))
  held.letGo('a')
  await Promise.all([patient, other])
  assert.deepEqual(woken, ['hasty', 'patient', 'other'])
})
