// The database: PGlite in DATA_DIR by default, PostgreSQL with DATABASE_URL. Both share one dialect, one schema and one
// set of queries.

import { existsSync, renameSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import { second } from '../base/clock.ts'
import { type Log, silentLog } from '../base/log.ts'
import { lockDirectory } from './directoryLock.ts'
import { diskSpaceGuard, readFreeBytes, requireDiskSpace } from './diskSpace.ts'
import { createPglite, pglitePool } from './embedded.ts'
import { unpackEmptyDatabase } from './emptyDatabase.ts'
import { PreparingClient } from './prepare.ts'
import { pgTypes } from './values.ts'

/** Kysely is given no schema, because tables are named in the SQL text: each query states the shape of its rows. */
export type Db = Kysely<unknown>
/** A transaction, which executes SQL statements and nothing else. */
export type Tx = QueryExecutorProvider

/** A single session of the server. */
export type Session = { query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }> }

/**
 * `db` takes its connections from `pool`; only migrations and the channel between processes may use the pool itself.
 */
export type Database = {
  pool: pg.Pool
  db: Db
  /** For statements that may take minutes: silence is no sign of a lost connection there. */
  longRunningDb: Db
  serverVersion: string
  /** The schema of the tables; null where the role has one. */
  schema: string | null
  /**
   * Makes this check now, and for each later connection before its first use, because another server may have taken
   * over. A connection for which the check fails is closed.
   */
  checkConnections(check: (session: Session) => Promise<void>): Promise<void>
  close(): Promise<void>
} & ({ kind: 'pglite'; pglite: PGlite } | { kind: 'postgresql'; pglite?: undefined })

export type DatabaseOptions = {
  databaseUrl: string | null
  /** Where PGlite keeps its files; null keeps them in memory. Ignored with `databaseUrl`. */
  dataDir: string | null
  /** The schema of the tables, which `migrate` creates. Ignored without `databaseUrl`. */
  databaseSchema?: string | null
  databaseConnections?: number
  log?: Log
  /** The name of this process's sessions on the server. */
  sessionName?: string
  /** After how long without a byte a connection counts as lost. */
  silenceMs?: number
  /** In production, a server that may lose committed data is refused; elsewhere there is only a warning. */
  production?: boolean
}

const diskCheckMs = second
const minServerVersion = 150000
const defaultConnections = 20
export const connectMs = 10 * second
export const statementMs = 30 * second // far longer than a batch should take; a bad plan must not keep its locks forever
export const idleInTransactionMs = 30 * second // no transaction waits for the outside, so an idle transaction has lost its process
/**
 * The server ends statements after `statementMs`, so a server that is silent for longer is out of reach, even if
 * nothing closed the connection. This is less than the time limit of requests.
 */
const maxSilenceMs = 40 * second
/** The session settings that the parsing of answers relies on. */
const requiredSettings = { timezone: 'UTC', datestyle: 'ISO', bytea_output: 'hex', standard_conforming_strings: 'on' }
/** The system then checks whether the other end of an idle connection exists; its default of two hours is too long. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 30 * second }

/** Opens the database. Throws with a sentence for the operator when that fails. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log = silentLog } = options
  return databaseUrl === null ? openPglite(dataDir, log) : openPostgres(databaseUrl, log, options)
}

async function openPglite(dataDir: string | null, log: Log): Promise<Database> {
  if (dataDir === null) return pgliteDatabase(await createPglite('memory://'), log)
  const lock = lockDirectory(dataDir)
  try {
    requireDiskSpace(dataDir)
    const pglite = await openFiles(dataDir)
    requireDiskSpace(dataDir) // also with a new database on the disk
    const database = await pgliteDatabase(pglite, log, () => {
      clearInterval(timer)
      lock.release()
    })
    const checkDisk = diskSpaceGuard(database.db, () => readFreeBytes(dataDir), log)
    const timer = setInterval(() => void checkDisk().catch(() => {}), diskCheckMs).unref() // the next check comes in a second
    return database
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openFiles(dataDir: string): Promise<PGlite> {
  try {
    return await createPglite(await pgliteFolder(dataDir))
  } catch (error) {
    throw new Error(
      `The embedded database in ${dataDir} cannot be opened (${reasonOf(error)}). If its files are damaged or missing, restore a backup.`,
      { cause: error },
    )
  }
}

/**
 * The folder of PGlite's files. A new database is made beside it and moved there when it is complete: an incomplete
 * database, left by a killed process, would fail every later start.
 */
