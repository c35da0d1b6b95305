import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { program } from '../support/actors.ts'
import { files, orderBody, somewhere, startWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await startWorld()
})
after(() => world?.[Symbol.asyncDispose]())

const estimate = (body: unknown, as = world.charged.production.authorization) =>
  world.call('/orders/shipping/estimate', { method: 'POST', as, body })
const novel = { sku: 'NOVEL', quantity: 2 }
const classesOf = ({ options }: { options: { shippingClassification: string }[] }) =>
  options.map(one => one.shippingClassification)

describe('an estimate', () => {
  it('an estimate names every class the destination sells, cheapest first, with prices and dates', async () => {
    const { status, body } = await estimate({ destination: { country: 'US', state: 'NY' }, orderItems: [novel] })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['currency', 'options', 'pageCountsAssumed', 'warnings'])
    assert.deepEqual([body.currency, classesOf(body)], ['USD', ['standard', 'expedited', 'rush']])
    assert.deepEqual(
      body.options.map((one: { manufacturingBusinessDays: number }) => one.manufacturingBusinessDays),
      [4, 4, 3],
    )
    assert.deepEqual(
      body.options.map(({ cheapest, fastest }: Record<string, boolean>) => [cheapest, fastest]),
      [
        [true, false],
        [false, false],
        [false, true],
      ],
    )
    for (const { shippingPrice, pricing, estimatedShipDate, estimatedDelivery, transitBusinessDays } of body.options) {
      assert.equal(pricing.shippingTotal, shippingPrice)
      const { itemsTotal, fulfillmentTotal, shippingTotal, taxesTotal, orderTotal } = pricing
      assert.equal(orderTotal, Math.round((itemsTotal + fulfillmentTotal + shippingTotal + taxesTotal) * 100) / 100)
      assert.ok(
        estimatedShipDate < estimatedDelivery.earliest && estimatedDelivery.earliest <= estimatedDelivery.latest,
      )
      assert.ok(transitBusinessDays.min <= transitBusinessDays.max)
    }
  })

  it('an estimate has the later price and ship date of the order', async () => {
    const { place } = program(world, world.charged, 'production')
    const { options } = (await estimate(orderBody())).body
    for (const option of options) {
      const { shippingClassification } = option
      const order = await place(shippingClassification, { shippingClassification })
      assert.deepEqual(order.pricing, option.pricing)
      assert.equal(order.estimatedShipDate, option.estimatedShipDate)
      assert.deepEqual(order.selectedShipping, {
        shippingClassification,
        price: option.shippingPrice,
        estimatedDelivery: option.estimatedDelivery,
      })
    }
  })

  it('an estimate of a large order has freight and more days, and the order has its price and days', async () => {
    const body = orderBody({ orderItems: [{ ...novel, quantity: 2000, product: files }] })
    const { options } = (await estimate(body)).body
    const days = options.map((one: Record<string, unknown>) => [one.freight, one.manufacturingBusinessDays])
    assert.deepEqual(days, [
      [true, 10],
      [true, 10],
      [true, 9],
    ])
    const order = await program(world, world.charged, 'production').place('large', body)
    assert.deepEqual(order.pricing, options[0].pricing)
    assert.equal(order.estimatedShipDate, options[0].estimatedShipDate)
    assert.deepEqual(order.selectedShipping.estimatedDelivery, options[0].estimatedDelivery)
    const fewer = (await estimate({ ...body, orderItems: [{ ...novel, quantity: 499 }] })).body.options[0]
    assert.equal(fewer.freight, false)
    assert.ok(fewer.shippingPrice <= options[0].shippingPrice)
  })

  it('an estimate includes the taxes of counties if it has a postal code', async () => {
    const operatorDir = mkdtempSync(join(tmpdir(), 'octavo-operator-'))
    cpSync('operator', operatorDir, { recursive: true })
    const taxFile = join(operatorDir, 'tax.json')
    const local = { 'Monroe County': { in: 'US-NY', postal: ['146'], rate: 0.04 } }
    writeFileSync(taxFile, JSON.stringify({ ...JSON.parse(readFileSync(taxFile, 'utf8')), local }))
    await using taxed = await startWorld({ config: { operatorDir } })
    const as = taxed.charged.production.authorization
    const taxesOf = async (destination: object) => {
      const body = orderBody({ destination })
      const { options } = (await taxed.call('/orders/shipping/estimate', { method: 'POST', as, body })).body
      return options[0].pricing.taxesTotal
    }
    const order = await program(taxed, taxed.charged, 'production').place('taxed')
    assert.equal(await taxesOf(somewhere), order.pricing.taxesTotal)
    assert.ok((await taxesOf({ country: 'US', state: 'NY' })) < order.pricing.taxesTotal)
    rmSync(operatorDir, { recursive: true })
  })

  it('an estimate takes a whole create body and creates nothing', async () => {
    const { status, body } = await estimate(orderBody({ customerOrderId: 'not made', payload: 'p' }))
    assert.deepEqual([status, body.warnings], [200, []])
    assert.equal((await program(world, world.charged, 'production').read('not made')).code, 'order_not_found')
  })

  it('an estimate warns of fields that it ignores, so that a typo is seen', async () => {
    const destination = { country: 'US', state: 'NY', zip: '14604' }
    const { status, body } = await estimate({ destination, orderItems: [{ sku: 'NOVEL', quantitty: 200 }] })
    assert.equal(status, 200)
    assert.deepEqual(
      body.warnings.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['/destination/zip', 'unknown_field'],
        ['/orderItems/0/quantitty', 'unknown_field'],
      ],
    )
  })

  it('an estimate gives an enterprise account options and dates, and no prices', async () => {
    const { body } = await estimate(orderBody(), world.enterprise.production.authorization)
    assert.equal(body.options.length, 3)
    for (const { shippingPrice, pricing, estimatedShipDate } of body.options) {
      assert.deepEqual([shippingPrice, pricing], [null, null])
      assert.match(estimatedShipDate, /^\d{4}-\d\d-\d\d$/)
    }
  })

  it('an estimate names the page counts that it had to assume', async () => {
    const cookie = await world.signIn(world.charged.user)
    const { manufacturingSku } = world.charged.products[0]!
    const body = { sku: 'UNREAD', name: 'Unread', manufacturingSku }
    await world.call('/dashboard/api/products', { method: 'POST', cookie, body })
    const destination = { country: 'US', state: 'NY' }
    const { pageCountsAssumed } = (await estimate({ destination, orderItems: [{ sku: 'UNREAD' }, novel] })).body
    assert.deepEqual(
      pageCountsAssumed.map(({ sku }: { sku: string }) => sku),
      ['UNREAD'],
    )
    const withPageCount = await estimate({ destination, orderItems: [{ sku: 'UNREAD', pageCount: 120 }] })
    assert.deepEqual(withPageCount.body.pageCountsAssumed, [])
  })

  it('an estimate knows every country, and that not every place sells every class', async () => {
    const sold = new Set<string>()
    for (const country of ['PR', 'gu', 'VI', 'AS', 'MP']) {
      const { status, body } = await estimate({ destination: { country }, orderItems: [novel] })
      assert.equal(status, 200, country)
      sold.add(classesOf(body).join())
    }
    const canada = await estimate({ destination: { country: 'CA', state: 'Québec' }, orderItems: [novel] })
    sold.add(classesOf(canada.body).join())
    sold.add(classesOf((await estimate(orderBody())).body).join())
    assert.ok(sold.size > 1)
  })

  const refused: [what: string, body: unknown, code: string, pointers: string[]][] = [
    ['another country', { destination: { country: 'FR' }, orderItems: [novel] }, 'unsupported_country', ['/destination/country']],
    ['the US without a state', { destination: { country: 'US' }, orderItems: [novel] }, 'malformed_request', ['/destination/state']],
    ['an unknown state', { destination: { country: 'US', state: 'XX' }, orderItems: [novel] }, 'malformed_request', ['/destination/state']],
    ['an unknown sku', { destination: somewhere, orderItems: [{ sku: 'NONE' }] }, 'malformed_request', ['/orderItems/0/sku']],
    ['no items', { destination: somewhere, orderItems: [] }, 'malformed_request', ['/orderItems']],
    ['euros', { destination: somewhere, orderItems: [novel], currency: 'EUR' }, 'malformed_request', ['/currency']],
    ['a page count the product cannot have', { destination: somewhere, orderItems: [{ ...novel, pageCount: 3, product: files }] }, 'malformed_request', ['/orderItems/0/pageCount']],
    ['all that is wrong at once', { destination: { country: 'US', state: 'XX' }, orderItems: [{ sku: 'NONE' }, { ...novel, pageCount: 3 }] }, 'malformed_request', ['/destination/state', '/orderItems/0/sku', '/orderItems/1/pageCount']],
  ] // biome-ignore format: a table
  for (const [what, body, code, pointers] of refused) {
    it(`an estimate refuses ${what}`, async () => {
      const { status, body: problem } = await estimate(body)
      assert.deepEqual([status, problem.code], [400, code], JSON.stringify(problem))
      assert.deepEqual(
        problem.errors.map(({ pointer }: { pointer: string }) => pointer),
        pointers,
      )
    })
  }
})
