import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { charges, database, onFreshWorlds, status, steps, world } from '../../../test/support/chargeScene.ts'
import { chargeTime } from '../../../test/support/moneyChecks.ts'
import { day, hour, later } from '../../base/clock.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { type TestCardName, testCards } from '../../payments/simulated/simulatedPayments.ts'
import { chooseCard } from './cards.ts'
import { chargeDue } from './dailyCharge.ts'
import { listOverdueOrders } from './unpaidOrders.ts'

onFreshWorlds()

describe('a declined charge', () => {
  const declines: [TestCardName | null, string, number][] = [
    ['sim_decline', 'card_declined', 1],
    ['sim_insufficient_funds', 'insufficient_funds', 1],
    [null, 'no_card', 0],
  ]
  for (const [card, code, calls] of declines) {
    it(`a charge declined with ${code} leaves the orders waiting for the next day and notifies the holder once`, async () => {
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

  it('a declined charge is recorded even if the code and message cannot be stored as they are', async () => {
    const [order] = await world.orders(await world.account('sim_success'), [1000])
    world.to(chargeTime)
    const decline = async () => ({ kind: 'declined', ref: null, code: 'no\0', message: 'never \ud800\0' }) as const
    await chargeDue({ ...world.deps, payments: { ...world.payments, charge: decline } })(world.clock())
    assert.deepEqual(
      (await charges()).map(c => [c.status, c.decline]),
      [['declined', 'no\ufffd']],
    )
    assert.deepEqual(await status([order!]), ['VALID_AWAITING_PAYMENT FAILED'])
    await world.assertSettled()
  })

  it("a declined charge keeps the provider's reference, also where the cardholder refused to confirm", async () => {
    const refs = () => world.rows<{ ref: string | null }>('select provider_ref as ref from charges order by charge_id')
    await world.orders(await world.account('sim_decline'), [1000])
    await world.orders(await world.account('sim_authentication_required'), [1000])
    world.to(chargeTime)
    await world.runAll()
    const [declined, waiting] = await refs()
    assert.match(declined!.ref!, /^simch_/)
    assert.ok(await world.payments.simulateHolder!(waiting!.ref!, 'refused'))
    world.advance(hour)
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(c => [c.status, c.decline]),
      [
        ['declined', 'card_declined'],
        ['declined', 'authentication_failed'],
      ],
    )
    assert.deepEqual(await refs(), [declined, waiting])
  })

  it('a declined charge sends no email when all of its orders were canceled in the meantime', async () => {
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

  it('an order that is declined for 14 days is no longer charged until a card is put on file', async () => {
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

  it('an order says that it is charged no more, and no longer says so once the card changes', async () => {
    const accountId = await world.account('sim_decline')
    const orders = await world.orders(accountId, [1000])
    const paymentInfo = async () => presentOrder((await world.read(orders))[0]!).paymentInfo
    await declineFor(13)
    assert.deepEqual(await paymentInfo(), { total: 10, status: 'FAILED' })
    world.advance(day)
    await world.runAll()
    assert.deepEqual(await paymentInfo(), { total: 10, status: 'FAILED', retriesEnded: true })
    const [last] = await world.rows<{ state: string }>(
      `select state from order_events where on_event = 'payment_failed' order by sequence desc limit 1`,
    )
    assert.deepEqual(JSON.parse(last!.state), { retriesEnded: true }, 'the webhook of the last attempt says so, too')
    await world.useCard(accountId, 'sim_insufficient_funds')
    assert.deepEqual(await paymentInfo(), { total: 10, status: 'FAILED' })
    assert.equal(await steps('retries_resumed'), 1)
    world.advance(day)
    await world.runAll()
    assert.deepEqual(await paymentInfo(), { total: 10, status: 'FAILED' })
    await world.assertSettled()
  })

  it('a declined order is tried for another 14 days with each new card, and with a card that is chosen again', async () => {
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
    assert.equal(await made(), 30, 'fifteen attempts with the second card')
    const [first] = await world.rows<{ id: string }>('select card_id as id from cards order by card_id limit 1')
    await chooseCard(world.deps, first!.id, { accountId, now: world.clock(), actor: 'test' })
    await days(3)
    assert.equal(await made(), 33)
    assert.deepEqual(await status([order!]), ['VALID_AWAITING_PAYMENT FAILED'])
    await world.assertSettled()
  })

  it('a newer order is still charged when an older order of the account is given up', async () => {
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
