import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { testServer } from '../../../test/support/routeServer.ts'
import { type Log, silentLog } from '../../base/log.ts'
import { Refusal, type RefusalCode, refusals } from '../../base/refusal.ts'
import { CustomerOrderId } from '../objects/common.ts'
import { clockRoutes } from './clock.ts'
import { type Route, route } from './route.ts'
import { routeTable } from './server.ts'
import { compileSchema } from './validate.ts'

const echo = route({
  method: 'POST',
  path: '/echo',
  operationId: 'echo',
  callers: ['customer_key'],
  scope: 'orders:write',
  tag: 'Test',
  summary: 'Echo',
  body: Type.Object({ word: Type.String({ maxLength: 5 }), number: Type.Optional(Type.Integer()) }),
  answer: Type.Object({ word: Type.String(), by: Type.String() }),
  handle: ({ caller, body }) => ({ word: body.word, by: `${caller.accountId} ${caller.mode}`, secret: 'never leaves' }),
})
const file = route({
  method: 'PUT',
  path: '/file',
  operationId: 'putFile',
  callers: ['customer_key'],
  scope: 'orders:write',
  tag: 'Test',
  summary: 'File',
  takesFile: ['application/pdf', 'image/tiff'],
  answer: Type.Object({}),
  handle: () => assert.fail('nothing but a file arrives here'),
})
const thing = route({
  method: 'GET',
  path: '/things/:name',
  operationId: 'getThing',
  callers: ['public'],
  tag: 'Test',
  summary: 'Thing',
  params: Type.Object({ name: CustomerOrderId }),
  query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }) }),
  answer: Type.Object({ name: Type.String(), limit: Type.Integer() }),
  handle: ({ params, query }) => ({ name: params.name, limit: query.limit }),
})
const failing = (thrown: () => unknown): Route =>
  route({
    method: 'GET',
    path: '/fails',
    operationId: 'fail',
    callers: ['public'],
    tag: 'Test',
    summary: 'Fails',
    answer: Type.Object({}),
    handle: () => {
      throw thrown()
    },
  })

const post = (server: FastifyInstance, payload: unknown, headers: Record<string, string> = {}) =>
  server.inject({
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': 'application/json', authorization: 'key acme', ...headers },
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  })

test('an answer contains only the fields of its schema, with the common headers', async () => {
  const answer = await post(await testServer([echo]), { word: 'hi' })
  assert.equal(answer.statusCode, 200)
  assert.deepEqual(answer.json(), { word: 'hi', by: 'acme sandbox' })
  assert.match(String(answer.headers['octavo-version']), /^\d{4}-\d\d-\d\d$/)
  assert.match(String(answer.headers['request-id']), /^req_/)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
})

test('a route that does not say who may call it stops the start', async () => {
  await assert.rejects(testServer([{ ...echo, callers: [] }]), /POST \/echo does not say who may call it/)
})

test('all problems of a body are reported together, and nothing is coerced', async () => {
  const answer = await post(await testServer([echo]), { word: 'too long', number: '7' })
  assert.equal(answer.statusCode, 400)
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
  assert.deepEqual(answer.json().errors, [
    { pointer: '/word', code: 'too_long', detail: 'word must have at most 5 characters, got 8.' },
    { pointer: '/number', code: 'wrong_type', detail: 'number must be an integer, got "7".' },
  ])
})

test('validation stops at 100 problems, however many fields of a body are wrong', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 9_900 }, (_, i) => [`f${i}`, 1]))
  const closed: Route = { ...echo, body: Type.Object({ word: Type.String() }, { additionalProperties: false }) }
  const server = await testServer([closed])
  const { errors, detail } = (await post(server, wrong)).json()
  assert.equal(errors.length, 100)
  assert.match(detail, /And many more\.$/)
  const found = compileSchema({ schema: closed.body!, httpPart: 'body', method: 'POST', url: '/echo' })
  assert.equal(found(wrong), false)
  assert.equal(found.errors?.length, 100)
})

