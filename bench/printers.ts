// (j): jobs per second that are submitted to a printer's own system, from the end of their hold to the recorded answer,
// and messages per second of the printer that are applied and recorded. The printer's system is a separate process and
// speaks the JSON protocol.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newWebhookSecret } from '../src/base/secrets/ids.ts'
import { startChild } from './child.ts'
import { query, waitUntil } from './databases.ts'
import type { Bench } from './measurement.ts'
import { makeHeldOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { startService } from './service.ts'
import { wake } from './wake.ts'

const allSubmitted = `not exists (select from orders where status = 'VALID_HOLDING_BIN')
  and not exists (select from print_jobs where submitted_at is null)`

export async function handToPrinter(bench: Bench): Promise<Finding[]> {
  const count = bench.quick ? 4000 : 20_000
  const databaseUrl = await bench.database('printers')
  await makeHeldOrders(databaseUrl, count)
  const secret = newWebhookSecret()
  const operatorDir = mkdtempSync(join(tmpdir(), 'octavo-operator-'))
  try {
    await using press = await startChild('press.ts', [secret])
    cpSync(join(import.meta.dirname, '..', 'operator'), operatorDir, { recursive: true })
    writeFileSync(join(operatorDir, 'printers.json'), JSON.stringify(printersAt(press.firstLine)))
    const env = { OPERATOR_DIR: operatorDir, BENCH_PRESS_SECRET: secret }
    await using service = await startService({ databaseUrl, profileDir: bench.profileDir, env })
    await query(databaseUrl, `update orders set due_at = now()`)
    const startMs = performance.now()
    await wake(databaseUrl, 'release_held_orders')
    await waitUntil(databaseUrl, allSubmitted)
    const submitted = (count * 1000) / (performance.now() - startMs)
    const accepted = Number(await press.ask(`accept ${service.url}/printers/press/messages`))
    return [
      { id: 'j', title: "jobs submitted to a printer's system", measured: rate(submitted) },
      { id: 'j', title: 'messages of a printer applied', measured: rate(accepted) },
    ]
  } finally {
    rmSync(operatorDir, { recursive: true, force: true })
  }
}

const printersAt = (url: string) => ({
  printers: [
    {
      name: 'press',
      adapter: 'json',
      makes: ['*'],
      shipsTo: ['*'],
      cutOff: { hour: 24, timeZone: 'UTC' },
      priority: 1,
      settings: { url, secretEnv: 'BENCH_PRESS_SECRET' },
    },
  ],
  alarmAfter: { submission: 'PT2H', acceptance: 'P2D', shipping: 'P1D', cancellation: 'PT8H' },
})
