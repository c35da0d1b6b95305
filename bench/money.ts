// (m): the daily charge of orders that all became due together, one and ten per account, and the growth of its cost
// with their number; and quotes of sales tax. The simulated gateway answers immediately and has its books in the same
// database, so only the service is measured. A real provider adds its own time.

import taxRules from '../operator/tax.json' with { type: 'json' }
import { systemClock } from '../src/base/clock.ts'
import type { TaxRequest } from '../src/tax/tax.ts'
import { parseTaxRules } from '../src/tax/taxRules.ts'
import { tableTaxes } from '../src/tax/taxTable.ts'
import { type CpuUse, cpuMeter, measureCpu, perRequest } from './cpu.ts'
import { query, waitUntil } from './databases.ts'
import type { Bench } from './measurement.ts'
import { makeUnpaidOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { median } from './rounds.ts'
import { startService } from './service.ts'
import { wake } from './wake.ts'

const ordersPerAccount = 10
const quotesPerBatch = 500

export async function chargeDaily(bench: Bench): Promise<Finding[]> {
  const few = bench.quick ? 1000 : 10_000
  const many = few * 10
  const single = await charge(bench, 'money_single', { orders: few, accounts: few })
  const fewOfTen = await charge(bench, 'money_few', { orders: few, accounts: few / ordersPerAccount })
  const manyOfTen = await charge(bench, 'money_many', { orders: many, accounts: many / ordersPerAccount })
  const [fewSeconds, manySeconds] = [fewOfTen.seconds, manyOfTen.seconds]
  return [
    finding(single),
    finding(fewOfTen),
    finding(manyOfTen),
    {
      id: 'm',
      title: 'cost of an order in the larger charge against the smaller charge',
      measured: `${((manySeconds / many) * 1e6).toFixed(0)} µs against ${((fewSeconds / few) * 1e6).toFixed(0)} µs`,
      ratio: manySeconds / many / (fewSeconds / few),
    },
    await quotes(bench),
  ]
}

type Size = { orders: number; accounts: number }
type Charged = Size & { seconds: number; cpu: CpuUse }

/** The time from when the orders are due until all of them are charged, and what it took the processor. */
async function charge(bench: Bench, name: string, { orders, accounts }: Size): Promise<Charged> {
  const databaseUrl = await bench.database(name)
  await makeUnpaidOrders(databaseUrl, { accounts, orders })
  await using service = await startService({ databaseUrl, profileDir: bench.profileDir })
  const meter = await cpuMeter([service.pid], databaseUrl)
  await query(databaseUrl, `update orders set due_at = now() - interval '1 second'`)
  await query(databaseUrl, 'vacuum analyze orders')
  const startMs = performance.now()
  const { use: cpu } = await measureCpu(meter, async () => {
    await wake(databaseUrl, 'charge_cards')
    await waitUntil(databaseUrl, `not exists (select from orders where status = 'VALID_AWAITING_PAYMENT')`)
  })
  return { orders, accounts, seconds: (performance.now() - startMs) / 1000, cpu }
}

const finding = ({ orders, accounts, seconds, cpu }: Charged): Finding => ({
  id: 'm',
  title: `daily charge of ${orders.toLocaleString('en')} orders, ${accounts.toLocaleString('en')} accounts`,
  measured: `${seconds.toFixed(1)} s, ${rate(orders / seconds)} orders, ${rate(accounts / seconds)} charges`,
  note: `of a charge: ${perRequest([cpu], [accounts])}`,
})

async function quotes({ rounds }: Bench): Promise<Finding> {
  const taxes = tableTaxes(parseTaxRules(taxRules))
  const at = systemClock()
  const places = ['NY', 'OH', 'CA', 'TX', 'OR', 'WA', 'FL', 'PA']
  const batch: TaxRequest[] = Array.from({ length: quotesPerBatch }, (_, i) => ({
    at,
    from: { country: 'US', state: 'OH', postal: '43004' },
    to: {
      country: 'US',
      state: places[i % places.length]!,
      postal: '14604',
      city: 'Rochester',
      address1: '1 Main Street',
    },
    itemsCents: 846 + i,
    fulfillmentCents: 150,
    shippingCents: 499,
    isExempt: false,
  }))
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    let count = 0
    const startMs = performance.now()
    for (; performance.now() - startMs < 1000; count += batch.length) taxes.quote(batch)
    rates.push(count / ((performance.now() - startMs) / 1000))
  }
  return { id: 'm', title: 'quotes of sales tax from the table', measured: rate(median(rates)) }
}
