import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { say } from '../../../languages/texts.ts'
import { freshPglite } from '../../../test/support/database.ts'
import { Crash, chargeTime, type MoneyWorld, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { day, hour, later, minute } from '../../base/clock.ts'
import type { Database } from '../../db/db.ts'
import type { Order } from '../../orders/order.ts'
import { lockOrders } from '../../orders/orderStore.ts'
import { transition } from '../../orders/transition.ts'
import { type FailingRefund, listFailingRefunds } from '../../payments/chargeQueries.ts'
import { makeRefundDue } from '../../payments/chargeStore.ts'
import type { Payments } from '../../payments/payments.ts'
import { mayPrint } from '../printing/handOver.ts'
import { recordManualRefund } from './manualRefund.ts'
import { oweRefunds, refundDue, type StaffRefund } from './refunds.ts'

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
  it('the whole amount of a canceled order is refunded, and its customer is notified', async () => {
    const [first] = await paidOrders([1000, 500])
    await world.cancel(first!)
    assert.ok(world.wakes.some(wake => wake.task === 'refund_payments'))
    await world.runAll()
    assert.deepEqual(await refunds(), [{ status: 'succeeded', cents: 1000, next: null }])
    const [order] = await world.read([first!])
    assert.deepEqual([order!.status, order!.state.payment], ['CANCELLED', 'REFUNDED'])
    const events = await world.rows(`select kind from order_events where on_event = 'refunded'`)
    assert.deepEqual(events, [{ kind: 'OrderRefunded' }])
    await world.assertSettled()
  })

  it('a refund that is returned, made again and returned again is posted each time', async () => {
    const [first] = await paidOrders([1000])
    await world.cancel(first!)
    await world.runAll()
    const refused = { kind: 'refused', code: 'card_closed', message: 'The card is closed.' } as const
    const checkWith = async (payments: Partial<Payments>) => {
      const [{ accountId, key }] = (await world.rows<{ accountId: string; key: string }>(
        'select account_id as "accountId", idempotency_key as key from refunds',
      )) as [{ accountId: string; key: string }]
      await world.work(({ tx }) => makeRefundDue(tx, accountId, key, world.clock()))
      await refundDue({ ...world.deps, payments: { ...world.payments, ...payments } })(world.clock())
    }
    const cash = async () =>
      (
        await world.rows<{ cents: number }>(
          `select sum(amount_cents)::int as cents from ledger_entries where ledger_account = 'cash'`,
        )
      )[0]!.cents
    for (let times = 0; times < 2; times++) {
      world.advance(day)
      await checkWith({ findRefund: async () => refused })
      assert.deepEqual([(await refunds())[0]!.status, await cash()], ['pending', 1000])
      await world.assertSound()
      world.advance(day)
      await checkWith({})
      assert.deepEqual([(await refunds())[0]!.status, await cash()], ['succeeded', 0])
      await world.assertSettled()
    }
  })

  it('a refund is recorded once for a canceled order, however often it is requested', async () => {
    const [order] = await paidOrders([1000])
    await world.cancel(order!)
    await world.work(work => oweRefunds(work, [order!]))
    await world.runAll()
    await world.work(work => oweRefunds(work, [order!, order!]))
    await world.runAll()
    assert.equal((await refunds()).length, 1)
    await world.assertSettled()
  })

  it('an order that was never paid is not refunded', async () => {
    const [order] = await world.orders(await world.account('sim_decline'), [1000])
    world.to(chargeTime)
    await world.runAll()
    await world.cancel(order!)
    assert.deepEqual(await refunds(), [])
  })

  it('a paid order that fails is refunded', async () => {
    const [order] = await paidOrders([1000])
    for (const on of ['hold_ended', 'problem', 'revalidate', 'invalid'] as const) {
      await world.work(async work => {
        const [locked] = await lockOrders(work.tx, [order!])
        await transition(work, [{ order: locked!, on }])
      })
    }
    await world.runAll()
    const [failed] = await world.read([order!])
    assert.deepEqual([failed!.status, failed!.state.payment], ['FAILED', 'REFUNDED'])
    await world.assertSettled()
  })

  for (const point of ['refund:claimed', 'refund:called']) {
    it(`a refund whose worker dies at ${point} is retried with the same key`, async () => {
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

  it('a refund is left to another worker when its lease is over', async () => {
    const [order] = await paidOrders([1000])
    await world.cancel(order!)
    const sleep = (point: string) => {
      if (point === 'refund:claimed') world.advance(5 * minute)
    }
    assert.equal(await refundDue({ ...world.deps, crash: sleep })(world.clock()), 1)
    assert.deepEqual(world.calls, [])
    await world.runAll()
    assert.equal(world.calls.length, 1)
    await world.assertSettled()
  })

  it('a refund is dated when the provider has answered', async () => {
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

  const failures = [
    { kind: 'unknown', cause: 'lost' },
    { kind: 'refused', code: 'disputed', message: 'It is disputed.\0' },
  ] as const
  for (const outcome of failures) {
    it(`a refund whose outcome is ${outcome.kind} is retried at growing intervals until it is made`, async () => {
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
  const manual = { reference: 'SEPA 1', reason: 'the card is closed', actor: 'user usr_staff' }
  const refusing = async () => ({ kind: 'refused', code: 'card_closed', message: 'The card is closed.' }) as const
  const depsWith = (changes: Partial<Payments>) => ({ ...world.deps, payments: { ...world.payments, ...changes } })
  /** An order whose refund has failed so often that it is retried daily from now on. */
  async function failingRefund(refund: Payments['refund']) {
    const [order] = await paidOrders([1000])
    await world.cancel(order!)
    for (const wait of [minute, 5 * minute, hour, day]) {
      await refundDue(depsWith({ refund }))(world.clock())
      world.advance(wait)
    }
    await refundDue(depsWith({ refund }))(world.clock())
    const [{ refundId }] = (await listFailingRefunds(database.db, { after: '', limit: 10 })) as [FailingRefund]
    return { order: order!, key: { accountId: order!.accountId, refundId } }
  }

  it('a refund by hand has postings and an event like any other refund', async () => {
    const { order, key } = await failingRefund(refusing)
    const now = world.clock()
    const { status, state } = await recordManualRefund(depsWith({}), { ...key, ...manual, now })
    assert.deepEqual([status, state.payment, state.refundedCents], ['CANCELLED', 'REFUNDED', 1000])
    const lines = await world.rows(`
      select posting_id = '${order.orderId}/${key.refundId}/by_hand' as ok, ledger_account as account, amount_cents as cents
      from ledger_entries where at = '${now.toISOString()}' order by line`)
    assert.deepEqual(lines, [
      { ok: true, account: 'receivable', cents: 1000 },
      { ok: true, account: 'cash', cents: -1000 },
    ])
    const events = await world.rows(
      `select kind from order_events where order_id = '${order.orderId}' and on_event = 'refunded'`,
    )
    assert.deepEqual(events, [{ kind: 'OrderRefunded' }])
    await assert.rejects(recordManualRefund(depsWith({}), { ...key, ...manual, now }), { code: 'wrong_state' })
    await world.runAll()
    assert.deepEqual(await world.rows('select refund_ref from simulated_gateway_refunds'), [])
    await world.assertSound()
  })

  it('a refund that the provider has made after all is not recorded as made by hand', async () => {
    const { key } = await failingRefund(async request => {
      await world.payments.refund(request)
      return { kind: 'unknown', cause: 'lost' }
    })
    const now = world.clock()
    await assert.rejects(recordManualRefund(depsWith({}), { ...key, ...manual, now }), {
      code: 'wrong_state',
      message: 'The provider has made the refund after all.',
    })
    assert.deepEqual(await refunds(), [{ status: 'succeeded', cents: 1000, next: null }])
    await world.assertSettled()
  })

  it('a refund is not recorded by hand while a request is under way, or while the provider does not answer', async () => {
    const { key } = await failingRefund(refusing)
    const silent = depsWith({ findRefund: async () => ({ kind: 'unknown', cause: 'lost' }) })
    await assert.rejects(recordManualRefund(silent, { ...key, ...manual, now: world.clock() }), {
      code: 'provider_unavailable',
    })
    world.advance(day)
    let refused = 0
    await refundDue(
      depsWith({
        async refund(request) {
          await recordManualRefund(depsWith({}), { ...key, ...manual, now: world.clock() }).catch(({ code }) => {
            refused += Number(code === 'wrong_state')
          })
          return world.payments.refund(request)
        },
      }),
    )(world.clock())
    assert.equal(refused, 1)
    await world.assertSettled()
  })

  it('a refund is not recorded by hand when another worker has claimed it since', async () => {
    const { key } = await failingRefund(refusing)
    const recorded = Promise.withResolvers<void>()
    let otherWorker: Promise<number> | undefined
    const slow = depsWith({
      async findRefund() {
        // Before the answer comes, the lease ends, and another worker claims the refund.
        world.advance(5 * minute)
        const called = Promise.withResolvers<void>()
        otherWorker = refundDue(
          depsWith({
            async refund(request) {
              called.resolve()
              await recorded.promise
              return world.payments.refund(request)
            },
          }),
        )(world.clock())
        await called.promise
        return null
      },
    })
    await assert.rejects(recordManualRefund(slow, { ...key, ...manual, now: world.clock() }), { code: 'wrong_state' })
    recorded.resolve()
    await otherWorker
    assert.deepEqual(await refunds(), [{ status: 'succeeded', cents: 1000, next: null }])
    await world.assertSettled()
  })

  it('a refund of a retired provider is recorded by hand without a call', async () => {
    const { key } = await failingRefund(refusing)
    await world.rows(`update charges set provider = 'another'`)
    const uncalled = depsWith({ findRefund: () => Promise.reject(new Error('called')) })
    await recordManualRefund(uncalled, { ...key, ...manual, now: world.clock() })
    await world.assertSound()
  })
})

describe('a refund by the staff', () => {
  type StoredRefund = { cents: number; tax: number; status: string; reason: string | null; actor: string }
  const storedRefunds = () =>
    world.rows<StoredRefund>(
      'select amount_cents as cents, tax_cents as tax, status, reason, actor from refunds order by refund_id',
    )
  const payment = async (order: Order) => {
    const [current] = await world.read([order])
    return [current!.status, current!.state.payment, current!.state.refundedCents]
  }

  it('a refund of an amount takes price and taxes in proportion, and leaves the order unchanged', async () => {
    const [order] = await paidOrders([1100])
    const [before] = await world.read([order!])
    await world.refundOrder(order!, { amountCents: 330 })
    assert.deepEqual(await payment(order!), ['VALID_HOLDING_BIN', 'SUCCEEDED', undefined])
    await world.runAll()
    assert.deepEqual(await storedRefunds(), [
      { cents: 330, tax: 33, status: 'succeeded', reason: 'it arrived wet', actor: 'user usr_staff' },
    ])
    assert.deepEqual(await payment(order!), ['VALID_HOLDING_BIN', 'SUCCEEDED', 330])
    const [after] = await world.read([order!])
    assert.deepEqual(after!.dueAt, before!.dueAt, 'the order is sent to the printer at the same time')
    assert.deepEqual(await world.rows(`select kind from order_events where on_event = 'refunded'`), [
      { kind: 'OrderRefunded' },
    ])
    const [mail] = await world.rows<{ values: string }>(`select "values" from emails where kind = 'refund'`)
    const { title, amountCents, reason } = JSON.parse(mail!.values)
    assert.deepEqual([title, amountCents, reason], [after!.customerOrderId, 330, 'it arrived wet'])
    const [act] = await world.rows<{ action: string; details: string }>('select action, details from audit_log')
    assert.equal(act!.action, 'order_refunded')
    assert.deepEqual(JSON.parse(act!.details), { reason: 'it arrived wet', amount: 3.3, items: [] })
    await world.assertSettled()
  })

  it('refunds of single copies add up to the price of the item, and the last refund takes the remainder', async () => {
    const [order] = await paidOrders([1100])
    for (const _ of [1, 2, 3]) await world.refundOrder(order!, { items: [{ index: 0, quantity: 1 }] })
    await assert.rejects(world.refundOrder(order!, { items: [{ index: 0, quantity: 1 }] }), {
      code: 'malformed_request',
      problems: [
        {
          pointer: '/items/0/quantity',
          code: 'too_many_copies',
          detail: say('got {copies}; expected at most {remainingCopies}, the copies that have not been refunded', {
            copies: 1,
            remainingCopies: 0,
          }),
        },
      ],
    })
    const [sale] = await world.rows<{ items: string }>('select items_cents as items from sales')
    const [item] = JSON.parse(sale!.items) as number[]
    const copies = await storedRefunds()
    assert.equal(
      copies.reduce((sum, refund) => sum + refund.cents - refund.tax, 0),
      item,
    )
    await world.refundOrder(order!)
    await world.runAll()
    assert.deepEqual(await payment(order!), ['VALID_HOLDING_BIN', 'REFUNDED', 1100])
    await world.assertSettled()
  })

  it('a partly refunded order that is canceled is refunded completely', async () => {
    const [order] = await paidOrders([1100])
    await world.refundOrder(order!, { amountCents: 100 })
    await world.runAll()
    await world.cancel(order!)
    await world.runAll()
    assert.deepEqual(
      (await storedRefunds()).map(refund => refund.cents),
      [100, 1000],
    )
    assert.deepEqual(await payment(order!), ['CANCELLED', 'REFUNDED', 1100])
    await world.assertSettled()
  })

  it('a refund requested twice with the same key is recorded once, at the same time or later', async () => {
    const [order] = await paidOrders([1100])
    const twice = () => world.refundOrder(order!, { amountCents: 330, requestKey: 'click' })
    const [first, second] = await Promise.all([twice(), twice()])
    assert.equal(first.orderId, second.orderId)
    await world.runAll()
    world.advance(hour)
    assert.equal((await twice()).state.refundedCents, 330, 'the result is the current order')
    assert.equal((await storedRefunds()).length, 1)
    const [logged] = await world.rows<{ count: number }>('select count(*)::int as count from audit_log')
    assert.equal(logged!.count, 1)
    await world.assertSettled()
  })

  it('a key of a different request is refused, and another key makes another refund', async () => {
    const [order, otherOrder] = await paidOrders([1100, 500])
    const refund = (selection: Partial<StaffRefund>) => world.refundOrder(order!, { requestKey: 'click', ...selection })
    await refund({ amountCents: 100 })
    const selections: Partial<StaffRefund>[] = [
      { amountCents: 101 },
      { amountCents: 100, reason: 'something else' },
      { items: [{ index: 0, quantity: 1 }] },
      {},
    ]
    for (const selection of selections) await assert.rejects(refund(selection), { code: 'request_key_reused' })
    await refund({ amountCents: 100, requestKey: 'another' })
    await world.refundOrder(otherOrder!, { amountCents: 100, requestKey: 'click' })
    assert.equal((await storedRefunds()).length, 3)
  })

  it('a repeated refund of the full remaining amount returns the order and is not refused', async () => {
    const [order] = await paidOrders([1100])
    const whole = () => world.refundOrder(order!, { requestKey: 'click' })
    await whole()
    await world.runAll()
    assert.equal((await whole()).state.payment, 'REFUNDED')
    assert.equal((await storedRefunds()).length, 1)
  })

  it('a refund that was refused does not use up its key', async () => {
    const [order] = await paidOrders([1100])
    await assert.rejects(world.refundOrder(order!, { amountCents: 1101, requestKey: 'click' }), {
      code: 'refund_too_large',
    })
    await world.refundOrder(order!, { amountCents: 1100, requestKey: 'click' })
    assert.equal((await storedRefunds()).length, 1)
  })

  it('a completely refunded order is still printed', async () => {
    const [order] = await paidOrders([1100])
    await world.refundOrder(order!)
    await world.runAll()
    const [refunded] = await world.read([order!])
    assert.ok(mayPrint(refunded!))
  })

  // biome-ignore format: a table
  const refusals: [string, Partial<StaffRefund>, string][] = [
    ['a refund of more than was paid',          { amountCents: 1101 }, 'refund_too_large'],
    ['a refund of more than an item cost',      { items: [{ index: 1, amountCents: 1000 }] }, 'refund_too_large'],
    ['a refund of more copies than ordered',    { items: [{ index: 0, quantity: 4 }] }, 'malformed_request'],
    ['a refund of an item that does not exist', { items: [{ index: 2, quantity: 1 }] }, 'malformed_request'],
    ['a refund of an order that does not exist', { customerOrderId: 'nobody' }, 'order_not_found'],
  ]
  for (const [what, selection, code] of refusals) {
    it(`${what} is refused`, async () => {
      const [order] = await paidOrders([1100])
      await assert.rejects(world.refundOrder(order!, selection), { code })
      assert.deepEqual(await storedRefunds(), [])
    })
  }

  it('a refund of an order that was not paid, or is refunded completely, is refused', async () => {
    const accountId = await world.account('sim_success')
    const [unpaid] = await world.orders(accountId, [1000])
    await assert.rejects(world.refundOrder(unpaid!), { code: 'wrong_state' })
    const [paid] = await paidOrders([1100])
    await world.refundOrder(paid!)
    await assert.rejects(world.refundOrder(paid!), { code: 'wrong_state' })
  })

  it('the database refuses refunds of more than was paid, and changes of refunds', async () => {
    const [order] = await paidOrders([1100])
    await world.refundOrder(order!, { amountCents: 1100 })
    const again = `
      insert into refunds (account_id, refund_id, charge_id, order_id, amount_cents, tax_cents, status, idempotency_key,
        next_attempt_at, created_at)
      select account_id, 'ref_again', charge_id, order_id, 1, 0, 'pending', 'again', next_attempt_at, created_at from refunds`
    await assert.rejects(world.rows(again), /charge_orders_refunds_no_more/)
    await assert.rejects(world.rows('update refunds set amount_cents = 1'), /append-only/)
    await assert.rejects(world.rows('delete from refunds'), /append-only/)
  })
})
