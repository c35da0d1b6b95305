// Numbers of transactions, for readers of rows that must not miss one. Transactions commit in another order than they
// began, so a reader who goes on after the last row that it saw may miss one whose transaction was still open then. It
// misses none if rows carry the number of their transaction, and it reads only those below which all have ended.
//
// The numbers are PostgreSQL's own. Those of a restored or copied database are lower than those that readers have seen,
// so an offset is added, which grows when another server, or a server that went back in time, has taken over.

import { type RawBuilder, sql } from 'kysely'
import type { Database, Session } from './db.ts'

const offsetSetting = 'transaction_offset' // the functions of migration 0017 read it
const serverSetting = 'transaction_server'

/** More than any server has counted; each step leaves thousands of others within what a JavaScript number holds. */
const step = 2 ** 40

/** Of the transaction that runs; looked up once in a statement. */
export const transactionNumber: RawBuilder<number> = sql`(select transaction_number())`

/** Every transaction with a lower number has ended, and what it wrote can be seen. */
export const settledBelow: RawBuilder<number> = sql`(select transactions_settled_below())`

/**
 * Raises the offset when a connection finds another server than the one before, now and whenever it is made anew: a
 * standby may take over while this process works. `table` has rows with such numbers.
 */
export const keepNumbersRising = ({ checkConnections }: Database, table: string): Promise<void> =>
  checkConnections(async session => {
    const server = await serverOf(session)
    const { rows } = await session.query<Setting>(known, [serverSetting])
    if (rows[0]?.value !== server) await raise(session, server, table)
  })

type Setting = { value: string }

const known = 'select value from settings where name = $1'

async function raise(session: Session, server: string, table: string): Promise<void> {
  await session.query('begin')
  try {
    const claim = 'insert into settings (name, value) values ($1, $2) on conflict (name) do nothing returning value'
    const isFirst = (await session.query(claim, [serverSetting, server])).rows.length > 0
    const { rows } = await session.query<Setting>(`${known} for update`, [serverSetting])
    if (!isFirst && rows[0]!.value !== server) {
      // Waits for those that write with the offset of before; they would come after readers had passed their number.
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
    await session.query('rollback').catch(() => {}) // the connection is given up
    throw error
  }
}

/**
 * A server and its timeline, which is another one after it was restored to an earlier time or took over; that of the
 * WAL, since the one of the last checkpoint may lag behind. `unknown` where a provider of databases does not tell its
 * users: a restored one then gives numbers again. Fails on a standby, whose connections would outlive its promotion.
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
    if (!notTold.has((error as { code?: string }).code ?? '')) throw error
    return 'unknown'
  }
}

const readOnlyTransaction = '25006'
/** insufficient_privilege, undefined_function, feature_not_supported */
const notTold = new Set(['42501', '42883', '0A000'])
