import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { Type } from 'typebox'
import { testServer } from '../../../test/support/routeServer.ts'
import { type CallerKind, type Route, route } from './route.ts'
import type { ServerSettings } from './server.ts'

const kinds: CallerKind[] = ['public', 'customer_key', 'member', 'staff', 'printer', 'metrics']
const routes: Route[] = kinds.flatMap(kind =>
  (['GET', 'POST'] as const).map(method =>
    route({
      method,
      path: `/${kind}`,
      operationId: `${method} ${kind}`,
      callers: [kind],
      ...(kind === 'customer_key' ? { scope: 'orders:read' as const } : {}),
      needs: null,
      tag: 'Test',
      summary: kind,
      answer: Type.Object({}, { additionalProperties: true }),
      handle: ({ caller }) => ({ ...caller }),
    }),
  ),
)

const credentials: Record<string, InjectOptions['headers'] & object> = {
  nobody: {},
  'a wrong key': { authorization: 'key' },
  'a customer key': { authorization: 'key acme' },
  'a member': { cookie: 'session=acme' },
  'a staff key': { authorization: 'key staff' },
  'a staff session': { cookie: 'session=staff' },
  'a printer key': { authorization: 'key printer' },
  'a metrics key': { authorization: 'key metrics' },
  'a stale session': { cookie: 'session=' },
}

// biome-ignore format: a table
const matrix: [who: keyof typeof credentials, expected: number[]][] = [
  //                     public  key  member staff printer metrics
  ['nobody',            [200,    401, 401,   401,  401,   401]],
  ['a wrong key',       [200,    401, 401,   401,  401,   401]],
  ['a customer key',    [200,    200, 401,   403,  403,   403]],
  ['a member',          [200,    401, 200,   403,  403,   401]],
  ['a staff key',       [200,    403, 401,   200,  403,   403]],
  ['a staff session',   [200,    401, 403,   200,  403,   401]],
  ['a printer key',     [200,    403, 401,   403,  200,   403]],
  ['a metrics key',     [200,    403, 401,   403,  403,   200]],
  ['a stale session',   [200,    401, 401,   401,  401,   401]],
]
for (const [who, expected] of matrix) {
  test(`${who} is admitted only by routes that declare it`, async () => {
    const server = await testServer(routes)
    const got = []
    for (const kind of kinds)
      got.push((await server.inject({ url: `/${kind}`, headers: credentials[who]! })).statusCode)
    assert.deepEqual(got, expected)
  })
}

test('a page of a different user than the signed-in user is refused', async () => {
  const server = await testServer(routes)
  const ask = async (user: string, credential: Record<string, string>) => {
    const headers = { 'octavo-user': user, ...credential }
    const answer = await server.inject({ method: 'POST', url: '/member', headers })
    return [answer.statusCode, answer.json().code]
  }
  const session = { cookie: 'session=acme' }
  assert.deepEqual(await ask('user-of-acme', session), [200, undefined])
  assert.deepEqual(await ask('user-of-other', session), [409, 'another_person'])
})

test('the credentials determine the caller', async () => {
  const server = await testServer(routes)
  const ask = async (url: string, headers: Record<string, string>) => (await server.inject({ url, headers })).json()
  assert.deepEqual(await ask('/customer_key', { authorization: 'key acme production' }), {
    kind: 'customer_key',
    actor: 'key acme-production',
    keyId: 'acme-production',
    accountId: 'acme',
    mode: 'production',
    scopes: null,
  })
  assert.deepEqual(await ask('/member', { cookie: 'session=acme' }), {
    kind: 'member',
    actor: 'user user-of-acme',
    userId: 'user-of-acme',
    accountId: 'acme',
    role: 'owner',
  })
})

const challenges: [what: string, headers: Record<string, string>, challenge: string][] = [
  ['a program', {}, 'Basic realm="octavo", charset="UTF-8"'],
  ['a script in a browser', { 'sec-fetch-mode': 'cors' }, 'Session realm="octavo"'],
]
for (const [what, headers, challenge] of challenges) {
  test(`${what} without credentials gets the challenge ${challenge}`, async () => {
    const answer = await (await testServer(routes)).inject({ url: '/staff', headers })
    assert.equal(answer.headers['www-authenticate'], challenge)
  })
}