test('a body of more than 16 KiB is refused where people sign in, before it is read', async () => {
  const signIn = route({
    method: 'POST',
    path: '/auth/echo',
    operationId: 'signIn',
    callers: ['public'],
    tag: 'Test',
    summary: 'Echo',
    body: Type.Object({ word: Type.String() }),
    answer: Type.Object({}),
    handle: () => ({}),
  })
  const server = await testServer([signIn])
  const inject = (length: number) =>
    server.inject({ method: 'POST', url: '/auth/echo', payload: { word: 'x'.repeat(length) } })
  assert.equal((await inject(16_000)).statusCode, 200)
  const answer = await inject(17_000)
  assert.deepEqual([answer.statusCode, answer.json().code], [413, 'body_too_large'])
  assert.match(answer.json().detail, /16 KiB/)
})

test('a route may take a larger body than others, with more values, and says its own limit', async () => {
  const large = route({
    method: 'POST',
    path: '/large',
    operationId: 'sendMuch',
    callers: ['staff'],
    needs: 'catalog',
    tag: 'Test',
    summary: 'Much',
    maxBodyBytes: 2 * 1024 * 1024,
    body: Type.Object({ list: Type.Array(Type.Integer()) }),
    answer: Type.Object({}),
    handle: () => ({}),
  })
  const server = await testServer([large, echo])
  const inject = (values: number, authorization = 'key staff') =>
    server.inject({
      method: 'POST',
      url: '/large',
      headers: { authorization },
      payload: { list: Array.from({ length: values }, () => 1_000_000) },
    })
  assert.equal((await inject(90_000)).statusCode, 200)
  assert.match((await inject(100_001)).json().detail, /more than 100000 values/)
  const answer = await inject(300_000)
  assert.deepEqual([answer.statusCode, answer.json().code], [413, 'body_too_large'])
  assert.match(answer.json().detail, /at most 2 MiB/)
  // Who may not send it is refused before the body is read.
  assert.equal((await inject(300_000, 'key acme')).statusCode, 403)
})

test('a route can count a request before its body is read, so an invalid body counts as an attempt', async () => {
  let attempts = 0
  const counted: Route = { ...echo, before: () => void attempts++ }
  const server = await testServer([counted])
  assert.equal((await post(server, { word: 7 })).statusCode, 400)
  assert.equal((await post(server, '{')).statusCode, 400)
  assert.equal(attempts, 2)
})

for (const type of ['application/x-pdf', 'multipart/form-data; boundary=x', 'application/json', 'text/xml'])
  test(`a route that takes a file answers a body of the type ${type} with 415, and asks for the file itself`, async () => {
    const server = await testServer([file])
    const headers = { authorization: 'key acme', 'content-type': type }
    const answer = await server.inject({ method: 'PUT', url: '/file', headers, payload: '%PDF-1.7' })
    assert.deepEqual([answer.statusCode, answer.json().code], [415, 'not_pdf'])
    assert.equal(
      answer.json().detail,
      `Send the file itself as the body, with Content-Type application/pdf or image/tiff; got ${JSON.stringify(type)}.`,
    )
  })

const unknownNames = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 1])))

