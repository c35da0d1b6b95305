// Publishing a version of the operator's data. A published version never changes; to go back, an older version is
// published again as a new one.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { type PriceListUse, readPriceListUses } from '../../accounts/settings/accountPriceList.ts'
import { type Clock, later, latest } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { createPause, inSlices } from '../../base/running/slices.ts'
import { type DataMistake, OperatorDataError } from '../../base/schemaCheck.ts'
import { type Catalog, emptyCatalog, type ManufacturingSku } from '../../catalog/catalog.ts'
import { bindingEdgeOf } from '../../catalog/geometry.ts'
import { noPriceLists, type PriceLists } from '../../catalog/priceLists.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { cleanContent, type OperatorContent, parseContentInSteps } from './content.ts'
import { contentDifferences } from './differences.ts'
import { clearDraft } from './draftStore.ts'
import type { PublishedPrices } from './lowerPrices.ts'
import { minNoticeMs, type VersionRegister } from './operatorVersions.ts'
import { type LostBooks, lostBookMistakes } from './productsInUse.ts'
import { insertVersion, type StoredVersion } from './versionStore.ts'
import { differenceSentence, wordDifference } from './wording.ts'

/** An entry of the audit log lists at most this many changes. */
const maxAuditedChanges = 100

export type PublishDeps = {
  transactor: Transactor
  clock: Clock
  operatorVersions: VersionRegister
  /** Throws an OperatorDataError when the printers cannot make the books of the catalog. */
  checkPrinters(catalog: Catalog): void
}

export type Publication = {
  content: OperatorContent
  /** The newest version that the author knew. */
  basedOn: number
  reason: string
  /** Null: as soon as possible. */
  effectiveAt: Date | null
  /** The revision of the shared draft that is published, and ends with it. */
  draftRevision?: number
  /** The scheduled version that this one comes before. */
  withdraws?: StoredVersion
}

export type PublishedVersion = StoredVersion

/** A version that can be written: compared with the version before, and without mistakes of its own. */
export type PreparedVersion = Pick<Publication, 'content' | 'basedOn' | 'draftRevision' | 'withdraws'> & {
  before: PublishedPrices
  after: PublishedPrices
  lost: LostBooks
  /** In words. */
  changes: string[]
  /** The notice counts from the commit: reading and comparing a large content takes seconds. */
  version(author: string): PublishedVersion
}

/**
 * Publishes the next version. Throws an OperatorDataError with all mistakes of the content, also when it lacks a book
 * that products use or a price list that accounts are on. Refuses with `wrong_state` when another version was published
 * after `basedOn`, or would take effect later than this one, and with `draft_changed` when the draft has another
 * revision.
 */
export async function publishVersion(
  deps: PublishDeps,
  publication: Publication,
  by: { now: Date; actor: string },
): Promise<PublishedVersion> {
  const prepared = await prepareVersion(deps, publication, by)
  const published = await transact(deps.transactor, by, work => writeVersion(work, prepared))
  await deps.operatorVersions.refresh()
  return published
}

/** Refuses like publishVersion. */
export async function prepareVersion(
  { clock, operatorVersions, checkPrinters }: PublishDeps,
  { content: given, basedOn, reason, effectiveAt, draftRevision, withdraws }: Publication,
  { now }: { now: Date },
): Promise<PreparedVersion> {
  const pause = createPause()
  const after = await inSlices(parseContentInSteps(given, now))
  const content = await cleanContent(given)
  checkPrinters(after.catalog)
  await operatorVersions.refresh()
  const [newest] = operatorVersions.list()
  const version = (author: string) => {
    const from = latest(effectiveAt ?? now, later(clock(), minNoticeMs))
    if (withdraws !== undefined && withdraws.effectiveAt < from) throw tooLateToWithdraw(withdraws)
    return { version: basedOn + 1, author, reason, createdAt: now, effectiveAt: from }
  }
  if (operatorVersions.newest() !== basedOn) throw publishedMeanwhile(basedOn)
  const isTooEarly = newest !== undefined && newest.effectiveAt > version('').effectiveAt
  if (isTooEarly && withdraws === undefined) {
    const detail = say(
      'Version {version} takes effect at {time}; a later version cannot take effect before it. Withdraw version {version} first.',
      { version: newest.version, time: newest.effectiveAt.toISOString() },
    )
    throw new Refusal('wrong_state', detail)
  }
  const old = (await operatorVersions.contentOf(basedOn))!
  const before = operatorVersions.find(basedOn) ?? nothingSold
  const changes: string[] = []
  for (const change of await contentDifferences(old, content)) {
    await pause()
    changes.push(differenceSentence(wordDifference(change, 'en')))
  }
  const lost = lostBooks(old, after.catalog)
  return {
    content,
    basedOn,
    ...(draftRevision === undefined ? {} : { draftRevision }),
    ...(withdraws === undefined ? {} : { withdraws }),
    before,
    after,
    lost,
    changes,
    version,
  }
}

