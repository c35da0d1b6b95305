import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import type { Database } from './db.ts'
import { vacuum } from './vacuum.ts'

let database: Database
before(async () => {
  database = await freshPglite()
})
after(() => database.close())

type TableStatistics = { pages: number; rows: number; vacuums: number }

async function statisticsOf(table: string): Promise<TableStatistics> {
  const { rows } = await sql<TableStatistics>`
    select relpages as pages, reltuples::int as rows, vacuum_count::int as vacuums
    from pg_class join pg_stat_user_tables s on s.relid = pg_class.oid
    where pg_class.relname = ${table}`.execute(database.db)
  return rows[0]!
}

it('a table of PGlite that changes again and again keeps its size, and an unchanged table is not vacuumed', async () => {
  await sql`create table busy (number int)`.execute(database.db)
  await sql`create table quiet (number int)`.execute(database.db)
  await sql`insert into busy select generate_series(1, 1000)`.execute(database.db)
  await sql`insert into quiet select 1`.execute(database.db)
  const change = async () => {
    await sql`update busy set number = number + 1`.execute(database.db)
    await sql`select pg_stat_force_next_flush()`.execute(database.db)
    await vacuum(database)
  }
  await change()
  const { pages } = await statisticsOf('busy')
  for (let i = 0; i < 9; i++) await change()
  const { pages: pagesAfter, ...busy } = await statisticsOf('busy')
  assert.deepEqual(busy, { rows: 1000, vacuums: 10 })
  assert.ok(pagesAfter < 2 * pages, `${pagesAfter} pages after ${pages}`)
  assert.deepEqual(await statisticsOf('quiet'), { pages: 0, rows: -1, vacuums: 0 })
})

it('the log of PGlite keeps to its size while the service runs', async () => {
  await sql`create table written (text text)`.execute(database.db)
  const megabytes: number[] = []
  for (let i = 0; i < 5; i++) {
    await sql`insert into written select repeat('x', 500) from generate_series(1, 60000)`.execute(database.db)
    await vacuum(database)
    const { rows } = await sql<{ megabytes: number }>`
      select (sum(size) / 1048576)::int as megabytes from pg_ls_waldir()`.execute(database.db)
    megabytes.push(rows[0]!.megabytes)
  }
  assert.ok(Math.max(...megabytes) < 90, `${megabytes} MB`)
})
