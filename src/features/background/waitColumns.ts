// The columns that hold the due times of all work, each with an index of the rows where it is set. The timer runs a
// task when its rows are due, the manual clock steps from one due time to the next, the audit finds overdue rows, and
// the metrics count due rows.

import { type RawBuilder, sql } from 'kysely'
import { type Wait, waits } from '../../jobs/waits.ts'
import { allStatuses, type Status, statuses } from '../../orders/lifecycle.ts'

/** `what` is the kind of work, as people read it. */
type WaitColumn = Wait & { what: string; status?: Status }

/** A postponed order of a queue is due with its queue. */
const orderWaits = allStatuses.flatMap((status): WaitColumn[] => {
  const { wakes } = statuses[status]
  return wakes === null ? [] : [{ what: `order ${status}`, table: 'orders', column: 'due_at', status, task: wakes }]
})

export const waitColumns: readonly WaitColumn[] = [
  ...orderWaits,
  ...Object.entries(waits).map(([what, wait]) => ({ what, ...wait })),
]

/**
 * For each kind of work, the `maxRows` rows that are due longest at an instant. Each kind is read along an index, so a
 * long backlog costs no more than `maxRows` rows.
 */
export const firstDue = (by: Date, maxRows: number): RawBuilder<unknown> =>
  sql.join(
    waitColumns.map(
      ({ what, table, column, status }) => sql`(
        select account_id, ${sql.lit(what)} as what, ${sql.ref(column)} as due
        from ${sql.table(table)}
        where ${sql.ref(column)} <= ${by} ${status === undefined ? sql`` : sql`and status = ${sql.lit(status)}`}
        order by ${sql.ref(column)}
        limit ${sql.lit(maxRows)}
      )`,
    ),
    sql` union all `,
  )

/** For each kind of work: its name, its task, and the earliest instant after `since`, or null. */
export const earliestDue = (since: Date | null): RawBuilder<unknown> =>
  sql.join(
    waitColumns.map(
      ({ what, table, column, status, task }) => sql`
        select ${sql.lit(what)} as what, ${sql.lit(task)} as task, min(${sql.ref(column)}) as at
        from ${sql.table(table)}
        where ${since === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} > ${since}`}
          ${status === undefined ? sql`` : sql`and status = ${sql.lit(status)}`}`,
    ),
    sql` union all `,
  )
