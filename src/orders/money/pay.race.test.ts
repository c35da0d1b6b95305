import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bothDatabases } from '../../../test/database.ts'
import { chargeTime, moneyWorld } from '../../../test/money.ts'

const workers = 3

for (const { name, fresh } of bothDatabases) {
  describe(`money, with several workers on ${name}`, () => {
    it('is taken once, and given back for what is cancelled before, while and after', async () => {
      const { database, drop } = await fresh()
      try {
        const world = moneyWorld(database)
        const orders = []
        for (const card of Array.from({ length: 4 }, () => 'sim_success' as const))
          orders.push(...(await world.orders(await world.account(card), Array(20).fill(1000))))
        world.to(chargeTime)
        const unwanted = orders.filter((_, i) => i % 4 === 0)
        await Promise.all([
          ...Array.from({ length: workers }, () => world.runAll()),
          ...unwanted.map(order => world.cancel(order)),
        ])
        // A worker that waited for another's claim found nothing left in its batch, and looks again when it is woken.
        await world.runAll()
        await world.assertSettled()
        const kept = (await world.read(orders)).filter(order => order.status === 'VALID_HOLDING_BIN')
        assert.equal(kept.length, orders.length - unwanted.length)
        assert.ok(world.calls.length === new Set(world.calls).size, 'nothing was asked twice')
      } finally {
        await drop()
      }
    })
  })
}
