// The cost of an order does not grow with what is stored. Batch after batch of orders lives its whole life, on a
// PostgreSQL that counts the pages of 8 kB that each statement reads, which is the same on any machine. It never
// vacuums or analyses its tables here: no statement may depend on that for not reading all of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { day, hour, later, startOfUtcDay, utcDay } from '../src/base/clock.ts'
import type { Db } from '../src/db/db.ts'
import { sumReports } from '../src/features/reports/sumReports.ts'
import { sumLedger } from '../src/payments/ledgerSums.ts'
import { readOpenReturns } from '../src/payments/taxes/taxReturnStore.ts'
import { type Lives, startLives } from './support/lives.ts'

const batches = 6
const ordersABatch = 150
/**
 * Pages per order. Walks over dead entries of indexes and one more level of them take some of these; reading one more
 * table of a batch takes more.
 */
const maxMoreForAStatement = 20

test('a whole life reads as much where many orders are stored as where few are', async () => {
  await using lives = await startLives()
  const counts: Map<string, number>[] = []
  for (let batch = 0; batch < batches; batch++) {
    await sql`select pg_stat_statements_reset()`.execute(lives.observer)
    await lives.live(ordersABatch)
    await countForReports(lives)
    await readTaxReturns(lives)
    counts.push(await pagesRead(lives.observer))
  }
  await lives.world.assertSound()

  // The first batch makes what all others find: the plans of its statements, and the first rows of each table.
  const [, few] = counts
  const many = counts.at(-1)!
  const grown = [...many].flatMap(([statement, pages]) => {
    const before = few!.get(statement) ?? 0
    return pages - before > maxMoreForAStatement ? [{ before, pages, statement: statement.slice(0, 200) }] : []
  })
  assert.deepEqual(grown, [])
})

/** The service counts each hour of the machine's time, so it could count all batches together in any of them. */
async function countForReports({ db, world }: Lives): Promise<void> {
  const sweep = sumReports(db)
  const afterTheHour = later(world.now(), 2 * hour)
  while ((await sweep(afterTheHour)) > 0);
}

/** Once for each order, since pages are counted per order. */
async function readTaxReturns({ db, world }: Lives): Promise<void> {
  await sumLedger(db)()
  const untilTomorrow = later(startOfUtcDay(utcDay(world.now())), day)
  for (let read = 0; read < ordersABatch; read++) assert.notDeepEqual(await readOpenReturns(db, untilTomorrow), [])
}

/**
 * Pages per order, by statement. The server names constants like parameters in some of its texts, and in others leaves
 * them as they are; of a list of constants it keeps only the first in some texts.
 */
async function pagesRead(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ query: string; pages: number }>`
    select query, sum(shared_blks_hit + shared_blks_read)::int as pages
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = 'octavo')
    group by 1`.execute(db)
  const pagesOf = new Map<string, number>()
  for (const { query, pages } of rows) {
    const statement = query
      .replaceAll(/\$\d+|'[^']*'|\b(?:\d+|null|true|false)\b/g, '?')
      .replaceAll('extract(epoch from', 'extract(? from')
      .replaceAll(' /*, ... */', '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\?(?:, \?)+/g, '?')
    pagesOf.set(statement, (pagesOf.get(statement) ?? 0) + pages)
  }
  return new Map([...pagesOf].map(([statement, pages]) => [statement, Math.round(pages / ordersABatch)]))
}
