// (d): webhooks delivered per second, from the claim to the recorded result, against bare posts of the same size by
// undici to the same receiver. Both send 128 at a time: the service has no more connections to one origin. There is one
// process of the service for every two cores, as an operator with such a backlog would have it; PostgreSQL and the
// receiver use the others.

import { availableParallelism } from 'node:os'
import { startChild } from './child.ts'
import { type CpuUse, cpuMeter, metered, perRequest } from './cpu.ts'
import { query, until } from './databases.ts'
import type { Bench } from './measurement.ts'
import { makeOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { spread, takeTurns } from './rounds.ts'
import { startService } from './service.ts'
import { wake } from './wake.ts'

const atATime = 128
const nothingToSend = 'not exists (select from webhook_deliveries where next_attempt_at is not null)'
const bodyBytes = 1300 // of a usual order
const processes = Math.max(1, Math.floor(availableParallelism() / 2))

/**
 * Written anew for each round, as the service writes them: an update would leave a dead version of each row in the way.
 */
const allDue = `
  truncate webhook_attempts, webhook_deliveries;
  insert into webhook_deliveries (account_id, mode, order_id, sequence, status, next_attempt_at, created_at)
  select account_id, mode, order_id, sequence, 'pending', now(), at from order_events where has_delivery`

export async function deliverWebhooks(bench: Bench): Promise<Finding[]> {
  const databaseUrl = await bench.database('webhooks')
  const count = bench.quick ? 4000 : 10_000
  await makeOrders(databaseUrl, { count, webhookUrl: bench.receiver.url })
  await using services = new AsyncDisposableStack()
  const pids: number[] = []
  while (pids.length < processes) {
    const { pid } = services.use(await startService({ databaseUrl, profileDir: bench.profileDir }))
    pids.push(pid)
  }
  const uses: CpuUse[] = []
  const meter = await cpuMeter(pids, databaseUrl)
  await using posts = await startChild('posts.ts', [bench.receiver.url, String(bodyBytes), String(atATime)])
  const { ratio, ratios, service, floor } = await takeTurns(bench.rounds, {
    async service() {
      await query(databaseUrl, allDue)
      const before = bench.receiver.count()
      await wake(databaseUrl, 'deliver_webhooks')
      await bench.receiver.reached(before + 1)
      const begun = performance.now()
      // Not asked before the last one has come: each look walks past all those that are no longer due.
      const { use } = await metered(meter, async () => {
        await bench.receiver.reached(before + count)
        await until(databaseUrl, nothingToSend, { everyMs: 10 })
      })
      uses.push(use)
      return (count * 1000) / (performance.now() - begun)
    },
    floor: async () => Number(await posts.ask(String(count))),
  })
  return [
    {
      id: 'd',
      what: `webhooks delivered and recorded by ${processes === 1 ? 'a process' : `${processes} processes`}`,
      measured: `${rate(service)} against ${rate(floor)}`,
      ratio,
      goal: { atLeast: 0.4 },
      note: `rounds ${spread(ratios)}; ${perRequest(
        uses.slice(1),
        uses.slice(1).map(() => count),
      )}`,
    },
  ]
}
