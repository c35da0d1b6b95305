import assert from 'node:assert/strict'
import { it } from 'node:test'
import { charges, onFreshWorlds, status, world } from '../../../test/support/chargeScene.ts'
import { chargeTime } from '../../../test/support/moneyChecks.ts'
import { hour, minute } from '../../base/clock.ts'
import type { ProviderMessage } from '../../payments/payments.ts'
import { receiveProviderMessage } from './providerMessages.ts'
import { refundDue } from './refunds.ts'

onFreshWorlds()

let messages = 0
const receive = (subject: ProviderMessage['subject']) =>
  receiveProviderMessage(
    world.transactor,
    world.payments.name,
    { id: `msg_${++messages}`, kind: 'test', subject },
    world.clock(),
  )
const keyIn = async (table: 'charges' | 'refunds') =>
  (await world.rows<{ key: string }>(`select idempotency_key as key from ${table}`))[0]!.key

it('a message has a charge that waits for confirmation checked', async () => {
  const accountId = await world.account('sim_authentication_required')
  const orders = await world.orders(accountId, [1000])
  world.to(chargeTime)
  await world.runAll()
  const [{ ref }] = (await world.rows<{ ref: string }>('select provider_ref as ref from charges')) as [{ ref: string }]
  await world.payments.simulateHolder!(ref, 'confirmed')
  world.advance(minute)
  await receive({ about: 'charge', accountId, chargeKey: await keyIn('charges') })
  await world.runAll()
  assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN SUCCEEDED'])
})

it('a message starts no second call while a charge of unknown outcome is retried', async () => {
  const accountId = await world.account('sim_times_out_after_charging')
  await world.orders(accountId, [1000])
  world.to(chargeTime)
  await world.runAll()
  assert.equal((await charges())[0]!.status, 'unknown')
  const chargeKey = await keyIn('charges')
  world.advance(minute)
  world.plan.meanwhile = async () => {
    world.plan.meanwhile = async () => {}
    await receive({ about: 'charge', accountId, chargeKey })
    assert.equal(await world.sweeps.settle(world.clock()), 0)
  }
  await world.runAll()
  assert.equal(world.calls.length, 2, 'the first call and its retry')
  await world.assertSettled()
})

it('a message starts no second call while a refund is requested, and has a waiting refund made at once', async () => {
  const accountId = await world.account('sim_success')
  const [order] = await world.orders(accountId, [1000])
  world.to(chargeTime)
  await world.runAll()
  await world.cancel(order!)
  const receiveRefundMessage = async () => receive({ about: 'refund', accountId, refundKey: await keyIn('refunds') })
  const lost = refundDue({
    ...world.deps,
    payments: {
      ...world.payments,
      refund: async () => {
        await receiveRefundMessage()
        assert.equal(await world.sweeps.refund(world.clock()), 0)
        return { kind: 'unknown', cause: 'lost' }
      },
    },
  })
  for (const wait of [minute, 5 * minute, hour]) {
    assert.equal(await lost(world.clock()), 1)
    if (wait < hour) world.advance(wait)
  }
  await receiveRefundMessage()
  await world.runAll()
  assert.deepEqual(await status([order!]), ['CANCELLED REFUNDED'])
})
