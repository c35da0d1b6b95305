// Sends short texts to every process on the same database: by LISTEN and NOTIFY on PostgreSQL, within this process on
// PGlite. A text may be lost (nobody listened, a connection broke), so it may only ever mean "look now"; `missed`
// reports that some may have been lost.

import { sql } from 'kysely'
import pg from 'pg'
import { second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { type Database, keptAlive } from './db.ts'

export type Channel = {
  /** Sends a text of at most `mostBytes`. */
  send(text: string): Promise<void>
  /** Starts to listen, once; this process hears its own texts too. */
  listen(hears: Hears): void
  close(): Promise<void>
}

type Hears = { text(text: string): void; missed(): void }

/** PostgreSQL accepts less than 8,000. */
export const mostBytes = 7900

/** How long the server may take to let in the one who listens. */
const answerMs = 10 * second
const againAfterMs = 2 * second

export function openChannel(database: Database, name: string, log: Log): Channel {
  return database.kind === 'pglite' ? ownProcess() : everyProcess(database, name, log)
}

function ownProcess(): Channel {
  let hears: Hears | null = null
  return {
    async send(text) {
      hears?.text(text)
    },
    listen(listener) {
      hears = listener
    },
    async close() {
      hears = null
    },
  }
}

function everyProcess(database: Database & { kind: 'postgresql' }, name: string, log: Log): Channel {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  /** Uses a connection of its own, since those of the pool change hands. */
  async function connect(hears: Hears): Promise<void> {
    const fresh = new pg.Client({
      ...connection(database),
      ...keptAlive,
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
      fresh.end().catch(() => {})
      timer = setTimeout(connect, againAfterMs, hears).unref()
    }
    fresh.on('error', error => lose(error.message))
    fresh.on('end', () => lose('the server closed it'))
    fresh.on('notification', ({ payload }) => hears.text(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${pg.escapeIdentifier(name)}`)
      client = fresh
      if (closed) await fresh.end()
      else hears.missed() // since the process last listened, or since a waiter began to wait
    } catch (error) {
      lose((error as Error).message)
    }
  }

  return {
    async send(text) {
      await sql`select pg_notify(${name}, ${text})`.execute(database.db)
    },
    listen(hears) {
      void connect(hears)
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

function connection({ pool }: Database & { kind: 'postgresql' }) {
  const { connectionString } = pool.options
  return connectionString === undefined ? {} : { connectionString }
}
