// The webhook endpoints of an account, by key and in the dashboard.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hour, minute } from '../../src/base/clock.ts'
import { maxEndpoints } from '../../src/webhooks/endpointStore.ts'
import { member } from '../support/actors.ts'
import { orderBody, startReceiver, startWorld, type World } from '../support/world.ts'

describe('webhook endpoints', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(async () => {
    await world.assertSound()
    await world[Symbol.asyncDispose]()
  })
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const ask = (method: Method, path: string, body?: unknown) =>
    world.call(path, { method, as: world.charged.sandbox.authorization, ...(body === undefined ? {} : { body }) })
  const place = async (customerOrderId: string, more = {}) => {
    await ask('POST', '/orders/create', orderBody({ customerOrderId, ...more }))
    await world.settle()
  }
  const deliveriesOf = async (customerOrderId: string) =>
    (await ask('GET', `/deliveries?customerOrderId=${customerOrderId}`)).body.deliveries
  const clear = async () => {
    for (const { endpointId } of (await ask('GET', '/webhook-endpoints')).body.endpoints)
      assert.equal((await ask('DELETE', `/webhook-endpoints/${endpointId}`)).status, 204)
  }

  it('each endpoint receives the events that it asks for, beside the address of the order, under one id and its own secret', async () => {
    let [allSecret, someSecret] = ['', '']
    await using own = await startReceiver(() => world.charged.sandbox.webhookSecret)
    await using all = await startReceiver(() => allSecret)
    await using some = await startReceiver(() => someSecret)
    const created = await ask('POST', '/webhook-endpoints', { url: all.url, description: 'Everything' })
    assert.equal(created.status, 201)
    const { secret, ...endpoint } = created.body
    assert.deepEqual([endpoint.events, endpoint.enabled, endpoint.description], [null, true, 'Everything'])
    allSecret = secret
    const other = await ask('POST', '/webhook-endpoints', { url: some.url, events: ['OrderValidated'] })
    someSecret = other.body.secret
    assert.deepEqual((await ask('GET', `/webhook-endpoints/${endpoint.endpointId}`)).body, endpoint)
    await place('both', { webhookUrl: own.url })
    await place('none')
    assert.deepEqual([own.unverified, all.unverified, some.unverified], [[], [], []])
    assert.deepEqual(own.kinds(), ['OrderReceived', 'OrderValidated'])
    assert.deepEqual(all.kinds(), ['OrderReceived', 'OrderValidated', 'OrderReceived', 'OrderValidated'])
    assert.deepEqual(some.kinds(), ['OrderValidated', 'OrderValidated'])
    const [ownId, allId] = [own, all].map(({ received }) => received[0]!.headers['webhook-id'])
    assert.equal(ownId, allId)
    const listed = await deliveriesOf('both')
    assert.deepEqual(
      listed.map((one: { sequence: number; url: string }) => [one.sequence, one.url]),
      [
        [3, some.url],
        [3, all.url],
        [3, own.url],
        [1, all.url],
        [1, own.url],
      ],
    )
    const paged: string[] = []
    let cursor = ''
    do {
      const { body } = await ask('GET', `/deliveries?limit=2${cursor}`)
      paged.push(...body.deliveries.map((one: { deliveryId: string }) => one.deliveryId))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    assert.deepEqual([paged.length, new Set(paged).size], [8, 8])
    const toAll = listed.find(({ endpointId }: { endpointId: string }) => endpointId === endpoint.endpointId)
    assert.equal((await ask('POST', `/deliveries/${toAll.deliveryId}/redeliver`)).status, 202)
    await world.settle()
    const { attempts } = (await ask('GET', `/deliveries/${toAll.deliveryId}/attempts`)).body
    assert.deepEqual([attempts.length, all.received.length, own.received.length], [2, 5, 2])
    assert.equal((await ask('GET', `/deliveries/${toAll.deliveryId}/request`)).body.url, all.url)
    await clear()
  })

  it('a disabled or deleted endpoint receives nothing more, and its failed webhook ends', async () => {
    await using receiver = await startReceiver(
      () => world.charged.sandbox.webhookSecret,
      () => 500,
    )
    const { endpointId } = (await ask('POST', '/webhook-endpoints', { url: receiver.url })).body
    await place('failing')
    const tried = receiver.received.length + receiver.unverified.length
    assert.ok(tried > 0)
    assert.equal((await ask('PATCH', `/webhook-endpoints/${endpointId}`, { enabled: false })).body.enabled, false)
    await place('later')
    await world.advance(6 * minute)
    assert.equal(receiver.received.length + receiver.unverified.length, tried)
    const [ended] = await deliveriesOf('failing')
    assert.deepEqual([ended.status, ended.lastAttempt.failure, ended.url], ['gone', 'endpoint_off', receiver.url])
    assert.deepEqual(await deliveriesOf('later'), [])
    assert.equal((await ask('GET', '/deliveries?state=given_up')).body.deliveries[0].deliveryId, ended.deliveryId)
    await clear()
    assert.equal((await ask('GET', `/webhook-endpoints/${endpointId}`)).status, 404)
    assert.equal((await ask('PATCH', `/webhook-endpoints/${endpointId}`, { enabled: true })).status, 404)
    assert.equal((await deliveriesOf('failing'))[0].url, receiver.url)
  })

  it('a test goes to an endpoint with its secret, also after the secret was replaced', async () => {
    let secret = ''
    await using receiver = await startReceiver(() => secret)
    const created = (await ask('POST', '/webhook-endpoints', { url: receiver.url, events: ['OrderShipped'] })).body
    const { endpointId } = created
    const rotated = (await ask('POST', `/webhook-endpoints/${endpointId}/secret/rotate`)).body
    assert.equal(rotated.previous.secret, created.secret)
    for (const valid of [created.secret, rotated.secret]) {
      secret = valid
      assert.equal((await ask('POST', '/webhook-test', { endpointId })).body.answer.failure, null)
    }
    assert.deepEqual([receiver.received.length, receiver.unverified], [2, []])
    const production = { as: world.charged.production.authorization }
    assert.equal((await world.call(`/webhook-endpoints/${endpointId}`, production)).status, 404)
    const owner = await member(world, world.charged)
    const path = `/sandbox/webhook-endpoints/${endpointId}`
    assert.equal((await owner.ask('GET', `${path}/secret`)).body.secret, rotated.secret)
    const changed = (await owner.ask('PATCH', path, { events: null, description: 'Shop' })).body
    assert.deepEqual([changed.events, changed.description, changed.url], [null, 'Shop', receiver.url])
    await clear()
  })

  it('a wrong event, a URL that is not HTTP and too many endpoints are refused by name', async () => {
    const create = (body: unknown) => ask('POST', '/webhook-endpoints', body)
    assert.equal((await create({ url: 'https://a.example', events: ['OrderLost'] })).body.code, 'malformed_request')
    assert.equal((await create({ url: 'https://a.example', events: [] })).status, 400)
    assert.equal((await create({ url: 'file:///etc/passwd' })).status, 400)
    const made = await Promise.all(
      Array.from({ length: maxEndpoints + 2 }, (_, n) => create({ url: `https://a.example/${n}` })),
    )
    const codes = made.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.code])
    assert.deepEqual(codes, [
      [409, 'too_many_endpoints'],
      [409, 'too_many_endpoints'],
    ])
    await clear()
    await world.advance(hour)
  })
})

