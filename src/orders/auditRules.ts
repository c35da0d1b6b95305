// The invariants of the stored data, which hold at all times, whatever was killed. Each rule is a query for rows that
// break it; invariants of a single row are constraints in the schema. `audit.ts` runs the rules.

import { type RawBuilder, sql } from 'kysely'
import { earlier, minute } from '../base/clock.ts'
import { operatorAccount } from '../base/operator.ts'
import { redacted } from '../base/redacted.ts'
import { finalStatuses } from './core/lifecycle.ts'
import { firstDue } from './core/waitColumns.ts'

/** A row that is due for longer than this means a fault, and not only busy workers. */
const lateMs = 15 * minute
const maxLateRows = 5

/** Broken after each stop of the service until it has caught up, although the data is sound. */
export const noLateWork = 'no scheduled work is late'

/**
 * The scope `orders` checks each order by itself, with the rows that belong to it: `orders` are the orders to check.
 * `accounts` compares all rows of an account, and its violations have an `account_id` by which their rows were grouped,
 * so that the database applies a condition on it to the tables. `all` compares accounts with their sum. `due` reads
 * only due rows.
 */
export type AuditRule = {
  name: string
  scope: 'orders' | 'accounts' | 'all' | 'due'
  violations(orders: RawBuilder<unknown>, now: Date): RawBuilder<unknown>
}

