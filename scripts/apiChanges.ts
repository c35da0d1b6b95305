// Compares what customers' programs use of the API document with docs/last-openapi.json, that of the last version of
// the interface. `npm run docs` puts each addition there, so that it is kept from then on.

import { withOperations } from '../src/http/document/documentParts.ts'

export const lastFile = new URL('../docs/last-openapi.json', import.meta.url)

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  [keyword: string]: unknown
}
type Content = Record<string, { schema?: Schema }>
type Answer = { $ref?: string; content?: Content }
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Answer>
}
export type ApiDocument = {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, Answer>; examples?: object }
}

/** The operations for programs with a key and those without any caller, the webhooks, and what they refer to. */
export function customersPart(document: ApiDocument): ApiDocument {
  const {
    info: { version },
    paths,
    webhooks = {},
    components = {},
  } = withOperations(
    document,
    ({ security = [] }, path) => security.some(way => 'customerKey' in way) || path.startsWith('/templates/'),
  )
  const { schemas = {}, responses = {} } = components
  return { info: { version }, paths, webhooks, components: { schemas, responses } }
}

/** The operations, parameters, fields, values and webhooks that the last document does not have yet, as sentences. */
export const additionsTo = (last: ApiDocument, current: ApiDocument): string[] =>
  breakingChanges(customersPart(current), last)

/**
 * The text of the last document from now on. Throws when a change breaks programs, and when something is added while
 * the version of the interface is of an earlier day.
 */
export function lastText(before: string, current: ApiDocument, today: string): string {
  const last: ApiDocument = JSON.parse(before)
  const part = customersPart(current)
  const breaks = breakingChanges(last, part)
  if (breaks.length > 0) throw new Error(`programs of customers break (docs/versions.md):\n${breaks.join('\n')}`)
  const additions = additionsTo(last, current)
  if (additions.length === 0) return before
  if (current.info.version < today) {
    const where = `${today}, in src/http/server/server.ts and clients/cli/failures.ts`
    throw new Error(`the interface has additions: move its version to ${where}`)
  }
  return `${JSON.stringify(part, withoutProse, 2)}\n`
}

/** Descriptions and examples are not compared. A field with such a name is an object. */
function withoutProse(this: { schema?: unknown }, key: string, value: unknown): unknown {
  const isProse = ['description', 'summary'].includes(key) && typeof value === 'string'
  const isExample = ['example', 'examples'].includes(key) && this.schema !== undefined
  return isProse || isExample ? undefined : value
}

