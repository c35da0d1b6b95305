import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { apiTypesText, readers } from '../scripts/apiTypes.ts'
import { openapiFile, openapiText } from '../scripts/docs.ts'
import { startWorld } from './world.ts'

test('docs/openapi.json is the API document of the service (npm run docs)', async () => {
  assert.equal(readFileSync(openapiFile, 'utf8'), await openapiText())
})

test('files that examples name are the ones that the service has', async () => {
  await using world = await startWorld()
  const document = JSON.stringify(world.app.server.swagger())
  const files = new Set(document.match(/http:\/\/127\.0\.0\.1:3000\/templates\/[^"]+/g))
  assert.deepEqual([...files].map(url => /\/(cover|pages)\/pdf/.exec(url)?.[1]).toSorted(), ['cover', 'pages'])
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
]
/** Browsers make these, each with fields of its own. */
const bodiesOfBrowsers = ['/auth/sign-in/passkey', '/auth/passkeys']

type Operation = { requestBody?: { content: Record<string, { schema: BodySchema }> } }
type BodySchema = { properties?: Record<string, BodySchema>; items?: BodySchema; additionalProperties?: boolean }
const takesOtherFields = ({ properties, items, additionalProperties }: BodySchema): boolean =>
  (properties !== undefined && additionalProperties !== false) ||
  [...Object.values(properties ?? {}), ...(items === undefined ? [] : [items])].some(takesOtherFields)

test('only orders, and what browsers make, may have fields that a request does not know', () => {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(readFileSync(openapiFile, 'utf8'))
  const open = Object.entries(paths).filter(([, operations]) =>
    Object.values(operations).some(({ requestBody }) =>
      takesOtherFields(requestBody?.content['application/json']?.schema ?? {}),
    ),
  )
  const addresses = open.map(([path]) => path)
  assert.deepEqual(addresses.toSorted(), [...bodiesOfOrders, ...bodiesOfBrowsers].toSorted())
})

for (const reader of readers) {
  const [name] = /[^/]+\/apiTypes\.ts$/.exec(reader.file.pathname)!
  test(`${name} has the types of docs/openapi.json (npm run docs)`, () => {
    const document = JSON.parse(readFileSync(openapiFile, 'utf8'))
    assert.equal(readFileSync(reader.file, 'utf8'), apiTypesText(document, reader))
  })
}
