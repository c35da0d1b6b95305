import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { charges, database, onFreshWorlds, status, steps, world } from '../../../test/chargeScene.ts'
import { Crash, chargeTime, dayBefore, moneyWorld } from '../../../test/money.ts'
import { weighing } from '../../../test/weighing.ts'
import { day, hour, instant, later, minute } from '../../base/clock.ts'

onFreshWorlds()

describe('the daily charge', () => {
  it('is not made before 02:00 UTC', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.to(later(chargeTime, -1))
    await world.runAll()
    assert.deepEqual(world.calls, [])
  })

  it('takes one sum for all orders of an account, and starts their two hours', async () => {
    const orders = await world.orders(await world.account('sim_success'), [1000, 250, 31])
    world.to(chargeTime)
    await world.runAll()
    assert.equal(world.calls.length, 1)
    assert.deepEqual(await charges(), [
      { status: 'succeeded', date: '2026-03-02', cents: 1281, decline: null, next: null },
    ])
    for (const order of await world.read(orders)) {
      assert.equal(`${order.status} ${order.state.payment}`, 'VALID_HOLDING_BIN SUCCEEDED')
      assert.deepEqual(order.dueAt, later(chargeTime, 2 * hour))
    }
    await world.assertSettled()
    const balances = await world.rows(`
      select ledger_account as account, sum(amount_cents)::bigint as cents from ledger_entries group by 1 order by 1`)
    assert.deepEqual(balances, [
      { account: 'cash', cents: 1281 },
      { account: 'receivable', cents: 0 },
      { account: 'revenue', cents: -(1281 - 128) },
      { account: 'tax', cents: -128 },
    ])
  })

  it('is made for each account on its own', async () => {
    const good = await world.orders(await world.account('sim_success'), [1000])
    const bad = await world.orders(await world.account('sim_decline'), [2000])
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(await status([...good, ...bad]), ['VALID_HOLDING_BIN SUCCEEDED', 'VALID_AWAITING_PAYMENT FAILED'])
    await world.assertSettled()
  })

  it('that was missed is made when the service is up, under the date of its run', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.to(instant('2026-03-03T01:30:00Z'))
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(charge => charge.date),
      ['2026-03-02'],
    )
  })

  it('after a long outage is made once', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.to(instant('2026-03-09T07:00:00Z'))
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(charge => charge.date),
      ['2026-03-09'],
    )
  })

  it('is one a date: an order that comes late waits for the next', async () => {
    const accountId = await world.account('sim_success')
    await world.orders(accountId, [1000])
    const late = await world.orders(accountId, [500])
    await world.rows(`update orders set due_at = due_at + interval '1 second' where order_id = '${late[0]!.orderId}'`)
    world.to(chargeTime)
    await world.runAll()
    world.advance(minute)
    await world.runAll()
    assert.deepEqual(await status(late), ['VALID_AWAITING_PAYMENT PENDING'])
    world.to(later(chargeTime, day))
    await world.runAll()
    assert.deepEqual(await status(late), ['VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })

  it('of nothing succeeds without a call', async () => {
    const orders = await world.orders(await world.account(null), [0, 0])
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(world.calls, [])
    assert.deepEqual(await status(orders), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
    await world.cancel(orders[0]!)
    await world.runAll()
    await world.assertSettled()
  })

  it('of an account whose provider does not answer keeps no other account waiting', async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => world.account('sim_success')))
    for (const accountId of accounts) await world.orders(accountId, [100])
    const paid = () => steps('paid')
    world.plan.meanwhile = async () => {
      if (world.calls.length > 1) return
      for (let looks = 0; (await paid()) < 19; looks++) assert.ok(looks < 1000, 'the others wait for the first')
    }
    world.to(chargeTime)
    await world.runAll()
    assert.equal(await paid(), 20)
    await world.assertSettled()
  })

  it('leaves sandbox, enterprise and reprinted orders alone, even if one had a due date', async () => {
    const accountId = await world.account('sim_success')
    const sandbox = await world.orders(accountId, [1000], 'sandbox')
    assert.equal(sandbox[0]!.dueAt, null)
    const [enterprise, reprint] = await world.orders(accountId, [1000, 1000])
    await world.rows(`update orders set billing = 'enterprise' where order_id = '${enterprise!.orderId}'`)
    await world.rows(`update orders set billing = 'reprint' where order_id = '${reprint!.orderId}'`)
    await world.rows(`update orders set due_at = '${dayBefore.toISOString()}'`)
    world.to(chargeTime)
    assert.equal(await world.sweeps.charge(world.clock()), 0)
    assert.deepEqual(await charges(), [])
  })
})

