// (c): reading an order, against Fastify answering a constant of the same size.

import { startChild } from './child.ts'
import { type CpuUse, cpuMeter, metered, perRequest } from './cpu.ts'
import { createAsk } from './customers.ts'
import { type Ask, type Loaded, loadFrom } from './load.ts'
import type { Bench } from './measurement.ts'
import { type Finding, rate } from './report.ts'
import { median, spread, takeTurns } from './rounds.ts'
import { startService } from './service.ts'

const connections = 64
const ordersToRead = 6400

export async function readOrders(bench: Bench): Promise<Finding[]> {
  const databaseUrl = await bench.database('read')
  await using service = await startService({ databaseUrl, profileDir: bench.profileDir })
  const { asks, sample } = await placeOrders(bench, service.url)
  await bench.idle(databaseUrl)
  await using constant = await startChild('constant.ts', [String(sample.length)])
  const loads: Loaded[] = []
  const uses: CpuUse[] = []
  const meter = await cpuMeter([service.pid], databaseUrl)
  const { ratio, ratios, floor } = await takeTurns(bench.rounds, {
    async service() {
      const { done, use } = await metered(meter, () =>
        loadFrom({ url: service.url, connections, seconds: bench.seconds }, asks),
      )
      loads.push(done)
      uses.push(use)
      return done.perSecond
    },
    floor: async () => (await loadFrom({ url: constant.said, connections, seconds: bench.seconds }, asks)).perSecond,
  })
  const of = (pick: (loaded: Loaded) => number) => median(loads.slice(1).map(pick))
  return [
    {
      id: 'c',
      what: `GET order, ${sample.length} bytes`,
      measured: `${rate(of(one => one.perSecond))} against ${rate(floor)}; p50 ${of(one => one.p50Ms)} ms, p99 ${of(one => one.p99Ms)} ms`,
      ratio,
      goal: { atLeast: 0.5 },
      note: `rounds ${spread(ratios)}; ${perRequest(
        uses.slice(1),
        loads.slice(1).map(one => one.count),
      )}`,
    },
  ]
}

/** Places orders of all customers and answers how to read each. */
async function placeOrders({ customers, receiver }: Bench, url: string): Promise<{ asks: Ask[]; sample: string }> {
  const asks: Ask[] = []
  let sample = ''
  let next = 0
  const one = async () => {
    while (next < ordersToRead) {
      const customer = customers[next++ % customers.length]!
      const create = createAsk(customer, receiver.url)
      const answer = await fetch(url + create.path, create as RequestInit)
      sample = await answer.text()
      const { customerOrderId } = JSON.parse(sample)
      asks.push({
        method: 'GET',
        path: `/orders/${customerOrderId}`,
        headers: { authorization: customer.authorization },
      })
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  return { asks, sample }
}
