import assert from 'node:assert/strict'
import { afterEach, beforeEach, it, mock } from 'node:test'
import { later, minute, second } from '../clock.ts'
import { silentLog } from '../log.ts'
import { createLeases } from './leases.ts'

const now = new Date('2026-03-02T10:00:00Z')
const turn = () => new Promise(resolve => setImmediate(resolve))
let renewals: { things: string[]; until: Date }[]
/** How many renewals fail. */
let failing = 0
let whileRenewing = () => {}

function testLeases() {
  renewals = []
  return createLeases<string>({
    nameOf: thing => thing,
    lease: async (things, until) => {
      if (failing-- > 0) throw new Error('the database does not answer')
      renewals.push({ things, until })
      whileRenewing()
      whileRenewing = () => {}
    },
    leaseMs: 5 * minute,
    clock: () => now,
    log: silentLog,
  })
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }))
afterEach(() => mock.timers.reset())

it('a lease is renewed every minute until it is released', () => {
  const leases = testLeases()
  mock.timers.tick(minute)
  assert.deepEqual(renewals, [])
  leases.take('a')
  leases.take('b')
  leases.release('a')
  mock.timers.tick(minute)
  assert.deepEqual(renewals, [{ things: ['b'], until: later(now, 5 * minute) }])
  assert.equal(leases.size(), 1)
})

it('a lease that is given back ends at the next renewal, or at a later one if that fails', async () => {
  const leases = testLeases()
  leases.take('a')
  leases.take('b')
  leases.giveBack('a')
  failing = 1
  mock.timers.tick(minute)
  await turn()
  assert.deepEqual(renewals, [])
  mock.timers.tick(minute)
  await turn()
  const renewed = { things: ['b'], until: later(now, 5 * minute) }
  assert.deepEqual(renewals, [renewed, { things: ['a'], until: now }])
  mock.timers.tick(minute)
  assert.deepEqual(renewals.slice(2), [renewed])
})

it('a lease that is given back while others end ends at the next renewal', async () => {
  const leases = testLeases()
  leases.giveBack('a')
  whileRenewing = () => leases.giveBack('b')
  mock.timers.tick(minute)
  await turn()
  mock.timers.tick(minute)
  await turn()
  assert.deepEqual(
    renewals.map(({ things }) => things),
    [['a'], ['b']],
  )
})

it('a lease that was given back and claimed again before it could end is renewed', async () => {
  const leases = testLeases()
  leases.giveBack('a')
  leases.take('a')
  mock.timers.tick(minute)
  await turn()
  assert.deepEqual(
    renewals.map(({ things, until }) => [things, until > now]),
    [[['a'], true]],
  )
})

it('`releaseAll` ends every lease at once, and renews nothing afterwards', async () => {
  const leases = testLeases()
  leases.take('a')
  await leases.releaseAll()
  mock.timers.tick(10 * minute)
  assert.deepEqual(renewals, [{ things: ['a'], until: now }])
})

it('a wait for a release ends at the next release, or after its time-out', async () => {
  const leases = testLeases()
  leases.take('a')
  const woken: string[] = []
  const patient = leases.waitForRelease(minute).then(() => woken.push('patient'))
  const hasty = leases.waitForRelease(second).then(() => woken.push('hasty'))
  mock.timers.tick(second)
  await hasty
  assert.deepEqual(woken, ['hasty'])
  const third = leases.waitForRelease(minute).then(() => woken.push('third'))
  leases.release('a')
  await Promise.all([patient, third])
  assert.deepEqual(woken, ['hasty', 'patient', 'third'])
})
