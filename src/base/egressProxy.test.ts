// Calls through a proxy: a real one, which knows other names than the DNS and refuses some.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { closedAfter, listening, serve, serveRaw } from '../../test/servers.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

const request = { headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs: 2000, keepBytes: 16_384 }
const noDns = () => Promise.reject(new Error('names are for the proxy to resolve'))
const failed = (failure: string) => ({ kind: 'failed', failure })

const through = (proxyPort: number, options: OutboundOptions & { as?: string } = {}) => {
  const { as = '', ...more } = options
  const proxy = new URL(`http://${as}127.0.0.1:${proxyPort}`)
  return closedAfter(createOutbound({ resolve: noDns, proxy, connectTimeoutMs: 300, ...more }))
}

type Asked = { place: string; authorization: string | undefined }

/** Leads each name to a port of this machine; those that it does not know it answers with `refusal`. */
async function startProxy(ports: Record<string, number>, refusal = 'HTTP/1.1 403 Forbidden\r\n\r\n') {
  const asked: Asked[] = []
  const server = createServer()
  server.on('connect', ({ url, headers }, client: Socket) => {
    asked.push({ place: url!, authorization: headers['proxy-authorization'] })
    const port = ports[url!]
    if (port === undefined) return client.end(refusal)
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  return { port: await listening(server), asked }
}

describe('a call through the proxy', () => {
  test('arrives at the name that the proxy resolves, and its answer comes back', async () => {
    const seen: (string | undefined)[] = []
    const port = await serve((incoming, response) => {
      seen.push(incoming.headers.host, incoming.headers['proxy-authorization'])
      incoming.pipe(response.writeHead(201))
    })
    const { port: proxyPort, asked } = await startProxy({ 'shop.example:8080': port })
    const guarded = through(proxyPort, { as: 'octavo:p%40ss@' })
    const url = 'http://shop.example:8080/hook?token=1'
    assert.deepEqual(await guarded.post(url, request), { kind: 'answered', status: 201, body: '{}' })
    const authorization = `Basic ${Buffer.from('octavo:p@ss').toString('base64')}`
    assert.deepEqual(asked, [{ place: 'shop.example:8080', authorization }])
    assert.deepEqual(seen, ['shop.example:8080', undefined])
  })

  test('uses a tunnel again, and one for each origin', async () => {
    const port = await serve((incoming, response) => incoming.pipe(response))
    const { port: proxyPort, asked } = await startProxy({ 'a.example:80': port, 'b.example:80': port })
    const guarded = through(proxyPort)
    for (const name of ['a', 'b', 'a'])
      assert.equal((await guarded.post(`http://${name}.example/`, request)).kind, 'answered')
    assert.deepEqual(
      asked.map(({ place }) => place),
      ['a.example:80', 'b.example:80'],
    )
  })

  test('fetches a file, redirects included', async () => {
    const port = await serve((incoming, response) => {
      if (incoming.url === '/file') response.end('%PDF-')
      else response.writeHead(302, { location: 'http://b.example/file' }).end()
    })
    const { port: proxyPort } = await startProxy({ 'a.example:80': port, 'b.example:80': port })
    let got = ''
    const take = (chunk: Buffer) => {
      got += chunk
    }
    const file = { accept: 'application/pdf', mostBytes: 100, take, restart: () => {} }
    assert.equal((await through(proxyPort).get('http://a.example/', file)).kind, 'fetched')
    assert.equal(got, '%PDF-')
  })

  test('asks for TLS only behind the tunnel', async () => {
    const heard = Promise.withResolvers<Buffer>()
    const port = await serveRaw(socket => socket.once('data', bytes => heard.resolve(bytes as Buffer)))
    const { port: proxyPort, asked } = await startProxy({ 'shop.example:443': port })
    const outcome = through(proxyPort).post('https://shop.example/', { ...request, timeoutMs: 500 })
    const handshake = await heard.promise
    assert.deepEqual([handshake[0], handshake.includes('shop.example')], [22, true])
    assert.deepEqual(asked, [{ place: 'shop.example:443', authorization: undefined }])
    assert.equal((await outcome).kind, 'failed')
  })

  test('to an address that nobody may call is not even asked for', async () => {
    const { port: proxyPort, asked } = await startProxy({})
    const guarded = through(proxyPort)
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', 'metadata.google.internal', 'shop.example:22'])
      assert.deepEqual(await guarded.post(`http://${host}/`, request), failed('url_blocked'))
    assert.deepEqual(asked, [])
  })
})

describe('a proxy', () => {
  for (const [what, answer, failure] of [
    ['that refuses an address', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'url_blocked'],
    ['that refuses an address as smokescreen does', 'HTTP/1.1 407 Request rejected by proxy\r\n\r\n', 'url_blocked'],
    [
      'that does not know our password',
      'HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n',
      'connect_failed',
    ],
    ['that cannot reach the place', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', 'connect_failed'],
    ['that waited too long', 'HTTP/1.1 504 Gateway Timeout\r\n\r\n', 'timeout'],
    ['that is none', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 'connect_failed'],
    ['that closes without an answer', '', 'connect_failed'],
    ['whose answer has no end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`, 'connect_failed'],
  ] as const)
    test(`${what} fails the call as ${failure}`, async () => {
      const { port } = await startProxy({}, answer)
      assert.deepEqual(await through(port).post('http://shop.example/', request), failed(failure))
    })

  test('that never answers fails the call as timeout', async () => {
    const port = await serveRaw(() => {})
    assert.deepEqual(await through(port).post('http://shop.example/', request), failed('timeout'))
  })

  test('that is not there fails the call as connect_failed', async () => {
    const gone = createServer()
    const port = await listening(gone)
    await new Promise(resolve => gone.close(resolve))
    assert.deepEqual(await through(port).post('http://shop.example/', request), failed('connect_failed'))
  })

  test('that refuses this machine passes the self-test', async () => {
    const { port, asked } = await startProxy({})
    assert.equal(await through(port).selfTest(), 'refused')
    assert.equal(asked.length, 2, 'over http and https')
  })

  test('that calls this machine fails the self-test', async () => {
    const server = createServer()
    server.on('connect', ({ url }, client: Socket) => {
      const upstream = connect(Number(url!.split(':')[1]), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.pipe(client).pipe(upstream)
      })
      upstream.on('error', () => client.destroy())
      client.on('error', () => {})
    })
    await assert.rejects(through(await listening(server)).selfTest(), /let an http request through/)
  })

  test('that says nothing of this machine leaves the self-test unproven', async () => {
    const { port } = await startProxy({}, 'HTTP/1.1 502 Bad Gateway\r\n\r\n')
    assert.equal(await through(port).selfTest(), 'unproven')
  })
})
