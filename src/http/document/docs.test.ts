import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { testServer } from '../../../test/support/routeServer.ts'
import { keyRoutes } from '../accounts/keys.ts'
import { nullable } from '../objects/common.ts'
import { route } from '../server/route.ts'
import { docsRoutes } from './docs.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read the document as it comes
const wholeDocument = (server: FastifyInstance): any => server.swagger()

const server = await testServer([...docsRoutes(), ...keyRoutes({} as never)])

test('the API document is OpenAPI 3.1 with who may call what, and the shape of problems', async () => {
  assert.equal((await server.inject('/openapi.json')).statusCode, 200)
  const document = wholeDocument(server)
  assert.match(document.openapi, /^3\.1\./)
  const create = document.paths['/dashboard/api/{mode}/keys'].post
  assert.deepEqual(create.security, [{ session: [] }])
  assert.match(create.description, /Callers: member\./)
  assert.deepEqual(create.responses['401'], { $ref: '#/components/responses/NotAuthenticated' })
  assert.deepEqual(document.components.responses.NotAuthenticated.content['application/problem+json'], {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: { not_authenticated: { $ref: '#/components/examples/NotAuthenticated' } },
  })
  assert.equal(create.responses['4XX'], undefined)
  assert.match(document.info.description, /`order_not_cancellable` \| 409/)
})

test('a body that may be left out is not documented as required, and every other is', async () => {
  const note = (path: string, body: TSchema) =>
    route({
      method: 'POST',
      path,
      operationId: `takeNote${path.slice(1)}`,
      callers: ['staff'],
      needs: null,
      tag: 'Staff',
      summary: 'Take a note',
      body,
      answer: Type.Object({ got: Type.Boolean() }),
      handle: ({ body }) => ({ got: body !== undefined && body !== null }),
    })
  const Note = Type.Object({ reason: Type.String() })
  const noting = await testServer([...docsRoutes(), note('/may', nullable(Note)), note('/must', Note)])
  await noting.ready()
  const { paths } = wholeDocument(noting)
  assert.deepEqual(
    ['/may', '/must'].map(path => paths[path].post.requestBody.required),
    [false, true],
  )
  const send = async (url: string) =>
    (await noting.inject({ method: 'POST', url, headers: { authorization: 'key staff' } })).statusCode
  assert.deepEqual([await send('/may'), await send('/must')], [200, 400])
})
