import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFreshWorlds, world } from '../../../test/support/chargeScene.ts'
import { chargeTime } from '../../../test/support/moneyChecks.ts'
import { onlyVersion, operator } from '../../../test/support/orderRules.ts'
import { day, later, minute } from '../../base/clock.ts'
import type { ReportOutcome, TaxReporter } from '../../tax/stripeTax.ts'
import { reportTaxes } from './reportTaxes.ts'

onFreshWorlds()

const calculationKeptMs = 89 * day
const operatorVersions = onlyVersion(operator)

/** Orders that were paid with the tax of a provider. */
async function paidOrders() {
  const orders = await world.orders(await world.account('sim_success'), [1000])
  await world.rows(`update sales set tax_source = 'stripe', tax_ref = 'taxcalc_1'`)
  world.to(chargeTime)
  await world.runAll()
  return orders
}

const reportWakes = () => world.wakes.filter(({ task }) => task === 'report_taxes').length

/** The row of a report after the provider has taken a minute to answer. */
async function reportWith(outcome: ReportOutcome) {
  await paidOrders()
  const answer = async () => {
    world.advance(minute)
    return outcome
  }
  const reporter: TaxReporter = { calculationLifetimeMs: calculationKeptMs, reportSale: answer, reportRefund: answer }
  await reportTaxes({ ...world.deps, operatorVersions, reporter })(world.clock())
  const [report] = await world.rows<{ next: Date | null; settled: Date | null }>(
    'select next_attempt_at as next, settled_at as settled from tax_reports',
  )
  return report!
}

it('a tax report is dated when the tax provider has answered', async () => {
  const { settled } = await reportWith({ kind: 'reported', ref: 'tax_1' })
  assert.deepEqual(settled, later(chargeTime, minute))
})

it('a tax report with an unknown outcome is retried a minute after the answer', async () => {
  const { next } = await reportWith({ kind: 'unknown', cause: 'lost\0' })
  assert.deepEqual(next, later(chargeTime, 2 * minute))
  assert.deepEqual(world.wakes.at(-1), { task: 'report_taxes', at: next })
})

it('sales and refunds are reported to the tax provider at once', async () => {
  const orders = await paidOrders()
  assert.equal(reportWakes(), 1)
  await world.cancel(orders[0]!)
  assert.equal(reportWakes(), 2)
})

it('a tax report is left to another worker when its lease is over', async () => {
  await world.orders(await world.account('sim_success'), [1000, 500])
  await world.rows(`update sales set tax_source = 'stripe', tax_ref = 'taxcalc_1'`)
  world.to(chargeTime)
  await world.runAll()
  let calls = 0
  const sale: TaxReporter['reportSale'] = async ({ orderId }) => {
    if (++calls === 1) world.advance(5 * minute)
    return { kind: 'reported', ref: `tax_${orderId}` }
  }
  const reporter: TaxReporter = {
    calculationLifetimeMs: calculationKeptMs,
    reportSale: sale,
    reportRefund: () => Promise.reject(),
  }
  const sweep = reportTaxes({ ...world.deps, operatorVersions, reporter })
  await sweep(world.clock())
  assert.equal(calls, 1)
  await sweep(world.clock())
  assert.equal(calls, 2)
})
