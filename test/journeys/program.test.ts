// What a customer's program can find out without placing an order, and what it can read again afterwards.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day, hour } from '../../src/base/clock.ts'
import type { Mode } from '../../src/base/mode.ts'
import { member, press, program, support } from '../support/actors.ts'
import { orderBody, startReceiver, startWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await startWorld()
})
after(() => world?.[Symbol.asyncDispose]())

const validate = (body: unknown, as = world.charged.production.authorization) =>
  world.call('/orders/validate', { method: 'POST', as, body })

describe('validating an order', () => {
  const bodies: [what: string, changes: Record<string, unknown>][] = [
    ['can be made', {}],
    ['has a typing error', { webhookURL: 'https://a.example' }],
    ['wants a class that is not sold', { shippingClassification: 'overnight' }],
    ['names no product of the account', { orderItems: [{ sku: 'NONE' }] }],
    ['goes to a place that is none', { destination: { ...orderBody().destination, state: 'ZZ' } }],
  ]
  for (const [what, changes] of bodies) {
    it(`validating an order that ${what} returns the response of creating it`, async () => {
      for (const [account, mode] of [
        [world.charged, 'production'],
        [world.charged, 'sandbox'],
        [world.enterprise, 'production'],
      ] as const) {
        const customer = program(world, account, mode)
        const { status, body } = await validate(orderBody(changes), customer.as)
        assert.equal(status, 200, JSON.stringify(body))
        const order = (await customer.create(orderBody(changes))).body
        const { addressCheck: _, ...preview } = body
        assert.deepEqual(preview, Object.fromEntries(Object.keys(preview).map(name => [name, order[name]])))
        assert.equal('pricing' in body, 'pricing' in order)
      }
    })
  }

  it('validating an order stores nothing, and takes neither the identifier nor a place', async () => {
    const { create, read } = program(world, world.charged, 'production')
    const body = orderBody({ customerOrderId: 'later' })
    for (let i = 0; i < 60; i++) assert.equal((await validate(body)).body.status, 'RECEIVED')
    assert.equal((await read('later')).code, 'order_not_found')
    assert.equal((await create(body)).body.status, 'RECEIVED')
    assert.deepEqual([(await validate(body)).status, (await validate(body)).body.code], [400, 'duplicate_order_id'])
  })

  it('validating an order counts the current usage of the limit', async () => {
    await using small = await startWorld()
    const limits = { ordersPer24Hours: 1, queueCeiling: 2 }
    await support(small).change(small.charged, { limits: { production: limits, sandbox: limits } })
    const becomes = async (mode: Mode) => {
      const as = small.charged[mode].authorization
      const { status, errors } = (await small.call('/orders/validate', { method: 'POST', as, body: orderBody() })).body
      return [status, ...errors.map((error: { code: string }) => error.code)].join()
    }
    const { place } = program(small, small.charged, 'production')
    assert.equal(await becomes('production'), 'RECEIVED')
    await place('1')
    assert.equal(await becomes('production'), 'QUEUED')
    await place('2')
    assert.equal(await becomes('production'), 'REJECTED,queue_ceiling_reached')
    await program(small, small.charged, 'sandbox').place('3')
    assert.equal(await becomes('sandbox'), 'REJECTED,order_limit_reached')
    await small.advance(day)
    assert.equal(await becomes('sandbox'), 'RECEIVED')
  })

  it('validating an order refuses the same requests as creating it', async () => {
    for (const changes of [{ currency: 'EUR' }, { destination: { ...orderBody().destination, country: 'FR' } }]) {
      const created = await program(world, world.charged, 'production').create(orderBody(changes))
      const { status, body } = await validate(orderBody(changes))
      assert.deepEqual([status, body.code, body.errors], [created.status, created.body.code, created.body.errors])
    }
  })
})

describe("an order's events", () => {
  const eventsOf = (customerOrderId: string, as = world.charged.production.authorization) =>
    world.call(`/orders/${encodeURIComponent(customerOrderId)}/events`, { as })

  it("an order's events equal its webhooks, with the same ids and texts", async () => {
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const { place } = program(world, world.charged, 'production')
    await place('told/1', { webhookUrl: receiver.url })
    await world.settle()
    await world.advance(day)
    await world.advance(2 * hour)
    await press(world).tell('told/1', 'accept')
    await press(world).tell('told/1', 'ship', { shipments: [{ packages: [{ trackingNumber: '1Z999AA10123456784' }] }] })
    await world.settle()

    const { status, body } = await eventsOf('told/1')
    assert.equal(status, 200)
    const receivedEvents = receiver.received.map(({ headers, at: _sent, ...event }) => ({
      eventId: headers['webhook-id'],
      ...event,
    }))
    assert.deepEqual(
      body.events,
      receivedEvents.toSorted((a, b) => a.sequence - b.sequence),
    )
    assert.equal(body.events.at(-1).type, 'OrderShipped')
    assert.deepEqual(
      body.events.map(({ sequence }: { sequence: number }) => sequence),
      body.events.map((_event: unknown, i: number) => i + 1),
    )
  })

  it('an order without a webhook address has events', async () => {
    await program(world, world.charged, 'production').place('quiet')
    assert.equal((await eventsOf('quiet')).body.events[0].type, 'OrderReceived')
  })

  it("an order's events are shown to the account and mode of the order only", async () => {
    await program(world, world.charged, 'production').place('ours')
    for (const other of [world.charged.sandbox, world.enterprise.production]) {
      assert.equal((await eventsOf('ours', other.authorization)).body.code, 'order_not_found')
    }
  })
})

