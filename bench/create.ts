// (a) and (b): placing orders over HTTP, against inserting the same rows, one transaction each, without HTTP. The ratio
// is that of a service that only answers requests (--role api), because then both sides write the same rows. The second
// line of (a) is a service that also checks the files of each order and delivers its first webhooks at the same time.

import { type Customer, createAsk } from './customers.ts'
import { insertRate, sampleOf } from './floor.ts'
import { type Loaded, loadWith } from './load.ts'
import type { Bench } from './measurement.ts'
import { type Finding, type Goal, megabytes, rate } from './report.ts'
import { median, spread, takeTurns } from './rounds.ts'
import { startService } from './service.ts'

const connections = 64

export async function createSpread(bench: Bench): Promise<Finding[]> {
  const { customers } = bench
  const spread = { id: 'a', what: 'create, 1,000 accounts', customers }
  return [
    await create(bench, { ...spread, role: 'api', goal: { atLeast: 1 } }),
    await create(bench, { ...spread, what: `${spread.what}, while checking and telling of them`, role: 'all' }),
  ]
}

export async function createInOne(bench: Bench): Promise<Finding[]> {
  const customers = bench.customers.slice(0, 1)
  return [await create(bench, { id: 'b', what: 'create, one account', customers, role: 'api', goal: { atLeast: 0.5 } })]
}

type Case = { id: string; what: string; customers: Customer[]; role: 'api' | 'all'; goal?: Goal }

async function create(bench: Bench, { id, what, customers, role, goal }: Case): Promise<Finding> {
  const databaseUrl = await bench.database(`create_${id}_${role}`)
  const floorUrl = await bench.database(`create_${id}_${role}_floor`)
  const service = await startService({ databaseUrl, role, profileDir: bench.profileDir })
  const { receiver } = bench
  const idleBytes = service.residentBytes()
  const loads: Loaded[] = []
  const seconds = bench.seconds
  let next = 0
  const ask = () => createAsk(customers[next++ % customers.length]!, receiver.url)
  const idle = () => (role === 'all' ? bench.idle(databaseUrl) : Promise.resolve())
  const accountIds = customers.map(({ accountId }) => accountId)

  await loadWith({ url: service.url, connections, seconds: 1 }, ask)
  const sample = await sampleOf(databaseUrl)
  const { ratio, ratios, floor } = await takeTurns(bench.rounds, {
    async service() {
      await idle()
      const loaded = await loadWith({ url: service.url, connections, seconds }, ask)
      loads.push(loaded)
      return loaded.perSecond
    },
    async floor() {
      await idle()
      return insertRate(floorUrl, { sample, accountIds, seconds })
    },
  })
  await idle()
  const afterBytes = service.residentBytes()
  await service.stop()

  const counted = loads.slice(1)
  const of = (pick: (loaded: Loaded) => number) => median(counted.map(pick))
  const latency = `p50 ${of(one => one.p50Ms)} ms, p99 ${of(one => one.p99Ms)} ms`
  return {
    id,
    what,
    measured: `${rate(of(one => one.perSecond))} against ${rate(floor)}; ${latency}`,
    ratio,
    ...(goal === undefined ? {} : { goal }),
    note: `rounds ${spread(ratios)}; resident ${megabytes(idleBytes)} idle, ${megabytes(afterBytes)} after`,
  }
}
