// Due work on many rows does not depend on one of them.

import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { charges, database, onFreshWorlds, status, world } from '../../test/support/chargeScene.ts'
import { type LoggedError, recordErrors } from '../../test/support/errors.ts'
import { chargeTime } from '../../test/support/moneyChecks.ts'
import { openingOf } from '../../test/support/newOrder.ts'
import { fulfillmentWith } from '../../test/support/printing.ts'
import { day, hour } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { collectOrderEvents, writeOrderEmails } from '../features/notify/orderDigests.ts'
import { releaseQueued } from '../features/placing/release.ts'
import { continueSandboxTasks } from '../features/sandbox/sandboxTasks.ts'
import { expireApprovals } from '../features/staff/approvals.ts'
import { lockAccountLimits, saveLimits } from '../limits/limitStore.ts'
import { lockOrders } from '../orders/orderStore.ts'
import { postponeFailed } from '../orders/postponeFailed.ts'
import { openOrders, transition } from '../orders/transition.ts'

onFreshWorlds()
let errors: LoggedError[]
let log: Log
beforeEach(() => ({ errors, log } = recordErrors()))

const run = (text: string) => sql.raw(text).execute(database.db)
const messages = () => errors.map(({ message }) => message)

/** The database refuses these changes of rows of an account. */
async function refuse(accountId: string, change: string, row: 'new' | 'old' = 'new'): Promise<void> {
  await run(`
    create function refuse_row() returns trigger language plpgsql as $$
    begin
      raise exception 'refused' using errcode = 'data_exception';
    end $$`)
  await run(`
    create trigger refused before ${change} for each row when (${row}.account_id = '${accountId}')
    execute function refuse_row()`)
}

const mend = () => run('drop function refuse_row cascade')

it('an account that cannot be charged delays the charge of no other account', async () => {
  const [broken, good] = [await world.account('sim_success'), await world.account('sim_success')]
  const orders = [...(await world.orders(broken, [1000])), ...(await world.orders(good, [2000]))]
  await refuse(broken, 'insert on charges')
  world.to(chargeTime)
  await world.sweeps.charge(world.clock())
  assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT PENDING', 'VALID_HOLDING_BIN SUCCEEDED'])
  assert.deepEqual(world.alarms, ['an account could not be charged'])

  await mend()
  world.advance(hour)
  await world.sweeps.charge(world.clock())
  assert.deepEqual(
    (await charges()).map(({ cents, date }) => `${cents} ${date}`),
    ['2000 2026-03-02', '1000 2026-03-02'],
  )
})

it('an order of a queue whose dates cannot be estimated lets the others pass, and is released with its dates in the end', async () => {
  const accountId = await world.account(null)
  const ids = ['first', 'broken', 'third', 'fourth']
  await world.work(async work => {
    await openOrders(
      work,
      ids.map((customerOrderId, i) => ({
        ...openingOf(work, { accountId, mode: 'production', customerOrderId }),
        on: 'queued',
        queueNumber: i + 1,
      })),
    )
    const [limit] = (await lockAccountLimits(work.tx, [accountId], work.now)).filter(one => one.mode === 'production')
    await saveLimits(work.tx, [{ ...limit!, queued: ids.length, releaseDueAt: work.now }])
  })
  const estimateDates = ({ customerOrderId }: { customerOrderId: string }) => {
    if (customerOrderId === 'broken') throw new Error('this process cannot read the order')
    return { estimatedShipDate: null, estimatedDelivery: null }
  }
  const sweep = releaseQueued({ transactor: world.transactor, estimateDates, log })
  const queued = async () =>
    (await world.rows<{ id: string }>(`select customer_order_id as id from orders where status = 'QUEUED'`)).map(
      ({ id }) => id,
    )
  const sweepAll = async () => {
    while ((await sweep(world.clock())) > 0);
  }
  await sweepAll()
  assert.deepEqual(await queued(), ['broken'])
  for (let attempts = 2; attempts <= 4; attempts++) {
    world.advance(hour)
    await sweepAll()
  }
  assert.deepEqual(await queued(), [])
  assert.deepEqual(messages(), Array(3).fill('an order could not be moved on'))
})

