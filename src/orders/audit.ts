// The auditor: what must be true of the stored data at all times, whatever was killed and whenever. Each rule is a query
// for rows that break it; the schema's own constraints hold what can be said of one row. It runs hourly, and at the end
// of every test of the whole service.

import { sql } from 'kysely'
import { earlier, minute } from '../base/clock.ts'
import type { Db } from '../db/db.ts'

/** How late a due row may be before something is wrong with the workers rather than busy. */
const lateMs = 15 * minute
const mostShown = 5

export type Violation = { rule: string; rows: unknown[] }

type Rule = { rule: string; broken(now: Date): ReturnType<typeof sql> }

const rules: Rule[] = [
  {
    rule: 'received orders are numbered 1, 2, 3 ... without a gap, and their times rise with their numbers',
    broken: () => sql`
      select * from (
        select account_id, mode, received_number, received_at,
          row_number() over w as expected, lag(received_at) over w as before
        from orders where received_number is not null
        window w as (partition by account_id, mode order by received_number)
      ) o
      where received_number <> expected or received_at < before
      union all
      select l.account_id, l.mode, l.last_number, l.last_received_at, count(o.received_number), null
      from order_limits l
      left join orders o on o.account_id = l.account_id and o.mode = l.mode and o.received_number is not null
      group by l.account_id, l.mode, l.last_number, l.last_received_at
      having l.last_number <> count(o.received_number)`,
  },
  {
    // Fast-forward moves a sandbox's orders, but not the history of its limit, so only production can be judged. An order
    // that was received in the very millisecond of a change may have been received before it.
    rule: 'no 24 hours have more received orders than the limit then in force',
    broken: () => sql`
      select o.account_id, o.mode, o.order_id, o.received_at, l.orders_per_24h
      from orders o
      cross join lateral (
        select max(orders_per_24h) as orders_per_24h from limit_changes c
        where c.account_id = o.account_id and c.mode = o.mode and c.at < o.received_at + interval '1 millisecond'
          and c.at >= (
            select coalesce(max(b.at), '-infinity') from limit_changes b
            where b.account_id = o.account_id and b.mode = o.mode and b.at < o.received_at)
      ) l
      join orders earlier on earlier.account_id = o.account_id and earlier.mode = o.mode
        and earlier.received_number = o.received_number - l.orders_per_24h
      where earlier.received_at > o.received_at - interval '24 hours'
        and o.mode = 'production'`,
  },
  {
    rule: 'the counted queue is the queue',
    broken: () => sql`
      select l.account_id, l.mode, l.queued, count(o.order_id)
      from order_limits l
      left join orders o on o.account_id = l.account_id and o.mode = l.mode and o.status = 'QUEUED'
      group by l.account_id, l.mode, l.queued
      having l.queued <> count(o.order_id)`,
  },
  {
    rule: 'nothing is with a printer that is neither paid, nor unbilled by rule, nor a reprint',
    broken: () => sql`
      select o.account_id, o.mode, o.order_id, o.status
      from orders o
      where o.status in ('PRINTING', 'CANCELLATION_REQUESTED', 'SHIPPED') and o.billing = 'charged'
        and case o.mode
          when 'production' then not exists (
            select from charge_orders co join charges c using (account_id, charge_id)
            where co.account_id = o.account_id and co.order_id = o.order_id and c.status = 'succeeded')
          else not exists (
            select from order_events e
            where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id and e.on_event = 'paid')
        end`,
  },
  {
    rule: 'an order at the printer has exactly one open print job',
    broken: () => sql`
      select o.account_id, o.mode, o.order_id, o.status, count(j.job_id)
      from orders o
      left join print_jobs j on j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id
        and j.status in ('NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED')
      where o.status in ('PRINTING', 'CANCELLATION_REQUESTED', 'SHIPPED', 'CANCELLED', 'EXCEPTION')
      group by o.account_id, o.mode, o.order_id, o.status
      having count(j.job_id) <> case when o.status in ('PRINTING', 'CANCELLATION_REQUESTED') then 1 else 0 end`,
  },
  {
    rule: 'sandbox jobs are with the simulator, and production jobs are not',
    broken: () => sql`
      select account_id, mode, order_id, printer from print_jobs where (mode = 'sandbox') <> (printer = 'simulator')`,
  },
  {
    rule: 'no order is in two captured charges',
    broken: () => sql`
      select co.account_id, co.order_id, count(*)
      from charge_orders co join charges c using (account_id, charge_id)
      where c.status = 'succeeded'
      group by co.account_id, co.order_id
      having count(*) > 1`,
  },
  {
    rule: 'a charge is the sum of its orders, and its refunds are no more than that',
    broken: () => sql`
      select c.account_id, c.charge_id, c.amount_cents, sum(co.amount_cents) as orders, sum(r.amount_cents) as refunded
      from charges c
      join charge_orders co using (account_id, charge_id)
      left join refunds r using (account_id, charge_id, order_id)
      group by c.account_id, c.charge_id, c.amount_cents
      having c.amount_cents <> sum(co.amount_cents) or coalesce(sum(r.amount_cents), 0) > c.amount_cents`,
  },
  {
    rule: 'a paid order that was cancelled or failed has its refund',
    broken: () => sql`
      select o.account_id, o.order_id, o.status
      from orders o
      join charge_orders co on co.account_id = o.account_id and co.order_id = o.order_id
      join charges c on c.account_id = co.account_id and c.charge_id = co.charge_id and c.status = 'succeeded'
      left join refunds r on r.account_id = o.account_id and r.order_id = o.order_id
      where o.status in ('CANCELLED', 'FAILED') and r.refund_id is null`,
  },
  {
    rule: 'the ledger sums to zero, posting by posting, and its cash is what was captured less what was refunded',
    broken: () => sql`
      select account_id, posting_id, sum(amount_cents) from ledger_entries
      group by account_id, posting_id having sum(amount_cents) <> 0
      union all
      select account_id, 'cash', sum(cents) from (
        select account_id, amount_cents as cents from ledger_entries where ledger_account = 'cash'
        union all select account_id, -amount_cents from charges where status = 'succeeded'
        union all select account_id, amount_cents from refunds where status = 'succeeded'
      ) cash group by account_id having sum(cents) <> 0`,
  },
  {
    rule: 'each order has the steps 1, 2, 3 ... and stands where the last one led',
    broken: () => sql`
      select o.account_id, o.mode, o.order_id, o.sequence, o.status, count(e.sequence), max(e.sequence)
      from orders o
      left join order_events e using (account_id, mode, order_id)
      group by o.account_id, o.mode, o.order_id
      having count(e.sequence) <> o.sequence or max(e.sequence) <> o.sequence
        or max(e.status) filter (where e.sequence = o.sequence) <> o.status`,
  },
  {
    rule: 'each step that is told has a delivery where there is an address to tell',
    broken: () => sql`
      select e.account_id, e.mode, e.order_id, e.sequence, e.kind
      from order_events e
      join orders o using (account_id, mode, order_id)
      left join webhook_deliveries d
        on d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence
      where (d.sequence is null) = (e.kind is not null and o.webhook_url is not null)`,
  },
  {
    rule: 'nothing that waits on time is late',
    broken: now => sql`
      select * from (
        select account_id, 'order ' || status as what, due_at as due from orders where due_at is not null
        union all select account_id, 'release', release_due_at from order_limits where release_due_at is not null
        union all select account_id, 'charge', next_attempt_at from charges where next_attempt_at is not null
        union all select account_id, 'refund', next_attempt_at from refunds where next_attempt_at is not null
        union all select account_id, 'print job', next_step_at from print_jobs where next_step_at is not null
        union all select account_id, 'webhook', next_attempt_at from webhook_deliveries where next_attempt_at is not null
        union all select account_id, 'e-mail', next_attempt_at from emails where next_attempt_at is not null
      ) waiting
      where due < ${earlier(now, lateMs)}`,
  },
]

/** Every rule that the stored data breaks, with some of the rows that break it. Empty is good. */
export async function audit(db: Db, now: Date): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { rule, broken } of rules) {
    const { rows } = await sql`select * from (${broken(now)}) broken limit ${mostShown}`.execute(db)
    if (rows.length > 0) violations.push({ rule, rows })
  }
  return violations
}
