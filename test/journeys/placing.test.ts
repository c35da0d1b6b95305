import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { orderPath, program } from '../support/actors.ts'
import { files, orderBody, somewhere, startWorld, type World } from '../support/world.ts'

type Body = Record<string, unknown>

let world: World
let production: ReturnType<typeof program>
let sandbox: ReturnType<typeof program>
before(async () => {
  world = await startWorld()
  production = program(world, world.charged, 'production')
  sandbox = program(world, world.charged, 'sandbox')
  const limits = { ordersPer24Hours: 1000, queueCeiling: 1000 }
  await world.call(`/staff/accounts/${world.charged.accountId}`, {
    method: 'PATCH',
    as: world.demo.staff.authorization,
    body: { limits: { production: limits, sandbox: limits } },
  })
})
after(async () => {
  await world?.settle()
  await world?.assertSound()
  await world?.[Symbol.asyncDispose]()
})

const without = (name: string, from: Body = orderBody()): Body =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))
const to = (changes: Body) => orderBody({ destination: { ...somewhere, ...changes } })
const toWithout = (name: string) => orderBody({ destination: without(name, somewhere) })
const item = (changes: Body) => orderBody({ orderItems: [{ sku: 'NOVEL', quantity: 2, product: files, ...changes }] })
const slip = (packingSlip: Body) => orderBody({ packingSlip })
const canada = { ...somewhere, city: 'Ottawa', state: 'ON', postal: 'K1A 0B1', country: 'CA' }
const islands = { ...without('state', somewhere), city: 'San Juan', postal: '00901', country: 'PR' }
const pointersOf = (problems: { pointer: string }[]) => problems.map(({ pointer }) => pointer)

