// A real PostgreSQL with durable commits (fsync on) and a database for each measurement. The databases are copies of a
// database with a thousand accounts, so that no measurement sees the rows of another.

import pg from 'pg'
import { startPostgres } from '../test/support/postgres.ts'

/** The defaults, with memory for the million orders of one measurement and connections for several processes. */
const settings = { max_connections: '200', shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

export type Databases = {
  serverVersion: string
  /** Answers the URL of a new database; `from` names a database without connections. */
  create(name: string, from?: string): Promise<string>
  drop(name: string): Promise<void>
  stop(): Promise<void>
}

export async function startDatabases(): Promise<Databases> {
  const server = await startPostgres(settings)
  const administer = (text: string) => query(server.url('postgres'), text)
  const [version] = await administer('show server_version')
  return {
    serverVersion: String(version?.server_version),
    async create(name, from) {
      await administer(`create database ${name}${from === undefined ? '' : ` template ${from}`}`)
      return server.url(name)
    },
    drop: async name => void (await administer(`drop database ${name} with (force)`)),
    stop: () => server.stop(),
  }
}

export async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Repeats the query until it answers true. */
export async function waitUntil(url: string, text: string, { everyMs = 25, maxMs = 300_000 } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const deadline = performance.now() + maxMs
  try {
    for (;;) {
      const { rows } = await client.query<{ done: boolean }>(`select (${text}) as done`)
      if (rows[0]?.done === true) return
      if (performance.now() > deadline) throw new Error(`this did not become true: ${text}`)
      await new Promise(resolve => setTimeout(resolve, everyMs))
    }
  } finally {
    await client.end()
  }
}

/** True when a worker has no due work. */
export const nothingDue = `
  not exists (select from orders where status in ('RECEIVED', 'VALIDATING') and due_at is not null)
  and not exists (select from webhook_deliveries where next_attempt_at is not null)
  and not exists (select from print_jobs where next_step_at <= now())`
