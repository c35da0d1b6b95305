import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../../test/support/database.ts'
import { type MoneyWorld, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { openingOf } from '../../../test/support/newOrder.ts'
import { freshPostgres, ownPostgres } from '../../../test/support/postgres.ts'
import { earlier, hour, minute, second } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { createVault } from '../../base/secrets/vault.ts'
import { type Database, openDatabase, type Tx } from '../../db/db.ts'
import { keepNumbersRising } from '../../db/transactions.ts'
import type { Order } from '../order.ts'
import { lockOrders } from '../orderStore.ts'
import { transact } from '../transact.ts'
import { openOrders, transition, type UnitOfWork } from '../transition.ts'
import { cursorPattern, readFeed, sealCursor } from './orderFeed.ts'
import { presentEvent } from './presentOrder.ts'
import { announcedSteps } from './readOrders.ts'

const mode = 'production'
const unknownCursor = (error: unknown) =>
  error instanceof Refusal && error.code === 'malformed_request' && error.problems[0]?.code === 'unknown_cursor'
const vault = createVault(Buffer.alloc(32, 7))

type Query = { cursor?: string; since?: Date; limit?: number }
const readerOf =
  ({ db }: Database, accountId: string) =>
  ({ cursor, since, limit = 100 }: Query = {}) =>
    readFeed({ db, vault }, { accountId, mode }, { cursor: cursor ?? null, since: since ?? null, limit })

/** All events from a position on, page by page, as ids; and the cursor at the end. */
async function follow(read: ReturnType<typeof readerOf>, query: Query = {}): Promise<{ ids: string[]; end: string }> {
  const ids: string[] = []
  for (let { events, next } = await read(query); ; { events, next } = await read({ ...query, cursor: next })) {
    if (events.length === 0) return { ids, end: next }
    ids.push(...events.map(({ eventId }) => eventId))
  }
}

const place = async (world: MoneyWorld, accountId: string, changes: Partial<Order> = {}): Promise<Order> => {
  const [order] = await world.work(work => openOrders(work, [openingOf(work, { accountId, mode, ...changes })]))
  return order!
}

const cancel = async (work: UnitOfWork, order: Order) =>
  transition(work, [{ order: (await lockOrders(work.tx, [order]))[0]!, on: 'cancel' }])

/** How many rows of the table this transaction has read so far, under any plan. */
async function eventsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname = 'order_events'`.execute(tx)
  return rows[0]!.read
}

for (const { name, fresh } of bothDatabases)
  describe(`the feed of events on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    let world: MoneyWorld
    before(async () => {
      // Open transactions in other databases of a server hold the feed up, too.
      if (name === 'PostgreSQL') await ownPostgres()
      ;({ database, drop } = await fresh())
      await keepNumbersRising(database, 'order_events')
      world = moneyWorld(database)
    })
    after(() => drop())

    it('the feed has each announced event of the account and mode once, in order, as the order itself has it', async () => {
      const accountId = await world.account(null)
      const orders = [await place(world, accountId), await place(world, accountId, { webhookUrl: null })]
      await place(world, await world.account(null))
      await place(world, accountId, { mode: 'sandbox' })
      for (const order of orders.toReversed()) await world.work(work => cancel(work, order))
      const [first, second] = await Promise.all(
        orders.map(async order => (await announcedSteps(database.db, order, 0)).steps),
      )
      const expected = [first![0]!, second![0]!, second![1]!, first![1]!].map(step => step.eventId)
      const read = readerOf(database, accountId)
      for (const limit of [1, 3, 100]) assert.deepEqual((await follow(read, { limit })).ids, expected)
      const { events } = await read()
      const last = events.at(-1)!
      assert.deepEqual(presentEvent(last, last), presentEvent(orders[0]!, first![1]!))
    })

    it('the feed continues after a cursor, and leaves out steps that are not announced', async () => {
      const accountId = await world.account(null)
      const read = readerOf(database, accountId)
      const order = await place(world, accountId)
      const { end } = await follow(read)
      assert.deepEqual((await follow(read, { cursor: 'latest' })).ids, [])
      const { next: latest } = await read({ cursor: 'latest' })
      await world.work(async work => {
        await transition(work, [{ order: (await lockOrders(work.tx, [order]))[0]!, on: 'validation_started' }])
      })
      assert.deepEqual((await follow(read, { cursor: end })).ids, [])
      const nextOrder = await place(world, accountId)
      const { steps } = await announcedSteps(database.db, nextOrder, 0)
      for (const cursor of [end, latest]) assert.deepEqual((await follow(read, { cursor })).ids, [steps[0]!.eventId])
    })

    it('the feed begins at an instant, and reads few other events, however many are stored', async () => {
      const accountId = await world.account(null)
      const read = readerOf(database, accountId)
      const start = world.clock()
      for (let i = 0; i < 300; i++) {
        world.clock.set(new Date(start.getTime() + i * 10 * minute))
        await place(world, accountId)
      }
      const { ids } = await follow(read)
      assert.equal(ids.length, 300)
      const at = (i: number) => new Date(start.getTime() + i * 10 * minute)
      const since = async (instant: Date) => (await follow(read, { since: instant })).ids
      assert.deepEqual(await since(earlier(start, hour)), ids)
      assert.deepEqual(await since(at(290)), ids.slice(290))
      assert.deepEqual(await since(new Date(at(290).getTime() + second)), ids.slice(291))
      assert.deepEqual(await since(new Date(at(299).getTime() + second)), [])
      await sql`analyze order_events`.execute(database.db)
      const rowsRead = await database.db.transaction().execute(async tx => {
        const before = await eventsRead(tx)
        await readFeed({ db: tx, vault }, { accountId, mode }, { cursor: null, since: at(290), limit: 5 })
        return (await eventsRead(tx)) - before
      })
      assert.ok(rowsRead < 120, `${rowsRead} rows were read`)
    })

    it('the feed begins with events of an older version, which have no transaction number', async () => {
      const accountId = await world.account(null)
      await place(world, accountId)
      await place(world, accountId)
      const read = readerOf(database, accountId)
      const { ids } = await follow(read)
      await sql`
        update order_events set transaction_number = 0 where account_id = ${accountId} and event_id = ${ids[1]}`.execute(
        database.db,
      )
      assert.deepEqual((await follow(read, { limit: 1 })).ids, ids.toReversed())
    })

    it('a page of the feed has fewer large orders, but always at least one', async () => {
      const accountId = await world.account(null)
      const payload = 'x'.repeat(6_000_000)
      for (let i = 0; i < 4; i++) {
        const { request } = openingOf({ newId: () => '', now: world.clock() }, { accountId, mode }).order
        await place(world, accountId, { request: { ...request, payload } })
      }
      const read = readerOf(database, accountId)
      const { events, next } = await read()
      assert.equal(events.length, 3)
      assert.equal((await read({ cursor: next })).events.length, 1)
    })

    it('the feed continues after a restore on another server, and refuses a cursor past the last event', async () => {
      const accountId = await world.account(null)
      const read = readerOf(database, accountId)
      const { orderId } = await place(world, accountId)
      const { ids } = await follow(read)
      await keepNumbersRising(database, 'order_events')
      const future = sealCursor(vault, { accountId, mode }, { transaction: 2 ** 50, orderId: '', sequence: 0 })
      await assert.rejects(() => read({ cursor: future }), unknownCursor)
      // As after a restore: the numbers of this server are far below the stored numbers.
      await sql`update order_events set transaction_number = 1000000000 where account_id = ${accountId}`.execute(
        database.db,
      )
      await sql`update settings set value = 'another 1' where name = 'transaction_server'`.execute(database.db)
      await keepNumbersRising(database, 'order_events')
      const order = await place(world, accountId)
      const { steps } = await announcedSteps(database.db, order, 0)
      assert.deepEqual((await follow(read)).ids, [...ids, steps[0]!.eventId])
      const cursor = sealCursor(vault, { accountId, mode }, { transaction: 1_000_000_000, orderId, sequence: 1 })
      assert.deepEqual((await follow(read, { cursor })).ids, [steps[0]!.eventId])
    })

    it('a cursor of the feed shows nothing of other accounts, and works only for its account and mode', async () => {
      const [accountId, otherId] = [await world.account(null), await world.account(null)]
      const read = readerOf(database, accountId)
      const currentNumber = async () => {
        const { rows } = await sql<{ end: number }>`select transactions_settled_below() as end`.execute(database.db)
        return rows[0]!.end
      }
      await place(world, accountId)
      const { next: afterOne } = await read()
      const { next: latest } = await read({ cursor: 'latest' })
      const { next: sameLatest } = await read({ cursor: 'latest' })
      assert.notEqual(latest, sameLatest, 'a cursor does not show whether anything happened')
      for (const cursor of [afterOne, latest]) {
        assert.match(cursor, new RegExp(cursorPattern))
        const bytes = Buffer.from(cursor, 'base64url').toString('latin1')
        for (const text of [cursor, bytes]) assert.ok(!text.includes(String(await currentNumber())))
        assert.deepEqual((await read({ cursor })).events, [])
        await assert.rejects(() => readerOf(database, otherId)({ cursor }), unknownCursor)
        const sandbox = { accountId, mode: 'sandbox' } as const
        const query = { cursor, since: null, limit: 1 }
        await assert.rejects(() => readFeed({ db: database.db, vault }, sandbox, query), unknownCursor)
      }
      await assert.rejects(
        () => read({ cursor: String(2 ** 50) }),
        unknownCursor,
        'a forged cursor cannot probe for the last number',
      )
    })
  })