// biome-ignore format: a table
const malformed: [what: string, body: unknown, pointers: string[]][] = [
  ['nothing', undefined, ['']],
  ['null', 'null', ['']],
  ['a list', [], ['']],
  ['an empty customerOrderId', orderBody({ customerOrderId: '' }), ['/customerOrderId']],
  ['a customerOrderId of 41 characters', orderBody({ customerOrderId: 'x'.repeat(41) }), ['/customerOrderId']],
  ['a customerOrderId of 41 astral characters', orderBody({ customerOrderId: '📚'.repeat(41) }), ['/customerOrderId']],
  ['a customerOrderId with a line end', orderBody({ customerOrderId: 'a\nb' }), ['/customerOrderId']],
  ['a customerOrderId with NUL', orderBody({ customerOrderId: 'a\0b' }), ['/customerOrderId']],
  ['a customerOrderId with a C1 control character', orderBody({ customerOrderId: 'a\u0085b' }), ['/customerOrderId']],
  ['a numeric customerOrderId', orderBody({ customerOrderId: 7 }), ['/customerOrderId']],
  ['a payload of 513 characters', orderBody({ payload: 'x'.repeat(513) }), ['/payload']],
  ['a payload of 513 astral characters', orderBody({ payload: '📚'.repeat(513) }), ['/payload']],
  ['a payload that is an object', orderBody({ payload: {} }), ['/payload']],
  ['euros', orderBody({ currency: 'EUR' }), ['/currency']],
  ['dollars in lower case', orderBody({ currency: 'usd' }), ['/currency']],
  ['a numeric shippingClassification', orderBody({ shippingClassification: 1 }), ['/shippingClassification']],
  ['a webhookUrl that is no URL', orderBody({ webhookUrl: 'hooks.example' }), ['/webhookUrl']],
  ['a webhookUrl of another scheme', orderBody({ webhookUrl: 'ftp://hooks.example/' }), ['/webhookUrl']],
  ['a webhookUrl with user info', orderBody({ webhookUrl: 'https://me:pw@hooks.example/' }), ['/webhookUrl']],
  ['a webhookUrl of 2,049 characters', orderBody({ webhookUrl: `https://h.example/${'x'.repeat(2031)}` }), ['/webhookUrl']],
  ['no destination', without('destination'), ['/destination']],
  ['a destination that is text', orderBody({ destination: 'Rochester' }), ['/destination']],
  ['no name', toWithout('name'), ['/destination/name']],
  ['no address1', toWithout('address1'), ['/destination/address1']],
  ['no city', toWithout('city'), ['/destination/city']],
  ['an empty name', to({ name: '' }), ['/destination/name']],
  ['lines of the address that are blank', to({ name: ' ', address1: '\t', city: '\u00a0 ' }), ['/destination/name', '/destination/address1', '/destination/city']],
  ['no postal', toWithout('postal'), ['/destination/postal']],
  ['no country', toWithout('country'), ['/destination/country']],
  ['no state for the US', toWithout('state'), ['/destination/state']],
  ['no state for Canada', orderBody({ destination: without('state', canada) }), ['/destination/state']],
  ['a numeric postal', to({ postal: 14604 }), ['/destination/postal']],
  ['a numeric phone', to({ phone: 5855550100 }), ['/destination/phone']],
  ['no orderItems', without('orderItems'), ['/orderItems']],
  ['an empty list of orderItems', orderBody({ orderItems: [] }), ['/orderItems']],
  ['501 orderItems', orderBody({ orderItems: Array(501).fill({ sku: 'NOVEL' }) }), ['/orderItems']],
  ['orderItems that are an object', orderBody({ orderItems: {} }), ['/orderItems']],
  ['an item without sku', orderBody({ orderItems: [{ quantity: 1 }] }), ['/orderItems/0/sku']],
  ['a numeric sku', item({ sku: 1 }), ['/orderItems/0/sku']],
  ['no copies', item({ quantity: 0 }), ['/orderItems/0/quantity']],
  ['10,001 copies', item({ quantity: 10_001 }), ['/orderItems/0/quantity']],
  ['one and a half copies', item({ quantity: 1.5 }), ['/orderItems/0/quantity']],
  ['copies as text', item({ quantity: '2' }), ['/orderItems/0/quantity']],
  ['a numeric retailPrice', item({ retailPrice: 19.99 }), ['/orderItems/0/retailPrice']],
  ['a retailPrice of one decimal', item({ retailPrice: '19.9' }), ['/orderItems/0/retailPrice']],
  ['a retailPrice of eight digits', item({ retailPrice: '12345678.00' }), ['/orderItems/0/retailPrice']],
  ['a retailPrice with other digits', item({ retailPrice: '١٩.٩٩' }), ['/orderItems/0/retailPrice']],
  ['an itemDescription of 1,001 characters', item({ itemDescription: 'x'.repeat(1001) }), ['/orderItems/0/itemDescription']],
  ['a pageCount as text', item({ pageCount: '120' }), ['/orderItems/0/pageCount']],
  ['a coverUrl that is no URL', item({ product: { coverUrl: 'cover.pdf' } }), ['/orderItems/0/product/coverUrl']],
  ['a gutsUrl of another scheme', item({ product: { gutsUrl: 'file:///etc/passwd' } }), ['/orderItems/0/product/gutsUrl']],
  ['a gift message of 501 characters', slip({ giftMessage: 'x'.repeat(501) }), ['/packingSlip/giftMessage']],
  ['a gift message with a letter that no slip can print', slip({ giftMessage: 'Enjoy 📚' }), ['/packingSlip/giftMessage']],
  ['a message with a control character', slip({ message: 'a\u0007' }), ['/packingSlip/message']],
  ['a packing slip that is text', orderBody({ packingSlip: 'thanks' }), ['/packingSlip']],
  ['a blind that is text', slip({ blind: 'yes' }), ['/packingSlip/blind']],
  ['a return address without city', slip({ returnAddress: without('city', somewhere) }), ['/packingSlip/returnAddress/city']],
  ['a return address in the US without state', slip({ returnAddress: without('state', somewhere) }), ['/packingSlip/returnAddress/state']],
  ['many mistakes', { payload: 1, destination: {}, orderItems: [{}] },
    ['/payload', '/destination/name', '/destination/address1', '/destination/city', '/destination/postal', '/destination/country',
      '/orderItems/0/sku']],
]

describe('a request that cannot be an order answers 400 and creates nothing:', () => {
  for (const [what, body, pointers] of malformed) {
    it(what, async () => {
      const before = (await world.call('/orders?limit=1', { as: production.as })).body
      const {
        status,
        body: problem,
        headers,
      } = await world.call('/orders/create', {
        method: 'POST',
        as: production.as,
        body,
        headers: { 'content-type': 'application/json' },
      })
      assert.equal(status, 400, JSON.stringify(problem))
      assert.match(String(headers['content-type']), /^application\/problem\+json/)
      assert.deepEqual(pointersOf(problem.errors).sort(), pointers.toSorted())
      assert.deepEqual([problem.status, problem.code], [400, 'malformed_request'])
      assert.deepEqual((await world.call('/orders?limit=1', { as: production.as })).body, before)
    })
  }

  for (const country of ['DE', 'USA', '', 'UM', 'ſG', 'Us ']) {
    it(`a request that cannot be an order answers 400 and creates nothing: the country ${JSON.stringify(country)}`, async () => {
      const { status, body } = await production.create(to({ country }))
      assert.deepEqual(
        [status, body.code, pointersOf(body.errors)],
        [400, 'unsupported_country', ['/destination/country']],
      )
    })
  }
})