const badBodies: [
  what: string,
  body: string | Buffer,
  headers: Record<string, string>,
  status: number,
  code: string,
  detail: RegExp,
][] = [
  ['broken JSON', '{"word":"a",}', {}, 400, 'malformed_request', /not valid JSON: .+ at position 12/],
  ['half a document', '{"word":', {}, 400, 'malformed_request', /not valid JSON: Unexpected end/],
  ['nothing', '', {}, 400, 'malformed_request', /must be an object, got null or no body/],
  ['null', 'null', {}, 400, 'malformed_request', /must be an object, got null or no body/],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400, 'malformed_request', /not valid UTF-8/],
  ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`, {}, 400, 'malformed_request', /deeper than 20 levels/],
  ['a mebibyte of levels', '['.repeat(1024 * 1024), {}, 400, 'malformed_request', /deeper than 20 levels/],
  ['a hundred thousand values', `[${'0,'.repeat(100_000)}0]`, {}, 400, 'malformed_request', /more than 50000 values/],
  ['50,000 unknown fields', unknownNames(50_000), {}, 400, 'malformed_request', /more than 10000 fields/],
  ['more than a mebibyte', `"${'x'.repeat(1024 * 1024)}"`, {}, 413, 'body_too_large', /1 MiB/],
  ['text', 'word=a', { 'content-type': 'text/plain' }, 415, 'not_json', /application\/json/],
  [
    'packed JSON',
    gzipSync('{"word":"a"}'),
    { 'content-encoding': 'gzip' },
    415,
    'encoding_not_supported',
    /got Content-Encoding "gzip"/,
  ],
  [
    'JSON that says it is packed',
    '{"word":"a"}',
    { 'content-encoding': 'br' },
    415,
    'encoding_not_supported',
    /got Content-Encoding "br"/,
  ],
  [
    'JSON in Latin 1',
    Buffer.from('{"word":"é"}', 'latin1'),
    { 'content-type': 'application/json; charset=iso-8859-1' },
    415,
    'encoding_not_supported',
    /UTF-8, got charset "iso-8859-1"/,
  ],
  ['a form', 'word=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'not_json', /application\/json/],
  ['nonsense as its type', '{}', { 'content-type': '///' }, 415, 'not_json', /application\/json/],
]
for (const [what, body, headers, status, code, detail] of badBodies) {
  test(`a body of ${what} answers ${status}`, async () => {
    const answer = await post(await testServer([echo]), body, headers)
    assert.deepEqual([answer.statusCode, answer.json().code], [status, code])
    assert.match(answer.json().detail, detail)
    assert.ok(answer.body.length < 100_000)
  })
}

test('a field named like a prototype is an ordinary field, and changes no prototype', async () => {
  for (const body of ['{"word":"a","__proto__":{"x":1}}', '{"word":"a","constructor":{"prototype":{"x":1}}}']) {
    assert.equal((await post(await testServer([echo]), body)).statusCode, 200)
    assert.equal(({} as { x?: number }).x, undefined)
  }
})

test('10,000 fields are read, one more is refused, and a colon in a text is no field', async () => {
  const server = await testServer([echo])
  const body = (fields: number, text = '') => `{"word":"a","text":"${text}",${unknownNames(fields - 2).slice(1)}`
  assert.equal((await post(server, body(10_000, ':'.repeat(10_000)))).statusCode, 200)
  assert.equal((await post(server, body(10_001))).statusCode, 400)
})

test('20 levels within strings and arrays are read', async () => {
  const answer = await post(await testServer([echo]), `{"word":"[[\\"[","x":${'['.repeat(19)}${']'.repeat(19)}}`)
  assert.equal(answer.statusCode, 200)
})

const addresses: [method: string, url: string, status: number, allow?: string][] = [
  ['GET', '/nowhere', 404],
  ['POST', '/nowhere', 404],
  ['PUT', '/echo', 405, 'POST'],
  ['GET', '/echo', 405, 'POST'],
  ['OPTIONS', '/echo', 405, 'POST'],
  ['TRACE', '/echo', 405, 'POST'],
  ['PROPFIND', '/things/a', 405, 'GET, HEAD'],
  ['DELETE', '/things/a', 405, 'GET, HEAD'],
  ['GET', '/things/%', 400],
  ['GET', '/things/%ff', 400],
  ['GET', '/things/%00', 404],
  ['GET', '/things/', 404],
  ['GET', `/things/${'a'.repeat(41)}`, 404],
  ['GET', `/things/${'a'.repeat(2000)}`, 404],
  ['GET', '/things/a?limit=0', 400],
  ['GET', '/things/a?limit=x', 400],
  ['GET', '/things/a?limit=5', 200],
  ['GET', '/things/a?limit=5&limit=6', 400],
  ['GET', `/things/${encodeURIComponent('/?#📚é'.repeat(8))}`, 200],
  ['GET', `/things/${encodeURIComponent('📚'.repeat(40))}`, 200],
  ['HEAD', '/things/a', 200],
]
for (const [method, url, status, allow] of addresses) {
  test(`${method} ${url.slice(0, 40)} answers ${status}`, async () => {
    const server = await testServer([echo, thing])
    const answer = await server.inject({ method: method as 'GET', url })
    assert.equal(answer.statusCode, status)
    assert.equal(answer.headers.allow, allow)
    if (status >= 400) assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
    assert.ok(answer.headers['octavo-version'])
  })
}

test('an unknown query parameter is ignored and listed in the warnings', async () => {
  const server = await testServer([thing])
  const { warnings } = (await server.inject('/things/a?limti=5&limit=3&__proto__=x&limti=6')).json()
  const says = (name: string, got: string) =>
    `"${name}" is not a parameter of this list and was ignored, got "${got}"; the parameters are limit.`
  assert.deepEqual(warnings, [
    { pointer: '?limti', code: 'unknown_parameter', detail: says('limti', '5,6') },
    { pointer: '?__proto__', code: 'unknown_parameter', detail: says('__proto__', 'x') },
  ])
  assert.deepEqual((await server.inject('/things/a?limit=3')).json(), { name: 'a', limit: 3, warnings: [] })
  const many = Array.from({ length: 1000 }, (_, i) => `p${i}`).join('&')
  assert.equal((await server.inject(`/things/a?${many}`)).json().warnings.length, 20)
})

test('a list that cannot warn of unknown parameters stops the start', async () => {
  await assert.rejects(
    testServer([{ ...thing, answer: Type.String() }]),
    /GET \/things\/:name cannot warn .* close its query/,
  )
})

test('a path with a trailing slash is answered with a hint', async () => {
  const server = await testServer([echo, thing])
  for (const [url, says] of [
    ['/echo/', /remove the slash/],
    ['/things/a//', /remove the slash/],
    ['/nowhere/', /^This address does not exist\.$/],
  ] as const) {
    assert.match((await server.inject({ method: 'POST', url })).json().detail, says)
  }
})

const thrown: [what: string, error: () => unknown, status: number, code: string][] = [
  ['a refusal', () => new Refusal('order_not_found', 'No order x.'), 404, 'order_not_found'],
  ['a bug', () => new Error('the password is hunter2'), 500, 'internal_error'],
  ['a word', () => 'hunter2', 500, 'internal_error'],
  ['a lost connection', () => Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 503, 'overloaded'],
  ['a database that stops', () => Object.assign(new Error('x'), { code: '57P01' }), 503, 'overloaded'],
  ['a read-only database', () => Object.assign(new Error('x'), { code: '25006' }), 503, 'overloaded'],
  ['a role that is not let in', () => Object.assign(new Error('x'), { code: '28000' }), 503, 'overloaded'],
  ['a database that is not there', () => Object.assign(new Error('x'), { code: '3D000' }), 503, 'overloaded'],
  [
    'a database that is closed',
    () => Object.assign(new Error('database "x" is not currently accepting connections'), { code: '55000' }),
    503,
    'overloaded',
  ],
  ['a transaction that took too long', () => Object.assign(new Error('x'), { code: '25P04' }), 503, 'overloaded'],
  ['a statement that took too long', () => Object.assign(new Error('x'), { code: '57014' }), 503, 'overloaded'],
  ['a transaction that waited too long', () => Object.assign(new Error('x'), { code: '25P03' }), 503, 'overloaded'],
  ['a lock that is not to be had', () => Object.assign(new Error('x'), { code: '55P03' }), 503, 'overloaded'],
  ['a full pool', () => new Error('timeout exceeded when trying to connect'), 503, 'overloaded'],
  ['a deadlock, time and again', () => Object.assign(new Error('x'), { code: '40P01' }), 503, 'overloaded'],
  [
    'a unique violation that nobody named',
    () => Object.assign(new Error('x'), { code: '23505' }),
    500,
    'internal_error',
  ],
]
for (const [what, error, status, code] of thrown) {
  test(`${what} answers ${status} and leaks nothing`, async () => {
    const answer = await (await testServer([failing(error)])).inject('/fails')
    assert.deepEqual([answer.statusCode, answer.json().code], [status, code])
    assert.equal(answer.json().requestId, answer.headers['request-id'])
    assert.doesNotMatch(answer.body, /hunter2|stack/)
    assert.equal(answer.headers['retry-after'], status === 503 ? '2' : undefined)
  })
}

test('requests that are refused during an outage are logged once', async () => {
  const logged: unknown[] = []
  const log = { ...silentLog, warn: (...line: unknown[]) => void logged.push(line.at(-1)) }
  const server = await testServer([failing(() => Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))], { log })
  for (let i = 0; i < 3; i++) assert.equal((await server.inject('/fails')).statusCode, 503)
  assert.deepEqual(logged, ['request turned away'])
})

