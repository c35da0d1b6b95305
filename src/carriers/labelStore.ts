// The rows of shipping labels. Recording an outcome is fenced by the attempt: a late worker changes nothing.

import { sql } from 'kysely'
import { minute } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { redacted } from '../base/text/redacted.ts'
import type { Db, Tx } from '../db/db.ts'
import { rowsOf, text } from '../db/rows.ts'
import { leaseDue } from '../jobs/claimDue.ts'
import type { Claim, Leased } from '../jobs/outsideWork.ts'
import type { LabelFormat, Rate, SoldLabel } from './carrier.ts'

/**
 * `void_requested`: it is being given back, or the carrier decides about its refund. `not_refunded`: the carrier keeps
 * its money, and the press desk does not use it.
 */
export const labelStatuses = ['requested', 'bought', 'void_requested', 'voided', 'not_refunded', 'failed'] as const
type LabelStatus = (typeof labelStatuses)[number]

/** A purchase takes up to four calls of ten seconds each. */
export const labelLeaseMs = 2 * minute

export type LabelKey = { accountId: string; labelId: string }

export type Label = LabelKey & {
  mode: Mode
  orderId: string
  attempt: number
  jobId: string
  parcel: number
  provider: string
  status: LabelStatus
  box: string
  lengthIn: number
  widthIn: number
  heightIn: number
  weightOz: number
  /** Of each item of the job; null: the parcel was not planned. */
  copies: number[] | null
  /** Days of transit of the class that was sold; null: unknown. */
  maxDays: number | null
  /** The number of the returned parcel whose books it sends again; null for the first parcel of its books. */
  resends: string | null
  /** JSON that replaces fields of the ticket, where the address was mended; null once the recipient is erased. */
  delivery: string | null
  shipmentRef: string | null
  rateRef: string | null
  carrier: string | null
  service: string | null
  costCents: number | null
  trackingNumber: string | null
  problem: string | null
  requestedBy: string
  requestedAt: Date
  boughtAt: Date | null
}

export type LeasedLabel = Label & Leased

export type NewLabel = Omit<
  Label,
  'status' | 'shipmentRef' | 'rateRef' | 'carrier' | 'service' | 'costCents' | 'trackingNumber' | 'problem' | 'boughtAt'
>

const columns = sql`
  account_id as "accountId", label_id as "labelId", mode, order_id as "orderId", attempt, job_id as "jobId", parcel, provider,
  status, box, length_in as "lengthIn", width_in as "widthIn", height_in as "heightIn", weight_oz as "weightOz",
  copies, max_days as "maxDays", resends, delivery, shipment_ref as "shipmentRef", rate_ref as "rateRef", carrier, service,
  cost_cents as "costCents", tracking_number as "trackingNumber", problem, requested_by as "requestedBy",
  requested_at as "requestedAt", bought_at as "boughtAt"`
const leasedColumns = sql`${columns}, attempts, next_attempt_at as "leaseUntil"`

/** Whether its parcel has this label, and gets no other. */
export const holdsParcel = ({ status, boughtAt }: Label): boolean =>
  status === 'requested' || status === 'bought' || (status === 'void_requested' && boughtAt === null)

/** Writes a label, claimed for its first call. Null when the parcel has a label. */
export async function insertLabel(tx: Tx, label: NewLabel, leaseUntil: Date): Promise<LeasedLabel | null> {
  const { rows } = await sql<LeasedLabel>`
    insert into shipping_labels (
      account_id, mode, order_id, attempt, job_id, label_id, parcel, provider, status, box, length_in, width_in, height_in,
      weight_oz, copies, max_days, resends, delivery, requested_by, requested_at, attempts, next_attempt_at)
    values (
      ${label.accountId}, ${label.mode}, ${label.orderId}, ${label.attempt}, ${label.jobId}, ${label.labelId},
      ${label.parcel}, ${label.provider}, 'requested', ${label.box}, ${label.lengthIn}, ${label.widthIn}, ${label.heightIn},
      ${label.weightOz}, ${label.copies}::integer[], ${label.maxDays},
      ${label.resends}, ${label.delivery}::json, ${label.requestedBy}, ${label.requestedAt}, 1, ${leaseUntil})
    on conflict do nothing
    returning ${leasedColumns}`.execute(tx)
  return rows[0] ?? null
}

export const claimDueLabels = (db: Db, claim: Claim): Promise<LeasedLabel[]> =>
  leaseDue(db, 'label', { ...claim, columns: leasedColumns })

/** Undefined when the label is neither requested nor bought, or a manifest lists its parcel. */
export async function claimForVoid(tx: Tx, { accountId, labelId }: LabelKey, leaseUntil: Date) {
  const { rows } = await sql<LeasedLabel>`
    update shipping_labels
    set status = 'void_requested', problem = null, attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where account_id = ${accountId} and label_id = ${labelId} and status in ('requested', 'bought')
      and manifest_id is null
    returning ${leasedColumns}`.execute(tx)
  return rows[0]
}

