// Octavo in six distributed schemas of a cluster of Citus with three nodes (citusCluster.ts): an order's life, in which
// every statement touches one node; the journeys and races of test/; and chaos in all schemas at once, while processes
// are killed, a node is added, and schemas move from node to node.
//
//     node lab/citus.ts --source /path/to/citus --rounds 20 --seed 7 --only life|tests|chaos --files test/races.test.ts
//
// With `--only serve`, the cluster runs until Ctrl+C, and tests run in it again and again:
//
//     TEST_CLUSTER=postgresql://… node test/run.ts test/journeys/finding.test.ts

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { day, manualClock, systemClock } from '../src/base/clock.ts'
import { openDatabase } from '../src/db/db.ts'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { type Cluster, chaosOn, whole } from '../test/chaos.ts'
import { freshSchema, openFreshSchema } from '../test/support/clusterSchemas.ts'
import { liveBatch, webhooksPerLife } from '../test/support/lives.ts'
import { emptyHome, type Home, startService } from '../test/support/service.ts'
import { startReceiver, startWorld, worldStart } from '../test/support/world.ts'
import { type CitusCluster, installCitus, startCitus } from './citusCluster.ts'

const cells = ['cell_1', 'cell_2', 'cell_3', 'cell_4', 'cell_5', 'cell_6']
const ordersInLife = 20

/** Schemas move one after the other. */
let lastMove: Promise<unknown> = Promise.resolve()
const moveSeconds: number[] = []

const { values } = parseArgs({
  options: {
    source: { type: 'string' },
    tag: { type: 'string', default: 'v13.2.2' },
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '7' },
    only: { type: 'string' },
    files: { type: 'string', default: 'test/{races,journeys/*}.test.ts' },
  },
})

installCitus(values.source, values.tag)
const cluster = await startCitus(3)
console.log((await cluster.ask<{ version: string }>('select citus_version() as version'))[0]!.version)
try {
  await createSchemas()
  const parts = { life: oneNode, tests: runTests, chaos: moveUnderLoad }
  if (values.only === 'serve') await serve()
  for (const [name, run] of Object.entries(parts)) if ((values.only ?? name) === name) await run()
} catch (error) {
  console.error(error, `\nThe logs are in ${cluster.folder}.`)
  await cluster.stop({ keepLogs: true })
  process.exit(1)
}
await cluster.stop()
process.exit()

/**
 * As an operator makes them: migrated, then distributed. The last one is distributed after half of the migrations, as if
 * it was upgraded since. `seed` stays on the first node, for clusterSchemas.ts.
 */
async function createSchemas(): Promise<void> {
  const all = readMigrations()
  const distribute = (schema: string) => cluster.ask('select citus_schema_distribute($1::regnamespace)', [schema])
  for (const schema of [...cells, 'seed']) {
    const database = await openDatabase({ databaseUrl: cluster.url, databaseSchema: schema, dataDir: null })
    if (schema === cells.at(-1)) {
      await migrate(database, systemClock(), all.slice(0, all.length / 2))
      await distribute(schema)
    }
    await migrate(database, systemClock())
    await database.close()
  }
  for (const schema of cells.slice(0, -1)) await distribute(schema)
  console.table(await placements(cluster))
}

type Placement = { schema: string; node: number }

/** Fails if a schema is on more than one node. */
async function placements({ ask, ports }: CitusCluster): Promise<Placement[]> {
  const rows = await ask<{ schema: string; port: number }>(`
    select distinct s.schema_name::text as schema, nodeport as port
    from citus_schemas s join citus_shards using (colocation_id)
    order by 1`)
  assert.deepEqual(
    rows.map(({ schema }) => schema),
    cells,
  )
  return rows.map(({ schema, port }) => ({ schema, node: ports().indexOf(port) + 1 }))
}

type Counts = { one: number; several: number }

/** How many statements the first node sent to one shard, or to several. */
async function statementCounts({ ask }: CitusCluster): Promise<Counts> {
  const [counts] = await ask<Counts>(`
    select query_execution_single_shard::int as one, query_execution_multi_shard::int as several
    from citus_stat_counters where name = current_database()`)
  return counts!
}

