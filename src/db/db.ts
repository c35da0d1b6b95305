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
import { createPglite, pglitePool } from './embedded.ts'
import { lockDirectory } from './lock.ts'
import { PreparingClient } from './prepare.ts'
import { freeBytesOf, requireRoom, roomKeeper } from './room.ts'
import { pgTypes } from './values.ts'

/** Kysely is given no schema, because tables are named in the SQL text: each query states the shape of its rows. */
export type Db = Kysely<unknown>
/** A transaction, to which statements in SQL are all that is given. */
export type Tx = QueryExecutorProvider

/** A single session of the server. */
export type Session = { query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }> }

/** `pool` is what `db` takes its connections from; only migrations and the job queue may use it. */
export type Database = {
  pool: pg.Pool
  db: Db
  /** For statements that give themselves more time than others have: silence is no sign of a lost connection there. */
  patientDb: Db
  serverVersion: string
  /**
   * Asks this at once, and of each connection made later before it is used: another server may have taken over. One for
   * which it fails is given up.
   */
  checkConnections(check: (session: Session) => Promise<void>): Promise<void>
  close(): Promise<void>
} & ({ kind: 'pglite'; pglite: PGlite } | { kind: 'postgresql'; pglite?: undefined })

export type DatabaseOptions = {
  databaseUrl: string | null
  /** Where PGlite keeps its files; null keeps them in memory. Ignored with `databaseUrl`. */
  dataDir: string | null
  log?: Log
  /** What the sessions of this process are called on the server. */
  sessionName?: string
  /** After how long without a byte a connection counts as lost. */
  silenceMs?: number
}

const lookForRoomMs = second
const oldestServer = 150000
const mostConnections = 20 // per process; PostgreSQL allows 100 by default, shared by all processes
const connectMs = 10 * second
const statementMs = 30 * second // far longer than any batch should take; a bad plan must not hold its locks for ever
const idleInTransactionMs = 30 * second // no transaction waits for the outside, so an idle one has lost its process
/**
 * The server ends whatever takes longer than `statementMs`, so one that is silent beyond that is out of reach, though
 * nothing closed the connection. Less than the time after which requests are cut off.
 */
const mostSilentMs = 40 * second
/** How sessions must be set for the texts of their answers to be read as they are meant. */
const neededSettings = { timezone: 'UTC', datestyle: 'ISO', bytea_output: 'hex', standard_conforming_strings: 'on' }
/** The system then asks an idle connection whether its other end is still there; its own two hours are far too long. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30 * second }

/** Opens the database. Throws with a sentence for the operator when that fails. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log = silentLog, sessionName = 'octavo', silenceMs = mostSilentMs } = options
  return databaseUrl === null ? openPglite(dataDir, log) : openPostgres(databaseUrl, log, sessionName, silenceMs)
}

async function openPglite(dataDir: string | null, log: Log): Promise<Database> {
  if (dataDir === null) return pgliteDatabase(await createPglite('memory://'), log)
  const lock = lockDirectory(dataDir)
  try {
    requireRoom(dataDir)
    const pglite = await openFiles(dataDir)
    requireRoom(dataDir) // still, with a new database in it
    const database = await pgliteDatabase(pglite, log, () => {
      clearInterval(timer)
      lock.release()
    })
    const look = roomKeeper(database.db, () => freeBytesOf(dataDir), log)
    const timer = setInterval(() => void look().catch(() => {}), lookForRoomMs).unref() // it looks again
    return database
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openFiles(dataDir: string): Promise<PGlite> {
  try {
    return await createPglite(await pglitePlace(dataDir))
  } catch (error) {
    throw new Error(
      `The embedded database in ${dataDir} cannot be opened (${reason(error)}). If its files are damaged or missing, restore a backup.`,
      { cause: error },
    )
  }
}

/**
 * Where PGlite keeps its files. A new database is made beside that place and moved there when it is whole: half of one,
 * left by a process that was killed, would stop every later start.
 */
async function pglitePlace(dataDir: string): Promise<string> {
  const place = join(dataDir, 'db')
  if (existsSync(place)) return place
  const draft = join(dataDir, 'db.new')
  rmSync(draft, { recursive: true, force: true })
  await (await createPglite(draft)).close()
  renameSync(draft, place)
  return place
}

/** A PGlite that `createPglite` made, as a Database. */
export async function pgliteDatabase(pglite: PGlite, log = silentLog, closed = () => {}): Promise<Database> {
  const pool = pglitePool(pglite)
  pool.on('error', () => {})
  pool.options.onConnect = client => outliveLoss(client, log)
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  return {
    kind: 'pglite',
    db,
    patientDb: db,
    pool,
    pglite,
    serverVersion: rows[0]?.server_version ?? 'unknown',
    checkConnections: check => check(pool),
    async close() {
      await pool.end()
      if (!pglite.closed) await pglite.close()
      closed()
    },
  }
}

