// The versions of the operator's data in the memory of a process. Each process looks for new versions every two
// seconds. A version takes effect five seconds after it was published, so no process meets an order of a version that
// it does not know. Used versions are in memory as objects, which take 22 MB for 10,000 books; the others as they are
// stored, compressed to about a twentieth. So a rule can look up the version of any order without waiting.

import { gunzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { say } from '../../../languages/texts.ts'
import { type Clock, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { atOnce, inSlices, type Steps } from '../../base/running/slices.ts'
import { parseJson } from '../../base/text/largeJson.ts'
import { defaultBrand } from '../../brand/brand.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { noPriceLists } from '../../catalog/priceLists.ts'
import type { Db } from '../../db/db.ts'
import { noTexts } from '../../mail/replacedTexts.ts'
import type { DatedRates } from '../../tax/publishedTaxes.ts'
import { cleanContent, emptyContent, type OperatorContent, type ParsedContent, parseContentInSteps } from './content.ts'
import type { OperatorData, OperatorVersion, OperatorVersions } from './operatorData.ts'
import { unpackContent } from './packedContent.ts'
import { openRateEditions } from './rateEditions.ts'
import { insertVersion, readVersionAfter, type StoredVersion } from './versionStore.ts'

const refreshIntervalMs = 2 * second
/** Most orders on their way have one of the newest versions. */
const maxOpenedAhead = 4
/** From publishing to taking effect. */
export const minNoticeMs = 5 * second

type Deps = {
  db: Db
  clock: Clock
  log: Log
  /** The parsed contents with their taxes. */
  complete(content: ParsedContent, ratesAt: (at: Date) => DatedRates): OperatorData
  /** Of JSON: by default four versions of 10,000 books, or all that orders on their way have where there are fewer. */
  maxOpenedBytes?: number
}

type KnownVersion = { stored: StoredVersion; bytes: number; packed: Buffer }

export type VersionRegister = OperatorVersions & {
  /** The version in effect at an instant; null before the first version. */
  inEffect(instant: Date): OperatorVersion | null
  /** Without the contents, the newest first. */
  list(): StoredVersion[]
  /** The number of the newest version, 0 before the first version. */
  newest(): number
  /** Version 0 is the data before the first version, which sells nothing. */
  contentOf(version: number): Promise<OperatorContent | null>
  /** Null while this process has not read the version, and for one that it cannot read. */
  find(version: number): OperatorVersion | null
  /** The parsed data of an unpublished content. Throws an OperatorDataError with its mistakes. */
  prepare(content: OperatorContent, now: Date): Promise<OperatorData>
  /** Reads new versions now. */
  refresh(): Promise<void>
  close(): void
}

/** `first` becomes version 1 of a new database; with null, the staff publish the first version. */
export async function openOperatorVersions(deps: Deps, first: OperatorContent | null): Promise<VersionRegister> {
  const { db, clock, log, complete, maxOpenedBytes = 64 * 1024 * 1024 } = deps
  /** By number, from 1. */
  const versions: KnownVersion[] = []
  /** Those of other installations, from -1 down. */
  const moved: KnownVersion[] = []
  const known = (version: number): KnownVersion | undefined =>
    version < 0 ? moved[-version - 1] : versions[version - 1]
  const bounds = {
    maxSize: maxOpenedBytes,
    sizeCalculation: (_: unknown, version: number) => known(version)!.bytes,
  }
  const contents = new LRUCache<number, OperatorContent>(bounds)
  /** `data` is null for a version that this process cannot read. */
  const opened = new LRUCache<number, { data: OperatorVersion | null }>(bounds)
  const unreadable = new Set<number>()

  const editions = await openRateEditions({ db, clock, noticeMs: minNoticeMs })
  function* prepare(content: OperatorContent, now: Date): Steps<OperatorData> {
    const parsed = yield* parseContentInSteps(content, now)
    yield
    return complete(parsed, editions.ratesAt)
  }

  async function contentOf(version: number): Promise<OperatorContent | null> {
    const found = known(version)
    if (found === undefined) return null
    return contents.get(version) ?? inSlices(readContent(version, await unpackContent(found.packed)))
  }

  function* readContent(version: number, json: Buffer): Steps<OperatorContent> {
    const content = (yield* parseJson(json)) as OperatorContent
    contents.set(version, content)
    return content
  }

  function find(version: number): OperatorVersion | null {
    const before = opened.get(version)
    if (before !== undefined) return before.data
    const found = known(version)
    if (found === undefined) return null
    return atOnce(open(version, contents.get(version) ?? atOnce(readContent(version, gunzipSync(found.packed)))))
  }

  function* open(version: number, content: OperatorContent): Steps<OperatorVersion | null> {
    const data = yield* parse(version, content, known(version)!.stored.effectiveAt)
    opened.set(version, { data })
    return data
  }

  function* parse(version: number, content: OperatorContent, effectiveAt: Date): Steps<OperatorVersion | null> {
    try {
      return { version, ...(yield* prepare(content, effectiveAt)) }
    } catch (error) {
      if (!unreadable.has(version))
        log.error({ err: error, version }, "this process cannot read a version of the operator's data")
      unreadable.add(version)
      return null
    }
  }

  async function refresh(): Promise<void> {
    await editions.refresh()
    let isNew = false
    for (;;) {
      const row = await readVersionAfter(db, { version: versions.length, moved: moved.length })
      if (row === undefined) break
      const { packed, ...stored } = row
      const bytes = (await unpackContent(packed)).length
      // Two refreshes may read the same version.
      if (stored.version === versions.length + 1) {
        versions.push({ stored, bytes, packed })
        isNew = true
      } else if (stored.version === -moved.length - 1) moved.push({ stored, bytes, packed })
    }
    // Before their first use, which does not wait. The newest last, since the first give way to it.
    const newest = versions.length
    if (isNew)
      for (let version = Math.max(1, newest - maxOpenedAhead + 1); version <= newest; version++)
        if (!opened.has(version)) await inSlices(open(version, (await contentOf(version))!))
  }

  let isFailing = false
  const refreshOrWarn = async () => {
    try {
      await refresh()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, "new versions of the operator's data could not be read")
      isFailing = true
    }
  }

  await refresh()
  if (versions.length === 0 && first !== null) {
    const now = clock()
    await insertVersion(db, {
      version: 1,
      content: await cleanContent(first),
      author: 'system',
      reason: null,
      createdAt: now,
      effectiveAt: now,
    })
    await refresh()
  }
  const timer = setInterval(refreshOrWarn, refreshIntervalMs).unref()

  function inEffect(instant: Date): OperatorVersion | null {
    const current = versions.findLast(
      ({ stored: { version, effectiveAt } }) => effectiveAt <= instant && find(version) !== null,
    )
    // The first start's version counts at once, also for a clock that is a little behind.
    const usable =
      current ??
      versions.find(
        ({ stored: { version, effectiveAt, createdAt } }) => effectiveAt <= createdAt && find(version) !== null,
      )
    if (usable === undefined && versions.some(({ stored: { effectiveAt } }) => effectiveAt <= instant))
      throw new Error("there is no readable version of the operator's data")
    return usable === undefined ? null : find(usable.stored.version)
  }

  return {
    inEffect,
    at: instant => inEffect(instant) ?? refuseBeforeFirst(),
    byNumber(version) {
      const data = find(version)
      if (data === null) throw new Error(`this process has not read version ${version} of the operator's data`)
      return data
    },
    list: () => versions.map(({ stored }) => stored).toReversed(),
    newest: () => versions.length,
    contentOf: async version => (version === 0 ? emptyContent : contentOf(version)),
    find,
    prepare: (content, now) => inSlices(prepare(content, now)),
    refresh,
    close: () => clearInterval(timer),
  }
}

function refuseBeforeFirst(): never {
  throw new Refusal(
    'not_set_up',
    say('This service is not set up yet: it has no books and no prices, so it takes no orders. Contact support.'),
  )
}

/**
 * The data in effect at the time of each access, for work that belongs to no order. `catalog` may be passed on; it has
 * no books before the first version, and `brand` is the default brand then.
 */
export function currentOperatorData(versions: VersionRegister, clock: Clock): OperatorData {
  const current = () => versions.at(clock())
  const catalog: Catalog = {
    get: manufacturingSku => versions.inEffect(clock())?.catalog.get(manufacturingSku),
    list: () => versions.inEffect(clock())?.catalog.list() ?? [],
    get fulfillment() {
      return current().catalog.fulfillment
    },
  }
  return {
    catalog,
    get priceLists() {
      return versions.inEffect(clock())?.priceLists ?? noPriceLists
    },
    get shipping() {
      return current().shipping
    },
    get brand() {
      return versions.inEffect(clock())?.brand ?? defaultBrand
    },
    get texts() {
      return versions.inEffect(clock())?.texts ?? noTexts
    },
    get taxes() {
      return current().taxes
    },
    get finalTaxes() {
      return current().finalTaxes
    },
  }
}