async function pgliteFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'db')
  if (existsSync(folder)) return folder
  const draft = join(dataDir, 'db.new')
  rmSync(draft, { recursive: true, force: true })
  if (!unpackEmptyDatabase(draft)) await (await createPglite(draft)).close()
  renameSync(draft, folder)
  return folder
}

/** A PGlite that `createPglite` made, as a Database. */
export async function pgliteDatabase(pglite: PGlite, log = silentLog, onClose = () => {}): Promise<Database> {
  const pool = pglitePool(pglite)
  pool.on('error', () => {})
  pool.options.onConnect = client => logConnectionErrors(client, log)
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  return {
    kind: 'pglite',
    db,
    longRunningDb: db,
    pool,
    pglite,
    serverVersion: rows[0]?.server_version ?? 'unknown',
    schema: null,
    checkConnections: check => check(pool),
    async close() {
      await pool.end()
      if (!pglite.closed) await pglite.close()
      onClose()
    },
  }
}

async function openPostgres(
  databaseUrl: string,
  log: Log,
  {
    databaseSchema: schema = null,
    databaseConnections = defaultConnections,
    sessionName = 'octavo',
    silenceMs = maxSilenceMs,
    production = false,
  }: DatabaseOptions,
): Promise<Database> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    pipeline: true,
    connectionString: databaseUrl,
    application_name: sessionName,
    max: databaseConnections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...keepAliveOptions,
    options: sessionOptions(schema),
    types: pgTypes,
  })
  pool.on('error', () => {})
  let check: (session: Session) => Promise<void> = async () => {}
  pool.options.onConnect = client => {
    logConnectionErrors(client, log)
    const socket = socketOf(client)
    socket.on('timeout', () =>
      socket.destroy(new Error('Connection terminated: the server has been silent for too long')),
    )
    socket.setTimeout(silenceMs)
    return check(client)
  }
  pool.on('acquire', client => socketOf(client).setTimeout(silenceMs))
  try {
    const server = await readServer(pool)
    if (server.number < minServerVersion)
      throw new Error(`the server is PostgreSQL ${server.text}, and Octavo needs 15 or newer`)
    if (server.encoding !== 'UTF8')
      throw new Error(`its encoding is ${server.encoding}, and Octavo needs one that was made with the encoding UTF8`)
    if (server.readOnly) throw new Error('it takes no changes: it is a standby, or is set to be read-only')
    requireSettings(server, schema)
    if (server.losesCommits) {
      const risk =
        'it may lose committed data in a crash (synchronous_commit = off), so orders could be lost and cards charged twice'
      if (production)
        throw new Error(`${risk}: set it to on for the role of Octavo (alter role … set synchronous_commit = on)`)
      log.warn(`the database is not safe: ${risk}`)
    }
    await requireOwnSessions(pool)
    if (server.unlimited.length > 0)
      log.warn(
        { settings: server.unlimited },
        'database sessions have no time limit: a pooler must pass on these settings, or the role must have them',
      )
    const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
    const longRunningDb: Db = new Kysely({ dialect: new PostgresDialect({ pool: withoutTimeout(pool) }) })
    return {
      kind: 'postgresql',
      db,
      longRunningDb,
      pool,
      serverVersion: server.text,
      schema,
      async checkConnections(checkSession) {
        check = checkSession
        const client = await pool.connect()
        await check(client).finally(() => client.release())
      },
      close: () => pool.end(),
    }
  } catch (error) {
    await pool.end()
    throw new Error(
      `The database of DATABASE_URL (${withoutPassword(databaseUrl)}) cannot be used: ${reasonOf(error)}`,
      {
        cause: error,
      },
    )
  }
}

