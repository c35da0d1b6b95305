import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { charges, onFreshWorlds, status, world } from '../../../test/chargeScene.ts'
import { chargeTime } from '../../../test/money.ts'
import { day, hour, later, minute } from '../../base/clock.ts'

onFreshWorlds()

describe('a charge that the holder has to confirm', () => {
  const asked = async (cents: number[]) => {
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
  const holder = (ref: string, says: 'confirmed' | 'refused') => world.payments.playHolder!(ref, says)

  it('tells them where once, leaves the orders waiting, and is settled by the next look', async () => {
    const { accountId, orders, ref } = await asked([1000, 200])
    const url = `http://127.0.0.1:3000/dashboard/billing?confirm=${ref}`
    const told = { accountId, amountCents: 1200, url, at: chargeTime, confirmBy: later(chargeTime, 3 * day) }
    assert.deepEqual(world.confirmations, [told])
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(world.confirmations, [told])
    assert.deepEqual(await status(orders), Array(2).fill('VALID_AWAITING_PAYMENT PENDING'))
    assert.equal(await holder(ref, 'confirmed'), true)
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(await status(orders), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
    assert.deepEqual(world.declines, [])
    await world.assertSettled()
  })

  it('and refuses is declined, and tried again the next day', async () => {
    const { orders, ref } = await asked([1000])
    await holder(ref, 'refused')
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT FAILED'])
    assert.deepEqual((await charges())[0]!.decline, 'authentication_failed')
    world.to(later(chargeTime, day))
    await world.runAll()
    assert.equal((await charges()).length, 2)
  })

  it('and does not is given up after three days, and tried again', async () => {
    const { orders, ref } = await asked([1000])
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
    assert.equal(await holder(ref, 'confirmed'), false)
    await world.assertSettled()
  })

  it('is given up when all its orders are cancelled', async () => {
    const { orders, ref } = await asked([1000, 50])
    for (const order of orders) await world.cancel(order)
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(charge => charge.decline),
      ['not_confirmed'],
    )
    assert.equal(await holder(ref, 'confirmed'), false)
    assert.deepEqual(world.declines, [])
    await world.assertSettled()
  })

  it('gives back what was cancelled before they confirmed', async () => {
    const { orders, ref } = await asked([1000, 50])
    await world.cancel(orders[0]!)
    await holder(ref, 'confirmed')
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(await status(orders), ['CANCELLED REFUNDED', 'VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })
})