it('a request for approval that cannot expire keeps no other open', async () => {
  const [broken, good] = [await world.account(null), await world.account(null)]
  for (const accountId of [broken, good])
    await sql`
      insert into approvals (account_id, approval_id, kind, wanted, requested_by, requested_at, status, due_at)
      values (${accountId}, ${`apr_${accountId}`}, 'enterprise', '{"limits":null}', 'system', ${world.clock()}, 'open',
        ${world.clock()})`.execute(database.db)
  await refuse(broken, 'update of status on approvals')
  const sweep = expireApprovals({ transactor: world.transactor, log })
  const statuses = () =>
    world.rows<{ status: string }>('select status from approvals order by requested_at, account_id')
  assert.equal(await sweep(world.clock()), 2)
  assert.equal(await sweep(world.clock()), 0)
  assert.deepEqual(await statuses(), [{ status: 'open' }, { status: 'expired' }])
  assert.deepEqual(messages(), ['work that is due could not be done'])
  await mend()
  world.advance(hour)
  await sweep(world.clock())
  assert.deepEqual(await statuses(), [{ status: 'expired' }, { status: 'expired' }])
})

it('an email about orders that cannot be written delays no other', async () => {
  const [broken, good] = [await world.account(null), await world.account(null)]
  for (const [accountId, orders] of [
    [broken, '[null]'],
    [good, '[]'],
  ])
    await sql`
      insert into order_digests (account_id, kind, frequency, orders, order_count, due_at)
      values (${accountId}, 'order_failed', 'now', ${orders}, 1, ${world.clock()})`.execute(database.db)
  const sweep = writeOrderEmails({ transactor: world.transactor, publicUrl: new URL('http://octavo.example'), log })
  assert.equal(await sweep(world.clock()), 2)
  assert.equal(await sweep(world.clock()), 0)
  const waiting = await world.rows('select account_id as id from order_digests where due_at is not null')
  assert.deepEqual(waiting, [{ id: broken }])
  assert.deepEqual(messages(), ['work that is due could not be done'])
})

it('an event that cannot be read is left out of the emails, and stops no later event', async () => {
  const accountId = await world.account(null)
  const orders = await world.work(work =>
    openOrders(
      work,
      Array.from({ length: 2 }, () => ({ ...openingOf(work, { accountId, mode: 'production' }), on: 'invalid' })),
    ),
  )
  await run(`update order_events set state = '{"errors":5}' where order_id = '${orders[0]!.orderId}'`)
  const sweep = collectOrderEvents({ transactor: world.transactor, log })
  assert.equal(await sweep(world.clock()), 2)
  assert.equal(await sweep(world.clock()), 0)
  assert.deepEqual(
    errors.map(({ orderId, message }) => `${orderId} ${message}`),
    [`${orders[0]!.orderId} an email leaves out an order`],
  )
})

it('a sandbox that cannot be moved forward delays no other sandbox', async () => {
  const [broken, good] = [await world.account(null), await world.account(null)]
  for (const accountId of [broken, good])
    await sql`
      insert into sandbox_tasks (account_id, kind, by_ms, requested_at, requested_by, due_at)
      values (${accountId}, 'fast_forward', ${day}, ${world.clock()}, 'test', ${world.clock()})`.execute(database.db)
  await refuse(broken, 'delete on sandbox_tasks', 'old')
  const sweep = continueSandboxTasks({ transactor: world.transactor, fulfillment: fulfillmentWith(), log })
  while ((await sweep(world.clock())) > 0);
  const left = await world.rows<{ account_id: string }>('select account_id from sandbox_tasks')
  assert.deepEqual(left, [{ account_id: broken }])
  assert.deepEqual(messages(), ['work that is due could not be done'])
})

it('an order that failed five times leaves the holding bin for the staff', async () => {
  const [order] = await world.orders(await world.account(null), [100])
  await world.work(async work => {
    const [locked] = await lockOrders(work.tx, [order!])
    await transition(work, [{ order: locked!, on: 'paid' }])
  })
  for (let attempt = 1; attempt <= 5; attempt++) {
    assert.equal((await world.read([order!]))[0]!.status, 'VALID_HOLDING_BIN')
    await world.work(async work => {
      const [item] = await lockOrders(work.tx, [order!])
      await postponeFailed(work, [{ item: item!, error: new Error('a fault of ours') }], log)
    })
  }
  const [after] = await world.read([order!])
  assert.deepEqual([after!.status, after!.state.errors.map(({ code }) => code)], ['EXCEPTION', ['not_processed']])
})