describe('null in an optional field is absence:', () => {
  const absent = {
    customerOrderId: null,
    payload: null,
    currency: null,
    shippingClassification: null,
    webhookUrl: null,
  }
  it('an order takes its defaults', async () => {
    const placed = await world.call('/orders/create', {
      method: 'POST',
      as: production.as,
      body: orderBody({ ...absent, destination: { ...somewhere, email: null, address2: null } }),
    })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    assert.match(placed.body.customerOrderId, /^ord_/)
    assert.deepEqual([placed.body.currency, placed.body.shippingClassification], ['USD', 'standard'])
    assert.deepEqual(Object.keys(placed.body.destination).toSorted(), Object.keys(somewhere).toSorted())
  })

  it('a required field is still required', async () => {
    const refused = await world.call('/orders/create', { method: 'POST', as: production.as, body: to({ city: null }) })
    assert.deepEqual([refused.status, pointersOf(refused.body.errors)], [400, ['/destination/city']])
  })
})

// biome-ignore format: a table
const unmakeable: [what: string, body: Body, problems: [pointer: string, code: string][]][] = [
  ['an unknown class of shipping', orderBody({ shippingClassification: 'overnight' }), [['/shippingClassification', 'shipping_not_offered']]],
  ['a class in capitals', orderBody({ shippingClassification: 'Standard' }), [['/shippingClassification', 'shipping_not_offered']]],
  ['an empty class', orderBody({ shippingClassification: '' }), [['/shippingClassification', 'shipping_not_offered']]],
  ['the name of a built-in thing as a class', orderBody({ shippingClassification: 'constructor' }), [['/shippingClassification', 'shipping_not_offered']]],
  ['no retailPrice to Canada', orderBody({ destination: canada }), [['/orderItems/0/retailPrice', 'retail_price_missing']]],
  ['no retailPrice to Puerto Rico', orderBody({ destination: islands }), [['/orderItems/0/retailPrice', 'retail_price_missing']]],
  ['no retailPrice to Puerto Rico written as a state', to({ state: 'Puerto Rico', postal: '00901' }), [['/orderItems/0/retailPrice', 'retail_price_missing']]],
  ['an unknown sku', item({ sku: 'NOVELLA' }), [['/orderItems/0/sku', 'unknown_sku']]],
  ['a sku with NUL', item({ sku: 'NO\0VEL' }), [['/orderItems/0/sku', 'unknown_sku']]],
  ['an unknown state', to({ state: 'Bavaria' }), [['/destination/state', 'unknown_state']]],
  ['a postal code that is none', to({ postal: '1460' }), [['/destination/postal', 'invalid_postal']]],
  ['a postal code of another state', to({ postal: '90210' }), [['/destination/postal', 'postal_outside_state']]],
  ['a bad phone', to({ phone: 'call me' }), [['/destination/phone', 'invalid_phone']]],
  ['a bad email address', to({ email: 'ada@' }), [['/destination/email', 'invalid_email']]],
  ['a return address of another state', slip({ returnAddress: { ...somewhere, postal: '90210' } }), [['/packingSlip/returnAddress/postal', 'postal_outside_state']]],
  ['a page count that the product cannot have', item({ pageCount: 99_999 }), [['/orderItems/0/pageCount', 'page_count_not_allowed']]],
  ['no files', item({ product: {} }), [['/orderItems/0/product', 'files_missing']]],
  ['several mistakes', { ...to({ phone: '1', postal: '90210' }), orderItems: [{ sku: 'NOVEL' }, { sku: 'X' }] },
    [['/destination/postal', 'postal_outside_state'], ['/destination/phone', 'invalid_phone'], ['/orderItems/0/product', 'files_missing'],
      ['/orderItems/1/sku', 'unknown_sku']]],
]

