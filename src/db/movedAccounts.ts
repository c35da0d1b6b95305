// Whether an account still works here, or has moved to another installation (src/features/moving).

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/**
 * For the account that a column such as `j.account_id` names. The few that have moved are read once a statement. As
 * `is not null`, the planner expects that nearly all rows pass, and walks along an index as without the condition.
 */
export const hasNotMoved = (column: string): RawBuilder<unknown> => sql`
  (case when ${sql.ref(column)} = any (array(select account_id from accounts where moved_at is not null)) then null
    else true end) is not null`

/** Whether the account has moved. */
export async function hasMoved(db: Db | Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where account_id = ${accountId} and moved_at is not null`.execute(db)
  return rows.length > 0
}

/** From here on, nothing is due: the work of an account that moves has been stopped. */
export const stoppedFrom = sql`timestamptz '2900-01-01 00:00Z'`

/** A due time as people read it: null for work that has been stopped. */
export const shownDue = (column: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(column)} < ${stoppedFrom} then ${sql.ref(column)} end`
