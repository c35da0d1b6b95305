// (f): the cost of an order must not grow with the number of stored orders. A service with ten thousand stored orders
// and a service with a hundred times as many take turns.

import { createRequest } from './customers.ts'
import { query } from './databases.ts'
import { type LoadRequest, loadFrom, loadWith } from './load.ts'
import type { Bench } from './measurement.ts'
import { makeOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { compareInTurns, spread } from './rounds.ts'
import { startService } from './service.ts'

const connections = 64
const few = 10_000
const requestCount = 6400

export async function compareGrowth(bench: Bench): Promise<Finding[]> {
  const many = bench.quick ? 100_000 : 1_000_000
  const small = await startSide(bench, 'growth_few', few)
  const large = await startSide(bench, 'growth_many', many)
  const sizes = `${many.toLocaleString('en')} stored orders against ${few.toLocaleString('en')}`
  const findings: Finding[] = []
  for (const [action, title] of [
    ['create', 'create'],
    ['read', 'GET'],
  ] as const) {
    const { ratio, ratios, service, floor } = await compareInTurns(bench.rounds, {
      service: async () => 1 / (await large[action]()),
      floor: async () => 1 / (await small[action]()),
    })
    findings.push({
      id: 'f',
      title: `${title}, ${sizes}`,
      measured: `${rate(1 / service)} against ${rate(1 / floor)}`,
      ratio,
      goal: { atMost: 1.2 },
      note: `rounds ${spread(ratios)}`,
    })
  }
  await small.stop()
  await large.stop()
  return findings
}

async function startSide(bench: Bench, name: string, count: number) {
  const { customers } = bench
  const databaseUrl = await bench.database(name)
  await makeOrders(databaseUrl, { count, webhookUrl: bench.receiver.url })
  const service = await startService({ databaseUrl, profileDir: bench.profileDir })
  const requests = await readRequests(bench, databaseUrl)
  const load = { url: service.url, connections, seconds: bench.seconds }
  let next = 0
  return {
    async create(): Promise<number> {
      const { perSecond } = await loadWith(load, () => createRequest(customers[next++ % customers.length]!, null))
      await bench.idle(databaseUrl)
      return perSecond
    },
    read: async (): Promise<number> => (await loadFrom(load, requests)).perSecond,
    stop: () => service.stop(),
  }
}

/** Requests that read stored orders from all over the table. */
async function readRequests({ customers }: Bench, databaseUrl: string): Promise<LoadRequest[]> {
  const keys = new Map(customers.map(customer => [customer.accountId, customer.authorization]))
  const rows = await query(
    databaseUrl,
    `select account_id, customer_order_id from orders order by hashtext(order_id) limit ${requestCount}`,
  )
  return rows.map(row => ({
    method: 'GET',
    path: `/orders/${row.customer_order_id}`,
    headers: { authorization: keys.get(String(row.account_id))! },
  }))
}
