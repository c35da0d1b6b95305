import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createApp } from '../../src/app/app.ts'
import { hour, later, type ManualClock, minute } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { type Mode, modes } from '../../src/base/mode.ts'
import { readConfig } from '../../src/config/config.ts'
import { member, orderPath, program } from '../support/actors.ts'
import { files, orderBody, startWorld, type World } from '../support/world.ts'

let world: World
let owner: Awaited<ReturnType<typeof member>>
before(async () => {
  world = await startWorld()
  owner = await member(world, world.charged)
})
after(async () => {
  await world?.settle()
  await world?.assertSound()
  await world?.[Symbol.asyncDispose]()
})

const orderOf = (sku: string) => orderBody({ orderItems: [{ sku, quantity: 1, product: files }] })
const placeOf = (sku: string, mode: Mode = 'production') =>
  program(world, world.charged, mode)
    .create(orderOf(sku))
    .then(({ body }) => body)

describe('a product', () => {
  it('a product is created, is read with its attributes, and can be ordered in both modes at once', async () => {
    const { manufacturingSku } = world.charged.products[0]!
    const created = await owner.ask('POST', '/products', {
      sku: 'A/B 1%',
      name: 'Ours',
      manufacturingSku,
      pageCount: 120,
    })
    assert.equal(created.status, 201)
    assert.deepEqual(Object.keys(created.body.attributes).sort(), ['bleed', 'cover', 'paperType', 'size', 'textColor'])
    assert.deepEqual((await owner.ask('GET', `/products/${encodeURIComponent('A/B 1%')}`)).body, created.body)
    for (const mode of modes) {
      assert.equal((await placeOf('A/B 1%', mode)).status, 'RECEIVED')
    }
    const again = await owner.ask('POST', '/products', { sku: 'A/B 1%', name: 'Twice', manufacturingSku })
    assert.deepEqual([again.status, again.body.code], [409, 'already_exists'])
  })

  it('a product may hold default files, which an item overrides', async () => {
    const { manufacturingSku } = world.charged.products[0]!
    await owner.ask('POST', '/products', { sku: 'FILES', name: 'With files', manufacturingSku, ...files })
    const { create } = program(world, world.charged, 'production')
    const { body } = await create(orderBody({ orderItems: [{ sku: 'FILES', quantity: 1 }] }))
    assert.deepEqual([body.status, body.errors], ['RECEIVED', []])
  })

  it('a product that is archived cannot be ordered, until it is restored', async () => {
    const { manufacturingSku } = world.charged.products[0]!
    await owner.ask('POST', '/products', { sku: 'OLD', name: 'Old', manufacturingSku })
    assert.equal((await owner.ask('POST', '/products/OLD/archive')).status, 200)
    assert.deepEqual((await placeOf('OLD')).errors[0].code, 'unknown_sku')
    const listed = async (query: string) =>
      (await owner.ask('GET', `/products${query}`)).body.products.map((one: { sku: string }) => one.sku)
    assert.equal((await listed('')).includes('OLD'), false)
    await owner.ask('POST', '/products/OLD/restore')
    assert.equal((await placeOf('OLD')).status, 'RECEIVED')
    assert.equal((await listed('')).includes('OLD'), true)
  })

  it('a product must be in the catalog, with a page count that it can have', async () => {
    const { manufacturingSku } = world.charged.products[0]!
    const unknown = await owner.ask('POST', '/products', { sku: 'X', name: 'X', manufacturingSku: 'NONE' })
    assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [400, '/manufacturingSku'])
    const pages = await owner.ask('POST', '/products', { sku: 'X', name: 'X', manufacturingSku, pageCount: 1 })
    assert.deepEqual([pages.status, pages.body.errors[0].pointer], [400, '/pageCount'])
    assert.equal((await owner.ask('GET', '/products/X')).status, 404)
    assert.ok((await owner.ask('GET', '/catalogue')).body.skus.length >= 12)
  })

  it('a product is edited without changing orders that were placed', async () => {
    const { manufacturingSku } = world.charged.products[0]!
    await owner.ask('POST', '/products', { sku: 'EDIT', name: 'Before', manufacturingSku, pageCount: 120 })
    const order = await placeOf('EDIT')
    const { body } = await owner.ask('PATCH', '/products/EDIT', { name: 'After', pageCount: 300 })
    assert.deepEqual([body.name, body.pageCount], ['After', 300])
    await world.settle()
    const { read } = program(world, world.charged, 'production')
    assert.equal((await read(order.customerOrderId)).pricing.itemsTotal, order.pricing.itemsTotal)
  })
})

