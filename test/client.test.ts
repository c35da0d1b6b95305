// The client for customers' programs, as it is published: compiled, over HTTP, with answers that get lost.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type * as Client from '../client/index.ts'
import { newPrivateKey, publicKeyOf, signedHeaders, signingKey } from '../src/base/signature.ts'
import { program } from './support/actors.ts'
import { orderBody, startWorld, type World } from './support/world.ts'

const folder = new URL('../client/', import.meta.url)
const tsc = new URL('../node_modules/typescript/bin/tsc', import.meta.url)

let client: typeof Client
let world: World
let url: string
before(async () => {
  execFileSync(process.execPath, [tsc.pathname, '-p', folder.pathname])
  const { exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  client = await import(new URL(exports['.'].default, folder).href)
  world = await startWorld({ start: new Date() }) // webhooks older than five minutes are refused
  url = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world?.[Symbol.asyncDispose]())

it('compiles with settings of its own, which TypeScript 5 knows too', () => {
  const { extends: base, compilerOptions } = JSON.parse(readFileSync(new URL('tsconfig.json', folder), 'utf8'))
  assert.deepEqual([base, compilerOptions.lib], [undefined, ['es2022', 'dom', 'dom.iterable']])
})

it('npm run client says what it needs where the development packages are missing', () => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-client-'))
  try {
    cpSync(new URL('../scripts/client.ts', import.meta.url), join(root, 'scripts', 'client.ts'))
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'client.ts')], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^npm run client needs the TypeScript compiler: .*\(npm ci\)\.$/m)
  } finally {
    rmSync(root, { recursive: true })
  }
})

type Send = typeof fetch
const lost = () => new TypeError('the connection was cut')

/** A client whose every attempt goes through `send`; its pauses are written down, not waited for. */
function connect({ send = fetch, mode = 'production' }: { send?: Send; mode?: 'production' | 'sandbox' } = {}) {
  const pausesMs: number[] = []
  const pause = async (ms: number) => void pausesMs.push(ms)
  const { authorization } = world.charged[mode]
  return { ...client.connect({ url: `${url}/`, authorization, fetch: send, pause }), pausesMs }
}

/** Does with each attempt what its turn says: `then` lets it through, and what comes back may be lost. */
const byTurns = (...turns: ('cut before' | 'cut after' | Response)[]): Send => {
  const left = [...turns]
  return async (...request) => {
    const turn = left.shift()
    if (turn === 'cut before') throw lost()
    if (turn instanceof Response) return turn
    const answer = await fetch(...request)
    if (turn === 'cut after') throw lost()
    return answer
  }
}

const orders = async (customerOrderId: string) =>
  (await Array.fromAsync(connect().orders.list())).filter(order => order.customerOrderId === customerOrderId)

