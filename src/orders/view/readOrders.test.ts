import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { bothDatabases } from '../../../test/support/database.ts'
import { startPostgres } from '../../../test/support/postgres.ts'
import { day, hour, instant, later, manualClock, minute } from '../../base/clock.ts'
import { type Mode, modes } from '../../base/mode.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import { type Db, openDatabase, type Tx } from '../../db/db.ts'
import { migrate } from '../../db/migrate.ts'
import type { SortPosition } from '../../db/sortPosition.ts'
import { orderJson } from '../../http/objects/orderJson.ts'
import { findOrder, nextVersion } from '../orderStore.ts'
import { noDetails } from './orderFilters.ts'
import { maxSortedOrders, type OrderSort } from './orderSort.ts'
import { presentOrder } from './presentOrder.ts'
import { listOrders, orderReader } from './readOrders.ts'

const now = instant('2026-03-01T12:00:00.120Z')
const accounts = Array.from({ length: 12 }, (_, i) => `acc_${i}`)
const ids = ['1', '2', 'production 1', '1 sandbox 1']
const request = {
  currency: 'USD',
  shippingClassification: 'standard',
  destination: { name: 'Ada', address1: '1 Main Street', city: 'Rochester', postal: '14604', country: 'US' },
  orderItems: [],
}
const state = {
  pricing: null,
  payment: 'PENDING',
  shipmentTracking: [],
  estimatedDelivery: null,
  estimatedShipDate: null,
}

const newest: OrderSort = { by: 'created', descending: true }

type Key = { accountId: string; mode: Mode; customerOrderId: string }
const key: fc.Arbitrary<Key> = fc.record({
  accountId: fc.constantFrom(...accounts),
  mode: fc.constantFrom(...modes),
  customerOrderId: fc.constantFrom(...ids, 'unknown'),
})
// Reads that arrive together, and changes between reads.
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ read: fc.array(key, { minLength: 1, maxLength: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ change: key, detail: fc.string({ unit: 'grapheme-ascii', maxLength: 5 }) }) },
  ),
  { minLength: 4, maxLength: 20 },
)

for (const { name, fresh } of bothDatabases)
  describe(`reading orders on ${name}`, () => {
    let db: Db
    let drop: () => Promise<void>

    before(async () => {
      const made = await fresh()
      db = made.database.db
      drop = made.drop
      // In one transaction, like a group of creates, so all rows have the same version.
      await db.transaction().execute(async tx => {
        for (const accountId of accounts) await placeOrders(tx, accountId)
      })
    })
    after(() => drop())

    it('each reader gets the current state of its own order, also next to other and earlier reads', async () => {
      const read = orderReader(db, orderJson)
      await fc.assert(
        fc.asyncProperty(steps, async sequence => {
          for (const step of sequence) {
            if ('change' in step) await change(db, step.change, step.detail)
            else {
              const answers = await Promise.all(step.read.map(read))
              for (const [i, answer] of answers.entries()) {
                const order = await findOrder(db, step.read[i]!)
                const expected = order === undefined ? undefined : JSON.parse(JSON.stringify(presentOrder(order)))
                assert.deepEqual(answer === undefined ? undefined : JSON.parse(answer), expected)
              }
            }
          }
        }),
        { numRuns: 25 },
      )
    })

    it('an order is read by the identifier of a deleted order that was read before', async () => {
      const read = orderReader(db, orderJson)
      const orderKey = { accountId: accounts[2]!, mode: modes[0], customerOrderId: '1' }
      await read(orderKey)
      await sql`delete from orders where account_id = ${orderKey.accountId}`.execute(db)
      await sql`delete from accounts where account_id = ${orderKey.accountId}`.execute(db)
      await placeOrders(db, orderKey.accountId, 'SHIPPED')
      assert.equal(JSON.parse((await read(orderKey))!).status, 'SHIPPED')
    })

    it('a deleted order is not found, although it was read before', async () => {
      const read = orderReader(db, orderJson)
      const orderKey = { accountId: accounts[0]!, mode: modes[0], customerOrderId: '1' }
      assert.ok(await read(orderKey))
      await sql`delete from orders where account_id = ${orderKey.accountId} and customer_order_id = '1'`.execute(db)
      assert.equal(await read(orderKey), undefined)
    })
  })