describe('an API key', () => {
  it('an API key is made for one mode, works at once, and is shown again in sandbox only', async () => {
    for (const mode of modes) {
      const { status, body: key } = await owner.ask('POST', `/${mode}/keys`, { label: 'Second' })
      assert.equal(status, 201)
      const [name, secret] = Buffer.from(key.authorization.replace(/^Basic /, ''), 'base64')
        .toString()
        .split(':')
      assert.match(name!, new RegExp(`^octavo_${mode}_`))
      assert.match(secret!, /^[0-9A-Za-z]{40,}$/)
      assert.equal((await world.call('/orders', { as: key.authorization })).status, 200)
      const { keys } = (await owner.ask('GET', `/${mode}/keys`)).body
      const listed = keys.find((one: { keyId: string }) => one.keyId === key.keyId)
      assert.equal(listed.authorization, mode === 'sandbox' ? key.authorization : null)
      const other = mode === 'sandbox' ? 'production' : 'sandbox'
      const made = (await world.call('/orders/create', { method: 'POST', as: key.authorization, body: orderBody() }))
        .body
      assert.equal(made.mode, mode)
      const elsewhere = await world.call(orderPath(made.customerOrderId), { as: world.charged[other].authorization })
      assert.equal(elsewhere.status, 404)
    }
  })

  it('an API key that is revoked stops working, and the other keys go on', async () => {
    const { body: key } = await owner.ask('POST', '/production/keys', { label: 'Short-lived' })
    const status = async () => (await world.call('/orders', { as: key.authorization })).status
    assert.equal(await status(), 200)
    assert.equal((await owner.ask('DELETE', `/production/keys/${key.keyId}`)).status, 204)
    assert.equal(await status(), 401)
    assert.equal((await owner.ask('DELETE', `/production/keys/${key.keyId}`)).status, 204)
    assert.equal((await world.call('/orders', { as: world.charged.production.authorization })).status, 200)
    const { keys } = (await owner.ask('GET', '/production/keys')).body
    assert.ok(keys.find((one: { keyId: string }) => one.keyId === key.keyId).revokedAt)
  })
})

describe('a key that is revoked elsewhere', () => {
  it('a key that is revoked elsewhere stops working within 5 seconds in a process that has just used it', async context => {
    const { body: key } = await owner.ask('POST', '/production/keys', { label: 'Elsewhere' })
    const rates = { perSecond: 1e6, burst: 1e6 }
    const config = {
      ...readConfig([], { DATA_DIR: 'unused', FILE_CHECK: 'addresses' }),
      role: 'api' as const,
      secretKey: Buffer.alloc(32, 7),
      rateLimits: { key: rates, address: rates },
    }
    const database = { ...world.app.database, close: async () => {} } // it is the first one's to close
    const other = await createApp(config, silentLog, { database, clock: world.app.clock })
    context.after(() => other.close())
    const turn = () => new Promise(resolve => setImmediate(resolve)) // the keyring's time passes with the event loop's
    const ask = async () =>
      (await other.server.inject({ url: '/orders', headers: { authorization: key.authorization } })).statusCode
    assert.equal(await ask(), 200)
    await owner.ask('DELETE', `/production/keys/${key.keyId}`)
    const revokedMs = performance.now()
    for (; (await ask()) === 200; await turn()) assert.ok(performance.now() - revokedMs < 5000)
    assert.equal(await ask(), 401)
  })
})

describe('the card', () => {
  it('the card on file is shown by brand and last digits, and replaced by a test card', async () => {
    assert.deepEqual((await defaultCard(owner)).last4, '0001')
    assert.deepEqual((await owner.useCard('sim_decline')).body.cards.length, 2)
    assert.equal((await owner.useCard('4242424242424242')).status, 400)
    assert.deepEqual((await defaultCard(owner)).last4, '0002')
  })
})

