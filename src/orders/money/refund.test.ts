import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { freshPglite } from '../../../test/database.ts'
import { Crash, chargeTime, type MoneyWorld, moneyWorld } from '../../../test/money.ts'
import { day, hour, later, minute } from '../../base/clock.ts'
import type { Database } from '../../db/db.ts'
import type { Payments } from '../../payments/payments.ts'
import { listUnmadeRefunds, type UnmadeRefund } from '../../payments/read.ts'
import type { Order } from '../order.ts'
import { mayPrint } from '../printing/print.ts'
import { lockOrders } from '../store.ts'
import { transition } from '../transition.ts'
import { refundDue, refundOwed, refundsOwed, type StaffRefund } from './refund.ts'
import { settleGivenBack } from './refundByHand.ts'

let database: Database
let world: MoneyWorld
beforeEach(async () => {
  database = await freshPglite()
  world = moneyWorld(database)
})
afterEach(() => database.close())

async function paidOrders(cents: number[]) {
  const orders = await world.orders(await world.account('sim_success'), cents)
  world.to(chargeTime)
  await world.runAll()
  world.calls.length = 0
  return orders
}

type RefundRow = { status: string; cents: number; next: Date | null }
const refunds = () =>
  world.rows<RefundRow>('select status, amount_cents as cents, next_attempt_at as next from refunds order by refund_id')

describe('a refund', () => {
  it('gives back the whole of a cancelled order, and tells of it', async () => {
    const [first] = await paidOrders([1000, 500])
    await world.cancel(first!)
    assert.ok(world.wakes.some(wake => wake.task === 'refund_payments'))
    await world.runAll()
    assert.deepEqual(await refunds(), [{ status: 'succeeded', cents: 1000, next: null }])
    const [order] = await world.read([first!])
    assert.deepEqual([order!.status, order!.state.payment], ['CANCELLED', 'REFUNDED'])
    const told = await world.rows(`select kind from order_events where on_event = 'refunded'`)
    assert.deepEqual(told, [{ kind: 'OrderRefunded' }])
    await world.assertSettled()
  })

  it('is owed once, however often that is said', async () => {
    const [order] = await paidOrders([1000])
    await world.cancel(order!)
    await world.work(work => refundOwed(work, order!))
    await world.runAll()
    await world.work(work => refundsOwed(work, [order!, order!]))
    await world.runAll()
    assert.equal((await refunds()).length, 1)
    await world.assertSettled()
  })

  it('is not owed for an order that was never paid', async () => {
    const [order] = await world.orders(await world.account('sim_decline'), [1000])
    world.to(chargeTime)
    await world.runAll()
    await world.cancel(order!)
    assert.deepEqual(await refunds(), [])
  })

  it('gives back what an order that failed after all has cost', async () => {
    const [order] = await paidOrders([1000])
    for (const on of ['hold_ended', 'problem', 'revalidate', 'invalid'] as const) {
      await world.work(async work => {
        const [locked] = await lockOrders(work.tx, [order!])
        await transition(work, [{ order: locked!, on }])
        if (on === 'invalid') await refundOwed(work, order!)
      })
    }
    await world.runAll()
    const [failed] = await world.read([order!])
    assert.deepEqual([failed!.status, failed!.state.payment], ['FAILED', 'REFUNDED'])
    await world.assertSettled()
  })

  for (const point of ['refund:claimed', 'refund:called']) {
    it(`whose worker dies at ${point} is asked for again with the same key`, async () => {
      const [order] = await paidOrders([1000])
      await world.cancel(order!)
      world.plan.crashAt = point
      await assert.rejects(world.sweeps.refund(world.clock()), Crash)
      world.plan.crashAt = null
      await world.runAll()
      assert.equal((await refunds())[0]!.status, 'pending')
      world.advance(5 * minute)
      await world.runAll()
      assert.equal(new Set(world.calls).size, 1)
      await world.assertSettled()
    })
  }

  it('that the provider takes its time over is dated when it was made', async () => {
    const [order] = await paidOrders([1000])
    await world.cancel(order!)
    const slow = refundDue({
      ...world.deps,
      payments: {
        ...world.payments,
        refund: async request => {
          world.advance(2 * minute)
          return world.payments.refund(request)
        },
      },
    })
    await slow(world.clock())
    const dates = await world.rows<{ at: Date }>(`
      select at from order_events where on_event = 'refunded'
      union all select settled_at from refunds
      union all select max(at) from ledger_entries`)
    assert.deepEqual(
      dates.map(({ at }) => at),
      Array(3).fill(later(chargeTime, 2 * minute)),
    )
    await world.assertSettled()
  })

  const setbacks = [
    { kind: 'unknown', cause: 'lost' },
    { kind: 'refused', code: 'disputed', message: 'It is disputed.\0' },
  ] as const
  for (const outcome of setbacks) {
    it(`that is ${outcome.kind} is asked for again, later and later, until it is made`, async () => {
      const [order] = await paidOrders([1000])
      await world.cancel(order!)
      const failing = refundDue({ ...world.deps, payments: { ...world.payments, refund: async () => outcome } })
      for (const wait of [minute, 5 * minute, hour]) {
        assert.equal(await failing(world.clock()), 1)
        assert.deepEqual((await refunds())[0]!.next, later(world.clock(), wait))
        world.advance(wait)
      }
      await world.runAll()
      await world.assertSettled()
    })
  }
})