/** Each thing that a program written for `before` would miss or be refused in `after`, as a sentence. */
export function breakingChanges(before: ApiDocument, after: ApiDocument): string[] {
  const found: string[] = []
  const seen = new Set<string>()

  const named = (document: ApiDocument, schema: Schema): Schema =>
    schema.$ref === undefined ? schema : named(document, document.components!.schemas![schema.$ref.split('/').at(-1)!]!)

  /** Null besides a schema is written in two ways, and is one. */
  const plain = (document: ApiDocument, schema: Schema): Schema => {
    const known = named(document, schema)
    const { anyOf } = known
    if (anyOf?.length !== 2 || anyOf[1]!.type !== 'null') return known
    const inner = named(document, anyOf[0]!)
    return { ...inner, type: [...typesOf(inner), 'null'] }
  }

  /** `isRequest`: programs send it, so it may only accept more. Otherwise they read it, so it may only say more. */
  function compare(wasSchema: Schema, isSchema: Schema, where: string, isRequest: boolean): void {
    const pair = `${isRequest} ${wasSchema.$ref} ${isSchema.$ref}`
    if (wasSchema.$ref !== undefined && isSchema.$ref !== undefined) {
      if (seen.has(pair)) return
      seen.add(pair)
    }
    const [was, is] = [plain(before, wasSchema), plain(after, isSchema)]
    const [wide, narrow] = isRequest ? [is, was] : [was, is]
    const [wideTypes, types] = [typesOf(wide), typesOf(narrow)]
    if (wideTypes.length > 0 && !types.every(type => fits(type, wideTypes))) {
      found.push(`${where} was ${typesOf(was).join(' or ')} and is ${typesOf(is).join(' or ') || 'anything'}`)
      return
    }
    if (isRequest) compareBounds(was, is, where)
    const fields = Object.entries(was.properties ?? {})
    for (const [name, field] of fields) {
      const place = `${where}.${name}`
      const now = is.properties?.[name]
      if (now === undefined) found.push(`${place} is gone`)
      else compare(field, now, place, isRequest)
      if (!isRequest && was.required?.includes(name) && !is.required?.includes(name)) {
        found.push(`${place} may be absent now`)
      }
    }
    if (isRequest) {
      for (const name of is.required ?? []) {
        if (!was.required?.includes(name)) found.push(`${where}.${name} is required now`)
      }
    }
    if (was.items !== undefined && is.items !== undefined) compare(was.items, is.items, `${where}[]`, isRequest)
  }

  function compareBounds(was: Schema, is: Schema, where: string): void {
    for (const value of was.enum ?? []) {
      if (is.enum !== undefined && !is.enum.includes(value)) found.push(`${where} no longer takes ${String(value)}`)
    }
    if (was.enum === undefined && is.enum !== undefined) found.push(`${where} takes a few values only now`)
    for (const [keyword, sign] of bounds) {
      const [old, now] = [was[keyword] as number | undefined, is[keyword] as number | undefined]
      if (now !== undefined && (old === undefined || sign * now < sign * old)) {
        found.push(`${where} has the limit ${keyword} ${now} now`)
      }
    }
    if (is.additionalProperties === false && was.additionalProperties !== false) {
      found.push(`${where} takes no further fields now`)
    }
    if (is.pattern !== undefined && is.pattern !== was.pattern && !takesMore(was.pattern, is.pattern))
      found.push(`${where} has another pattern now`)
  }

  function compareOperation(was: Operation, is: Operation, where: string): void {
    if (was.operationId !== is.operationId) found.push(`${where} is named ${is.operationId} now`)
    for (const parameter of was.parameters ?? []) {
      const now = is.parameters?.find(one => one.name === parameter.name && one.in === parameter.in)
      if (now === undefined) found.push(`${where} ?${parameter.name} is gone`)
      else compare(parameter.schema, now.schema, `${where} ?${parameter.name}`, true)
    }
    for (const { name, in: place, required = false } of is.parameters ?? []) {
      const old = was.parameters?.find(one => one.name === name && one.in === place)
      if (required && !old?.required) found.push(`${where} ?${name} is required now`)
    }
    if (is.requestBody?.required && !was.requestBody?.required) found.push(`${where} requires a body now`)
    if (was.requestBody && is.requestBody)
      compareContent(was.requestBody.content, is.requestBody.content, `${where} body`, true)
    for (const [status, answer] of Object.entries(was.responses)) {
      if (answer.content === undefined || !status.startsWith('2')) continue
      const now = is.responses[status]
      if (now === undefined) found.push(`${where} no longer answers ${status}`)
      else compareContent(answer.content, now.content ?? {}, `${where} ${status}`, false)
    }
  }

  function compareContent(was: Content, is: Content, where: string, isRequest: boolean): void {
    for (const [type, { schema = {} }] of Object.entries(was)) {
      const now = is[type]
      if (now === undefined) found.push(`${where} is no longer ${type}`)
      else compare(schema, now.schema ?? {}, where, isRequest)
    }
  }

  for (const [path, operations] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const where = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (now === undefined) found.push(`${where} is gone`)
      else compareOperation(operation, now, where)
    }
  }
  for (const [kind, { post }] of Object.entries(before.webhooks ?? {})) {
    const now = after.webhooks?.[kind]
    if (now === undefined) found.push(`the webhook ${kind} is gone`)
    else
      compareContent(post.requestBody?.content ?? {}, now.post.requestBody?.content ?? {}, `the webhook ${kind}`, false)
  }
  return found
}

/** 1: a smaller value refuses more; -1: a larger one does. */
const bounds = [
  ['maxLength', 1],
  ['maximum', 1],
  ['maxItems', 1],
  ['maxProperties', 1],
  ['minLength', -1],
  ['minimum', -1],
  ['minItems', -1],
  ['minProperties', -1],
] as const

/** A pattern with another alternative, or a list of words with another word. */
const takesMore = (was: unknown, is: unknown): boolean =>
  (was !== undefined && String(is).startsWith(`${was}|`)) || hasMoreWords(was, is)

/** A list of words, separated by commas, that takes all words that it took before. */
function hasMoreWords(was: unknown, is: unknown): boolean {
  const [before, now] = [was, is].map(pattern =>
    /^\^\(\?:([A-Z_|]+)\)\(\?:,\(\?:\1\)\)\*\$$/.exec(String(pattern))?.[1]?.split('|'),
  )
  return before !== undefined && now !== undefined && before.every(word => now.includes(word))
}

const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat())
const fits = (type: string, wide: string[]) => wide.includes(type) || (type === 'integer' && wide.includes('number'))