async function openPostgres(databaseUrl: string, log: Log, sessionName: string, silenceMs: number): Promise<Database> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    pipeline: true,
    connectionString: databaseUrl,
    application_name: sessionName,
    max: mostConnections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...keptAlive,
    options: '-c timezone=UTC', // so that casts between instants and days mean the same everywhere
    types: pgTypes,
  })
  pool.on('error', () => {})
  let check: (session: Session) => Promise<void> = async () => {}
  pool.options.onConnect = client => {
    outliveLoss(client, log)
    const socket = socketOf(client)
    socket.on('timeout', () =>
      socket.destroy(new Error('Connection terminated: the server has been silent for too long')),
    )
    socket.setTimeout(silenceMs)
    return check(client)
  }
  pool.on('acquire', client => socketOf(client).setTimeout(silenceMs))
  try {
    const server = await askServer(pool)
    if (server.number < oldestServer)
      throw new Error(`the server is PostgreSQL ${server.text}, and Octavo needs 15 or newer`)
    if (server.encoding !== 'UTF8')
      throw new Error(`its encoding is ${server.encoding}, and Octavo needs one that was made with the encoding UTF8`)
    if (server.readOnly) throw new Error('it takes no changes: it is a standby, or has been set to be read-only')
    for (const [name, needed] of Object.entries(neededSettings)) {
      const value = server.settings[name]
      if (value?.split(',')[0] !== needed)
        throw new Error(
          `its sessions have ${name} = ${value}, and Octavo needs ${needed}: a pooler must pass on the setting, or the role must have it (alter role … set ${name} = '${needed}')`,
        )
    }
    if (!(await keepsSessions(pool)))
      throw new Error('a pooler stands before it that gives a connection another session with each transaction')
    if (server.unlimited.length > 0)
      log.warn(
        { settings: server.unlimited },
        'database sessions have no time limit: a pooler must pass on these settings, or the role must have them',
      )
    const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
    const patientDb: Db = new Kysely({ dialect: new PostgresDialect({ pool: patient(pool) }) })
    return {
      kind: 'postgresql',
      db,
      patientDb,
      pool,
      serverVersion: server.text,
      async checkConnections(ofEach) {
        check = ofEach
        const client = await pool.connect()
        await check(client).finally(() => client.release())
      },
      close: () => pool.end(),
    }
  } catch (error) {
    await pool.end()
    throw new Error(`The database of DATABASE_URL (${withoutPassword(databaseUrl)}) cannot be used: ${reason(error)}`, {
      cause: error,
    })
  }
}

/**
 * A connection that breaks while no query waits on it, in the pool or between two queries of a transaction, emits an
 * event. Without a listener that event would end the process. The next query fails anyway.
 */
function outliveLoss(client: pg.ClientBase, log: Log): void {
  client.on('error', error => log.warn({ reason: error.message }, 'database connection lost'))
}

type Server = {
  number: number
  text: string
  encoding: string
  readOnly: boolean
  settings: Record<string, string>
  unlimited: string[]
}

/**
 * What the server is, and whether the settings that came with the connection arrived: poolers may be told to drop them.
 */
async function askServer(pool: pg.Pool): Promise<Server> {
  const { rows } = await pool.query<Server>(
    `select
      current_setting('server_version_num')::int as number, current_setting('server_version') as text,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::boolean as "readOnly",
      (select jsonb_object_agg(name, current_setting(name)) from unnest($1::text[]) as name) as settings,
      array(
        select name
        from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name
        where current_setting(name) = '0'
      ) as unlimited`,
    [Object.keys(neededSettings)],
  )
  return rows[0]!
}

/** Whether a connection still has its session after another one began a transaction, which takes what is free. */
async function keepsSessions(pool: pg.Pool): Promise<boolean> {
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    const sessionOf = async () => (await one.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
    const before = await sessionOf()
    await other.query('begin')
    const after = await sessionOf()
    await other.query('rollback')
    return before === after
  } finally {
    one.release()
    other.release()
  }
}

/** Fails where the database does not answer, or takes no changes, as after a failover that left this one a standby. */
export async function ping(db: Db): Promise<void> {
  const { rows } = await sql<{ readOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as "readOnly"`.execute(db)
  if (rows[0]!.readOnly) throw new Error('The database takes no changes.')
}

/** The pool, with connections that may be silent until they are given back. */
const patient = (pool: pg.Pool) => ({
  connect: () => connectPatiently(pool),
  end: () => pool.end(),
  options: pool.options,
})

/** A connection that may be silent until it is given back. */
export async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  socketOf(client).setTimeout(0)
  return client
}

/** pg's types name the connection of a client outside of a pool only, and its stream as any stream. */
const socketOf = (client: pg.ClientBase) => (client as unknown as { connection: { stream: Socket } }).connection.stream

function withoutPassword(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  return url === null ? 'not a URL' : `${url.protocol}//${url.username && `${url.username}@`}${url.host}${url.pathname}`
}

/**
 * Node reports a refused connection to a name with several addresses as an AggregateError without a message, and PGlite
 * throws objects that are no errors.
 */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : JSON.stringify(error)
}