describe('a refund that the provider does not make', () => {
  const given = { reference: 'SEPA 1', reason: 'the card is closed', actor: 'user usr_staff' }
  const refusing = async () => ({ kind: 'refused', code: 'card_closed', message: 'The card is closed.' }) as const
  const by = (changes: Partial<Payments>) => ({ ...world.deps, payments: { ...world.payments, ...changes } })
  /** An order whose refund was asked for so often that it is asked for daily from now on. */
  async function unmade(refund: Payments['refund']) {
    const [order] = await paidOrders([1000])
    await world.cancel(order!)
    for (const wait of [minute, 5 * minute, hour, day]) {
      await refundDue(by({ refund }))(world.clock())
      world.advance(wait)
    }
    await refundDue(by({ refund }))(world.clock())
    const [{ refundId }] = (await listUnmadeRefunds(database.db, { after: '', limit: 10 })) as [UnmadeRefund]
    return { order: order!, key: { accountId: order!.accountId, refundId } }
  }

  it('is refunded by hand, which is booked and told like any other', async () => {
    const { order, key } = await unmade(refusing)
    const now = world.clock()
    const { status, state } = await settleGivenBack(by({}), { ...key, ...given, now })
    assert.deepEqual([status, state.payment, state.refundedCents], ['CANCELLED', 'REFUNDED', 1000])
    const lines = await world.rows(`
      select posting_id = '${key.refundId}/by_hand' as ok, ledger_account as account, amount_cents as cents
      from ledger_entries where at = '${now.toISOString()}' order by line`)
    assert.deepEqual(lines, [
      { ok: true, account: 'receivable', cents: 1000 },
      { ok: true, account: 'cash', cents: -1000 },
    ])
    const told = await world.rows(
      `select kind from order_events where order_id = '${order.orderId}' and on_event = 'refunded'`,
    )
    assert.deepEqual(told, [{ kind: 'OrderRefunded' }])
    await assert.rejects(settleGivenBack(by({}), { ...key, ...given, now }), { code: 'wrong_state' })
    await world.runAll()
    assert.deepEqual(await world.rows('select refund_ref from simulated_gateway_refunds'), [])
    await world.assertSound()
  })

  it('is not refunded by hand where it has made it after all', async () => {
    const { key } = await unmade(async request => {
      await world.payments.refund(request)
      return { kind: 'unknown', cause: 'lost' }
    })
    const now = world.clock()
    await assert.rejects(settleGivenBack(by({}), { ...key, ...given, now }), {
      code: 'wrong_state',
      message: 'The provider did give that money back.',
    })
    assert.deepEqual(await refunds(), [{ status: 'succeeded', cents: 1000, next: null }])
    await world.assertSettled()
  })

  it('is not refunded by hand while it may be asked for, nor unheard', async () => {
    const { key } = await unmade(refusing)
    const silent = by({ findRefund: async () => ({ kind: 'unknown', cause: 'lost' }) })
    await assert.rejects(settleGivenBack(silent, { ...key, ...given, now: world.clock() }), {
      code: 'provider_unavailable',
    })
    world.advance(day)
    let refused = 0
    await refundDue(
      by({
        async refund(request) {
          await settleGivenBack(by({}), { ...key, ...given, now: world.clock() }).catch(({ code }) => {
            refused += Number(code === 'wrong_state')
          })
          return world.payments.refund(request)
        },
      }),
    )(world.clock())
    assert.equal(refused, 1)
    await world.assertSettled()
  })

  it('of a provider that is not in use any more is refunded by hand unasked', async () => {
    const { key } = await unmade(refusing)
    await world.rows(`update charges set provider = 'another'`)
    const unheard = by({ findRefund: () => Promise.reject(new Error('asked')) })
    await settleGivenBack(unheard, { ...key, ...given, now: world.clock() })
    await world.assertSound()
  })
})