describe('orders in the dashboard', () => {
  it('orders in the dashboard are listed for each mode, shown with every step, and cancelled', async () => {
    const { place } = program(world, world.charged, 'production')
    await place('seen')
    await world.settle()
    const { body } = await owner.ask('GET', '/production/orders/seen')
    assert.deepEqual(
      body.steps.map(({ sequence, on, status }: Record<string, unknown>) => [sequence, on, status]),
      [
        [1, 'admitted', 'RECEIVED'],
        [2, 'validation_started', 'VALIDATING'],
        [3, 'validated', 'VALID_AWAITING_PAYMENT'],
      ],
    )
    assert.equal(body.heldUntil, null)
    // The order names none: it has as many as its product.
    assert.deepEqual([body.order.orderItems[0].pageCount, body.pageCounts], [undefined, [120]])
    assert.equal((await owner.ask('GET', '/sandbox/orders/seen')).status, 404)
    assert.equal((await owner.ask('DELETE', '/production/orders/seen')).body.status, 'CANCELLED')
    const listed = (await owner.ask('GET', '/production/orders?status=CANCELLED')).body.orders
    assert.deepEqual(listed[0].customerOrderId, 'seen')
  })
})

describe('an order that a person follows', () => {
  it('an order in the dashboard says until when it is held, and who moved it', async () => {
    const { place } = program(world, world.charged, 'sandbox')
    await place('followed')
    await world.settle()
    const bys = async () => {
      const { body } = await owner.ask('GET', '/sandbox/orders/followed')
      return [body.heldUntil, ...body.steps.map(({ by }: { by: string }) => by)]
    }
    await owner.simulate('followed', 'payment_success')
    const until = later(world.now(), 2 * hour).toISOString()
    assert.deepEqual(await bys(), [until, 'API key Demo', 'System', 'System', 'Mina Okafor'])
    await owner.ask('DELETE', '/sandbox/orders/followed')
    assert.equal((await bys())[0], null)
  })
})

describe("a program's list of orders", () => {
  it("a program's list of orders is newest first, filtered, paged by a cursor, and of its own mode", async () => {
    const { as, place } = program(world, world.enterprise, 'sandbox')
    const clock = world.app.clock as ManualClock
    const times: string[] = []
    for (const id of ['1', '2', '3', '4', '5']) {
      clock.set(later(clock(), minute))
      times.push((await place(id, id === '3' ? { shippingClassification: 'none' } : {})).createdAt)
    }
    await world.settle()
    const list = async (query: string) => {
      const { status, body } = await world.call(`/orders?${query}`, { as })
      assert.equal(status, 200, JSON.stringify(body))
      return { ids: body.orders.map((one: { customerOrderId: string }) => one.customerOrderId), next: body.nextCursor }
    }
    assert.deepEqual(await list(''), { ids: ['5', '4', '3', '2', '1'], next: null })
    assert.deepEqual((await list('status=FAILED')).ids, ['3'])
    assert.deepEqual((await list('status=VALID_HOLDING_BIN,FAILED')).ids, ['5', '4', '3', '2', '1'])
    const between = `createdAfter=${times[0]}&createdBefore=${times[3]}`
    const ids = (await list(between)).ids
    assert.ok(ids.includes('2') && ids.includes('3') && !ids.includes('5'), ids.join())
    const pages: string[][] = []
    for (let cursor = ''; ; ) {
      const { ids, next } = await list(`limit=2${cursor}`)
      pages.push(ids)
      if (next === null) break
      cursor = `&cursor=${next}`
    }
    assert.deepEqual(pages, [['5', '4'], ['3', '2'], ['1']])
    assert.deepEqual((await world.call('/orders', { as: world.enterprise.production.authorization })).body.orders, [])
  })

  it("a program's list of orders refuses the unknown parameter state, and names status", async () => {
    const { as } = program(world, world.charged, 'production')
    const { status, body } = await world.call('/orders?state=QUEUED', { as })
    assert.deepEqual([status, body.warnings.length, body.warnings[0].pointer], [200, 1, '?state'])
    assert.match(
      body.warnings[0].detail,
      /got "QUEUED"; the parameters are sort, status, createdAfter, createdBefore, search, .*, limit, cursor\.$/,
    )
    assert.deepEqual((await world.call('/orders?status=QUEUED', { as })).body.warnings, [])
  })

  for (const query of ['limit=0', 'limit=101', 'limit=x', 'status=LOST', 'createdAfter=yesterday', 'cursor=abc']) {
    it(`a program's list of orders refuses ${query}`, async () => {
      const { as } = program(world, world.charged, 'production')
      const { status, body } = await world.call(`/orders?${query}`, { as })
      assert.deepEqual([status, body.errors[0].pointer], [400, `?${query.split('=')[0]}`])
    })
  }
})

async function defaultCard({ ask }: Awaited<ReturnType<typeof member>>) {
  const { cards } = (await ask('GET', '/cards')).body
  return cards.find((card: { isDefault: boolean }) => card.isDefault)
}
