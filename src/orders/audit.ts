// The auditor: what must be true of the stored data at all times, whatever was killed and whenever. Each rule is a
// query for rows that break it; what concerns a single row is a constraint in the schema. It runs hourly, and at the
// end of every test of the whole service.

import { sql } from 'kysely'
import { earlier, hour, minute } from '../base/clock.ts'
import { forgotten } from '../base/forgotten.ts'
import { operatorAccount } from '../base/operator.ts'
import type { Db } from '../db/db.ts'
import { finalStatuses } from './lifecycle.ts'
import { ofEachWait } from './waits.ts'

/** A row that is due for longer than this means a fault, not merely busy workers. */
const lateMs = 15 * minute
const mostShown = 5

/**
 * Rules read whole tables, so their time grows with the data (3.7 s in all for 200,000 orders), and the usual time-out
 * is too short for them. While one runs, the database cannot remove dead rows, so there must be a limit.
 */
const mostForARuleMs = hour

/** A rule that is broken, with some of the rows that break it, or one that could not be checked. */
export type Finding = Violation | Unjudged
type Violation = { rule: string; rows: unknown[] }
type Unjudged = { rule: string; reason: string }

export const isViolation = (finding: Finding): finding is Violation => 'rows' in finding

/** Broken after any stop of the service until it has caught up, with nothing wrong in the data. */
const punctuality = 'nothing that waits on time is late'

