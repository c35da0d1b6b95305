// The rules of the audit about the sums of reports.

import { sql } from 'kysely'
import { divisions } from '../auditPortions.ts'
import type { AuditRule } from '../auditRule.ts'

export const reportRules: AuditRule[] = [
  {
    // Both are counted by one statement, and kept for as long.
    name: 'the sums of a month in reports are those of its days',
    scope: divisions.reportSums,
    violations: within => sql`
      select account_id, mode, fact, month, printer, detail
      from (
        select *, date_trunc('month', starts_on)::date as month, case span when 'month' then 1 else -1 end as sign
        from report_sums
        where ${within('account_id', 'mode')}
      ) both_sides
      group by account_id, mode, fact, month, printer, detail
      having (sum(sign * orders), sum(sign * copies), sum(sign * cents), sum(sign * tax_cents), sum(sign * ms),
        sum(sign * cost_cents)) <> (0, 0, 0, 0, 0, 0)`,
  },
]
