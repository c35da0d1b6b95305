import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openapiFile, openapiText } from '../scripts/apiDocument.ts'
import { apiClients, apiTypesText } from '../scripts/apiTypes.ts'
import { examplesFile, examplesText } from '../scripts/examples.ts'
import { pythonAsyncFile, pythonAsyncText } from '../scripts/pythonAsync.ts'
import { partFor } from '../src/http/document/documentParts.ts'
import { readMeanings } from '../src/http/document/meanings.ts'
import { webhookKinds } from '../src/orders/lifecycle.ts'
import { noticeKinds } from '../src/orders/view/webhookBodies.ts'
import { testKind } from '../src/webhooks/testEvent.ts'
import { freshPglite } from './support/database.ts'
import { isShortForm } from './support/form.ts'
import { startWorld } from './support/world.ts'

test('docs/openapi.json is the API document of the service (npm run docs)', async () => {
  assert.equal(readFileSync(openapiFile, 'utf8'), await openapiText({ database: await freshPglite() }))
})

test('clients/python/octavo_client/aio.py has every call of client.py (npm run docs)', () => {
  assert.equal(readFileSync(pythonAsyncFile, 'utf8'), pythonAsyncText())
})

test('src/http/document/examples.json is what the service answers (npm run docs)', async () => {
  assert.equal(readFileSync(examplesFile, 'utf8'), await examplesText())
})

test('every operation for programs has an example of its answer', () => {
  const without = operations.filter(({ security = [], responses }) => {
    const media = Object.values(responses).flatMap(({ content = {} }) => content['application/json'] ?? [])
    return security.some(way => 'customerKey' in way) && media.some(({ example }) => example === undefined)
  })
  assert.deepEqual(
    without.map(({ operationId }) => operationId),
    [],
  )
})

test('files that examples name are the ones that the service has', async () => {
  await using world = await startWorld()
  const document = JSON.stringify(world.app.server.swagger())
  const files = new Set(document.match(/http:\/\/127\.0\.0\.1:3000\/templates\/[^"\\]+/g))
  assert.deepEqual([...files].map(url => /\/(cover|pages)\/sample/.exec(url)?.[1]).toSorted(), ['cover', 'pages'])
  for (const url of files) {
    const { statusCode, headers } = await world.app.server.inject(url.slice('http://127.0.0.1:3000'.length))
    assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf'])
  }
  assert.doesNotMatch(document, /\.example\/[^"]*pdf/)
})

/** Whose answers name them in `warnings`. */
const bodiesOfOrders = [
  '/orders/create',
  '/orders/validate',
  '/orders/shipping/estimate',
  '/dashboard/api/{mode}/orders',
  '/dashboard/api/{mode}/orders/validate',
  '/dashboard/api/estimate',
  '/orders/{customerOrderId}',
  '/dashboard/api/{mode}/orders/{customerOrderId}',
  '/staff/orders/{accountId}/{customerOrderId}',
  '/staff/orders/{accountId}/{customerOrderId}/resend',
  '/quotes',
  '/dashboard/api/{mode}/quotes',
]
/** Browsers make these, each with fields of its own. */
const bodiesOfBrowsers = ['/auth/sign-in/passkey', '/auth/passkeys']

/** Whether a body may have further fields, in itself or in what it refers to. */
function takesOtherFields(schema: Schema): boolean {
  const { properties, items, additionalProperties, anyOf = [] } = at(schema)
  return (
    (properties !== undefined && additionalProperties !== false) ||
    [...Object.values(properties ?? {}), ...(items === undefined ? [] : [items]), ...anyOf].some(takesOtherFields)
  )
}

test('only orders, and what browsers make, may have fields that a request does not know', () => {
  const open = operations.filter(operation => takesOtherFields(bodyOf(operation) ?? {}))
  const addresses = new Set(open.map(({ path }) => path))
  // The operator's data has a check of its own, which names unknown fields as mistakes of the draft.
  const drafts = ['/staff/operator-data/draft', '/staff/operator-data/quote']
  assert.deepEqual([...addresses].toSorted(), [...bodiesOfOrders, ...bodiesOfBrowsers, ...drafts].toSorted())
})

for (const client of apiClients) {
  const [name] = /[^/]+\/apiTypes\.ts$/.exec(client.file.pathname)!
  test(`${name} has the types of docs/openapi.json (npm run docs)`, () => {
    const document = JSON.parse(readFileSync(openapiFile, 'utf8'))
    assert.equal(readFileSync(client.file, 'utf8'), apiTypesText(document, client))
  })
}

type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
}
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value?: unknown; $ref?: string }> }
type Parameter = { name: string; in: string; description?: string; required?: boolean; schema: Schema }
type Described = {
  security?: object[]
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>
}

/** Judges by the document alone: no defaults are filled in, and an unknown keyword is a mistake. */
function judgeOf({ components }: { components: object }) {
  const ajv = new Ajv2020({ strictSchema: true, strictTypes: false, strictRequired: false, allowUnionTypes: true })
  addFormats.default(ajv)
  for (const format of ['binary', 'iri']) ajv.addFormat(format, true)
  for (const keyword of ['x-expected', 'x-code', 'components']) ajv.addKeyword(keyword)
  ajv.addSchema({ $id: 'document', components })
  const compiled = new Map<string, ValidateFunction>()
  return (schema: Schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
    if (!compiled.has(text)) compiled.set(text, ajv.compile(JSON.parse(text)))
    return compiled.get(text)!
  }
}

const document = JSON.parse(readFileSync(openapiFile, 'utf8'))
const compile = judgeOf(document)
const operations = Object.entries<Record<string, Described>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ name: `${method} ${path}`, path, ...described })),
)
/** What a reference leads to. */
const at = <Of extends { $ref?: string }>(one: Of): Of =>
  one.$ref === undefined
    ? one
    : one.$ref
        .slice(2)
        .split('/')
        .reduce((inside, name) => inside[name], document)
