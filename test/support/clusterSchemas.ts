// With TEST_CLUSTER, the address of a cluster, worlds live in its schemas `cell_…` instead of databases of their own
// (lab/citus.ts). A test holds a schema by a lock, so several processes share them. The schema `seed` has the rows of a
// new database.

import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/db/db.ts'

export const testCluster = process.env.TEST_CLUSTER ?? null

const pollMs = 50

/** The address of a schema of a cluster. */
export function schemaUrl(cluster: string, schema: string): string {
  const url = new URL(cluster)
  url.searchParams.set('options', `-c timezone=UTC -c search_path=${schema},public`)
  return url.href
}

/** Waits for a schema that no test holds, and empties it. */
export async function freshSchema(cluster: string) {
  const client = new pg.Client({ connectionString: cluster })
  client.on('error', () => {}) // the cluster may stop first
  await client.connect()
  const schema = await lockSchema(client)
  await empty(client, schema)
  return { schema, databaseUrl: schemaUrl(cluster, schema), drop: () => client.end() }
}

export async function openFreshSchema(cluster: string): Promise<Database> {
  const { schema, drop } = await freshSchema(cluster)
  const database = await openDatabase({ databaseUrl: cluster, databaseSchema: schema, dataDir: null })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

async function lockSchema(client: pg.Client): Promise<string> {
  for (;;) {
    const { rows } = await client.query<{ schema: string }>(`
      select nspname as schema
      from (select nspname from pg_namespace where nspname like 'cell\\_%' order by random() offset 0) s
      where pg_try_advisory_lock(hashtext(nspname))
      limit 1`)
    if (rows[0] !== undefined) return rows[0].schema
    await delay(pollMs)
  }
}

async function empty(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select tablename as table from pg_tables where schemaname = $1 and tablename <> 'schema_migrations'`,
    [schema],
  )
  const tables = rows.map(({ table }) => table)
  await client.query(`truncate ${tables.map(table => `${schema}.${table}`).join()}`)
  for (const table of tables) {
    const { rowCount } = await client.query(`select from seed.${table} limit 1`)
    if (rowCount === 1) await client.query(`insert into ${schema}.${table} select * from seed.${table}`)
  }
}