describe('the feed of events while others write', () => {
  let database: Database
  let drop: () => Promise<void>
  let world: MoneyWorld
  before(async () => {
    const postgres = await freshPostgres()
    drop = postgres.drop
    database = await openDatabase({ databaseUrl: postgres.databaseUrl, dataDir: null })
    world = moneyWorld(database)
  })
  after(() => database.close().then(drop))

  it('the feed waits for an open transaction, and then has its events before the events of later transactions', async () => {
    const accountId = await world.account(null)
    const read = readerOf(database, accountId)
    const first = await place(world, accountId)
    const { end: start } = await follow(read)
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const now = { now: world.clock(), actor: 'test' }
    const slow = transact(world.transactor, now, async work => {
      const [order] = await openOrders(work, [openingOf(work, { accountId, mode })])
      written.resolve()
      await mayEnd.promise
      return order!
    })
    await written.promise
    await world.work(work => cancel(work, first))
    const { ids: none, end } = await follow(read, { cursor: start })
    assert.deepEqual(none, [])
    mayEnd.resolve()
    const newest = await Promise.all(
      [slow, first].map(async order => (await announcedSteps(database.db, await order, 0)).steps.at(-1)!.eventId),
    )
    assert.deepEqual((await follow(read, { cursor: end })).ids, newest)
  })

  it('a program that polls the feed during concurrent writes gets each event once', async () => {
    const accountId = await world.account(null)
    const read = readerOf(database, accountId)
    const writers = Array.from({ length: 8 }, async (_, i) => {
      for (let round = 0; round < 15; round++) {
        const order = await place(world, accountId)
        if ((round + i) % 2 === 0) await world.work(work => cancel(work, order))
      }
    })
    let isWriting = true
    const written = Promise.all(writers).finally(() => (isWriting = false))
    const received: string[] = []
    let cursor: string | undefined
    while (isWriting) {
      const { ids, end } = await follow(read, { ...(cursor && { cursor }), limit: 7 })
      received.push(...ids)
      cursor = end
    }
    await written
    const eventCount = 8 * 15 + 60
    const { ids: rest } = await follow(read, { ...(cursor && { cursor }) })
    received.push(...rest)
    const { rows } = await sql<{ id: string }>`
      select event_id as id from order_events where account_id = ${accountId} and kind is not null`.execute(database.db)
    assert.equal(rows.length, eventCount)
    assert.deepEqual(received.toSorted(), rows.map(({ id }) => id).toSorted())
  })
})
