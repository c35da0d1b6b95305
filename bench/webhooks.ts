// (d): webhooks delivered per second, from the claim to the recorded result, against bare posts of the same size by
// undici to the same receiver. Both send 128 at a time, because the service has no more connections to one origin. One
// process of the service runs for every two cores, like at an operator with a large backlog. PostgreSQL and the
// receiver use the other cores.

import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { type CpuUse, cpuMeter, measureCpu, perRequest } from './cpu.ts'
import { query, waitUntil } from './databases.ts'
import type { Bench } from './measurement.ts'
import { makeOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { compareInTurns, spread } from './rounds.ts'
import { startService } from './service.ts'
import { wake } from './wake.ts'

const concurrency = 128
export const nothingToSend = 'not exists (select from webhook_deliveries where next_attempt_at is not null)'
const bodyBytes = 1300 // the size for a usual order
const processes = Math.max(1, Math.floor(availableParallelism() / 2))

/** Each round inserts new rows, like the service. An update would leave a dead version of each row behind. */
export const makeAllDue = `
  truncate webhook_attempts, webhook_deliveries;
  insert into webhook_deliveries (account_id, mode, order_id, sequence, status, next_attempt_at, created_at)
  select account_id, mode, order_id, sequence, 'pending', now(), at from order_events where has_delivery`

export async function deliverWebhooks(bench: Bench): Promise<Finding[]> {
  const databaseUrl = await bench.database('webhooks')
  const count = bench.quick ? 4000 : 10_000
  await makeOrders(databaseUrl, { count, webhookUrl: bench.receiver.url })
  await using services = new AsyncDisposableStack()
  const pids: number[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
  services.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  while (pids.length < processes) {
    const { pid } = services.use(await startService({ databaseUrl, dataDir, profileDir: bench.profileDir }))
    pids.push(pid)
  }
  const uses: CpuUse[] = []
  const meter = await cpuMeter(pids, databaseUrl)
  await using posts = await startChild('posts.ts', [bench.receiver.url, String(bodyBytes), String(concurrency)])
  const { ratio, ratios, service, floor } = await compareInTurns(bench.rounds, {
    async service() {
      await query(databaseUrl, makeAllDue)
      const before = bench.receiver.count()
      await wake(databaseUrl, 'deliver_webhooks')
      await bench.receiver.reached(before + 1)
      const startMs = performance.now()
      // The query waits for the last webhook: each query scans all deliveries that are no longer due.
      const { use } = await measureCpu(meter, async () => {
        await bench.receiver.reached(before + count)
        await waitUntil(databaseUrl, nothingToSend, { everyMs: 10 })
      })
      uses.push(use)
      return (count * 1000) / (performance.now() - startMs)
    },
    floor: async () => Number(await posts.ask(String(count))),
  })
  return [
    {
      id: 'd',
      title: `webhooks delivered and recorded by ${processes === 1 ? 'a process' : `${processes} processes`}`,
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
