// A real PostgreSQL that keeps what it commits (fsync on), with a database for each measurement: a copy of one with a
// thousand accounts, so that no measurement sees the rows of another.

import pg from 'pg'
import { startPostgres } from '../test/postgres.ts'

/** Defaults, but for memory that fits the million orders of one measurement, and room for several processes. */
const settings = { max_connections: '200', shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

export type Databases = {
  serverVersion: string
  /** The URL of a new database; `from` is one that nobody is connected to. */
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

/** Asks again and again until `text` answers true. */
export async function until(url: string, text: string, { everyMs = 25, mostMs = 300_000 } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const deadline = performance.now() + mostMs
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

/** Nothing that a worker would do by itself is left to do now. */
export const nothingDue = `
  not exists (select from orders where status in ('RECEIVED', 'VALIDATING') and due_at is not null)
  and not exists (select from webhook_deliveries where next_attempt_at is not null)
  and not exists (select from print_jobs where next_step_at <= now())`