async function oneNode(): Promise<void> {
  const database = await openFreshSchema(cluster.url)
  await using world = await startWorld({ database, clock: manualClock(worldStart) })
  await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
  const before = await statementCounts(cluster)
  await liveBatch(world, receiver.url, { count: ordersInLife, batch: 0 })
  await world.advance(day)
  const after = await statementCounts(cluster)
  assert.equal(receiver.received.length, ordersInLife * webhooksPerLife)
  await world.assertSound()
  console.log('an order’s life:', { one: after.one - before.one, several: after.several - before.several })
  assert.ok(after.one > before.one)
  assert.equal(after.several, before.several, 'a statement of an order’s life touched several shards')
}

async function runTests(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const files = globSync(values.files, { cwd: root }).toSorted()
  const env = { ...process.env, TEST_CLUSTER: cluster.url }
  const runner = spawn(process.execPath, ['test/run.ts', ...files], { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(runner, 'exit')
  assert.equal(code, 0, 'journeys or races fail')
}

/** The logs of the nodes have each statement that was refused. */
async function serve(): Promise<void> {
  console.log(`TEST_CLUSTER=${cluster.url} (logs in ${cluster.folder})`)
  const keepAlive = setInterval(() => {}, day)
  await Promise.race(['SIGINT', 'SIGTERM'].map(signal => once(process, signal)))
  clearInterval(keepAlive)
}

function inTurn<Answer>(move: () => Promise<Answer>): Promise<Answer> {
  const done = lastMove.then(move)
  lastMove = done.catch(() => {})
  return done
}

async function moveUnderLoad(): Promise<void> {
  const schemas = await Promise.all(cells.map(() => freshSchema(cluster.url)))
  const runs = schemas.map(async ({ schema, databaseUrl, drop }, i) => {
    const home = emptyHome({ databaseUrl, drop })
    const options = { rounds: Number(values.rounds), seed: Number(values.seed) + i }
    const log = (line: string) => console.log(`${schema} ${line}`)
    return { schema, ...(await chaosOn(home, unprepared => startCell(unprepared, schema, i), { ...options, log })) }
  })
  const tallies = await Promise.all(runs)
  console.log('nothing lost, nothing charged twice')
  console.table(tallies)
  console.table(await placements(cluster))
  console.log('seconds of each move:', moveSeconds.toSorted((a, b) => a - b).join(' '))
}

/** One process in a schema, which is killed, or whose schema moves, by turns. */
async function startCell(home: Home, schema: string, place: number): Promise<Cluster> {
  const start = async () => {
    const service = await startService({ home, env: { OCTAVO_CLOCK: 'manual', DATABASE_SCHEMA: schema } })
    if (service.url === '') throw new Error(service.printed())
    return service
  }
  let service = await start()
  let round = 0
  return {
    ...whole(home, () => service),
    async hit() {
      const turn = round++ + place
      if (turn === 0) return inTurn(addAndBalance)
      if (turn % 2 === 0) return inTurn(() => moveOn(schema))
      await service.kill()
      service = await start()
      return 'killed the process'
    },
  }
}

async function addAndBalance(): Promise<string> {
  await cluster.addNode()
  const before = await placements(cluster)
  await cluster.ask(`select citus_rebalance_start('by_shard_count', shard_transfer_mode => 'force_logical')`)
  await cluster.ask('select citus_rebalance_wait()')
  const after = await placements(cluster)
  const changed = after.filter(({ node }, i) => node !== before[i]!.node)
  assert.ok(changed.length > 0, 'the new node has no schema')
  return `added a node, and moved ${changed.map(({ schema, node }) => `${schema} to node ${node}`).join()}`
}

/** To the next node. */
async function moveOn(schema: string): Promise<string> {
  const from = (await placements(cluster)).find(placement => placement.schema === schema)!.node
  const to = (from % cluster.ports().length) + 1
  const start = performance.now()
  const target = ['127.0.0.1', cluster.ports()[to - 1]!]
  await cluster.ask(`select citus_schema_move($1::regnamespace, $2, $3::int, 'force_logical')`, [schema, ...target])
  const seconds = Number(((performance.now() - start) / 1000).toFixed(1))
  moveSeconds.push(seconds)
  return `moved from node ${from} to ${to} in ${seconds} s`
}
