import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { openingOf } from '../../../test/support/newOrder.ts'
import { onlyVersion, operator } from '../../../test/support/orderRules.ts'
import { instant, manualClock } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import type { Db } from '../../db/db.ts'
import { oweRefunds } from '../money/refunds.ts'
import { createPlaceOrder } from './placeOrders.ts'

/** A database whose connections are never free. */
class Busy extends DummyDriver {
  override acquireConnection = () => new Promise<never>(() => {})
}

for (const [orders, payload, expected] of [
  ['some thousands of usual orders', 'p', 3000],
  ['some hundreds of orders of a megabyte', 'p'.repeat(1_000_000), 255],
] as const)
  it(`no more than ${orders} are placed at once: the next order is refused, and nothing of it is stored`, async () => {
    const db = new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new Busy(),
        createIntrospector: kysely => new PostgresIntrospector(kysely),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }) as unknown as Db
    const clock = manualClock(instant('2026-03-01T12:00:00Z'))
    const transactor = { db, newId: sortableIds(clock), afterCommit: { wake: () => {} }, oweRefunds }
    const customer = { accountId: 'acc_1', mode: 'production' } as const
    const { request } = openingOf({ newId: transactor.newId, now: clock() }, customer).order
    const named = { ...customer, actor: 'test', customerOrderId: null, requestKey: null }
    const order = { ...named, warnings: [], request: { ...request, payload } }
    const place = createPlaceOrder({ transactor, clock, operatorVersions: onlyVersion(operator) }, 'postgresql')
    const isAccepted = () =>
      Promise.race([place(order), null]).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof Refusal && error.code === 'overloaded')
          return false
        },
      )
    let accepted = 0
    while (await isAccepted()) accepted++
    assert.equal(accepted, expected)
  })
