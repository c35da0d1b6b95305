import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bothDatabases } from '../../../test/support/database.ts'
import { chargeTime, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { freshPostgres } from '../../../test/support/postgres.ts'
import { openDatabase } from '../../db/db.ts'
import { audit } from '../audit/audit.ts'

const workers = 3

for (const { name, fresh } of bothDatabases) {
  describe(`several workers on ${name}`, () => {
    it('several workers charge each order once, and refund orders that are canceled before, during and after', async () => {
      const { database, drop } = await fresh()
      try {
        const world = moneyWorld(database)
        const orders = []
        for (const card of Array.from({ length: 4 }, () => 'sim_success' as const))
          orders.push(...(await world.orders(await world.account(card), Array(20).fill(1000))))
        world.to(chargeTime)
        const cancelled = orders.filter((_, i) => i % 4 === 0)
        await Promise.all([
          ...Array.from({ length: workers }, () => world.runAll()),
          ...cancelled.map(order => world.cancel(order)),
        ])
        // A worker that waited for the claim of another worker found its batch empty, and runs again when it is woken.
        await world.runAll()
        await world.assertSettled()
        const paid = (await world.read(orders)).filter(order => order.status === 'VALID_HOLDING_BIN')
        assert.equal(paid.length, orders.length - cancelled.length)
        assert.ok(world.calls.length === new Set(world.calls).size, 'no call was made twice')
      } finally {
        await drop()
      }
    })
  })
}

it('a sale that is canceled while its charge is being recorded is not reported to the tax provider', async () => {
  const { databaseUrl, drop } = await freshPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  try {
    const world = moneyWorld(database)
    const orders = await world.orders(await world.account('sim_success'), [1000, 500])
    await world.rows(`update sales set tax_source = 'stripe', tax_ref = 'taxcalc_1'`)
    let cancelling: Promise<void> | undefined
    world.plan.meanwhile = async () => {
      const locked = Promise.withResolvers<void>()
      cancelling = world.cancel(orders[0]!, async () => {
        locked.resolve()
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        while ((await world.rows(waiting)).length === 0);
      })
      await locked.promise
    }
    world.to(chargeTime)
    await world.sweeps.charge(world.clock())
    await cancelling
    await world.runAll()
    const reports = await world.rows<{ order: string; report: string }>(
      'select order_id as order, report_id as report from tax_reports',
    )
    assert.deepEqual(reports, [{ order: orders[1]!.orderId, report: 'sale' }])
    await world.assertSettled()
    await world.rows(`
      insert into tax_reports (account_id, order_id, report_id, provider, calculation_ref, status, created_at)
      select account_id, order_id, 'sale', tax_source, tax_ref, 'reported', at from sales where cancelled_at is not null`)
    assert.deepEqual(
      (await audit(database.db, world.clock())).map(({ rule }) => rule).filter(rule => rule.includes('tax provider')),
      ['a sale that is reported to a tax provider is reversed there when its order is canceled or fails'],
    )
  } finally {
    await database.close()
    await drop()
  }
})
