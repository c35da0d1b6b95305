import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { charges, database, onFreshWorlds, status, steps, world } from '../../../test/chargeScene.ts'
import { chargeTime } from '../../../test/money.ts'
import { day, later } from '../../base/clock.ts'
import { type TestCardName, testCards } from '../../payments/simulated.ts'
import { chooseCard } from './cards.ts'
import { chargeDue } from './pay.ts'
import { listOverdueOrders } from './unpaidOrders.ts'

onFreshWorlds()

describe('a declined charge', () => {
  const declines: [TestCardName | null, string, number][] = [
    ['sim_decline', 'card_declined', 1],
    ['sim_insufficient_funds', 'insufficient_funds', 1],
    [null, 'no_card', 0],
  ]
  for (const [card, code, calls] of declines) {
    it(`with ${code} leaves the orders waiting for the next day and tells the holder once`, async () => {
      const accountId = await world.account(card)
      const orders = await world.orders(accountId, [1000, 500])
      world.to(chargeTime)
      await world.runAll()
      assert.equal(world.calls.length, calls)
      assert.deepEqual(
        (await charges()).map(c => [c.status, c.decline]),
        [['declined', code]],
      )
      for (const order of await world.read(orders)) {
        assert.equal(`${order.status} ${order.state.payment}`, 'VALID_AWAITING_PAYMENT FAILED')
        assert.deepEqual(order.dueAt, later(chargeTime, day))
      }
      assert.deepEqual(
        world.declines.map(({ message, card, ...decline }) => ({ ...decline, last4: card?.last4 ?? null })),
        [
          {
            accountId,
            amountCents: 1500,
            orderCount: 2,
            givenUpCount: 0,
            code,
            at: chargeTime,
            nextChargeAt: later(chargeTime, day),
            last4: card === null ? null : testCards[card].last4,
          },
        ],
      )
      assert.equal(await steps('payment_failed'), 2)
      await world.assertSettled()

      await world.useCard(accountId, 'sim_success')
      world.to(later(chargeTime, day))
      await world.runAll()
      assert.deepEqual(await status(orders), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
      assert.deepEqual(
        (await charges()).map(c => c.date),
        ['2026-03-02', '2026-03-03'],
      )
      await world.assertSettled()
    })
  }

  it('is recorded whatever the provider says of it', async () => {
    const [order] = await world.orders(await world.account('sim_success'), [1000])
    world.to(chargeTime)
    const says = async () => ({ kind: 'declined', code: 'no\0', message: 'never \ud800\0' }) as const
    await chargeDue({ ...world.deps, payments: { ...world.payments, charge: says } })(world.clock())
    assert.deepEqual(
      (await charges()).map(c => [c.status, c.decline]),
      [['declined', 'no\ufffd']],
    )
    assert.deepEqual(await status([order!]), ['VALID_AWAITING_PAYMENT FAILED'])
    await world.assertSettled()
  })

  it('of orders that were all cancelled meanwhile tells nobody', async () => {
    const [order] = await world.orders(await world.account('sim_decline'), [1000])
    world.plan.meanwhile = () => world.cancel(order!)
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(world.declines, [])
    await world.assertSettled()
  })
})

describe('an order that is declined day after day', () => {
  const declineFor = async (days: number) => {
    for (let tried = 0; tried <= days; tried++) {
      world.to(later(chargeTime, tried * day))
      await world.runAll()
    }
  }

  it('is charged for 14 days, and then stays until a card is put on file', async () => {
    const accountId = await world.account('sim_decline')
    const orders = await world.orders(accountId, [1000])
    await declineFor(14)
    assert.equal((await charges()).length, 15)
    assert.deepEqual(
      world.declines.map(decline => decline.givenUpCount),
      [...Array(14).fill(0), 1],
    )
    world.advance(3 * day)
    await world.runAll()
    assert.equal((await charges()).length, 15)
    const overdue = await listOverdueOrders(database.db, { after: { accountId: '', orderId: '' }, limit: 10 })
    assert.deepEqual(
      overdue.map(({ orderId, amountCents, firstTriedAt, declineCode }) => [
        orderId,
        amountCents,
        firstTriedAt,
        declineCode,
      ]),
      [[orders[0]!.orderId, 1000, chargeTime, 'card_declined']],
    )
    await world.useCard(accountId, 'sim_success')
    world.advance(day)
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })

  it('is tried for another 14 days with each card that is put on file, and with one that is chosen again', async () => {
    const accountId = await world.account('sim_decline')
    const [order] = await world.orders(accountId, [1000])
    await declineFor(14)
    const made = async () => (await charges()).length
    const days = async (count: number) => {
      for (let i = 0; i < count; i++) {
        world.advance(day)
        await world.runAll()
      }
    }
    await days(2)
    assert.equal(await made(), 15)
    await world.useCard(accountId, 'sim_insufficient_funds')
    await days(20)
    assert.equal(await made(), 30, 'fifteen tries with the second card')
    const [first] = await world.rows<{ id: string }>('select card_id as id from cards order by card_id limit 1')
    await chooseCard(world.deps, first!.id, { accountId, now: world.clock(), actor: 'test' })
    await days(3)
    assert.equal(await made(), 33)
    assert.deepEqual(await status([order!]), ['VALID_AWAITING_PAYMENT FAILED'])
    await world.assertSettled()
  })

  it('is given up by itself: a newer one of the account goes on', async () => {
    const accountId = await world.account('sim_decline')
    await world.orders(accountId, [1000])
    await declineFor(13)
    await world.orders(accountId, [50])
    world.to(later(chargeTime, 14 * day))
    await world.runAll()
    assert.deepEqual([world.declines.at(-1)!.orderCount, world.declines.at(-1)!.givenUpCount], [2, 1])
    world.advance(day)
    await world.runAll()
    assert.deepEqual((await charges()).at(-1)!.cents, 50)
  })
})
