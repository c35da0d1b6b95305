import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  type ApiDocument,
  additionsTo,
  breakingChanges,
  customersPart,
  lastFile,
  lastText,
} from '../scripts/apiChanges.ts'
import { openapiFile } from '../scripts/apiDocument.ts'

const last: ApiDocument = JSON.parse(readFileSync(lastFile, 'utf8'))
const current: ApiDocument = JSON.parse(readFileSync(openapiFile, 'utf8'))

test('a program written for the last version works with the current one', () => {
  assert.deepEqual(breakingChanges(last, customersPart(current)), [])
})

test('each operation, field and webhook of customers is in the last document, so that none can break from now on', () => {
  assert.deepEqual(additionsTo(last, current), [], 'run npm run docs')
  const listed = readFileSync(new URL('routes.md', import.meta.url), 'utf8')
  const routes = [...listed.matchAll(/^\| (\w+) \| `(\S+)` \| [^|]*customer_key/gm)]
  assert.ok(routes.length > 60, String(routes.length))
  const missing = routes.filter(([, method = '', path = '']) => {
    return last.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] === undefined
  })
  assert.deepEqual(
    missing.map(([row]) => row),
    [],
  )
})

// biome-ignore lint/suspicious/noExplicitAny: the cases change the document anywhere
type Change = (document: any) => void

const additions: [what: string, change: Change][] = [
  ['an operation', ({ paths }) => (paths['/news'] = { get: { operationId: 'listNews', responses: {} } })],
  ['a field of an answer', ({ components: { schemas } }) => (schemas.Order.properties.color = { type: 'string' })],
  ['a status', ({ components: { schemas } }) => schemas.Order.properties.status.enum.push('LOST')],
  [
    'a status to look for',
    ({ paths }) => {
      const status = paths['/orders'].get.parameters.find(({ name }: { name: string }) => name === 'status')
      status.schema.pattern = status.schema.pattern.replaceAll('QUEUED|', 'LOST|QUEUED|')
    },
  ],
  ['an optional field of a request', ({ components }) => (components.schemas.NewOrder.properties.gift = {})],
  [
    'an optional parameter',
    ({ paths }) => paths['/orders'].get.parameters.push({ name: 'q', in: 'query', schema: {} }),
  ],
  ['a longer payload', ({ components: { schemas } }) => (schemas.NewOrder.properties.payload.maxLength = 600)],
  [
    'another kind of address',
    ({ components: { schemas } }) => (schemas.NewOrder.properties.webhookUrl.pattern += '|^urn:'),
  ],
  ['an event', ({ webhooks }) => (webhooks.OrderLost = webhooks.OrderShipped)],
  ['a problem', ({ paths }) => (paths['/orders'].get.responses['409'] = { description: 'New.' })],
]

const breaks: [what: string, change: Change, found: string][] = [
  ['a removed operation', ({ paths }) => delete paths['/events'], 'GET /events is gone'],
  [
    'a renamed operation',
    ({ paths }) => (paths['/orders'].get.operationId = 'orders'),
    'GET /orders is named orders now',
  ],
  ['a removed field', ({ components }) => delete components.schemas.Order.properties.actions, '.actions is gone'],
  [
    'a field that may be absent',
    ({ components: { schemas } }) => schemas.Order.required.splice(schemas.Order.required.indexOf('status'), 1),
    '.status may be absent now',
  ],
  [
    'a field that may be null',
    ({ components: { schemas } }) => (schemas.Order.properties.currency.type = ['string', 'null']),
    '.currency was string and is string or null',
  ],
  [
    'another type',
    ({ components: { schemas } }) => (schemas.PaymentInfo.properties.total.type = 'string'),
    '.paymentInfo.total was number or null and is string',
  ],
  [
    'a required field',
    ({ components }) => components.schemas.NewOrder.required.push('payload'),
    '.payload is required now',
  ],
  [
    'a shorter payload',
    ({ components }) => (components.schemas.NewOrder.properties.payload.maxLength = 9),
    'maxLength 9',
  ],
  [
    'fewer values',
    ({ components }) => (components.schemas.NewOrder.properties.currency.enum = []),
    'no longer takes USD',
  ],
  [
    'fewer statuses to look for',
    ({ paths }) => {
      const status = paths['/orders'].get.parameters.find(({ name }: { name: string }) => name === 'status')
      status.schema.pattern = status.schema.pattern.replaceAll('QUEUED|', '')
    },
    'GET /orders ?status has another pattern now',
  ],
  [
    'a closed body',
    ({ components }) => (components.schemas.NewOrder.additionalProperties = false),
    'no further fields',
  ],
  [
    'a required parameter',
    ({ paths }) => paths['/orders'].get.parameters.push({ name: 'q', in: 'query', required: true, schema: {} }),
    'GET /orders ?q is required now',
  ],
  ['a removed parameter', ({ paths }) => (paths['/orders'].get.parameters = []), 'GET /orders ?status is gone'],
  [
    'another success',
    ({ paths: { '/orders/create': create } }) => {
      create.post.responses['200'] = create.post.responses['201']
      delete create.post.responses['201']
    },
    'POST /orders/create no longer answers 201',
  ],
  ['a removed event', ({ webhooks }) => delete webhooks.OrderShipped, 'the webhook OrderShipped is gone'],
]

describe('of two versions of the API document', () => {
  const changed = (change: Change) => {
    const after = structuredClone(last)
    change(after)
    return breakingChanges(last, after)
  }
  for (const [what, change] of additions) {
    test(`${what} can be added`, () => assert.deepEqual(changed(change), []))
  }
  test('an addition is put into the last document, with a version of that day or a later one', () => {
    const after = structuredClone(current)
    after.components!.schemas!.Order!.properties!.color = { type: 'string' }
    const before = JSON.stringify(last)
    assert.equal(lastText(before, current, '2099-01-01'), before)
    assert.throws(() => lastText(before, after, '2099-01-01'), /move its version to 2099-01-01/)
    after.info.version = '2099-01-01'
    const renewed = JSON.parse(lastText(before, after, '2099-01-01'))
    assert.deepEqual(additionsTo(renewed, after), [])
    assert.throws(() => lastText(JSON.stringify(renewed), current, '2099-01-01'), /\.color is gone/)
  })
  for (const [what, change, expected] of breaks) {
    test(`${what} breaks programs`, () => {
      const found = changed(change)
      assert.ok(
        found.some(sentence => sentence.includes(expected)),
        found.join('\n'),
      )
    })
  }
})
