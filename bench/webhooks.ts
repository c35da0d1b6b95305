// (d): webhooks delivered a second, from the claim to the recorded result, against bare posts of as many bytes by undici to
// the same receiver. Both send 64 at a time, which is the most that the service sends to one origin.

import type { Bench } from './bench.ts'
import { startChild } from './child.ts'
import { query, until } from './databases.ts'
import { makeOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { spread, takeTurns } from './rounds.ts'
import { startService } from './service.ts'
import { wake } from './wake.ts'

const atATime = 64
const bodyBytes = 1300 // of a usual order

export async function deliverWebhooks(bench: Bench): Promise<Finding[]> {
  const databaseUrl = await bench.database('webhooks')
  const count = bench.quick ? 4000 : 10_000
  await makeOrders(databaseUrl, { count, webhookUrl: bench.receiver.url })
  await using _service = await startService({ databaseUrl, profileDir: bench.profileDir })
  await using posts = await startChild('posts.ts', [bench.receiver.url, String(bodyBytes), String(atATime)])
  const { ratio, ratios, service, floor } = await takeTurns(bench.rounds, {
    async service() {
      await query(
        databaseUrl,
        `update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = now(), settled_at = null`,
      )
      await query(databaseUrl, 'truncate webhook_attempts')
      const first = bench.receiver.next()
      await wake(databaseUrl, 'deliver_webhooks')
      await first
      const begun = performance.now()
      await until(databaseUrl, 'not exists (select from webhook_deliveries where next_attempt_at is not null)', {
        everyMs: 10,
      })
      return (count * 1000) / (performance.now() - begun)
    },
    floor: async () => Number(await posts.ask(String(count))),
  })
  return [
    {
      id: 'd',
      what: 'webhooks delivered and recorded',
      measured: `${rate(service)} against ${rate(floor)}`,
      ratio,
      goal: { atLeast: 0.4 },
      note: `rounds ${spread(ratios)}`,
    },
  ]
}
