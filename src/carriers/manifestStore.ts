// The rows of manifests. The labels that a manifest lists name it; recording an outcome is fenced by the attempt.

import { sql } from 'kysely'
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
  status: (typeof manifestStatuses)[number]
  problem: string | null
  requestedBy: string
  requestedAt: Date
}

export type LeasedManifest = Manifest & Leased
export type NewManifest = Omit<Manifest, 'parcels' | 'status' | 'problem'> & { labels: LabelKey[] }

const columns = sql`
  manifest_id as "manifestId", printer, provider, carrier, parcels, status, problem, requested_by as "requestedBy",
  requested_at as "requestedAt"`
const leasedColumns = sql`${columns}, attempts, next_attempt_at as "leaseUntil"`

/** Writes a manifest of labels that the caller has locked, claimed for its first call. */
export async function insertManifest(tx: Tx, manifest: NewManifest, leaseUntil: Date): Promise<LeasedManifest> {
  const { manifestId, printer, provider, carrier, requestedBy, requestedAt, labels } = manifest
  const { rows } = await sql<LeasedManifest>`
    insert into carrier_manifests (
      manifest_id, printer, provider, carrier, parcels, status, requested_by, requested_at, attempts, next_attempt_at)
    values (
      ${manifestId}, ${printer}, ${provider}, ${carrier}, ${labels.length}, 'requested', ${requestedBy}, ${requestedAt}, 1,
      ${leaseUntil})
    returning ${leasedColumns}`.execute(tx)
  const keys = rowsOf(labels, 'k', { accountId: text(k => k.accountId), labelId: text(k => k.labelId) })
  await sql`
    update shipping_labels set manifest_id = ${manifestId}
    where (account_id, label_id) in (select * from ${keys.from})`.execute(tx)
  return rows[0]!
}

export const claimDueManifests = (db: Db, claim: Claim): Promise<LeasedManifest[]> =>
  leaseDue(db, 'manifest', { ...claim, columns: leasedColumns })

export async function findListed(db: Db, manifestId: string) {
  const { rows } = await sql<{ shipmentRef: string; trackingNumber: string }>`
    select shipment_ref as "shipmentRef", tracking_number as "trackingNumber"
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

/** Its parcels may be on another manifest. */
export async function recordRefused(tx: Tx, manifest: LeasedManifest, problem: string): Promise<void> {
  await sql`
    with refused as (
      update carrier_manifests set status = 'failed', problem = ${problem}, next_attempt_at = null
      where ${isClaimed(manifest)}
      returning manifest_id
    )
    update shipping_labels l set manifest_id = null from refused where l.manifest_id = refused.manifest_id`.execute(tx)
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
