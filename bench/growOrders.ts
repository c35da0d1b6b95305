// What requests and tasks cost a service that has taken many orders, against one that has taken few.
//   node --import ./test/compiled.ts bench/growOrders.ts --sizes 10000,100000,500000+9500000 --pictures docs/pictures
//   --sizes     numbers of orders in the tables, or orders in the tables + orders in the archive
//   --pictures  a folder for the curves
// Each size has a database of its own, which is compared with the first. Ten million orders, of which half a million is
// in the tables, took 29 GB and 14 minutes.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startLives } from '../test/support/lives.ts'
import { type Cost, measureCosts } from './grownCosts.ts'
import { copyBatches, liveBatchOf, openAccounts } from './lifeCopies.ts'
import { logChart } from './logChart.ts'
import { markdownTable } from './report.ts'

/** Archived orders are older than the days of the others. */
const storedDays = 365
const years = 20
const batchOrders = { stored: 10, archived: 100 }

type Size = { stored: number; archived: number }
type Grown = Size & { bytes: number; costs: Map<string, Cost> }

const { values: options } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,100000' }, pictures: { type: 'string' } },
})
const sizes = options.sizes.split(',').map((text): Size => {
  const [stored, archived = 0] = text.split('+').map(Number)
  return { stored: stored!, archived }
})
const storedBatch = await liveBatchOf(batchOrders.stored, { archived: false })
const archivedBatch = await liveBatchOf(batchOrders.archived, { archived: true })
const grown: Grown[] = []
for (const size of sizes) grown.push(await measure(size))
console.log(`\n${tableOf(grown)}`)
if (options.pictures !== undefined) drawCurves(options.pictures, grown)

async function measure(size: Size): Promise<Grown> {
  await using lives = await startLives({ max_wal_size: '2GB' }, { onDisk: true })
  const accountIds = await openAccounts(lives, (years + 1) * storedDays)
  const startMs = performance.now()
  await copyBatches(lives.databaseUrl, {
    accountIds,
    now: lives.world.now(),
    parts: [
      {
        ...{ batch: archivedBatch, count: size.archived / batchOrders.archived },
        firstDay: years * storedDays,
        lastDay: storedDays + 1,
      },
      { ...{ batch: storedBatch, count: size.stored / batchOrders.stored }, firstDay: storedDays, lastDay: 1 },
    ],
  })
  console.log(`${nameOf(size)} orders in ${((performance.now() - startMs) / 1000).toFixed(0)} s`)
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float as bytes`.execute(
    lives.db,
  )
  return { ...size, bytes: rows[0]!.bytes, costs: await measureCosts(lives, accountIds[0]!) }
}

function nameOf({ stored, archived }: Size): string {
  const count = (orders: number) => orders.toLocaleString('en')
  return archived === 0 ? count(stored) : `${count(stored + archived)}, of which ${count(archived)} archived`
}

/** The time of the database, and the pages that it reads, which do not depend on the machine. */
function tableOf(all: Grown[]): string {
  const [first, ...others] = all as [Grown, ...Grown[]]
  const acts = [...first.costs.keys()].filter(title => !title.startsWith('('))
  return markdownTable([
    ['', nameOf(first), ...others.flatMap(size => [nameOf(size), 'ratio'])],
    [
      'kB an order',
      ...all.flatMap(({ stored, archived, bytes }, i) => [
        (bytes / (stored + archived) / 1000).toFixed(1),
        ...(i === 0 ? [] : ['']),
      ]),
    ],
    ...acts.map(title => {
      const cell = ({ databaseMs, pages }: Cost) =>
        `${databaseMs.toFixed(1)} ms, ${Math.round(pages).toLocaleString('en')}`
      const base = first.costs.get(title)!
      return [
        title,
        cell(base),
        ...others.flatMap(({ costs }) => {
          const cost = costs.get(title)!
          return [cell(cost), (cost.pages / base.pages).toFixed(2)]
        }),
      ]
    }),
  ])
}

function drawCurves(folder: string, all: Grown[]): void {
  const [first] = all as [Grown]
  const acts = [
    'create',
    'GET of an order',
    'list',
    'search by recipient',
    'daily charge and hand-over',
    'sweeps of an hour',
  ]
  const lines = acts.map(title => ({
    name: title,
    points: all.map(({ stored, archived, costs }): [number, number] => [
      stored + archived,
      costs.get(title)!.pages / first.costs.get(title)!.pages,
    ]),
  }))
  writeFileSync(
    join(folder, 'growth.svg'),
    logChart('pages that the database reads, against the first size, by orders ever taken', lines),
  )
}
