// What a program does in the sandbox with its key alone: no person, no click.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { minute } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { files, orderBody, startReceiver, startWorld, type World } from '../support/world.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const sandboxOf = (world: World) => (method: Method, path: string, body?: unknown) =>
  world.call(path, { method, as: world.charged.sandbox.authorization, ...(body === undefined ? {} : { body }) })

describe('with a sandbox key, a program', () => {
  it('with a sandbox key, a program lets payment and printer go on by themselves, and empties the sandbox', async () => {
    await using world = await startWorld()
    const ask = sandboxOf(world)
    assert.deepEqual((await ask('GET', '/sandbox')).body, { payments: 'manual', pace: null, work: null })
    const changed = await ask('PATCH', '/sandbox', { payments: 'automatic' })
    assert.deepEqual([changed.status, changed.body.payments], [200, 'automatic'])
    await ask('POST', '/orders/create', orderBody({ customerOrderId: 'self' }))
    await world.settle()
    assert.equal((await ask('GET', '/orders/self')).body.status, 'VALID_HOLDING_BIN')
    assert.deepEqual((await ask('DELETE', '/sandbox/orders')).body, { deleted: 1, done: true })
    assert.equal((await ask('GET', '/orders/self')).status, 404)
  })

  it('with a sandbox key, a program reads the deliveries of an order with their attempts, and has a webhook sent again', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
    const ask = sandboxOf(world)
    await ask('POST', '/orders/create', orderBody({ customerOrderId: 'told', webhookUrl: receiver.url }))
    await world.settle()
    const { deliveries } = (await ask('GET', '/deliveries?customerOrderId=told')).body
    const [last] = deliveries
    assert.deepEqual([last.type, last.customerOrderId], ['OrderValidated', 'told'])
    const { attempts } = (await ask('GET', `/deliveries/${last.deliveryId}/attempts`)).body
    assert.equal(attempts.length, 1)
    assert.equal((await ask('POST', `/deliveries/${last.deliveryId}/redeliver`)).status, 202)
    await world.settle()
    const again = (await ask('GET', `/deliveries/${last.deliveryId}/attempts`)).body.attempts
    assert.equal(again.length, 2)
    assert.deepEqual([receiver.kinds().filter(kind => kind === 'OrderValidated').length, receiver.unverified], [2, []])
    const enterprise = { as: world.enterprise.sandbox.authorization }
    assert.equal((await world.call(`/deliveries/${last.deliveryId}/attempts`, enterprise)).status, 404)
  })

  it('with a sandbox key, a program sees the request of a delivery as the receiver got it, and finds deliveries by type and status', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(
      () => world.charged.sandbox.webhookSecret,
      () => (receiver.received.length === 1 ? 410 : 204),
    )
    const ask = sandboxOf(world)
    await ask('POST', '/orders/create', orderBody({ customerOrderId: 'seen', webhookUrl: receiver.url }))
    await world.settle()
    const idsOf = async (query: string) =>
      (await ask('GET', `/deliveries?${query}`)).body.deliveries.map(
        ({ type, status }: { type: string; status: string }) => `${type} ${status}`,
      )
    assert.deepEqual(await idsOf('type=OrderValidated'), ['OrderValidated delivered'])
    assert.deepEqual(await idsOf('status=gone&customerOrderId=seen'), ['OrderReceived gone'])
    assert.deepEqual(await idsOf('status=pending'), [])
    const [{ deliveryId }] = (await ask('GET', '/deliveries?type=OrderValidated')).body.deliveries
    const { url, headers, body, bodyBytes } = (await ask('GET', `/deliveries/${deliveryId}/request`)).body
    const got = receiver.received[1]!
    assert.deepEqual([url, bodyBytes], [receiver.url, Buffer.byteLength(body)])
    assert.deepEqual(JSON.parse(body).data, got.data)
    for (const [name, value] of Object.entries(headers)) assert.equal(got.headers[name], value)
    assert.equal(headers['webhook-signature'], undefined)
    const enterprise = { as: world.enterprise.sandbox.authorization }
    assert.equal((await world.call(`/deliveries/${deliveryId}/request`, enterprise)).status, 404)
  })

  it('with a sandbox key, a program goes on with a search where a page ended early', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
    const ask = sandboxOf(world)
    for (const customerOrderId of ['a', 'b', 'c'])
      await ask('POST', '/orders/create', orderBody({ customerOrderId, webhookUrl: receiver.url }))
    await world.settle()
    const found: string[] = []
    let cursor = ''
    do {
      const { body } = await ask('GET', `/deliveries?type=OrderReceived&limit=1${cursor}`)
      found.push(...body.deliveries.map((delivery: { customerOrderId: string }) => delivery.customerOrderId))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    assert.deepEqual(found, ['c', 'b', 'a'])
  })

  it('with a sandbox key, a program sends a sample event of a chosen type to an address, signed and once', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
    const ask = sandboxOf(world)
    const sent = await ask('POST', '/webhook-test', { url: receiver.url, type: 'OrderShipped' })
    assert.deepEqual([sent.status, sent.body.answer.failure], [201, null])
    const [got] = receiver.received
    assert.deepEqual([got!.type, got!.sequence, receiver.unverified], ['OrderShipped', 0, []])
    assert.equal(got!.data.status, 'SHIPPED')
    const shown = (await ask('GET', `/deliveries/${sent.body.deliveryId}/request`)).body
    assert.deepEqual([shown.url, shown.body], [receiver.url, sent.body.request.body])
    assert.equal((await ask('POST', '/webhook-test', { url: receiver.url, type: 'OrderLost' })).status, 400)
    const inside = await ask('POST', '/webhook-test', { url: 'http://169.254.169.254/', type: 'OrderShipped' })
    assert.equal(inside.body.answer.failure, 'url_blocked')
  })

  it('with a sandbox key, a program reads the secret that signs its webhooks, and replaces it', async () => {
    await using world = await startWorld()
    const ask = sandboxOf(world)
    const { secret } = (await ask('GET', '/sandbox/webhook-secret')).body
    assert.match(secret, /^whsec_/)
    assert.ok(new Webhook(secret))
    const rotated = (await ask('POST', '/sandbox/webhook-secret/rotate')).body
    assert.equal(rotated.previous.secret, secret)
    assert.notEqual(rotated.secret, secret)
  })

  it('with a sandbox key, a program gets named failures for the test values of docs/sandbox.md', async () => {
    await using world = await startWorld()
    const ask = sandboxOf(world)
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `(\S+)` \| `(.+)` \| (\w+) \| `((?!file_)\w+)` \|$/gm)]
    assert.ok(rows.length >= 6)
    for (const [row, pointer = '', value = '', status, code] of rows) {
      const body = structuredClone(orderBody())
      const steps = pointer.split('/').slice(1)
      // biome-ignore lint/suspicious/noExplicitAny: the page names any field
      const inside = steps.slice(0, -1).reduce((at: any, step) => at[step], body)
      inside[steps.at(-1)!] = JSON.parse(value)
      const answer = await ask('POST', '/orders/create', body)
      const found = answer.status === 201 ? answer.body.status : String(answer.status)
      const codes = [answer.body.code, ...answer.body.errors.map((problem: { code: string }) => problem.code)]
      assert.deepEqual([found, codes.includes(code)], [status, true], `${row} ${JSON.stringify(codes)}`)
    }
  })

  it('with a sandbox key, a program gets named failures for the file addresses of docs/sandbox.md, once the files are checked', async () => {
    await using world = await startWorld({ config: { files: readConfig([], {}).files } })
    const ask = sandboxOf(world)
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
    const rows = [
      ...page.matchAll(/^\| `\/orderItems\/0\/product\/(\w+)` \| `"(\S+)"` \| (\w+)(?:, .+)? \| `(file_\w+)` \|$/gm),
    ]
    assert.equal(rows.length, 2)
    for (const [i, [row, part = '', address = '', status, code]] of rows.entries()) {
      const customerOrderId = `file-${i}`
      const orderItems = [{ sku: 'NOVEL', quantity: 1, retailPrice: '12.00', product: { ...files, [part]: address } }]
      const created = await ask('POST', '/orders/create', orderBody({ customerOrderId, orderItems }))
      assert.equal(created.status, 201, JSON.stringify(created.body))
      await world.settle()
      const early = (await ask('GET', `/orders/${customerOrderId}`)).body
      assert.equal(early.status, status, `${row} ${JSON.stringify(early.errors)}`)
      if (status !== 'FAILED') await world.advance(11 * minute)
      const order = (await ask('GET', `/orders/${customerOrderId}`)).body
      const codes = [...order.errors, ...order.warnings].map((problem: { code: string }) => problem.code)
      assert.ok(codes.includes(code!), `${row} ${codes}`)
    }
  })
})

it('a production key is refused everything of the sandbox', async () => {
  await using world = await startWorld()
  const as = world.charged.production.authorization
  for (const [method, path] of [
    ['GET', '/sandbox'],
    ['DELETE', '/sandbox/orders'],
    ['GET', '/sandbox/webhook-secret'],
    ['POST', '/sandbox/webhook-secret/rotate'],
  ] as const) {
    const { status, body } = await world.call(path, { method, as })
    assert.deepEqual([path, status, body.code], [path, 403, 'not_allowed'])
  }
})