it('an endpoint hears of each invoice and each credit note of production, signed by its own secret, and not while it is off', async () => {
  await using world = await startWorld()
  const { accountId, production } = world.charged
  const as = production.authorization
  let secret = ''
  await using books = await startReceiver(() => secret)
  const created = await world.call('/webhook-endpoints', {
    ...{ method: 'POST', as, body: { url: books.url, events: ['InvoiceCreated'] } },
  })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  secret = created.body.secret
  const place = (customerOrderId: string) =>
    world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
  await place('a')
  await world.advance(24 * hour)
  const refund = { method: 'POST' as const, as: world.demo.staff.authorization, body: { reason: 'torn' } }
  assert.equal((await world.call(`/staff/orders/${accountId}/a/refund`, refund)).status, 200)
  await world.settle()
  assert.deepEqual([books.unverified, books.kinds()], [[], ['InvoiceCreated', 'InvoiceCreated']])
  const listed = async (kind: string) => (await world.call(`/billing/documents?kind=${kind}`, { as })).body.documents[0]
  assert.deepEqual(
    books.received.map(({ data }) => data),
    [await listed('invoice'), await listed('credit_note')],
  )
  const { endpointId } = created.body
  const webhooks = async () =>
    (await world.call('/deliveries', { as })).body.deliveries.filter(
      ({ type }: { type: string }) => type === 'InvoiceCreated',
    )
  const addresses = async () =>
    (await webhooks()).map((webhook: Record<string, unknown>) => [webhook.endpointId, webhook.url])
  assert.deepEqual(await addresses(), [
    [endpointId, books.url],
    [endpointId, books.url],
  ])
  const off = { method: 'PATCH' as const, as, body: { enabled: false } }
  assert.equal((await world.call(`/webhook-endpoints/${endpointId}`, off)).status, 200)
  await place('b')
  await world.advance(24 * hour)
  assert.equal(books.received.length, 2)
  assert.equal((await world.call(`/webhook-endpoints/${endpointId}`, { method: 'DELETE', as })).status, 204)
  assert.deepEqual(await addresses(), [
    [endpointId, books.url],
    [endpointId, books.url],
  ])
  await world.assertSound()
})
