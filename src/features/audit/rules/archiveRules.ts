// The rules of the audit about the archive.

import { sql } from 'kysely'
import { divisions } from '../auditPortions.ts'
import type { AuditRule } from '../auditRule.ts'

export const archiveRules: AuditRule[] = [
  {
    name: 'every order with money is stored or archived',
    scope: divisions.sales,
    violations: within => sql`
      select m.account_id, m.order_id
      from (
        select account_id, order_id from charge_orders where ${within('account_id', 'order_id')}
        union select account_id, order_id from sales where ${within('account_id', 'order_id')}
        union select account_id, order_id from statement_lines where order_id is not null and ${within('account_id', 'order_id')}
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
]
