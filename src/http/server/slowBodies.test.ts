import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, test } from 'node:test'
import fastify from 'fastify'
import { watchBodies } from './slowBodies.ts'

const server = fastify()
watchBodies(server, { maxMs: 150, checkEveryMs: 20, fields: { 'octavo-version': 'x' } })
server.addContentTypeParser('application/pdf', (_request, payload, done) => done(null, payload))
server.post('/json', async () => 'taken')
server.post('/small', { config: { maxBodyBytes: 512 * 1024 } }, async () => 'taken')
server.post('/large', { config: { maxBodyBytes: 2 * 1024 * 1024 } }, async () => 'taken')
server.put('/file', { config: { takesFile: ['application/pdf'] } }, async ({ body }) => {
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length
  return String(bytes)
})
await server.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.server.address() as AddressInfo
after(() => server.close())

/** Sends the head at once and the body after `pauseMs`; answers what came back. */
async function send(line: string, type: string, body: string, pauseMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let got = ''
  socket.on('data', text => {
    got += text
  })
  socket.on('error', () => {})
  socket.write(
    `${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  const timer = setTimeout(() => socket.writable && socket.write(body), pauseMs)
  await once(socket, 'close')
  clearTimeout(timer)
  return got
}

describe('a body', () => {
  test('a body that arrives in time is accepted', async () => {
    assert.match(await send('POST /json', 'application/json', '{}', 20), /^HTTP\/1.1 200 .*taken$/s)
  })

  test('a JSON body that does not arrive in time ends its connection with 408', async () => {
    const got = await send('POST /json', 'application/json', '{}', 5000)
    assert.match(got, /^HTTP\/1.1 408 /)
    assert.match(got, /octavo-version: x/)
    const problem = JSON.parse(got.slice(got.indexOf('{')))
    assert.deepEqual(
      [problem.status, problem.code, problem.title],
      [408, 'request_timeout', 'The request took too long to arrive'],
    )
    assert.notEqual(problem.requestId, '')
    assert.ok(got.includes(`request-id: ${problem.requestId}`))
  })

  test('only a body that may be larger than usual may take longer to arrive', async () => {
    assert.match(await send('POST /small', 'application/json', '{}', 400), /^HTTP\/1.1 408 /)
    assert.match(await send('POST /large', 'application/json', '{}', 400), /^HTTP\/1.1 200 /)
  })

  test('a file may take longer to arrive', async () => {
    assert.match(await send('PUT /file', 'application/pdf', '%PDF-', 400), /^HTTP\/1.1 200 .*5$/s)
  })
})
