// Migrations go forward only: each file of migrations/, in the order of its name, once, in a transaction of its own. Any
// number of processes may start at once; an advisory lock lets one of them do the work. A database that knows a migration
// which this code does not, or knows another text of it, is refused before anything is touched.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './db.ts'

export type Migration = { name: string; sql: string; sha256: string }

type Applied = { name: string; sha256: string }
type Run = (sql: string) => Promise<Record<string, unknown>[]>

const lockNumber = 8_031_976 // any number that nobody else uses in this database

const ledger = `
create table if not exists schema_migrations (
  name       text primary key,
  sha256     text not null,
  applied_at timestamptz not null
)`

export function readMigrations(folder = join(import.meta.dirname, 'migrations')): Migration[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Brings the schema up to date and answers the names of the migrations that this call applied. */
export async function migrate(database: Database, now: Date, migrations = readMigrations()): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const name = await transact(database, run => applyNext(run, migrations, now))
    if (name === null) return names
    names.push(name)
  }
}

async function applyNext(run: Run, migrations: Migration[], now: Date): Promise<string | null> {
  await run(`select pg_advisory_xact_lock(${lockNumber})`)
  await run(ledger)
  const applied = (await run('select name, sha256 from schema_migrations order by name')) as Applied[]
  const next = nextMigration(migrations, applied)
  if (next === null) return null
  await run(next.sql)
  // Names are file names of ours and hashes are hexadecimal; a script takes no parameters.
  await run(`insert into schema_migrations (name, sha256, applied_at)
             values ('${next.name}', '${next.sha256}', '${now.toISOString()}')`)
  return next.name
}

/** The migration to apply next; null when there is none. Throws when code and database do not belong together. */
export function nextMigration(migrations: Migration[], applied: Applied[]): Migration | null {
  applied.forEach((done, i) => {
    const known = migrations[i]
    if (known?.name !== done.name)
      throw new Error(
        `The database has the migration ${done.name}, which this version of Octavo does not know. ` +
          'It was made by a newer version: start that one, or one newer still.',
      )
    if (known.sha256 !== done.sha256)
      throw new Error(
        `The migration ${done.name} is not the one that the database was made with. Migrations are never edited.`,
      )
  })
  return migrations[applied.length] ?? null
}

/** Below Kysely, since PGlite takes several statements in one text by `exec` only. */
async function transact<Answer>(database: Database, work: (run: Run) => Promise<Answer>): Promise<Answer> {
  if (database.kind === 'pglite')
    return database.pglite.transaction(tx =>
      work(async sql => (await tx.exec(sql)).at(-1)?.rows as Record<string, unknown>[]),
    )

  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0') // an index on a large table takes as long as it takes
    const answer = await work(async sql => (await client.query(sql)).rows)
    await client.query('commit')
    client.release()
    return answer
  } catch (error) {
    client.release(true) // closed, not returned: what state it is in is nobody's concern then
    throw error
  }
}