/** Stores what will be bought, before it is. False when another worker has claimed the label since. */
export async function saveRate(db: Db, label: LeasedLabel, shipmentRef: string, rate: Rate): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update shipping_labels
    set shipment_ref = ${shipmentRef}, rate_ref = ${rate.ref}, carrier = ${rate.carrier}, service = ${rate.service}
    where ${isClaimed(label)} and shipment_ref is null`.execute(db)
  return numAffectedRows === 1n
}

export type Sale = { status: LabelStatus; at: Date; nextAt: Date | null; problem: string | null }

/**
 * Of a label that the carrier has sold, and perhaps taken back. Returns its cost, which never changes; undefined when
 * another worker has claimed the label since.
 */
export async function recordSold(
  tx: Tx,
  label: LeasedLabel,
  sold: SoldLabel,
  { status, at, nextAt, problem }: Sale,
): Promise<number | undefined> {
  const { rows } = await sql<{ costCents: number }>`
    update shipping_labels
    set status = ${status}, carrier = ${sold.carrier}, service = ${sold.service}, cost_cents = coalesce(cost_cents, ${sold.costCents}),
      tracking_number = ${sold.trackingNumber}, bought_at = coalesce(bought_at, ${at}), problem = ${problem},
      ended_at = case when ${status}::text in ('voided', 'not_refunded') then ${at}::timestamptz end, next_attempt_at = ${nextAt}
    where ${isClaimed(label)}
    returning cost_cents as "costCents"`.execute(tx)
  return rows[0]?.costCents
}

/**
 * Of a label that the carrier did not sell; `problem` is why, or null when it was withdrawn. False when another worker
 * has claimed the label since.
 */
export async function recordFailed(tx: Tx, label: LeasedLabel, problem: string | null, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update shipping_labels
    set status = 'failed', problem = ${problem}, ended_at = ${at}, next_attempt_at = null
    where ${isClaimed(label)}`.execute(tx)
  return numAffectedRows === 1n
}

export async function postponeLabel(db: Db, label: LeasedLabel, problem: string | null, at: Date): Promise<void> {
  await sql`
    update shipping_labels set problem = ${problem}, next_attempt_at = ${at} where ${isClaimed(label)}`.execute(db)
}

/** False when another worker has claimed the label since, or it was withdrawn. */
export async function isStillClaimed(db: Db, label: LeasedLabel): Promise<boolean> {
  const { rows } = await sql`select from shipping_labels where ${isClaimed(label)}`.execute(db)
  return rows.length > 0
}

const isClaimed = ({ accountId, labelId, attempts, status }: LeasedLabel) => sql`
  account_id = ${accountId} and label_id = ${labelId} and attempts = ${attempts} and status = ${status}`

type JobOfLabels = Pick<Label, 'accountId' | 'mode' | 'orderId' | 'jobId'>

/** The labels of a job, the oldest first. */
export async function findLabels(db: Db | Tx, { accountId, mode, orderId, jobId }: JobOfLabels) {
  const { rows } = await sql<Label>`
    select ${columns}
    from shipping_labels
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and job_id = ${jobId}
    order by parcel, label_id`.execute(db)
  return rows
}

/** The bought label of a parcel of an order, by its number. */
export async function findParcelLabel(
  db: Db | Tx,
  { accountId, mode, orderId }: Omit<JobOfLabels, 'jobId'>,
  trackingNumber: string,
): Promise<Label | undefined> {
  const { rows } = await sql<Label>`
    select ${columns}
    from shipping_labels
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and status = 'bought'
      and tracking_number = ${trackingNumber}`.execute(db)
  return rows[0]
}

/** The newest label of the parcel that sends the books of a returned parcel again. */
export async function findResendLabel(
  db: Db | Tx,
  { accountId, mode, orderId }: Omit<JobOfLabels, 'jobId'>,
  returned: string,
): Promise<Label | undefined> {
  const { rows } = await sql<Label>`
    select ${columns}
    from shipping_labels
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and resends = ${returned}
    order by label_id desc
    limit 1`.execute(db)
  return rows[0]
}

/** The name of the carrier of a parcel whose label was bought here; undefined for any other. */
export async function findLabelCarrier(db: Db, trackingNumber: string): Promise<string | undefined> {
  const { rows } = await sql<{ carrier: string }>`
    select carrier from shipping_labels where tracking_number = ${trackingNumber} limit 1`.execute(db)
  return rows[0]?.carrier
}

export async function findLabelFile(db: Db, { accountId, labelId }: LabelKey, format: LabelFormat) {
  const { rows } = await sql<{ content: Buffer }>`
    select content from label_files
    where account_id = ${accountId} and label_id = ${labelId} and format = ${format}`.execute(db)
  return rows[0]?.content ?? null
}

export async function saveLabelFile(
  tx: Tx,
  { accountId, labelId }: LabelKey,
  { format, sha256, content }: { format: LabelFormat; sha256: string; content: Buffer },
): Promise<void> {
  await sql`
    insert into label_files (account_id, label_id, format, sha256, content)
    values (${accountId}, ${labelId}, ${format}, ${sha256}, ${content})
    on conflict do nothing`.execute(tx)
}

/** Erases the recipients of these orders: the files show them, and a carrier's words about an address may quote it. */
export async function eraseInLabels(tx: Tx, orders: Pick<Label, 'accountId' | 'mode' | 'orderId'>[]): Promise<void> {
  const keys = rowsOf(orders, 'k', {
    accountId: text(o => o.accountId),
    mode: text(o => o.mode),
    orderId: text(o => o.orderId),
  })
  await sql`
    delete from label_files f
    using shipping_labels l
    where (l.account_id, l.mode, l.order_id) in (select * from ${keys.from})
      and f.account_id = l.account_id and f.label_id = l.label_id`.execute(tx)
  await sql`
    update shipping_labels
    set problem = case when problem is not null then ${redacted} end, delivery = null
    where (account_id, mode, order_id) in (select * from ${keys.from})
      and (problem is not null or delivery is not null)`.execute(tx)
}
