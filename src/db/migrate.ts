// Migrations go forward only: each file of migrations/ runs once, in the order of names, in its own transaction. Any
// number of processes may start at once; an advisory lock lets one of them do the work. A database with a migration
// that this code does not have, or has with another text, is refused before any change.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connectWithoutTimeout, type Database } from './db.ts'

export type Migration = { name: string; sql: string; sha256: string }

type Applied = { name: string; sha256: string }
type Run = (sql: string) => Promise<Record<string, unknown>[]>

const lockNumber = 8_031_976 // any number that nothing else uses in this database

export const migrationsTable = `
create table schema_migrations (
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

/**
 * While a migration waits for the lock of a table, requests that need the table wait behind it. So it waits a short
 * time only, and lets them pass before it tries again.
 */
const usualPatience = { lockMs: 2000, pauseMs: 1000, attempts: 20 }

/** Brings the schema up to date and returns the names of the migrations that this call applied. */
export async function migrate(
  database: Database,
  now: Date,
  migrations = readMigrations(),
  patience = usualPatience,
): Promise<string[]> {
  const names: string[] = []
  for (let attempt = 1; ; ) {
    try {
      const target = { schema: database.schema, migrations, now, lockMs: patience.lockMs }
      const name = await transact(database, run => applyNext(run, target))
      if (name === null) return names
      names.push(name)
      attempt = 1
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      if (attempt++ === patience.attempts) throw new Error(lockedText, { cause: error })
      await setTimeout(patience.pauseMs)
    }
  }
}

const lockNotAvailable = '55P03'
const lockedText =
  'The next migration needs a table that another transaction has locked, such as a report or a backup. The database is ' +
  'unchanged, and processes go on. Try again when that transaction has ended.'

type Target = { schema: string | null; migrations: Migration[]; now: Date; lockMs: number }

async function applyNext(run: Run, { schema, migrations, now, lockMs }: Target): Promise<string | null> {
  await run(`select pg_advisory_xact_lock(${lockNumber})`)
  if (schema !== null) await createSchema(run, schema)
  // Not with `if not exists` alone: a role that may not change the schema starts a service whose schema is up to date.
  const qualified = schema === null ? 'schema_migrations' : `"${schema}".schema_migrations`
  const [table] = await run(`select to_regclass('${qualified}') as name`)
  if (table!.name === null) await run(migrationsTable)
  const applied = (await run('select name, sha256 from schema_migrations')) as Applied[]
  const next = nextMigration(migrations, applied)
  if (next === null) return null
  await run(`set local lock_timeout = ${lockMs}`)
  await run(next.sql)
  // Safe to inline: names are our own file names, hashes are hexadecimal, and a script takes no parameters.
  await run(`insert into schema_migrations (name, sha256, applied_at)
             values ('${next.name}', '${next.sha256}', '${now.toISOString()}')`)
  return next.name
}

/** The first schema that needs an extension would keep it from the others, so it is made in `public`. */
async function createSchema(run: Run, schema: string): Promise<void> {
  const [found] = await run(`select to_regnamespace('"${schema}"') as name`)
  if (found!.name !== null) return
  await run('create extension if not exists pg_trgm schema public')
  await run(`create schema "${schema}"`)
}

/**
 * The next migration to apply; null when there is none. Throws when code and database do not fit together. `applied`
 * may come in any order: a database sorts texts by its locale, which is not how file names are sorted here.
 */
export function nextMigration(migrations: Migration[], applied: Applied[]): Migration | null {
  const migrationHashes = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const newest = migrations.at(-1)?.name ?? ''
  for (const { name, sha256 } of applied) {
    if (!migrationHashes.has(name) && name > newest)
      throw new Error(
        `A newer version of Octavo made this database (this version lacks its migration ${name}): start that version or a ` +
          'later one.',
      )
    if (migrationHashes.get(name) !== sha256)
      throw new Error(
        `A version of Octavo that was never released made this database (its migration ${name} differs), so it cannot be ` +
          'upgraded: export what you need with that version, or start with an empty database.',
      )
  }
  const appliedNames = new Set(applied.map(({ name }) => name))
  const next = migrations.find(({ name }) => !appliedNames.has(name)) ?? null
  const later = migrations.slice(applied.length).find(({ name }) => appliedNames.has(name))
  if (next !== null && later !== undefined)
    throw new Error(
      `The database has the migration ${later.name} but not ${next.name}, which comes before it. ` +
        'Migrations must be applied in the order of their names: was the database made by another branch of the code?',
    )
  return next
}

/** Bypasses Kysely, which takes one statement in a text. */
async function transact<Answer>(database: Database, work: (run: Run) => Promise<Answer>): Promise<Answer> {
  const client = await connectWithoutTimeout(database.pool)
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0') // an index on a large table may take long
    const answer = await work(async sql => (await client.query(sql)).rows)
    await client.query('commit')
    client.release()
    return answer
  } catch (error) {
    client.release(true) // closed and not returned to the pool: its state is unknown
    throw error
  }
}
