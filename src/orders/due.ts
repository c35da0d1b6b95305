// Everything that waits on time waits in one of these columns. The hand-moved clock steps from one to the next.

import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** The earliest instant at which some row must be looked at; null when nothing waits on time. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at
    from (
      select min(due_at) as at from orders where due_at is not null
      union all select min(release_due_at) from order_limits where release_due_at is not null
      union all select min(next_attempt_at) from charges where next_attempt_at is not null
      union all select min(sync_due_at) from payment_customers where sync_due_at is not null
      union all select min(next_attempt_at) from refunds where next_attempt_at is not null
      union all select min(next_attempt_at) from tax_reports where next_attempt_at is not null
      union all select min(next_step_at) from print_jobs where next_step_at is not null
      union all select min(watch_due_at) from print_jobs where watch_due_at is not null
      union all select min(next_attempt_at) from webhook_deliveries where next_attempt_at is not null
      union all select min(due_at) from file_checks where due_at is not null
      union all select min(next_attempt_at) from webhook_notices where next_attempt_at is not null
      union all select min(next_attempt_at) from emails where next_attempt_at is not null
    ) due`.execute(db)
  return rows[0]?.at ?? null
}