test('connections above the maximum are closed, and logged once', async () => {
  const logged: object[] = []
  const log = { ...silentLog, error: (line: object, message: string) => logged.push([line, message]) } as unknown as Log
  const server = await testServer([thing], { maxConnections: 2, trustedProxies: ['127.0.0.1'], log })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const kept = [await open(), await open()]
  for (const _ of [1, 2, 3]) await once((await open()).resume(), 'close')
  assert.deepEqual(logged, [[{ maxConnections: 2, others: 0 }, 'too many connections: new connections are closed']])
  for (const socket of kept) await once(socket.destroy(), 'close')
  assert.equal((await fetch(`http://127.0.0.1:${port}/things/a`)).status, 200)
  await server.close()
})

test('a route through which members or staff change something must say which permission it needs', async () => {
  for (const kind of ['member', 'staff'] as const) {
    const { needs: _, ...open } = route({ ...echo, path: '/open', callers: [kind], needs: null } as never)
    await assert.rejects(testServer([open as Route]), /POST \/open does not say what a role must allow/)
  }
})

test('the route table lists every route with its callers', async () => {
  const rows = routeTable(await testServer([thing, echo]))
  assert.deepEqual(rows, [
    { method: 'POST', path: '/echo', callers: ['customer_key'], needs: null, scope: 'orders:write' },
    { method: 'GET', path: '/things/:name', callers: ['public'], needs: null, scope: null },
  ])
})