describe('the client', () => {
  it('the client places an order, reads it, follows it and cancels it', async () => {
    const octavo = connect()
    const asked = orderBody({ customerOrderId: 'a/b ☃', payload: 'p' }) as Client.NewOrder
    assert.equal((await octavo.orders.validate(asked)).status, 'RECEIVED')
    const order = await octavo.orders.create(asked)
    assert.equal((await octavo.orders.report({ period: 'this_month' })).interval, 'day')
    assert.deepEqual([order.customerOrderId, order.status, order.payload], ['a/b ☃', 'RECEIVED', 'p'])
    assert.deepEqual((await octavo.orders.get('a/b ☃')).orderItems, order.orderItems)
    assert.equal((await octavo.orders.cancel('a/b ☃')).status, 'CANCELLED')
    const told = (await octavo.orders.events('a/b ☃')).filter(({ type }) => type !== 'OrderValidated')
    assert.deepEqual(told.map(({ type }) => type), ['OrderReceived', 'OrderCancelled']) // biome-ignore format: a list
    const { options } = await octavo.orders.estimate(asked)
    assert.equal(options[0]!.pricing?.orderTotal, order.pricing?.orderTotal)
  })

  it('the client lists orders and products to the end, page by page', async () => {
    const octavo = connect({ mode: 'sandbox' })
    const { place } = program(world, world.charged, 'sandbox')
    await Promise.all(Array.from({ length: 105 }, (_, i) => place(`s${i}`)))
    const listed = await Array.fromAsync(octavo.orders.list({ createdAfter: new Date(0) }))
    assert.equal(new Set(listed.map(({ customerOrderId }) => customerOrderId)).size, 105)
    const some = await Array.fromAsync(octavo.orders.list({ status: ['REJECTED'] }))
    assert.equal(some.length, 55)
    const products = await Array.fromAsync(octavo.products.list())
    assert.deepEqual(products.map(({ sku }) => sku), ['KEEPSAKE', 'NOVEL']) // biome-ignore format: a list
    assert.deepEqual(await octavo.products.get('NOVEL'), products[1])
  })

  it('the client reads the events of all orders, on from where it left off', async () => {
    const octavo = connect({ send: byTurns('cut after') })
    const { nextCursor: before } = await octavo.events({ cursor: 'latest' })
    const { place } = program(world, world.charged, 'production')
    const placed = [await place('f1'), await place('f2')]
    await world.settle()
    const { events, nextCursor } = await octavo.events({ cursor: before })
    const told = events.map(({ type, data }) => `${data.customerOrderId} ${type}`)
    assert.deepEqual(told.toSorted(), [
      'f1 OrderReceived',
      'f1 OrderValidated',
      'f2 OrderReceived',
      'f2 OrderValidated',
    ])
    assert.deepEqual(events[0]!.data, placed[0])
    const end = await octavo.events({ cursor: nextCursor })
    assert.deepEqual(end.events, [])
    // A cursor is sealed anew each time, so two cursors of one place differ.
    assert.deepEqual((await octavo.events({ cursor: end.nextCursor! })).events, [])
    const { events: again } = await octavo.events({ since: new Date(placed[0].createdAt) })
    assert.ok(again.length >= 2 && again.every(({ timestamp }) => timestamp >= placed[0].createdAt))
  })

  const troubles: [what: string, send: () => Send][] = [
    ['the answer is lost', () => byTurns('cut after')],
    ['the request is lost', () => byTurns('cut before')],
    ['the answer is lost again and again', () => byTurns('cut after', 'cut before', 'cut after', 'cut after')],
    ['a proxy times out after the service has answered', () => {
      const proxyAnswers = [new Response('<h1>Gateway Timeout</h1>', { status: 504 })]
      return async (...request) => {
        const answer = await fetch(...request)
        return proxyAnswers.shift() ?? answer
      }
    }],
    ['it is asked to come again later', () => byTurns(new Response('{}', { status: 429, headers: { 'retry-after': '7' } }))],
  ] // biome-ignore format: a table
  for (const [i, [what, send]] of troubles.entries()) {
    it(`the client places an order once, where ${what}`, async () => {
      const customerOrderId = `trouble-${i}`
      const order = await connect({ send: send() }).orders.create(orderBody({ customerOrderId }) as Client.NewOrder)
      assert.equal(order.customerOrderId, customerOrderId)
      assert.equal((await orders(customerOrderId)).length, 1)
    })
  }

  it('the client places an order once that has no identifier, and returns it as it was created', async () => {
    const before = (await Array.fromAsync(connect().orders.list())).length
    const order = await connect({ send: byTurns('cut after') }).orders.create(orderBody() as Client.NewOrder)
    assert.equal(order.status, 'RECEIVED')
    assert.equal((await Array.fromAsync(connect().orders.list())).length, before + 1)
  })

  it('the client waits longer each time, as long as the service asks for, and gives up after five attempts', async () => {
    const refusing = connect({ send: byTurns(...Array<'cut before'>(9).fill('cut before')) })
    await assert.rejects(refusing.orders.get('x'), { name: 'OctavoProblem', code: 'unreachable', status: 0 })
    assert.equal(refusing.pausesMs.length, 4)
    for (const [i, ms] of refusing.pausesMs.entries()) assert.ok(ms >= 250 * 2 ** i && ms <= 500 * 2 ** i, `${ms}`)
    const busy = connect({ send: byTurns(new Response('{}', { status: 429, headers: { 'retry-after': '9' } })) })
    await assert.rejects(busy.orders.get('x'), { code: 'order_not_found' })
    assert.deepEqual(busy.pausesMs, [9000])
  })

  it('the client rejects at once with the problem that the service returns', async () => {
    const octavo = connect()
    const { create } = octavo.orders
    await assert.rejects(create(orderBody({ currency: 'EUR' }) as Client.NewOrder), (problem: Client.OctavoProblem) => {
      assert.ok(problem instanceof client.OctavoProblem && problem.requestId !== null)
      assert.deepEqual([problem.status, problem.code, problem.errors[0]?.pointer], [400, 'malformed_request', '/currency'])
      return true
    }) // biome-ignore format: a predicate
    const order = orderBody({ customerOrderId: 'mine' }) as Client.NewOrder
    await create(order)
    await assert.rejects(create(order), { code: 'duplicate_order_id' })
    // Used in the other mode: not to be found here, and not to be placed.
    const sandbox = connect({ mode: 'sandbox', send: byTurns('cut before') })
    await assert.rejects(sandbox.orders.create(order), { code: 'duplicate_order_id' })
    assert.deepEqual(octavo.pausesMs, [])
  })

  it('the client reads a webhook that the service signed, and no other', async () => {
    const { promise: came, resolve } = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: Buffer }>()
    const receiver = createServer(async (request, response) => {
      resolve({ headers: request.headers, body: Buffer.concat(await Array.fromAsync(request)) })
      response.writeHead(204).end()
    })
    await new Promise<void>(ready => receiver.listen(0, '127.0.0.1', ready))
    const { port } = receiver.address() as AddressInfo
    const order = await connect().orders.create(
      orderBody({ customerOrderId: 'told', webhookUrl: `http://127.0.0.1:${port}/` }) as Client.NewOrder,
    )
    const webhook = await came
    receiver.close()
    const secret = world.charged.production.webhookSecret
    const { type, sequence, data } = client.readWebhook(secret, webhook)
    assert.deepEqual([type, sequence, data], ['OrderReceived', 1, order])
    const text = webhook.body.toString()
    assert.equal(client.readWebhook(secret, { headers: new Headers(webhook.headers as never), body: text }).sequence, 1)
    const forged = { ...webhook, body: text.replace('RECEIVED', 'SHIPPED!') }
    assert.throws(() => client.readWebhook(secret, forged))
    assert.throws(() => client.readWebhook(world.charged.sandbox.webhookSecret, webhook))
  })

  it('the client reads a webhook by the public key of the account, and no other', async () => {
    const privateKey = newPrivateKey()
    const body = JSON.stringify({ type: 'WebhookTest', timestamp: new Date().toISOString(), sequence: 0, data: {} })
    const headers = signedHeaders('evt_1', new Date(), body, [
      signingKey(`whsec_${Buffer.alloc(32).toString('base64')}`),
      signingKey(privateKey),
    ])
    const publicKey = publicKeyOf(privateKey)
    assert.equal((await client.readWebhookByPublicKey(publicKey, { headers, body })).type, 'WebhookTest')
    const read = (key: string, changes: object) => client.readWebhookByPublicKey(key, { headers, body, ...changes })
    await assert.rejects(read(publicKey, { body: body.replace('WebhookTest', 'OrderShipped') }), /fits the public key/)
    await assert.rejects(read(publicKeyOf(newPrivateKey()), {}), /fits the public key/)
    const old = signedHeaders('evt_1', new Date(Date.now() - 301_000), body, [signingKey(privateKey)])
    await assert.rejects(read(publicKey, { headers: old }), /five minutes/)
  })

  it('the client creates an endpoint, changes it, rotates its secret and deletes it', async () => {
    const { webhookEndpoints } = connect()
    const { endpointId, secret, ...made } = await webhookEndpoints.create({ url: 'https://shop.example/hook' })
    assert.deepEqual([made.events, made.enabled], [null, true])
    const changed = await webhookEndpoints.update(endpointId, { events: ['OrderShipped'], enabled: false })
    assert.deepEqual(changed.events, ['OrderShipped'])
    assert.deepEqual([await webhookEndpoints.get(endpointId), await webhookEndpoints.list()], [changed, [changed]])
    assert.notEqual(await webhookEndpoints.rotateSecret(endpointId), secret)
    await webhookEndpoints.delete(endpointId)
    await assert.rejects(webhookEndpoints.get(endpointId), { code: 'not_found' })
  })

  it('the client creates a product, changes, archives and restores it', async () => {
    const { products } = connect({ mode: 'sandbox' })
    const { manufacturingSku } = await products.get('NOVEL')
    const { sku } = await products.create({ sku: 'a/b ☕', name: 'Poems', manufacturingSku })
    const [changes, both] = [{ name: 'Verse' }, { alsoInProduction: true }]
    await assert.rejects(products.update(sku, changes), { code: 'counts_in_production' })
    assert.equal((await products.update(sku, changes, both)).name, 'Verse')
    await products.archive(sku, both)
    await assert.rejects(products.get(sku), { code: 'not_found' })
    assert.equal((await products.restore(sku, both)).name, 'Verse')
  })

  it('the client uploads a file of a product, reads its findings, and removes it', async () => {
    const { products } = connect({ mode: 'sandbox' })
    const both = { alsoInProduction: true }
    const { manufacturingSku } = await products.get('NOVEL')
    const template = `${url}/templates/published/${manufacturingSku}/cover/pdf?units=in&pageCount=120`
    const cover = await (await fetch(template)).blob()
    await assert.rejects(products.uploadFile('NOVEL', 'cover', cover), { code: 'counts_in_production' })
    const { files } = await products.uploadFile('NOVEL', 'cover', cover, both)
    assert.deepEqual(
      files.map(({ part, bytes, findings }) => [part, bytes, findings.map(({ code }) => code)]),
      [['cover', cover.size, ['pages_blank']]],
    )
    assert.deepEqual((await products.files('NOVEL')).files, files)
    await products.removeFile('NOVEL', 'cover', both)
    assert.deepEqual((await products.files('NOVEL')).files, [])
    await assert.rejects(products.removeFile('NOVEL', 'cover', both), { code: 'not_found' })
  })

  it('the client has files checked, and answers when that is done', async () => {
    const { manufacturingSku } = await connect().products.get('NOVEL')
    const template = (part: string) =>
      `${url}/templates/published/${manufacturingSku}/${part}/pdf?units=in&pageCount=120`
    const { authorization } = world.charged.production
    const octavo = client.connect({ url, authorization })
    const check = await octavo.files.check({ sku: 'NOVEL', coverUrl: template('cover'), gutsUrl: template('pages') })
    assert.deepEqual([check.status, check.passed, check.pageCount], ['DONE', true, 120])
  })
})
