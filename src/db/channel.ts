// Sends short texts to every process on the same database: by LISTEN and NOTIFY on PostgreSQL, within this process on
// PGlite. A text may be lost (no process listened, a connection broke), so a text may only ever mean "look now".
// `missed` reports that texts may have been lost.

import { sql } from 'kysely'
import pg from 'pg'
import { second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { type Database, keepAliveOptions } from './db.ts'

export type Channel = {
  /** Sends a text of at most `maxPayloadBytes`. */
  send(text: string): Promise<void>
  /** Starts to listen, once; this process hears its own texts too. Resolves when it listens or failed to connect. */
  listen(listener: Listener): Promise<void>
  close(): Promise<void>
}

type Listener = { text(text: string): void; missed(): void }

/** PostgreSQL accepts less than 8,000. */
export const maxPayloadBytes = 7900

/** How long the server may take to accept the connection that listens. */
const answerMs = 10 * second
const reconnectMs = 2 * second

export function openChannel(database: Database, name: string, log: Log): Channel {
  if (database.kind === 'pglite') return channelWithinProcess()
  return channelOfProcesses(database, database.schema === null ? name : `${name} ${database.schema}`, log)
}

function channelWithinProcess(): Channel {
  let current: Listener | null = null
  return {
    async send(text) {
      current?.text(text)
    },
    async listen(listener) {
      current = listener
    },
    async close() {
      current = null
    },
  }
}

function channelOfProcesses(database: Database & { kind: 'postgresql' }, name: string, log: Log): Channel {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  /** Uses a connection of its own, since those of the pool change hands. */
  async function connect(listener: Listener): Promise<void> {
    const connecting = new pg.Client({
      ...connectionOptions(database),
      ...keepAliveOptions,
      application_name: 'octavo channel',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    let lost = false
    const lose = (reason: string) => {
      if (lost || closed) return
      lost = true
      client = null
      log.warn({ reason }, 'the channel between processes broke; reopening it')
      connecting.end().catch(() => {})
      timer = setTimeout(connect, reconnectMs, listener).unref()
    }
    connecting.on('error', error => lose(error.message))
    connecting.on('end', () => lose('the server closed it'))
    connecting.on('notification', ({ payload }) => listener.text(payload ?? ''))
    try {
      await connecting.connect()
      await connecting.query(`listen ${pg.escapeIdentifier(name)}`)
      client = connecting
      if (closed) await connecting.end()
      else listener.missed() // texts that were sent before the connection listened
    } catch (error) {
      lose((error as Error).message)
    }
  }

  return {
    async send(text) {
      await sql`select pg_notify(${name}, ${text})`.execute(database.db)
    },
    listen: connect,
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

function connectionOptions({ pool }: Database & { kind: 'postgresql' }) {
  const { connectionString } = pool.options
  return connectionString === undefined ? {} : { connectionString }
}