async function raw(server: FastifyInstance, bytes: string): Promise<string> {
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(url.port), url.hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', text => {
    answer += text
  })
  socket.write(bytes)
  await new Promise(resolve => socket.once('close', resolve))
  await server.close()
  return answer
}

const sockets: [what: string, bytes: string, first: RegExp][] = [
  ['nonsense', 'hello\r\n\r\n', /^HTTP\/1.1 400 /],
  [
    'a header of 20 KiB',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    /^HTTP\/1.1 431 .*headers_too_large/s,
  ],
  [
    'a thousand short fields',
    `GET / HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(1000)}\r\n`,
    /^HTTP\/1.1 431 .*1,000 fields/s,
  ],
  [
    'two lengths',
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    /^HTTP\/1.1 400 /,
  ],
  [
    'a length and chunks',
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    /^HTTP\/1.1 400 /,
  ],
  ['no host', 'GET /things/a HTTP/1.1\r\n\r\n', /^HTTP\/1.1 400 /],
  ['two hosts', 'GET /things/a HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', /^HTTP\/1.1 400 /],
  ['no host and no good address', 'GET /% HTTP/1.1\r\nconnection: close\r\n\r\n', /^HTTP\/1.1 400 /],
  ['an expectation', 'GET /things/a HTTP/1.1\r\nhost: a\r\nexpect: tea\r\n\r\n', /^HTTP\/1.1 417 /],
  [
    'an expectation of a body',
    'POST /echo HTTP/1.1\r\nhost: a\r\nexpect:\r\ncontent-length: 5\r\n\r\n',
    /^HTTP\/1.1 417 /,
  ],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n', /^HTTP\/1.1 405 .*\r\nallow: \r\n/s],
  ['a tunnel and a body', 'CONNECT a:443 HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n', /^HTTP\/1.1 405 /],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^HTTP\/1.1 400 /],
  ['a later HTTP', 'GET /things/a HTTP/9.9\r\nhost: a\r\n\r\n', /^HTTP\/1.1 400 /],
  [
    'another protocol',
    'GET /nowhere HTTP/1.1\r\nhost: a\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n',
    /^HTTP\/1.1 404 /,
  ],
  ['a star', 'OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', /^HTTP\/1.1 4/],
]
for (const [what, bytes, first] of sockets) {
  test(`a request of ${what} is answered with a problem, not dropped`, async () => {
    const answer = await raw(await testServer([echo, thing]), bytes)
    assert.match(answer, first)
    assert.match(answer, /\r\noctavo-version: \d/)
    assert.match(answer, /\r\ncontent-type: application\/problem\+json/)
    const [head, body, ...more] = answer.split('\r\n\r\n')
    const { status, code, title, requestId } = JSON.parse(body!)
    assert.equal(status, Number(head!.split(' ', 2)[1]))
    assert.deepEqual({ status, title }, refusals[code as RefusalCode])
    assert.match(requestId, /^req_/)
    assert.ok(head!.includes(`\r\nrequest-id: ${requestId}`))
    assert.deepEqual(more, [])
  })
}

