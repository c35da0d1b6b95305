// The programs of examples/, as a developer starts them, against the real service.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { connect, type Octavo, signWebhook } from '../clients/typescript/index.ts'
import { systemClock } from '../src/base/clock.ts'
import { compiledFolder } from './compiled.ts'
import { killChild } from './support/killChild.ts'
import { freePort } from './support/ports.ts'
import { startWorld, type World } from './support/world.ts'

const root = new URL('..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'octavo-examples-'))

let world: World
let env: Record<string, string>
let octavo: Octavo
before(async () => {
  world = await startWorld({ clock: systemClock })
  const url = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { authorization, webhookSecret } = world.charged.sandbox
  octavo = connect({ url, authorization })
  env = {
    ...{ OCTAVO_URL: url, OCTAVO_AUTHORIZATION: authorization, OCTAVO_WEBHOOK_SECRET: webhookSecret },
    PYTHONPATH: join(root, 'clients/python'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
})
after(async () => {
  await world?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

function spawnExample([program, ...args]: string[], more: Record<string, string> = {}): ChildProcess {
  const command = program!.endsWith('.py') ? 'python3' : process.execPath
  const child = spawn(command, [join(root, 'examples', program!), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder, ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr!.pipe(process.stderr)
  return child
}

/** Starts a server, and waits for the line that says where it is. */
async function serve(args: string[], more: Record<string, string> = {}) {
  const PORT = String(await freePort())
  const child = spawnExample(args, { PORT, ...more })
  await once(child.stdout!, 'data')
  return {
    url: `http://127.0.0.1:${PORT}`,
    async [Symbol.asyncDispose]() {
      await killChild(child)
    },
  }
}

async function batch() {
  const child = spawnExample(['nightly-batch/batch.ts', join(root, 'examples/nightly-batch/orders.csv')])
  const [out, [status]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  return { status, lines: out.trim().split('\n') }
}

describe('the example', () => {
  it('a checkout shows the price of each shipping class, and places one order for two clicks at the price shown', async () => {
    await using shop = await serve(['checkout/checkout.ts'])
    const page = await (await fetch(shop.url)).text()
    const [, customerOrderId = ''] = /name="customerOrderId" value="([^"]+)"/.exec(page) ?? []
    assert.match(page, /<option value="NOVEL">/)
    const form = {
      ...{ customerOrderId, sku: 'NOVEL', quantity: '2', shippingClassification: 'expedited' },
      ...{
        name: 'Ada <b>Reader',
        address1: '1 Main Street',
        city: 'Rochester',
        state: 'NY',
        postal: '14604',
        country: 'US',
      },
    }
    const post = (path: string, fields: Record<string, string>) =>
      fetch(shop.url + path, { method: 'POST', body: new URLSearchParams(fields) })
    const options = (await (await post('/shipping', form)).json()) as {
      shippingClassification: string
      total: number
    }[]
    assert.deepEqual(
      options.map(one => one.shippingClassification),
      ['standard', 'expedited', 'rush'],
    )
    const total = String(options[1]!.total)
    assert.match(await (await post('/order', { ...form, total: '1' })).text(), /The price has changed/)
    const [first, second] = await Promise.all([post('/order', { ...form, total }), post('/order', { ...form, total })])
    assert.deepEqual([first.status, second.status, await second.text()], [200, 200, await first.text()])
    const order = await octavo.orders.get(customerOrderId)
    assert.deepEqual([order.shippingClassification, order.orderItems[0]!.quantity], ['expedited', 2])
    const refused = await post('/order', { ...form, customerOrderId: 'other', total, state: 'Nowhere' })
    assert.deepEqual([refused.status, /state/i.test(await refused.text())], [422, true])
  })

  it('a nightly batch places each order of its file once, and says which row is wrong', async () => {
    const first = await batch()
    const refused = first.lines.at(-1)!
    assert.deepEqual(first.lines.slice(0, 3), ['order,status,problem', '1001,RECEIVED,', '1002,RECEIVED,'])
    assert.match(refused, /^1003,REFUSED,.*\/orderItems\/0\/quantity/)
    assert.equal(first.status, 1)
    assert.equal((await octavo.orders.get('1001')).orderItems.length, 2)
    await world.settle()
    const again = await batch()
    assert.deepEqual(again.lines.slice(1, 3), ['1001,VALID_AWAITING_PAYMENT,', '1002,VALID_AWAITING_PAYMENT,'])
    assert.equal(again.lines.at(-1), refused)
  })

  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'])
  const hasPython = status === 0 && String(stdout).trim() === 'True'
  for (const [language, program] of Object.entries({ Node: 'receiver.ts', Python: 'receiver.py' })) {
    const skip = language === 'Python' && !hasPython ? 'there is no python3 of 3.11 or newer' : false
    it(`a webhook receiver in ${language} stores each event once, and none of a stranger`, { skip }, async () => {
      const file = join(folder, `${program}.jsonl`)
      const send = async (url: string, id: string, secret = env.OCTAVO_WEBHOOK_SECRET!) => {
        const data = { customerOrderId: 'shown' }
        const body = JSON.stringify({ type: 'OrderShipped', sequence: 5, timestamp: new Date().toISOString(), data })
        return (await fetch(url, { method: 'POST', body, headers: signWebhook(secret, { id, body }) })).status
      }
      {
        await using receiver = await serve([`webhook-receiver/${program}`, file])
        assert.deepEqual([await send(receiver.url, 'evt_1'), await send(receiver.url, 'evt_1')], [204, 204])
        assert.equal(await send(receiver.url, 'evt_2', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), 400)
        assert.equal((await fetch(receiver.url, { method: 'POST', body: '{}' })).status, 400)
      }
      await using restarted = await serve([`webhook-receiver/${program}`, file])
      assert.deepEqual([await send(restarted.url, 'evt_1'), await send(restarted.url, 'evt_3')], [204, 204])
      const stored = readFileSync(file, 'utf8').trim().split('\n')
      assert.deepEqual(
        stored.map(line => JSON.parse(line).id),
        ['evt_1', 'evt_3'],
      )
    })
  }

  describe('a bridge for WooCommerce', () => {
    const SHOP_WEBHOOK_SECRET = 'shop secret'
    let calls: unknown[] = []
    let isShopDown = false
    const shop = createServer(async (request, response) => {
      const body = await json(request)
      if (isShopDown) return void response.writeHead(502).end()
      calls.push([`${request.method} ${request.url!.replace('/wp-json/wc/v3', '')}`, body])
      response.end('{}')
    })
    let bridge: Awaited<ReturnType<typeof serve>>
    before(async () => {
      await once(shop.listen(0, '127.0.0.1'), 'listening')
      const PORT = String(await freePort())
      bridge = await serve(['woocommerce-bridge/bridge.ts'], {
        ...{ PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, SHOP_WEBHOOK_SECRET },
        SHOP_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
      })
      bridge.url = `http://127.0.0.1:${PORT}`
    })
    beforeEach(() => {
      calls = []
    })
    after(async () => {
      await bridge?.[Symbol.asyncDispose]()
      shop.close()
    })

    const update = async (order: object, secret = SHOP_WEBHOOK_SECRET) => {
      const body = JSON.stringify(order)
      const headers = {
        'x-wc-webhook-topic': 'order.updated',
        'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      }
      return (await fetch(`${bridge.url}/shop`, { method: 'POST', body, headers })).status
    }
    const street = { address_1: '1 Main Street', address_2: '', city: 'Rochester', state: 'NY', postcode: '14604' }
    const address = { first_name: 'Ada', last_name: 'Reader', company: '', country: 'US', ...street }
    const paid = {
      ...{ id: 501, status: 'processing', billing: { ...address, email: 'ada@example.com', phone: '' } },
      line_items: [
        { sku: 'NOVEL', quantity: 3, price: 15.004 },
        { sku: 'MUG-BLUE', quantity: 1, price: 9 },
      ],
      shipping: address,
      shipping_lines: [{ method_title: 'Express shipping' }],
    }

    it('a paid order of the shop is placed once, and completed in the shop with the numbers of its parcels', async () => {
      assert.equal(await update(paid, 'another secret'), 400)
      assert.equal(await update({ ...paid, status: 'pending' }), 204)
      await assert.rejects(octavo.orders.get('woo-501'), { code: 'order_not_found' })
      assert.deepEqual([await update(paid), await update(paid)], [204, 204])
      const order = await octavo.orders.get('woo-501')
      assert.deepEqual(
        [
          order.shippingClassification,
          order.destination?.name,
          order.orderItems.map(({ sku, quantity, retailPrice }) => [sku, quantity, retailPrice]),
        ],
        ['expedited', 'Ada Reader', [['NOVEL', 3, '15.00']]],
      )

      await world.settle()
      await octavo.sandbox.simulate('woo-501', 'payment_success')
      await octavo.sandbox.fastForward('PT2H')
      await world.settle()
      isShopDown = true
      await octavo.sandbox.simulate('woo-501', 'shipped')
      await world.settle()
      assert.deepEqual(calls, [])
      isShopDown = false
      const [delivery] = await octavo.deliveries.list({ customerOrderId: 'woo-501' })
      await octavo.deliveries.resend(delivery!.deliveryId)
      await world.settle()
      const [shipment] = (await octavo.orders.get('woo-501')).shipmentTracking
      const parcels = shipment!.packages.map(
        ({ trackingNumber, trackingUrl }) => `${shipment!.carrier} ${trackingNumber} ${trackingUrl}`,
      )
      assert.ok(parcels.length > 0)
      const note = `Your books are on their way: ${parcels.join(', ')}`
      assert.deepEqual(calls, [
        ['PUT /orders/501', { status: 'completed' }],
        ['POST /orders/501/notes', { note, customer_note: true }],
      ])
    })

    it('an order without a shipping address goes to the billing address', async () => {
      const nowhere = Object.fromEntries(Object.keys(address).map(name => [name, '']))
      assert.equal(await update({ ...paid, id: 502, shipping: nowhere }), 204)
      assert.equal((await octavo.orders.get('woo-502')).destination?.address1, '1 Main Street')
    })

    it('an order to Canada has the prices that customs need', async () => {
      const canada = { ...address, city: 'Toronto', state: 'ON', postcode: 'M5V 2T6', country: 'CA' }
      const order = { ...paid, id: 503, shipping: canada, shipping_lines: [{ method_title: 'Post' }] }
      assert.equal(await update(order), 204)
      await world.settle()
      assert.equal((await octavo.orders.get('woo-503')).status, 'VALID_AWAITING_PAYMENT')
    })

    it('an order that failed is placed again only once the shop has corrected it', async () => {
      const wrong = { ...paid, id: 504, shipping: { ...address, state: 'ZZ' } }
      assert.equal(await update(wrong), 204)
      await world.settle()
      assert.equal((await octavo.orders.get('woo-504')).status, 'FAILED')
      assert.deepEqual(calls[0], ['PUT /orders/504', { status: 'on-hold' }])
      assert.equal(await update(wrong), 204)
      await assert.rejects(octavo.orders.get('woo-504-2'), { code: 'order_not_found' })
      assert.deepEqual([await update({ ...paid, id: 504 }), await update({ ...paid, id: 504 })], [204, 204])
      await world.settle()
      assert.equal((await octavo.orders.get('woo-504-2')).status, 'VALID_AWAITING_PAYMENT')
      await assert.rejects(octavo.orders.get('woo-504-3'), { code: 'order_not_found' })
    })

    it('an order that the shop cancels is canceled, and a note tells the shop when that is too late', async () => {
      const order = { ...paid, id: 505 }
      await update(order)
      assert.equal(await update({ ...order, status: 'refunded' }), 204)
      assert.equal((await octavo.orders.get('woo-505')).status, 'CANCELLED')
      await world.settle()
      assert.deepEqual(calls, [
        ['POST /orders/505/notes', { note: 'The books are not printed.', customer_note: false }],
      ])
      assert.equal(await update({ ...paid, status: 'cancelled' }), 204)
      const [call, body] = calls.at(-1) as [string, { note: string }]
      assert.equal(call, 'POST /orders/501/notes')
      assert.match(body.note, /woo-501 is SHIPPED and cannot be canceled/)
    })
  })
})
