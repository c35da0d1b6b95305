// Requests for an operation of the API document: values that fit its schemas, values that nearly fit, and arbitrary
// bytes.

import fc, { type Arbitrary } from 'fast-check'

export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

export type Parameter = { in: 'path' | 'query'; name: string; required?: boolean; schema: Schema }

/** Values that exist in the service, such as identifiers and addresses, by the name of their field or parameter. */
export type Pools = Record<string, readonly unknown[]>

export type Sent = { path: string; headers: Record<string, string>; body: Buffer | null }

const maxItems = 3
const longText = 5000

/** A value that the schema allows. */
export function fitting(schema: Schema, name: string, pools: Pools): Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(member => fitting(member, name, pools)))
  const types = [schema.type ?? []].flat()
  const existing = Object.hasOwn(pools, name) ? fc.constantFrom(...pools[name]!) : null
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const any =
    types.length === 0 ? fc.jsonValue() : fc.oneof(...types.map(type => ofType({ ...schema, type }, name, pools)))
  if (existing === null) return any
  return fc.oneof({ weight: 9, arbitrary: existing }, { weight: 1, arbitrary: any })
}

function ofType(schema: Schema, name: string, pools: Pools): Arbitrary<unknown> {
  const { minimum = 0, maximum = 1_000_000, items = {}, properties = {}, required = [] } = schema
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum))
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 100_000 }).map(cents => cents / 100),
        fc.double({ min: minimum, noNaN: true, noDefaultInfinity: true }),
      )
    case 'array':
      return fc.array(fitting(items, name, pools), { minLength: schema.minItems ?? 0, maxLength: maxItems })
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, fitting(value, key, pools)])),
        { requiredKeys: required },
      )
    default:
      return text(schema)
  }
}

/** The first and last times that texts, databases and `Date` can express, by format. */
export const edgesOfTime: Record<string, readonly string[]> = {
  date: [
    '0000-01-01',
    '0000-01-02',
    '0001-01-01',
    '1969-12-31',
    '1970-01-01',
    '9998-12-31',
    '9999-12-30',
    '9999-12-31',
  ],
  'date-time': [
    '0000-01-01T00:00:00Z',
    '0000-01-02T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:00:00+14:00',
    '9998-12-31T23:59:59Z',
    '9998-12-31T23:59:59-12:00',
    '9999-12-31T00:00:00Z',
    '9999-12-31T23:59:59-12:00',
  ],
}

function text({ pattern, format, minLength = 0, maxLength = 60 }: Schema): Arbitrary<string> {
  if (format === 'date-time' || format === 'date') {
    const within = { noInvalidDate: true, min: new Date(0), max: new Date('9998-12-31T23:59:59.999Z') }
    const times = fc.date(within).map(at => at.toISOString().slice(0, format === 'date' ? 10 : undefined))
    return fc.oneof({ weight: 3, arbitrary: times }, { weight: 1, arbitrary: fc.constantFrom(...edgesOfTime[format]!) })
  }
  if (format === 'email') return fc.emailAddress()
  const maxTextLength = Math.min(maxLength, 60)
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: maxTextLength }),
    fc.string({ unit: 'binary', minLength, maxLength: maxTextLength }),
    fc.constant('𝕏'.repeat(Math.min(maxLength, longText))),
  )
  if (pattern === undefined) return free
  const fits = new RegExp(pattern, 'u')
  // fast-check's generator of matching texts knows no Unicode classes, so texts for them are filtered.
  return pattern.includes('\\p{')
    ? fc.oneof(fc.webUrl({ withQueryParameters: true }), free).map(text => (fits.test(text) ? text : 'plain'))
    : fc.stringMatching(fits)
}

const oddKeys = ['__proto__', 'constructor', 'toString', 'prototype', 'x', '', '\0', 'a/b~c', '\ud800']
// biome-ignore format: a list
const oddValues: unknown[] = [
  null, true, '', 'x', 0, -1, 1.5, -0, 1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, '0', '1e3', '1e400', '-Infinity', 'NaN', 'null', [], {}, [[]], [null],
  '\0', '\ud800', '\udc00\ud800', '\u202e', '\ufeff', '\r\n', '__proto__', '../../..', '%00', "'; drop table orders; --",
  'x'.repeat(longText), '𝕏'.repeat(40), '𝕏'.repeat(512), JSON.parse('{"__proto__":{"admin":true}}'), 'PT999999999H', 'P1Y',
  '+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-06-30T23:59:60Z', '2026-01-01t00:00:00z',
  'http://a b/', 'http://[::1]:99999/', 'HTTPS://user:pw@h/', 'javascript:alert(1)', `http://h/${'a'.repeat(3000)}`,
]
const odd = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }))

