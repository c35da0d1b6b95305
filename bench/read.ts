// (c): reading an order, against Fastify with a constant answer of the same size.

import { startChild } from './child.ts'
import { type CpuUse, cpuMeter, measureCpu, perRequest } from './cpu.ts'
import { createRequest } from './customers.ts'
import { type LoadRequest, type LoadResult, loadFrom } from './load.ts'
import type { Bench } from './measurement.ts'
import { type Finding, rate } from './report.ts'
import { compareInTurns, median, spread } from './rounds.ts'
import { startService } from './service.ts'

const connections = 64
const ordersToRead = 6400

export async function readOrders(bench: Bench): Promise<Finding[]> {
  const databaseUrl = await bench.database('read')
  await using service = await startService({ databaseUrl, profileDir: bench.profileDir })
  const { requests, sample } = await placeOrders(bench, service.url)
  await bench.idle(databaseUrl)
  await using constant = await startChild('constant.ts', [String(sample.length)])
  const loads: LoadResult[] = []
  const uses: CpuUse[] = []
  const meter = await cpuMeter([service.pid], databaseUrl)
  const { ratio, ratios, floor } = await compareInTurns(bench.rounds, {
    async service() {
      const { result, use } = await measureCpu(meter, () =>
        loadFrom({ url: service.url, connections, seconds: bench.seconds }, requests),
      )
      loads.push(result)
      uses.push(use)
      return result.perSecond
    },
    floor: async () =>
      (await loadFrom({ url: constant.firstLine, connections, seconds: bench.seconds }, requests)).perSecond,
  })
  const medianOf = (pick: (load: LoadResult) => number) => median(loads.slice(1).map(pick))
  return [
    {
      id: 'c',
      title: `GET order, ${sample.length} bytes`,
      measured: `${rate(medianOf(load => load.perSecond))} against ${rate(floor)}; p50 ${medianOf(load => load.p50Ms)} ms, p99 ${medianOf(load => load.p99Ms)} ms`,
      ratio,
      goal: { atLeast: 0.5 },
      note: `rounds ${spread(ratios)}; ${perRequest(
        uses.slice(1),
        loads.slice(1).map(load => load.count),
      )}`,
    },
  ]
}

/** Places orders of all customers, and answers the requests that read them. */
async function placeOrders(
  { customers, receiver }: Bench,
  url: string,
): Promise<{ requests: LoadRequest[]; sample: string }> {
  const requests: LoadRequest[] = []
  let sample = ''
  let next = 0
  const work = async () => {
    while (next < ordersToRead) {
      const customer = customers[next++ % customers.length]!
      const create = createRequest(customer, receiver.url)
      const answer = await fetch(url + create.path, create as RequestInit)
      sample = await answer.text()
      const { customerOrderId } = JSON.parse(sample)
      requests.push({
        method: 'GET',
        path: `/orders/${customerOrderId}`,
        headers: { authorization: customer.authorization },
      })
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { requests, sample }
}
