// Manifests: the list of the parcels that a carrier collects together. Each shipped parcel with a label that was bought
// on this day is on one manifest. The carrier draws it outside of any transaction; a lost answer is asked for again.

import { sql } from 'kysely'
import { say, type Translatable } from '../../../languages/texts.ts'
import { day, dayIn, earlier, hour, later, minute } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { ManifestOutcome } from '../../carriers/carrier.ts'
import type { LabelKey } from '../../carriers/labelStore.ts'
import {
  claimDueManifests,
  findListed,
  insertManifest,
  type LeasedManifest,
  type ListedLabel,
  type Manifest,
  type NewManifest,
  postponeManifest,
  recordMade,
  recordRefused,
} from '../../carriers/manifestStore.ts'
import type { Tx } from '../../db/db.ts'
import { type OutsideCalls, outsideWork } from '../../jobs/outsideWork.ts'
import { transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { PrinterRule } from '../../printer/routing.ts'
import type { LabelDeps } from './labels.ts'

const portion = 1000
/** An older parcel was collected without a manifest. */
const listedWithinMs = 3 * day
/** A sweep makes ten manifests after each other, each with up to four calls of ten seconds. */
const leaseMs = 10 * minute
const maxManifestsPerSweep = 20
const delaysMs = [minute, 15 * minute]
/** Then its parcels have left. */
const givenUpAfterMs = day

/** A printer that parcels leave from. Days of labels are days in its time zone. */
export type ManifestDesk = Pick<PrinterRule, 'name' | 'cutOff'>

/** `olderParcels`: how many are on no manifest because their labels are of an earlier day. */
type RequestedManifests = { manifests: Manifest[]; olderParcels: number }

/**
 * Requests a manifest for each printer, carrier and sender of the parcels that are on none and whose labels are of this
 * day: carriers list no others. Refuses when there are none.
 */
export async function makeManifests(
  deps: LabelDeps,
  desks: readonly ManifestDesk[],
  actor: string,
): Promise<RequestedManifests> {
  const { transactor, clock } = deps
  const provider = deps.carrierOf('production')?.name
  const now = clock()
  const zones = new Map(desks.map(({ name, cutOff }) => [name, cutOff.timeZone]))
  const isOfToday = ({ printer, boughtAt }: Unlisted) => {
    const zone = zones.get(printer)!
    return dayIn(boughtAt, zone).equals(dayIn(now, zone))
  }
  const manifests: Manifest[] = []
  let olderParcels = 0
  let [after, isLast]: [LabelKey | null, boolean] = [null, provider === undefined]
  while (!isLast) {
    const unlisted = await transact(transactor, { now, actor }, async work => {
      const unlisted = await lockUnlisted(work.tx, { provider: provider!, printers: [...zones.keys()], now, after })
      const ofToday = unlisted.filter(isOfToday)
      olderParcels += unlisted.length - ofToday.length
      const groups = Map.groupBy(ofToday, ({ printer, carrier, sender }) => JSON.stringify([printer, carrier, sender]))
      for (const labels of groups.values()) {
        const { printer, carrier } = labels[0]!
        const of = { printer, carrier, provider: provider!, retryOf: null, requestedBy: actor, labels }
        manifests.push(await request(work, of))
      }
      return unlisted
    })
    after = unlisted.at(-1) ?? null
    isLast = unlisted.length < portion
  }
  if (manifests.length === 0) throw new Refusal('wrong_state', nothingToList(olderParcels))
  return { manifests, olderParcels }
}

const nothingToList = (count: number): Translatable =>
  count === 0
    ? say('No parcel that has shipped waits for a manifest.')
    : say(
        'No parcel with a label of today waits for a manifest. The labels of {count} parcels are older: the driver scans each of them.',
        { count },
      )

async function request(
  { tx, newId, now, wake }: UnitOfWork,
  manifest: Omit<NewManifest, 'manifestId' | 'requestedAt'>,
): Promise<Manifest> {
  wake('buy_labels', now)
  return insertManifest(tx, { ...manifest, manifestId: newId('man'), requestedAt: now })
}

type Unlisted = LabelKey & { printer: string; carrier: string; sender: string | null; boughtAt: Date }
type UnlistedOf = { provider: string; printers: readonly string[]; now: Date; after: LabelKey | null }

/** The locks exclude that two people list a parcel. */
async function lockUnlisted(tx: Tx, { provider, printers, now, after }: UnlistedOf): Promise<Unlisted[]> {
  const { rows } = await sql<Unlisted>`
    select l.account_id as "accountId", l.label_id as "labelId", j.printer, l.carrier, t.ticket ->> 'shipFrom' as sender,
      l.bought_at as "boughtAt"
    from shipping_labels l
    join print_jobs j using (account_id, mode, order_id, attempt)
    join print_tickets t using (account_id, mode, order_id, attempt)
    where l.status = 'bought' and l.manifest_id is null and l.bought_at > ${earlier(now, listedWithinMs)}
      and l.mode = 'production' and l.provider = ${provider}
      and j.status = 'SHIPPED' and j.printer = any (${[...printers]}::text[])
      and (l.account_id, l.label_id) > (${after?.accountId ?? ''}, ${after?.labelId ?? ''})
    order by l.account_id, l.label_id
    limit ${portion}
    for update of l`.execute(tx)
  return rows
}

/** Makes the requested manifests, and asks again for those whose answers were lost. */
export const settleDueManifests = (deps: LabelDeps): ((now: Date) => Promise<number>) =>
  outsideWork({
    ...manifestCalls(deps),
    leaseMs,
    maxClaimed: maxManifestsPerSweep,
    claim: claim => claimDueManifests(deps.transactor.db, claim),
  })

function manifestCalls(deps: LabelDeps): OutsideCalls<LeasedManifest, ManifestOutcome> {
  const { transactor, clock, log, crash, carrierOf } = deps
  const { db } = transactor
  return {
    clock,
    log,
    keyOf: ({ manifestId }) => ({ manifestId }),
    concurrency: 2,
    async call({ manifestId, provider, attempts }) {
      const carrier = carrierOf('production')
      if (carrier?.name !== provider) return { kind: 'unknown', cause: `${provider} is not set as the carrier` }
      const shipments = await findListed(db, manifestId)
      if (shipments.length === 0)
        return { kind: 'refused', code: 'refused', message: 'The parcels of this manifest are no longer stored.' }
      const outcome = await carrier.manifest({ manifestId, shipments, attempt: attempts })
      crash('manifest:called')
      return outcome
    },
    async record(manifest, outcome, now) {
      switch (outcome.kind) {
        case 'file':
          return recordMade(db, manifest, outcome.bytes)
        case 'refused':
          return refuse(deps, manifest, outcome.message, now)
        case 'unknown': {
          const { manifestId, attempts, requestedAt } = manifest
          log.warn({ manifestId, attempts, cause: outcome.cause }, 'the carrier did not answer about a manifest')
          if (requestedAt < earlier(now, givenUpAfterMs)) return giveUp(deps, manifest, outcome.cause, now)
          return postponeManifest(db, manifest, outcome.cause, later(now, delaysMs[attempts - 1] ?? hour))
        }
      }
    },
  }
}

const giveUp = ({ transactor }: LabelDeps, manifest: LeasedManifest, problem: string, now: Date): Promise<unknown> =>
  transact(transactor, { now, actor: 'system' }, ({ tx }) => recordRefused(tx, manifest, problem))

/** A carrier refuses all for one parcel. So they are tried once more: without those that it names, or in two halves. */
const refuse = ({ transactor }: LabelDeps, manifest: LeasedManifest, problem: string, now: Date): Promise<void> =>
  transact(transactor, { now, actor: 'system' }, async work => {
    const listed = await findListed(work.tx, manifest.manifestId)
    const released = await recordRefused(work.tx, manifest, problem)
    if (released === 0n || manifest.retryOf !== null) return
    const { printer, carrier, provider, requestedBy, manifestId: retryOf } = manifest
    for (const labels of partsOf(listed, problem))
      await request(work, { printer, carrier, provider, retryOf, requestedBy, labels })
  })

/** The parts with which a refused manifest is tried again. */
function partsOf<Parcel extends Pick<ListedLabel, 'shipmentRef' | 'trackingNumber'>>(
  listed: Parcel[],
  problem: string,
): Parcel[][] {
  const isNamed = ({ shipmentRef, trackingNumber }: Parcel) =>
    problem.includes(shipmentRef) || problem.includes(trackingNumber)
  const others = listed.filter(parcel => !isNamed(parcel))
  const half = Math.ceil(listed.length / 2)
  const parts = others.length < listed.length ? [others] : [listed.slice(0, half), listed.slice(half)]
  return listed.length === 1 ? [] : parts.filter(part => part.length > 0)
}
