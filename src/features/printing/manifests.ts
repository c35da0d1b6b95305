// Manifests: the list of the parcels that a carrier collects together. Each shipped parcel with a bought label is on
// one manifest. The carrier draws it outside of any transaction; a lost answer is asked for again.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { day, earlier, hour, later, minute } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { ManifestOutcome } from '../../carriers/carrier.ts'
import {
  claimDueManifests,
  findListed,
  insertManifest,
  type LeasedManifest,
  type Manifest,
  postponeManifest,
  recordMade,
  recordRefused,
} from '../../carriers/manifestStore.ts'
import type { Tx } from '../../db/db.ts'
import { callAndRecord, type OutsideCalls, outsideWork } from '../../jobs/outsideWork.ts'
import { transact } from '../../orders/transact.ts'
import type { LabelDeps } from './labels.ts'

/** Carriers list more; a person asks again for the rest. */
const maxParcels = 1000
/** An older parcel was collected without a manifest. */
const listedWithinMs = 3 * day
/** Three calls of ten seconds each, and a file. */
const leaseMs = 2 * minute
const maxManifestsPerSweep = 20
const delaysMs = [minute, 15 * minute]

/** Makes a manifest for each printer, carrier and sender of the parcels that are on none. Refuses when none is left. */
export async function makeManifests(deps: LabelDeps, printers: readonly string[], actor: string): Promise<Manifest[]> {
  const { transactor, clock } = deps
  const provider = deps.carrierOf('production')?.name
  const now = clock()
  const manifests = await transact(transactor, { now, actor }, async ({ tx, newId }) => {
    const unlisted = provider === undefined ? [] : await lockUnlisted(tx, { provider, printers, now })
    const groups = Map.groupBy(unlisted, ({ printer, carrier, sender }) => JSON.stringify([printer, carrier, sender]))
    const made: LeasedManifest[] = []
    for (const labels of groups.values()) {
      const { printer, carrier } = labels[0]!
      const of = {
        manifestId: newId('man'),
        printer,
        carrier,
        provider: provider!,
        requestedBy: actor,
        requestedAt: now,
      }
      made.push(await insertManifest(tx, { ...of, labels }, later(now, leaseMs)))
    }
    return made
  })
  if (manifests.length === 0)
    throw new Refusal('wrong_state', say('Every shipped parcel with a label that was bought here is on a manifest.'))
  await callAndRecord(manifestCalls(deps), manifests)
  return manifests
}

type Unlisted = { accountId: string; labelId: string; printer: string; carrier: string; sender: string | null }
type UnlistedOf = { provider: string; printers: readonly string[]; now: Date }

/** The locks exclude that two people list a parcel. */
async function lockUnlisted(tx: Tx, { provider, printers, now }: UnlistedOf): Promise<Unlisted[]> {
  const { rows } = await sql<Unlisted>`
    select l.account_id as "accountId", l.label_id as "labelId", j.printer, l.carrier, t.ticket ->> 'shipFrom' as sender
    from shipping_labels l
    join print_jobs j using (account_id, mode, order_id, attempt)
    join print_tickets t using (account_id, mode, order_id, attempt)
    where l.status = 'bought' and l.manifest_id is null and l.bought_at > ${earlier(now, listedWithinMs)}
      and l.mode = 'production' and l.provider = ${provider}
      and j.status = 'SHIPPED' and j.printer = any (${[...printers]}::text[])
    order by l.account_id, l.label_id
    limit ${maxParcels}
    for update of l`.execute(tx)
  return rows
}

/** Asks again for manifests whose answers were lost. */
export const settleDueManifests = (deps: LabelDeps): ((now: Date) => Promise<number>) =>
  outsideWork({
    ...manifestCalls(deps),
    leaseMs,
    maxClaimed: maxManifestsPerSweep,
    claim: claim => claimDueManifests(deps.transactor.db, claim),
  })

function manifestCalls({
  transactor,
  clock,
  log,
  carrierOf,
}: LabelDeps): OutsideCalls<LeasedManifest, ManifestOutcome> {
  const { db } = transactor
  return {
    clock,
    log,
    keyOf: ({ manifestId }) => ({ manifestId }),
    concurrency: 2,
    async call({ manifestId, provider, attempts }) {
      const carrier = carrierOf('production')
      if (carrier?.name !== provider) return { kind: 'unknown', cause: `${provider} is not set as the carrier` }
      return carrier.manifest({ manifestId, shipments: await findListed(db, manifestId), attempt: attempts })
    },
    async record(manifest, outcome, now) {
      switch (outcome.kind) {
        case 'file':
          return recordMade(db, manifest, outcome.bytes)
        case 'refused':
          return transact(transactor, { now, actor: 'system' }, ({ tx }) =>
            recordRefused(tx, manifest, outcome.message),
          )
        case 'unknown': {
          const { manifestId, attempts } = manifest
          log.warn({ manifestId, attempts, cause: outcome.cause }, 'the carrier did not answer about a manifest')
          return postponeManifest(db, manifest, outcome.cause, later(now, delaysMs[attempts - 1] ?? hour))
        }
      }
    },
  }
}
