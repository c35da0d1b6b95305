// (r): the report of a year over all accounts and over one of them, with few and with many orders; and the counting of
// their facts, which happens once. The floor counts the placed and shipped orders of the year from their steps.

import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { systemClock, utcDay } from '../src/base/clock.ts'
import { openDatabase } from '../src/db/db.ts'
import { readReportSums } from '../src/features/reports/readReport.ts'
import { reportOf } from '../src/features/reports/report.ts'
import { sumReports } from '../src/features/reports/sumReports.ts'
import type { Bench } from './measurement.ts'
import { makeOrders } from './orders.ts'
import type { Finding } from './report.ts'
import { median } from './rounds.ts'

const reads = 15
const maxMs = 200

export async function reportYear(bench: Bench): Promise<Finding[]> {
  const few = await measureReports(bench, 'reports_few', 10_000)
  const many = await measureReports(bench, 'reports_many', bench.quick ? 100_000 : 1_000_000)
  return [few, many].flatMap(({ orders, ofAll, ofOne, bySteps, counting }) => [
    {
      id: 'r',
      title: `report of a year with ${orders.toLocaleString('en')} orders`,
      measured: `${ofAll.toFixed(1)} ms of all accounts (${bySteps.toFixed(0)} by their steps), ${ofOne.toFixed(1)} ms of one`,
      ratio: ofAll / maxMs,
      goal: { atMost: 1 },
    },
    {
      id: 'r',
      title: `counting the facts of ${orders.toLocaleString('en')} orders, once`,
      measured: `${(counting / 1000).toFixed(1)} s`,
    },
  ])
}

/** Answers milliseconds. */
async function measureReports(bench: Bench, name: string, orders: number) {
  const databaseUrl = await bench.database(name)
  await makeOrders(databaseUrl, { count: orders, webhookUrl: bench.receiver.url, days: 365 })
  const { db, longRunningDb, close } = await openDatabase({ databaseUrl, dataDir: null })
  try {
    const now = systemClock()
    await sql`delete from report_progress`.execute(db)
    const start = performance.now()
    while ((await sumReports(longRunningDb)(now)) > 0);
    const counting = performance.now() - start
    await sql`vacuum analyze report_sums`.execute(db)
    const today = utcDay(now)
    const days = { from: today.subtract({ days: 364 }), before: today.add({ days: 1 }) }
    const accountId = bench.customers[0]!.accountId
    const read = async (accountId: string | null) =>
      reportOf(await readReportSums(db, { accountId, mode: 'production', printers: null }, days, now))
    const bySteps = () =>
      sql`
        select date_trunc('month', at), on_event, count(*)
        from order_events
        where mode = 'production' and at >= ${days.from.toString()}::timestamptz
        group by 1, 2`.execute(longRunningDb)
    return {
      orders,
      ofAll: await time(() => read(null)),
      ofOne: await time(() => read(accountId)),
      bySteps: await time(bySteps),
      counting,
    }
  } finally {
    await close()
  }
}

async function time(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < reads; i++) {
    const startMs = performance.now()
    await read()
    times.push(performance.now() - startMs)
  }
  return median(times)
}