describe('an order that cannot be made answers 201, is FAILED, and names all its problems:', () => {
  for (const [what, body, problems] of unmakeable) {
    it(what, async () => {
      const { status, body: order } = await production.create(body)
      assert.deepEqual([status, order.status], [201, 'FAILED'])
      assert.deepEqual(
        order.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
        problems,
      )
      assert.deepEqual([order.pricing, order.actions, order.paymentInfo.status], [undefined, [], 'NOT_CHARGED'])
      assert.deepEqual(await production.read(order.customerOrderId), order)
      const refused = await production.cancel(order.customerOrderId)
      assert.deepEqual([refused.status, refused.body.code], [409, 'order_not_cancellable'])
      assert.match(refused.body.detail, /FAILED and cannot be canceled: that is final/)
    })
  }

  it('an order without files gets only a warning in the sandbox', async () => {
    const { status, body: order } = await sandbox.create(item({ product: {} }))
    assert.deepEqual([status, order.status, order.errors], [201, 'RECEIVED', []])
    assert.deepEqual(pointersOf(order.warnings), ['/orderItems/0/product'])
  })

  it('an order that cannot be made is FAILED and keeps its identifier', async () => {
    await production.place('failed once', { shippingClassification: 'none' })
    const again = await production.create(orderBody({ customerOrderId: 'failed once' }))
    assert.deepEqual([again.status, again.body.code], [400, 'duplicate_order_id'])
  })
})

const goodDestinations: [what: string, destination: Body][] = [
  ['a country in lower case', { ...somewhere, country: 'us' }],
  ['a state by its full name', { ...somewhere, state: 'new york' }],
  ['military mail', { ...somewhere, city: 'APO', state: 'AP', postal: '96201' }],
  ['a territory as a state of the US', { ...islands, country: 'US', state: 'PR' }],
  ['Guam', { ...islands, city: 'Hagåtña', postal: '96910', country: 'GU' }],
  ['Canada', canada],
  [
    'company, second line, phone and email',
    { ...somewhere, company: 'A', address2: 'B', phone: '+1 (585) 555-0100 x12', email: 'ada@example.com' },
  ],
]