it('a change that is lost in a crash of the database is no longer read, but the next change is', async t => {
  const losing = { synchronous_commit: 'off', wal_writer_delay: '10s', autovacuum: 'off' }
  const server = await startPostgres(losing)
  t.after(() => server.stop())
  const database = await openDatabase({ databaseUrl: server.url('postgres'), dataDir: null })
  t.after(() => database.close())
  const { db } = database
  await migrate(database, now)
  await placeOrders(db, accounts[0]!)
  await sql`checkpoint`.execute(db)
  const orderKey = { accountId: accounts[0]!, mode: modes[0], customerOrderId: '1' }
  const read = orderReader(db, orderJson)
  const errorsRead = async () => JSON.parse((await read(orderKey))!).errors
  await change(db, orderKey, 'lost')
  assert.equal((await errorsRead())[0].detail, 'lost')
  await server.break()
  await server.start()
  while ((await errorsRead().catch(() => null)) === null);
  assert.deepEqual(await errorsRead(), [])
  await change(db, orderKey, 'kept')
  assert.equal((await errorsRead())[0].detail, 'kept')
})

for (const { name, fresh } of bothDatabases)
  describe(`listing orders by time on ${name}`, () => {
    const stored = 5000
    const accountId = 'acc_busy'
    const [first, last] = [now, later(now, (stored - 1) * minute)]
    let db: Db
    let drop: () => Promise<void>

    before(async () => {
      const made = await fresh()
      db = made.database.db
      drop = made.drop
      await placeEachMinute(db, accountId, stored)
    })
    after(() => drop())

    for (const [period, createdAfter, createdBefore] of [
      ['after the last order', last, null],
      ['in the last minutes', later(last, -5 * minute), null],
      ['after an instant long ago', later(first, -hour), null],
      ['before the first order', null, first],
      ['in the first minutes', null, later(first, 5 * minute)],
      ['in some minutes of the middle', later(first, 2000 * minute), later(first, 2010 * minute)],
    ] as const)
      it(`a list finds the orders ${period} and reads few other orders, however many are stored`, async () => {
        const mode: Mode = 'production'
        const none = { statuses: [], search: null, details: noDetails, sort: newest, after: null }
        const filter = { accountId, mode, ...none, createdAfter, createdBefore, limit: 25 }
        const { found, read } = await db.transaction().execute(async tx => {
          const before = await ordersRead(tx)
          const { orders } = await listOrders(tx, filter)
          return { found: orders.map(order => order.createdAt), read: (await ordersRead(tx)) - before }
        })
        const within = Array.from({ length: stored }, (_, i) => later(first, i * minute)).filter(
          at => (createdAfter === null || at > createdAfter) && (createdBefore === null || at < createdBefore),
        )
        assert.deepEqual(found, within.toReversed().slice(0, filter.limit))
        assert.ok(read < 200, `${read} rows were read`)
      })

    it('each sort lists every order once, those without a value last, and goes on when the last order of a page has changed', async () => {
      const mode: Mode = 'production'
      const createdAfter = later(last, -40 * minute)
      const period = { statuses: [], search: null, details: noDetails, createdAfter, createdBefore: null }
      const owner = { accountId, mode }
      await sql`
        update orders
        set charge_cents = case when n % 7 = 0 then null else (n % 5) * 100 end, updated_at = ${last}::timestamptz - n % 6 * interval '1 second'
        from (select order_id, row_number() over (order by order_id desc) as n from orders) numbered
        where orders.order_id = numbered.order_id and created_at > ${createdAfter}`.execute(db)
      const all = await listOrders(db, { ...owner, ...period, sort: newest, after: null, limit: 100 })
      for (const by of ['due', 'total', 'updated', 'status', 'country', 'recipient'] as const)
        for (const descending of [true, false]) {
          const listed: string[] = []
          let after: SortPosition | null = null
          do {
            const page: Awaited<ReturnType<typeof listOrders>> = await listOrders(db, {
              ...{ ...owner, ...period, sort: { by, descending }, after, limit: 7 },
            })
            listed.push(...page.orders.map(order => order.orderId))
            after = page.next
          } while (after !== null)
          const sign = descending ? -1 : 1
          const compare = (a: number | string | null, b: number | string | null): number =>
            a === b ? 0 : a === null ? 1 : b === null ? -1 : (a < b ? -1 : 1) * sign
          const values = { total: 'chargeCents', updated: 'updatedAt' } as const
          const keyOf = (order: (typeof all.orders)[number]) =>
            by === 'total' || by === 'updated' ? (order[values[by]]?.valueOf() ?? null) : null
          const expected = all.orders
            .toSorted((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.orderId, b.orderId))
            .map(order => order.orderId)
          assert.deepEqual(listed, expected, `${by} ${descending}`)
        }
      const changed = { ...owner, ...period, sort: { by: 'updated', descending: true } as const }
      const before = await listOrders(db, { ...changed, after: null, limit: 30 })
      const page = await listOrders(db, { ...changed, after: null, limit: 10 })
      await sql`update orders set updated_at = ${later(last, day)} where order_id = ${page.next!.id}`.execute(db)
      const rest = await listOrders(db, { ...changed, after: page.next, limit: 20 })
      assert.deepEqual(
        [...page.orders, ...rest.orders].map(order => order.orderId),
        before.orders.map(order => order.orderId),
      )
      const byName = { ...owner, ...period, sort: { by: 'recipient', descending: false } as const }
      const named = await listOrders(db, { ...byName, after: null, limit: 30 })
      const firstNamed = await listOrders(db, { ...byName, after: null, limit: 10 })
      // Erased, as the name of a recipient is some time after an order has ended.
      await sql`update order_search set words = '' where order_id = ${firstNamed.next!.id}`.execute(db)
      const restNamed = await listOrders(db, { ...byName, after: firstNamed.next, limit: 20 })
      assert.deepEqual(
        [...firstNamed.orders, ...restNamed.orders].map(order => order.orderId),
        named.orders.map(order => order.orderId),
      )
    })

    it('by the day of shipping, Rush is first on each day, and among the orders without a day, which are last', async () => {
      const owner = { accountId: 'acc_due', mode: 'production' as const }
      await placeEachMinute(db, owner.accountId, 9)
      const numbered = sql`
        (select order_id, row_number() over (order by order_id) as n from orders where account_id = ${owner.accountId}) n`
      await sql`
        update orders o
        set state = (state::jsonb || jsonb_build_object('promisedShipDate', '2026-03-0' || n.n % 3))::json
        from ${numbered}
        where o.order_id = n.order_id and n.n % 3 > 0`.execute(db)
      await sql`
        update order_contents o
        set request = (request::jsonb || '{ "shippingClassification": "rush" }')::json
        from ${numbered}
        where o.order_id = n.order_id and n.n > 6`.execute(db)
      const filter = { statuses: [], search: null, details: noDetails, createdAfter: null, createdBefore: null }
      const due = { ...owner, ...filter, sort: { by: 'due', descending: false } as const, limit: 2 }
      const listed: string[] = []
      for (let after: SortPosition | null | undefined; after !== null; ) {
        const page: Awaited<ReturnType<typeof listOrders>> = await listOrders(db, { ...due, after: after ?? null })
        listed.push(
          ...page.orders.map(({ state, request }) => `${state.promisedShipDate} ${request.shippingClassification}`),
        )
        after = page.next
      }
      assert.deepEqual(
        listed,
        ['2026-03-01', '2026-03-02', 'undefined'].flatMap(day => [`${day} rush`, `${day} standard`, `${day} standard`]),
      )
    })

    it('a list of more orders than can be sorted is refused, and reads no more than it may sort', async () => {
      const mode: Mode = 'production'
      const many = 'acc_many'
      await placeEachMinute(db, many, maxSortedOrders + 2)
      const list = { statuses: [], search: null, details: noDetails, createdAfter: null, createdBefore: null }
      const filter = {
        accountId: many,
        mode,
        ...list,
        sort: { by: 'total', descending: true } as const,
        after: null,
        limit: 2,
      }
      await assert.rejects(listOrders(db, filter), { code: 'too_many_to_sort' })
      const [second] = (await listOrders(db, { ...filter, sort: { by: 'created', descending: false } })).orders.slice(1)
      const fewer = await listOrders(db, { ...filter, createdAfter: second!.createdAt })
      assert.equal(fewer.orders.length, 2)
    })
  })

