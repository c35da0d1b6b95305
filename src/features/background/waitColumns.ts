// The columns that hold the due times of all work, each with an index of the rows where it is set. The timer runs a
// task when its rows are due, the manual clock steps from one due time to the next, the audit finds overdue rows, and
// the metrics count due rows.

import { type RawBuilder, sql } from 'kysely'
import type { TaskName } from '../../jobs/tasks.ts'
import { allStatuses, type Status, statuses } from '../../orders/lifecycle.ts'

/** `what` is the kind of work, as people read it. */
type Wait = { what: string; table: string; column: string; status?: Status; task: TaskName }

/** A postponed order of a queue is due with its queue. */
const orderWaits = allStatuses.flatMap((status): Wait[] => {
  const { wakes } = statuses[status]
  return wakes === null ? [] : [{ what: `order ${status}`, table: 'orders', column: 'due_at', status, task: wakes }]
})

export const waitColumns: readonly Wait[] = [
  ...orderWaits,
  { what: 'release', table: 'order_limits', column: 'release_due_at', task: 'release_queued' },
  { what: 'sandbox', table: 'sandbox_tasks', column: 'due_at', task: 'work_sandboxes' },
  { what: 'charge', table: 'charges', column: 'next_attempt_at', task: 'charge_cards' },
  { what: 'cards', table: 'payment_customers', column: 'sync_due_at', task: 'sync_cards' },
  { what: 'refund', table: 'refunds', column: 'next_attempt_at', task: 'refund_payments' },
  { what: 'dispute', table: 'dispute_checks', column: 'next_check_at', task: 'follow_disputes' },
  { what: 'tax report', table: 'tax_reports', column: 'next_attempt_at', task: 'report_taxes' },
  { what: 'statement', table: 'billing_terms', column: 'statement_due_at', task: 'bill_accounts' },
  { what: 'reminder', table: 'statements', column: 'reminder_due_at', task: 'bill_accounts' },
  { what: 'print job', table: 'print_jobs', column: 'next_step_at', task: 'step_jobs' },
  { what: 'printer watch', table: 'print_jobs', column: 'watch_due_at', task: 'watch_printers' },
  { what: 'webhook', table: 'webhook_deliveries', column: 'next_attempt_at', task: 'deliver_webhooks' },
  { what: 'webhook of a check', table: 'webhook_notices', column: 'next_attempt_at', task: 'send_notices' },
  { what: 'file check', table: 'file_checks', column: 'due_at', task: 'answer_checks' },
  { what: 'approval', table: 'approvals', column: 'due_at', task: 'expire_approvals' },
  { what: 'email about orders', table: 'order_digests', column: 'due_at', task: 'email_orders' },
  { what: 'email', table: 'emails', column: 'next_attempt_at', task: 'send_mail' },
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