export const isLateness = (finding: Finding): finding is Violation =>
  isViolation(finding) && finding.rule === punctuality

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
    // Fast-forward moves the orders of a sandbox, but not the history of its limit, so only production can be checked.
    // An order received in the same millisecond as a change may have been received before it. Numbers have no gaps, by
    // the rule above, so the order that is that many before needs no look-up.
    rule: 'no 24 hours have more received orders than the limit in force at the time',
    broken: () => sql`
      select account_id, mode, order_id, received_at, orders_per_24h
      from (
        select o.account_id, o.mode, o.order_id, o.received_at, l.orders_per_24h, lag(o.received_at, l.orders_per_24h) over (
          partition by o.account_id, o.mode order by o.received_number
        ) as earlier_at
        from orders o
        cross join lateral (
          select max(orders_per_24h) as orders_per_24h from limit_changes c
          where c.account_id = o.account_id and c.mode = o.mode and c.at < o.received_at + interval '1 millisecond'
            and c.at >= (
              select coalesce(max(b.at), '-infinity') from limit_changes b
              where b.account_id = o.account_id and b.mode = o.mode and b.at < o.received_at)
        ) l
        where o.received_number is not null and o.mode = 'production'
      ) o
      where earlier_at > received_at - interval '24 hours'`,
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
    rule: 'orders leave the queue in the order in which they joined it',
    broken: () => sql`
      select account_id, mode, order_id, queue_number, status
      from (
        select *, min(received_number) over (
          partition by account_id, mode order by queue_number desc rows between unbounded preceding and 1 preceding
        ) as behind
        from orders
        where queue_number is not null and (received_number is not null or status = 'QUEUED')
      ) waited
      where behind < received_number or (status = 'QUEUED' and behind is not null)`,
  },
  {
    rule: 'every order at a printer is paid, or unbilled by rule, or a reprint',
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
    rule: 'no order is with two printers, and none was sent twice',
    broken: () => sql`
      select account_id, mode, order_id, array_agg(printer) as printers, array_agg(status) as statuses
      from print_jobs
      where status in ('NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED', 'SHIPPED')
      group by account_id, mode, order_id
      having count(*) > 1`,
  },
  {
    rule: 'a job that was cancelled in time never left, and no job that left was cancelled without its printer',
    broken: () => sql`
      select j.account_id, j.mode, j.order_id, j.job_id, j.offered_at
      from print_jobs j
      join order_events e on e.account_id = j.account_id and e.mode = j.mode and e.order_id = j.order_id
        and e.on_event = 'cancel_in_time'
      where j.status = 'CANCELLED' and j.offered_at is not null`,
  },
  {
    rule: 'tracking is announced once, when the whole order ships, and is then never empty',
    broken: () => sql`
      select o.account_id, o.mode, o.order_id, o.status
      from orders o
      where (o.status = 'SHIPPED') <> (json_array_length(o.state->'shipmentTracking') > 0)`,
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
    rule: 'a charge is the sum of its orders',
    broken: () => sql`
      select c.account_id, c.charge_id, c.amount_cents, sum(co.amount_cents) as orders
      from charges c
      join charge_orders co using (account_id, charge_id)
      group by c.account_id, c.charge_id, c.amount_cents
      having c.amount_cents <> sum(co.amount_cents)`,
  },
  {
    // A constraint ensures that they do not exceed what was taken.
    rule: 'the refunds of an order are counted with the charge that took its money, which succeeded',
    broken: () => sql`
      select co.account_id, co.order_id, co.charge_id, co.refunded_cents, c.status, coalesce(sum(r.amount_cents), 0) as refunds
      from charge_orders co
      join charges c using (account_id, charge_id)
      left join refunds r using (account_id, charge_id, order_id)
      group by co.account_id, co.charge_id, co.order_id, c.status
      having co.refunded_cents <> coalesce(sum(r.amount_cents), 0) or co.refunded_cents > 0 and c.status <> 'succeeded'`,
  },
  {
    rule: 'everything that was paid for a cancelled or failed order is refunded',
    broken: () => sql`
      select o.account_id, o.order_id, o.status, co.amount_cents, co.refunded_cents
      from orders o
      join charge_orders co on co.account_id = o.account_id and co.order_id = o.order_id
      join charges c on c.account_id = co.account_id and c.charge_id = co.charge_id and c.status = 'succeeded'
      where o.mode = 'production' and o.status in ('CANCELLED', 'FAILED') and co.refunded_cents <> co.amount_cents`,
  },
  {
    rule: 'what is to be charged for an order is what it was sold for',
    broken: () => sql`
      select o.account_id, o.order_id, o.status, o.charge_cents, s.total_cents, s.cancelled_at
      from orders o
      left join sales s on s.account_id = o.account_id and s.order_id = o.order_id
      where o.mode = 'production' and o.billing = 'charged' and o.charge_cents is not null
        and (s.total_cents is distinct from o.charge_cents
          or o.status = 'VALID_AWAITING_PAYMENT' and s.cancelled_at is not null)`,
  },
  {
    rule: 'the ledger sums to zero, posting by posting, and its cash is what was captured minus what was refunded',
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
    rule: "the ledger's sums by day and month, plus what is not folded yet, equal its total, for each account and for all",
    broken: () => sql`
      select account_id, span, starts_on, ledger_account, part, jurisdiction, sum(debit), sum(credit)
      from (
        select account_id, span, starts_on, ledger_account, part, jurisdiction, debit_cents as debit, credit_cents as credit
        from ledger_sums
        union all
        select
          whose.account_id, spans.span, spans.starts_on, e.ledger_account, e.part, e.jurisdiction, e.debit, e.credit
        from (
          select account_id, day, ledger_account, part, jurisdiction, debit_cents as debit, credit_cents as credit
          from ledger_deltas
          union all
          select
            account_id, (at at time zone 'UTC')::date, ledger_account, coalesce(part, ''), coalesce(jurisdiction, ''),
            -greatest(amount_cents, 0), -greatest(-amount_cents, 0)
          from ledger_entries
        ) e
        cross join lateral (values (e.account_id), (${operatorAccount})) whose (account_id)
        cross join lateral (values ('day', e.day), ('month', date_trunc('month', e.day)::date)) spans (span, starts_on)
      ) both_sides
      group by 1, 2, 3, 4, 5, 6
      having sum(debit) <> 0 or sum(credit) <> 0`,
  },
  {
    rule: 'what the ledger says is owed for an order is its price, minus what was waived, minus what was paid',
    broken: () => sql`
      select account_id, order_id, sum(cents) from (
        select account_id, order_id, amount_cents as cents from ledger_entries where ledger_account = 'receivable'
        union all
        select account_id, order_id, -total_cents from sales where cancelled_at is null
        union all
        select co.account_id, co.order_id, co.amount_cents
        from charge_orders co join charges c using (account_id, charge_id) where c.status = 'succeeded'
        union all
        select r.account_id, r.order_id, -r.amount_cents from refunds r where r.status = 'succeeded'
        union all
        select r.account_id, r.order_id, r.amount_cents
        from refunds r join sales s using (account_id, order_id) where s.cancelled_at is null
      ) owed group by account_id, order_id having sum(cents) <> 0`,
  },
  {
    rule: 'the tax in the ledger is that of the sales in force, minus what was refunded of it',
    broken: () => sql`
      select account_id, sum(cents) from (
        select account_id, amount_cents as cents from ledger_entries where ledger_account = 'tax'
        union all
        select s.account_id, (t ->> 'taxCents')::bigint
        from sales s cross join lateral json_array_elements(s.taxes) t where s.cancelled_at is null
        union all
        select r.account_id, -r.tax_cents
        from refunds r join sales s using (account_id, order_id) where s.cancelled_at is null
      ) taxes group by account_id having sum(cents) <> 0`,
  },
  {
    rule: 'each charge has its invoice and each refund its credit note, numbered 1, 2, 3 ... within the account',
    broken: () => sql`
      select c.account_id, c.charge_id, null as refund_id
      from charges c
      left join documents d on d.account_id = c.account_id and d.charge_id = c.charge_id and d.kind = 'invoice'
      where (c.status = 'succeeded') <> (d.number is not null)
      union all
      select r.account_id, r.charge_id, r.refund_id
      from refunds r
      left join documents d on d.account_id = r.account_id and d.refund_id = r.refund_id
      where (r.status = 'succeeded' or r.returned_at is not null) <> (d.number is not null)
      union all
      select d.account_id, d.kind, count(*)::text
      from documents d join document_numbers n using (account_id)
      group by d.account_id, d.kind, n.invoices, n.credit_notes
      having max(d.number) <> count(*)
        or count(*) <> case d.kind when 'invoice' then n.invoices else n.credit_notes end`,
  },
  {
    rule: 'each order has the steps 1, 2, 3 ... and the status to which the last one led',
    broken: () => sql`
      select o.account_id, o.mode, o.order_id, o.sequence, o.status, count(e.sequence), max(e.sequence)
      from orders o
      left join order_events e using (account_id, mode, order_id)
      group by o.account_id, o.mode, o.order_id
      having count(e.sequence) <> o.sequence or max(e.sequence) <> o.sequence
        or max(e.status) filter (where e.sequence = o.sequence) <> o.status`,
  },
  {
    rule: 'no step of an order is dated before the one before it',
    broken: () => sql`
      select * from (
        select account_id, mode, order_id, sequence, at, lag(at) over w as before
        from order_events
        window w as (partition by account_id, mode, order_id order by sequence)
      ) e
      where at < before`,
  },
  {
    rule: 'an order has the time of its end when it is at its end',
    broken: () => sql`
      select account_id, mode, order_id, status, ended_at from orders
      where (ended_at is not null) <> (status = any (${[...finalStatuses]}::text[]))`,
  },
  {
    rule: 'an order whose recipient is forgotten is at its end, and neither it nor its steps and jobs name anybody',
    broken: () => sql`
      select o.account_id, o.mode, o.order_id, o.status, o.recipient_forgotten_at
      from orders o
      where o.recipient_forgotten_at is not null
        and (
          o.ended_at is null
          or o.request -> 'destination' ->> 'name' <> ${forgotten}
          or exists (
            select from order_events e
            where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id
              and (e.recipient_name is not null or e.recipient_email is not null))
          or exists (
            select from print_jobs j
            where j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id
              and j.ticket -> 'destination' ->> 'name' <> ${forgotten}))`,
  },
  {
    rule: 'each step that is told has a delivery where there is an address to tell',
    broken: () => sql`
      select e.account_id, e.mode, e.order_id, e.sequence, e.kind
      from order_events e
      join orders o using (account_id, mode, order_id)
      left join webhook_deliveries d
        on d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence
      where (d.sequence is null) = (e.kind is not null and o.webhook_url is not null)
        or (d.sequence is null) = e.has_delivery`,
  },
  {
    rule: punctuality,
    broken: now => sql`
      select * from (
        ${ofEachWait((what, table, at) => sql`select account_id, ${what} as what, ${at} as due from ${table}`)}
      ) waiting
      where due < ${earlier(now, lateMs)}`,
  },
]

/** How many rules `audit` checks. */
export const ruleCount = rules.length

/** Every rule that is broken or could not be checked. Empty is good. */
export async function audit(db: Db, now: Date): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const rule of rules) {
    const finding = await judge(db, rule, now)
    if (finding !== null) findings.push(finding)
  }
  return findings
}

/** In a transaction of its own: an error in one rule must not hide what the others find. */
async function judge(db: Db, { rule, broken }: Rule, now: Date): Promise<Finding | null> {
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async tx => {
        await sql`select set_config('statement_timeout', ${String(mostForARuleMs)}, true)`.execute(tx)
        const { rows } = await sql`select * from (${broken(now)}) broken limit ${mostShown}`.execute(tx)
        return rows.length > 0 ? { rule, rows } : null
      })
  } catch (error) {
    return { rule, reason: (error as Error).message }
  }
}
