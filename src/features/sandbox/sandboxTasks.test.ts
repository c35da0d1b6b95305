// Fast-forwarding and emptying a sandbox of any size, in transactions of a bounded size.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { databasesOfForm } from '../../../test/support/databases.ts'
import { type MoneyWorld, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { openingOf } from '../../../test/support/newOrder.ts'
import { fulfillmentWith } from '../../../test/support/printing.ts'
import { day, earlier, hour, later } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../db/db.ts'
import { readLimit } from '../../limits/limitStore.ts'
import { usedIdentifiers } from '../../orders/orderStore.ts'
import { openOrders } from '../../orders/transition.ts'
import { audit, isLateness } from '../audit/audit.ts'
import { emptySandbox, fastForward } from './sandbox.ts'
import { continueSandboxTasks, type Progress, readSandboxTask } from './sandboxTasks.ts'

const mode = 'sandbox'
/** More than two portions of either kind. */
const manyOrders = 2300

for (const { name, fresh } of databasesOfForm)
  describe(`a sandbox of many orders on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    let world: MoneyWorld
    before(async () => {
      ;({ database, drop } = await fresh())
      world = moneyWorld(database)
    })
    after(() => drop())

    const by = () => ({ now: world.clock(), actor: 'user tester' })
    const deps = () => ({ transactor: world.transactor, fulfillment: fulfillmentWith(), log: silentLog })
    const doNextPortion = () => continueSandboxTasks(deps())(world.clock())

    const place = async (accountId: string, customerOrderId: string) => {
      const { lastNumber } = await readLimit(database.db, { accountId, mode }, world.clock())
      const receivedNumber = lastNumber + 1
      const received = { customerOrderId, receivedNumber, receivedAt: world.clock() }
      await world.work(work => openOrders(work, [openingOf(work, { accountId, mode, ...received })]))
      await sql`
        update order_limits set last_number = ${receivedNumber}, last_received_at = ${world.clock()}::timestamptz + forwarded
        where account_id = ${accountId} and mode = 'sandbox'`.execute(database.db)
    }

    /** An account whose sandbox has this many orders, due in a day and received an hour ago, with their webhooks. */
    async function sandboxOf(orders: number): Promise<string> {
      const accountId = await world.account(null)
      const { db } = database
      await place(accountId, 'first')
      const dueAt = later(world.clock(), day)
      const isOfSandbox = sql`account_id = ${accountId} and mode = 'sandbox'`
      const numbers = sql`generate_series(2, ${orders}::int) n`
      await sql`update orders set due_at = ${dueAt}, received_at = ${earlier(world.clock(), hour)} where ${isOfSandbox}`.execute(
        db,
      )
      await sql`
        insert into orders (
          account_id, mode, order_id, customer_order_id, status, billing, webhook_url, state, sequence,
          operator_version, received_number, received_at, due_at, created_at, updated_at)
        select account_id, mode, order_id || n, 'o' || n, status, billing, webhook_url, state, sequence,
          operator_version, n, received_at, due_at, created_at, updated_at
        from orders, ${numbers} where ${isOfSandbox}`.execute(db)
      await sql`
        insert into order_contents (account_id, mode, order_id, request, books, order_number)
        select account_id, mode, order_id || n, request, books, order_number
        from order_contents, ${numbers} where ${isOfSandbox}`.execute(db)
      await sql`
        insert into order_search (account_id, mode, order_id, part, words, country, skus)
        select account_id, mode, order_id || n, part, words, country, skus
        from order_search, ${numbers} where ${isOfSandbox}`.execute(db)
      await sql`
        insert into order_events (
          account_id, mode, order_id, sequence, event_id, kind, on_event, status, state, at, actor, has_delivery)
        select account_id, mode, order_id || n, sequence, event_id || n, kind, on_event, status, state, at, actor, has_delivery
        from order_events, ${numbers} where ${isOfSandbox}`.execute(db)
      await sql`
        insert into webhook_deliveries (account_id, mode, order_id, sequence, status, next_attempt_at, created_at)
        select account_id, mode, order_id || n, sequence, status, next_attempt_at, created_at
        from webhook_deliveries, ${numbers} where ${isOfSandbox}`.execute(db)
      await sql`update order_limits set last_number = ${orders} where ${isOfSandbox}`.execute(db)
      return accountId
    }

    async function countByDueHour(accountId: string): Promise<Record<string, number>> {
      const { rows } = await sql<{ hours: number; orders: number }>`
        select extract(epoch from due_at - ${world.clock()}::timestamptz)::int / 3600 as hours, count(*)::int as orders
        from orders where account_id = ${accountId} group by 1`.execute(database.db)
      return Object.fromEntries(rows.map(({ hours, orders }) => [hours, orders]))
    }

    const isBusy = (error: unknown) => error instanceof Refusal && error.code === 'wrong_state'

    async function assertSound(): Promise<void> {
      const findings = await audit(database.db, world.clock())
      assert.deepEqual(
        findings.filter(finding => !isLateness(finding)),
        [],
      )
    }

    it('a fast-forward moves the first orders of a sandbox at once, and further orders in portions, each order once', async () => {
      const accountId = await sandboxOf(manyOrders)
      const jump = () => fastForward(deps(), { accountId, byMs: 2 * hour, ...by() })
      assert.deepEqual(await jump(), { orders: 1000, done: false })
      assert.deepEqual(await countByDueHour(accountId), { 22: 1000, 24: manyOrders - 1000 })
      await assert.rejects(jump(), isBusy)
      const task = await readSandboxTask(database.db, accountId)
      assert.deepEqual([task?.kind, task?.orders], ['fast_forward', 1000])
      for (let portion = 2; portion <= 3; portion++) assert.equal(await doNextPortion(), 1)
      assert.equal(await doNextPortion(), 0)
      assert.deepEqual(await countByDueHour(accountId), { 22: manyOrders })
      assert.equal(await readSandboxTask(database.db, accountId), null)
    })

    it('a fast-forward moves only orders that were placed before its request', async () => {
      const accountId = await sandboxOf(manyOrders)
      await fastForward(deps(), { accountId, byMs: 2 * hour, ...by() })
      await place(accountId, 'later')
      await sql`
        update orders set due_at = ${later(world.clock(), 5 * hour)}
        where account_id = ${accountId} and customer_order_id = 'later'`.execute(database.db)
      while ((await doNextPortion()) > 0);
      assert.deepEqual(await countByDueHour(accountId), { 5: 1, 22: manyOrders })
    })

    it('a fast-forward frees the slots of a large sandbox at once', async () => {
      const accountId = await sandboxOf(manyOrders)
      const received = async () => {
        const { lastNumber, expiredNumber } = await readLimit(database.db, { accountId, mode }, world.clock())
        return lastNumber - expiredNumber
      }
      assert.equal(await received(), manyOrders)
      await fastForward(deps(), { accountId, byMs: 22 * hour, ...by() })
      assert.equal(await received(), manyOrders)
      while ((await doNextPortion()) > 0);
      await fastForward(deps(), { accountId, byMs: hour, ...by() })
      assert.equal(await received(), 0)
      await place(accountId, 'after')
      assert.equal(await received(), 1)
      while ((await doNextPortion()) > 0);
      await assertSound()
    })

    it('a sandbox is emptied in portions, while new orders are placed and stay', async () => {
      const accountId = await sandboxOf(manyOrders)
      await sql`
        insert into used_identifiers (account_id, customer_order_id, mode)
        values (${accountId}, 'rejected long ago', 'sandbox'), (${accountId}, 'real', 'production')`.execute(
        database.db,
      )
      const empty = (): Promise<Progress> => emptySandbox(deps(), { accountId, ...by() })
      assert.deepEqual(await empty(), { orders: 500, done: false })
      await assertSound()
      await place(accountId, 'new')
      await assert.rejects(empty(), isBusy)
      await assertSound()
      while ((await doNextPortion()) > 0);
      const { rows } = await sql<{ id: string }>`
        select customer_order_id as id from orders where account_id = ${accountId}`.execute(database.db)
      assert.deepEqual(rows, [{ id: 'new' }])
      const { lastNumber, expiredNumber } = await readLimit(database.db, { accountId, mode }, world.clock())
      assert.equal(lastNumber - expiredNumber, 1)
      const ids = ['rejected long ago', 'real', 'o7'].map(customerOrderId => ({ accountId, customerOrderId }))
      assert.deepEqual(await usedIdentifiers(database.db, ids), [{ accountId, customerOrderId: 'real' }])
      const audited = await sql<{ actor: string; orders: number }>`
        select actor, (details ->> 'orders')::int as orders from audit_log
        where account_id = ${accountId} and action = 'sandbox_emptied'`.execute(database.db)
      assert.deepEqual(audited.rows, [{ actor: 'user tester', orders: manyOrders }])
      await assertSound()
    })
  })
