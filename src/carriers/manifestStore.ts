// The rows of manifests. The labels that a manifest lists name it; recording an outcome is fenced by the attempt.

import { sql } from 'kysely'
import { day, earlier } from '../base/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { rowsOf, text } from '../db/rows.ts'
import { leaseDue } from '../jobs/claimDue.ts'
import type { Claim, Leased } from '../jobs/outsideWork.ts'
import type { LabelKey } from './labelStore.ts'

export const manifestStatuses = ['requested', 'made', 'failed'] as const

export type Manifest = {
  manifestId: string
  printer: string
  provider: string
  carrier: string
  parcels: number
  /** The refused manifest with whose parcels it tries again. */
  retryOf: string | null
  status: (typeof manifestStatuses)[number]
  problem: string | null
  requestedBy: string
  requestedAt: Date
}

export type LeasedManifest = Manifest & Leased
export type NewManifest = Omit<Manifest, 'parcels' | 'status' | 'problem'> & { labels: LabelKey[] }

/** Drivers scan a manifest on its day, and claims about lost parcels end within 60 days. */
const retentionMs = 90 * day
const deletedAtOnce = 20

const columns = sql`
  manifest_id as "manifestId", printer, provider, carrier, parcels, retry_of as "retryOf", status, problem,
  requested_by as "requestedBy", requested_at as "requestedAt"`
const leasedColumns = sql`${columns}, attempts, next_attempt_at as "leaseUntil"`

/** Writes a manifest of labels that the caller has locked. It is due at once. */
export async function insertManifest(tx: Tx, manifest: NewManifest): Promise<Manifest> {
  const { manifestId, printer, provider, carrier, retryOf, requestedBy, requestedAt, labels } = manifest
  const { rows } = await sql<Manifest>`
    insert into carrier_manifests (
      manifest_id, printer, provider, carrier, parcels, retry_of, status, requested_by, requested_at, next_attempt_at)
    values (
      ${manifestId}, ${printer}, ${provider}, ${carrier}, ${labels.length}, ${retryOf}, 'requested', ${requestedBy},
      ${requestedAt}, ${requestedAt})
    returning ${columns}`.execute(tx)
  const keys = rowsOf(labels, 'k', { accountId: text(k => k.accountId), labelId: text(k => k.labelId) })
  await sql`
    update shipping_labels set manifest_id = ${manifestId}
    where (account_id, label_id) in (select * from ${keys.from})`.execute(tx)
  return rows[0]!
}

export const claimDueManifests = (db: Db, claim: Claim): Promise<LeasedManifest[]> =>
  leaseDue(db, 'manifest', { ...claim, columns: leasedColumns })

export type ListedLabel = LabelKey & { shipmentRef: string; trackingNumber: string }

export async function findListed(db: Db | Tx, manifestId: string): Promise<ListedLabel[]> {
  const { rows } = await sql<ListedLabel>`
    select account_id as "accountId", label_id as "labelId", shipment_ref as "shipmentRef",
      tracking_number as "trackingNumber"
    from shipping_labels
    where manifest_id = ${manifestId}
    order by label_id`.execute(db)
  return rows
}

export async function recordMade(db: Db, manifest: LeasedManifest, content: Buffer): Promise<void> {
  await sql`
    update carrier_manifests set status = 'made', content = ${content}, problem = null, next_attempt_at = null
    where ${isClaimed(manifest)}`.execute(db)
}

/** Its parcels may be on another manifest. Returns how many they were. */
export async function recordRefused(tx: Tx, manifest: LeasedManifest, problem: string): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    with refused as (
      update carrier_manifests set status = 'failed', problem = ${problem}, next_attempt_at = null
      where ${isClaimed(manifest)}
      returning manifest_id
    )
    update shipping_labels l set manifest_id = null from refused where l.manifest_id = refused.manifest_id`.execute(tx)
  return numAffectedRows
}

export async function postponeManifest(db: Db, manifest: LeasedManifest, problem: string, at: Date): Promise<void> {
  await sql`
    update carrier_manifests set problem = ${problem}, next_attempt_at = ${at} where ${isClaimed(manifest)}`.execute(db)
}

const isClaimed = ({ manifestId, attempts }: LeasedManifest) => sql`
  manifest_id = ${manifestId} and attempts = ${attempts} and status = 'requested'`

/** Of these printers, the newest first. */
export async function listManifests(
  db: Db,
  printers: readonly string[],
  { before, limit }: { before: string | null; limit: number },
): Promise<Manifest[]> {
  const { rows } = await sql<Manifest>`
    select ${columns}
    from carrier_manifests
    where printer = any (${[...printers]}::text[]) and (${before}::text is null or manifest_id < ${before})
    order by manifest_id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Undefined for a manifest of another printer, and for one without a file. */
export async function findManifestFile(db: Db, printers: readonly string[], manifestId: string) {
  const { rows } = await sql<{ content: Buffer | null }>`
    select content from carrier_manifests
    where manifest_id = ${manifestId} and printer = any (${[...printers]}::text[])`.execute(db)
  return rows[0]?.content ?? undefined
}

/** Sweep: deletes old manifests. Their labels are too old for another. */
export async function deleteOldManifests(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    with deleted as (
      delete from carrier_manifests
      where manifest_id = any (array(
        select manifest_id from carrier_manifests where requested_at < ${earlier(now, retentionMs)}
        order by manifest_id
        limit ${deletedAtOnce}))
      returning manifest_id
    ), unlisted as (
      update shipping_labels l set manifest_id = null from deleted where l.manifest_id = deleted.manifest_id
    )
    select from deleted`.execute(db)
  return rows.length
}
