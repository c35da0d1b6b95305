import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { testServer } from '../../../test/support/routeServer.ts'
import { CustomerOrderId, Nothing, Redirected } from '../objects/common.ts'
import { type Route, route, tagged } from './route.ts'
import { routeTable } from './server.ts'

const summary = 'Turn a page'
const rest = { summary, tag: 'Pages', hidden: true, answer: Nothing, handle: async () => undefined } as const

test('a route has the callers of the beginning of its address, or names them', async () => {
  const path = ['/staff', 'pages'].join('/') // a text that the compiler cannot read
  const routes = [
    route({ ...rest, method: 'POST', path: '/staff/turn', needs: 'orders' }),
    route({ ...rest, method: 'POST', path, callers: ['staff'], needs: 'orders' }),
  ]
  const rows = routeTable(await testServer(routes)).filter(row => row.path.startsWith('/staff/'))
  assert.deepEqual(
    rows.map(row => [row.path, ...row.callers, row.needs]),
    [
      ['/staff/pages', 'staff', 'orders'],
      ['/staff/turn', 'staff', 'orders'],
    ],
  )
  // @ts-expect-error: it names no callers, so nothing would say what they need
  route({ ...rest, method: 'POST', path })
  // @ts-expect-error: it does not say what the staff need
  route({ ...rest, method: 'POST', path, callers: ['staff'] })
  // @ts-expect-error: it names no callers
  assert.throws(() => route({ ...rest, method: 'POST', path: '/pages' }), /names no callers/)
})

test('a parameter of an address is known by its name, or declared by its route', () => {
  const get = { ...rest, method: 'GET', callers: ['public'] } as const
  const params = Type.Object({ page: Type.Literal('first') })
  const { params: known } = route({ ...get, path: '/orders/:customerOrderId/pages/:page', params })
  assert.deepEqual(known, Type.Object({ customerOrderId: CustomerOrderId, page: Type.Literal('first') }))
  assert.throws(() => route({ ...get, path: '/chapters/:chapter' }), /does not say what :chapter is/)
})

test('a route without a tag has that of its file', () => {
  const page = route({ ...rest, method: 'GET', path: '/pages', callers: ['public'] })
  const routes = tagged('File', () => [page, { ...page, tag: undefined } as unknown as Route])()
  assert.deepEqual(
    routes.map(({ tag }) => tag),
    ['Pages', 'File'],
  )
})

test('the status of an answer is that of its schema', async () => {
  const get = { ...rest, method: 'GET', callers: ['public'] } as const
  const server = await testServer([
    route({ ...get, path: '/nothing' }),
    route({ ...get, path: '/elsewhere', answer: Redirected, handle: ({ reply }) => reply.redirect('/nothing') }),
    route({ ...get, path: '/page', answer: Type.Object({ text: Type.String() }), handle: () => ({ text: '' }) }),
  ])
  const answers = await Promise.all(['/nothing', '/elsewhere', '/page'].map(url => server.inject({ url })))
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [204, 302, 200],
  )
})
