// What deleting, archiving and vacuum cost where many rows of steps and webhooks are stored.
//   node --import ./test/compiled.ts bench/growRows.ts --rows 1000000,10000000,50000000
// Each size has a database of its own. Orders that can leave for the archive are stored whole; the other rows are steps
// and webhooks of later orders, which have no other rows: nothing here reads those. Fifty million rows take 30 GB.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { localStorage } from '../src/artwork/storage.ts'
import { day, later } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { openArchive } from '../src/features/archive/archive.ts'
import { readStatements } from '../test/support/lifeCost.ts'
import { type Lives, startLives } from '../test/support/lives.ts'
import { query } from './databases.ts'
import { copyBatches, liveBatchOf, openAccounts } from './lifeCopies.ts'
import { markdownTable } from './report.ts'

const batchOrders = 10
/** Stored whole, and old enough to leave. */
const leavingOrders = 10_000
const livedOrders = 150
const storedDays = 365
const grownTables = ['order_events', 'webhook_deliveries']
/** PostgreSQL's own vacuum begins when so many rows of a table have changed or gone. */
const shareBeforeVacuum = 0.2

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '100000,1000000' } } })
const wholeBatch = await liveBatchOf(batchOrders, { archived: false })
const rowsOnly = {
  ...wholeBatch,
  tables: new Map([...wholeBatch.tables].filter(([name]) => grownTables.includes(name))),
}
const rowsOfBatch = [...rowsOnly.tables.values()].reduce((total, rows) => total + rows.length, 0)

const columns: [string, Map<string, string>][] = []
for (const rows of options.rows.split(',').map(Number)) columns.push([rows.toLocaleString('en'), await measure(rows)])
console.log(
  markdownTable([
    ['', ...columns.map(([title]) => title)],
    ...[...columns[0]![1].keys()].map(title => [title, ...columns.map(([, costs]) => costs.get(title)!)]),
  ]),
)

async function measure(rows: number): Promise<Map<string, string>> {
  await using lives = await startLives({ max_wal_size: '2GB', maintenance_work_mem: '256MB' }, { onDisk: true })
  const accountIds = await openAccounts(lives, 3 * storedDays)
  const startMs = performance.now()
  const now = lives.world.now()
  await copyBatches(lives.databaseUrl, {
    ...{ accountIds, now },
    parts: [
      {
        ...{ batch: wholeBatch, count: leavingOrders / batchOrders },
        ...{ firstDay: storedDays + 95, lastDay: storedDays + 45 },
      },
      { batch: rowsOnly, count: Math.round(rows / rowsOfBatch), firstDay: storedDays, lastDay: 1 },
    ],
  })
  console.log(`${rows.toLocaleString('en')} rows in ${((performance.now() - startMs) / 1000).toFixed(0)} s`)
  const costs = new Map<string, string>()
  for (const table of grownTables) costs.set(`${table}: rows, indexes`, await sizeOf(lives, table))
  const step = async (title: string, run: () => Promise<unknown>, count = 1) => {
    costs.set(title, await costOf(lives, run, count))
    console.log(`  ${title}: ${costs.get(title)}`)
  }
  const vacuums = async (title: string, how: string) => {
    for (const table of grownTables)
      await step(`${title}, ${table}`, () => query(lives.databaseUrl, `vacuum ${how} ${table}`))
  }
  await lives.live(livedOrders)
  await step('a whole life', () => lives.live(livedOrders), livedOrders)
  await step('an order leaves for the archive', () => archiveAll(lives), leavingOrders)
  await vacuums('a vacuum after that', '')
  await step('the oldest fifth is deleted', () => deleteOldest(lives, shareBeforeVacuum))
  await vacuums('a vacuum of a fifth', '')
  await vacuums('a vacuum that freezes all', '(freeze, disable_page_skipping)')
  await step('a whole life afterwards', () => lives.live(livedOrders), livedOrders)
  return costs
}

async function sizeOf({ db }: Lives, table: string): Promise<string> {
  const { rows } = await sql<{ heap: number; indexes: number }>`
    select pg_table_size(${table})::float as heap, pg_indexes_size(${table})::float as indexes`.execute(db)
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(2)
  return `${gigabytes(rows[0]!.heap)}, ${gigabytes(rows[0]!.indexes)} GB`
}

/** Elapsed time of the statements in the database, pages of 8 kB, and bytes of the log. */
async function costOf({ observer }: Lives, run: () => Promise<unknown>, count: number): Promise<string> {
  await sql`select pg_stat_statements_reset()`.execute(observer)
  const before = await logBytes(observer)
  await run()
  const statements = await readStatements(observer)
  const log = (await logBytes(observer)) - before
  const ms = statements.ms / count
  const time = ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(1)} s`
  return `${time}, ${Math.round(statements.pages / count).toLocaleString('en')}, ${(log / count / 1000).toFixed(1)} kB`
}

async function logBytes(observer: Lives['observer']): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float as bytes`.execute(observer)
  return rows[0]!.bytes
}

async function archiveAll({ world }: Lives): Promise<void> {
  const archive = openArchive({
    ...{ transactor: world.app.transactor, clock: world.app.clock, log: silentLog, crash: () => {} },
    ...{ storage: localStorage(join(world.dataDir, 'files')), scratch: join(world.dataDir, 'scratch') },
    ...{ days: storedDays, recipientRetentionDays: null },
  })
  let left = 0
  for (let looked = 1; looked > 0; left += looked) looked = await archive.archiveOrders(later(world.now(), day))
  if (left !== leavingOrders) throw new Error(`${left} orders left in place of ${leavingOrders}`)
}

/** As the orders of the oldest part of a year leave: a step goes with its webhook. */
async function deleteOldest({ databaseUrl }: Lives, share: number): Promise<void> {
  const [row] = await query(
    databaseUrl,
    `select min(at) + (max(at) - min(at)) * ${share}::float as at from order_events`,
  )
  await query(databaseUrl, 'delete from webhook_deliveries where created_at < $1', [row!.at])
  await query(databaseUrl, 'delete from order_events where at < $1', [row!.at])
}