const origins: [what: string, headers: Record<string, string>, status: number][] = [
  ['a program that names no page', {}, 200],
  ['our page', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }, 200],
  ['our page under another name', { origin: 'http://localhost:8080', host: 'localhost:8080' }, 200],
  ['a page of another name that leads here', { origin: 'http://evil.example:3000', host: 'evil.example:3000' }, 403],
  ['a foreign page', { origin: 'https://evil.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a sister site', { 'sec-fetch-site': 'same-site' }, 403],
  ['a foreign page with a forged site', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
]
for (const [what, headers, status] of origins) {
  test(`a change through a session by ${what} answers ${status}`, async () => {
    const server = await testServer(routes)
    const ask = (method: 'GET' | 'POST') =>
      server.inject({ method, url: '/member', headers: { cookie: 'session=acme', ...headers } })
    assert.equal((await ask('POST')).statusCode, status)
    assert.equal((await ask('GET')).statusCode, 200)
  })
}

test('with a PUBLIC_URL, a session can change data only from that address, for any Host header', async () => {
  const server = await testServer(routes, { publicUrl: new URL('https://orders.example') })
  const ask = (origin: string, host: string) =>
    server.inject({ method: 'POST', url: '/member', headers: { cookie: 'session=acme', origin, host } })
  assert.equal((await ask('https://orders.example', 'orders.example')).statusCode, 200)
  for (const host of ['evil.example', '127.0.0.1:3000', 'localhost:3000'])
    assert.equal((await ask(`http://${host}`, host)).statusCode, 403)
})

test('a key sees its remaining requests after half of its allowance, is refused above it, and does not affect other keys', async () => {
  const rates = { perKey: { perSecond: 1, burst: 3 }, perAddress: { perSecond: 1, burst: 100 } }
  const server = await testServer(routes, { rates })
  const ask = (name: string) => server.inject({ url: '/customer_key', headers: { authorization: `key ${name}` } })
  const answers = [await ask('acme'), await ask('acme'), await ask('acme'), await ask('acme')]
  assert.deepEqual(
    answers.map(answer => [answer.statusCode, answer.headers['ratelimit-remaining']]),
    [
      [200, undefined],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ],
  )
  assert.equal(answers[3]!.headers['retry-after'], '1')
  assert.equal(answers[3]!.json().code, 'too_many_requests')
  assert.equal((await ask('globex')).statusCode, 200)
})

test('an address that sends wrong keys is refused before the database is queried', async () => {
  let lookUps = 0
  const lookUp = async () => {
    lookUps++
    return null
  }
  const keyring = { readCached: () => undefined, lookUp }
  const rates = { perKey: { perSecond: 1, burst: 9 }, perAddress: { perSecond: 0.001, burst: 5 } }
  const server = await testServer(routes, { keyring, rates })
  const statuses = []
  for (let i = 0; i < 8; i++) {
    statuses.push((await server.inject({ url: '/staff', headers: { authorization: `guess ${i}` } })).statusCode)
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
  assert.equal(lookUps, 5)
})

test('an address that sends made-up sessions is refused before the database is queried', async () => {
  let lookUps = 0
  const sessions = async () => {
    lookUps++
    return null
  }
  const rates = { perKey: { perSecond: 1, burst: 9 }, perAddress: { perSecond: 0.001, burst: 5 } }
  const server = await testServer(routes, { sessions, rates })
  const statuses = []
  for (let i = 0; i < 8; i++) {
    statuses.push((await server.inject({ url: '/member', headers: { cookie: `session=${i}` } })).statusCode)
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
  assert.equal(lookUps, 5)
})

const outOfPlace: [what: string, ask: InjectOptions, expected: number[]][] = [
  ['a key on routes of another kind', { url: '/staff', headers: { authorization: 'key acme' } }, [403, 403, 429]],
  ['a session on routes of another kind', { url: '/staff', headers: { cookie: 'session=acme' } }, [403, 403, 429]],
  [
    'a page of another site',
    { method: 'POST', url: '/member', headers: { cookie: 'session=acme', origin: 'https://evil.example' } },
    [403, 403, 403, 429],
  ],
]
for (const [what, ask, expected] of outOfPlace)
  test(`a refused request by ${what} counts against the limit`, async () => {
    const rates = { perKey: { perSecond: 0.001, burst: 2 }, perAddress: { perSecond: 0.001, burst: 3 } }
    const server = await testServer(routes, { rates })
    const statuses = []
    for (const _ of expected) statuses.push((await server.inject(ask)).statusCode)
    assert.deepEqual(statuses, expected)
  })

test('an address with many requests for unknown paths is refused, while its keys are still served', async () => {
  const rates = { perKey: { perSecond: 1, burst: 9 }, perAddress: { perSecond: 0.001, burst: 2 } }
  const server = await testServer(routes, { rates })
  const ask = async (url: string) => (await server.inject({ url, headers: { authorization: 'key acme' } })).statusCode
  assert.deepEqual([await ask('/nothing'), await ask('/nothing'), await ask('/nothing')], [404, 404, 429])
  assert.equal(await ask('/customer_key'), 200)
})

const forwarded: [what: string, trustedProxies: ServerSettings['trustedProxies'], header: string, peer: string][] = [
  ['nobody in front', [], '198.51.100.7', '192.0.2.1'],
  ['any proxy in front', 'any', '203.0.113.9, 198.51.100.7', '10.0.0.1'],
  ['two proxies in front that are known', ['10.0.0.0/8'], '203.0.113.9, 198.51.100.7, 10.0.0.2', '10.0.0.1'],
]
for (const [what, trustedProxies, header, remoteAddress] of forwarded)
  test(`with ${what}, no client chooses the address against which it is counted`, async () => {
    const rates = { perKey: { perSecond: 1, burst: 9 }, perAddress: { perSecond: 0.001, burst: 2 } }
    const server = await testServer(routes, { trustedProxies, rates })
    const guess = async (header: string) => {
      const headers = { authorization: 'guess', 'x-forwarded-for': header }
      return (await server.inject({ url: '/staff', headers, remoteAddress })).statusCode
    }
    const claims = ['', '192.0.2.77, ', 'made-up, ']
    const statuses = []
    for (const claim of claims) statuses.push(await guess(claim + header))
    assert.deepEqual(statuses, [401, 401, 429])
    const other = header.replace('198.51.100.7', '198.51.100.8')
    assert.equal(await guess(other), trustedProxies.length === 0 ? 429 : 401)
  })

test('a database that fails while a key is looked up answers 503, not 401', async () => {
  const keyring = {
    readCached: () => undefined,
    lookUp: () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
  }
  const server = await testServer(routes, { keyring })
  assert.equal((await server.inject({ url: '/staff', headers: { authorization: 'key' } })).statusCode, 503)
})
