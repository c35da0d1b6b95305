// The versions of the operator's data in the memory of a process. Each process looks for new versions every two
// seconds. A version takes effect five seconds after it was published, so no process meets an order of a version that
// it does not know.

import { isDeepStrictEqual } from 'node:util'
import { type Clock, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { defaultBrand } from '../../brand/brand.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { noPriceLists } from '../../catalog/priceLists.ts'
import type { Db } from '../../db/db.ts'
import { noTexts } from '../../mail/emailTexts.ts'
import type { OperatorData, OperatorVersion, OperatorVersions } from '../core/operatorData.ts'
import { cleanContent, emptyContent, type OperatorContent, type ParsedContent, parseContent } from './content.ts'
import { insertVersion, readVersionsAfter, type StoredVersion } from './versionStore.ts'

const refreshIntervalMs = 2 * second
/** From publishing to taking effect. */
export const minNoticeMs = 5 * second

type Deps = {
  db: Db
  clock: Clock
  log: Log
  /** The parsed contents with their taxes. */
  complete(content: ParsedContent, effectiveAt: Date): OperatorData
}

export type VersionRegister = OperatorVersions & {
  /** The version in effect at an instant; null before the first version. */
  inEffect(instant: Date): OperatorVersion | null
  /** Without the contents, the newest first. */
  list(): Omit<StoredVersion, 'content'>[]
  /** The number of the newest version, 0 before the first version. */
  newest(): number
  /** Version 0 is the data before the first version, which sells nothing. */
  contentOf(version: number): OperatorContent | null
  /** Null while this process has not read the version, and for one that it cannot read. */
  find(version: number): OperatorVersion | null
  /** What a content that is not published would mean. Throws an OperatorDataError with its mistakes. */
  prepare(content: OperatorContent, effectiveAt: Date): OperatorData
  /** Reads new versions now. */
  refresh(): Promise<void>
  close(): void
}

/** `first` becomes version 1 of a new database; with null, the staff publish the first version. */
export async function openOperatorVersions(deps: Deps, first: OperatorContent | null): Promise<VersionRegister> {
  const { db, clock, log, complete } = deps
  /** By number, from 1. A version that this process cannot read is null. */
  const versions: { stored: StoredVersion; data: OperatorVersion | null }[] = []

  const prepare = (content: OperatorContent, effectiveAt: Date) =>
    complete(parseContent(content, effectiveAt), effectiveAt)

  function parse(stored: StoredVersion): OperatorVersion | null {
    const { version, content, effectiveAt } = stored
    try {
      return { version, ...prepare(content, effectiveAt) }
    } catch (error) {
      log.error({ err: error, version }, "this process cannot read a version of the operator's data")
      return null
    }
  }

  async function refresh(): Promise<void> {
    for (const stored of await readVersionsAfter(db, versions.length)) {
      // Two refreshes may read the same version.
      if (stored.version !== versions.length + 1) continue
      shareBrand(stored.content, versions.at(-1)?.stored.content)
      versions.push({ stored, data: parse(stored) })
    }
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

  const find = (version: number) => versions[version - 1]?.data ?? null

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
    const current = versions.findLast(({ stored, data }) => data !== null && stored.effectiveAt <= instant)
    // The first start's version counts at once, also for a clock that is a little behind.
    const usable =
      current ?? versions.find(({ stored, data }) => data !== null && stored.effectiveAt <= stored.createdAt)
    if (usable === undefined && versions.some(({ stored, data }) => data === null && stored.effectiveAt <= instant))
      throw new Error("there is no readable version of the operator's data")
    return usable?.data ?? null
  }

  return {
    inEffect,
    at: instant => inEffect(instant) ?? refuseBeforeFirst(),
    byNumber(version) {
      const data = find(version)
      if (data === null) throw new Error(`this process has not read version ${version} of the operator's data`)
      return data
    },
    list: () => versions.map(({ stored: { content, ...version } }) => version).toReversed(),
    newest: () => versions.length,
    contentOf: version => (version === 0 ? emptyContent : (versions[version - 1]?.stored.content ?? null)),
    find,
    prepare,
    refresh,
    close: () => clearInterval(timer),
  }
}

/** Logos are most of a content, and seldom change: versions with the same brand share it. */
function shareBrand(content: OperatorContent, before: OperatorContent | undefined): void {
  if (before?.brand !== undefined && isDeepStrictEqual(content.brand, before.brand)) content.brand = before.brand
}

function refuseBeforeFirst(): never {
  throw new Refusal(
    'not_set_up',
    'This service is not set up yet: it has no books and no prices, so it takes no orders. Contact support.',
  )
}

/**
 * The data in effect at the time of each access, for what belongs to no order. `catalog` may be passed on; it has no
 * books before the first version, and `brand` is the default brand then.
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
