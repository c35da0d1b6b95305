import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { charges, database, onFreshWorlds, status, world } from '../../../test/support/chargeScene.ts'
import { chargeTime } from '../../../test/support/moneyChecks.ts'
import { day, hour, later, minute } from '../../base/clock.ts'
import { listAllCharges } from '../../payments/chargeQueries.ts'
import type { ChargeRequest } from '../../payments/payments.ts'
import { settleAsNotCharged } from './settleAsNotCharged.ts'

onFreshWorlds()

const unknownCharges = () =>
  listAllCharges(
    database.db,
    { accountId: null, status: 'unknown', minCents: null, maxCents: null },
    { isNewestFirst: false, from: null, to: null, after: null, limit: 10 },
  )

describe('a charge of unknown outcome', () => {
  for (const card of ['sim_times_out_after_charging', 'sim_error_after_charging'] as const) {
    it(`a charge of unknown outcome (${card}) is retried with its own key, and found to have succeeded`, async () => {
      const orders = await world.orders(await world.account(card), [1000])
      world.to(chargeTime)
      await world.runAll()
      assert.deepEqual(
        (await charges()).map(c => [c.status, c.next]),
        [['unknown', later(chargeTime, minute)]],
      )
      assert.ok(world.wakes.some(wake => wake.task === 'charge_cards' && +wake.at === +later(chargeTime, minute)))
      assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT PENDING'])
      world.advance(minute)
      await world.runAll()
      assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN SUCCEEDED'])
      assert.equal(world.calls.length, 2)
      assert.equal(new Set(world.calls).size, 1)
      await world.assertSettled()
    })
  }

  it('a charge of unknown outcome is retried after 1 minute, 5 minutes, 1 hour, then daily with the same key', async () => {
    const accountId = await world.account('sim_success')
    const orders = await world.orders(accountId, [1000])
    world.plan.meanwhile = async () => {
      throw new Error('connection lost')
    }
    world.to(chargeTime)
    await world.runAll()
    const waits = []
    for (let i = 0; i < 5; i++) {
      const next = (await charges())[0]!.next!
      waits.push(next.getTime() - world.clock().getTime())
      world.to(next)
      await world.runAll()
    }
    assert.deepEqual(waits, [minute, 5 * minute, hour, day, day])
    assert.equal(new Set(world.calls).size, 1)
    const more = await world.orders(accountId, [70])
    world.plan.meanwhile = async () => {}
    world.advance(day)
    await world.runAll()
    assert.deepEqual(await status([...orders, ...more]), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
    assert.deepEqual(
      (await charges()).map(c => c.cents),
      [1000, 70],
    )
    await world.assertSettled()
  })

  it('a charge of unknown outcome is not requested from another provider', async () => {
    await world.orders(await world.account('sim_times_out_after_charging'), [1000])
    world.to(chargeTime)
    await world.runAll()
    await world.rows(`update charges set provider = 'another'`)
    world.advance(minute)
    await world.runAll()
    assert.equal(world.calls.length, 1)
    assert.equal((await charges())[0]!.status, 'unknown')
  })

  it('a charge that takes 90 seconds is unknown after one minute, and known after five more', async () => {
    const orders = await world.orders(await world.account('sim_answers_late'), [1000])
    world.to(chargeTime)
    await world.runAll()
    world.advance(minute)
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT PENDING'])
    world.advance(5 * minute)
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN SUCCEEDED'])
    assert.equal(new Set(world.calls).size, 1)
    await world.assertSettled()
  })

  it('a charge that is unknown for a day is logged as an error and listed for the staff', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.plan.meanwhile = async () => {
      throw new Error('connection lost')
    }
    world.to(chargeTime)
    await world.runAll()
    for (const wait of [minute, 5 * minute, hour]) {
      world.advance(wait)
      await world.runAll()
    }
    assert.deepEqual(world.alarms, [])
    world.advance(day)
    await world.runAll()
    assert.deepEqual(world.alarms, ['the outcome of a charge is still unknown'])
    const listed = await unknownCharges()
    assert.deepEqual(
      listed.map(({ amountCents, attempts }) => [amountCents, attempts]),
      [[1000, 5]],
    )
  })

  it('the staff settles an unknown charge of a retired provider, and its orders are charged again', async () => {
    const orders = await world.orders(await world.account('sim_times_out_after_charging'), [1000])
    world.to(chargeTime)
    await world.runAll()
    await world.rows(`update charges set provider = 'another'`)
    for (const ms of [minute, 5 * minute, hour, day]) {
      world.advance(ms)
      await world.runAll()
    }
    const [charge] = await unknownCharges()
    const settle = () =>
      settleAsNotCharged(world.deps, {
        ...charge!,
        reason: 'their books do not have it',
        actor: 'test',
        now: world.clock(),
      })
    await settle()
    await assert.rejects(settle, { code: 'wrong_state' })
    assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT FAILED'])
    assert.deepEqual(
      world.declines.map(({ code, orderCount }) => [code, orderCount]),
      [['not_taken', 1]],
    )
    world.advance(day)
    await world.runAll()
    assert.equal((await charges()).length, 2)
  })

  it('an unknown charge is not settled by the staff while a call may be under way', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.plan.meanwhile = async () => {
      throw new Error('connection lost')
    }
    world.to(chargeTime)
    await world.runAll()
    world.advance(2 * day)
    const [charge] = await unknownCharges()
    let refused = 0
    world.plan.meanwhile = async () => {
      await settleAsNotCharged(world.deps, {
        ...charge!,
        reason: 'too early',
        actor: 'test',
        now: world.clock(),
      }).catch(({ code }) => {
        refused += Number(code === 'wrong_state')
      })
    }
    await world.runAll()
    assert.equal(refused, 1)
    assert.equal((await charges())[0]!.status, 'succeeded')
    await world.assertSettled()
  })

  it('an unknown charge is not settled by the staff when another worker has claimed it since', async () => {
    const [order] = await world.orders(await world.account('sim_success'), [1000])
    world.plan.meanwhile = async () => {
      throw new Error('connection lost')
    }
    world.to(chargeTime)
    await world.runAll()
    world.advance(minute)
    await world.runAll()
    world.advance(5 * minute)
    await world.runAll()
    world.advance(hour)
    await world.runAll()
    world.advance(day - hour)
    const [charge] = await unknownCharges()
    const recorded = Promise.withResolvers<void>()
    let otherWorker: Promise<number> | undefined
    const payments = {
      ...world.payments,
      async withdraw(request: ChargeRequest) {
        const answer = await world.payments.withdraw(request)
        // Before this is recorded, the lease ends, and another worker claims the charge.
        world.advance(5 * minute)
        const called = Promise.withResolvers<void>()
        world.plan.meanwhile = () => {
          called.resolve()
          return recorded.promise
        }
        otherWorker = world.sweeps.settle(world.clock())
        await called.promise
        return answer
      },
    }
    const decision = { ...charge!, reason: 'too late', actor: 'test', now: world.clock() }
    await assert.rejects(settleAsNotCharged({ ...world.deps, payments }, decision), { code: 'wrong_state' })
    recorded.resolve()
    await otherWorker
    assert.deepEqual(await status([order!]), ['VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })
})
