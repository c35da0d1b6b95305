// The rules of the audit about work that waits.

import { sql } from 'kysely'
import { earlier, minute } from '../../../base/clock.ts'
import { firstDue } from '../../background/waitColumns.ts'
import type { AuditRule } from '../auditRule.ts'

/** A row that is due for longer than this means a fault, and not only busy workers. */
const lateMs = 15 * minute
const maxLateRows = 5
/** Retries end before; only an order that waits for a tax quote is tried without a limit. */
const maxAttempts = 12

/** Broken after each stop of the service until it has caught up, although the data is sound. */
export const noLateWork = 'no scheduled work is late'

export const workRules: AuditRule[] = [
  {
    name: 'no order is tried again and again',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.order_id, o.status, o.attempts
      from ${orders} o
      where o.status in ('QUEUED', 'RECEIVED', 'VALIDATING', 'VALID_HOLDING_BIN') and o.attempts > ${maxAttempts}
        and not exists (
          select from tax_waits t where t.account_id = o.account_id and t.mode = o.mode and t.order_id = o.order_id)`,
  },
  {
    name: noLateWork,
    scope: 'due',
    violations: now => sql`
      select * from (${firstDue(earlier(now, lateMs), maxLateRows)}) waiting`,
  },
]
