// Reads that may be some seconds old, from a standby of the database. A second apart, the position of the log is read
// on the database, and then the position that the standby has replayed. So the age of what the standby shows has a
// bound, also while nothing is written, and while the standby stands still or is out of reach.

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { Refusal } from '../base/refusal.ts'
import {
  connectMs,
  type Database,
  type Db,
  idleInTransactionMs,
  keepAliveOptions,
  logConnectionErrors,
  readServer,
  reasonOf,
  requireOwnSessions,
  requireSettings,
  sessionOptions,
  socketOf,
  statementMs,
} from './db.ts'
import { PreparingClient } from './prepare.ts'
import { pgTypes } from './values.ts'

/** Runs reads, and runs them again on the database itself if the standby fails: they change nothing. */
export type Read = <Result>(act: (db: Db) => Promise<Result>) => Promise<Result>

/** `late`: the standby was too far behind or out of reach. `failed`: it failed during the read. */
export const readOutcomes = ['standby', 'late', 'failed'] as const
type ReadOutcome = (typeof readOutcomes)[number]

export type Standby = {
  /** Reads of which `own` is the fallback. */
  reader(own: Db): Read
  /** How old what a read would see may be. */
  ageMs(): number
  readonly reads: Readonly<Record<ReadOutcome, number>>
  /** Compares the positions now, as is done each second. Throws why the standby cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Without a standby, the database itself. */
export const readsOf = (standby: Standby | null, own: Db): Read =>
  standby === null ? act => act(own) : standby.reader(own)

type StandbyOptions = {
  url: string
  database: Pick<Database, 'pool' | 'schema'>
  maxAgeMs: number
  connections: number
  log: Log
}

const checkEveryMs = second
/** A standby that is silent for longer counts as out of reach. */
const answerMs = second
/** After one missed check, new reads go to the database; after so many in turn, those that run do so too. */
const maxMissedChecks = 3
/** How soon the standby ends a read whose connection was closed here. Not every system can. */
const endLostReads = `set client_connection_check_interval = '1s'`

// The name of a file of the log begins with its timeline, which each promotion changes. A standby knows its own only
// from its last restart point, or from the last page that it wrote.
const positionOnDatabase = `
  select system_identifier || ' ' || current_database() as "identity",
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position
  from pg_control_system()`
const positionOnStandby = `
  select system_identifier || ' ' || current_database() as "identity",
    greatest(timeline_id, min_recovery_end_timeline) as timeline,
    case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position
  from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`
type Position = { identity: string; timeline: number; position: string | null }

/** Connects with the first check, which runs at once. */
export function openStandby({ url, database, maxAgeMs, connections, log }: StandbyOptions): Standby {
  const { pool, clients, observers } = openPools({ url, database, connections, log })
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const reads = { standby: 0, late: 0, failed: 0 }
  /** Positions of the database, and since when it is known to have them. The newest is the last. */
  let positions: { position: bigint; atMs: number }[] = []
  let timeline: number | null = null
  let seenMs = performance.now() - maxAgeMs
  let isUsable = false
  let missedChecks = 0
  let ownsSessions = false

  /** Reads that wait for an answer fail at once, and go to the database. */
  const endReads = (error: Error) => {
    ownsSessions = false
    for (const client of clients) socketOf(client).destroy(error)
  }
  const ask = async (server: keyof typeof observers, text: string) => {
    try {
      if (server === 'standby' && !ownsSessions) await requireOwnSessions(observers.standby)
      if (server === 'standby') ownsSessions = true
      return (await observers[server].query<Position>(text)).rows[0]!
    } catch (error) {
      throw new Error(`the position of the ${server} cannot be read: ${reasonOf(error)}`, { cause: error })
    }
  }
  const askStandby = () => ask('standby', positionOnStandby)
  const askDatabase = () => ask('database', positionOnDatabase)

  async function compare(): Promise<void> {
    const atMs = performance.now()
    let ours = await askDatabase()
    const position = BigInt(ours.position!)
    // After a failover, the positions of the server before say nothing.
    if (ours.timeline !== timeline || positions.some(earlier => earlier.position > position)) positions = []
    timeline = ours.timeline
    positions = [...positions.filter(earlier => atMs - earlier.atMs <= maxAgeMs), { position, atMs }]
    const theirs = await askStandby().catch(error => {
      isUsable = false
      if (++missedChecks >= maxMissedChecks) endReads(error)
      throw error
    })
    if (BigInt(theirs.position ?? 0) > position) ours = await askDatabase()
    const fault = faultOf(ours, theirs)
    if (fault !== null) {
      isUsable = false
      const error = new Error(fault)
      endReads(error)
      throw error
    }
    const replayed = BigInt(theirs.position!)
    seenMs = positions.findLast(earlier => earlier.position <= replayed)?.atMs ?? seenMs
    missedChecks = 0
    isUsable = true
  }

  const openedMs = performance.now()
  let logged = ''
  /** Logs what the standby is used for, when it changes. Until it has had the time to catch up, it is not late. */
  const logState = (reason: string | null) => {
    const isLate = ageMs() > maxAgeMs
    const state = isUsable ? (isLate ? 'late' : 'used') : `unusable: ${reason}`
    if (state === logged || (state === 'late' && performance.now() - openedMs <= maxAgeMs)) return
    logged = state
    if (state === 'used') log.info('the standby answers reads')
    else
      log.warn(
        { reason: reason ?? 'the standby is too far behind' },
        'the standby cannot be read: the database answers its reads',
      )
  }

  let running: Promise<void> | null = null
  const check = () => {
    running ??= compare()
      .then(
        () => logState(null),
        (error: Error) => {
          logState(error.message)
          throw error
        },
      )
      .finally(() => {
        running = null
      })
    return running
  }
  const checkInTurn = () => void check().catch(() => {}) // it is logged
  const timer = setInterval(checkInTurn, checkEveryMs).unref()

  const ageMs = () => performance.now() - seenMs
  checkInTurn()
  return {
    reader: own => async act => {
      if (!isUsable || ageMs() > maxAgeMs) {
        reads.late++
        return act(own)
      }
      try {
        const result = await act(db)
        reads.standby++
        return result
      } catch (error) {
        if (error instanceof Refusal) throw error
        reads.failed++
        return act(own)
      }
    },
    ageMs,
    reads,
    check,
    async close() {
      clearInterval(timer)
      await running?.catch(() => {})
      await Promise.all([pool, observers.database, observers.standby].map(one => one.end()))
    },
  }
}

/** The connections of the reads, and those on which the positions are read, which wait for no work. */
function openPools({ url, database, connections, log }: Omit<StandbyOptions, 'maxAgeMs'>) {
  const open = (options: pg.PoolConfig) => {
    const pool = new pg.Pool({
      connectionTimeoutMillis: answerMs,
      ...keepAliveOptions,
      options: sessionOptions(database.schema),
      types: pgTypes,
      ...options,
    })
    pool.on('error', () => {})
    pool.options.onConnect = async client => {
      logConnectionErrors(client, log)
      requireSettings(await readServer(client), database.schema)
    }
    return pool
  }
  const clients = new Set<pg.ClientBase>()
  const pool = open({
    connectionString: url,
    Client: PreparingClient,
    pipeline: true,
    application_name: 'octavo reads',
    max: connections,
    connectionTimeoutMillis: connectMs, // all connections may be busy: the checks tell whether the standby answers
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  })
  const { onConnect } = pool.options
  pool.options.onConnect = async client => {
    clients.add(client)
    client.once('end', () => clients.delete(client))
    await onConnect!(client)
    await client.query(endLostReads).catch(() => {})
  }
  const observe = (connectionString: string) =>
    open({ connectionString, application_name: 'octavo standby', max: 2, query_timeout: answerMs })
  const observers = { database: observe(database.pool.options.connectionString!), standby: observe(url) }
  return { pool, clients, observers }
}

/** Why a server is no standby of the database, whose position was read later. */
function faultOf(database: Position, standby: Position): string | null {
  if (standby.identity !== database.identity) return 'the standby belongs to another database'
  if (standby.position === null) return 'the server is not a standby'
  if (standby.timeline !== database.timeline)
    return `the standby is on timeline ${standby.timeline}, and the database is on ${database.timeline}`
  if (BigInt(standby.position) > BigInt(database.position!))
    return 'the standby is ahead of the database, so it has another history'
  return null
}
