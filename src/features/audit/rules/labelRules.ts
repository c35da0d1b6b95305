// The rules of the audit about shipping labels and followed parcels. That a label has a number and a cost exactly if it
// was bought is a constraint.

import { sql } from 'kysely'
import { endedDeliveries } from '../../../orders/parcelDelivery.ts'
import { endedJobStatuses } from '../../../printer/printer.ts'
import { isShippedLabel } from '../../printing/followParcels.ts'
import { isAmongParcels, isAmongShipped } from '../../printing/jobLabels.ts'
import type { AuditRule } from '../auditRule.ts'

export const labelRules: AuditRule[] = [
  {
    name: 'a shipment of a carrier has one label',
    scope: 'orders',
    violations: orders => sql`
      select l.account_id, l.mode, l.order_id, l.provider, l.shipment_ref, count(*) as labels
      from ${orders} o
      join shipping_labels l using (account_id, mode, order_id)
      where l.shipment_ref is not null
      group by l.account_id, l.mode, l.order_id, l.provider, l.shipment_ref
      having count(*) > 1`,
  },
  {
    name: 'a label belongs to a job that its printer has',
    scope: 'orders',
    violations: orders => sql`
      select l.account_id, l.mode, l.order_id, l.label_id, l.job_id, j.status
      from ${orders} o
      join shipping_labels l using (account_id, mode, order_id)
      left join print_jobs j using (account_id, mode, order_id, attempt)
      where j.job_id is distinct from l.job_id or j.offered_at is null`,
  },
  {
    name: 'a bought label of an ended job is among its parcels',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, l.label_id, l.tracking_number, j.status
      from ${orders} o
      join shipping_labels l using (account_id, mode, order_id)
      join print_jobs j using (account_id, mode, order_id, attempt)
      where l.status = 'bought' and l.resends is null and j.status = any (${[...endedJobStatuses]}::text[]) and not ${isAmongParcels}`,
  },
  {
    name: 'a label on a manifest was bought from its carrier, at its printer',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, l.label_id, l.manifest_id
      from ${orders} o
      join shipping_labels l using (account_id, mode, order_id)
      join print_jobs j using (account_id, mode, order_id, attempt)
      left join carrier_manifests m using (manifest_id)
      where l.manifest_id is not null
        and (l.status <> 'bought' or (m.printer, m.carrier, m.provider) is distinct from (j.printer, l.carrier, l.provider))`,
  },
  {
    name: 'a parcel of a shipped order is followed if its label was bought here, and only a shipped parcel is',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, l.tracking_number
      from ${orders} o
      join shipping_labels l using (account_id, mode, order_id)
      where o.status = 'SHIPPED' and ${isShippedLabel}
        and not exists (
          select from followed_parcels f
          where f.account_id = o.account_id and f.mode = o.mode and f.order_id = o.order_id
            and f.tracking_number = l.tracking_number)
      union all
      select o.account_id, o.mode, o.order_id, l.tracking_number
      from ${orders} o
      join followed_parcels l using (account_id, mode, order_id)
      where not ${isAmongShipped}
        and not exists (
          select from shipping_labels r
          where r.account_id = o.account_id and r.mode = o.mode and r.order_id = o.order_id
            and r.resends is not null and r.status = 'bought' and r.tracking_number = l.tracking_number)`,
  },
  {
    name: 'a returned parcel is sent again by one label, whose parcel is followed once it is bought',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, f.tracking_number, f.return_decision, count(l.label_id) as labels
      from ${orders} o
      join followed_parcels f using (account_id, mode, order_id)
      left join shipping_labels l on l.account_id = o.account_id and l.mode = o.mode and l.order_id = o.order_id
        and l.resends = f.tracking_number
        and (l.status in ('requested', 'bought') or l.status = 'void_requested' and l.bought_at is null)
      group by o.account_id, o.mode, o.order_id, f.tracking_number, f.return_decision
      having count(l.label_id) <> case when f.return_decision = 'resent' then 1 else 0 end
      union all
      select o.account_id, o.mode, o.order_id, l.tracking_number, l.status, 1
      from ${orders} o
      join shipping_labels l using (account_id, mode, order_id)
      where l.resends is not null and l.status = 'bought'
        and not exists (
          select from followed_parcels f
          where f.account_id = o.account_id and f.mode = o.mode and f.order_id = o.order_id
            and f.tracking_number = l.tracking_number)`,
  },
  {
    name: 'the delivery of an order is that of its followed parcels',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, d.statuses as delivery, f.statuses as followed
      from ${orders} o
      cross join lateral (
        select json_object_agg(d ->> 'trackingNumber', d ->> 'status' order by d ->> 'trackingNumber')::text as statuses
        from json_array_elements(o.state -> 'delivery') d
      ) d
      cross join lateral (
        select json_object_agg(tracking_number, status order by tracking_number)::text as statuses
        from followed_parcels
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id and status is not null
      ) f
      where d.statuses is distinct from f.statuses`,
  },
  {
    name: 'a followed parcel has a due time until it is delivered, returned or lost',
    scope: 'orders',
    violations: orders => sql`
      select f.account_id, f.mode, f.order_id, f.tracking_number, f.status, f.ended_at, f.next_attempt_at
      from ${orders} o
      join followed_parcels f using (account_id, mode, order_id)
      where (f.next_attempt_at is null) <> (f.ended_at is not null)
        or (f.ended_at is not null) <> (coalesce(f.status, '') = any (${[...endedDeliveries]}::text[]))`,
  },
]
