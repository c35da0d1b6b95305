import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { english } from '../../../test/support/english.ts'
import { HttpUrl, LongText, nullable, oneOf, Text } from '../objects/common.ts'
import { problemOf } from './problem.ts'
import { compileSchema } from './validate.ts'

const country = Type.String({ pattern: '^US$', 'x-expected': 'US', 'x-code': 'unsupported_country' })
const Body = Type.Object(
  {
    name: Type.Optional(Text(3)),
    note: Type.Optional(LongText(10)),
    size: Type.Optional(nullable(oneOf(['a', 'b']))),
    copies: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    list: Type.Optional(Type.Array(Type.Object({ sku: Type.String() }), { minItems: 1, maxItems: 2 })),
    url: Type.Optional(HttpUrl),
    country: Type.Optional(country),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    on: Type.Optional(Type.String({ format: 'date' })),
    tags: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    email: Type.Optional(Text(254, { format: 'email' })),
    newPassword: Type.Optional(Type.String({ minLength: 10 })),
    code: Type.Optional(Type.String({ pattern: '^\\d{6}$', 'x-expected': 'six digits' })),
    move: Type.Optional(
      Type.Object(
        { by: Type.Optional(Type.String()), to: Type.Optional(Type.String()) },
        { minProperties: 1, maxProperties: 1 },
      ),
    ),
  },
  { additionalProperties: false },
)

function refusalFor(schema: TSchema, body: unknown, httpPart = 'body') {
  const validate = compileSchema({ schema, httpPart, method: 'POST', url: '/' } as never) as unknown as {
    (body: unknown): boolean
    errors?: unknown[]
  }
  if (validate(body)) return null
  const thrown = Object.assign(new Error('x'), { validation: validate.errors, validationContext: httpPart })
  return problemOf(thrown, 'req_1', 'Basic').body
}

const anInstant = 'a date and time in the years 1970 to 9998, such as 2026-11-21T02:00:00Z'
const aDate = 'a date in the years 1970 to 9998, such as 2026-11-21'
const cases: [body: object, pointer: string, code: string, detail: string][] = [
  [{ name: 'long' }, '/name', 'too_long', 'name must have at most 3 characters, got 4.'],
  [{ name: '' }, '/name', 'too_short', 'name must have at least 1 character, got "".'],
  [{ name: 'a\n' }, '/name', 'wrong_format', 'name must be text without control characters, got "a\\n".'],
  [{ name: true }, '/name', 'wrong_type', 'name must be a string (text without control characters), got true.'],
  [{ list: [{ sku: null }] }, '/list/0/sku', 'wrong_type', 'sku must be a string, got null.'],
  [{ list: [null] }, '/list/0', 'wrong_type', 'entry 0 of list must be an object, got null.'],
  [{ tags: [null] }, '/tags/0', 'wrong_type', 'entry 0 of tags must be a string, got null.'],
  [{ size: 'c' }, '/size', 'not_one_of', 'size must be one of a, b, null; got "c".'],
  [{ copies: '7' }, '/copies', 'wrong_type', 'copies must be an integer, got "7".'],
  [{ copies: 1.5 }, '/copies', 'wrong_type', 'copies must be an integer, got 1.5.'],
  [{ copies: 10 }, '/copies', 'too_large', 'copies must be at most 9, got 10.'],
  [{ copies: 0 }, '/copies', 'too_small', 'copies must be at least 1, got 0.'],
  [{ list: [] }, '/list', 'too_few', 'list must have at least 1 entry, got 0.'],
  [{ list: [{ sku: 'a' }, {}] }, '/list/1/sku', 'missing', 'sku is required but missing.'],
  [{ list: ['a'] }, '/list/0', 'wrong_type', 'entry 0 of list must be an object, got "a".'],
  [{ tags: ['a', 'b', 'a'] }, '/tags/2', 'given_twice', 'entry 2 of tags repeats entry 0: list each value once.'],
  [{ list: {} }, '/list', 'wrong_type', 'list must be an array, got an object.'],
  [{ 'a/~b': 1 }, '/a~1~0b', 'unknown_field', 'a/~b is not a field of this request.'],
  [{ at: 'today' }, '/at', 'wrong_format', `at must be ${anInstant}, got "today".`],
  [{ at: '0000-01-01T00:00:00Z' }, '/at', 'wrong_format', `at must be ${anInstant}, got "0000-01-01T00:00:00Z".`],
  // 1969 and 9999 in UTC
  [
    { at: '1970-01-01T00:00:00+01:00' },
    '/at',
    'wrong_format',
    `at must be ${anInstant}, got "1970-01-01T00:00:00+01:00".`,
  ],
  [
    { at: '9998-12-31T23:59:59-01:00' },
    '/at',
    'wrong_format',
    `at must be ${anInstant}, got "9998-12-31T23:59:59-01:00".`,
  ],
  [{ on: '2026-02-30' }, '/on', 'wrong_format', `on must be ${aDate}, got "2026-02-30".`],
  [{ on: '1969-12-31' }, '/on', 'wrong_format', `on must be ${aDate}, got "1969-12-31".`],
  [{ on: '9999-01-01' }, '/on', 'wrong_format', `on must be ${aDate}, got "9999-01-01".`],
  [{ email: 'me' }, '/email', 'wrong_format', 'email must be an email address, got "me".'],
  [
    { newPassword: 'short' },
    '/newPassword',
    'too_short',
    'newPassword must have at least 10 characters, got 5 characters.',
  ],
  [{ newPassword: 12345 }, '/newPassword', 'wrong_type', 'newPassword must be a string, got something else.'],
  [{ code: 'abc' }, '/code', 'wrong_format', 'code must be six digits, got 3 characters.'],
  [{ move: {} }, '/move', 'too_few', 'move must have at least 1 of by, to, got 0.'],
  [{ move: { by: '', to: '' } }, '/move', 'too_many', 'move must have at most 1 of by, to, got 2.'],
  [
    { copies: Number.POSITIVE_INFINITY },
    '/copies',
    'wrong_type',
    'copies must be an integer, got a number that is too large.',
  ],
  [{ url: 'me' }, '/url', 'wrong_format', 'url must be an http or https URL without user info, got "me".'],
  [{ country: 'FR' }, '/country', 'unsupported_country', 'country must be US, got "FR".'],
  [{ country: 1 }, '/country', 'wrong_type', 'country must be a string (US), got 1.'],
]
for (const [body, pointer, code, detail] of cases) {
  test(`${JSON.stringify(body)} is answered with ${code}`, () => {
    assert.deepEqual(english(refusalFor(Body, body)?.errors), [{ pointer, code, detail }])
  })
}

