// Calls through a real proxy, which resolves names by itself and refuses some of them.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { closeAfterTests, listening, serve, serveRaw } from '../../../test/support/servers.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

const request = { headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs: 2000, maxAnswerBytes: 16_384 }
const noDns = () => Promise.reject(new Error('names are for the proxy to resolve'))
const failed = (failure: string) => ({ kind: 'failed', failure })

const outboundThrough = (proxyPort: number, options: OutboundOptions & { credentials?: string } = {}) => {
  const { credentials = '', ...rest } = options
  const proxy = new URL(`http://${credentials}127.0.0.1:${proxyPort}`)
  return closeAfterTests(createOutbound({ resolve: noDns, proxy, connectTimeoutMs: 300, ...rest }))
}

type ConnectRequest = { target: string; authorization: string | undefined }

/** Connects each name to a port of this machine, and answers other names with `refusal`. */
async function startProxy(ports: Record<string, number>, refusal = 'HTTP/1.1 403 Forbidden\r\n\r\n') {
  const requests: ConnectRequest[] = []
  const server = createServer()
  server.on('connect', ({ url, headers }, client: Socket) => {
    requests.push({ target: url!, authorization: headers['proxy-authorization'] })
    const port = ports[url!]
    if (port === undefined) return client.end(refusal)
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  return { port: await listening(server), requests }
}

describe('a call through the proxy', () => {
  test('a call through the proxy arrives at the name that the proxy resolves, and its answer comes back', async () => {
    const seen: (string | undefined)[] = []
    const port = await serve((incoming, response) => {
      seen.push(incoming.headers.host, incoming.headers['proxy-authorization'])
      incoming.pipe(response.writeHead(201))
    })
    const { port: proxyPort, requests } = await startProxy({ 'shop.example:8080': port })
    const guarded = outboundThrough(proxyPort, { credentials: 'octavo:p%40ss@' })
    const url = 'http://shop.example:8080/hook?token=1'
    assert.deepEqual(await guarded.post(url, request), { kind: 'answered', status: 201, body: '{}' })
    const authorization = `Basic ${Buffer.from('octavo:p@ss').toString('base64')}`
    assert.deepEqual(requests, [{ target: 'shop.example:8080', authorization }])
    assert.deepEqual(seen, ['shop.example:8080', undefined])
  })

  test('a call through the proxy reuses a tunnel, and opens another for each origin', async () => {
    const port = await serve((incoming, response) => incoming.pipe(response))
    const { port: proxyPort, requests } = await startProxy({ 'a.example:80': port, 'b.example:80': port })
    const guarded = outboundThrough(proxyPort)
    for (const name of ['a', 'b', 'a'])
      assert.equal((await guarded.post(`http://${name}.example/`, request)).kind, 'answered')
    assert.deepEqual(
      requests.map(({ target }) => target),
      ['a.example:80', 'b.example:80'],
    )
  })

  test('a call through the proxy fetches a file, redirects included', async () => {
    const port = await serve((incoming, response) => {
      if (incoming.url === '/file') response.end('%PDF-')
      else response.writeHead(302, { location: 'http://b.example/file' }).end()
    })
    const { port: proxyPort } = await startProxy({ 'a.example:80': port, 'b.example:80': port })
    let received = ''
    const take = (chunk: Buffer) => {
      received += chunk
    }
    const file = { accept: 'application/pdf', maxBytes: 100, take, restart: () => {} }
    assert.equal((await outboundThrough(proxyPort).get('http://a.example/', file)).kind, 'fetched')
    assert.equal(received, '%PDF-')
  })

  test('a call through the proxy starts TLS only behind the tunnel', async () => {
    const firstBytes = Promise.withResolvers<Buffer>()
    const port = await serveRaw(socket => socket.once('data', bytes => firstBytes.resolve(bytes as Buffer)))
    const { port: proxyPort, requests } = await startProxy({ 'shop.example:443': port })
    const outcome = outboundThrough(proxyPort).post('https://shop.example/', { ...request, timeoutMs: 500 })
    const handshake = await firstBytes.promise
    assert.deepEqual([handshake[0], handshake.includes('shop.example')], [22, true])
    assert.deepEqual(requests, [{ target: 'shop.example:443', authorization: undefined }])
    assert.equal((await outcome).kind, 'failed')
  })

  test('a call through the proxy to a private address is refused before the proxy is called', async () => {
    const { port: proxyPort, requests } = await startProxy({})
    const guarded = outboundThrough(proxyPort)
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', 'metadata.google.internal', 'shop.example:22'])
      assert.deepEqual(await guarded.post(`http://${host}/`, request), failed('url_blocked'))
    assert.deepEqual(requests, [])
  })
})

describe('a proxy', () => {
  for (const [what, answer, failure] of [
    ['that refuses an address', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'url_blocked'],
    [
      'that refuses an address in the form of smokescreen',
      'HTTP/1.1 407 Request rejected by proxy\r\n\r\n',
      'url_blocked',
    ],
    [
      'that does not know our password',
      'HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n',
      'connect_failed',
    ],
    ['that cannot reach the target', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', 'connect_failed'],
    ['that waited too long', 'HTTP/1.1 504 Gateway Timeout\r\n\r\n', 'timeout'],
    ['that speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 'connect_failed'],
    ['that closes without an answer', '', 'connect_failed'],
    ['whose answer has no end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`, 'connect_failed'],
  ] as const)
    test(`a proxy ${what} fails the call as ${failure}`, async () => {
      const { port } = await startProxy({}, answer)
      assert.deepEqual(await outboundThrough(port).post('http://shop.example/', request), failed(failure))
    })

  test('a proxy that never answers fails the call as timeout', async () => {
    const port = await serveRaw(() => {})
    assert.deepEqual(await outboundThrough(port).post('http://shop.example/', request), failed('timeout'))
  })

  test('a proxy that does not exist fails the call as connect_failed', async () => {
    const gone = createServer()
    const port = await listening(gone)
    await new Promise(resolve => gone.close(resolve))
    assert.deepEqual(await outboundThrough(port).post('http://shop.example/', request), failed('connect_failed'))
  })

  test('a proxy that refuses this machine passes the self-test', async () => {
    const { port, requests } = await startProxy({})
    assert.equal(await outboundThrough(port).selfTest(), 'refused')
    assert.equal(requests.length, 2, 'over http and https')
  })

  test('a proxy that calls this machine fails the self-test', async () => {
    const server = createServer()
    server.on('connect', ({ url }, client: Socket) => {
      const upstream = connect(Number(url!.split(':')[1]), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.pipe(client).pipe(upstream)
      })
      upstream.on('error', () => client.destroy())
      client.on('error', () => {})
    })
    await assert.rejects(outboundThrough(await listening(server)).selfTest(), /let an http request through/)
  })

  test('a proxy that neither reaches nor refuses this machine leaves the self-test unproven', async () => {
    const { port } = await startProxy({}, 'HTTP/1.1 502 Bad Gateway\r\n\r\n')
    assert.equal(await outboundThrough(port).selfTest(), 'unproven')
  })
})