describe('an order', () => {
  for (const [what, destination] of goodDestinations) {
    it(`an order goes to ${what}, which is echoed as it was sent`, async () => {
      const items = [{ sku: 'NOVEL', quantity: 1, product: files, retailPrice: '19.99' }]
      const { status, body: order } = await production.create(orderBody({ destination, orderItems: items }))
      assert.deepEqual([status, order.status, order.errors], [201, 'RECEIVED', []])
      assert.deepEqual([order.destination, order.orderItems], [destination, items])
    })
  }

  it('an order has its defaults filled in, and an identifier of ours when it has none', async () => {
    const { destination } = orderBody()
    const { body: order } = await production.create({ destination, orderItems: [{ sku: 'NOVEL', product: files }] })
    assert.match(order.customerOrderId, /^ord_[0-9a-z]{22}$/)
    assert.equal((await production.read(order.customerOrderId)).createdAt, order.createdAt)
    assert.deepEqual(
      [order.currency, order.shippingClassification, order.orderItems[0].quantity, order.status],
      ['USD', 'standard', 1, 'RECEIVED'],
    )
  })

  it('an order has the documented fields, and prices in dollars from its creation', async () => {
    const order = await production.place('whole', { payload: 'p', webhookUrl: 'https://hooks.example/?token=t' })
    assert.deepEqual(
      Object.keys(order).sort(),
      (
        'actions createdAt currency customerOrderId destination errors estimatedShipDate mode orderItems orderNumber payload ' +
        'paymentInfo pricing promisedShipDate recipientForgottenAt reprintOf selectedShipping shipmentTracking shippingClassification status updatedAt warnings webhookUrl'
      ).split(' '),
    )
    const { itemsTotal, fulfillmentTotal, shippingTotal, taxesTotal, orderTotal, currency, final } = order.pricing
    const sum = Math.round((itemsTotal + fulfillmentTotal + shippingTotal + taxesTotal) * 100) / 100
    assert.deepEqual([orderTotal, currency, final], [sum, 'USD', false])
    assert.equal(order.selectedShipping.price, shippingTotal)
    assert.deepEqual(order.paymentInfo, { total: orderTotal, status: 'NOT_DUE' })
    assert.deepEqual([order.mode, order.actions, order.shipmentTracking], ['production', ['cancel', 'edit'], []])
    await world.settle()
    assert.equal((await production.read('whole')).pricing.final, true)
  })

  it('an order may be at its limits: 500 items, 10,000 copies, 1,000 characters, a URL of 2,048', async () => {
    const webhookUrl = `https://hooks.example/${'x'.repeat(2026)}`
    const orderItems = Array.from({ length: 500 }, () => ({
      sku: 'NOVEL',
      quantity: 10_000,
      itemDescription: '📚'.repeat(1000),
      retailPrice: '9999999.99',
    }))
    const { status, body } = await sandbox.create(orderBody({ webhookUrl, orderItems: orderItems.slice(0, 200) }))
    assert.equal(status, 201, JSON.stringify(body).slice(0, 300))
    const plain = orderItems.map(({ sku, quantity }) => ({ sku, quantity }))
    assert.equal((await sandbox.create(orderBody({ webhookUrl, orderItems: plain }))).status, 201)
  })

  const payloads = ['', '📚'.repeat(512), '\0\u001f\u0085', '\ud800', '\u2028</script>', '{"a":1}', 'e\u0301é']
  for (const payload of payloads) {
    it(`an order returns the payload ${JSON.stringify(payload).slice(0, 20)} unchanged`, async () => {
      const { body: order } = await production.create(orderBody({ payload }))
      assert.equal(order.payload, payload)
      assert.equal((await production.read(order.customerOrderId)).payload, payload)
    })
  }

  it('an order with characters that cannot be seen is accepted, and keeps them', async () => {
    const pasted = {
      state: '\u200eNY',
      postal: '14604\u20131234',
      phone: '\u202d+1 (585) 555-0100\u202c',
    }
    const items = { orderItems: [{ sku: 'NOV\u200bEL', quantity: 2, product: files }] }
    const { status, body } = await production.create({ ...to(pasted), ...items })
    assert.deepEqual([status, body.status, body.errors, body.warnings], [201, 'RECEIVED', [], []])
    assert.deepEqual({ ...body.destination, ...pasted }, body.destination)
    assert.equal(body.orderItems[0].sku, 'NOV\u200bEL')
  })

  it('an order whose state is a code of ISO 3166-2 is accepted, also to an embassy', async () => {
    for (const destination of [{ state: 'US-NY' }, { state: 'AE', city: 'DPO', postal: '09977' }]) {
      const { body } = await production.create(to(destination))
      assert.deepEqual([body.status, body.errors, body.destination.state], ['RECEIVED', [], destination.state])
    }
  })

  it('a postal code that is in no list is a warning', async () => {
    const { body } = await production.create(to({ postal: '00201' }))
    assert.deepEqual([body.status, body.warnings[0].code], ['RECEIVED', 'postal_unknown'])
  })

  it('a line that carriers cut and a box that they do not reach are warnings', async () => {
    const rush = { ...to({ name: 'x'.repeat(36), address1: 'PO Box 12' }), shippingClassification: 'rush' }
    const { body } = await production.create(rush)
    const codes = body.warnings.map(({ code }: { code: string }) => code)
    assert.deepEqual([body.status, codes], ['RECEIVED', ['line_too_long', 'box_not_served']])
  })

  it('letters that no slip can print are warnings that say what is printed instead', async () => {
    const order = to({ name: '𠮷野', company: 'Books 📚', address1: '1 Žižka 書 مرحبا' })
    const described = [{ ...order.orderItems[0], itemDescription: '🇵🇷' }]
    const { body } = await production.create({ ...order, customerOrderId: '𞤀-1', orderItems: described })
    assert.equal(body.status, 'RECEIVED')
    assert.deepEqual(
      body.warnings.map(({ pointer, code, detail }: Record<string, string>) => [pointer, code, detail]),
      [
        ['/customerOrderId', 'not_printable', 'the packing slip cannot draw "𞤀", and prints [U+1E900] in its place'],
        ['/destination/name', 'not_printable', 'the packing slip cannot draw "𠮷", and prints [U+20BB7] in its place'],
        ['/destination/company', 'not_printable', 'the packing slip cannot draw "📚" (U+1F4DA), and leaves it out'],
        [
          '/orderItems/0/itemDescription',
          'not_printable',
          'the packing slip cannot draw "🇵" (U+1F1F5), and leaves it out',
        ],
      ],
    )
  })

  it('a problem names the characters that cannot be seen', async () => {
    const { body } = await production.create(to({ postal: '1460\u200b' }))
    assert.match(body.errors[0].detail, /contains U\+200B/)
    const abroad = await production.create(to({ country: 'DE\u200b' }))
    assert.match(abroad.body.errors[0].detail, /contains U\+200B/)
  })

  it('an order with unknown fields is accepted, and a warning names them', async () => {
    const destination = { ...somewhere, zip: '1' }
    const prototypes = JSON.parse('{"__proto__":{"status":"SHIPPED"},"constructor":{"prototype":1}}')
    const body = { ...item({ sku: 'NOVEL', qty: 3 }), destination, shipingClass: 'rush', 'a/b~c': 1, ...prototypes }
    const { status, body: order } = await production.create(body)
    assert.equal(status, 201)
    assert.deepEqual(pointersOf(order.warnings).sort(), [
      '/__proto__',
      '/a~1b~0c',
      '/constructor',
      '/destination/zip',
      '/orderItems/0/qty',
      '/shipingClass',
    ])
    assert.deepEqual([order.shipingClass, order.destination], [undefined, somewhere])
  })
})

