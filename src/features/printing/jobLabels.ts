// The labels of a job and the parcels that are reported of it. A label that was given back belongs to no parcel. When
// the job ends, a label without a parcel is given back, and a label that is not bought yet is not bought.

import { type RawBuilder, sql } from 'kysely'
import { later } from '../../base/clock.ts'
import { labelLeaseMs } from '../../carriers/labelStore.ts'
import type { Tx } from '../../db/db.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { plainNumber } from '../../printer/carriers.ts'
import { jobKeyRows } from '../../printer/jobStore.ts'
import { completeParcels } from '../../printer/parcels.ts'
import { isOpen, type JobShipment, type MessageContent, type PrintJob } from '../../printer/printer.ts'

export const numbersOf = (shipments: readonly JobShipment[]): string[] =>
  shipments
    .flatMap(({ masterTrackingNumber, packages }) => [
      masterTrackingNumber,
      ...packages.flatMap(({ trackingNumber, altTrackingNumber }) => [trackingNumber, altTrackingNumber]),
    ])
    .map(plainNumber)

type Report = { job: PrintJob; message: { content: MessageContent } }

/** The numbers of labels that were given back, and that messages name for parcels, by the ids of their jobs. */
export async function findGivenBack(tx: Tx, reports: Report[]): Promise<Map<string, string>> {
  const named = reports.flatMap(({ job, message: { content } }) =>
    content.kind === 'packages' || content.kind === 'shipped'
      ? [{ job, numbers: numbersOf(completeParcels(content.shipments)) }]
      : [],
  )
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ jobId: string; number: string }>`
    select job_id as "jobId", tracking_number as number
    from shipping_labels
    where (account_id, mode, order_id, attempt) in (select * from ${jobKeyRows(named.map(({ job }) => job))})
      and status in ('void_requested', 'voided', 'not_refunded') and tracking_number is not null`.execute(tx)
  const numbers = new Map(named.map(({ job, numbers }) => [job.jobId, numbers]))
  return new Map(
    rows
      .filter(({ jobId, number }) => numbers.get(jobId)!.includes(plainNumber(number)))
      .map(({ jobId, number }) => [jobId, number]),
  )
}

/** Whether a label `l` belongs to a parcel with which its order `o` has shipped. */
export const isAmongShipped = isIn(sql`o.state -> 'shipmentTracking'`)

/** Whether a label `l` belongs to a parcel of its job `j` or its order `o`. */
export const isAmongParcels = sql`(${isIn(sql`j.collected`)} or ${isAmongShipped})`

function isIn(shipments: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select
    from json_array_elements(${shipments}) s
    cross join lateral json_array_elements(s -> 'packages') p
    where ${plain(sql`l.tracking_number`)} in (
      ${plain(sql`s ->> 'masterTrackingNumber'`)}, ${plain(sql`p ->> 'trackingNumber'`)},
      ${plain(sql`p ->> 'altTrackingNumber'`)}))`
}

/** People type spaces into numbers, and small letters. */
function plain(number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`upper(translate(${number}, ' -', ''))`
}

/** Gives back the labels of the ended jobs among these. The caller has saved them, and holds their locks. */
export const giveBackUnusedLabels = (work: UnitOfWork, jobs: PrintJob[]): Promise<void> =>
  giveBackLabels(
    work,
    jobs.filter(job => !isOpen(job)),
  )

/**
 * Gives back the labels of these jobs that no parcel has. A purchase may be under way, so the carrier is asked when it
 * must have ended.
 */
export async function giveBackLabels({ tx, now, wake }: UnitOfWork, jobs: PrintJob[]): Promise<void> {
  if (jobs.length === 0) return
  const dueAt = later(now, labelLeaseMs)
  const { rows } = await sql`
    update shipping_labels l
    set status = 'void_requested', problem = null, attempts = l.attempts + 1, next_attempt_at = ${dueAt}
    from print_jobs j
    join orders o using (account_id, mode, order_id)
    where (j.account_id, j.mode, j.order_id, j.attempt) in (select * from ${jobKeyRows(jobs)})
      and l.account_id = j.account_id and l.mode = j.mode and l.order_id = j.order_id and l.job_id = j.job_id
      and l.resends is null and (l.status = 'requested' or l.status = 'bought' and not ${isAmongParcels})
    returning l.label_id`.execute(tx)
  if (rows.length > 0) wake('buy_labels', dueAt)
}
