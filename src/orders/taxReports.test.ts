import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFreshWorlds, world } from '../../test/chargeScene.ts'
import { chargeTime } from '../../test/money.ts'
import { later, minute } from '../base/clock.ts'
import type { ReportOutcome, TaxReporter } from '../tax/stripe.ts'
import { reportTaxes } from './taxReports.ts'

onFreshWorlds()

/** A paid sale whose tax a provider said, and a provider that takes a minute for each answer. */
async function reporting(outcome: ReportOutcome) {
  await world.orders(await world.account('sim_success'), [1000])
  await world.rows(`update sales set tax_source = 'stripe', tax_ref = 'taxcalc_1'`)
  world.to(chargeTime)
  await world.runAll()
  const answer = async () => {
    world.advance(minute)
    return outcome
  }
  const reporter: TaxReporter = { sale: answer, refund: answer }
  await reportTaxes({ ...world.deps, reporter })(world.clock())
  return (
    await world.rows<{ next: Date | null; settled: Date | null }>(
      'select next_attempt_at as next, settled_at as settled from tax_reports',
    )
  )[0]!
}

it('a report that the tax provider takes its time over is dated when it was answered', async () => {
  const { settled } = await reporting({ kind: 'reported', ref: 'tax_1' })
  assert.deepEqual(settled, later(chargeTime, minute))
})

it('a report of which nobody knows is made again a minute after that', async () => {
  const { next } = await reporting({ kind: 'unknown', cause: 'lost' })
  assert.deepEqual(next, later(chargeTime, 2 * minute))
})
