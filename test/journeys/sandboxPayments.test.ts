// A program that tries the whole life of an order with a sandbox key, and nobody else.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { second } from '../../src/base/clock.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await startWorld()
})
after(() => world[Symbol.asyncDispose]())

const key = () => world.charged.sandbox.authorization
const create = async (customerOrderId: string) => {
  await world.call('/orders/create', { method: 'POST', as: key(), body: orderBody({ customerOrderId }) })
  await world.settle()
}
const statusOf = async (id: string) => (await world.call(`/orders/${id}`, { as: key() })).body.status
const simulate = (id: string, outcome: string, as = key()) =>
  world.call(`/sandbox/orders/${id}/simulate`, { method: 'POST', as, body: { outcome } })

it('with a sandbox key a program simulates the payment, its failure, the passage of time and the printer', async () => {
  await create('by-key')
  assert.equal(await statusOf('by-key'), 'VALID_AWAITING_PAYMENT')
  const failed = await simulate('by-key', 'payment_failure')
  assert.deepEqual([failed.status, failed.body.paymentInfo.status], [200, 'FAILED'])
  const paid = await simulate('by-key', 'payment_success')
  assert.deepEqual([paid.status, paid.body.status], [200, 'VALID_HOLDING_BIN'])
  const jumped = await world.call('/sandbox/fast-forward', { method: 'POST', as: key(), body: { by: 'PT2H' } })
  assert.deepEqual([jumped.status, jumped.body], [200, { by: 'PT2H', done: true }])
  await world.settle()
  assert.equal(await statusOf('by-key'), 'PRINTING')
  assert.equal((await simulate('by-key', 'shipped')).body.status, 'SHIPPED')
  const again = await simulate('by-key', 'payment_success')
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state'])
})

it('a production key simulates nothing', async () => {
  const as = world.charged.production.authorization
  const answer = await simulate('by-key', 'payment_success', as)
  assert.deepEqual([answer.status, answer.body.code], [403, 'not_allowed'])
  const jump = await world.call('/sandbox/fast-forward', { method: 'POST', as, body: { by: 'PT2H' } })
  assert.deepEqual([jump.status, jump.body.code], [403, 'not_allowed'])
})

it('an account that pays its sandbox automatically sees its orders paid once their files are checked', async () => {
  const cookie = await world.signIn(world.charged.user)
  const change = (body: object) => world.call('/dashboard/api/account', { method: 'PATCH', cookie, body })
  assert.deepEqual((await change({ sandboxPayments: 'automatic' })).body, {
    proofRequired: false,
    contactPhone: null,
    sandboxPayments: 'automatic',
  })
  await create('by-itself')
  assert.equal(await statusOf('by-itself'), 'VALID_HOLDING_BIN')
  const { body } = await world.call('/orders/by-itself/events', { as: key() })
  assert.deepEqual(
    body.events.map(({ type }: { type: string }) => type),
    ['OrderReceived', 'OrderValidated', 'OrderEnteredHoldingBin'],
  )
  assert.equal(body.events.at(-1).data.paymentInfo.status, 'SUCCEEDED')

  const as = world.charged.production.authorization
  await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId: 'real' }) })
  await world.settle()
  const { body: real } = await world.call('/orders/real', { as })
  assert.equal(real.status, 'VALID_AWAITING_PAYMENT', 'production is charged as always')

  assert.equal((await change({ contactPhone: '+1 585 555 0100' })).body.sandboxPayments, 'automatic')
  assert.equal((await change({ sandboxPayments: 'sometimes' })).status, 400)
  await change({ sandboxPayments: 'manual' })
  await create('by-hand')
  assert.equal(await statusOf('by-hand'), 'VALID_AWAITING_PAYMENT')
  await world.assertSound()
})

it('a sandbox order is paid, printed and shipped by itself, at its own pace or at that of the sandbox', async () => {
  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, as = key()) => {
    const answer = await world.call(path, { method, as, ...(body === undefined ? {} : { body }) })
    await world.settle()
    return answer
  }
  const place = (customerOrderId: string, changes: object, as = key()) =>
    ask('POST', '/orders/create', orderBody({ customerOrderId, ...changes }), as)
  const set = await ask('PATCH', '/sandbox', { pace: 'PT5S' })
  assert.deepEqual([set.status, set.body], [200, { payments: 'manual', pace: 'PT5S', work: null }])

  await place('own-pace', { sandbox: { payments: 'automatic', pace: 'PT10S' } })
  await place('usual-pace', { sandbox: { payments: 'automatic', pace: null } })
  await place('paid-by-hand', {})
  assert.equal((await simulate('paid-by-hand', 'payment_success')).body.status, 'VALID_HOLDING_BIN')
  await place('approved', { proofRequired: true, sandbox: { payments: 'automatic' } })
  const { proof } = (await ask('GET', '/orders/approved')).body
  const approved = await ask('POST', '/orders/approved/proof/approve', { files: proof.files })
  assert.equal(approved.body.status, 'VALID_HOLDING_BIN')
  const enterprise = world.enterprise.sandbox.authorization
  await place('never-charged', { sandbox: { pace: 'PT5S' } }, enterprise)

  const statuses = async () =>
    Promise.all([
      ...['own-pace', 'usual-pace', 'paid-by-hand', 'approved'].map(statusOf),
      world.call('/orders/never-charged', { as: enterprise }).then(({ body }) => body.status),
    ])
  const [held, printing, shipped] = ['VALID_HOLDING_BIN', 'PRINTING', 'SHIPPED']
  await world.advance(4 * second)
  assert.deepEqual(await statuses(), [held, held, held, held, held])
  await world.advance(second)
  assert.deepEqual(await statuses(), [held, held, printing, printing, printing])
  await world.advance(5 * second)
  assert.deepEqual(await statuses(), [printing, held, shipped, shipped, shipped])
  await world.advance(9 * second)
  assert.deepEqual(await statuses(), [printing, held, shipped, shipped, shipped])
  await world.advance(second)
  assert.deepEqual(await statuses(), [shipped, held, shipped, shipped, shipped])
  const { events } = (await ask('GET', '/orders/own-pace/events')).body
  assert.deepEqual(
    events.map(({ type }: { type: string }) => type),
    [
      ...['OrderReceived', 'OrderValidated', 'OrderEnteredHoldingBin', 'OrderSentToPrinter'],
      ...['OrderAcceptedByPrinter', 'OrderShipped'],
    ],
  )

  const production = world.charged.production.authorization
  const refused = [
    await place('no', { sandbox: { pace: 'PT5S' } }, production),
    await place('no', { sandbox: { pace: 'soon' } }),
    await place('no', { sandbox: { pace: '-PT5S' } }),
    await place('no', { sandbox: { speed: 2 } }),
    await ask('PATCH', '/sandbox', { pace: 'P31D' }),
  ]
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.errors[0].pointer]),
    ['/sandbox', '/sandbox/pace', '/sandbox/pace', '/sandbox/speed', '/pace'].map(pointer => [400, pointer]),
  )
  assert.equal((await ask('PATCH', '/sandbox', { pace: null })).body.pace, null)
  await world.assertSound()
})
