// (a) and (b): placing orders over HTTP, against inserting the same rows, one transaction each, without HTTP. The ratio
// measures a service that only answers requests (--role api), because then both sides write the same rows. The second
// line of (a) measures a service that also checks each order's files and delivers its first webhooks at the same time.

import { type Customer, createRequest } from './customers.ts'
import { insertRate, sampleOf } from './floor.ts'
import { type LoadResult, loadWith } from './load.ts'
import type { Bench } from './measurement.ts'
import { type Finding, type Goal, megabytes, rate } from './report.ts'
import { compareInTurns, median, spread } from './rounds.ts'
import { startService } from './service.ts'

const connections = 64

export async function createForMany(bench: Bench): Promise<Finding[]> {
  const { customers } = bench
  const common = { id: 'a', title: 'create, 1,000 accounts', customers }
  return [
    await create(bench, { ...common, role: 'api', goal: { atLeast: 1 } }),
    await create(bench, {
      ...common,
      title: `${common.title}, while checking them and sending their webhooks`,
      role: 'all',
    }),
  ]
}

export async function createForOne(bench: Bench): Promise<Finding[]> {
  const customers = bench.customers.slice(0, 1)
  return [
    await create(bench, { id: 'b', title: 'create, one account', customers, role: 'api', goal: { atLeast: 0.5 } }),
  ]
}

type Case = { id: string; title: string; customers: Customer[]; role: 'api' | 'all'; goal?: Goal }

async function create(bench: Bench, { id, title, customers, role, goal }: Case): Promise<Finding> {
  const databaseUrl = await bench.database(`create_${id}_${role}`)
  const floorUrl = await bench.database(`create_${id}_${role}_floor`)
  const service = await startService({ databaseUrl, role, profileDir: bench.profileDir })
  const { receiver } = bench
  const idleBytes = service.residentBytes()
  const loads: LoadResult[] = []
  const seconds = bench.seconds
  let next = 0
  const request = () => createRequest(customers[next++ % customers.length]!, receiver.url)
  const idle = () => (role === 'all' ? bench.idle(databaseUrl) : Promise.resolve())
  const accountIds = customers.map(({ accountId }) => accountId)

  await loadWith({ url: service.url, connections, seconds: 1 }, request)
  const sample = await sampleOf(databaseUrl)
  const { ratio, ratios, floor } = await compareInTurns(bench.rounds, {
    async service() {
      await idle()
      const load = await loadWith({ url: service.url, connections, seconds }, request)
      loads.push(load)
      return load.perSecond
    },
    async floor() {
      await idle()
      return insertRate(floorUrl, { sample, accountIds, seconds })
    },
  })
  await idle()
  const afterBytes = service.residentBytes()
  await service.stop()

  const afterWarmUp = loads.slice(1)
  const medianOf = (pick: (load: LoadResult) => number) => median(afterWarmUp.map(pick))
  const latency = `p50 ${medianOf(load => load.p50Ms)} ms, p99 ${medianOf(load => load.p99Ms)} ms`
  return {
    id,
    title,
    measured: `${rate(medianOf(load => load.perSecond))} against ${rate(floor)}; ${latency}`,
    ratio,
    ...(goal === undefined ? {} : { goal }),
    note: `rounds ${spread(ratios)}; resident ${megabytes(idleBytes)} idle, ${megabytes(afterBytes)} after`,
  }
}