const urls: [url: string, isOne: boolean][] = [
  ['https://files.example/a.pdf?x=1#y', true],
  ['HTTP://files.example', true],
  ['http://[::1]:80/a@b', true],
  ['http://127.0.0.1:9999/hook', true],
  ['https://me:pw@files.example/a', false],
  ['https://me@files.example', false],
  ['https://a\\@files.example', false],
  ['ftp://files.example/a', false],
  ['files.example/a', false],
  ['https://', false],
  ['https:///a', false],
  ['https://a b.example', false],
  ['https://a.example:99999/', false],
  ['https://a.example:port/', false],
  ['https://[zz]/', false],
  ['https://a%20b/', false],
  ['https://a.example/\r\nx', false],
  [`https://a.example/${'x'.repeat(2048)}`, false],
]
for (const [url, isOne] of urls) {
  test(`${JSON.stringify(url.slice(0, 40))} is ${isOne ? '' : 'not '}an accepted URL`, () => {
    assert.equal(refusalFor(Body, { url }) === null, isOne)
  })
}

test('long text may have line breaks, and no text may have half a surrogate pair', () => {
  assert.equal(refusalFor(Body, { note: 'a\n\tb' }), null)
  assert.equal(refusalFor(Body, { note: '\ud83d' })?.errors[0]?.code, 'wrong_format')
  assert.equal(refusalFor(Body, { name: '📚📚📚' }), null)
})

test('an unsupported country determines the refusal, also among other problems', () => {
  const refusal = refusalFor(Body, { name: 'long', country: 'FR' })
  assert.deepEqual([refusal?.code, refusal?.status, refusal?.errors.length], ['unsupported_country', 400, 2])
  assert.equal(String(refusal?.detail), 'country must be US, got "FR". And 1 more.')
})

test('only numbers are converted from the text of a query', () => {
  const Query = Type.Object({ limit: Type.Integer() })
  assert.equal(refusalFor(Query, { limit: '7' }, 'querystring'), null)
  assert.equal(refusalFor(Query, { limit: 'x' }, 'querystring')?.errors[0]?.pointer, '?limit')
  assert.equal(
    String(refusalFor(Query, { limit: ['1', '2'] }, 'querystring')?.detail),
    'limit must be given once, got 2 values.',
  )
})

for (const text of ['1e400', '-1e400', 'Infinity'])
  test(`${text} is not a number in a query, but valid text`, () => {
    const Query = Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 100 }), name: Type.String() })
    assert.deepEqual(english(refusalFor(Query, { limit: text, name: text }, 'querystring')?.errors), [
      { pointer: '?limit', code: 'wrong_type', detail: `limit must be an integer, got "${text}".` },
    ])
  })

test('at most a hundred problems are listed', () => {
  const many = { list: Array.from({ length: 500 }, () => 0) }
  assert.equal(refusalFor(Body, many)?.errors.length, 100)
})

test('null in an optional field of a body is absence, except where null has a meaning of its own', () => {
  const fields = Object.keys(Body.properties)
  const body: Record<string, unknown> = {
    ...Object.fromEntries(fields.map(name => [name, null])),
    move: { by: null, to: 'a' },
  }
  assert.equal(refusalFor(Body, body), null)
  assert.deepEqual(body, { size: null, move: { to: 'a' } })
})

test('null in a field with a default is absence, and gets the default', () => {
  const body: Record<string, unknown> = { currency: null }
  assert.equal(refusalFor(Type.Object({ currency: Type.String({ default: 'USD' }) }), body), null)
  assert.deepEqual(body, { currency: 'USD' })
})

test('null in a field of one of several shapes is absence only where every shape that has the field can lack it', () => {
  const a = Type.Object({ kind: Type.Literal('a'), note: Type.Optional(Type.String()), size: Type.String() })
  const b = Type.Object({
    kind: Type.Literal('b'),
    note: Type.Optional(Type.String()),
    size: Type.Optional(Type.String()),
  })
  const body: Record<string, unknown> = { kind: 'b', note: null, size: null }
  assert.notEqual(refusalFor(Type.Union([a, b]), body), null)
  assert.deepEqual(body, { kind: 'b', size: null })
})
