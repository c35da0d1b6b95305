// The rules of the audit about the sums of reports.

import { sql } from 'kysely'
import { operatorAccount } from '../../../base/operator.ts'
import { type Fact, facts, factsOfSteps } from '../../reports/facts.ts'
import { aDayOfOrders, divisions, type Sql } from '../auditPortions.ts'
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
  {
    // Of production: a sandbox moves its steps in time, and is emptied. Months are compared with these days, above.
    name: 'the sums of a day in reports are those of the steps of its orders',
    scope: divisions.reportDays,
    violations: within => sql`
      with counted as materialized (
        ${comparedDays(within('starts_on'))}
      ), both_sides as (
        select s.account_id, s.fact, s.starts_on as day, s.printer, s.detail, s.orders, s.copies, s.cents, s.tax_cents, s.ms,
          s.cost_cents
        from counted
        cross join (select account_id from accounts union all select ${operatorAccount}) a
        cross join unnest(${countedFacts}::text[]) as f (fact)
        cross join lateral (
          select *
          from report_sums
          where account_id = a.account_id and mode = 'production' and span = 'day' and fact = f.fact
            and starts_on >= counted.first and starts_on < counted.before
          offset 0
        ) s
        union all
        select account_id, fact, day, printer, detail, -orders, -copies, -cents, -tax_cents, -ms, -cost_cents
        from (${factsOfSteps(sql`
          select e.*
          from counted
          cross join lateral (
            select *
            from order_events
            where at >= counted.first::timestamp at time zone 'UTC' and at < counted.before::timestamp at time zone 'UTC'
              and mode = 'production' and kind is not null and transaction_number < counted.below
            offset 0
          ) e`)}) f
      )
      select account_id, fact, day, printer, detail, sum(orders) as orders, sum(copies) as copies, sum(cents) as cents
      from (
        -- The job of the original may be archived.
        select account_id, fact, day, case fact when 'reprinted' then '' else printer end as printer, detail, orders,
          copies, cents, tax_cents, ms, cost_cents
        from both_sides
        where (fact, detail) <> ('placed', 'rejected') and (fact <> 'refunded' or day > (select refunds_after from counted))
      ) compared
      group by account_id, fact, day, printer, detail
      having (sum(orders), sum(copies), sum(cents), sum(tax_cents), sum(ms), sum(cost_cents)) <> (0, 0, 0, 0, 0, 0)`,
  },
]

/** All that are counted from steps. */
const countedFacts = Object.keys(facts).filter(name => !(['webhook', 'limit'] as Fact[]).includes(name as Fact))

/**
 * From the first day of a portion until before the first day of the next, of those of which no step has left with an
 * archived order: it ended earlier, and was refunded 90 days before it left. Rejected orders are deleted.
 */
const comparedDays = (isWithin: Sql) => sql`
        select greatest(min(starts_on), max(archived.ended_on) + 1) as first, coalesce((
            select min(starts_on) from report_sums n where ${aDayOfOrders} and n.starts_on > max(d.starts_on)
          ), 'infinity') as before, max(archived.refunded_on) as refunds_after, max(p.counted_below) as below
        from (select starts_on from report_sums where ${aDayOfOrders} and ${isWithin}) d
        cross join (
          select coalesce(max(last_ended_at at time zone 'UTC')::date, '-infinity') as ended_on,
            coalesce(max(archived_at at time zone 'UTC')::date - 89, '-infinity') as refunded_on
          from archive_files
        ) archived
        left join report_progress p on p.name = 'sums'
        having min(starts_on) is not null`
