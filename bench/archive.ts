// (k): what leaving for the archive costs and frees, and how long it takes to read an archived order, to export the
// ledger, to check a file and to come back. Bytes and statements are the same on any machine.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { localStorage } from '../src/artwork/storage.ts'
import { day, earlier, later } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import type { Db } from '../src/db/db.ts'
import { openArchive } from '../src/features/archive/archive.ts'
import { readArchiveFile } from '../src/features/archive/archiveFile.ts'
import { readLedgerLines } from '../src/payments/ledgerRead.ts'
import { readStatements } from '../test/support/lifeCost.ts'
import { startLives } from '../test/support/lives.ts'
import type { World } from '../test/support/world.ts'
import type { Bench } from './measurement.ts'
import type { Finding } from './report.ts'

const ordersABatch = 150

export async function archiveMonth({ quick }: Bench): Promise<Finding[]> {
  await using lives = await startLives()
  const { world, db, observer } = lives
  const batches = quick ? 2 : 8
  const count = batches * ordersABatch
  const bare = await repackedBytes(db)
  for (let batch = 0; batch < batches; batch++) await lives.live(ordersABatch)
  const full = await repackedBytes(db)
  const storedMs = await readMs(world)

  const storage = localStorage(join(world.dataDir, 'files'))
  const archive = openArchive({
    ...{ transactor: world.app.transactor, clock: world.app.clock, storage, log: silentLog, crash: () => {} },
    ...{ scratch: join(world.dataDir, 'scratch'), days: 760, recipientRetentionDays: null },
  })
  const act = { now: later(world.now(), 800 * day), actor: 'system' }
  const exportLedger = async (): Promise<number> => {
    const period = { from: earlier(world.now(), 366 * day), before: later(world.now(), day) }
    let lines = 0
    for await (const portion of readLedgerLines({ db, ...archive }, world.charged.accountId, period))
      lines += portion.length
    return lines
  }
  const [storedExportMs, exported] = await timed(exportLedger)
  await sql`select pg_stat_statements_reset()`.execute(observer)
  const logStart = await logPosition(observer)
  const fileMs: number[] = []
  for (let orders = 1; orders > 0; ) {
    const [ms, looked] = await timed(() => archive.archiveOrders(act.now))
    orders = looked
    if (orders > 0) fileMs.push(ms)
  }
  const logBytes = (await logPosition(observer)) - logStart
  const { calls, ms: databaseMs } = await readStatements(observer)
  await sql`vacuum`.execute(db)
  const vacuumed = await sizeOf(db)
  const left = await repackedBytes(db)

  const files = await archive.list(null)
  assert.equal(sumOf(files.map(({ orders }) => orders)), count)
  const archivedMs = await readMs(world)
  const [exportMs, stillExported] = await timed(exportLedger)
  assert.equal(stillExported, exported)
  const [checkMs, { faulty }] = await timed(() => archive.check('all'))
  assert.deepEqual(faulty, [])
  const lines = await Promise.all(files.map(file => readArchiveFile(storage, file)))
  const firstNames = lines.map(([line]): string => JSON.parse(line!).orders[0].customer_order_id)
  const [restoreMs] = await timed(async () => {
    for (const customerOrderId of firstNames)
      await archive.restore({ accountId: world.charged.accountId, customerOrderId }, act)
  })
  assert.deepEqual(await archive.list(null), [])

  const each = (bytes: number) => `${(bytes / count / 1000).toFixed(1)} kB`
  const finding = (title: string, measured: string): Finding => ({ id: 'k', title: `archive: ${title}`, measured })
  return [
    finding('stored rows of an order', `${each(full - bare)}, of which ${each(left - bare)} stay when it has left`),
    finding(
      'an order in its file',
      `${each(sumOf(files.map(({ bytes }) => bytes)))}, ${each(sumOf(lines.flat().map(line => gzipSync(line).length)))} compressed alone, ${each(sumOf(lines.flat().map(line => Buffer.byteLength(line))))} as text`,
    ),
    finding(
      'an order leaves',
      `${(calls / count).toFixed(2)} statements, ${(databaseMs / count).toFixed(2)} ms of the database, ${each(logBytes)} of the log`,
    ),
    finding('a file of 100 orders is written and recorded', `${medianOf(fileMs).toFixed(0)} ms`),
    finding(
      `tables with ${count.toLocaleString('en')} orders, after they have left and a vacuum, and repacked`,
      [full, vacuumed, left].map(bytes => `${(bytes / 1e6).toFixed(1)} MB`).join(', '),
    ),
    finding('GET of an archived order, of a stored one', `${archivedMs.toFixed(1)} ms, ${storedMs.toFixed(1)} ms`),
    finding(
      `export of ${exported.toLocaleString('en')} archived lines of the ledger, of stored ones`,
      `${exportMs.toFixed(0)} ms, ${storedExportMs.toFixed(0)} ms`,
    ),
    finding('check of a file', `${(checkMs / files.length).toFixed(1)} ms`),
    finding('a file of 100 orders is restored', `${(restoreMs / files.length).toFixed(0)} ms`),
  ]
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0)
const medianOf = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

async function timed<Value>(work: () => Promise<Value>): Promise<[number, Value]> {
  const startMs = performance.now()
  const value = await work()
  return [performance.now() - startMs, value]
}

/** The median time of reading one order of each batch, one after the other. Each is read for the first time. */
async function readMs({ call, charged }: World): Promise<number> {
  const as = charged.production.authorization
  const times: number[] = []
  for (let order = 0; order < 50; order++) {
    const [ms, answer] = await timed(() => call(`/orders/b1-${order}`, { as }))
    assert.equal(answer.body.status, 'SHIPPED')
    times.push(ms)
  }
  return medianOf(times)
}

async function sizeOf(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(relid))::float as bytes from pg_stat_user_tables`.execute(db)
  return rows[0]!.bytes
}

/** The size without free space. */
async function repackedBytes(db: Db): Promise<number> {
  await sql`vacuum full`.execute(db)
  return sizeOf(db)
}

async function logPosition(observer: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float as bytes`.execute(observer)
  return rows[0]!.bytes
}