/** UTC, so that casts between instants and days mean the same everywhere. Extensions are in `public`. */
export const sessionOptions = (schema: string | null): string =>
  `-c timezone=UTC${schema === null ? '' : ` -c search_path=${schema},public`}`

/**
 * A connection that breaks while no query waits on it, in the pool or between two queries of a transaction, emits an
 * event. Without a listener the event would end the process. The next query fails anyway.
 */
export function logConnectionErrors(client: pg.ClientBase, log: Log): void {
  client.on('error', error => log.warn({ reason: error.message }, 'database connection lost'))
}

type Server = {
  number: number
  text: string
  encoding: string
  readOnly: boolean
  losesCommits: boolean
  settings: Record<string, string>
  unlimited: string[]
}

/** Reads what the server is, and whether the settings of the connection arrived: a pooler may drop them. */
export async function readServer(session: Session): Promise<Server> {
  const { rows } = await session.query<Server>(
    `select
      current_setting('server_version_num')::int as number, current_setting('server_version') as text,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::boolean as "readOnly",
      current_setting('synchronous_commit') = 'off' as "losesCommits",
      (select jsonb_object_agg(name, current_setting(name)) from unnest($1::text[]) as name) as settings,
      array(
        select name
        from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name
        where current_setting(name) = '0'
      ) as unlimited`,
    [[...Object.keys(requiredSettings), 'search_path']],
  )
  return rows[0]!
}

export function requireSettings({ settings }: Pick<Server, 'settings'>, schema: string | null): void {
  const required = { ...requiredSettings, ...(schema === null ? {} : { search_path: schema }) }
  for (const [name, expected] of Object.entries(required)) {
    const value = settings[name]
    if (value?.split(',')[0] !== expected)
      throw new Error(
        `its sessions have ${name} = ${value}, and Octavo needs ${expected}: a pooler must pass on the setting, or the role must have it (alter role … set ${name} = '${expected}')`,
      )
  }
}

/** Fails if a connection loses its session when another connection begins a transaction, which takes a free session. */
export async function requireOwnSessions(pool: pg.Pool): Promise<void> {
  const clients: pg.PoolClient[] = []
  let isWaiting = true
  try {
    const first = await pool.connect()
    clients.push(first)
    const second = await pool.connect()
    clients.push(second)
    const sessionOf = async () => (await first.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
    const before = await sessionOf()
    await second.query('begin')
    const after = await sessionOf()
    await second.query('rollback')
    isWaiting = false
    if (before !== after)
      throw new Error('a pooler in front of it gives a connection another session for each transaction')
  } finally {
    for (const client of clients) client.release(isWaiting) // one that may still wait for an answer is closed
  }
}

/** Fails if the database does not answer or takes no changes, such as a standby after a failover. */
export async function ping(db: Db): Promise<void> {
  const { rows } = await sql<{ readOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as "readOnly"`.execute(db)
  if (rows[0]!.readOnly) throw new Error('The database takes no changes.')
}

export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]!.bytes)
}

/** The pool, with connections that may be silent until they are released. */
const withoutTimeout = (pool: pg.Pool) => ({
  connect: () => connectWithoutTimeout(pool),
  end: () => pool.end(),
  options: pool.options,
})

/** A connection that may be silent until it is released. */
export async function connectWithoutTimeout(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  socketOf(client).setTimeout(0)
  return client
}

/** pg's types have the connection of a client only outside of a pool, and its stream as any stream. */
export const socketOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

function withoutPassword(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  return url === null ? 'not a URL' : `${url.protocol}//${url.username && `${url.username}@`}${url.host}${url.pathname}`
}

/**
 * Node reports a refused connection to a name with several addresses as an AggregateError without a message, and PGlite
 * throws objects that are no errors.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : JSON.stringify(error)
}
