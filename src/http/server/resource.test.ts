import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { testServer } from '../../../test/support/routeServer.ts'
import { resource, shown } from './resource.ts'
import { routeTable } from './server.ts'

const Page = Type.Object({ text: Type.String() })
const tag = 'Pages'
const summary = 'Turn a page'

const turn = resource({
  method: 'POST',
  at: {
    key: '/pages/:page/turn',
    member: '/dashboard/api/:mode/pages/:page/turn',
  },
  operationId: 'turnPage',
  scope: 'orders:write',
  needs: 'orders',
  freshWithinMs: 1,
  tag,
  summary,
  params: Type.Object({ page: Type.Integer() }),
  key: { query: Type.Object({ twice: Type.Boolean({ default: false }) }), refuses: ['wrong_state'] },
  answer: Type.Object({ turned: Type.String() }),
  handle: ({ owner, params, query: { twice } }) => ({ turned: JSON.stringify({ owner, params, twice }) }),
})
const read = resource({
  method: 'GET',
  at: {
    member: '/dashboard/api/pages',
    staff: '/staff/accounts/:accountId/pages',
    all: '/staff/pages',
  },
  act: 'readPage',
  tag,
  summary,
  member: shown(Page, (owner: object) => ({ text: `yours: ${JSON.stringify(owner)}` })),
  staff: { summary: 'Look at a page', ...shown(Page, owner => ({ text: JSON.stringify(owner) })) },
  all: shown(Page, owner => ({ text: `all: ${JSON.stringify(owner)}` })),
  handle: ({ owner }) => owner,
})

const key = { authorization: 'key acme production' }
const member = { cookie: 'session=acme' }
const staff = { authorization: 'key staff' }

test('an act becomes a route for each audience, with the scope for keys and the permission for people', async () => {
  const rows = routeTable(await testServer([...turn, ...read])).filter(({ path }) => path.includes('pages'))
  assert.deepEqual(
    rows.map(({ path, callers, needs, scope }) => [path, ...callers, needs, scope]),
    [
      ['/dashboard/api/:mode/pages/:page/turn', 'member', 'orders', null],
      ['/dashboard/api/pages', 'member', null, null],
      ['/pages/:page/turn', 'customer_key', null, 'orders:write'],
      ['/staff/accounts/:accountId/pages', 'staff', null, null],
      ['/staff/pages', 'staff', null, null],
    ],
  )
})

test('operations of further audiences are named after the first, and all of an act that has its name elsewhere', () => {
  assert.deepEqual(
    [...turn, ...read].map(({ operationId, summary: said }) => [operationId, said]),
    [
      ['turnPage', summary],
      ['turnPageInDashboard', summary],
      ['readPageInDashboard', summary],
      ['readPageForStaff', 'Look at a page'],
      ['readPageOfAllAccounts', summary],
    ],
  )
})

test('the owner comes from the key or the session, and for the staff from the address', async () => {
  const server = await testServer([...turn, ...read])
  const ask = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>) => {
    const { statusCode, body } = await server.inject({ method, url, headers })
    return [statusCode, Object.values(JSON.parse(body))[0]]
  }
  assert.deepEqual(
    [
      await ask('POST', '/pages/3/turn?twice=true', key),
      await ask('POST', '/dashboard/api/sandbox/pages/4/turn', member),
      await ask('GET', '/dashboard/api/pages', member),
      await ask('GET', '/staff/accounts/globex/pages', staff),
      await ask('GET', '/staff/pages', staff),
    ],
    [
      [200, '{"owner":{"accountId":"acme","mode":"production"},"params":{"page":3},"twice":true}'],
      [200, '{"owner":{"accountId":"acme","mode":"sandbox"},"params":{"page":4}}'],
      [200, 'yours: {"accountId":"acme","mode":null}'],
      [200, '{"accountId":"globex","mode":null}'],
      [200, 'all: {"accountId":null,"mode":null}'],
    ],
  )
})

test('a query, a refusal and a recent password are of the audience that declares them', () => {
  assert.deepEqual(
    turn.map(({ query, refuses, freshWithinMs }) => [query !== undefined, refuses, freshWithinMs]),
    [
      [true, ['wrong_state'], undefined],
      [false, [], 1],
    ],
  )
})

test('an act in the sandbox refuses keys for production', async () => {
  const routes = resource({
    method: 'POST',
    at: { key: '/sandbox/pages', member: '/dashboard/api/sandbox/pages' },
    operationId: 'turnPages',
    scope: 'sandbox:write',
    needs: 'orders',
    keysOf: 'sandbox',
    tag,
    summary,
    answer: Type.Object({}),
    handle: () => ({}),
  })
  const server = await testServer(routes)
  const post = async (url: string, headers: Record<string, string>) =>
    (await server.inject({ method: 'POST', url, headers })).statusCode
  assert.deepEqual(
    [
      await post('/sandbox/pages', key),
      await post('/sandbox/pages', { authorization: 'key acme' }),
      await post('/dashboard/api/sandbox/pages', member),
    ],
    [403, 200, 200],
  )
  assert.deepEqual(
    routes.map(({ refuses }) => refuses),
    [['not_allowed'], []],
  )
})