const identifiers = ['a/b', '100%', '%2F', '?#&=+', ' spaced ', 'Ünïcödé', '日本語', 'create', 'shipping', '📚'.repeat(40), 'x'.repeat(40), '\u200d', '"\\', '<b>', "'; --", '__proto__', 'é', 'e\u0301'] // biome-ignore format: a list

describe('an identifier', () => {
  for (const customerOrderId of identifiers) {
    it(`an identifier may be ${JSON.stringify(customerOrderId).slice(0, 30)}`, async () => {
      const order = await production.place(customerOrderId)
      assert.equal(order.customerOrderId, customerOrderId)
      assert.equal((await production.read(customerOrderId)).customerOrderId, customerOrderId)
      await world.settle()
      const cancelled = await production.cancel(customerOrderId)
      assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'CANCELLED'])
    })
  }

  it('an identifier is used once in an account, in both modes together, and the message names it', async () => {
    await production.place('once')
    for (const one of [production, sandbox]) {
      const { status, body } = await one.create(orderBody({ customerOrderId: 'once' }))
      assert.deepEqual([status, body.code, pointersOf(body.errors)], [400, 'duplicate_order_id', ['/customerOrderId']])
      assert.match(body.detail, /once/)
    }
    const other = program(world, world.enterprise, 'production')
    assert.equal((await other.create(orderBody({ customerOrderId: 'once' }))).status, 201)
  })

  it('two creates at once with the same identifier give one order', async () => {
    const twice = Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? production : sandbox).create(orderBody({ customerOrderId: 'at once' })),
    )
    const statuses = (await Promise.all(twice)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [201, ...Array(19).fill(400)])
  })

  it('an identifier of the other mode is not found, so that a program can distinguish a lost response from a used identifier', async () => {
    await sandbox.place('lost')
    assert.equal((await sandbox.read('lost')).customerOrderId, 'lost')
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, body } = await world.call(orderPath('lost'), { method, as: production.as })
      assert.deepEqual([status, body.code], [404, 'order_not_found'])
    }
    await world.settle()
    assert.equal(await sandbox.statusOf('lost'), 'VALID_AWAITING_PAYMENT')
  })

  for (const id of ['none', 'x'.repeat(41), '書'.repeat(1500), 'a\nb', '\0']) {
    it(`an identifier that no order has, or can have, answers 404: ${JSON.stringify(id).slice(0, 20)}`, async () => {
      for (const [method, path] of [
        ['GET', orderPath(id)],
        ['DELETE', orderPath(id)],
        ['GET', `${orderPath(id)}/events`],
      ] as const) {
        const { status, headers, body } = await world.call(path, { method, as: production.as })
        assert.deepEqual([status, body.code], [404, 'order_not_found'])
        assert.match(String(headers['content-type']), /^application\/problem\+json/)
      }
    })
  }
})

describe('a webhookUrl', () => {
  it('a webhookUrl must be https in production mode of a production service, as is said with all else, and may be http elsewhere', async () => {
    await using live = await startWorld({ config: { production: true } })
    const changes = { webhookUrl: 'http://hooks.example/' }
    const refused = await program(live, live.charged, 'production').create(orderBody(changes))
    assert.deepEqual([refused.status, pointersOf(refused.body.errors)], [400, ['/webhookUrl']])
    const also = await program(live, live.charged, 'production').create(orderBody({ ...changes, payload: 7 }))
    assert.deepEqual(pointersOf(also.body.errors), ['/payload', '/webhookUrl'])
    const { authorization: as } = live.charged.production
    const checked = await live.call('/files/check', { method: 'POST', as, body: { ...changes, pageCount: 0 } })
    assert.deepEqual(pointersOf(checked.body.errors), ['/pageCount', '/manufacturingSku', '/webhookUrl'])
    assert.equal((await program(live, live.charged, 'sandbox').create(orderBody(changes))).status, 201)
    assert.equal((await production.create(orderBody(changes))).status, 201)
  })
})
