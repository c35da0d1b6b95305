// Whatever waits on time waits in one of these columns, each with an index of the rows where it is set. The hand-moved
// clock steps from one instant in them to the next, the audit finds what is late, and the metrics count what is due.

import { type RawBuilder, sql } from 'kysely'

/** `what` is an expression: the kind of work, as people are told of it. */
type Wait = { what: RawBuilder<unknown>; table: string; column: string }

const kind = (name: string) => sql.lit(name)

export const waits: readonly Wait[] = [
  { what: sql`'order ' || status`, table: 'orders', column: 'due_at' },
  { what: kind('release'), table: 'order_limits', column: 'release_due_at' },
  { what: kind('charge'), table: 'charges', column: 'next_attempt_at' },
  { what: kind('cards'), table: 'payment_customers', column: 'sync_due_at' },
  { what: kind('refund'), table: 'refunds', column: 'next_attempt_at' },
  { what: kind('tax report'), table: 'tax_reports', column: 'next_attempt_at' },
  { what: kind('print job'), table: 'print_jobs', column: 'next_step_at' },
  { what: kind('printer watch'), table: 'print_jobs', column: 'watch_due_at' },
  { what: kind('webhook'), table: 'webhook_deliveries', column: 'next_attempt_at' },
  { what: kind('webhook of a check'), table: 'webhook_notices', column: 'next_attempt_at' },
  { what: kind('file check'), table: 'file_checks', column: 'due_at' },
  { what: kind('approval'), table: 'approvals', column: 'due_at' },
  { what: kind('e-mail'), table: 'emails', column: 'next_attempt_at' },
]

/** The rows of a select for each of them. */
export const ofEachWait = (
  select: (what: Wait['what'], table: RawBuilder<unknown>, column: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    waits.map(({ what, table, column }) => select(what, sql.table(table), sql.ref(column))),
    sql` union all `,
  )
