// The Python client against the real service, with answers that get lost. It runs where a python3 of 3.11 or newer is
// found.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openapiFile } from '../scripts/docs.ts'
import { pythonTypesFile, pythonTypesText } from '../scripts/pythonTypes.ts'
import { newPrivateKey, publicKeyOf, signedHeaders, signingKey } from '../src/base/signature.ts'
import { orderBody, startWorld } from './support/world.ts'

const { status: found, stdout: version } = spawnSync('python3', [
  '-c',
  'import sys; print(sys.version_info >= (3, 11))',
])
const skip = found === 0 && String(version).trim() === 'True' ? false : 'there is no python3 of 3.11 or newer'

test('clients/python has the types of docs/openapi.json (npm run docs)', () => {
  const document = JSON.parse(readFileSync(openapiFile, 'utf8'))
  assert.equal(readFileSync(pythonTypesFile, 'utf8'), pythonTypesText(document))
})

type Turn = 'cut before' | 'cut after' | { status: number; retryAfter: string }

/** Passes each request on, except that the first attempts to place an order go as `turns` says. */
async function faultyServer(target: string, turns: Turn[]) {
  const attempts: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const isCreate = request.url === '/orders/create'
    if (isCreate) attempts.push(request.headers)
    const turn = isCreate ? turns.shift() : undefined
    if (turn === 'cut before') return void request.socket.destroy()
    if (typeof turn === 'object') return refuse(response, turn)
    const { host: _host, connection: _connection, ...headers } = request.headers
    const answer = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    })
    if (turn === 'cut after') return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end(await answer.text())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attempts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function refuse(response: ServerResponse, { status, retryAfter }: { status: number; retryAfter: string }): void {
  response.writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': retryAfter })
  response.end(JSON.stringify({ status, code: 'overloaded', detail: 'Later.', errors: [], requestId: 'req_1' }))
}

test('the Python client places an order once, however often its answer is lost, and reads everything', {
  skip,
}, async () => {
  await using world = await startWorld()
  const target = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const turns: Turn[] = ['cut after', { status: 503, retryAfter: '2' }, 'cut before', { status: 429, retryAfter: '7' }]
  await using faulty = await faultyServer(target, turns)
  const { customerOrderId: _named, ...order } = orderBody() as Record<string, unknown>
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const privateKey = newPrivateKey()
  const webhook = {
    secret,
    publicKey: publicKeyOf(privateKey),
    anotherKey: publicKeyOf(newPrivateKey()),
    body: '{"type":"OrderShipped"}',
  }
  const template = await world.app.server.inject(
    '/templates/published/PB-0600X0900-BW-60W/cover/pdf?units=in&pageCount=120',
  )
  const cover = template.rawPayload
  const keys = [secret, privateKey].map(signingKey)
  const child = spawn(
    'python3',
    ['-W', 'error', new URL('../clients/python/tests/conformance.py', import.meta.url).pathname],
    {
      env: {
        PATH: process.env.PATH,
        OCTAVO_URL: faulty.url,
        OCTAVO_AUTHORIZATION: world.charged.sandbox.authorization,
        PYTHONDONTWRITEBYTECODE: '1',
        NO_PROXY: '*',
      },
    },
  )
  child.stdin.end(
    JSON.stringify({
      order,
      cover: cover.toString('base64'),
      estimate: { destination: { country: 'US', state: 'NY' }, orderItems: [{ sku: 'NOVEL' }] },
      webhook: { ...webhook, headers: signedHeaders('evt_1', new Date(), webhook.body, keys) },
    }),
  )
  const texts = [child.stdout, child.stderr].map(async stream => (await stream.setEncoding('utf8').toArray()).join(''))
  const [out = '', err = ''] = await Promise.all(texts)
  assert.equal(err, '')
  const seen = JSON.parse(out)

  const { orders } = (await world.call('/orders', { as: world.charged.sandbox.authorization })).body
  assert.deepEqual(
    orders.map((one: { customerOrderId: string }) => one.customerOrderId),
    [seen.created],
  )
  assert.equal(faulty.attempts.length, 5)
  assert.equal(new Set(faulty.attempts.map(headers => headers['idempotency-key'])).size, 1)
  assert.deepEqual(
    [seen.pauses.length, seen.pauses[1] >= 2, seen.pauses[3] >= 7, seen.pauses[0] <= 0.5],
    [4, true, true, true],
  )
  assert.deepEqual(
    [seen.validated, seen.report, seen.options, seen.events[0]],
    ['RECEIVED', 'day', true, 'OrderReceived'],
  )
  assert.ok(seen.products.includes('NOVEL'))
  assert.deepEqual(seen.missing, [404, 'order_not_found', false])
  assert.deepEqual(seen.wrong, [401, 'not_authenticated', false])
  assert.deepEqual(seen.away, [0, 'unreachable', true])
  assert.deepEqual(seen.async.slice(1), [[seen.created], true])
  assert.deepEqual(seen.endpoints, [true, true, false, 2, [], []])
  assert.deepEqual(seen.changedProducts, ['Poems', 'counts_in_production', 'not_found', true, 'Verse'])
  const sha256 = createHash('sha256').update(cover).digest('hex')
  assert.deepEqual(seen.productFiles, ['counts_in_production', sha256, sha256, []])
  assert.equal(seen.secret, world.charged.sandbox.webhookSecret)
  assert.deepEqual([seen.webhook, seen.altered], ['OrderShipped', "No signature is the service's."])
  const refused = "No signature is the service's."
  assert.deepEqual(seen.publicKey, ['OrderShipped', refused, refused])
  assert.equal(seen.old, 'The timestamp is more than five minutes off.')
  assert.equal(seen.cancelled, 'CANCELLED')
})
