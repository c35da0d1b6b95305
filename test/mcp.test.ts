// `octavo mcp` as a language model's client uses it: the official client, and a child process against the real service.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { results } from '../clients/cli/mcpResults.ts'
import { openapiFile } from '../scripts/apiDocument.ts'
import { systemClock } from '../src/base/clock.ts'
import { compiledFolder } from './compiled.ts'
import { orderBody, startWorld, type World } from './support/world.ts'

const main = new URL('../clients/cli/main.ts', import.meta.url).pathname

type Described = { properties: Record<string, { type?: unknown }>; required: string[] }

let world: World
let url: string
before(async () => {
  world = await startWorld({ clock: systemClock })
  url = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => await world?.[Symbol.asyncDispose]())

const envFor = (authorization: string) => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: compiledFolder,
  OCTAVO_URL: url,
  OCTAVO_AUTHORIZATION: authorization,
  OCTAVO_ATTEMPTS: '1',
})

async function connected(authorization: string, ...flags: string[]) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const env = envFor(authorization)
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', ...flags], env }))
  return {
    client,
    async call(name: string, given: Record<string, unknown> = {}) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given })
      const [{ text } = { text: '' }] = content as { text: string }[]
      if (isError) return text
      assert.deepEqual(JSON.parse(text), structuredContent)
      // biome-ignore lint/suspicious/noExplicitAny: the client has checked it by the schema of the tool
      return structuredContent as any
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Sends lines as they are, and answers what came back until the end. */
async function exchange(lines: string[], authorization: string) {
  const child = spawn(process.execPath, [main, 'mcp'], { env: envFor(authorization) })
  const closed = once(child, 'close')
  child.stdin.end(lines.map(line => `${line}\n`).join(''))
  const [out, err] = await Promise.all(
    [child.stdout, child.stderr].map(async stream => (await stream.setEncoding('utf8').toArray()).join('')),
  )
  const [status] = await closed
  return { out: out!.split('\n').filter(Boolean), err: err!, status }
}

describe('octavo mcp', () => {
  it('octavo mcp lets a model look for products, estimate, validate, place an order in the sandbox, change it, see it delivered, and read it', async () => {
    await using model = await connected(world.charged.sandbox.authorization)
    const { tools } = await model.client.listTools()
    assert.deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name),
      ['create_order', 'change_order', 'simulate'],
    )
    const { products } = await model.call('list_products', { limit: 1 })
    const [{ sku }] = products
    const items = [{ sku, quantity: 2 }]
    const { options } = await model.call('estimate_shipping', {
      destination: { country: 'US', state: 'NY' },
      orderItems: items,
    })
    assert.ok(options.length > 1)
    const body = orderBody({ customerOrderId: 'mcp-1' })
    assert.deepEqual((await model.call('validate_order', body)).errors, [])
    assert.equal((await model.call('create_order', body)).customerOrderId, 'mcp-1')
    await world.settle()
    const rush = { customerOrderId: 'mcp-1', shippingClassification: 'rush' }
    const previewed = await model.call('change_order', { ...rush, preview: true })
    const { shippingClassification } = await model.call('get_order', { customerOrderId: 'mcp-1' })
    assert.deepEqual([previewed.shippingClassification, shippingClassification], ['rush', 'standard'])
    assert.equal((await model.call('change_order', rush)).shippingClassification, 'rush')
    await model.call('simulate', { customerOrderId: 'mcp-1', outcome: 'payment_success' })
    const refused = await model.call('simulate', { customerOrderId: 'mcp-1', outcome: 'delivered' })
    assert.match(refused, /has no parcel on its way/)
    const quick = { ...body, customerOrderId: 'mcp-2', sandbox: { payments: 'automatic', pace: 'PT0S' } }
    await model.call('create_order', quick)
    const shipped = async () => (await model.call('get_order', { customerOrderId: 'mcp-2' })).status === 'SHIPPED'
    for (let rounds = 0; rounds < 20 && !(await shipped()); rounds++) await world.settle()
    const { delivery } = await model.call('simulate', { customerOrderId: 'mcp-2', outcome: 'delivered' })
    assert.deepEqual(
      delivery.map(({ status }: { status: string }) => status),
      ['delivered'],
    )
    const { mode } = await model.call('get_order', { customerOrderId: 'mcp-1' })
    assert.equal(mode, 'sandbox')
    const { orders } = await model.call('list_orders', {})
    assert.equal(orders[0].customerOrderId, 'mcp-2')
    const ofOrder = await model.call('list_order_events', { customerOrderId: 'mcp-1' })
    assert.equal(ofOrder.events[0].type, 'OrderReceived')
    const { events, nextCursor } = await model.call('list_events')
    assert.equal(events[0].customerOrderId, 'mcp-1')
    assert.equal(typeof nextCursor, 'string')
  })

  it('octavo mcp describes the result of each tool as the API document does, and shortens a long result to what a model can read', async () => {
    await using model = await connected(world.charged.sandbox.authorization)
    const { tools } = await model.client.listTools()
    for (const { name, outputSchema } of tools) assert.equal(outputSchema?.type, 'object', name)
    const { components } = JSON.parse(readFileSync(openapiFile, 'utf8'))
    for (const [name, { properties, required }] of Object.entries(results) as [string, Described][]) {
      const documented: Described = components.schemas[name]
      for (const field of required) assert.ok(documented.required.includes(field), `${name}.${field} is required`)
      for (const [field, { type }] of Object.entries(properties))
        assert.deepEqual(type, documented.properties[field]?.type ?? 'object', `${name}.${field}`)
    }

    const [{ sku }] = (await model.call('list_products', { limit: 1 })).products
    const items = Array.from({ length: 400 }, () => ({ sku, quantity: 1, itemDescription: 'x'.repeat(200) }))
    const { customerOrderId } = await model.call('create_order', orderBody({ orderItems: items }))
    const order = await model.call('get_order', { customerOrderId })
    assert.deepEqual([order.orderItems.length, order.leftOut.orderItems], [100, 300])
    assert.ok(JSON.stringify(order).length < 50_000)
  })

  it('octavo mcp says in one sentence what was refused, and goes on', async () => {
    await using model = await connected(world.charged.sandbox.authorization)
    assert.match(await model.call('get_order', { customerOrderId: 'none' }), /\(order_not_found\)$/)
    assert.equal(await model.call('get_order'), 'Missing: customerOrderId.')
    await assert.rejects(model.client.callTool({ name: 'delete_everything' }), /There is no tool delete_everything/)
    assert.ok((await model.call('list_products')).products.length > 1)
  })

  it('octavo mcp takes a key of production only with the flag', async () => {
    const { status, err, out } = await exchange([], world.charged.production.authorization)
    assert.deepEqual([status, out], [2, []])
    assert.match(err, /^octavo: This is not a key of the sandbox: with --allow-production/)
    await using model = await connected(world.charged.production.authorization, '--allow-production')
    assert.deepEqual(await model.call('list_orders'), { orders: [] })
  })

  it('octavo mcp answers what is no message with an error, drops what is too long, and ends with its input', async () => {
    const { out, status } = await exchange(
      [
        'no json',
        'x'.repeat(2_000_000),
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        '{"jsonrpc":"2.0","id":2,"method":"x"}',
      ],
      world.charged.sandbox.authorization,
    )
    const answers = out.map(line => JSON.parse(line))
    assert.deepEqual(
      answers.map(({ id, result, error }) => [id, result ?? error.code]).sort(),
      [
        [null, -32600],
        [null, -32700],
        [1, {}],
        [2, -32601],
      ].sort(),
    )
    assert.equal(status, 0)
  })
})
