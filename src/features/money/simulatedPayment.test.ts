import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { onFreshWorlds, status, world } from '../../../test/support/chargeScene.ts'
import { fulfillmentWith } from '../../../test/support/printing.ts'
import { Refusal } from '../../base/refusal.ts'
import { simulate } from '../sandbox/sandbox.ts'

onFreshWorlds()

const deps = () => ({ transactor: world.transactor, fulfillment: fulfillmentWith() })

describe('a simulated payment', () => {
  it('a simulated payment moves a sandbox order without a provider or the ledger', async () => {
    const accountId = await world.account('sim_success')
    const [order] = await world.orders(accountId, [1000], 'sandbox')
    const payment = (outcome: 'payment_success' | 'payment_failure') =>
      simulate(deps(), {
        accountId,
        customerOrderId: order!.customerOrderId,
        outcome,
        now: world.clock(),
        actor: 'test',
      })
    const failed = await payment('payment_failure')
    assert.deepEqual([failed.status, failed.state.payment, failed.dueAt], ['VALID_AWAITING_PAYMENT', 'FAILED', null])
    const paid = await payment('payment_success')
    assert.deepEqual([paid.status, paid.state.payment], ['VALID_HOLDING_BIN', 'SUCCEEDED'])
    await assert.rejects(payment('payment_success'), error => error instanceof Refusal && error.code === 'wrong_state')
    await world.cancel(order!)
    assert.deepEqual(await status([order!]), ['CANCELLED REFUNDED'])
    await world.runAll()
    assert.deepEqual(world.calls, [])
    assert.deepEqual(await world.rows('select 1 from ledger_entries union all select 1 from refunds'), [])
  })

  it('a payment of a production order cannot be simulated', async () => {
    const accountId = await world.account('sim_success')
    const [order] = await world.orders(accountId, [1000])
    await assert.rejects(
      simulate(deps(), {
        accountId,
        customerOrderId: order!.customerOrderId,
        outcome: 'payment_success',
        now: world.clock(),
        actor: 'test',
      }),
      error => error instanceof Refusal && error.code === 'order_not_found',
    )
  })
})