/** Before the first version. */
const nothingSold: PublishedPrices = { catalog: emptyCatalog, priceLists: noPriceLists, shipping: { rates: new Map() } }

/** Refuses like publishVersion. */
export async function writeVersion(
  { tx, newId, now, actor }: UnitOfWork,
  { content, basedOn, draftRevision, withdraws, after, lost, changes, version }: PreparedVersion,
): Promise<PublishedVersion> {
  const mistakes = await lostBookMistakes(tx, lost)
  if (mistakes.length > 0) throw new OperatorDataError(mistakes)
  const published = version(actor)
  if (!(await insertVersion(tx, { ...published, content }))) throw publishedMeanwhile(basedOn)
  // Only now: an account that is put on a list meanwhile waits for this version, or was put on it before.
  const missing = missingLists(await readPriceListUses(tx), after.priceLists)
  if (missing.length > 0) throw new OperatorDataError(missing)
  if (draftRevision !== undefined) {
    const isCleared = await clearDraft(tx, { revision: draftRevision, author: actor, updatedAt: now })
    if (!isCleared)
      throw new Refusal('draft_changed', say('Somebody else changed the draft meanwhile. Look at it again.'))
  }
  await appendAudit(tx, newId, {
    at: now,
    actor,
    action: 'operator_data_published',
    accountId: null,
    subject: `version ${published.version}`,
    details: {
      reason: published.reason,
      ...(withdraws === undefined ? {} : { withdraws: `version ${withdraws.version}` }),
      effectiveAt: published.effectiveAt.toISOString(),
      changed: changes.length,
      changes: changes.slice(0, maxAuditedChanges),
    },
  })
  return published
}

/** The mistakes of a content that lacks lists of accounts. */
export const missingLists = (uses: PriceListUse[], priceLists: Pick<PriceLists, 'has'>): DataMistake[] =>
  uses
    .filter(({ code }) => !priceLists.has(code))
    .map(({ code, accounts }) => ({
      file: 'priceLists.json',
      path: '/lists',
      text: say(
        '{code} is missing, and {accounts, plural, one {an account is} other {{accounts} accounts are}} on it; put them on another list first, or end it with "until"',
        { code, accounts },
      ),
    }))

/** The books of a published content that a catalog does not have, or has with another binding edge. */
export function lostBooks({ catalog: published }: OperatorContent, catalog: Pick<Catalog, 'get'>): LostBooks {
  const before = (published as { skus: ManufacturingSku[] }).skus
  const namesOf = (lost: (book: ManufacturingSku, now: ManufacturingSku | undefined) => boolean) =>
    before.filter(book => lost(book, catalog.get(book.manufacturingSku))).map(book => book.manufacturingSku)
  return {
    removed: namesOf((_, now) => now === undefined),
    turned: namesOf((book, now) => now !== undefined && bindingEdgeOf(book) !== bindingEdgeOf(now)),
  }
}

const tooLateToWithdraw = ({ version }: Pick<StoredVersion, 'version'>) =>
  new Refusal(
    'wrong_state',
    say('Version {version} has taken effect, or does so within seconds: roll back to an older one.', { version }),
  )

const publishedMeanwhile = (basedOn: number) =>
  new Refusal(
    'wrong_state',
    say('Another version was published after version {basedOn}. Compare it with yours and try again.', { basedOn }),
  )
