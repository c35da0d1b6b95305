// (e): complete orders. Orders are placed over HTTP, checked, charged, held, printed and shipped, and a delivered and
// recorded webhook reports each step. The manual clock skips the waits for the nightly charge and for the two hours of
// the hold, so only work is measured. The printer is a program that uses the press API.

import { Pool } from 'undici'
import { type CpuUse, cpuMeter, measureCpu, perRequest } from './cpu.ts'
import { createRequest } from './customers.ts'
import { query } from './databases.ts'
import type { Bench } from './measurement.ts'
import { type Finding, rate } from './report.ts'
import { startService } from './service.ts'

const connections = 64
const overChargeAndHold = 'P1DT2H' // the next 02:00 is always within a day
const jobsPerPage = 200

export async function completeOrders(bench: Bench): Promise<Finding[]> {
  const count = bench.quick ? 1000 : 5000
  const databaseUrl = await bench.database('life')
  await using service = await startService({ databaseUrl, clock: 'manual', profileDir: bench.profileDir })
  const pool = new Pool(service.url, { connections })
  const call = caller(pool)
  const webhooksBefore = bench.receiver.count()
  const meter = await cpuMeter([service.pid], databaseUrl)
  const laps: string[] = []
  const uses: CpuUse[] = []
  const startMs = performance.now()
  const lap = async (name: string, act: () => Promise<unknown>) => {
    const lapStartMs = performance.now()
    const { use } = await measureCpu(meter, act)
    uses.push(use)
    const seconds = ((performance.now() - lapStartMs) / 1000).toFixed(1)
    laps.push(`${name} ${seconds} s, ${each(use.serviceUs)} and ${each(use.postgresUs)} µs`)
  }
  const each = (us: number) => Math.round(us / count)

  await lap('place', () =>
    runConcurrently(count, number => {
      const { method, path, headers, body } = createRequest(
        bench.customers[number % bench.customers.length]!,
        bench.receiver.url,
      )
      return call(method, path, headers, body!)
    }),
  )
  await lap('check, charge, hold', () => advanceClock(call, overChargeAndHold))
  await lap('print', () => printAll(call, bench.printer))
  await lap('webhooks', () => advanceClock(call, 'PT1S'))
  const seconds = (performance.now() - startMs) / 1000
  await pool.close()

  const webhooks = bench.receiver.count() - webhooksBefore
  await assertShipped(databaseUrl, count)
  return [
    {
      id: 'e',
      title: `complete orders, create to SHIPPED, ${Math.round(webhooks / count)} webhooks each`,
      measured: `${rate(count / seconds)} (${count.toLocaleString('en')} orders in ${seconds.toFixed(1)} s)`,
      note: `${perRequest(uses, [count])}; ${laps.join('; ')}`,
    },
  ]
}

type Call = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string) => Promise<unknown>

const caller =
  (pool: Pool): Call =>
  async (method, path, headers, body) => {
    const answer = await pool.request({
      method,
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: body ?? null,
      headersTimeout: 0,
    })
    const result = await answer.body.json()
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${JSON.stringify(result)}`)
    return result
  }

const advanceClock = (call: Call, advance: string) => call('POST', '/_clock', {}, JSON.stringify({ advance }))

/** The printer accepts and ships all jobs of its press desk. */
async function printAll(call: Call, authorization: string): Promise<void> {
  const shipment = {
    masterTrackingNumber: '1Z999',
    carrier: 'UPS',
    packages: [{ trackingNumber: '1Z999', trackingUrl: 'https://ups.example/1Z999' }],
  }
  const shipped = JSON.stringify({ shipments: [shipment] })
  for (;;) {
    const page = await call('GET', `/press/jobs?status=NEW&limit=${jobsPerPage}`, { authorization })
    const { jobs } = page as { jobs: { jobId: string }[] }
    if (jobs.length === 0) return
    await Promise.all(
      jobs.map(async ({ jobId }) => {
        await call('POST', `/press/jobs/${jobId}/accept`, { authorization }, '{}')
        await call('POST', `/press/jobs/${jobId}/ship`, { authorization }, shipped)
      }),
    )
  }
}

async function runConcurrently(count: number, act: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) await act(next++)
    }),
  )
}

async function assertShipped(databaseUrl: string, count: number): Promise<void> {
  const rows = await query(databaseUrl, 'select status, count(*)::int as count from orders group by status')
  if (rows.length !== 1 || rows[0]!.status !== 'SHIPPED' || rows[0]!.count !== count)
    throw new Error(`not every order was shipped: ${JSON.stringify(rows)}`)
}
