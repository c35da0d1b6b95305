// Whole lives of orders in a world on a PostgreSQL that counts what it does. Most counts are the same on any machine.

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { day, hour, manualClock } from '../../src/base/clock.ts'
import { type Db, openDatabase } from '../../src/db/db.ts'
import { administer, startPostgres } from './postgres.ts'
import { orderBody, startReceiver, startWorld, type World, worldStart } from './world.ts'

/** Webhooks that each order sends. */
export const webhooksPerLife = 6

/** No full pages in the log: how many there are depends on the time between checkpoints. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  shared_buffers: '256MB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
}

export type Lives = AsyncDisposable & {
  world: World
  /** The database of the service, and a database of the same server from which it is observed. */
  db: Db
  observer: Db
  databaseUrl: string
  /** Places this number of orders, and lets them be charged, held, printed and shipped. */
  live(count: number): Promise<void>
}

/** `more` are settings of its PostgreSQL. `onDisk` is for more orders than the memory holds. */
export async function startLives(more: Record<string, string> = {}, { onDisk = false } = {}): Promise<Lives> {
  const server = await startPostgres({ ...settings, ...more }, { onDisk })
  await administer(server, 'create database octavo')
  const database = await openDatabase({ databaseUrl: server.url('octavo'), dataDir: null })
  const world = await startWorld({ database, clock: manualClock(worldStart) })
  const receiver = await startReceiver(() => world.charged.production.webhookSecret)
  await world.call(`/staff/accounts/${world.charged.accountId}`, {
    method: 'PATCH',
    as: world.demo.staff.authorization,
    body: { limits: { production: { ordersPer24Hours: 10_000 } } },
  })
  const observer = await openDatabase({ databaseUrl: server.url('postgres'), dataDir: null })
  for (const extension of ['pg_stat_statements', 'pg_walinspect'])
    await sql`create extension ${sql.id(extension)}`.execute(observer.db)
  let batch = 0
  return {
    world,
    db: database.db,
    observer: observer.db,
    databaseUrl: server.url('octavo'),
    async live(count) {
      const before = receiver.received.length
      await liveBatch(world, receiver.url, { count, batch: batch++ })
      assert.equal(receiver.received.length - before, count * webhooksPerLife)
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
      await observer.close()
      await server.stop()
    },
  }
}

/** Places orders, and lets them be charged, held, printed and shipped. */
export async function liveBatch(
  world: World,
  webhookUrl: string,
  { count, batch }: { count: number; batch: number },
): Promise<void> {
  const names = Array.from({ length: count }, (_, i) => `b${batch}-${i}`)
  const as = world.charged.production.authorization
  const printer = world.demo.printer.authorization
  await Promise.all(
    names.map(customerOrderId =>
      world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId, webhookUrl }) }),
    ),
  )
  await world.advance(day + 2 * hour)
  const { body } = await world.call('/press/jobs?status=NEW&limit=200', { as: printer })
  assert.equal(body.jobs.length, count)
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
