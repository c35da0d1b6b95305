import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiDocument, nameSchemas, type Schema } from './namedSchemas.ts'

const answering = (operations: Record<string, Schema>): ApiDocument => ({
  paths: Object.fromEntries(
    Object.entries(operations).map(([operationId, schema]) => [
      `/${operationId}`,
      { get: { operationId, responses: { 200: { content: { 'application/json': { schema } } } } } },
    ]),
  ),
})
const text = { type: 'string' }
const object = (properties: Record<string, Schema>, rest: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...rest,
})
const schemaOf = (document: ApiDocument, operationId: string) =>
  document.paths![`/${operationId}`]!.get!.responses![200]!.content!['application/json']!.schema

test('an object has the name of its title, or of its operation and field', () => {
  const place = object({ city: text }, { title: 'Place' })
  const named = nameSchemas(answering({ listShops: object({ shops: { type: 'array', items: object({ place }) } }) }))
  assert.deepEqual(schemaOf(named, 'listShops'), { $ref: '#/components/schemas/ListShopsAnswer' })
  assert.deepEqual(named.components?.schemas, {
    ListShopsAnswer: object({ shops: { type: 'array', items: { $ref: '#/components/schemas/ListShopsAnswerShop' } } }),
    ListShopsAnswerShop: object({ place: { $ref: '#/components/schemas/Place' } }),
    Place: object({ city: text }),
  })
})

test('schemas that differ only in their descriptions are the same schema', () => {
  const named = nameSchemas(
    answering({
      getShop: object({ city: text }, { title: 'Shop' }),
      findShop: object({ city: text }, { type: ['object', 'null'], description: 'Null for none.' }),
    }),
  )
  assert.deepEqual(Object.keys(named.components!.schemas!), ['Shop'])
  assert.deepEqual(schemaOf(named, 'findShop'), {
    anyOf: [{ $ref: '#/components/schemas/Shop' }, { type: 'null' }],
    description: 'Null for none.',
  })
})

test('two different schemas with the same title are a mistake', () => {
  const both = {
    getShop: object({ city: text }, { title: 'Shop' }),
    getStore: object({ name: text }, { title: 'Shop' }),
  }
  assert.throws(() => nameSchemas(answering(both)), /two schemas of the API document have the name Shop/)
})
