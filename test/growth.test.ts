// The cost of an order does not grow with what is stored. Batch after batch of orders lives its whole life, on a
// PostgreSQL that counts the pages of 8 kB that each statement reads, which is the same on any machine. It never
// vacuums or analyses its tables here: no statement may depend on that for not reading all of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { day, hour, manualClock } from '../src/base/clock.ts'
import { type Db, openDatabase } from '../src/db/db.ts'
import { administer, startPostgres } from './postgres.ts'
import { orderBody, startReceiver, startWorld, type World, worldStart } from './world.ts'

const settings = {
  fsync: 'off',
  autovacuum: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
}
const batches = 6
const ordersABatch = 150
/**
 * Pages per order. Walks over dead entries of indexes and one more level of them take some of these; reading one more
 * table of a batch takes more.
 */
const mostMoreForAStatement = 20

test('a whole life reads as much where many orders are stored as where few are', async t => {
  const server = await startPostgres(settings)
  t.after(() => server.stop())
  await administer(server, 'create extension pg_stat_statements')
  await administer(server, 'create database octavo')
  const database = await openDatabase({ databaseUrl: server.url('octavo'), dataDir: null })
  await using world = await startWorld({ database, clock: manualClock(worldStart) })
  await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
  await allowMany(world)

  const counter = await openDatabase({ databaseUrl: server.url('postgres'), dataDir: null })
  t.after(() => counter.close())
  const counts: Map<string, number>[] = []
  for (let batch = 0; batch < batches; batch++) {
    await sql`select pg_stat_statements_reset()`.execute(counter.db)
    await live(world, receiver.url, batch)
    counts.push(await pagesRead(counter.db))
  }
  assert.equal(receiver.received.length, batches * ordersABatch * 6)
  await world.assertSound()

  // The first batch makes what all others find: the plans of its statements, and the first rows of each table.
  const [, few] = counts
  const many = counts.at(-1)!
  const grown = [...many].flatMap(([statement, pages]) => {
    const before = few!.get(statement) ?? 0
    return pages - before > mostMoreForAStatement ? [{ before, pages, statement: statement.slice(0, 200) }] : []
  })
  assert.deepEqual(grown, [])
})

const allowMany = (world: World) =>
  world.call(`/staff/accounts/${world.charged.accountId}`, {
    method: 'PATCH',
    as: world.demo.staff.authorization,
    body: { limits: { production: { ordersPer24Hours: 10_000 } } },
  })

/** Places the orders of a batch, and lets them be charged, held, printed and shipped. */
async function live(world: World, webhookUrl: string, batch: number): Promise<void> {
  const names = Array.from({ length: ordersABatch }, (_, i) => `b${batch}-${i}`)
  const as = world.charged.production.authorization
  const printer = world.demo.printer.authorization
  await Promise.all(
    names.map(customerOrderId =>
      world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId, webhookUrl }) }),
    ),
  )
  await world.advance(day + 2 * hour)
  const { body } = await world.call('/press/jobs?status=NEW&limit=200', { as: printer })
  assert.equal(body.jobs.length, ordersABatch)
  const shipment = { packages: [{ trackingNumber: '1Z999AA10123456784' }] }
  await Promise.all(
    body.jobs.map(async ({ jobId }: { jobId: string }) => {
      await world.call(`/press/jobs/${jobId}/accept`, { method: 'POST', as: printer, body: {} })
      await world.call(`/press/jobs/${jobId}/ship`, { method: 'POST', as: printer, body: { shipments: [shipment] } })
    }),
  )
  await world.settle()
  for (const name of names) {
    const answer = await world.call(`/orders/${name}`, { as })
    assert.equal(answer.body.status, 'SHIPPED')
  }
}

/**
 * Pages per order, by statement. The server names constants like parameters in some of its texts, and in others leaves
 * them as they are.
 */
async function pagesRead(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ statement: string; pages: number }>`
    select
      regexp_replace(regexp_replace(query, '\\$\\d+|''[^'']*''|\\m\\d+\\M', '?', 'g'), '\\s+', ' ', 'g') as statement,
      round(sum(shared_blks_hit + shared_blks_read) / ${ordersABatch}::int)::int as pages
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = 'octavo')
    group by 1`.execute(db)
  return new Map(rows.map(({ statement, pages }) => [statement, pages]))
}
