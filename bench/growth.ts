// (f): the cost of an order must not grow with the number of stored orders. Two services, one on a database of ten
// thousand orders and one on a hundred times as many, take turns.

import { createAsk } from './customers.ts'
import { query } from './databases.ts'
import { type Ask, loadFrom, loadWith } from './load.ts'
import type { Bench } from './measurement.ts'
import { makeOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { spread, takeTurns } from './rounds.ts'
import { startService } from './service.ts'

const connections = 64
const few = 10_000
const asksMade = 6400

export async function grow(bench: Bench): Promise<Finding[]> {
  const many = bench.quick ? 100_000 : 1_000_000
  const small = await side(bench, 'growth_few', few)
  const large = await side(bench, 'growth_many', many)
  const words = `${many.toLocaleString('en')} stored orders against ${few.toLocaleString('en')}`
  const findings: Finding[] = []
  for (const [id, what] of [
    ['create', 'create'],
    ['read', 'GET'],
  ] as const) {
    const { ratio, ratios, service, floor } = await takeTurns(bench.rounds, {
      service: async () => 1 / (await large[id]()),
      floor: async () => 1 / (await small[id]()),
    })
    findings.push({
      id: 'f',
      what: `${what}, ${words}`,
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

async function side(bench: Bench, name: string, count: number) {
  const { customers } = bench
  const databaseUrl = await bench.database(name)
  await makeOrders(databaseUrl, { count, webhookUrl: bench.receiver.url })
  const service = await startService({ databaseUrl, profileDir: bench.profileDir })
  const asks = await asksFor(bench, databaseUrl)
  const load = { url: service.url, connections, seconds: bench.seconds }
  let next = 0
  return {
    async create(): Promise<number> {
      const { perSecond } = await loadWith(load, () => createAsk(customers[next++ % customers.length]!, null))
      await bench.idle(databaseUrl)
      return perSecond
    },
    read: async (): Promise<number> => (await loadFrom(load, asks)).perSecond,
    stop: () => service.stop(),
  }
}

/** How to read some of the stored orders, wherever they lie. */
async function asksFor({ customers }: Bench, databaseUrl: string): Promise<Ask[]> {
  const keys = new Map(customers.map(customer => [customer.accountId, customer.authorization]))
  const rows = await query(
    databaseUrl,
    `select account_id, customer_order_id from orders order by hashtext(order_id) limit ${asksMade}`,
  )
  return rows.map(row => ({
    method: 'GET',
    path: `/orders/${row.customer_order_id}`,
    headers: { authorization: keys.get(String(row.account_id))! },
  }))
}
