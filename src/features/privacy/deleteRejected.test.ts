import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { databasesOfForm } from '../../../test/support/databases.ts'
import { type MoneyWorld, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { openingOf } from '../../../test/support/newOrder.ts'
import { day, later, second } from '../../base/clock.ts'
import type { Database } from '../../db/db.ts'
import { usedIdentifiers } from '../../orders/orderStore.ts'
import { openOrders } from '../../orders/transition.ts'
import { deleteOldRejected } from './deleteRejected.ts'

for (const { name, fresh } of databasesOfForm)
  describe(`deleting rejected orders on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    let world: MoneyWorld
    before(async () => {
      ;({ database, drop } = await fresh())
      world = moneyWorld(database)
    })
    after(() => drop())

    it('rejected orders are deleted after 90 days, in bounded portions, and their identifiers stay used', async () => {
      const accountId = await world.account(null)
      const names = Array.from({ length: 250 }, (_, i) => `r${i}`)
      await world.work(work =>
        openOrders(work, [
          ...names.map(customerOrderId => ({
            ...openingOf(work, { accountId, mode: 'production', customerOrderId }),
            on: 'rejected' as const,
          })),
          openingOf(work, { accountId, mode: 'production', customerOrderId: 'kept' }),
        ]),
      )
      const rejectedAt = world.clock()
      const sweep = deleteOldRejected(world.transactor)
      assert.equal(await sweep(later(rejectedAt, 90 * day - second)), 0)
      const due = later(rejectedAt, 90 * day)
      assert.deepEqual([await sweep(due), await sweep(due), await sweep(due)], [200, 50, 0])
      const { rows } = await sql<{ id: string }>`
        select customer_order_id as id from orders where account_id = ${accountId}`.execute(database.db)
      assert.deepEqual(rows, [{ id: 'kept' }])
      const identifiers = [...names, 'kept', 'never used'].map(customerOrderId => ({ accountId, customerOrderId }))
      const used = await usedIdentifiers(database.db, identifiers)
      assert.deepEqual(used.map(({ customerOrderId }) => customerOrderId).toSorted(), [...names, 'kept'].toSorted())
    })
  })