describe('a refund by the staff', () => {
  type Kept = { cents: number; tax: number; status: string; reason: string | null; actor: string }
  const kept = () =>
    world.rows<Kept>(
      'select amount_cents as cents, tax_cents as tax, status, reason, actor from refunds order by refund_id',
    )
  const payment = async (order: Order) => {
    const [now] = await world.read([order])
    return [now!.status, now!.state.payment, now!.state.refundedCents]
  }

  it('of an amount takes price and taxes in proportion, is told, and leaves the order as it was', async () => {
    const [order] = await paidOrders([1100])
    const [before] = await world.read([order!])
    await world.giveBack(order!, { amountCents: 330 })
    assert.deepEqual(await payment(order!), ['VALID_HOLDING_BIN', 'SUCCEEDED', undefined])
    await world.runAll()
    assert.deepEqual(await kept(), [
      { cents: 330, tax: 33, status: 'succeeded', reason: 'it arrived wet', actor: 'user usr_staff' },
    ])
    assert.deepEqual(await payment(order!), ['VALID_HOLDING_BIN', 'SUCCEEDED', 330])
    const [after] = await world.read([order!])
    assert.deepEqual(after!.dueAt, before!.dueAt, 'it is sent to the printer when it would have been')
    assert.deepEqual(await world.rows(`select kind from order_events where on_event = 'refunded'`), [
      { kind: 'OrderRefunded' },
    ])
    const [mail] = await world.rows<{ subject: string; body: string }>('select subject, body from emails')
    assert.equal(mail!.subject, `Refund of $3.30 for order ${after!.customerOrderId}`)
    assert.match(mail!.body, /it arrived wet/)
    const [act] = await world.rows<{ action: string; details: string }>('select action, details from audit_log')
    assert.equal(act!.action, 'order_refunded')
    assert.deepEqual(JSON.parse(act!.details), { reason: 'it arrived wet', amount: 3.3, items: [] })
    await world.assertSettled()
  })

  it('of copies, one by one, comes to what the item cost; of the rest, to all', async () => {
    const [order] = await paidOrders([1100])
    for (const _ of [1, 2, 3]) await world.giveBack(order!, { items: [{ index: 0, quantity: 1 }] })
    await assert.rejects(world.giveBack(order!, { items: [{ index: 0, quantity: 1 }] }), {
      code: 'malformed_request',
      problems: [
        {
          pointer: '/items/0/quantity',
          code: 'too_many_copies',
          detail: 'got 1; expected at most 0, the copies that have not been refunded',
        },
      ],
    })
    const [sale] = await world.rows<{ items: string }>('select items_cents as items from sales')
    const [item] = JSON.parse(sale!.items) as number[]
    const back = await kept()
    assert.equal(
      back.reduce((sum, refund) => sum + refund.cents - refund.tax, 0),
      item,
    )
    await world.giveBack(order!)
    await world.runAll()
    assert.deepEqual(await payment(order!), ['VALID_HOLDING_BIN', 'REFUNDED', 1100])
    await world.assertSettled()
  })

  it('is followed by the rest when the order is cancelled after all', async () => {
    const [order] = await paidOrders([1100])
    await world.giveBack(order!, { amountCents: 100 })
    await world.runAll()
    await world.cancel(order!)
    await world.runAll()
    assert.deepEqual(
      (await kept()).map(refund => refund.cents),
      [100, 1000],
    )
    assert.deepEqual(await payment(order!), ['CANCELLED', 'REFUNDED', 1100])
    await world.assertSettled()
  })

  it('asked for twice under one name is owed once, at once or later', async () => {
    const [order] = await paidOrders([1100])
    const twice = () => world.giveBack(order!, { amountCents: 330, requestKey: 'click' })
    const [one, same] = await Promise.all([twice(), twice()])
    assert.equal(one.orderId, same.orderId)
    await world.runAll()
    world.advance(hour)
    assert.equal((await twice()).state.refundedCents, 330, 'the answer is the order as it is by then')
    assert.equal((await kept()).length, 1)
    const [logged] = await world.rows<{ count: number }>('select count(*)::int as count from audit_log')
    assert.equal(logged!.count, 1)
    await world.assertSettled()
  })

  it('under a name that another request had is refused, and under another name is another one', async () => {
    const [order, other] = await paidOrders([1100, 500])
    const give = (wanted: Partial<StaffRefund>) => world.giveBack(order!, { requestKey: 'click', ...wanted })
    await give({ amountCents: 100 })
    const others: Partial<StaffRefund>[] = [
      { amountCents: 101 },
      { amountCents: 100, reason: 'something else' },
      { items: [{ index: 0, quantity: 1 }] },
      {},
    ]
    for (const wanted of others) await assert.rejects(give(wanted), { code: 'request_key_reused' })
    await give({ amountCents: 100, requestKey: 'another' })
    await world.giveBack(other!, { amountCents: 100, requestKey: 'click' })
    assert.equal((await kept()).length, 3)
  })

  it('of all that is left, sent again after it was made, is answered and not refused', async () => {
    const [order] = await paidOrders([1100])
    const whole = () => world.giveBack(order!, { requestKey: 'click' })
    await whole()
    await world.runAll()
    assert.equal((await whole()).state.payment, 'REFUNDED')
    assert.equal((await kept()).length, 1)
  })

  it('that was refused does not use up its name', async () => {
    const [order] = await paidOrders([1100])
    await assert.rejects(world.giveBack(order!, { amountCents: 1101, requestKey: 'click' }), {
      code: 'refund_too_large',
    })
    await world.giveBack(order!, { amountCents: 1100, requestKey: 'click' })
    assert.equal((await kept()).length, 1)
  })

  it('of a whole order does not stop it: it is printed as it was paid for', async () => {
    const [order] = await paidOrders([1100])
    await world.giveBack(order!)
    await world.runAll()
    const [now] = await world.read([order!])
    assert.ok(mayPrint(now!))
  })

  // biome-ignore format: a table
  const refusals: [string, Partial<StaffRefund>, string][] = [
    ['of more than was paid',          { amountCents: 1101 }, 'refund_too_large'],
    ['of more than an item cost',      { items: [{ index: 1, amountCents: 1000 }] }, 'refund_too_large'],
    ['of more copies than there are',  { items: [{ index: 0, quantity: 4 }] }, 'malformed_request'],
    ['of an item that is not there',   { items: [{ index: 2, quantity: 1 }] }, 'malformed_request'],
    ['of an order that is not there',  { customerOrderId: 'nobody' }, 'order_not_found'],
  ]
  for (const [what, wanted, code] of refusals) {
    it(`${what} is refused`, async () => {
      const [order] = await paidOrders([1100])
      await assert.rejects(world.giveBack(order!, wanted), { code })
      assert.deepEqual(await kept(), [])
    })
  }

  it('of an order that was not paid, or of which nothing is left, is refused', async () => {
    const accountId = await world.account('sim_success')
    const [unpaid] = await world.orders(accountId, [1000])
    await assert.rejects(world.giveBack(unpaid!), { code: 'wrong_state' })
    const [paid] = await paidOrders([1100])
    await world.giveBack(paid!)
    await assert.rejects(world.giveBack(paid!), { code: 'wrong_state' })
  })

  it('cannot be more than was paid, even where somebody writes it into the database', async () => {
    const [order] = await paidOrders([1100])
    await world.giveBack(order!, { amountCents: 1100 })
    const again = `
      insert into refunds (account_id, refund_id, charge_id, order_id, amount_cents, tax_cents, status, idempotency_key,
        next_attempt_at, created_at)
      select account_id, 'ref_again', charge_id, order_id, 1, 0, 'pending', 'again', next_attempt_at, created_at from refunds`
    await assert.rejects(world.rows(again), /charge_orders_refunds_no_more/)
    await assert.rejects(world.rows('update refunds set amount_cents = 1'), /append-only/)
    await assert.rejects(world.rows('delete from refunds'), /append-only/)
  })
})