/** A value that the schema allows, with one or two odd changes. */
const nearlyFitting = (whole: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(whole, fc.array(fc.tuple(fc.nat(), odd, fc.constantFrom(...oddKeys)), { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) =>
      changes.reduce((changed, [at, oddValue, key]) => spoil(changed, at, oddValue, key), structuredClone(value)),
    )

/** Replaces, removes or adds a part of the value; `at` chooses the part and the change. */
function spoil(value: unknown, at: number, oddValue: unknown, key: string): unknown {
  const places: { holder: object; key: string }[] = []
  const collect = (holder: unknown) => {
    if (typeof holder !== 'object' || holder === null) return
    for (const key of Object.keys(holder)) {
      places.push({ holder, key })
      collect((holder as Record<string, unknown>)[key])
    }
  }
  collect(value)
  const copy = structuredClone(oddValue) // a second change may put the odd value into this one
  const place = places[at % (places.length + 1)]
  if (place === undefined) return copy
  const change = Math.floor(at / (places.length + 1)) % 4
  if (change === 0 && !Array.isArray(place.holder)) delete (place.holder as Record<string, unknown>)[place.key]
  else define(place.holder, change === 1 && !Array.isArray(place.holder) ? key : place.key, copy)
  return value
}

/** An assignment to `holder['__proto__']` would set the prototype instead. */
const define = (holder: object, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

const oddBodies = [
  '', ' ', '{', '[', '"', 'null', 'true', '0', '-', '1e999', '[1e999]', '{"a":1,"a":2}', '\ufeff{}', '{}{}', "{'a':1}", '{"a":NaN}',
  '\0', '"\\ud800"', '"\\u0000"', '{"__proto__":{}}', '{"constructor":{"prototype":{}}}', '['.repeat(30_000),
  '{"a":'.repeat(25), `[${'0,'.repeat(60_000)}0]`, `{"quantity":${'9'.repeat(400)}}`, `"${'x'.repeat(2 ** 20)}"`,
] // biome-ignore format: a list
const bytes = fc.oneof(
  fc.constantFrom(...oddBodies).map(body => Buffer.from(body)),
  fc.uint8Array({ maxLength: 200 }).map(body => Buffer.from(body)),
  fc.constant(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
)

function bodyFor(schema: Schema, pools: Pools): Arbitrary<Buffer> {
  const fits = fitting(schema, '', pools)
  const json = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')
  return fc.oneof(
    { weight: 6, arbitrary: fits.map(json) },
    { weight: 6, arbitrary: nearlyFitting(fits).map(json) },
    {
      weight: 1,
      arbitrary: fc.tuple(fits.map(json), fc.nat()).map(([body, at]) => body.subarray(0, at % body.length)),
    },
    { weight: 2, arbitrary: bytes },
  )
}

const oddSegments = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%2F',
  '',
  '%ED%A0%80',
  'a'.repeat(2000),
  '%F0%9F%93%9A'.repeat(40),
  'null',
  '0',
  '*',
]
const oddQueries = [
  'limit=0&limit=1',
  'limit[]=1',
  'limit=1e400',
  '__proto__=1',
  'constructor[prototype]=1',
  '%',
  '=&=&',
  'a'.repeat(4000),
  'cursor=%00',
]

function pathFor(template: string, parameters: Parameter[], pools: Pools): Arbitrary<string> {
  const steps = parameters.filter(parameter => parameter.in === 'path')
  const queries = parameters.filter(parameter => parameter.in === 'query')
  const step = ({ name, schema }: Parameter) =>
    fc.oneof(
      { weight: 8, arbitrary: fitting(schema, name, pools).map(encoded) },
      { weight: 1, arbitrary: fc.constantFrom(...oddSegments) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map(encoded) },
    )
  const query = ({ name, schema }: Parameter) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      { weight: 4, arbitrary: fitting(schema, name, pools).map(value => `${name}=${encoded(value)}`) },
      { weight: 1, arbitrary: odd.map(value => `${name}=${encoded(value)}`) },
    )
  return fc
    .tuple(
      fc.tuple(...steps.map(step)),
      fc.tuple(...queries.map(query)),
      fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...oddQueries) }),
    )
    .map(([values, known, oddQuery]) => {
      const path = steps.reduce((path, { name }, i) => path.replace(`{${name}}`, () => values[i]!), template)
      const query = [...known, oddQuery].filter(part => part !== '').join('&')
      return query === '' ? path : `${path}?${query}`
    })
}

/** A URL cannot contain half of a surrogate pair; U+FFFD replaces it. */
const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : `${JSON.stringify(value)}`).toWellFormed())

const oddHeaders: Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/JSON;charset="utf-8"' },
  { 'content-type': ';;' },
  { 'content-type': 'multipart/form-data' },
  { 'content-encoding': 'gzip' },
  { accept: 'application/xml' },
  { 'accept-encoding': '*;q=0' },
  { 'if-none-match': '*', 'if-modified-since': 'never' },
  { range: 'bytes=0-' },
  { cookie: `a=b; ${'c=d;'.repeat(500)}` },
  { cookie: 'octavo.session_token=%00%ff' },
  { origin: 'null' },
  { host: '"><script>' },
  { 'x-forwarded-for': '::1, nonsense', 'x-forwarded-proto': 'https', 'x-http-method-override': 'DELETE' },
  { authorization: 'Basic !!!!' },
  { authorization: `Basic ${'A'.repeat(8000)}` },
  { authorization: '' },
  { 'octavo-version': '1999-01-01', 'request-id': 'x\u00ff' },
]

/** Requests for the operation, most of them valid. */
export function requestFor(
  { path, parameters, body }: { path: string; parameters: Parameter[]; body: Schema | null },
  pools: Pools,
): Arbitrary<Sent> {
  const bodies: Arbitrary<Buffer | null> =
    body === null
      ? fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: bytes })
      : fc.oneof({ weight: 20, arbitrary: bodyFor(body, pools) }, { weight: 1, arbitrary: fc.constant(null) })
  const headers = fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) },
  )
  return fc.record({ path: pathFor(path, parameters, pools), headers, body: bodies })
}
