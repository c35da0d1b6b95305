import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { freshPglite } from '../../test/database.ts'
import { Crash, chargeTime, dayBefore, type MoneyWorld, moneyWorld } from '../../test/money.ts'
import { day, hour, instant, later, minute } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { Refusal } from '../base/refusal.ts'
import type { Database } from '../db/db.ts'
import { listOpenCharges, listOverdueOrders } from '../payments/read.ts'
import { type TestCardName, testCards } from '../payments/simulated.ts'
import { addNamedCard } from './cards.ts'
import { simulatePayment } from './pay.ts'

let database: Database
let world: MoneyWorld
beforeEach(async () => {
  database = await freshPglite()
  world = moneyWorld(database)
})
afterEach(() => database.close())

type ChargeRow = { status: string; date: string; cents: number; decline: string | null; next: Date | null }
const charges = () =>
  world.rows<ChargeRow>(`
    select status, charge_date as date, amount_cents as cents, decline_code as decline, next_attempt_at as next
    from charges order by charge_id`)
const steps = async (on: string) =>
  (await world.rows<{ order: string }>(`select order_id as order from order_events where on_event = '${on}'`)).length
const status = async (orders: Parameters<MoneyWorld['read']>[0]) =>
  (await world.read(orders)).map(order => `${order.status} ${order.state.payment}`)

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

  it('of orders that were all cancelled meanwhile tells nobody', async () => {
    const [order] = await world.orders(await world.account('sim_decline'), [1000])
    world.plan.meanwhile = () => world.cancel(order!)
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(world.declines, [])
    await world.assertSettled()
  })
})

describe('a charge of unknown outcome', () => {
  for (const card of ['sim_times_out_after_charging', 'sim_error_after_charging'] as const) {
    it(`(${card}) is asked again with its own key, and found to have succeeded`, async () => {
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

  it('is asked after 1 minute, 5 minutes, 1 hour, then daily, and never charged anew', async () => {
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

  it('is not asked of a provider that never heard of it', async () => {
    await world.orders(await world.account('sim_times_out_after_charging'), [1000])
    world.to(chargeTime)
    await world.runAll()
    await world.rows(`update charges set provider = 'another'`)
    world.advance(minute)
    await world.runAll()
    assert.equal(world.calls.length, 1)
    assert.equal((await charges())[0]!.status, 'unknown')
  })

  it('an answer that takes 90 seconds is unknown after one minute, and known after five more', async () => {
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

  it('alarms the staff after a day, in the log and in their list', async () => {
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
    assert.deepEqual(world.alarms, ['nobody knows what became of a charge'])
    const listed = await listOpenCharges(database.db, { status: 'unknown', after: '', limit: 10 })
    assert.deepEqual(
      listed.map(({ amountCents, attempts }) => [amountCents, attempts]),
      [[1000, 5]],
    )
  })
})

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
    const cards = { shell: world.shell, payments: world.payments, log: silentLog }
    await addNamedCard(cards, 'sim_success', { accountId, now: world.clock(), actor: 'test' })
    world.advance(day)
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN SUCCEEDED'])
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

describe('a simulated payment', () => {
  it('moves a sandbox order without a provider or the ledger', async () => {
    const accountId = await world.account('sim_success')
    const [order] = await world.orders(accountId, [1000], 'sandbox')
    const simulate = (outcome: 'payment_success' | 'payment_failure') =>
      simulatePayment(world.shell, {
        accountId,
        customerOrderId: order!.customerOrderId,
        outcome,
        now: world.clock(),
        actor: 'test',
      })
    const failed = await simulate('payment_failure')
    assert.deepEqual([failed.status, failed.state.payment, failed.dueAt], ['VALID_AWAITING_PAYMENT', 'FAILED', null])
    const paid = await simulate('payment_success')
    assert.deepEqual([paid.status, paid.state.payment], ['VALID_HOLDING_BIN', 'SUCCEEDED'])
    await assert.rejects(simulate('payment_success'), error => error instanceof Refusal && error.code === 'wrong_state')
    await world.cancel(order!)
    assert.deepEqual(await status([order!]), ['CANCELLED REFUNDED'])
    await world.runAll()
    assert.deepEqual(world.calls, [])
    assert.deepEqual(await world.rows('select 1 from ledger_entries union all select 1 from refunds'), [])
  })

  it('does not know production orders', async () => {
    const accountId = await world.account('sim_success')
    const [order] = await world.orders(accountId, [1000])
    await assert.rejects(
      simulatePayment(world.shell, {
        accountId,
        customerOrderId: order!.customerOrderId,
        outcome: 'payment_success',
        now: world.clock(),
        actor: 'test',
      }),
      error => error instanceof Refusal && error.code === 'order_not_found',
    )
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
})
