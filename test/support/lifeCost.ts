// What the life of an order costs the database. All but the time is the same on any machine.

import { sql } from 'kysely'
import type { Db } from '../../src/db/db.ts'
import { type Lives, startLives } from './lives.ts'

const ordersABatch = 150
const warmBatches = 2
const measuredBatches = 2

/** Everything is for one order. `pages` are accesses to pages of 8 kB. */
export type LifeCost = {
  statements: number
  databaseMs: number
  walBytes: number
  /** By how much the database grows, when it is vacuumed between batches. */
  storedBytes: number
  pages: number
  tables: TableCost[]
}

export type TableCost = {
  table: string
  inserts: number
  updates: number
  /** Entries of the table's indexes: an update writes none, or one into each index. */
  indexEntries: number
  walBytes: number
  storedBytes: number
}

/** Measures lives of orders on a server of their own. Earlier orders have left the free space that updates use. */
export async function measureLife(): Promise<LifeCost> {
  await using lives = await startLives()
  const { db, observer } = lives
  for (let batch = 0; batch < warmBatches; batch++) await liveAndVacuum(lives)
  const before = await readSizes(db)
  const start = await logPosition(observer)
  await sql`select pg_stat_statements_reset()`.execute(observer)
  for (let batch = 0; batch < measuredBatches; batch++) await liveAndVacuum(lives)
  const statements = await readStatements(observer)
  const end = await logPosition(observer)
  const after = await readSizes(db)
  await lives.world.assertSound()
  const written = await readLog(lives, { start, end })
  const each = (count: number) => count / (ordersABatch * measuredBatches)
  const tables = [...after].map(([table, bytes]): TableCost => {
    const records = written.get(table) ?? []
    const sum = (of: (record: LogRecords) => number) => each(records.reduce((total, record) => total + of(record), 0))
    const count = (types: string[]) => sum(({ type, records }) => (types.includes(type) ? records : 0))
    return {
      table,
      inserts: count(['Heap INSERT', 'Heap INSERT+INIT']),
      updates: count(['Heap UPDATE', 'Heap UPDATE+INIT', 'Heap HOT_UPDATE']),
      indexEntries: sum(({ type, records }) => (isIndexEntry(type) ? records : 0)),
      walBytes: sum(record => record.bytes),
      storedBytes: each(bytes - (before.get(table) ?? 0)),
    }
  })
  return {
    statements: each(statements.calls),
    databaseMs: each(statements.ms),
    walBytes: tables.reduce((sum, { walBytes }) => sum + walBytes, 0),
    storedBytes: tables.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    pages: each(statements.pages),
    tables: tables.filter(({ walBytes }) => walBytes >= 1).sort((one, other) => other.walBytes - one.walBytes),
  }
}

async function liveAndVacuum(lives: Lives): Promise<void> {
  await lives.live(ordersABatch)
  await vacuum(lives.db)
}

const vacuum = (db: Db) => sql`vacuum`.execute(db)

async function readSizes(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; bytes: number }>`
    select relname as "table", pg_total_relation_size(relid)::float as bytes from pg_stat_user_tables`.execute(db)
  return new Map(rows.map(({ table, bytes }) => [table, bytes]))
}

export async function readStatements(observer: Db): Promise<{ calls: number; ms: number; pages: number }> {
  const { rows } = await sql<{ calls: number; ms: number; pages: number }>`
    select sum(calls)::float as calls, sum(total_exec_time + total_plan_time)::float as ms,
      sum(shared_blks_hit + shared_blks_read)::float as pages
    from pg_stat_statements
    where toplevel and dbid = (select oid from pg_database where datname = 'octavo')`.execute(observer)
  return rows[0]!
}

async function logPosition(observer: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(
    observer,
  )
  return rows[0]!.position
}

type LogRecords = { type: string; records: number; bytes: number }

/** Of a B-tree, a hash index or a GIN index. A full page that splits takes the entry too. */
const isIndexEntry = (type: string) => /^(Btree|Hash|Gin) (INSERT|SPLIT)/.test(type) && !type.includes('UPPER')

/** The records between two positions of the log, by the table that they belong to with its indexes and large values. */
async function readLog(
  { db, observer }: Lives,
  { start, end }: { start: string; end: string },
): Promise<Map<string, LogRecords[]>> {
  const owners = await sql<{ file: number; table: string }>`
    with relations as (
      select c.oid, c.relfilenode, coalesce(i.indrelid, c.oid) as owner
      from pg_class c
      left join pg_index i on i.indexrelid = c.oid
    )
    select r.relfilenode::int as file, coalesce(of_toast.relname, c.relname) as "table"
    from relations r
    join pg_class c on c.oid = r.owner
    left join pg_class of_toast on of_toast.reltoastrelid = r.owner
    where r.relfilenode <> 0`.execute(db)
  const tableOf = new Map(owners.rows.map(({ file, table }) => [file, table]))
  const { rows } = await sql<LogRecords & { file: number }>`
    select relfilenode::int as file, resource_manager || ' ' || record_type as type, count(*)::int as records,
      sum(record_length)::float as bytes
    from pg_get_wal_block_info(${start}::pg_lsn, ${end}::pg_lsn, false)
    where block_id = 0 and reldatabase = (select oid from pg_database where datname = 'octavo')
    group by 1, 2`.execute(observer)
  return Map.groupBy(rows, ({ file }) => tableOf.get(file) ?? 'other')
}
