import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFreshWorlds, world } from '../../../test/chargeScene.ts'
import { chargeTime } from '../../../test/money.ts'
import { later, minute } from '../../base/clock.ts'
import type { ReportOutcome, TaxReporter } from '../../tax/stripe.ts'
import { reportTaxes } from './taxReports.ts'

onFreshWorlds()

/** Orders that were sold with the tax that a provider said, and paid. */
async function paidOrders() {
  const orders = await world.orders(await world.account('sim_success'), [1000])
  await world.rows(`update sales set tax_source = 'stripe', tax_ref = 'taxcalc_1'`)
  world.to(chargeTime)
  await world.runAll()
  return orders
}

const reportWakes = () => world.wakes.filter(({ task }) => task === 'report_taxes').length

/** How a report stands after a provider has taken a minute for its answer. */
async function reporting(outcome: ReportOutcome) {
  await paidOrders()
  const answer = async () => {
    world.advance(minute)
    return outcome
  }
  const reporter: TaxReporter = { sale: answer, refund: answer }
  await reportTaxes({ ...world.deps, reporter })(world.clock())
  const [report] = await world.rows<{ next: Date | null; settled: Date | null }>(
    'select next_attempt_at as next, settled_at as settled from tax_reports',
  )
  return report!
}

it('a report that the tax provider takes its time over is dated when it was answered', async () => {
  const { settled } = await reporting({ kind: 'reported', ref: 'tax_1' })
  assert.deepEqual(settled, later(chargeTime, minute))
})

it('a report of which nobody knows is made again a minute after that, and somebody wakes up for it', async () => {
  const { next } = await reporting({ kind: 'unknown', cause: 'lost\0' })
  assert.deepEqual(next, later(chargeTime, 2 * minute))
  assert.deepEqual(world.wakes.at(-1), { task: 'report_taxes', at: next })
})

it('sales and refunds are told at once', async () => {
  const orders = await paidOrders()
  assert.equal(reportWakes(), 1)
  await world.cancel(orders[0]!)
  assert.equal(reportWakes(), 2)
})
