// The invariants of the stored data, which hold at all times, whatever was killed. Each rule is a query for rows that
// break it; invariants of a single row are constraints in the schema. `audit.ts` runs the rules.

import { sql } from 'kysely'
import { earlier, minute } from '../../base/clock.ts'
import { operatorAccount } from '../../base/operator.ts'
import { redacted } from '../../base/text/redacted.ts'
import { finalStatuses } from '../../orders/lifecycle.ts'
import { firstDue } from '../background/waitColumns.ts'
import { type Division, divisions, type Sql, type Within } from './auditPortions.ts'

/** A row that is due for longer than this means a fault, and not only busy workers. */
const lateMs = 15 * minute
const maxLateRows = 5
/** Retries end before; only an order that waits for a tax quote is tried without a limit. */
const maxAttempts = 12

/** Broken after each stop of the service until it has caught up, although the data is sound. */
export const noLateWork = 'no scheduled work is late'

/**
 * A rule of `orders` checks each of these orders, with the rows that belong to it. Other rules are `divided`: they read
 * the rows `within` a portion, and what belongs to each of them. `due` reads only due rows. The whole
 * audit gives all rows to each rule.
 */
export type AuditRule = { name: string } & (
  | { scope: 'orders'; violations(orders: Sql): Sql }
  | { scope: Division; violations(within: Within): Sql }
  | { scope: 'due'; violations(now: Date): Sql }
)

/** The violations in a portion, or in `everything`. */
export function violationsIn(rule: AuditRule, within: Within, now: Date): Sql {
  switch (rule.scope) {
    case 'due':
      return rule.violations(now)
    case 'orders':
      return rule.violations(sql`(select * from orders where ${within(...divisions.orders.key)})`)
    default:
      return rule.violations(within)
  }
}

/** How everything that the rule checks is divided. */
export const divisionOf = ({ scope }: AuditRule): Division | null => {
  switch (scope) {
    case 'due':
      return null
    case 'orders':
      return divisions.orders
    default:
      return scope
  }
}

/**
 * What the ledger should have moved for each order, payment and dispute, the other way round; `within` is about an
 * account and one of them.
 */
const movedBy = (within: Within) => sql`
        select account_id, order_id as subject, -total_cents as receivable, 0 as cash, (
          select coalesce(sum((t ->> 'taxCents')::bigint), 0) from json_array_elements(taxes) t) as tax, 0 as disputes, 0 as fees
        from sales
        where cancelled_at is null and ${within('account_id', 'order_id')}
        union all
        select co.account_id, co.order_id, co.amount_cents, -co.amount_cents, 0, 0, 0
        from charge_orders co
        join charges c using (account_id, charge_id)
        where c.status = 'succeeded' and ${within('co.account_id', 'co.order_id')}
        union all
        select account_id, order_id, -amount_cents, case when covered_by is null then amount_cents else 0 end, 0,
          case when covered_by is null then 0 else amount_cents end, 0
        from refunds
        where status = 'succeeded' and ${within('account_id', 'order_id')}
        union all
        select r.account_id, r.order_id, r.amount_cents, 0, -r.tax_cents, 0, 0
        from refunds r
        join sales s using (account_id, order_id)
        where s.cancelled_at is null and ${within('r.account_id', 'r.order_id')}
        union all
        select account_id, order_id, -amount_cents, 0, tax_cents, 0, 0
        from statement_lines
        where kind = 'credit' and ${within('account_id', 'order_id')}
        union all
        select account_id, payment_id, amount_cents, -amount_cents, 0, 0, 0
        from received_payments
        where reversed_at is null and ${within('account_id', 'payment_id')}
        union all
        select account_id, dispute_id, 0, fee_cents - amount_cents, 0, amount_cents, -fee_cents
        from dispute_movements
        where ${within('account_id', 'dispute_id')}`