test('a body that is announced only by its type is not awaited', async () => {
  const bytes =
    'POST /echo HTTP/1.1\r\nhost: a\r\nauthorization: key acme\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n'
  assert.match(await raw(await testServer([echo]), bytes), /^HTTP\/1.1 400 .*The body must be an object/s)
})

test('an absolute address is taken', async () => {
  const bytes = 'GET http://a/things/a?limit=1 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'
  assert.match(await raw(await testServer([thing]), bytes), /^HTTP\/1.1 200 /)
})

test('an HTTP/1.0 request needs no host, and its Expect header is ignored', async () => {
  const bytes = 'GET /things/a HTTP/1.0\r\nexpect: tea\r\n\r\n'
  assert.match(await raw(await testServer([thing]), bytes), /^HTTP\/1.1 200 /)
})

test('a request with Expect: 100-continue gets 100 and then its answer', async () => {
  const head = 'GET /things/a HTTP/1.1\r\nhost: a\r\nexpect: 100-Continue\r\nconnection: close\r\n\r\n'
  assert.match(await raw(await testServer([thing]), head), /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
})

const put = (word: string, more = '') => {
  const body = JSON.stringify({ word })
  return `POST /echo HTTP/1.1\r\nhost: a\r\nauthorization: key acme\r\n${more}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
const close = 'GET /things/last HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'

test('a request waits until the one before it on the same connection is answered', async () => {
  const steps: string[] = []
  const slow: Route = {
    ...echo,
    async handle({ body }) {
      steps.push('begun')
      for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
      steps.push('ended')
      return { word: (body as { word: string }).word, by: 'acme' }
    },
  }
  const read: Route = {
    ...thing,
    handle() {
      steps.push('read')
      return { name: 'last', limit: 1 }
    },
  }
  const answers = await raw(await testServer([slow, read]), put('one') + put('two') + close)
  assert.deepEqual(steps, ['begun', 'ended', 'begun', 'ended', 'read'])
  assert.match(answers, /"word":"one".*"word":"two".*"name":"last"/s)
})

test('nonsense after a request is answered after that request', async () => {
  const slow: Route = {
    ...echo,
    async handle() {
      for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
      return { word: 'one', by: 'acme' }
    },
  }
  const answers = await raw(await testServer([slow]), `${put('one')}nonsense\r\n\r\n`)
  assert.match(answers, /^HTTP\/1.1 200 .*"word":"one".*HTTP\/1.1 400 /s)
})

for (const [coding, version] of [
  ['xchunked', '1.1'],
  ['gzip, chunked', '1.1'],
  ['identity', '1.1'],
  ['chunked', '1.0'],
]) {
  test(`a request of HTTP/${version} in the transfer coding ${coding} is refused, and its body is not read as a request`, async () => {
    const seen: string[] = []
    const read: Route = {
      ...thing,
      handle() {
        seen.push('smuggled')
        return { name: 'last', limit: 1 }
      },
    }
    const head = `POST /echo HTTP/${version}\r\nhost: a\r\nauthorization: key acme\r\ntransfer-encoding: ${coding}\r\n\r\n`
    const answers = await raw(await testServer([echo, read]), head + close)
    assert.match(answers, /^HTTP\/1.1 400 .*connection: close/is)
    assert.equal(answers.match(/HTTP\/1.1 /g)?.length, 1, answers)
    assert.deepEqual(seen, [])
  })
}

const openSockets = (port: number, count: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      return socket
    }),
  )

test('one address can have a quarter of the connections, and can open another when it closes one', async () => {
  const server = await testServer([thing], { maxConnections: 8 })
  const accepted: Socket[] = []
  server.server.on('connection', socket => accepted.push(socket))
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const held = await openSockets(Number(port), 2)
  await assert.rejects(fetch(`http://127.0.0.1:${port}/things/a`))
  held[0]!.destroy()
  if (!accepted[0]!.closed) await once(accepted[0]!, 'close')
  const answer = await fetch(`http://127.0.0.1:${port}/things/a`, { headers: { connection: 'close' } })
  assert.equal(answer.status, 200)
  held[1]!.destroy()
  await server.close()
})

