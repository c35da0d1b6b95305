// The rules of the audit about shipping labels. That a label has a number and a cost exactly if it was bought is a
// constraint.

import { sql } from 'kysely'
import { endedJobStatuses } from '../../../printer/printer.ts'
import { isAmongParcels } from '../../printing/jobLabels.ts'
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
      where l.status = 'bought' and j.status = any (${[...endedJobStatuses]}::text[]) and not ${isAmongParcels}`,
  },
]