const bodyOf = ({ requestBody }: Described) => requestBody?.content['application/json']?.schema

test('every operation has a name of its own that a program can use: a verb and its object', () => {
  const names = operations.map(({ operationId }) => operationId)
  assert.deepEqual(
    names.filter(name => !/^[a-z]+(?:[A-Z][a-z]*)*$/.test(name ?? '')),
    [],
  )
  assert.equal(new Set(names).size, names.length)
  const named = (wanted: string) => operations.find(({ operationId }) => operationId === wanted)?.name
  assert.deepEqual(['createOrder', 'getOrder', 'cancelOrder', 'estimateShipping'].map(named), [
    'post /orders/create',
    'get /orders/{customerOrderId}',
    'delete /orders/{customerOrderId}',
    'post /orders/shipping/estimate',
  ])
})

test('the API document is valid by the official schema of OpenAPI 3.1', async () => {
  assert.deepEqual(await new Validator().validate(document), { valid: true })
})

/** What Redocly finds by its strictest set, with no rule changed. */
async function foundByRedocly(lintedDocument: object) {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({ source: JSON.stringify(lintedDocument), config })
  return found.map(({ ruleId, message, location }) => ({ ruleId, message, pointer: location[0]?.pointer }))
}

test('the API document for programs keeps every recommended rule of Redocly', async () => {
  assert.deepEqual(await foundByRedocly(partFor('customers', document)), [])
})

test('the API document keeps the recommended rules of Redocly', async () => {
  // The only exception: {mode} has two values, so /dashboard/api/{mode}/keys and /dashboard/api/products/{sku} are
  // never the same.
  const isOfBrowser = ({ ruleId, pointer }: Awaited<ReturnType<typeof foundByRedocly>>[number]) =>
    ruleId === 'no-ambiguous-paths' && /^#\/paths\/~1(?:dashboard|staff)~1/.test(String(pointer))
  const rest = (await foundByRedocly(document)).filter(one => !isOfBrowser(one))
  assert.deepEqual(rest, [])
})

test('the API document keeps the recommended rules of Spectral', { skip: isShortForm }, async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [oas as spectral.RulesetDefinition] })
  const found = await linter.run(document)
  assert.deepEqual(
    found.map(({ code, message, path }) => [code, message, path.join('.')]),
    [],
  )
})

test('every object of the API document has a name, and every name is used', () => {
  const anonymous: string[] = []
  function look(schema: Schema, where: string): void {
    const { properties, items, additionalProperties, anyOf = [] } = schema
    if (properties !== undefined) anonymous.push(where)
    const inside = [...anyOf, ...(items ? [items] : [])]
    if (typeof additionalProperties === 'object') inside.push(additionalProperties)
    for (const one of inside) look(one, where)
  }
  const schemas = Object.entries<Schema>(document.components.schemas)
  for (const [name, { properties = {} }] of schemas) {
    for (const [field, schema] of Object.entries(properties)) look(schema, `${name}.${field}`)
  }
  for (const { name, requestBody, responses } of operations) {
    const parts = [requestBody, ...Object.values(responses).map(at)]
    for (const { schema } of parts.flatMap(part => Object.values(part?.content ?? {}))) look(schema, name)
  }
  assert.deepEqual(anonymous, [])
  const text = JSON.stringify(document)
  assert.deepEqual(
    schemas.map(([name]) => name).filter(name => !text.includes(`"#/components/schemas/${name}"`)),
    [],
  )
})

