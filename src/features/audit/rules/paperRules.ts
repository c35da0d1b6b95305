// The rules of the audit about statements, invoices and credit notes.

import { sql } from 'kysely'
import { openCreditCents } from '../../../payments/statements/statementStore.ts'
import { divisions } from '../auditPortions.ts'
import type { AuditRule } from '../auditRule.ts'

export const paperRules: AuditRule[] = [
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
        from (
          select amount_cents from received_payments where account_id = t.account_id and reversed_at is null
          union all
          select m.amount_cents
          from disputes d
          join dispute_movements m using (account_id, dispute_id)
          where d.account_id = t.account_id and d.payment_id is not null
        ) moved
      ) payments
      cross join lateral (
        select coalesce(sum(total_cents), 0) as cents, coalesce(sum(paid_cents), 0) as paid,
          coalesce(sum(greatest(total_cents, 0)), 0) as due, coalesce(sum(greatest(-total_cents, 0)), 0) as credited
        from statements
        where account_id = t.account_id
      ) bills
      where ${within('t.account_id')}
        and (t.balance_cents <> bills.cents + lines.cents - payments.cents
          or bills.paid <> least(bills.due, payments.cents + bills.credited + ${openCreditCents(sql`t.account_id`)}))`,
  },
  {
    name: 'the late fees of a statement are lines of next statements, numbered from 1',
    scope: divisions.statements,
    violations: within => sql`
      select s.account_id, s.number, s.late_fees, l.count, l.last
      from statements s
      cross join lateral (
        select count(distinct late_period) as count, coalesce(max(late_period), 0) as last
        from statement_lines
        where account_id = s.account_id and late_statement = s.number and kind = 'late_fee'
      ) l
      where ${within('s.account_id', 's.number')} and (s.late_fees <> l.count or s.late_fees <> l.last)`,
  },
  {
    name: 'no more of a late fee is taken back or charged again than it was, and what the staff take back is its rest',
    scope: divisions.statements,
    violations: within => sql`
      select s.account_id, s.number, l.late_period, sum(l.amount_cents) as cents
      from statements s
      join statement_lines l on l.account_id = s.account_id and l.late_statement = s.number
      where ${within('s.account_id', 's.number')}
      group by s.account_id, s.number, l.late_period
      having sum(l.amount_cents) not between 0 and greatest(max(l.amount_cents), 0)
        or sum(l.amount_cents) > 0 and bool_or(l.kind = 'waived_fee' and l.reason is not null)`,
  },
  {
    name: 'a charge of the staff that is removed is removed whole',
    scope: divisions.statements,
    violations: within => sql`
      select r.account_id, r.statement, r.line_id, r.amount_cents, c.amount_cents as charge_cents
      from statement_lines r
      left join statement_lines c on c.account_id = r.account_id and c.kind = 'charge'
        and lower(c.reference) = lower(r.reference)
      where ${within('r.account_id', 'r.statement')} and r.kind = 'removed_charge'
        and r.amount_cents is distinct from -c.amount_cents`,
  },
  {
    name: 'each credit of the staff has its credit note, with the same amount',
    scope: divisions.receivedPayments,
    violations: within => sql`
      select p.account_id, p.payment_id, p.kind, p.amount_cents, d.number, d.amount_cents as credit_note_cents
      from received_payments p
      left join documents d using (account_id, payment_id)
      where ${within('p.account_id', 'p.payment_id')}
        and ((p.kind = 'credit') <> (d.number is not null) or d.amount_cents <> p.amount_cents)`,
  },
  {
    name: 'a discount for early payment is that of its paid statement, or of one whose older payment was lost',
    scope: divisions.statements,
    violations: within => sql`
      select p.account_id, p.statement, p.amount_cents, s.discount_cents, s.total_cents, s.paid_cents
      from received_payments p
      left join statements s on s.account_id = p.account_id and s.number = p.statement
      where ${within('p.account_id', 'p.statement')} and p.kind = 'discount' and p.reversed_at is null
        and (p.amount_cents is distinct from s.discount_cents or s.paid_cents < s.total_cents and not exists (
          select from received_payments r
          where r.account_id = p.account_id and r.kind = 'payment' and r.received_on < s.issued_on
            and (r.reversed_at is not null
              or exists (select from disputes d where d.account_id = r.account_id and d.payment_id = r.payment_id))
        ))`,
  },
  {
    name: 'a payment through the provider is received once it has succeeded, with the same amount, and not before',
    scope: divisions.onlinePayments,
    violations: within => sql`
      select p.account_id, p.payment_id, p.status, p.amount_cents, r.amount_cents as received_cents
      from online_payments p
      left join received_payments r using (account_id, payment_id)
      where ${within('p.account_id', 'p.payment_id')}
        and ((p.status = 'succeeded') <> (r.payment_id is not null) or r.amount_cents <> p.amount_cents)`,
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
    name: 'each statement has its invoice, or its credit note, with the same amount and due day',
    scope: divisions.statements,
    violations: within => sql`
      select s.account_id, s.number as statement, s.total_cents, d.number, d.kind, d.amount_cents, d.due_on
      from statements s
      left join documents d on d.account_id = s.account_id and d.statement = s.number
      where ${within('s.account_id', 's.number')}
        and (d.number is null or d.amount_cents <> abs(s.total_cents)
          or d.kind <> case when s.total_cents < 0 then 'credit_note' else 'invoice' end
          or d.kind = 'invoice' and d.due_on <> s.due_on)`,
  },
  {
    name: 'the series of invoices and credit notes is 1, 2, 3 ... without a gap',
    scope: divisions.documents,
    violations: within => sql`
      select d.account_id, d.kind, d.number
      from documents d
      where ${within('d.number')} and d.number > 1 and not exists (
        select from documents p where p.number > 0 and p.number = d.number - 1)`,
  },
  {
    name: 'invoices and credit notes are issued in the sequence of their numbers, and due no earlier',
    scope: divisions.documents,
    violations: within => sql`
      select d.account_id, d.kind, d.number, d.issued_at, p.issued_at as before, d.due_on
      from documents d
      left join documents p on p.number > 0 and p.number = d.number - 1
      where ${within('d.number')} and d.number > 0
        and (d.issued_at < p.issued_at or d.charge_id is not null and d.due_on < (d.issued_at at time zone 'UTC')::date)`,
  },
  {
    name: 'the last number of the series is that of the last invoice or credit note',
    scope: divisions.documentSeries,
    violations: within => sql`
      select s.series, s.last_number, d.number as last
      from document_series s
      cross join lateral (select coalesce(max(number), 0) as number from documents where number > 0) d
      where ${within('s.series')} and s.last_number <> d.number`,
  },
]
