// (g): the time to release a hundred thousand queued orders of a thousand accounts, when the limits admit all of them.
// Their files are checked at the same time, as always.

import { query, waitUntil } from './databases.ts'
import type { Bench } from './measurement.ts'
import { makeQueuedOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { startService } from './service.ts'
import { wake } from './wake.ts'

export async function releaseQueued(bench: Bench): Promise<Finding[]> {
  const count = bench.quick ? 10_000 : 100_000
  const databaseUrl = await bench.database('release')
  await makeQueuedOrders(databaseUrl, count)
  await using _service = await startService({ databaseUrl, profileDir: bench.profileDir })
  await query(databaseUrl, 'update order_limits set release_due_at = now() where queued > 0')
  await wake(databaseUrl, 'release_queued')
  const startMs = performance.now()
  await waitUntil(databaseUrl, 'not exists (select from order_limits where release_due_at is not null)')
  const seconds = (performance.now() - startMs) / 1000
  return [
    {
      id: 'g',
      title: `release of ${count.toLocaleString('en')} queued orders, ${bench.customers.length.toLocaleString('en')} accounts`,
      measured: `${seconds.toFixed(1)} s, ${rate(count / seconds)}`,
    },
  ]
}
