// A real PostgreSQL for tests and measurements, from npm, started once per process and gone with it. A fresh database
// is a copy of a template that has been migrated, so a test gets one in well under a second.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { instant } from '../src/base/clock.ts'
import { openDatabase } from '../src/db/db.ts'
import { migrate } from '../src/db/migrate.ts'
import { freePort } from './ports.ts'

export type PostgresServer = {
  port: number
  url(database: string): string
  stop(): Promise<void>
  /** Stops at once, as after a fault: nobody's transaction is ended in order. */
  break(): Promise<void>
  /** After `stop` or `break`; what was committed is there. */
  start(): Promise<void>
}

export type FreshPostgres = { databaseUrl: string; drop(): Promise<void> }

/** Good for tests only: a power cut would lose what was committed. */
const forTests = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }
const template = 'template_octavo'
/**
 * Sorts texts by language, as a server does that was installed for people; the embedded database sorts them by byte.
 */
const asInstalled = `template template0 locale_provider icu icu_locale 'en-US'`
const attempts = 3 // another process may take the free port between the look and the start

/** Starts a server of its own; `settings` are those of postgresql.conf. Ends with this process at the latest. */
export const startPostgres = (settings: Record<string, string> = forTests): Promise<PostgresServer> =>
  launchSomewhere(settings, [])

/** A copy of a running server, which follows it until somebody promotes it. */
export const startStandby = (primary: PostgresServer, settings: Record<string, string> = {}): Promise<PostgresServer> =>
  launchSomewhere({ ...forTests, ...settings }, [`--follows=${primary.port}`])

async function launchSomewhere(settings: Record<string, string>, flags: string[]): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(await freePort(), settings, flags)
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}

let shared: Promise<PostgresServer> | null = null
let count = 0

/** The server of this process, with a migrated template. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= (async () => {
    const server = await startPostgres()
    await administer(server, `create database ${template} ${asInstalled}`)
    const database = await openDatabase({ databaseUrl: server.url(template), dataDir: null })
    await migrate(database, instant('2026-01-01T00:00:00Z'))
    await database.close()
    return server
  })()
  return shared
}

/**
 * A database of its own with the whole schema and no rows, or with all that another holds, to which nobody is
 * connected.
 */
export async function freshPostgres({ like }: { like?: string } = {}): Promise<FreshPostgres> {
  const server = await sharedPostgres()
  const name = `test_${++count}`
  const model = like === undefined ? template : new URL(like).pathname.slice(1)
  await administer(server, `create database ${name} template ${model}`)
  return {
    databaseUrl: server.url(name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

/** A database of its own with nothing in it. */
export async function emptyPostgres(): Promise<FreshPostgres> {
  const server = await sharedPostgres()
  const name = `test_${++count}`
  await administer(server, `create database ${name} ${asInstalled}`)
  return {
    databaseUrl: server.url(name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

async function launch(port: number, settings: Record<string, string>, flags: string[]): Promise<PostgresServer> {
  const keeperFile = join(import.meta.dirname, 'postgres-keeper.ts')
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const keeper = spawn(process.execPath, [keeperFile, ...flags, String(port), ...set], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]()

  const exited = once(keeper, 'exit').then(() => null)

  async function say(word: string, expected: string): Promise<void> {
    hold(true)
    keeper.stdin.write(`${word}\n`)
    const answer = await Promise.race([answers.next(), exited])
    hold(false)
    if (answer?.value !== expected)
      throw new Error(`PostgreSQL did not ${word}: ${answer?.value ?? 'its keeper ended'}`)
  }

  // The server must not keep a test process alive that has nothing else to do.
  function hold(on: boolean): void {
    for (const one of [keeper, keeper.stdin, keeper.stdout] as unknown as { ref(): void; unref(): void }[])
      if (on) one.ref()
      else one.unref()
  }

  try {
    await say('start', 'started')
  } catch (error) {
    keeper.stdin.end()
    throw error
  }
  return {
    port,
    url: database => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    stop: () => say('stop', 'stopped'),
    break: () => say('break', 'broken'),
    start: () => say('start', 'started'),
  }
}

export async function administer(server: PostgresServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
