import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { charges, onFreshWorlds, status, world } from '../../../test/support/chargeScene.ts'
import { chargeTime } from '../../../test/support/moneyChecks.ts'
import { day, hour, later, minute } from '../../base/clock.ts'

onFreshWorlds()

describe('a charge that requires confirmation', () => {
  const startCharge = async (cents: number[]) => {
    const accountId = await world.account('sim_authentication_required')
    const orders = await world.orders(accountId, cents)
    world.to(chargeTime)
    await world.runAll()
    return {
      accountId,
      orders,
      ref: (await world.rows<{ ref: string }>('select provider_ref as ref from charges'))[0]!.ref,
    }
  }
  const answerAsHolder = (ref: string, answer: 'confirmed' | 'refused') => world.payments.simulateHolder!(ref, answer)

  it('a charge that requires confirmation notifies the holder once, and is settled by the next check', async () => {
    const { accountId, orders, ref } = await startCharge([1000, 200])
    const url = `http://127.0.0.1:3000/dashboard/billing?confirm=${ref}`
    const confirmation = { accountId, amountCents: 1200, url, at: chargeTime, confirmBy: later(chargeTime, 3 * day) }
    assert.deepEqual(world.confirmations, [confirmation])
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(world.confirmations, [confirmation])
    assert.deepEqual(await status(orders), Array(2).fill('VALID_AWAITING_PAYMENT PENDING'))
    assert.equal(await answerAsHolder(ref, 'confirmed'), true)
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(await status(orders), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
    assert.deepEqual(world.declines, [])
    await world.assertSettled()
  })

  it('a charge that the cardholder refuses is declined, and tried again the next day', async () => {
    const { orders, ref } = await startCharge([1000])
    await answerAsHolder(ref, 'refused')
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT FAILED'])
    assert.deepEqual((await charges())[0]!.decline, 'authentication_failed')
    world.to(later(chargeTime, day))
    await world.runAll()
    assert.equal((await charges()).length, 2)
  })

  it('a charge that the cardholder does not confirm is withdrawn after three days', async () => {
    const { orders, ref } = await startCharge([1000])
    world.to(later(chargeTime, 3 * day - minute))
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(charge => charge.status),
      ['requires_action'],
    )
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(charge => charge.decline),
      ['not_confirmed'],
    )
    assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT FAILED'])
    assert.equal(await answerAsHolder(ref, 'confirmed'), false)
    await world.assertSettled()
  })

  it('a charge that waits for confirmation is withdrawn when all its orders are canceled', async () => {
    const { orders, ref } = await startCharge([1000, 50])
    for (const order of orders) await world.cancel(order)
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(charge => charge.decline),
      ['no_orders_left'],
    )
    assert.equal(await answerAsHolder(ref, 'confirmed'), false)
    assert.deepEqual(world.declines, [])
    await world.assertSettled()
  })

  it('an order that was canceled before the confirmation is refunded', async () => {
    const { orders, ref } = await startCharge([1000, 50])
    await world.cancel(orders[0]!)
    await answerAsHolder(ref, 'confirmed')
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(await status(orders), ['CANCELLED REFUNDED', 'VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })
})
