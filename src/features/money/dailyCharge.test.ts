import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { charges, database, onFreshWorlds, status, steps, world } from '../../../test/support/chargeScene.ts'
import { ofForm } from '../../../test/support/form.ts'
import { Crash, chargeTime, dayBefore, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { recordLargestResult } from '../../../test/support/statementBytes.ts'
import { day, hour, instant, later, minute } from '../../base/clock.ts'
import type { Order } from '../../orders/order.ts'
import { noPayments } from '../../payments/noPayments.ts'
import type { ChargeRequest } from '../../payments/payments.ts'
import { callLeaseMs } from '../../payments/providerRetries.ts'
import { removeCard } from './cards.ts'
import { chargeDue, settleCharges } from './dailyCharge.ts'
import { payNow } from './payNow.ts'
import { listOverdueOrders } from './unpaidOrders.ts'

onFreshWorlds()

describe('the daily charge', () => {
  it('the daily charge is not made before 02:00 UTC', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.to(later(chargeTime, -1))
    await world.runAll()
    assert.deepEqual(world.calls, [])
  })

  it('without a payment provider, due orders wait until one is chosen: nothing is declined or counted', async () => {
    const orders = await world.orders(await world.account('sim_success'), [1000])
    world.to(chargeTime)
    await chargeDue({ ...world.deps, payments: noPayments })(world.clock())
    assert.deepEqual([await charges(), world.declines], [[], []])
    assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT PENDING'])
    world.to(later(chargeTime, day))
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN SUCCEEDED'])
  })

  it('the daily charge takes one sum for all orders of an account, and starts their holding time', async () => {
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

  it('the daily charge of an account does not depend on that of another account', async () => {
    const good = await world.orders(await world.account('sim_success'), [1000])
    const bad = await world.orders(await world.account('sim_decline'), [2000])
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(await status([...good, ...bad]), ['VALID_HOLDING_BIN SUCCEEDED', 'VALID_AWAITING_PAYMENT FAILED'])
    await world.assertSettled()
  })

  it('a missed daily charge is made when the service is up, under the date of its run', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.to(instant('2026-03-03T01:30:00Z'))
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(charge => charge.date),
      ['2026-03-02'],
    )
  })

  it('one daily charge is made after a long outage', async () => {
    await world.orders(await world.account('sim_success'), [1000])
    world.to(instant('2026-03-09T07:00:00Z'))
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(charge => charge.date),
      ['2026-03-09'],
    )
  })

  it('an order that is due after the daily charge waits for that of the next day', async () => {
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

  it('a daily charge of zero dollars succeeds without a call', async () => {
    const orders = await world.orders(await world.account(null), [0, 0])
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(world.calls, [])
    assert.deepEqual(await status(orders), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
    await world.cancel(orders[0]!)
    await world.runAll()
    await world.assertSettled()
  })

  it('a provider that does not answer for one account delays no other account', async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => world.account('sim_success')))
    for (const accountId of accounts) await world.orders(accountId, [100])
    const paid = () => steps('paid')
    world.plan.meanwhile = async () => {
      if (world.calls.length > 1) return
      for (let reads = 0; (await paid()) < 19; reads++) assert.ok(reads < 1000, 'other accounts wait for the first')
    }
    world.to(chargeTime)
    await world.runAll()
    assert.equal(await paid(), 20)
    await world.assertSettled()
  })

  for (const [why, errcode] of [
    ['cannot be recorded', 'raise_exception'],
    ['is in conflict with another transaction each time', 'deadlock_detected'],
  ])
    it(`an account whose charge ${why} holds up none of those that are recorded with it`, async () => {
      const accounts = await Promise.all(Array.from({ length: 5 }, () => world.account('sim_success')))
      const orders = await Promise.all(accounts.map(accountId => world.orders(accountId, [100])))
      await world.rows(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no paper' using errcode = '${errcode}'; end $$;
      create trigger refuse before insert on documents for each row
        when (new.account_id = '${accounts[2]}') execute function refuse()`)
      world.to(chargeTime)
      await assert.rejects(world.runAll(), /no paper/)
      const held = 'VALID_HOLDING_BIN SUCCEEDED'
      assert.deepEqual(await status(orders.flat()), [held, held, 'VALID_AWAITING_PAYMENT PENDING', held, held])
      await world.rows('drop trigger refuse on documents')
      world.to(later(chargeTime, callLeaseMs))
      await world.runAll()
      assert.deepEqual(await status(orders.flat()), Array(5).fill(held))
      await world.assertSettled()
    })

  it('the daily charge ignores sandbox, enterprise and reprinted orders, even if they have a due date', async () => {
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

describe("a sum above the provider's maximum charge", () => {
  const maxCents = 99_999_999
  const slices = () =>
    world.rows<object>(`
      select charge_date::text as date, run, slice, amount_cents as cents, status, decline_code as decline
      from charges order by charge_id`)

  it('a sum above the maximum is taken in several charges of one run, and a too large order is left to staff', async () => {
    const accountId = await world.account('sim_success')
    const orders = await world.orders(accountId, [60_000_000, 50_000_000, maxCents + 1, 30_000_000, maxCents])
    const unpayable = orders[2]!
    world.to(chargeTime)
    await world.runAll()
    const date = '2026-03-02'
    assert.deepEqual(await slices(), [
      { date, run: 0, slice: 0, cents: 60_000_000, status: 'succeeded', decline: null },
      { date, run: 0, slice: 1, cents: 80_000_000, status: 'succeeded', decline: null },
      { date, run: 0, slice: 2, cents: maxCents, status: 'succeeded', decline: null },
      { date, run: 0, slice: 3, cents: maxCents + 1, status: 'declined', decline: 'order_too_large' },
    ])
    assert.equal(world.calls.length, 3)
    assert.deepEqual(
      world.declines.map(({ code, orderCount, givenUpCount }) => [code, orderCount, givenUpCount]),
      [['order_too_large', 1, 1]],
    )
    assert.deepEqual(world.alarms, ['an order costs more than the provider charges at once'])
    const overdue = await listOverdueOrders(database.db, { after: { accountId: '', orderId: '' }, limit: 10 })
    assert.deepEqual(
      overdue.map(({ orderId, declineCode }) => [orderId, declineCode]),
      [[unpayable.orderId, 'order_too_large']],
    )
    world.to(later(chargeTime, day))
    await world.runAll()
    assert.equal((await charges()).length, 4)
    await world.assertSettled()
  })

  it('a sum above the maximum is paid at once in several charges, which a repeated request returns', async () => {
    const accountId = await world.account('sim_success')
    const orders = await world.orders(accountId, [maxCents, 500])
    const pay = () =>
      payNow(world.deps, {
        ...{ accountId, amountCents: maxCents + 500, requestKey: 'click', actor: 'test', now: world.clock() },
      })
    const first = await pay()
    assert.equal(await pay(), first)
    const made = await slices()
    assert.deepEqual(made, [
      { date: '2026-03-01', run: 1, slice: 0, cents: maxCents, status: 'succeeded', decline: null },
      { date: '2026-03-01', run: 1, slice: 1, cents: 500, status: 'succeeded', decline: null },
    ])
    assert.deepEqual(await status(orders), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
    await world.assertSettled()
  })
})

describe('a charge whose provider takes minutes', () => {
  const slow = async () => world.advance(4 * minute)

  it('a charge is dated when the provider has answered, and the holding time begins then', async () => {
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

  it('a charge of unknown outcome is retried a minute after the provider has answered', async () => {
    await world.orders(await world.account('sim_times_out_after_charging'), [1000])
    world.plan.meanwhile = slow
    world.to(chargeTime)
    await world.sweeps.charge(world.clock())
    assert.deepEqual((await charges())[0]!.next, later(chargeTime, 5 * minute))
  })
})

describe('a worker that dies', () => {
  for (const point of ['charge:claimed', 'charge:called']) {
    it(`the charge of a worker that dies at ${point} is retried with the same key after its lease`, async () => {
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

  it('a slow worker whose charge was retried by another worker records nothing twice', async () => {
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

describe('charges that are recorded together', () => {
  it('two charges of an account whose orders alternate, too large for one portion, are each of their own orders', async () => {
    const orders = await world.orders(await world.account('sim_success'), [100, 200, 300, 400])
    await world.rows(`update order_contents set request = json_build_object('pad', repeat('x', 9000000))`)
    const [second, fourth] = [orders[1]!, orders[3]!]
    await world.rows(`
      update orders set due_at = due_at + interval '1 day' where order_id in ('${second.orderId}', '${fourth.orderId}')`)
    world.plan.crashAt = 'charge:called'
    for (const at of [chargeTime, later(chargeTime, day)]) {
      world.to(at)
      await assert.rejects(world.sweeps.charge(world.clock()), Crash)
    }
    world.plan.crashAt = null
    world.advance(callLeaseMs)
    const answers = Promise.withResolvers<void>()
    let answered = 0
    world.plan.afterwards = () => {
      if (++answered === 2) answers.resolve()
      return answers.promise
    }
    await world.runAll()
    assert.deepEqual(
      (await charges()).map(({ status, cents }) => [status, cents]),
      [
        ['succeeded', 400],
        ['succeeded', 600],
      ],
    )
    assert.deepEqual(await status(orders), Array(4).fill('VALID_HOLDING_BIN SUCCEEDED'))
    assert.deepEqual(await world.rows('select from refunds'), [])
    await world.assertSettled()
  })
})

describe('an order that is canceled while its charge is under way', () => {
  it('an order that is canceled while its charge is under way is refunded, and the other orders are paid', async () => {
    const orders = await world.orders(await world.account('sim_success'), [1000, 500])
    world.plan.meanwhile = () => world.cancel(orders[0]!)
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(await status(orders), ['CANCELLED REFUNDED', 'VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })
})

describe('a claim of due orders', () => {
  /** More accounts than are called at the same time, and more orders than are recorded together. */
  const { accountCount, orderCount } = ofForm({
    short: { accountCount: 35, orderCount: 450 },
    whole: { accountCount: 70, orderCount: 3000 },
    long: { accountCount: 70, orderCount: 3000 },
  })

  it('many accounts and large accounts are each charged in one charge', async () => {
    const accounts = await Promise.all(Array.from({ length: accountCount }, () => world.account('sim_success')))
    for (const accountId of accounts) await world.orders(accountId, [100, 200])
    const large = await world.account('sim_success')
    await world.orders(large, Array(orderCount).fill(10))
    world.to(chargeTime)
    await world.runAll()
    const made = await charges()
    assert.equal(made.length, accountCount + 1)
    assert.equal(made.filter(charge => charge.cents === 300).length, accountCount)
    assert.equal(made.filter(charge => charge.cents === 10 * orderCount).length, 1)
    await world.assertSettled()
  })

  it('many large orders are charged without reading them all at once', async () => {
    const accountId = await world.account('sim_success')
    const large = await world.orders(accountId, Array(8).fill(100))
    await world.rows(`update order_contents set request = json_build_object('pad', repeat('x', 6000000))`)
    const largestResult = recordLargestResult()
    const measured = moneyWorld({ ...database, db: database.db.withPlugin(largestResult) })
    measured.to(chargeTime)
    await measured.runAll()
    assert.deepEqual(await status(large), Array(8).fill('VALID_HOLDING_BIN SUCCEEDED'))
    assert.ok(largestResult.maxChars < 25_000_000, `${largestResult.maxChars} characters at once`)
    assert.deepEqual(
      (await charges()).map(({ cents }) => cents),
      [800],
    )
  })
})

describe('a charge right before its call', () => {
  /** Orders of accounts in the sequence of their calls. The last account waits until another call has ended. */
  async function ordersOfManyAccounts(): Promise<Order[]> {
    const orders: Order[] = []
    for (let i = 0; i < 17; i++) orders.push(...(await world.orders(await world.account('sim_success'), [1000])))
    return orders
  }
  const duringTheFirstCall = (act: () => Promise<unknown>) => {
    world.plan.meanwhile = async () => {
      world.plan.meanwhile = async () => {}
      await act()
    }
  }
  const declines = async () => (await charges()).flatMap(charge => charge.decline ?? [])
  const removeCards = async (accountId: string) => {
    for (const { id } of await world.rows<{ id: string }>(
      `select card_id as id from cards where account_id = '${accountId}' and removed_at is null`,
    ))
      await removeCard(world.deps, id, { accountId, now: world.clock(), actor: 'test' })
  }
  const dieBeforeTheCall = async () => {
    world.to(chargeTime)
    world.plan.crashAt = 'charge:claimed'
    await assert.rejects(world.sweeps.charge(world.clock()), Crash)
    world.plan.crashAt = null
  }

  it('a charge is dropped without a call when all of its orders have been canceled', async () => {
    const last = (await ordersOfManyAccounts()).at(-1)!
    duringTheFirstCall(() => world.cancel(last))
    world.to(chargeTime)
    await world.runAll()
    assert.equal(world.calls.length, 16)
    assert.deepEqual(await declines(), ['no_orders_left'])
    assert.deepEqual(await status([last]), ['CANCELLED PENDING'])
    assert.deepEqual(world.declines, [])
    await world.assertSettled()
  })

  it('a charge is dropped without a call when its card was removed, and made with another card the next day', async () => {
    const last = (await ordersOfManyAccounts()).at(-1)!
    duringTheFirstCall(() => removeCards(last.accountId))
    world.to(chargeTime)
    await world.runAll()
    assert.equal(world.calls.length, 16)
    assert.deepEqual(await declines(), ['card_removed'])
    assert.deepEqual(
      world.declines.map(({ accountId, code }) => [accountId, code]),
      [[last.accountId, 'card_removed']],
    )
    assert.deepEqual(await status([last]), ['VALID_AWAITING_PAYMENT FAILED'])
    await world.useCard(last.accountId, 'sim_success')
    world.to(later(chargeTime, day))
    await world.runAll()
    assert.deepEqual(await status([last]), ['VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })

  it('a charge is left to another worker when its lease is over', async () => {
    const orders = await world.orders(await world.account('sim_success'), [1000])
    const sleep = (point: string) => {
      if (point === 'charge:claimed') world.advance(5 * minute)
    }
    world.to(chargeTime)
    assert.equal(await chargeDue({ ...world.deps, crash: sleep })(world.clock()), 1)
    assert.deepEqual(world.calls, [])
    await world.runAll()
    assert.equal(world.calls.length, 1)
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })

  it('a charge of a dead worker is withdrawn when its card has been removed since', async () => {
    const [order] = await world.orders(await world.account('sim_success'), [1000])
    await dieBeforeTheCall()
    await removeCards(order!.accountId)
    world.advance(5 * minute)
    await world.runAll()
    assert.deepEqual(world.calls, [])
    assert.deepEqual(await declines(), ['card_removed'])
    await world.assertSettled()
  })

  it('a charge of a dead worker is withdrawn when all of its orders have been canceled since', async () => {
    const orders = await world.orders(await world.account('sim_success'), [1000, 500])
    await dieBeforeTheCall()
    for (const order of orders) await world.cancel(order)
    world.advance(5 * minute)
    await world.runAll()
    assert.deepEqual(world.calls, [])
    assert.deepEqual(await declines(), ['no_orders_left'])
    await world.assertSettled()
  })

  for (const [change, act] of [
    ['its card has been removed', (order: Order) => removeCards(order.accountId)],
    ['its orders have been canceled', (order: Order) => world.cancel(order)],
  ] as const) {
    it(`a charge of unknown outcome is found to have succeeded although ${change} since`, async () => {
      const [order] = await world.orders(await world.account('sim_times_out_after_charging'), [1000])
      world.to(chargeTime)
      await world.runAll()
      await act(order!)
      world.advance(minute)
      await world.runAll()
      assert.deepEqual(
        (await charges()).map(charge => charge.status),
        ['succeeded'],
      )
      await world.assertSettled()
    })
  }

  it('a charge is not withdrawn by a worker whose claim another worker has replaced', async () => {
    const accountId = await world.account('sim_success')
    const [order] = await world.orders(accountId, [1000])
    await dieBeforeTheCall()
    await removeCards(accountId)
    world.advance(5 * minute)
    const payments = {
      ...world.payments,
      async withdraw(request: ChargeRequest) {
        const answer = await world.payments.withdraw(request)
        // Before this worker goes on, the holder puts the card on file again, and another worker asks for the charge.
        await world.useCard(accountId, 'sim_success')
        world.advance(5 * minute)
        const called = Promise.withResolvers<void>()
        duringTheFirstCall(() => {
          called.resolve()
          return recorded.promise
        })
        otherWorker = world.sweeps.settle(world.clock())
        await called.promise
        return answer
      },
    }
    const recorded = Promise.withResolvers<void>()
    let otherWorker: Promise<number> | undefined
    await settleCharges({ ...world.deps, payments })(world.clock())
    recorded.resolve()
    await otherWorker
    assert.deepEqual(await status([order!]), ['VALID_HOLDING_BIN SUCCEEDED'])
    await world.assertSettled()
  })
})
