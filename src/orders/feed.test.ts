import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { type MoneyWorld, moneyWorld } from '../../test/money.ts'
import { openingOf } from '../../test/opening.ts'
import { freshPostgres } from '../../test/postgres.ts'
import { earlier, hour, minute, second } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import { type Database, openDatabase, type Tx } from '../db/db.ts'
import { keepNumbersRising } from '../db/transactions.ts'
import { readFeed } from './feed.ts'
import type { Order } from './order.ts'
import { announcedSteps } from './read.ts'
import { lockOrders } from './store.ts'
import { open, transition, type Work } from './transition.ts'
import { inOneWork } from './work.ts'

const mode = 'production'

type Asked = { cursor?: string; since?: Date; limit?: number }
const readerOf =
  ({ db }: Database, accountId: string) =>
  ({ cursor, since, limit = 100 }: Asked = {}) =>
    readFeed(db, { accountId, mode }, { cursor: cursor ?? null, since: since ?? null, limit })

/** Everything from a place on, page by page, as ids; and the cursor at the end. */
async function follow(read: ReturnType<typeof readerOf>, asked: Asked = {}): Promise<{ ids: string[]; end: string }> {
  const ids: string[] = []
  for (let { events, next } = await read(asked); ; { events, next } = await read({ ...asked, cursor: next })) {
    if (events.length === 0) return { ids, end: next }
    ids.push(...events.map(({ step }) => step.eventId))
  }
}

const place = async (world: MoneyWorld, accountId: string, given: Partial<Order> = {}): Promise<Order> => {
  const [order] = await world.work(work => open(work, [openingOf(work, { accountId, mode, ...given })]))
  return order!
}

const cancel = async (work: Work, order: Order) =>
  transition(work, [{ order: (await lockOrders(work.tx, [order]))[0]!, on: 'cancel' }])

/** What this transaction has read of the table so far, by whichever plan. */
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
      ;({ database, drop } = await fresh())
      await keepNumbersRising(database, 'order_events')
      world = moneyWorld(database)
    })
    after(() => drop())

    it('has each announced event of the account and mode once, in order, as the order itself has it', async () => {
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
      const { eventId, kind, at, status, state, number } = first![1]!
      assert.deepEqual(events.at(-1)!.step, { eventId, kind, at, status, state, number })
      const { customerOrderId, billing, request, reprintOf, recipientForgottenAt, createdAt } = orders[0]!
      assert.deepEqual(events.at(-1)!.order, {
        customerOrderId,
        mode,
        billing,
        request,
        reprintOf,
        recipientForgottenAt,
        createdAt,
      })
    })

    it('goes on where a program left off, and has no step of which nobody is told', async () => {
      const accountId = await world.account(null)
      const read = readerOf(database, accountId)
      const order = await place(world, accountId)
      const { end } = await follow(read)
      assert.deepEqual((await follow(read, { cursor: 'latest' })).ids, [])
      const { next: latest } = await read({ cursor: 'latest' })
      await world.work(async work => {
        await transition(work, [{ order: (await lockOrders(work.tx, [order]))[0]!, on: 'validation_started' }])
      })
      assert.deepEqual(await follow(read, { cursor: end }), { ids: [], end })
      const other = await place(world, accountId)
      const { steps } = await announcedSteps(database.db, other, 0)
      for (const cursor of [end, latest]) assert.deepEqual((await follow(read, { cursor })).ids, [steps[0]!.eventId])
    })

    it('begins with what came since an instant, and looks at few others, however many there are', async () => {
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
        await readFeed(tx, { accountId, mode }, { cursor: null, since: at(290), limit: 5 })
        return (await eventsRead(tx)) - before
      })
      assert.ok(rowsRead < 120, `${rowsRead} rows were read`)
    })

    it('begins with events of an older version, which have no number', async () => {
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

    it('has fewer large orders on a page, but always one', async () => {
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

    it('rises when another server has taken over, and refuses a cursor of what was undone', async () => {
      const accountId = await world.account(null)
      const read = readerOf(database, accountId)
      await place(world, accountId)
      const { ids, end } = await follow(read)
      await keepNumbersRising(database, 'order_events')
      const undone = `${Number(end.split('.')[0]) + 100_000}`
      await assert.rejects(
        () => read({ cursor: undone }),
        (error: unknown) => error instanceof Refusal && error.code === 'malformed_request',
      )
      // As after a restore: the numbers of this server are far below those that were given before.
      await sql`update order_events set transaction_number = 1000000000 where account_id = ${accountId}`.execute(
        database.db,
      )
      await sql`update settings set value = 'another 1' where name = 'transaction_server'`.execute(database.db)
      await keepNumbersRising(database, 'order_events')
      const order = await place(world, accountId)
      const { steps } = await announcedSteps(database.db, order, 0)
      assert.deepEqual((await follow(read)).ids, [...ids, steps[0]!.eventId])
      assert.deepEqual((await follow(read, { cursor: `1000000000.${end.split('.').slice(1).join('.')}` })).ids, [
        steps[0]!.eventId,
      ])
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

  it('waits for a transaction that is still open, and then has its events before those that came after', async () => {
    const accountId = await world.account(null)
    const read = readerOf(database, accountId)
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const now = { now: world.clock(), actor: 'test' }
    const slow = inOneWork(world.shell, now, async work => {
      const [order] = await open(work, [openingOf(work, { accountId, mode })])
      written.resolve()
      await mayEnd.promise
      return order!
    })
    await written.promise
    const quick = await place(world, accountId)
    const { ids: none, end } = await follow(read)
    assert.deepEqual(none, [])
    mayEnd.resolve()
    const ids = await Promise.all(
      [slow, quick].map(async one => (await announcedSteps(database.db, await one, 0)).steps),
    )
    assert.deepEqual(
      (await follow(read, { cursor: end })).ids,
      ids.map(([step]) => step!.eventId),
    )
  })

  it('tells a program that asks all the time of each event once', async () => {
    const accountId = await world.account(null)
    const read = readerOf(database, accountId)
    const writers = Array.from({ length: 8 }, async (_, i) => {
      for (let turn = 0; turn < 15; turn++) {
        const order = await place(world, accountId)
        if ((turn + i) % 2 === 0) await world.work(work => cancel(work, order))
      }
    })
    let isWriting = true
    const written = Promise.all(writers).finally(() => (isWriting = false))
    const told: string[] = []
    let cursor = '0'
    while (isWriting) {
      const { ids, end } = await follow(read, { cursor, limit: 7 })
      told.push(...ids)
      cursor = end
    }
    await written
    told.push(...(await follow(read, { cursor })).ids)
    const { rows } = await sql<{ id: string }>`
      select event_id as id from order_events where account_id = ${accountId} and kind is not null`.execute(database.db)
    assert.equal(rows.length, 8 * 15 + 60)
    assert.deepEqual(told.toSorted(), rows.map(({ id }) => id).toSorted())
  })
})
