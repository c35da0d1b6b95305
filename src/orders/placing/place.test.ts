import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { openingOf } from '../../../test/opening.ts'
import { instant, manualClock } from '../../base/clock.ts'
import { sortableIds } from '../../base/ids.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { OperatorData } from '../operator.ts'
import { orderPlacer } from './place.ts'

/** A database that is busy for ever. */
class Busy extends DummyDriver {
  override acquireConnection = () => new Promise<never>(() => {})
}

for (const [what, payload, expected] of [
  ['some thousands of usual orders', 'p', 3000],
  ['some hundreds of orders of a megabyte', 'p'.repeat(1_000_000), 255],
] as const)
  it(`no more than ${what} are being placed at once: the next one is turned away, and none of it is stored`, async () => {
    const db = new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new Busy(),
        createIntrospector: one => new PostgresIntrospector(one),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }) as unknown as Db
    const clock = manualClock(instant('2026-03-01T12:00:00Z'))
    const shell = { db, newId: sortableIds(clock), bells: { wake: async () => {}, ring: () => {} } }
    const customer = { accountId: 'acc_1', mode: 'production' } as const
    const { request } = openingOf({ newId: shell.newId, now: clock() }, customer).order
    const named = { ...customer, actor: 'test', customerOrderId: null, requestKey: null }
    const order = { ...named, warnings: [], request: { ...request, payload } }
    const place = orderPlacer({ shell, clock, operator: {} as OperatorData }, 'postgresql')
    const isTaken = () =>
      Promise.race([place(order), null]).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof Refusal && error.code === 'overloaded')
          return false
        },
      )
    let taken = 0
    while (await isTaken()) taken++
    assert.equal(taken, expected)
  })