export const auditRules: AuditRule[] = [
  {
    name: 'received orders are numbered 1, 2, 3 ... without a gap, and their times rise with their numbers',
    scope: 'accounts',
    violations: () => sql`
      select * from (
        select account_id, mode, received_number, received_at,
          emptied_number + row_number() over w as expected, lag(received_at) over w as previous_at
        from orders join order_limits using (account_id, mode)
        where received_number > emptied_number
        window w as (partition by account_id, mode order by received_number)
      ) o
      where received_number <> expected or received_at < previous_at
      union all
      select l.account_id, l.mode, l.last_number, l.last_received_at, count(o.received_number), null
      from order_limits l
      left join orders o on o.account_id = l.account_id and o.mode = l.mode and o.received_number > l.emptied_number
      group by l.account_id, l.mode, l.last_number, l.emptied_number, l.last_received_at
      having l.last_number - l.emptied_number <> count(o.received_number)`,
  },
  {
    // The window of a sandbox has its own time, but the history of its limit does not, so only production can be
    // checked. An order received in the same millisecond as a change may have been received before it. Numbers have no
    // gaps, by the rule above, so a lag over rows finds the order whose slot is used again.
    name: 'no 24 hours have more received orders than the limit in force at the time',
    scope: 'accounts',
    violations: () => sql`
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
    name: 'the queue count of each limit matches its queued orders',
    scope: 'accounts',
    violations: () => sql`
      select l.account_id, l.mode, l.queued, count(o.order_id)
      from order_limits l
      left join orders o on o.account_id = l.account_id and o.mode = l.mode and o.status = 'QUEUED'
      group by l.account_id, l.mode, l.queued
      having l.queued <> count(o.order_id)`,
  },
  {
    name: 'orders leave the queue in the order in which they joined it',
    scope: 'accounts',
    violations: () => sql`
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
      select o.account_id, o.mode, o.order_id, o.status, count(j.job_id)
      from ${orders} o
      left join print_jobs j on j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id
        and j.status in ('NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED')
      where o.status in ('PRINTING', 'CANCELLATION_REQUESTED', 'SHIPPED', 'CANCELLED', 'EXCEPTION')
      group by o.account_id, o.mode, o.order_id, o.status
      having count(j.job_id) <> case when o.status in ('PRINTING', 'CANCELLATION_REQUESTED') then 1 else 0 end`,
  },
  {
    name: 'no order is with two printers, and none was sent twice',
    scope: 'orders',
    violations: orders => sql`
      select j.account_id, j.mode, j.order_id, array_agg(j.printer) as printers, array_agg(j.status) as statuses
      from print_jobs j
      join ${orders} o using (account_id, mode, order_id)
      where j.status in ('NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED', 'SHIPPED')
      group by j.account_id, j.mode, j.order_id
      having count(*) > 1`,
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
      select j.account_id, j.mode, j.order_id, j.printer
      from print_jobs j
      join ${orders} o using (account_id, mode, order_id)
      where (j.mode = 'sandbox') <> (j.printer = 'simulator')`,
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
    scope: 'accounts',
    violations: () => sql`
      select c.account_id, c.charge_id, c.amount_cents, sum(co.amount_cents) as orders
      from charges c
      join charge_orders co using (account_id, charge_id)
      group by c.account_id, c.charge_id, c.amount_cents
      having c.amount_cents <> sum(co.amount_cents)`,
  },
  {
    // A constraint ensures that refunds do not exceed the charge.
    name: 'the refunds of an order are counted at its charge, which succeeded',
    scope: 'accounts',
    violations: () => sql`
      select co.account_id, co.order_id, co.charge_id, co.refunded_cents, c.status, coalesce(sum(r.amount_cents), 0) as refunds
      from charge_orders co
      join charges c using (account_id, charge_id)
      left join refunds r using (account_id, charge_id, order_id)
      group by co.account_id, co.charge_id, co.order_id, c.status
      having co.refunded_cents <> coalesce(sum(r.amount_cents), 0) or co.refunded_cents > 0 and c.status <> 'succeeded'`,
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
      left join sales s on s.account_id = o.account_id and s.order_id = o.order_id
      where o.mode = 'production' and o.billing = 'charged' and o.charge_cents is not null
        and (s.total_cents is distinct from o.charge_cents
          or o.status = 'VALID_AWAITING_PAYMENT' and s.cancelled_at is not null)`,
  },
  {
    name: 'each posting of the ledger has known accounts and sums to zero, and its cash is what was captured or received minus refunds and disputes',
    scope: 'accounts',
    violations: () => sql`
      select account_id, posting_id, sum(amount_cents) from ledger_entries
      group by account_id, posting_id
      having sum(amount_cents) <> 0 or not bool_and((
        amount_cents <> 0 and ledger_account in ('receivable', 'cash', 'revenue', 'tax', 'refunds', 'disputes', 'fees')
        and (part is null or part in ('items', 'fulfillment', 'shipping') and ledger_account in ('revenue', 'refunds'))
        and (jurisdiction is null or ledger_account = 'tax')) is true)
      union all
      select account_id, 'cash', sum(cents) from (
        select account_id, amount_cents as cents from ledger_entries where ledger_account = 'cash'
        union all select account_id, -amount_cents from charges where status = 'succeeded'
        union all select account_id, amount_cents from refunds where status = 'succeeded'
        union all select account_id, fee_cents - amount_cents from dispute_movements
        union all select account_id, -amount_cents from received_payments where reversed_at is null
      ) cash group by account_id having sum(cents) <> 0`,
  },
  {
    name: 'the ledger entries of a dispute match the movements at the provider',
    scope: 'accounts',
    violations: () => sql`
      select account_id, dispute_id, sum(disputes), sum(fees), sum(cash) from (
        select
          account_id, dispute_id,
          case ledger_account when 'disputes' then amount_cents else 0 end as disputes,
          case ledger_account when 'fees' then amount_cents else 0 end as fees,
          case ledger_account when 'cash' then amount_cents else 0 end as cash
        from ledger_entries
        where dispute_id is not null
        union all
        select account_id, dispute_id, amount_cents, -fee_cents, fee_cents - amount_cents
        from dispute_movements
      ) moved group by account_id, dispute_id
      having sum(disputes) <> 0 or sum(fees) <> 0 or sum(cash) <> 0`,
  },
  {
    name: 'the ledger sums by day and month, plus the pending deltas, equal its entries, for each account and for all',
    scope: 'all',
    violations: () => sql`
      select account_id, span, starts_on, ledger_account, part, jurisdiction, sum(debit), sum(credit)
      from (
        select account_id, span, starts_on, ledger_account, part, jurisdiction, debit_cents as debit, credit_cents as credit
        from ledger_sums
        union all
        select
          accounts.account_id, spans.span, spans.starts_on, e.ledger_account, e.part, e.jurisdiction, e.debit, e.credit
        from (
          select account_id, day, ledger_account, part, jurisdiction, debit_cents as debit, credit_cents as credit
          from ledger_deltas
          union all
          select
            account_id, (at at time zone 'UTC')::date, ledger_account, coalesce(part, ''), coalesce(jurisdiction, ''),
            -greatest(amount_cents, 0), -greatest(-amount_cents, 0)
          from ledger_entries
        ) e
        cross join lateral (values (e.account_id), (${operatorAccount})) accounts (account_id)
        cross join lateral (values ('day', e.day), ('month', date_trunc('month', e.day)::date)) spans (span, starts_on)
      ) both_sides
      group by 1, 2, 3, 4, 5, 6
      having sum(debit) <> 0 or sum(credit) <> 0`,
  },
  {
    name: 'the receivable of an order in the ledger is its price minus waivers and payments',
    scope: 'accounts',
    violations: () => sql`
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
        union all
        select account_id, order_id, -amount_cents from statement_lines where kind = 'credit'
        union all
        select account_id, null, amount_cents from received_payments where reversed_at is null
      ) receivables group by account_id, order_id having sum(cents) <> 0`,
  },
  {
    name: 'the tax in the ledger is the tax of the sales in force minus its refunds',
    scope: 'accounts',
    violations: () => sql`
      select account_id, sum(cents) from (
        select account_id, amount_cents as cents from ledger_entries where ledger_account = 'tax'
        union all
        select s.account_id, (t ->> 'taxCents')::bigint
        from sales s cross join lateral json_array_elements(s.taxes) t where s.cancelled_at is null
        union all
        select r.account_id, -r.tax_cents
        from refunds r join sales s using (account_id, order_id) where s.cancelled_at is null
        union all
        select account_id, tax_cents from statement_lines where kind = 'credit'
      ) taxes group by account_id having sum(cents) <> 0`,
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
    name: 'a statement is the sum of its lines, and statements are numbered 1, 2, 3 ... within the account',
    scope: 'accounts',
    violations: () => sql`
      select s.account_id, s.number, s.total_cents, sum(l.amount_cents) as amounts
      from statements s
      left join statement_lines l on l.account_id = s.account_id and l.statement = s.number
      group by s.account_id, s.number
      having s.lines <> count(l.line_id) or s.total_cents is distinct from sum(l.amount_cents)
        or s.tax_cents is distinct from sum(l.tax_cents)
      union all
      select t.account_id, t.statements, max(s.number), count(s.number)
      from billing_terms t
      left join statements s using (account_id)
      group by t.account_id, t.statements
      having t.statements <> count(s.number) or t.statements <> coalesce(max(s.number), 0)`,
  },
  {
    name: 'the balance of an enterprise account is what it owes minus its payments, which pay its statements',
    scope: 'accounts',
    violations: () => sql`
      select t.account_id, t.balance_cents, lines.cents as owed, payments.cents as received, bills.paid
      from billing_terms t
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents from statement_lines where account_id = t.account_id
      ) lines
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents
        from received_payments
        where account_id = t.account_id and reversed_at is null
      ) payments
      cross join lateral (
        select coalesce(sum(paid_cents), 0) as paid, coalesce(sum(greatest(total_cents, 0)), 0) as due,
          coalesce(sum(greatest(-total_cents, 0)), 0) as credited
        from statements
        where account_id = t.account_id
      ) bills
      where t.balance_cents <> lines.cents - payments.cents
        or bills.paid <> least(bills.due, payments.cents + bills.credited)`,
  },
  {
    name: 'each charge has its invoice and each refund its credit note, with the same amount, numbered 1, 2, 3 ... within the account',
    scope: 'accounts',
    violations: () => sql`
      select c.account_id, c.charge_id, null as refund_id
      from charges c
      left join documents d on d.account_id = c.account_id and d.charge_id = c.charge_id and d.kind = 'invoice'
      where (c.status = 'succeeded') <> (d.number is not null) or d.amount_cents <> c.amount_cents
      union all
      select r.account_id, r.charge_id, r.refund_id
      from refunds r
      left join documents d on d.account_id = r.account_id and d.refund_id = r.refund_id
      where (r.status = 'succeeded' or r.returned_at is not null) <> (d.number is not null)
        or d.amount_cents <> r.amount_cents
      union all
      select d.account_id, d.kind, count(*)::text
      from documents d join document_numbers n using (account_id)
      group by d.account_id, d.kind, n.invoices, n.credit_notes
      having max(d.number) <> count(*)
        or count(*) <> case d.kind when 'invoice' then n.invoices else n.credit_notes end`,
  },
  {
    name: 'each order has the steps 1, 2, 3 ... and the status of its last step',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.sequence, o.status, count(e.sequence), max(e.sequence)
      from ${orders} o
      left join order_events e using (account_id, mode, order_id)
      group by o.account_id, o.mode, o.order_id, o.sequence, o.status
      having count(e.sequence) <> o.sequence or max(e.sequence) <> o.sequence
        or max(e.status) filter (where e.sequence = o.sequence) <> o.status`,
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
      select * from (
        select o.account_id, o.mode, o.order_id, o.operator_version, e.sequence,
          e.state -> 'pricing' -> 'priceList' ->> 'code' as list,
          first_value(e.state -> 'pricing' -> 'priceList' ->> 'code') over w as first_list
        from ${orders} o
        join order_events e on e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id
          and json_typeof(e.state -> 'pricing') = 'object'
        where o.billing = 'charged'
        window w as (partition by o.account_id, o.mode, o.order_id order by e.sequence)
      ) e
      where list is distinct from first_list
        or list is not null and not exists (
          select
          from operator_versions v
          cross join lateral json_array_elements(v.content -> 'priceLists' -> 'lists') as known
          where v.version = e.operator_version and known ->> 'code' = list)`,
  },
  {
    name: 'the newest version has the price lists that accounts are on',
    scope: 'all',
    violations: () => sql`
      select account_id, price_list
      from accounts
      where price_list is not null and price_list not in (
        select known ->> 'code'
        from operator_versions v
        cross join lateral json_array_elements(v.content -> 'priceLists' -> 'lists') as known
        where v.version = (select max(version) from operator_versions))`,
  },
  {
    name: 'no step of an order is dated before the previous step',
    scope: 'orders',
    violations: orders => sql`
      select * from (
        select account_id, mode, order_id, e.sequence, e.at, lag(e.at) over w as previous_at
        from order_events e
        join ${orders} o using (account_id, mode, order_id)
        window w as (partition by account_id, mode, order_id order by e.sequence)
      ) e
      where at < previous_at`,
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
      select e.account_id, e.mode, e.order_id, e.sequence, e.kind
      from order_events e
      join ${orders} o using (account_id, mode, order_id)
      left join lateral (
        select count(*) as deliveries, count(*) filter (where endpoint_id = '') as own
        from webhook_deliveries d
        where d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence
      ) d on true
      where (d.own = 0) = (e.kind is not null and o.webhook_url is not null)
        or (d.deliveries = 0) = e.has_delivery`,
  },
  {
    name: 'every order with money is stored or archived',
    scope: 'accounts',
    violations: () => sql`
      select m.account_id, m.order_id
      from (
        select account_id, order_id from charge_orders
        union select account_id, order_id from sales
        union select account_id, order_id from statement_lines
      ) m
      left join orders o on o.account_id = m.account_id and o.mode = 'production' and o.order_id = m.order_id
      left join archived_orders a on a.account_id = m.account_id and a.mode = 'production' and a.order_id = m.order_id
      where o.order_id is null and a.order_id is null`,
  },
  {
    name: 'each archived order is counted in its file, has a used identifier, and is not stored as well',
    scope: 'accounts',
    violations: () => sql`
      select f.account_id, f.archive_id, f.orders, count(a.order_id) as archived
      from archive_files f
      left join archived_orders a using (account_id, archive_id)
      group by f.account_id, f.archive_id, f.orders
      having f.orders <> count(a.order_id)
      union all
      select a.account_id, a.order_id, null, null
      from archived_orders a
      left join used_identifiers u on u.account_id = a.account_id and u.customer_order_id = a.customer_order_id
      left join orders o on o.account_id = a.account_id and o.mode = a.mode and o.order_id = a.order_id
      where u.customer_order_id is null or o.order_id is not null`,
  },
  {
    name: noLateWork,
    scope: 'due',
    violations: (_orders, now) => sql`
      select * from (${firstDue(earlier(now, lateMs), maxLateRows)}) waiting`,
  },
]
