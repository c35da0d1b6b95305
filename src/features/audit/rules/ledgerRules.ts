// The rules of the audit about the ledger.

import { sql } from 'kysely'
import { operatorAccount } from '../../../base/operator.ts'
import { ledgerAccounts } from '../../../payments/ledger.ts'
import { divisions, type Within } from '../auditPortions.ts'
import type { AuditRule } from '../auditRule.ts'

/**
 * The amounts that the ledger should have moved for each order with its labels, payment and dispute, the other way
 * round; `within` is about an account and one of them.
 */
const movedBy = (within: Within) => sql`
        select account_id, order_id as subject, -total_cents as receivable, 0 as cash, (
          select coalesce(sum((t ->> 'taxCents')::bigint), 0) from json_array_elements(taxes) t) as tax, 0 as disputes, 0 as fees,
          0 as shipping
        from sales
        where cancelled_at is null and ${within('account_id', 'order_id')}
        union all
        select co.account_id, co.order_id, co.amount_cents, -co.amount_cents, 0, 0, 0, 0
        from charge_orders co
        join charges c using (account_id, charge_id)
        where c.status = 'succeeded' and ${within('co.account_id', 'co.order_id')}
        union all
        select account_id, order_id, -amount_cents, case when covered_by is null then amount_cents else 0 end, 0,
          case when covered_by is null then 0 else amount_cents end, 0, 0
        from refunds
        where status = 'succeeded' and ${within('account_id', 'order_id')}
        union all
        select r.account_id, r.order_id, r.amount_cents, 0, -r.tax_cents, 0, 0, 0
        from refunds r
        join sales s using (account_id, order_id)
        where s.cancelled_at is null and ${within('r.account_id', 'r.order_id')}
        union all
        select account_id, order_id, -amount_cents, 0, tax_cents, 0, 0, 0
        from statement_lines
        where kind = 'credit' and ${within('account_id', 'order_id')}
        union all
        select account_id, line_id, -amount_cents, 0, 0, 0, 0, 0
        from statement_lines
        where kind in ('late_fee', 'waived_fee', 'charge', 'removed_charge') and ${within('account_id', 'line_id')}
        union all
        select account_id, payment_id, amount_cents, case kind when 'payment' then -amount_cents else 0 end, 0, 0, 0, 0
        from received_payments
        where reversed_at is null and ${within('account_id', 'payment_id')}
        union all
        select m.account_id, m.dispute_id, case when d.payment_id is null then 0 else m.amount_cents end,
          m.fee_cents - m.amount_cents, 0, case when d.payment_id is null then m.amount_cents else 0 end, -m.fee_cents, 0
        from dispute_movements m
        left join disputes d using (account_id, dispute_id)
        where ${within('m.account_id', 'm.dispute_id')}
        union all
        select account_id, order_id, 0, 0, 0, 0, 0, -cost_cents
        from shipping_labels
        where mode = 'production' and bought_at is not null and status <> 'voided' and ${within('account_id', 'order_id')}`