describe('a charge whose provider takes minutes', () => {
  const slow = async () => world.advance(4 * minute)

  it('is dated when it was answered, and the two hours begin then', async () => {
    const orders = await world.orders(await world.account('sim_success'), [1000])
    world.plan.meanwhile = slow
    world.to(chargeTime)
    await world.sweeps.charge(world.clock())
    const answeredAt = later(chargeTime, 4 * minute)
    const [order] = await world.read(orders)
    assert.deepEqual([order!.updatedAt, order!.dueAt], [answeredAt, later(answeredAt, 2 * hour)])
    const dates = await world.rows<{ at: Date }>(`
      select at from order_events where on_event = 'paid'
      union all select settled_at from charges
      union all select max(at) from ledger_entries`)
    assert.deepEqual(
      dates.map(({ at }) => at),
      Array(3).fill(answeredAt),
    )
    await world.assertSettled()
  })

  it('and of which nobody knows, is asked for again a minute after that', async () => {
    await world.orders(await world.account('sim_times_out_after_charging'), [1000])
    world.plan.meanwhile = slow
    world.to(chargeTime)
    await world.sweeps.charge(world.clock())
    assert.deepEqual((await charges())[0]!.next, later(chargeTime, 5 * minute))
  })
})

describe('a worker that dies', () => {
  for (const point of ['charge:claimed', 'charge:called']) {
    it(`at ${point} leaves a charge that is made again with the same key once the lease is over`, async () => {
      const orders = await world.orders(await world.account('sim_success'), [1000, 20])
      world.to(chargeTime)
      world.plan.crashAt = point
      await assert.rejects(world.sweeps.charge(world.clock()), Crash)
      world.plan.crashAt = null
      await world.runAll()
      assert.equal((await charges())[0]!.status, 'claimed')
      world.advance(5 * minute)
      await world.runAll()
      assert.deepEqual(await status(orders), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
      assert.equal(new Set(world.calls).size, 1)
      await world.assertSettled()
    })
  }

  it('or only seemed to be dead records nothing twice', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.to(chargeTime)
    world.plan.meanwhile = async () => {
      world.plan.meanwhile = async () => {}
      await world.sweeps.settle(later(world.clock(), 5 * minute))
    }
    await world.sweeps.charge(world.clock())
    assert.equal(await steps('paid'), 1)
    await world.assertSettled()
  })
})

describe('an order cancelled while its charge is under way', () => {
  it('is refunded from that charge, and the others are paid', async () => {
    const orders = await world.orders(await world.account('sim_success'), [1000, 500])
    world.plan.meanwhile = () => world.cancel(orders[0]!)
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(await status(orders), ['CANCELLED REFUNDED', 'VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })
})

describe('a claim', () => {
  it('takes many accounts and large accounts, each whole', async () => {
    const accounts = await Promise.all(Array.from({ length: 70 }, () => world.account('sim_success')))
    for (const accountId of accounts) await world.orders(accountId, [100, 200])
    const large = await world.account('sim_success')
    await world.orders(large, Array(3000).fill(10))
    world.to(chargeTime)
    await world.runAll()
    const made = await charges()
    assert.equal(made.length, 71)
    assert.equal(made.filter(charge => charge.cents === 300).length, 70)
    assert.equal(made.filter(charge => charge.cents === 30_000).length, 1)
    await world.assertSettled()
  })

  it('charges many large orders without reading them all at once', async () => {
    const accountId = await world.account('sim_success')
    const large = await world.orders(accountId, Array(8).fill(100))
    await world.rows(`update orders set request = json_build_object('pad', repeat('x', 6000000))`)
    const weights = weighing()
    const weighed = moneyWorld({ ...database, db: database.db.withPlugin(weights) })
    weighed.to(chargeTime)
    await weighed.runAll()
    assert.deepEqual(await status(large), Array(8).fill('VALID_HOLDING_BIN SUCCEEDED'))
    assert.ok(weights.most < 25_000_000, `${weights.most} characters at once`)
    assert.deepEqual(
      (await charges()).map(({ cents }) => cents),
      [800],
    )
  })
})
