import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, minute } from '../../src/base/clock.ts'
import { holderMails, member, press, program } from '../support/actors.ts'
import { startReceiver, startWorld, type World } from '../support/world.ts'

/** The world starts at noon; the daily charge is at 02:00. */
const untilCharge = 14 * hour

const charges = async ({ app }: World) =>
  (
    await sql<{ date: string; status: string; cents: number; orders: number }>`
      select c.charge_date::text as date, c.status, c.amount_cents::int as cents,
        (select count(*)::int from charge_orders o where o.charge_id = c.charge_id) as orders
      from charges c order by c.charge_date`.execute(app.database.db)
  ).rows

describe('the daily charge', () => {
  it('the daily charge comes at 02:00 UTC, once for all orders of the account that then await payment', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    const totals = []
    for (const id of ['a', 'b']) totals.push((await customer.place(id)).pricing.orderTotal)
    await world.advance(untilCharge - 1)
    assert.deepEqual([await customer.statusOf('a'), await charges(world)], ['VALID_AWAITING_PAYMENT', []])
    await world.advance(1)
    const cents = Math.round((totals[0] + totals[1]) * 100)
    assert.deepEqual(await charges(world), [{ date: '2026-03-03', status: 'succeeded', cents, orders: 2 }])
    await customer.place('late')
    await world.advance(day - 1)
    assert.equal(await customer.statusOf('late'), 'VALID_AWAITING_PAYMENT')
    await world.advance(1)
    assert.equal(await customer.statusOf('late'), 'VALID_HOLDING_BIN')
    await world.assertSound()
  })

  it('the daily charge takes the price of the order, to the cent, and the price that is shown stays', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    await customer.place('a')
    await world.settle()
    const before = await customer.read('a')
    assert.deepEqual([before.pricing.final, before.paymentInfo.status], [true, 'PENDING'])
    await world.advance(untilCharge)
    const after = await customer.read('a')
    assert.deepEqual(after.pricing, before.pricing)
    assert.deepEqual(after.paymentInfo, { total: before.pricing.orderTotal, status: 'SUCCEEDED' })
  })

  it('a declined daily charge leaves the orders waiting, sends the holder an email, and is repeated the next day with the current card', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const customer = program(world, world.charged, 'production')
    const owner = await member(world, world.charged)
    assert.equal((await owner.useCard('sim_decline')).status, 200)
    await customer.place('a', { webhookUrl: receiver.url })
    await world.advance(untilCharge)
    const declined = await customer.read('a')
    assert.deepEqual(
      [declined.status, declined.paymentInfo.status, declined.actions],
      ['VALID_AWAITING_PAYMENT', 'FAILED', ['cancel', 'edit']],
    )
    assert.ok(receiver.kinds().includes('OrderPaymentFailed'))
    const [mail, ...others] = await holderMails(world, world.charged)
    assert.deepEqual(others, [])
    assert.match(mail!.subject, /Your payment of \$\d+\.\d\d did not go through/)
    assert.match(mail!.body, /ending in 0002 was declined[\s\S]*March 4, 2026 at 2:00 AM UTC/)
    await owner.useCard('sim_success')
    await world.advance(hour)
    assert.equal(await customer.statusOf('a'), 'VALID_AWAITING_PAYMENT')
    await world.advance(23 * hour)
    assert.equal(await customer.statusOf('a'), 'VALID_HOLDING_BIN')
    assert.deepEqual(
      (await charges(world)).map(({ date, status }) => [date, status]),
      [
        ['2026-03-03', 'declined'],
        ['2026-03-04', 'succeeded'],
      ],
    )
    await world.assertSound()
  })

  for (const card of ['sim_times_out_after_charging', 'sim_error_after_charging']) {
    it(`a daily charge of unknown outcome (${card}) is asked about again and never made twice`, async () => {
      await using world = await startWorld()
      const customer = program(world, world.charged, 'production')
      await (await member(world, world.charged)).useCard(card)
      await customer.place('a')
      await world.advance(untilCharge)
      const [unknown] = await charges(world)
      assert.deepEqual([unknown!.status, await customer.statusOf('a')], ['unknown', 'VALID_AWAITING_PAYMENT'])
      await world.advance(minute)
      assert.equal(await customer.statusOf('a'), 'VALID_HOLDING_BIN')
      await world.advance(2 * day)
      const { rows } = await sql`select 1 from simulated_gateway_charges`.execute(world.app.database.db)
      assert.equal(rows.length, 1)
      await world.assertSound()
    })
  }

  it('a daily charge of unknown outcome whose order was canceled meanwhile is refunded once it is known', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    await (await member(world, world.charged)).useCard('sim_times_out_after_charging')
    await customer.place('a')
    await customer.place('b')
    await world.advance(untilCharge)
    assert.equal((await customer.cancel('a')).body.status, 'CANCELLED')
    await world.advance(minute)
    const order = await customer.read('a')
    assert.deepEqual([order.status, order.paymentInfo.status], ['CANCELLED', 'REFUNDED'])
    assert.equal(await customer.statusOf('b'), 'VALID_HOLDING_BIN')
    await world.assertSound()
  })

  it('a missed daily charge is made when the service is up again, and the next charge comes on time', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    await customer.place('a')
    await world.settle()
    // Nothing runs on the way: the clock jumps past the hour as it does for a service that was down.
    const clock = world.app.clock as typeof world.app.clock & { set(to: Date): void }
    clock.set(new Date(clock().getTime() + untilCharge + 9 * hour))
    await world.settle()
    assert.equal(await customer.statusOf('a'), 'VALID_HOLDING_BIN')
    await customer.place('b')
    await world.advance(15 * hour - minute)
    assert.equal(await customer.statusOf('b'), 'VALID_AWAITING_PAYMENT')
    await world.advance(minute)
    assert.equal(await customer.statusOf('b'), 'VALID_HOLDING_BIN')
    assert.deepEqual(
      (await charges(world)).map(({ date }) => date),
      ['2026-03-03', '2026-03-04'],
    )
    await world.assertSound()
  })

  it('the daily charge leaves enterprise accounts and sandboxes alone', async () => {
    await using world = await startWorld()
    await program(world, world.enterprise, 'production').place('e')
    await program(world, world.charged, 'sandbox').place('toy')
    await world.advance(2 * day)
    assert.deepEqual(await charges(world), [])
    assert.equal((await press(world).jobs()).length, 1)
    await world.assertSound()
  })
})

describe('what was paid', () => {
  it('a payment is refunded once when the printer grants a cancellation', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    const printer = press(world)
    await customer.place('a')
    await world.advance(untilCharge + 2 * hour)
    await customer.cancel('a')
    for (const _ of [1, 2]) await printer.tell('a', 'cancellation', { decision: 'accept' })
    await world.advance(day)
    const { rows } = await sql`select status from refunds`.execute(world.app.database.db)
    assert.deepEqual(rows, [{ status: 'succeeded' }])
    assert.equal((await customer.read('a')).paymentInfo.status, 'REFUNDED')
    await world.assertSound()
  })
})
