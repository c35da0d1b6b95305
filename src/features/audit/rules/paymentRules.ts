// The rules of the audit about charges, refunds and sales.

import { sql } from 'kysely'
import { divisions } from '../auditPortions.ts'
import type { AuditRule } from '../auditRule.ts'

export const paymentRules: AuditRule[] = [
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
    // A payment that arrives after its order was canceled is only refunded.
    name: 'an order says that it is paid exactly if a charge of it succeeded',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status, o.state ->> 'payment' as payment, c.charged
      from ${orders} o
      cross join lateral (
        select exists (
          select from charge_orders co
          join charges c using (account_id, charge_id)
          where co.account_id = o.account_id and co.order_id = o.order_id and c.status = 'succeeded') as charged
      ) c
      where o.mode = 'production' and o.billing = 'charged'
        and case
          when coalesce(o.state ->> 'payment', '') in ('SUCCEEDED', 'REFUNDED') then not c.charged
          else c.charged and o.status <> 'CANCELLED'
        end`,
  },
  {
    name: 'an order says how much of it was refunded',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.state ->> 'refundedCents' as said, r.cents
      from ${orders} o
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents
        from refunds
        where account_id = o.account_id and order_id = o.order_id and status = 'succeeded'
      ) r
      where o.mode = 'production' and r.cents <> coalesce((o.state ->> 'refundedCents')::bigint, 0)`,
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
]
