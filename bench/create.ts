// (a) and (b): placing orders over HTTP, against inserting the same rows one transaction each without HTTP.

import type { Bench } from './bench.ts'
import { type Customer, createAsk } from './customers.ts'
import { insertRate, sampleOf } from './floor.ts'
import { type Loaded, loadWith } from './load.ts'
import { type Finding, type Goal, megabytes, rate } from './report.ts'
import { median, spread, takeTurns } from './rounds.ts'
import { startService } from './service.ts'

const connections = 64

export const createSpread = (bench: Bench): Promise<Finding[]> =>
  create(bench, { id: 'a', what: 'create, 1,000 accounts', customers: bench.customers, goal: { atLeast: 1 } })

export const createInOne = (bench: Bench): Promise<Finding[]> =>
  create(bench, {
    id: 'b',
    what: 'create, one account',
    customers: bench.customers.slice(0, 1),
    goal: { atLeast: 0.5 },
  })

type Case = { id: string; what: string; customers: Customer[]; goal: Goal }

async function create(bench: Bench, { id, what, customers, goal }: Case): Promise<Finding[]> {
  const databaseUrl = await bench.database(`create_${id}`)
  const floorUrl = await bench.database(`create_${id}_floor`)
  const service = await startService({ databaseUrl, profileDir: bench.profileDir, ...bench.serviceOptions })
  const { receiver } = bench
  const idleBytes = service.residentBytes()
  const loads: Loaded[] = []
  const seconds = bench.seconds
  let next = 0
  const ask = () => createAsk(customers[next++ % customers.length]!, receiver.url)
  const accountIds = customers.map(({ accountId }) => accountId)

  await loadWith({ url: service.url, connections, seconds: 1 }, ask)
  const sample = await sampleOf(databaseUrl)
  const { ratio, ratios, floor } = await takeTurns(bench.rounds, {
    async service() {
      await bench.idle(databaseUrl)
      const loaded = await loadWith({ url: service.url, connections, seconds }, ask)
      loads.push(loaded)
      return loaded.perSecond
    },
    async floor() {
      await bench.idle(databaseUrl)
      return insertRate(floorUrl, { sample, accountIds, seconds })
    },
  })
  await bench.idle(databaseUrl)
  const afterBytes = service.residentBytes()
  await service.stop()

  const counted = loads.slice(1)
  const of = (pick: (loaded: Loaded) => number) => median(counted.map(pick))
  const latency = `p50 ${of(one => one.p50Ms)} ms, p99 ${of(one => one.p99Ms)} ms`
  return [
    {
      id,
      what,
      measured: `${rate(of(one => one.perSecond))} against ${rate(floor)}; ${latency}`,
      ratio,
      goal,
      note: `rounds ${spread(ratios)}; resident ${megabytes(idleBytes)} idle, ${megabytes(afterBytes)} after`,
    },
  ]
}