describe('products', () => {
  it('products are listed for a program with the data for ordering them, in pages', async () => {
    const as = world.charged.sandbox.authorization
    const { products, nextCursor } = (await world.call('/products?limit=1', { as })).body
    const { products: more, nextCursor: end } = (await world.call(`/products?cursor=${nextCursor}`, { as })).body
    assert.deepEqual([...products, ...more].map(({ sku }) => sku), ['KEEPSAKE', 'NOVEL']) // biome-ignore format: a list
    assert.equal(end, null)
    const [novel] = more
    assert.deepEqual(novel, (await world.call('/products/NOVEL', { as })).body)
    assert.deepEqual(
      [novel.pages, novel.pageCount, novel.attributes.size],
      [{ min: 32, max: 800, step: 2 }, 120, '6 x 9 in'],
    )
    const { body } = await program(world, world.charged, 'sandbox').create(
      orderBody({ orderItems: [{ sku: novel.sku, pageCount: novel.pages.min }] }),
    )
    assert.equal(body.status, 'RECEIVED')
  })

  it('a program creates a product, changes, archives and restores it, from the sandbox only if it says so', async () => {
    const { sandbox, production } = world.charged
    const ask = (method: 'POST' | 'PATCH', path: string, body?: unknown, { authorization: as } = sandbox) =>
      world.call(`/products${path}`, { method, as, ...(body === undefined ? {} : { body }) })
    const { manufacturingSku } = (await world.call('/products/NOVEL', { as: sandbox.authorization })).body
    const created = await ask('POST', '', { sku: 'a/b ☕', name: 'Poems', manufacturingSku, pageCount: 96 })
    assert.deepEqual([created.status, created.body.pageCount, created.body.coverUrl], [201, 96, null])
    const path = `/${encodeURIComponent('a/b ☕')}`
    const readBy = async ({ authorization: as }: { authorization: string }) =>
      (await world.call(`/products${path}`, { as })).body
    assert.deepEqual(await readBy(production), created.body)
    for (const [method, end, body] of [
      ['PATCH', '', { name: 'x' }],
      ['POST', '/archive'],
      ['POST', '/restore'],
    ] as const) {
      const refused = await ask(method, path + end, body)
      assert.deepEqual([refused.status, refused.body.code], [409, 'counts_in_production'])
    }
    assert.deepEqual(await readBy(production), created.body)
    const changes = { name: 'Collected poems', pageCount: null }
    const changed = (await ask('PATCH', `${path}?alsoInProduction=true`, changes)).body
    assert.deepEqual(changed, { ...created.body, ...changes })
    assert.equal((await ask('POST', `${path}/archive`, undefined, production)).status, 200)
    assert.equal((await readBy(sandbox)).code, 'not_found')
    assert.equal((await ask('PATCH', path, { name: 'x' }, production)).status, 404)
    assert.equal((await ask('POST', '', { sku: 'a/b ☕', name: 'x', manufacturingSku })).body.code, 'already_exists')
    assert.deepEqual((await ask('POST', `${path}/restore`, undefined, production)).body, changed)
    const wrong = await ask('POST', '', { sku: 'x', name: 'x', manufacturingSku, pageCount: 1 })
    assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [400, '/pageCount'])
    await ask('POST', `${path}/archive`, undefined, production)
  })

  it('a program uploads a file of a product, sees its findings and pages, and orders of the product use it', async () => {
    const { sandbox, production } = world.charged
    const as = sandbox.authorization
    const template = '/templates/published/PB-0600X0900-BW-60W/cover/pdf?units=in&pageCount=120'
    const { rawPayload: payload } = await world.app.server.inject(template)
    const inject = (method: 'PUT' | 'GET' | 'DELETE', path: string, { authorization }: { authorization: string }) =>
      world.app.server.inject({
        method,
        url: `/products/NOVEL/files${path}`,
        headers: { authorization, ...(method === 'PUT' ? { 'content-type': 'application/pdf' } : {}) },
        ...(method === 'PUT' ? { payload } : {}),
      })
    for (const method of ['PUT', 'DELETE'] as const) {
      assert.equal((await inject(method, '/cover', sandbox)).json().code, 'counts_in_production')
    }
    const [file] = (await inject('PUT', '/cover?alsoInProduction=true', sandbox)).json().files
    assert.deepEqual([file.part, file.source, file.bytes], ['cover', 'upload', payload.length])
    assert.deepEqual(
      file.findings.map(({ code }: { code: string }) => code),
      ['pages_blank'],
    )
    const preview = new URL(file.previews[0].url)
    const picture = await world.app.server.inject({ url: preview.pathname, headers: { authorization: as } })
    assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/webp'])
    assert.deepEqual((await inject('GET', '', world.enterprise.production)).json().files, [])
    const order = orderBody({ orderItems: [{ sku: 'NOVEL' }] })
    const { customerOrderId } = (await program(world, world.charged, 'sandbox').create(order)).body
    await world.settle()
    const { warnings } = (await world.call(`/orders/${customerOrderId}`, { as })).body
    assert.deepEqual(
      warnings.map(({ detail }: { detail: string }) => detail),
      ['neither the item nor its product has gutsUrl'],
    )
    assert.equal((await inject('DELETE', '/cover', production)).statusCode, 204)
    assert.deepEqual((await inject('GET', '', sandbox)).json().files, [])
  })

  it('products that are archived cannot be ordered, and are not listed', async () => {
    const { ask } = await member(world, world.enterprise)
    const as = world.enterprise.production.authorization
    await ask('POST', '/products/KEEPSAKE/archive')
    assert.deepEqual(
      (await world.call('/products', { as })).body.products.map(({ sku }: { sku: string }) => sku),
      ['NOVEL'],
    )
    assert.equal((await world.call('/products/KEEPSAKE', { as })).status, 404)
    assert.equal((await world.call('/products/NOVEL', { as: world.charged.production.authorization })).status, 200)
  })
})