test('every field, parameter and event for programs has a meaning, and every meaning is used', () => {
  const { fields, named, events } = readMeanings()
  const part = partFor('customers', document) as unknown as { components: { schemas: Record<string, Schema> } }
  const ofSchemas = Object.entries(part.components.schemas).flatMap(([owner, { properties = {} }]) =>
    Object.entries(properties).map(([name, field]) => ({
      owner,
      name,
      said: field.description ?? at(field).description,
    })),
  )
  const ofParameters = operations
    .filter(({ path }) => Object.hasOwn((part as unknown as { paths: object }).paths, path))
    .flatMap(({ operationId: owner = '', parameters = [] }) =>
      parameters.map(({ name, description, schema }) => ({ owner, name, said: description ?? schema.description })),
    )
  const all = [...ofSchemas, ...ofParameters]
  const silent = all.filter(({ said = '' }) => said.length < 4).map(({ owner, name }) => `${owner}.${name}`)
  assert.deepEqual(silent, [])
  const used = new Set(all.flatMap(({ owner, name, said }) => [`${owner}.${name}`, `${name} ${said}`]))
  assert.deepEqual(
    Object.keys(named).filter(key => !used.has(key)),
    [],
  )
  assert.deepEqual(
    Object.entries(fields).filter(([name, said]) => !used.has(`${name} ${said}`)),
    [],
  )
  assert.deepEqual(Object.keys(events).toSorted(), Object.keys(document.webhooks).toSorted())
})

test('no schema of the API document for programs is named after a screen', () => {
  const { components } = partFor('customers', document) as { components: { schemas: object } }
  assert.deepEqual(
    Object.keys(components.schemas).filter(name => /Dashboard|Staff|Press/.test(name)),
    [],
  )
})

test('every event has a webhook with its body, and every webhook is an event', () => {
  const { webhooks, components } = document
  assert.deepEqual(Object.keys(webhooks).toSorted(), [...webhookKinds, ...noticeKinds, testKind].toSorted())
  for (const kind of webhookKinds) {
    const { type, data } = components.schemas[`${kind}Webhook`].properties
    assert.deepEqual([type.enum, data.$ref], [[kind], '#/components/schemas/Order'])
  }
})

test('each problem stands under its status, with an example that has its code', () => {
  const { responses } = document.paths['/orders/{customerOrderId}'].delete
  const codesOf = (status: string) =>
    Object.keys(at<Described['responses'][string]>(responses[status]).content!['application/problem+json']!.examples!)
  assert.deepEqual(['401', '404', '409', '429'].map(codesOf), [
    ['not_authenticated'],
    ['order_not_found'],
    ['order_not_cancellable'],
    ['too_many_requests'],
  ])
  const { value } = document.components.examples.OrderNotCancellable
  assert.deepEqual(
    [value.code, value.status, value.type],
    ['order_not_cancellable', 409, '/docs/errors#order_not_cancellable'],
  )
})

test('every schema of the API document is JSON Schema without a keyword of another language', () => {
  for (const { name, parameters = [], requestBody, responses } of operations) {
    const answers = Object.values(responses).flatMap(answer => Object.values(at(answer).content ?? {}))
    const media = [...Object.values(requestBody?.content ?? {}), ...answers]
    for (const { schema } of [...parameters, ...media]) assert.doesNotThrow(() => compile(schema), name)
  }
})

test('every example in the API document is valid by its own schema', () => {
  const media = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses).map(at)].flatMap(part => Object.values(part?.content ?? {})),
  )
  const examples = media.flatMap(({ schema, example, examples = {} }) =>
    [example, ...Object.values(examples).map(one => at(one).value)]
      .filter(value => value !== undefined)
      .map(value => ({ schema, example: value })),
  )
  assert.ok(examples.length >= 7)
  for (const { schema, example } of examples) {
    const judge = compile(schema)
    assert.ok(judge(example), JSON.stringify([judge.errors, example]))
  }
})

test('a request that omits every field with a default is valid by the API document', () => {
  const demanded = (schema: Schema | undefined, where: string): string[] =>
    Object.entries(at(schema ?? {}).properties ?? {}).flatMap(([name, field]) => [
      ...('default' in field && at(schema!).required?.includes(name) ? [`${where} ${name}`] : []),
      ...demanded(field, `${where} ${name}`),
      ...demanded(field.items, `${where} ${name}`),
    ])
  const found = operations.flatMap(operation => [
    ...demanded(bodyOf(operation), operation.name),
    ...(operation.parameters ?? [])
      .filter(({ required, schema }) => required && 'default' in schema)
      .map(({ name }) => `${operation.name} ?${name}`),
  ])
  assert.deepEqual(found, [])
  const judge = compile(bodyOf(operations.find(({ name }) => name === 'post /orders/create')!)!)
  const destination = {
    name: 'Ada',
    address1: '1 Main St',
    city: 'Rochester',
    state: 'NY',
    postal: '14604',
    country: 'US',
  }
  assert.ok(judge({ destination, orderItems: [{ sku: 'NOVEL' }] }), JSON.stringify(judge.errors))
  assert.equal(judge({ destination, orderItems: [{}] }), false)
})
