// The editions of the published tax rates in the memory of a process. The first process of a release whose package
// has other rates stores them; they take effect after the same notice as a version of the operator's data, so that all
// processes tax an order by the same rates. A process of an older release, as after a rollback, stores none.

import { sql } from 'kysely'
import { type Clock, later } from '../../base/clock.ts'
import { storableJson } from '../../base/text/storableText.ts'
import type { Db } from '../../db/db.ts'
import { type DatedRates, packagedRates } from '../../tax/publishedTaxes.ts'

type Edition = { release: string; rates: DatedRates; effectiveAt: Date }

export type RateEditions = {
  /** The rates that orders created at an instant are taxed by. */
  ratesAt(at: Date): DatedRates
  /** Reads new editions now. */
  refresh(): Promise<void>
}

export async function openRateEditions(
  { db, clock, noticeMs }: { db: Db; clock: Clock; noticeMs: number },
  packaged = packagedRates,
): Promise<RateEditions> {
  let editions: Edition[] = []
  async function refresh() {
    const stored = await readEditions(db)
    // A known edition stays the same object: the tables of taxes are kept by it.
    const known = new Map(editions.map(edition => [edition.release, edition]))
    editions = stored.map(edition => known.get(edition.release) ?? edition)
  }

  await refresh()
  const newest = editions.at(-1)
  if (newest === undefined || (isLater(packaged.release, newest.release) && !hasRates(newest, packaged.rates))) {
    await insertEdition(db, { ...packaged, effectiveAt: later(clock(), newest === undefined ? 0 : noticeMs) })
    await refresh()
  }
  return {
    // The first edition also counts for orders that are older.
    ratesAt: at => (editions.findLast(({ effectiveAt }) => effectiveAt <= at) ?? editions[0]!).rates,
    refresh,
  }
}

const isLater = (release: string, than: string): boolean => release.localeCompare(than, 'en', { numeric: true }) > 0

const hasRates = (edition: Edition, rates: DatedRates): boolean =>
  JSON.stringify(edition.rates) === JSON.stringify(rates)

async function readEditions(db: Db): Promise<Edition[]> {
  const { rows } = await sql<Omit<Edition, 'rates'> & { rates: string }>`
    select release, rates, effective_at as "effectiveAt"
    from tax_rate_editions
    order by effective_at, release`.execute(db)
  return rows.map(row => ({ ...row, rates: JSON.parse(row.rates) }))
}

/** Of two processes that start together, the first stores the edition. */
async function insertEdition(db: Db, { release, rates, effectiveAt }: Edition): Promise<void> {
  await sql`
    insert into tax_rate_editions (release, rates, effective_at)
    values (${release}, ${storableJson(rates)}, ${effectiveAt})
    on conflict do nothing`.execute(db)
}
