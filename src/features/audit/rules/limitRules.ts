// The rules of the audit about limits.

import { sql } from 'kysely'
import { divisions } from '../auditPortions.ts'
import type { AuditRule } from '../auditRule.ts'

export const limitRules: AuditRule[] = [
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
]
