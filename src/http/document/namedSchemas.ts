// Gives every object of the API document a name. Generated clients make a type of each schema in `components`, and
// invent a name for every other. A schema that says its name in `title` has it; the others are named after their
// operation and field. Equal schemas are one.

import { audienceOf } from './documentParts.ts'

export type Schema = {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  [keyword: string]: unknown
}
type Media = { schema?: Schema; example?: unknown }
type Content = { content?: Record<string, Media> }
export type Operation = {
  operationId?: string
  requestBody?: Content & { required?: boolean; description?: string }
  responses?: Record<string, Content & { $ref?: string; description?: string }>
  [field: string]: unknown
}
export type ApiDocument = {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components?: { schemas?: Record<string, Schema>; [kind: string]: unknown }
  [field: string]: unknown
}

const place = '#/components/schemas/'

/** The document with its objects in `components`. */
export function nameSchemas(document: ApiDocument): ApiDocument {
  const named = new Map<string, { key: string; schema: Schema }>()
  const nameOf = new Map<string, string>()

  function give(name: string, schema: Schema): string {
    const { title: _title, $id: _id, description: _said, ...shape } = schema
    const key = inOrder(shape)
    const known = nameOf.get(key)
    if (known !== undefined) return known
    if (named.has(name)) throw new Error(`two schemas of the API document have the name ${name}`)
    named.set(name, { key, schema: { ...(schema.description ? { description: schema.description } : {}), ...shape } })
    nameOf.set(key, name)
    return name
  }

  /** The schema with references for all objects in it, and itself one if it is an object. */
  function refer(schema: Schema, path: string): Schema {
    if (schema.$ref !== undefined) return schema
    const types = [schema.type].flat()
    if (schema.properties === undefined || !types.includes('object')) return inside(schema, path)
    const { description, ...object } = inside({ ...schema, type: 'object' }, schema.title ?? path)
    const name = give(schema.title ?? path, description === undefined ? object : { description, ...object })
    const reference = { $ref: `${place}${name}` }
    const own = description === undefined || description === named.get(name)?.schema.description ? {} : { description }
    return types.includes('null') ? { anyOf: [reference, { type: 'null' }], ...own } : { ...reference, ...own }
  }

  function inside(schema: Schema, path: string): Schema {
    const { properties, items, additionalProperties } = schema
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, of]) => [field, refer(of, path + capital(field))]),
        ),
      }),
      ...(items && { items: refer(items, singular(path)) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: refer(additionalProperties, singular(path)),
      }),
    }
  }

  const inContent = <Of extends Content>(part: Of, name: string): Of =>
    part.content === undefined
      ? part
      : {
          ...part,
          content: Object.fromEntries(
            Object.entries(part.content).map(([type, media]) => [
              type,
              media.schema === undefined ? media : { ...media, schema: refer(media.schema, name) },
            ]),
          ),
        }

  function inOperation(operation: Operation): Operation {
    const name = capital(operation.operationId ?? '')
    const { requestBody, responses } = operation
    return {
      ...operation,
      ...(requestBody && { requestBody: inContent(requestBody, `${name}Request`) }),
      ...(responses && {
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, answer]) => [
            status,
            inContent(answer, status === '202' && '200' in responses ? `${name}Waiting` : `${name}Answer`),
          ]),
        ),
      }),
    }
  }

  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) give(name, inside(schema, name))
  // A schema that a program and a screen share is named after the operation of the program.
  for (const operation of Object.values(document.paths ?? {}).flatMap(methods => Object.values(methods)))
    if (audienceOf(operation) === 'customers') inOperation(operation)
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, inOperation(operation)])),
  ])
  const webhooks = Object.entries(document.webhooks ?? {}).map(([kind, { post }]) => [
    kind,
    { post: inOperation(post) },
  ])
  const schemas = [...named].map(([name, { schema }]) => [name, schema] as const)
  return {
    ...document,
    paths: Object.fromEntries(paths),
    webhooks: Object.fromEntries(webhooks),
    components: {
      ...document.components,
      schemas: Object.fromEntries(schemas.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

/** JSON with the fields of every object in alphabetical order, so that equal schemas are equal text. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
