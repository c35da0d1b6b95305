import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { hour, instant, later, manualClock, minute } from '../base/clock.ts'
import { sortableIds } from '../base/ids.ts'
import { type Mode, modes } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { presentOrder } from './present.ts'
import { listOrders, orderReader } from './read.ts'
import { findOrder } from './store.ts'

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

type Key = { accountId: string; mode: Mode; customerOrderId: string }
const key: fc.Arbitrary<Key> = fc.record({
  accountId: fc.constantFrom(...accounts),
  mode: fc.constantFrom(...modes),
  customerOrderId: fc.constantFrom(...ids, 'unknown'),
})
// Reads that come together, and changes between them.
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ read: fc.array(key, { minLength: 1, maxLength: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ change: key, word: fc.string({ unit: 'grapheme-ascii', maxLength: 5 }) }) },
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
      // In one transaction, as a group of creates: all their rows then have the same version.
      await db.transaction().execute(async tx => {
        for (const accountId of accounts) await placeOrders(tx, accountId)
      })
    })
    after(() => drop())

    it('answers each its own order as it is now, whoever else asks and whatever was read before', async () => {
      const read = orderReader(db)
      await fc.assert(
        fc.asyncProperty(steps, async taken => {
          for (const step of taken) {
            if ('change' in step) await change(db, step.change, step.word)
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

    it('answers an order as it is now though the table was written anew, and another row stands where its own did', async () => {
      const read = orderReader(db)
      const one = { accountId: accounts[2]!, mode: modes[0], customerOrderId: '1' }
      await read(one)
      await change(db, one, 'moved')
      await sql`vacuum full orders`.execute(db) // the next row, of the same transaction, moves up
      assert.deepEqual(JSON.parse((await read(one))!).errors, [{ pointer: '', code: 'changed', detail: 'moved' }])
    })

    it('answers nothing of an order that is gone, though it was read before', async () => {
      const read = orderReader(db)
      const one = { accountId: accounts[0]!, mode: modes[0], customerOrderId: '1' }
      assert.ok(await read(one))
      await sql`delete from orders where account_id = ${one.accountId} and customer_order_id = '1'`.execute(db)
      assert.equal(await read(one), undefined)
    })
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

    for (const [what, createdAfter, createdBefore] of [
      ['after the last one', last, null],
      ['in the last minutes', later(last, -5 * minute), null],
      ['after an instant long ago', later(first, -hour), null],
      ['before the first one', null, first],
      ['in the first minutes', null, later(first, 5 * minute)],
      ['in some minutes of the middle', later(first, 2000 * minute), later(first, 2010 * minute)],
    ] as const)
      it(`finds the orders ${what} and reads few others, however many there are`, async () => {
        const mode: Mode = 'production'
        const filter = { accountId, mode, statuses: [], createdAfter, createdBefore, after: null, limit: 25 }
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
  })

/** What this transaction has read of the table so far, by whichever plan. */
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
    insert into orders (account_id, mode, order_id, customer_order_id, status, billing, request, state, sequence, books,
      created_at, updated_at)
    select ${accountId}, 'production', order_id, order_id, 'FAILED', 'charged', ${JSON.stringify(request)}::json,
      ${JSON.stringify({ ...state, errors: [], warnings: [] })}::json, 1, '[]', created_at, created_at
    from unnest(
      ${orders.map(one => one.orderId)}::text[], ${orders.map(one => one.createdAt)}::timestamptz[]
    ) as placed (order_id, created_at)`.execute(db)
  await sql`analyze orders`.execute(db)
}

/** Every identifier in one of the modes, which differs from account to account. */
async function placeOrders(db: Db | Tx, accountId: string) {
  await sql`insert into accounts (account_id, name, holder_email, created_at)
            values (${accountId}, 'Test', 'holder@example.com', ${now})`.execute(db)
  for (const [i, customerOrderId] of ids.entries()) {
    const mode = modes[(accounts.indexOf(accountId) + i) % 2]!
    const said = { ...state, warnings: [{ pointer: '', code: accountId, detail: customerOrderId }], errors: [] }
    await sql`
      insert into orders (account_id, mode, order_id, customer_order_id, status, billing, request, state, sequence, books,
        created_at, updated_at)
      values (${accountId}, ${mode}, ${`ord_${i}`}, ${customerOrderId}, 'RECEIVED', 'charged', ${JSON.stringify(request)}::json,
        ${JSON.stringify(said)}::json, 1, '[]', ${now}, ${now})`.execute(db)
  }
}

/** As anything might change it, even without a new step. */
async function change(db: Db, { accountId, mode, customerOrderId }: Key, word: string) {
  const errors = [{ pointer: '', code: 'changed', detail: word }]
  await sql`
    update orders set state = ${JSON.stringify({ ...state, errors, warnings: [] })}::json
    where account_id = ${accountId} and mode = ${mode} and customer_order_id = ${customerOrderId}`.execute(db)
}