export const ledgerRules: AuditRule[] = [
  {
    name: 'each posting of the ledger has known accounts and sums to zero',
    scope: divisions.subjects,
    violations: within => sql`
      select account_id, posting_id, sum(amount_cents)
      from ledger_entries
      where ${within('account_id', 'posting_id')}
      group by account_id, posting_id
      having sum(amount_cents) <> 0 or not bool_and((
        amount_cents <> 0 and ledger_account = any (${[...ledgerAccounts]}::text[])
        and (part is null or part in ('items', 'fulfillment', 'shipping') and ledger_account in ('revenue', 'refunds')
          or part in ('adjustment', 'discount') and ledger_account = 'refunds'
          or part in ('adjustment', 'late_fee') and ledger_account = 'revenue')
        and (jurisdiction is null or ledger_account = 'tax')) is true)`,
  },
  {
    // So are their sums of an account, then: a charge is the sum of its orders, by the rule above. Sales are counted
    // and not postings, since postings of archived orders are in files, by the rule below. Each sale is looked up: a
    // join with the archived orders of a portion read all of them for each.
    name: 'the receivable, cash and tax in the ledger are those of each sale, charge, refund, credit, payment and dispute, and its shipping cost that of the labels',
    scope: divisions.sales,
    violations: within => sql`
      select * from (
        select account_id, subject, sum(receivable) as receivable, sum(cash) as cash, sum(tax) as tax,
          sum(disputes) as disputes, sum(fees) as fees, sum(shipping) as shipping
        from (
          select account_id, coalesce(order_id, dispute_id, payment_id) as subject,
            case ledger_account when 'receivable' then amount_cents else 0 end as receivable,
            case ledger_account when 'cash' then amount_cents else 0 end as cash,
            case ledger_account when 'tax' then amount_cents else 0 end as tax,
            case ledger_account when 'disputes' then amount_cents else 0 end as disputes,
            case ledger_account when 'fees' then amount_cents else 0 end as fees,
            case ledger_account when 'shipping_cost' then amount_cents else 0 end as shipping
          from ledger_entries
          where ${within('account_id', 'posting_id')}
          union all ${movedBy(within)}
        ) moved
        group by account_id, subject
        having sum(receivable) <> 0 or sum(cash) <> 0 or sum(tax) <> 0 or sum(disputes) <> 0 or sum(fees) <> 0
          or sum(shipping) <> 0
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
    // The sums of months, and of all accounts, equal the sums of the days of each account, by the rules below.
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
    // Postings of archived orders have left; the sums of the stored postings are known only while none has. The first
    // export is not compared with them: orders that were archived before it may be back.
    name: 'exports to accounting follow each other, balance, and have the postings of their numbers',
    scope: divisions.exports,
    violations: within => sql`
      select e.number, e.after_posting, e.last_posting, e.postings, s.postings as stored
      from accounting_exports e
      left join accounting_exports before on before.number = e.number - 1
      cross join lateral (
        select count(*)::int as postings, coalesce(sum(c.debit), 0)::bigint as debit
        from ledger_postings p
        cross join lateral (
          select sum(l.cents) filter (where l.cents > 0) as debit from json_to_recordset(p.lines) as l (cents bigint)
        ) c
        where p.number > e.after_posting and p.number <= e.last_posting
      ) s
      where ${within('e.last_posting')} and (
        e.number > 1 and before.number is null or e.after_posting <> coalesce(before.last_posting, 0)
        or e.number > 1 and (s.postings > e.postings or s.postings = e.postings and s.debit <> e.debit_cents)
        or (
          select sum((l ->> 'debitCents')::bigint) = e.debit_cents and sum((l ->> 'creditCents')::bigint) = e.credit_cents
          from json_array_elements(e.journal) entry
          cross join lateral json_array_elements(entry -> 'lines') l
        ) is not true)`,
  },
  {
    name: 'what each day adds to tax returns is the tax of the ledger',
    scope: divisions.ledgerDays,
    violations: within => sql`
      select account_id, day, jurisdiction, sum(cents)
      from (
        select account_id, starts_on as day, jurisdiction, debit_cents - credit_cents as cents
        from ledger_sums
        where span = 'day' and account_id <> ${operatorAccount} and ledger_account = 'tax' and ${within('account_id', 'starts_on')}
        union all
        select account_id, day, jurisdiction, debit_cents - credit_cents
        from ledger_deltas
        where ledger_account = 'tax' and ${within('account_id', 'day')}
        union all
        select account_id, (at at time zone 'UTC')::date, jurisdiction, tax_cents - credited_tax_cents
        from tax_entries
        where ${within('account_id', 'at')}
      ) both_sides
      group by 1, 2, 3
      having sum(cents) <> 0`,
  },
  {
    name: 'the sums of open tax returns by day are those of their entries',
    scope: divisions.openTaxDays,
    violations: within => sql`
      select day, registration, jurisdiction
      from (
        select day, registration, jurisdiction, gross_cents, exempt_cents, taxable_cents, tax_cents, credits_cents,
          credited_tax_cents
        from tax_sums
        where ${within('day')}
        union all
        select (at at time zone 'UTC')::date, registration, jurisdiction, -gross_cents, -exempt_cents, -taxable_cents,
          -tax_cents, -credits_cents, -credited_tax_cents
        from tax_entries
        where return_id is null and is_summed and ${within('at')}
      ) both_sides
      group by 1, 2, 3
      having sum(gross_cents) <> 0 or sum(exempt_cents) <> 0 or sum(taxable_cents) <> 0 or sum(tax_cents) <> 0
        or sum(credits_cents) <> 0 or sum(credited_tax_cents) <> 0`,
  },
  {
    // So are the figures those of the ledger, by the rule above.
    name: 'a filed tax return has the figures of its entries, which are of its registration and its days',
    scope: divisions.taxReturns,
    violations: within => sql`
      select return_id, jurisdiction
      from (
        select return_id, l.jurisdiction, l.gross, l.exempt, l.taxable, l.tax, l.credits, l."creditedTax" as credited
        from tax_returns
        cross join lateral json_to_recordset(lines) as l (
          jurisdiction text, gross bigint, exempt bigint, taxable bigint, tax bigint, credits bigint, "creditedTax" bigint)
        where ${within('return_id')}
        union all
        select e.return_id, e.jurisdiction, -e.gross_cents, -e.exempt_cents, -e.taxable_cents, -e.tax_cents,
          -e.credits_cents, -e.credited_tax_cents
        from tax_entries e
        where e.return_id is not null and ${within('e.return_id')}
      ) both_sides
      group by return_id, jurisdiction
      having sum(gross) <> 0 or sum(exempt) <> 0 or sum(taxable) <> 0 or sum(tax) <> 0 or sum(credits) <> 0
        or sum(credited) <> 0
      union all
      select r.return_id, e.jurisdiction
      from tax_returns r
      join tax_entries e using (return_id)
      where ${within('r.return_id')}
        and (e.registration <> r.registration or (e.at at time zone 'UTC')::date not between r.first_day and r.last_day)`,
  },
]
