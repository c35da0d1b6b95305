// (m): the daily charge of orders that all became due at once, ten per account, and how its cost grows with their
// number; and quotes of sales tax. The simulated gateway answers at once and keeps its books in the same database, so
// only the service is measured: a real provider's time is added to that.

import { systemClock } from '../src/base/clock.ts'
import { loadTaxRules } from '../src/tax/rules.ts'
import { tableTaxes } from '../src/tax/table.ts'
import type { TaxRequest } from '../src/tax/tax.ts'
import { query, until } from './databases.ts'
import type { Bench } from './measurement.ts'
import { makeUnpaidOrders } from './orders.ts'
import { type Finding, rate } from './report.ts'
import { median } from './rounds.ts'
import { startService } from './service.ts'
import { wake } from './wake.ts'

const ordersOfAnAccount = 10
const quotesInABatch = 500

export async function chargeDaily(bench: Bench): Promise<Finding[]> {
  const few = bench.quick ? 1000 : 10_000
  const many = few * 10
  const ofFew = await charge(bench, 'money_few', few)
  const ofMany = await charge(bench, 'money_many', many)
  return [
    finding(few, ofFew),
    finding(many, ofMany),
    {
      id: 'm',
      what: `what an order costs in the larger of them against the smaller`,
      measured: `${((ofMany / many) * 1e6).toFixed(0)} µs against ${((ofFew / few) * 1e6).toFixed(0)} µs`,
      ratio: ofMany / many / (ofFew / few),
    },
    await quotes(bench),
  ]
}

/** Answers the seconds from the moment that the orders are due until none waits any more. */
async function charge(bench: Bench, name: string, orders: number): Promise<number> {
  const databaseUrl = await bench.database(name)
  await makeUnpaidOrders(databaseUrl, { accounts: orders / ordersOfAnAccount, orders })
  await using _service = await startService({ databaseUrl, profileDir: bench.profileDir })
  await query(databaseUrl, `update orders set due_at = now() - interval '1 second'`)
  await query(databaseUrl, 'vacuum analyze orders')
  await wake(databaseUrl, 'charge_cards')
  const begun = performance.now()
  await until(databaseUrl, `not exists (select from orders where status = 'VALID_AWAITING_PAYMENT')`)
  return (performance.now() - begun) / 1000
}

const finding = (orders: number, seconds: number): Finding => ({
  id: 'm',
  what: `daily charge of ${orders.toLocaleString('en')} orders, ${(orders / ordersOfAnAccount).toLocaleString('en')} accounts`,
  measured: `${seconds.toFixed(1)} s, ${rate(orders / seconds)} orders, ${rate(orders / ordersOfAnAccount / seconds)} charges`,
})

async function quotes({ rounds }: Bench): Promise<Finding> {
  const taxes = tableTaxes(await loadTaxRules('operator/tax.json'), systemClock())
  const places = ['NY', 'OH', 'CA', 'TX', 'OR', 'WA', 'FL', 'PA']
  const batch: TaxRequest[] = Array.from({ length: quotesInABatch }, (_, i) => ({
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
    exempt: false,
  }))
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    let made = 0
    const begun = performance.now()
    for (; performance.now() - begun < 1000; made += batch.length) taxes.quote(batch)
    rates.push(made / ((performance.now() - begun) / 1000))
  }
  return { id: 'm', what: 'quotes of sales tax from the table', measured: rate(median(rates)) }
}
