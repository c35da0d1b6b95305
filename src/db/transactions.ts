// Numbers of transactions, for readers that must not miss a row. Transactions commit in another order than they began,
// so a reader that continues after its last row may miss a row whose transaction was open at that time. It misses none
// if each row has the number of its transaction, and the reader stops before the lowest number that is open.
//
// The numbers are PostgreSQL's own. A restored or copied database has lower numbers than the numbers that readers have
// seen, so an offset is added, which grows when another server, or a restored server, takes over.

import { type RawBuilder, sql } from 'kysely'
import type { Database, Db, Session } from './db.ts'

const offsetSetting = 'transaction_offset' // the SQL functions of the same name read it
const serverSetting = 'transaction_server'

/** More than any server has counted. A JavaScript number holds thousands of steps. */
const step = 2 ** 40

/** The number of the current transaction, looked up once in a statement. Only for what a statement writes. */
export const transactionNumber: RawBuilder<number> = sql`(select transaction_number())`

/**
 * Every transaction with a lower number has ended, and its rows are visible from now on.
 */
export async function readCompletedBelow(db: Db): Promise<number> {
  const { rows } = await sql<{ end: number }>`select transactions_settled_below() as end`.execute(db)
  return rows[0]!.end
}

/**
 * Raises the offset when a connection, now or later, finds another server than the last one: a standby may take over
 * while this process works. `table` has rows with such numbers.
 */
export const keepNumbersRising = ({ checkConnections }: Database, table: string): Promise<void> =>
  checkConnections(async session => {
    const server = await serverOf(session)
    const { rows } = await session.query<Setting>(readSettingText, [serverSetting])
    if (rows[0]?.value !== server) await raise(session, server, table)
  })

type Setting = { value: string }

const readSettingText = 'select value from settings where name = $1'

async function raise(session: Session, server: string, table: string): Promise<void> {
  await session.query('begin')
  try {
    const claim = 'insert into settings (name, value) values ($1, $2) on conflict (name) do nothing returning value'
    const isFirst = (await session.query(claim, [serverSetting, server])).rows.length > 0
    const { rows } = await session.query<Setting>(`${readSettingText} for update`, [serverSetting])
    if (!isFirst && rows[0]!.value !== server) {
      // Waits for transactions that write with the old offset: their rows would come after readers passed their
      // numbers.
      await session.query(`lock table ${table} in exclusive mode`)
      await session.query(
        `insert into settings (name, value) values ($1, $2)
        on conflict (name) do update set value = (settings.value::bigint + excluded.value::bigint)::text`,
        [offsetSetting, String(step)],
      )
      await session.query('update settings set value = $2 where name = $1', [serverSetting, server])
    }
    await session.query('commit')
  } catch (error) {
    await session.query('rollback').catch(() => {}) // the connection is closed anyway
    throw error
  }
}

/**
 * The identity of a server and its timeline, which changes when the server is restored to an earlier time or takes
 * over. It is the timeline of the WAL, because the timeline of the last checkpoint may lag behind. `unknown` where the
 * provider of the database does not permit the query: a restored database then repeats numbers. Fails on a standby,
 * whose connections would outlive its promotion.
 */
async function serverOf(session: Session): Promise<string> {
  try {
    const { rows } = await session.query<{ server: string | null }>(`
      select case when not pg_is_in_recovery()
        then system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
        end as server
      from pg_control_system()`)
    const server = rows[0]!.server
    if (server === null) throw Object.assign(new Error('the database is a standby'), { code: readOnlyTransaction })
    return server
  } catch (error) {
    if (!notPermitted.has((error as { code?: string }).code ?? '')) throw error
    return 'unknown'
  }
}

const readOnlyTransaction = '25006'
/** insufficient_privilege, undefined_function, feature_not_supported */
const notPermitted = new Set(['42501', '42883', '0A000'])
