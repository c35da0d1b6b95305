// Two workers on one PostgreSQL share a backlog of orders whose files must be read. Their memory has room for one
// child, however many cores the machine has.

import './support/roomForOneChild.ts'
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Verdict } from '../src/artwork/artwork.ts'
import { minute } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { openDatabase } from '../src/db/db.ts'
import { createValidator, type Validator } from '../src/features/files/validateOrders.ts'
import { openOrders } from '../src/orders/transition.ts'
import { type MoneyWorld, moneyWorld } from './support/moneyChecks.ts'
import { openingOf } from './support/newOrder.ts'
import { onlyVersion, operator } from './support/orderRules.ts'
import { freshPostgres } from './support/postgres.ts'

const orderCount = 20

/** A worker whose reader finishes files only when the test says so. */
function slowWorker(world: MoneyWorld) {
  const reading: ((verdict: Verdict) => void)[] = []
  let helpCalls = 0
  const validator = createValidator({
    transactor: world.transactor,
    clock: world.clock,
    artwork: {
      areRead: async (_tx, orders) => orders.map(() => false),
      async check(_accountId, _books, start) {
        if (!(await start())) return null
        return new Promise(resolve => reading.push(resolve))
      },
    },
    callForHelp: () => helpCalls++,
    operatorVersions: onlyVersion(operator),
    proofDays: 30,
    log: silentLog,
  })
  let finished = 0
  return {
    validator,
    reading,
    finished: () => finished,
    helpCalls: () => helpCalls,
    finishFiles() {
      for (const finish of reading.splice(0)) {
        finished++
        finish(goodFiles)
      }
    },
  }
}

const goodFiles: Verdict = {
  kind: 'checked',
  errors: [],
  warnings: [],
  unreachable: [],
  pageCounts: [200],
  files: [{ cover: null, guts: null }],
}

async function backlog() {
  const { databaseUrl, drop } = await freshPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const world = moneyWorld(database)
  const accountId = await world.account(null)
  await world.work(work =>
    openOrders(
      work,
      Array.from({ length: orderCount }, (_, i) => {
        const coverUrl = `https://files${i}.example/cover.pdf`
        const books = [{ manufacturingSku: 'PB-6X9', pageCount: 200, coverUrl, gutsUrl: null }]
        return openingOf(work, { accountId, mode: 'production', billing: 'reprint', books })
      }),
    ),
  )
  return {
    world,
    async [Symbol.asyncDispose]() {
      await database.close()
      await drop()
    },
  }
}

const validOrders = async (world: MoneyWorld) =>
  (await world.rows(`select 1 from orders where status = 'VALID_HOLDING_BIN'`)).length

const sweepBoth = (workers: { validator: Validator }[], world: MoneyWorld) =>
  Promise.all(workers.map(({ validator }) => validator.sweep(world.clock())))

it('of twenty orders with slow files, each of two workers checks at least a third', async () => {
  await using scene = await backlog()
  const { world } = scene
  const workers = [slowWorker(world), slowWorker(world)]
  await workers[0]!.validator.sweep(world.clock())
  assert.ok(workers[0]!.helpCalls() > 0, 'it leaves orders, and says so')
  while ((await validOrders(world)) < orderCount) {
    await sweepBoth(workers, world)
    for (const worker of workers) worker.finishFiles()
  }
  const counts = workers.map(({ finished }) => finished())
  assert.equal(counts[0]! + counts[1]!, orderCount)
  assert.ok(Math.min(...counts) >= orderCount / 3, `they checked ${counts}`)
})

it('the share of a killed worker is checked after its lease of a minute', async t => {
  await using scene = await backlog()
  const { world } = scene
  t.mock.timers.enable({ apis: ['setInterval'] }) // a killed worker renews no lease
  const [killed, alive] = [slowWorker(world), slowWorker(world)]
  await killed.validator.sweep(world.clock())
  const finishAll = async () => {
    while ((await alive.validator.sweep(world.clock())) > 0) alive.finishFiles()
  }
  await finishAll()
  assert.equal(await validOrders(world), orderCount - 2, 'it had two, for the one child that fits into its memory')
  world.advance(minute)
  await finishAll()
  assert.equal(await validOrders(world), orderCount)
})