/** How many rows of the table this transaction has read so far, under any plan. */
async function ordersRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname = 'orders'`.execute(tx)
  return rows[0]!.read
}

async function placeEachMinute(db: Db, accountId: string, count: number) {
  await sql`insert into accounts (account_id, name, holder_email, created_at)
            values (${accountId}, 'Busy', 'holder@example.com', ${now})`.execute(db)
  const clock = manualClock(now)
  const newId = sortableIds(clock)
  const orders = Array.from({ length: count }, (_, i) => {
    clock.set(later(now, i * minute))
    return { orderId: newId('ord'), createdAt: clock() }
  })
  await sql`
    insert into orders (account_id, mode, order_id, customer_order_id, status, billing, state, sequence,
      operator_version, created_at, updated_at)
    select ${accountId}, 'production', order_id, order_id, 'FAILED', 'charged',
      ${JSON.stringify({ ...state, errors: [], warnings: [] })}::json, 1, 1, created_at, created_at
    from unnest(
      ${orders.map(o => o.orderId)}::text[], ${orders.map(o => o.createdAt)}::timestamptz[]
    ) as placed (order_id, created_at)`.execute(db)
  await addContents(db)
  await sql`analyze orders`.execute(db)
}

/** An order with each identifier, in a mode that differs from account to account. */
async function placeOrders(db: Db | Tx, accountId: string, status = 'RECEIVED') {
  await sql`insert into accounts (account_id, name, holder_email, created_at)
            values (${accountId}, 'Test', 'holder@example.com', ${now})`.execute(db)
  for (const [i, customerOrderId] of ids.entries()) {
    const mode = modes[(accounts.indexOf(accountId) + i) % 2]!
    const labeled = { ...state, warnings: [{ pointer: '', code: accountId, detail: customerOrderId }], errors: [] }
    await sql`
      insert into orders (account_id, mode, order_id, customer_order_id, status, billing, state, sequence,
        operator_version, created_at, updated_at)
      values (${accountId}, ${mode}, ${`ord_${i}`}, ${customerOrderId}, ${status}, 'charged',
        ${JSON.stringify(labeled)}::json, 1, 1, ${now}, ${now})`.execute(db)
  }
  await addContents(db)
}

const addContents = (db: Db | Tx) =>
  sql`
    insert into order_contents (account_id, mode, order_id, request, books, order_number)
    select account_id, mode, order_id, ${JSON.stringify(request)}::json, '[]', order_id from orders
    on conflict do nothing`.execute(db)

/** Changes an order without a new step. */
async function change(db: Db, { accountId, mode, customerOrderId }: Key, detail: string) {
  const errors = [{ pointer: '', code: 'changed', detail }]
  await sql`
    update orders o
    set state = ${JSON.stringify({ ...state, errors, warnings: [] })}::json, version = ${nextVersion()}
    where account_id = ${accountId} and mode = ${mode} and customer_order_id = ${customerOrderId}`.execute(db)
}
