import assert from 'node:assert/strict'
import { it } from 'node:test'
import { later, minute } from '../clock.ts'
import { silentLog } from '../log.ts'
import { createLeasedWorker } from './leasedWork.ts'

const now = new Date('2026-03-02T10:00:00Z')
const outage = new Error('the database does not answer')

it('of work that throws, that which met an outage is due again when its lease is given back', async () => {
  const dueAt = new Map<string, Date>()
  const worker = createLeasedWorker<string>({
    ...{ nameOf: thing => thing, leaseMs: 5 * minute, clock: () => now, log: silentLog, warning: 'it was not done' },
    maxInProgress: 10,
    async claim({ leaseUntil }) {
      const things = ['broken', 'met an outage', 'sound'].filter(thing => !dueAt.has(thing))
      for (const thing of things) dueAt.set(thing, leaseUntil)
      return things
    },
    async lease(things, until) {
      for (const thing of things) dueAt.set(thing, until)
    },
    async work(thing) {
      if (thing === 'met an outage') throw outage
      if (thing === 'broken') throw new TypeError('a bug')
    },
    isOutage: error => error === outage,
  })
  while ((await worker.sweep(now)) > 0);
  await worker.drain()
  const leaseUntil = later(now, 5 * minute)
  assert.deepEqual(Object.fromEntries(dueAt), { broken: leaseUntil, 'met an outage': now, sound: leaseUntil })
})