test('a trusted proxy can have all connections', async () => {
  const server = await testServer([thing], { maxConnections: 8, trustedProxies: ['127.0.0.0/8'] })
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const held = await openSockets(Number(port), 7)
  assert.equal((await fetch(`http://127.0.0.1:${port}/things/a`)).status, 200)
  for (const socket of held) socket.destroy()
  await server.close()
})

test('a client that requests a tunnel and disconnects does not affect the server', async () => {
  const server = await testServer([thing])
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const asked = new Promise<Socket>(resolve =>
    server.server.once('connect', (_request, socket) => resolve(socket as Socket)),
  )
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  socket.write('CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n')
  const theirs = await asked
  socket.resetAndDestroy()
  if (!theirs.closed) await new Promise(resolve => theirs.once('close', resolve))
  assert.equal((await server.inject('/things/a')).statusCode, 200)
  await server.close()
})

test('a long move of the clock does not time out its request', async () => {
  let socket: Socket | undefined
  let timeoutMs: number | undefined
  const moveClock = async () => {
    timeoutMs = socket?.timeout
  }
  const server = await testServer(clockRoutes({ clock: () => new Date(0), moveClock }))
  server.server.on('connection', one => {
    socket = one
  })
  const move = '{"advance":"PT1H"}'
  await raw(
    server,
    `POST /_clock HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${move.length}\r\n\r\n${move}`,
  )
  assert.equal(timeoutMs, 0)
})

test('the clock can be moved and read in a loop without a limit', async () => {
  const rates = { perKey: { perSecond: 1, burst: 1 }, perAddress: { perSecond: 0.001, burst: 1 } }
  const server = await testServer(clockRoutes({ clock: () => new Date(0), async moveClock() {} }), { rates })
  for (const method of ['POST', 'GET', 'POST', 'GET'] as const) {
    const { statusCode } = await server.inject({
      method,
      url: '/_clock',
      ...(method === 'POST' ? { payload: { advance: 'PT1S' } } : {}),
    })
    assert.equal(statusCode, 200)
  }
})

test('a client that disconnects in the middle of a body does not affect the server', async () => {
  const errors: unknown[] = []
  const log = { info() {}, warn() {}, debug() {}, error: (...line: unknown[]) => errors.push(line) }
  const server = await testServer([echo], { log: log as never })
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(url.port), url.hostname)
  const aborted = new Promise<void>(resolve =>
    server.server.once('request', request => request.once('close', () => resolve())),
  )
  socket.write(
    'POST /echo HTTP/1.1\r\nhost: a\r\nauthorization: key acme\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"wor',
  )
  await new Promise(resolve => server.server.once('request', resolve))
  socket.destroy()
  await aborted
  assert.equal((await post(server, { word: 'a' })).statusCode, 200)
  await server.close()
  assert.deepEqual(errors, [])
})
