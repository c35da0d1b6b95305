import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothDatabases } from '../../test/support/database.ts'
import { day, hour, instant, minute } from '../base/clock.ts'
import { claimRuns, nextRun } from './schedule.ts'

const hourly = { task: 'sweep', everyMs: hour, afterMs: 17 * minute } as const
const daily = { task: 'compare', everyMs: day, afterMs: 4 * hour + 23 * minute } as const

const cases: [what: string, schedule: Parameters<typeof nextRun>[0], now: string, next: string][] = [
  ['later in the hour', hourly, '2026-03-01T12:05:00Z', '2026-03-01T12:17:00.000Z'],
  ['not now but in an hour', hourly, '2026-03-01T12:17:00Z', '2026-03-01T13:17:00.000Z'],
  ['over midnight', hourly, '2026-03-01T23:59:59.999Z', '2026-03-02T00:17:00.000Z'],
  ['later in the day', daily, '2026-03-01T00:00:00Z', '2026-03-01T04:23:00.000Z'],
  ['tomorrow', daily, '2026-03-01T04:23:00.001Z', '2026-03-02T04:23:00.000Z'],
  ['before 1970', hourly, '1969-12-31T23:00:00Z', '1969-12-31T23:17:00.000Z'],
]

for (const [what, schedule, now, next] of cases)
  test(`the next run of a schedule is ${what}`, () => {
    assert.equal(nextRun(schedule, instant(now)).toISOString(), next)
  })

for (const { name, fresh } of bothDatabases)
  test(`on ${name}, each run is claimed once, and runs that were missed are claimed as one`, async t => {
    const { database, drop } = await fresh()
    t.after(drop)
    const claim = (at: string) => claimRuns(database.db, [hourly, daily], instant(at))
    assert.deepEqual((await claim('2026-03-01T12:00:00Z')).sort(), ['compare', 'sweep'], 'a new task runs at once')
    assert.deepEqual(await claim('2026-03-01T12:16:59Z'), [])
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim('2026-03-01T12:17:00Z')))
    assert.deepEqual(claims.flat(), ['sweep'])
    assert.deepEqual((await claim('2026-03-04T12:00:00Z')).sort(), ['compare', 'sweep'])
    assert.deepEqual(await claim('2026-03-04T12:01:00Z'), [])
  })
