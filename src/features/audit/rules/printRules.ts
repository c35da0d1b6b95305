// The rules of the audit about print jobs.

import { sql } from 'kysely'
import type { AuditRule } from '../auditRule.ts'

export const printRules: AuditRule[] = [
  {
    name: 'every order that is held for a printer or at one is paid, or unbilled by rule, or a reprint',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status
      from ${orders} o
      where o.status in ('VALID_HOLDING_BIN', 'PRINTING', 'CANCELLATION_REQUESTED', 'SHIPPED') and o.billing = 'charged'
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
    name: 'a job that was not submitted has a next step, unless its printer is on hold',
    scope: 'orders',
    violations: orders => sql`
      select j.account_id, j.mode, j.order_id, j.job_id, j.printer
      from ${orders} o
      join print_jobs j on j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id
      where j.status = 'NEW' and j.submitted_at is null and j.next_step_at is null
        and not exists (select from printer_states p where p.printer = j.printer and p.paused_at is not null)`,
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
    name: 'tracking is announced once, when the whole order ships, and is then never empty and names no parcel twice',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status
      from ${orders} o
      where (o.status = 'SHIPPED') <> (json_array_length(o.state->'shipmentTracking') > 0)
        or exists (
          select from json_array_elements(o.state->'shipmentTracking') shipment
          group by shipment ->> 'carrier', shipment ->> 'masterTrackingNumber'
          having count(*) > 1)`,
  },
  {
    name: 'sandbox jobs but those of practice orders are with the simulator, and production jobs are not',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, j.printers
      from ${orders} o
      cross join lateral (
        select array_agg(printer) as printers
        from print_jobs
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
          and (mode = 'sandbox') <> (printer = 'simulator')
          and (mode = 'production' or not exists (
            select from order_contents
            where account_id = o.account_id and mode = o.mode and order_id = o.order_id
              and request -> 'sandbox' ->> 'practice' = 'true'))
      ) j
      where j.printers is not null`,
  },
]
