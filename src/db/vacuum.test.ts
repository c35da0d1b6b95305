import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/database.ts'
import type { Database } from './db.ts'
import { vacuum } from './vacuum.ts'

let database: Database
before(async () => {
  database = await freshPglite()
})
after(() => database.close())

type Stands = { pages: number; rows: number; vacuums: number }

async function standsOf(table: string): Promise<Stands> {
  const { rows } = await sql<Stands>`
    select relpages as pages, reltuples::int as rows, vacuum_count::int as vacuums
    from pg_class join pg_stat_user_tables s on s.relid = pg_class.oid
    where pg_class.relname = ${table}`.execute(database.db)
  return rows[0]!
}

it('a table of PGlite that changes over and over keeps its size, and one that does not is left alone', async () => {
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
  const { pages } = await standsOf('busy')
  for (let i = 0; i < 9; i++) await change()
  const { pages: pagesAfter, ...busy } = await standsOf('busy')
  assert.deepEqual(busy, { rows: 1000, vacuums: 10 })
  assert.ok(pagesAfter < 2 * pages, `${pagesAfter} pages, which were ${pages}`)
  assert.deepEqual(await standsOf('quiet'), { pages: 0, rows: -1, vacuums: 0 })
})