export const auditRules: AuditRule[] = [
  {
    // Compared with the order before it in time, which is another one of the same number if there is one.
    name: 'received orders are numbered 1, 2, 3 ... without a gap, and their times rise with their numbers',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.received_number, o.received_at, n.expected
      from ${orders} o
      join order_limits l on l.account_id = o.account_id and l.mode = o.mode
      left join lateral (
        select received_number
        from orders p
        where p.account_id = o.account_id and p.mode = o.mode and p.received_number is not null
          and (p.received_at, p.received_number) <= (o.received_at, o.received_number) and p.order_id <> o.order_id
        order by p.received_at desc, p.received_number desc
        limit 1
      ) p on true
      cross join lateral (select greatest(l.emptied_number, p.received_number) + 1 as expected) n
      where o.received_number > l.emptied_number and o.received_number <> n.expected`,
  },
  {
    name: 'the last number of each limit is that of its last received order',
    scope: divisions.limits,
    violations: within => sql`
      select l.account_id, l.mode, l.last_number, l.emptied_number, o.received_number
      from order_limits l
      left join lateral (
        select received_number
        from orders
        where account_id = l.account_id and mode = l.mode and received_number is not null
        order by received_at desc, received_number desc
        limit 1
      ) o on true
      where ${within('l.account_id', 'l.mode')}
        and l.last_number <> greatest(l.emptied_number, o.received_number)`,
  },
  {
    // The window of a sandbox has its own time, but the history of its limit does not, so only production can be
    // checked. An order received in the same millisecond as a change may have been received before it. Numbers have no
    // gaps, by the rules above, so the first order of the 24 hours before an order says how many were received in them.
    name: 'no 24 hours have more received orders than the limit in force at the time',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.received_at, l.orders_per_24h
      from ${orders} o
      cross join lateral (
        select max(orders_per_24h) as orders_per_24h from limit_changes c
        where c.account_id = o.account_id and c.mode = o.mode and c.at < o.received_at + interval '1 millisecond'
          and c.at >= (
            select coalesce(max(b.at), '-infinity') from limit_changes b
            where b.account_id = o.account_id and b.mode = o.mode and b.at < o.received_at)
      ) l
      cross join lateral (
        select received_number as number
        from orders f
        where f.account_id = o.account_id and f.mode = o.mode and f.received_number is not null
          and f.received_at > o.received_at - interval '24 hours'
        order by f.received_at, f.received_number
        limit 1
      ) first
      where o.received_number is not null and o.mode = 'production'
        and o.received_number - first.number + 1 > l.orders_per_24h`,
  },
  {
    name: 'the queue count of each limit matches its queued orders',
    scope: divisions.limits,
    violations: within => sql`
      select l.account_id, l.mode, l.queued, q.count
      from order_limits l
      cross join lateral (
        select count(*) as count from orders where account_id = l.account_id and mode = l.mode and status = 'QUEUED'
      ) q
      where ${within('l.account_id', 'l.mode')} and l.queued <> q.count`,
  },
  {
    // Each is compared with the one that joined before it.
    name: 'orders leave the queue in the order in which they joined it',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.queue_number, p.order_id as overtaken, p.status
      from ${orders} o
      cross join lateral (
        select order_id, received_number, status
        from orders p
        where p.account_id = o.account_id and p.mode = o.mode and p.queue_number < o.queue_number
          and p.queue_number is not null and (p.received_number is not null or p.status = 'QUEUED')
        order by p.queue_number desc
        limit 1
      ) p
      where o.queue_number is not null and o.received_number is not null
        and (p.status = 'QUEUED' or p.received_number > o.received_number)`,
  },
  {
    name: 'every order at a printer is paid, or unbilled by rule, or a reprint',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status
      from ${orders} o
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
    name: 'an order at the printer has exactly one open print job',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status, j.count
      from ${orders} o
      cross join lateral (
        select count(*) as count
        from print_jobs
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
          and status in ('NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED')
      ) j
      where o.status in ('PRINTING', 'CANCELLATION_REQUESTED', 'SHIPPED', 'CANCELLED', 'EXCEPTION')
        and j.count <> case when o.status in ('PRINTING', 'CANCELLATION_REQUESTED') then 1 else 0 end`,
  },
  {
    name: 'no order is with two printers, and none was sent twice',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, j.printers, j.statuses
      from ${orders} o
      cross join lateral (
        select count(*) as count, array_agg(printer) as printers, array_agg(status) as statuses
        from print_jobs
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
          and status in ('NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED', 'SHIPPED')
      ) j
      where j.count > 1`,
  },
  {
    name: 'a job that was canceled in time was never sent, and a sent job was canceled only by its printer',
    scope: 'orders',
    violations: orders => sql`
      select j.account_id, j.mode, j.order_id, j.job_id, j.offered_at
      from print_jobs j
      join ${orders} o on o.account_id = j.account_id and o.mode = j.mode and o.order_id = j.order_id
      join order_events e on e.account_id = j.account_id and e.mode = j.mode and e.order_id = j.order_id
        and e.on_event = 'cancel_in_time'
      where j.status = 'CANCELLED' and j.offered_at is not null`,
  },
  {
    name: 'tracking is announced once, when the whole order ships, and is then never empty',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status
      from ${orders} o
      where (o.status = 'SHIPPED') <> (json_array_length(o.state->'shipmentTracking') > 0)`,
  },
  {
    name: 'sandbox jobs are with the simulator, and production jobs are not',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, j.printers
      from ${orders} o
      cross join lateral (
        select array_agg(printer) as printers
        from print_jobs
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
          and (mode = 'sandbox') <> (printer = 'simulator')
      ) j
      where j.printers is not null`,
  },
  {
    name: 'no order is in two captured charges',
    scope: 'orders',
    // Counted for each order: joined, all charges of its account might be read for it.
    violations: orders => sql`
      select o.account_id, o.order_id, n.charges
      from ${orders} o
      cross join lateral (
        select count(*) as charges
        from charge_orders co
        join charges c using (account_id, charge_id)
        where co.account_id = o.account_id and co.mode = o.mode and co.order_id = o.order_id and c.status = 'succeeded'
      ) n
      where n.charges > 1`,
  },
  {
    name: 'a charge is the sum of its orders',
    scope: divisions.charges,
    violations: within => sql`
      select c.account_id, c.charge_id, c.amount_cents, co.cents as orders
      from charges c
      cross join lateral (
        select sum(amount_cents) as cents
        from charge_orders
        where account_id = c.account_id and charge_id = c.charge_id
      ) co
      where ${within('c.account_id', 'c.charge_id')} and c.amount_cents is distinct from co.cents`,
  },
  {
    // A constraint ensures that refunds do not exceed the charge.
    name: 'the refunds of an order are counted at its charge, which succeeded',
    scope: divisions.charges,
    violations: within => sql`
      select co.account_id, co.order_id, co.charge_id, co.refunded_cents, c.status, r.cents as refunds
      from charge_orders co
      join charges c using (account_id, charge_id)
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents
        from refunds
        where account_id = co.account_id and order_id = co.order_id and charge_id = co.charge_id
      ) r
      where ${within('co.account_id', 'co.charge_id')}
        and (co.refunded_cents <> r.cents or co.refunded_cents > 0 and c.status <> 'succeeded')`,
  },
  {
    name: 'the payment of a canceled or failed order is refunded completely',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.order_id, o.status, co.amount_cents, co.refunded_cents
      from ${orders} o
      join charge_orders co on co.account_id = o.account_id and co.order_id = o.order_id
      join charges c on c.account_id = co.account_id and c.charge_id = co.charge_id and c.status = 'succeeded'
      where o.mode = 'production' and o.status in ('CANCELLED', 'FAILED') and co.refunded_cents <> co.amount_cents`,
  },
  {
    name: 'a sale that is reported to a tax provider is reversed there when its order is canceled or fails',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.order_id, o.status, s.total_cents, s.cancelled_at
      from tax_reports t
      join sales s using (account_id, order_id)
      join ${orders} o using (account_id, mode, order_id)
      where t.report_id = 'sale' and o.status in ('CANCELLED', 'FAILED') and s.total_cents <> (
        select coalesce(sum(r.amount_cents), 0)
        from tax_reports b
        join refunds r using (account_id, refund_id)
        where b.account_id = t.account_id and b.order_id = t.order_id)`,
  },
  {
    name: 'the amount to charge for an order is the amount of its sale',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.order_id, o.status, o.charge_cents, s.total_cents, s.cancelled_at
      from ${orders} o
      left join lateral (
        select total_cents, cancelled_at from sales where account_id = o.account_id and order_id = o.order_id limit 1
      ) s on true
      where o.mode = 'production' and o.billing = 'charged' and o.charge_cents is not null
        and (s.total_cents is distinct from o.charge_cents
          or o.status = 'VALID_AWAITING_PAYMENT' and s.cancelled_at is not null)`,
  },
  {
    name: 'each posting of the ledger has known accounts and sums to zero',
    scope: divisions.subjects,
    violations: within => sql`
      select account_id, posting_id, sum(amount_cents)
      from ledger_entries
      where ${within('account_id', 'posting_id')}
      group by account_id, posting_id
      having sum(amount_cents) <> 0 or not bool_and((
        amount_cents <> 0 and ledger_account in ('receivable', 'cash', 'revenue', 'tax', 'refunds', 'disputes', 'fees')
        and (part is null or part in ('items', 'fulfillment', 'shipping') and ledger_account in ('revenue', 'refunds'))
        and (jurisdiction is null or ledger_account = 'tax')) is true)`,
  },
  {
    // So are their sums of an account, then: a charge is the sum of its orders, by the rule above. Sales are counted
    // and not postings, since those of archived orders are in files, by the rule below. Each is looked up: a join with
    // the archived orders of a portion read all of them for each.
    name: 'the receivable, cash and tax in the ledger are those of each sale, charge, refund, credit, payment and dispute',
    scope: divisions.sales,
    violations: within => sql`
      select * from (
        select account_id, subject, sum(receivable) as receivable, sum(cash) as cash, sum(tax) as tax,
          sum(disputes) as disputes, sum(fees) as fees
        from (
          select account_id, coalesce(order_id, dispute_id, payment_id) as subject,
            case ledger_account when 'receivable' then amount_cents else 0 end as receivable,
            case ledger_account when 'cash' then amount_cents else 0 end as cash,
            case ledger_account when 'tax' then amount_cents else 0 end as tax,
            case ledger_account when 'disputes' then amount_cents else 0 end as disputes,
            case ledger_account when 'fees' then amount_cents else 0 end as fees
          from ledger_entries
          where ${within('account_id', 'posting_id')}
          union all ${movedBy(within)}
        ) moved
        group by account_id, subject
        having sum(receivable) <> 0 or sum(cash) <> 0 or sum(tax) <> 0 or sum(disputes) <> 0 or sum(fees) <> 0
      ) found
      where 0 = (
        select count(*)
        from archived_orders a
        where a.account_id = found.account_id and a.mode = 'production' and a.order_id = found.subject)`,
  },
  {
    name: 'the receivable, cash and tax of the postings in an archive file are those of its orders',
    scope: divisions.archiveFiles,
    violations: within => sql`
      select account_id, archive_id, sum(receivable) as receivable, sum(cash) as cash, sum(tax) as tax
      from (
        select account_id, archive_id,
          case ledger_account when 'receivable' then debit_cents - credit_cents else 0 end as receivable,
          case ledger_account when 'cash' then debit_cents - credit_cents else 0 end as cash,
          case ledger_account when 'tax' then debit_cents - credit_cents else 0 end as tax
        from archived_sums
        where ${within('account_id', 'archive_id')}
        union all
        select a.account_id, a.archive_id, m.receivable, m.cash, m.tax
        from archived_orders a
        cross join lateral (
          ${movedBy((account, subject) => sql`${sql.ref(account!)} = a.account_id and ${sql.ref(subject!)} = a.order_id`)}
        ) m
        where ${within('a.account_id', 'a.archive_id')}
      ) moved
      group by account_id, archive_id
      having sum(receivable) <> 0 or sum(cash) <> 0 or sum(tax) <> 0`,
  },
  {
    // The sums of months, and of all accounts, are those of the days of each account, by the rules below.
    name: 'the ledger sums by day, plus the pending deltas, equal its entries and those in archive files',
    scope: divisions.ledgerDays,
    violations: within => sql`
      select account_id, day, ledger_account, part, jurisdiction, sum(debit), sum(credit)
      from (
        select account_id, starts_on as day, ledger_account, part, jurisdiction, debit_cents as debit, credit_cents as credit
        from ledger_sums
        where span = 'day' and account_id <> ${operatorAccount} and ${within('account_id', 'starts_on')}
        union all
        select account_id, day, ledger_account, part, jurisdiction, debit_cents, credit_cents
        from ledger_deltas
        where ${within('account_id', 'day')}
        union all
        select
          account_id, (at at time zone 'UTC')::date, ledger_account, coalesce(part, ''), coalesce(jurisdiction, ''),
          -greatest(amount_cents, 0), -greatest(-amount_cents, 0)
        from ledger_entries
        where ${within('account_id', 'at')}
        union all
        select account_id, day, ledger_account, part, jurisdiction, -debit_cents, -credit_cents
        from archived_sums
        where ${within('account_id', 'day')}
      ) both_sides
      group by 1, 2, 3, 4, 5
      having sum(debit) <> 0 or sum(credit) <> 0`,
  },
  {
    name: 'the ledger sums of a month are those of its days',
    scope: divisions.sumMonths,
    violations: within => sql`
      select account_id, month, ledger_account, part, jurisdiction, sum(debit), sum(credit)
      from (
        select account_id, starts_on as month, ledger_account, part, jurisdiction, debit_cents as debit, credit_cents as credit
        from ledger_sums
        where span = 'month' and ${within('account_id', 'starts_on')}
        union all
        select account_id, date_trunc('month', starts_on)::date, ledger_account, part, jurisdiction, -debit_cents, -credit_cents
        from ledger_sums
        where span = 'day' and ${within('account_id', 'starts_on')}
      ) both_sides
      group by 1, 2, 3, 4, 5
      having sum(debit) <> 0 or sum(credit) <> 0`,
  },
  {
    name: 'the ledger sums of all accounts are those of each',
    scope: divisions.sumDays,
    violations: within => sql`
      select starts_on, ledger_account, part, jurisdiction, sum(sign * debit_cents), sum(sign * credit_cents)
      from ledger_sums
      cross join lateral (select case account_id when ${operatorAccount} then -1 else 1 end as sign) s
      where span = 'day' and ${within('starts_on')}
      group by 1, 2, 3, 4
      having sum(sign * debit_cents) <> 0 or sum(sign * credit_cents) <> 0`,
  },
  {
    name: 'an enterprise order owes its price once it has shipped, on one line of a statement',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.order_id, o.status, l.amount_cents, s.total_cents
      from ${orders} o
      left join statement_lines l on l.account_id = o.account_id and l.order_id = o.order_id and l.kind <> 'credit'
      left join sales s on s.account_id = o.account_id and s.order_id = o.order_id
      where o.mode = 'production' and o.billing = 'enterprise'
        and ((o.status = 'SHIPPED') <> (l.line_id is not null)
          or (l.amount_cents, s.total_cents) is distinct from (s.total_cents, l.amount_cents)
          or o.status = 'SHIPPED' and (o.state -> 'pricing' ->> 'orderCents')::bigint <> l.amount_cents)`,
  },
  {
    name: 'a statement is the sum of its lines',
    scope: divisions.statements,
    violations: within => sql`
      select s.account_id, s.number, s.total_cents, l.cents as amounts
      from statements s
      cross join lateral (
        select count(*) as count, sum(amount_cents) as cents, sum(tax_cents) as tax_cents
        from statement_lines
        where account_id = s.account_id and statement = s.number
      ) l
      where ${within('s.account_id', 's.number')}
        and (s.lines, s.total_cents, s.tax_cents) is distinct from (l.count, l.cents, l.tax_cents)`,
  },
  {
    name: 'statements are numbered 1, 2, 3 ... within the account',
    scope: divisions.billing,
    violations: within => sql`
      select s.account_id, s.number, null as statements
      from statements s
      where ${within('s.account_id')} and s.number > 1 and not exists (
        select from statements p where p.account_id = s.account_id and p.number = s.number - 1)
      union all
      select t.account_id, s.number, t.statements
      from billing_terms t
      cross join lateral (select coalesce(max(number), 0) as number from statements where account_id = t.account_id) s
      where ${within('t.account_id')} and t.statements <> s.number`,
  },
  {
    // Statements are the sums of their lines, by the rule above, so only the lines of the next one are added up.
    name: 'the balance of an enterprise account is what it owes minus its payments, which pay its statements',
    scope: divisions.billing,
    violations: within => sql`
      select t.account_id, t.balance_cents, bills.cents + lines.cents as owed, payments.cents as received, bills.paid
      from billing_terms t
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents
        from statement_lines
        where account_id = t.account_id and statement is null
      ) lines
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents
        from received_payments
        where account_id = t.account_id and reversed_at is null
      ) payments
      cross join lateral (
        select coalesce(sum(total_cents), 0) as cents, coalesce(sum(paid_cents), 0) as paid,
          coalesce(sum(greatest(total_cents, 0)), 0) as due, coalesce(sum(greatest(-total_cents, 0)), 0) as credited
        from statements
        where account_id = t.account_id
      ) bills
      where ${within('t.account_id')}
        and (t.balance_cents <> bills.cents + lines.cents - payments.cents
          or bills.paid <> least(bills.due, payments.cents + bills.credited))`,
  },
  {
    name: 'each charge that succeeded has its invoice, with the same amount',
    scope: divisions.charges,
    violations: within => sql`
      select c.account_id, c.charge_id, c.status, c.amount_cents, d.number, d.amount_cents as invoice_cents
      from charges c
      left join documents d on d.account_id = c.account_id and d.charge_id = c.charge_id and d.kind = 'invoice'
      where ${within('c.account_id', 'c.charge_id')}
        and ((c.status = 'succeeded') <> (d.number is not null) or d.amount_cents <> c.amount_cents)`,
  },
  {
    name: 'each refund that was made has its credit note, with the same amount',
    scope: divisions.refunds,
    violations: within => sql`
      select r.account_id, r.refund_id, r.status, r.amount_cents, d.number, d.amount_cents as credit_note_cents
      from refunds r
      left join documents d on d.account_id = r.account_id and d.refund_id = r.refund_id and d.kind = 'credit_note'
      where ${within('r.account_id', 'r.refund_id')}
        and ((r.status = 'succeeded' or r.returned_at is not null) <> (d.number is not null)
          or d.amount_cents <> r.amount_cents)`,
  },
  {
    name: 'invoices and credit notes are numbered 1, 2, 3 ... within the account',
    scope: divisions.documents,
    violations: within => sql`
      select d.account_id, d.kind, d.number
      from documents d
      where ${within('d.account_id', 'd.kind', 'd.number')} and d.number > 1 and not exists (
        select from documents p where p.account_id = d.account_id and p.kind = d.kind and p.number = d.number - 1)`,
  },
  {
    name: 'the last numbers of an account are those of its last invoice and credit note',
    scope: divisions.documentNumbers,
    violations: within => sql`
      select n.account_id, k.kind, k.number, d.number as last
      from document_numbers n
      cross join lateral (values ('invoice', n.invoices), ('credit_note', n.credit_notes)) k (kind, number)
      cross join lateral (
        select coalesce(max(number), 0) as number from documents where account_id = n.account_id and kind = k.kind
      ) d
      where ${within('n.account_id')} and k.number <> d.number`,
  },
  {
    name: 'each order has the steps 1, 2, 3 ... and the status of its last step',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.sequence, o.status, e.count, e.last
      from ${orders} o
      cross join lateral (
        select count(*) as count, max(sequence) as last, max(status) filter (where sequence = o.sequence) as status
        from order_events
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
      ) e
      where e.count <> o.sequence or e.last <> o.sequence or e.status <> o.status`,
  },
  {
    name: 'what the steps of each order changed adds up to its state',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.state
      from ${orders} o
      where o.state::jsonb <> (
        select jsonb_object_agg(changed.key, changed.value order by e.sequence)
        from order_events e
        cross join jsonb_each(e.state::jsonb) changed
        where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id)`,
  },
  {
    name: "each order was accepted with the version of the operator's data that was in effect",
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.operator_version, o.created_at
      from ${orders} o
      left join operator_versions v on v.version = o.operator_version
      where o.operator_version > (select coalesce(max(version), 1) from operator_versions)
        or o.reprint_of is null and (
          v.version > 1 and v.effective_at > o.created_at
          or exists (
            select from operator_versions n where n.version > o.operator_version and n.effective_at <= o.created_at))`,
  },
  {
    name: 'an order keeps the price list that it was accepted with, and its version has it',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.operator_version, e.sequence, e.list, e.first_list
      from ${orders} o
      cross join lateral (
        select sequence, state -> 'pricing' -> 'priceList' ->> 'code' as list,
          first_value(state -> 'pricing' -> 'priceList' ->> 'code') over (order by sequence) as first_list
        from order_events
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
          and json_typeof(state -> 'pricing') = 'object'
      ) e
      where o.billing = 'charged' and (
        list is distinct from first_list
          or list is not null and not exists (
            select
            from operator_versions v
            cross join lateral json_array_elements(v.content -> 'priceLists' -> 'lists') as known
            where v.version = o.operator_version and known ->> 'code' = list))`,
  },
  {
    name: 'the newest version has the price lists that accounts are on',
    scope: divisions.accounts,
    violations: within => sql`
      select account_id, price_list
      from accounts
      where ${within('account_id')} and price_list is not null and price_list not in (
        select known ->> 'code'
        from operator_versions v
        cross join lateral json_array_elements(v.content -> 'priceLists' -> 'lists') as known
        where v.version = (select max(version) from operator_versions))`,
  },
  {
    name: 'no step of an order is dated before the previous step',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, e.sequence, e.at, e.previous_at
      from ${orders} o
      cross join lateral (
        select sequence, at, lag(at) over (order by sequence) as previous_at
        from order_events
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
      ) e
      where e.at < e.previous_at`,
  },
  {
    name: 'exactly the final orders have an end time',
    scope: 'orders',
    violations: orders => sql`
      select account_id, mode, order_id, status, ended_at from ${orders} o
      where (ended_at is not null) <> (status = any (${finalStatuses}::text[]))`,
  },
  {
    name: 'an order whose recipient is erased is final, and no longer has the name, nor do its steps and jobs',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status, o.recipient_erased_at
      from ${orders} o
      where o.recipient_erased_at is not null
        and (
          o.ended_at is null
          or exists (
            select from order_contents c
            where c.account_id = o.account_id and c.mode = o.mode and c.order_id = o.order_id
              and c.request -> 'destination' ->> 'name' <> ${redacted})
          or exists (
            select from order_search s
            where s.account_id = o.account_id and s.mode = o.mode and s.order_id = o.order_id
              and s.part = 'order' and position(e'\\n' in s.words) > 0)
          or exists (
            select from print_tickets t
            where t.account_id = o.account_id and t.mode = o.mode and t.order_id = o.order_id
              and t.ticket -> 'destination' ->> 'name' <> ${redacted}))`,
  },
  {
    name: 'each announced step of an order with a webhook address has a delivery to it',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, e.sequences
      from ${orders} o
      cross join lateral (
        select array_agg(e.sequence) as sequences
        from order_events e
        cross join lateral (
          select count(*) as deliveries, count(*) filter (where endpoint_id = '') as own
          from webhook_deliveries d
          where d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence
        ) d
        where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id
          and ((d.own = 0) = (e.kind is not null and o.webhook_url is not null)
            or (d.deliveries = 0) = e.has_delivery)
      ) e
      where e.sequences is not null`,
  },
  {
    name: 'every order with money is stored or archived',
    scope: divisions.sales,
    violations: within => sql`
      select m.account_id, m.order_id
      from (
        select account_id, order_id from charge_orders where ${within('account_id', 'order_id')}
        union select account_id, order_id from sales where ${within('account_id', 'order_id')}
        union select account_id, order_id from statement_lines where ${within('account_id', 'order_id')}
      ) m
      where not exists (
          select from orders o where o.account_id = m.account_id and o.mode = 'production' and o.order_id = m.order_id)
        and not exists (
          select from archived_orders a
          where a.account_id = m.account_id and a.mode = 'production' and a.order_id = m.order_id)`,
  },
  {
    name: 'each archive file counts its orders',
    scope: divisions.archiveFiles,
    violations: within => sql`
      select f.account_id, f.archive_id, f.orders, a.count as archived
      from archive_files f
      cross join lateral (
        select count(*) as count from archived_orders where account_id = f.account_id and archive_id = f.archive_id
      ) a
      where ${within('f.account_id', 'f.archive_id')} and f.orders <> a.count`,
  },
  {
    name: 'each archived order has a used identifier, and is not stored as well',
    scope: divisions.archivedOrders,
    violations: within => sql`
      select a.account_id, a.order_id
      from archived_orders a
      where ${within('a.account_id', 'a.mode', 'a.order_id')}
        and (
          not exists (
            select from used_identifiers u
            where u.account_id = a.account_id and u.customer_order_id = a.customer_order_id)
          or exists (
            select from orders o where o.account_id = a.account_id and o.mode = a.mode and o.order_id = a.order_id)
          or exists (
            select from ledger_postings p
            where p.account_id = a.account_id and p.posting_id > a.order_id || '/' and p.posting_id < a.order_id || '0'))`,
  },
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
