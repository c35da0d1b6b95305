// Downloads from servers that are slow, lie about lengths, loop, break off, or redirect elsewhere.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { type Agent, MockAgent } from 'undici'
import { closeAfterTests, listening, serve, serveRaw } from '../../../test/support/servers.ts'
import { type Download, type DownloadLimits, download } from './download.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

const quickLimits: DownloadLimits = { totalMs: 3000, headersMs: 400, minBytesPerSecond: 10_000, intervalMs: 200 }
function outboundWith(options: OutboundOptions = {}) {
  return closeAfterTests(
    createOutbound({ resolve: async () => [], allowLoopback: true, downloadLimits: quickLimits, ...options }),
  )
}
const outbound = outboundWith()

async function get(url: string, options: Partial<Download> = {}, client = outbound) {
  let chunks: Buffer[] = []
  let restarts = 0
  const outcome = await client.get(url, {
    accept: 'application/pdf',
    maxBytes: 10_000_000,
    take: chunk => void chunks.push(Buffer.from(chunk)),
    restart() {
      chunks = []
      restarts++
    },
    ...options,
  })
  return { outcome, body: Buffer.concat(chunks), restarts }
}

const at = (port: number, path = '/file.pdf') => `http://127.0.0.1:${port}${path}`
const failed = (failure: string) => ({ kind: 'failed', failure })

describe('a downloaded file', () => {
  const content = Buffer.alloc(3_000_000, 'octavo')

  test('a downloaded file is complete and comes with its ETag, after a single request', async () => {
    const requests: unknown[] = []
    const port = await serve((request, response) => {
      requests.push([request.url, request.headers.accept, request.headers['accept-encoding'], request.headers.cookie])
      response.writeHead(200, { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' }).end(content)
    })
    const { outcome, body } = await get(at(port, '/a.pdf?token=t'))
    assert.deepEqual(outcome, {
      kind: 'fetched',
      bytes: content.length,
      etag: '"v1"',
      lastModified: null,
      isCalledCompressed: false,
    })
    assert.ok(body.equals(content))
    assert.deepEqual(requests, [['/a.pdf?token=t', 'application/pdf', 'identity', undefined]])
  })

  for (const [header, version] of [
    ['if-none-match', { etag: '"v1"', lastModified: 'yesterday' }],
    ['if-modified-since', { etag: null, lastModified: 'yesterday' }],
  ] as const)
    test(`a downloaded file is not sent again when it has not changed by ${header} alone`, async () => {
      const port = await serve(({ headers }, response) => {
        const conditions = [headers['if-none-match'], headers['if-modified-since']].filter(Boolean)
        const isUnchanged = conditions.length === 1 && headers[header] === (version.etag ?? version.lastModified)
        response.writeHead(isUnchanged ? 304 : 200).end()
      })
      assert.deepEqual((await get(at(port), { version })).outcome, { kind: 'unchanged' })
      assert.equal((await get(at(port))).outcome.kind, 'fetched')
    })

  const answered = 'Sat, 28 Nov 2026 10:00:00 GMT'
  for (const [why, headers, etag, lastModified] of [
    ['a strong ETag', { etag: '"v1"', 'last-modified': 'Fri, 27 Nov 2026 10:00:00 GMT' }, '"v1"', null],
    ['a date a minute before the answer', { 'last-modified': 'Sat, 28 Nov 2026 09:59:00 GMT' }, null, 'same'],
    ['a date beside a weak ETag', { etag: 'W/"v1"', 'last-modified': 'Fri, 27 Nov 2026 10:00:00 GMT' }, null, 'same'],
    ['nothing by a weak ETag', { etag: 'W/"v1"' }, null, null],
    ['nothing by a date seconds before the answer', { 'last-modified': 'Sat, 28 Nov 2026 09:59:30 GMT' }, null, null],
    ['nothing by a date after the answer', { 'last-modified': 'Sun, 29 Nov 2026 09:59:30 GMT' }, null, null],
    ['nothing by the date of a package', { 'last-modified': 'Thu, 01 Jan 1970 00:00:01 GMT' }, null, null],
    ['nothing by the date of an image', { 'last-modified': 'Tue, 01 Jan 1980 00:00:00 GMT' }, null, null],
    ['nothing by a date without the time of the answer', { 'last-modified': answered, date: '' }, null, null],
    ['nothing by a date that is none', { 'last-modified': 'yesterday' }, null, null],
  ] as const)
    test(`a downloaded file has its version from ${why}`, async () => {
      const port = await serve((_, response) => response.writeHead(200, { date: answered, ...headers }).end('x'))
      const { outcome } = await get(at(port))
      assert.ok(outcome.kind === 'fetched')
      const date = lastModified === null ? null : (headers as Record<string, string>)['last-modified']
      assert.deepEqual([outcome.etag, outcome.lastModified], [etag, date])
    })

  test('a downloaded file is never "not modified" for a request without a condition', async () => {
    const port = await serve((_, response) => response.writeHead(304).end())
    assert.deepEqual((await get(at(port))).outcome, { kind: 'answered', status: 304 })
  })

  for (const status of [201, 204, 206, 401, 403, 404, 410, 416, 429, 500, 503])
    test(`a downloaded file is not fetched when the status is ${status}`, async () => {
      const port = await serve((_, response) => response.writeHead(status).end())
      assert.deepEqual((await get(at(port))).outcome, { kind: 'answered', status })
    })

  test('a downloaded file waits for a slow consumer without losing or buffering a chunk', async () => {
    const port = await serve((_, response) => response.end(content))
    const hash = createHash('sha256')
    let taking = 0
    const { outcome } = await get(at(port), {
      async take(chunk) {
        assert.equal(++taking, 1, 'one piece at a time')
        hash.update(chunk)
        await new Promise(setImmediate)
        taking--
      },
    })
    assert.equal(outcome.kind, 'fetched')
    assert.equal(hash.digest('hex'), createHash('sha256').update(content).digest('hex'))
  })

  test('a downloaded file fails when the consumer fails', async () => {
    const port = await serve((_, response) => response.end(content))
    assert.deepEqual(
      (await get(at(port), { take: () => Promise.reject(new Error('disk')) })).outcome,
      failed('bad_answer'),
    )
  })

  test('a downloaded file that its server calls compressed comes as it was sent, with that word', async () => {
    const port = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
    const { outcome, body } = await get(at(port))
    assert.deepEqual([outcome.kind === 'fetched' && outcome.isCalledCompressed, String(body)], [true, 'x'])
  })

  test('a downloaded file is reported as missing even if the error page is compressed', async () => {
    const port = await serve((_, response) => response.writeHead(404, { 'content-encoding': 'gzip' }).end('x'))
    assert.deepEqual((await get(at(port))).outcome, { kind: 'answered', status: 404 })
  })
})

describe('redirects', () => {
  test('absolute and relative redirects are followed three times', async () => {
    const port = await serve((request, response) => {
      const hop = Number(/\d+/.exec(request.url!)![0])
      if (hop === 3) response.end('here')
      else
        response
          .writeHead([301, 302, 307][hop]!, { location: hop === 1 ? `${hop + 1}` : at(port, `/${hop + 1}`) })
          .end()
    })
    const { outcome, body } = await get(at(port, '/0'))
    assert.equal(outcome.kind, 'fetched')
    assert.equal(body.toString(), 'here')
  })

  test('redirects in a circle end with too_many_redirects', async () => {
    const port = await serve((_, response) => response.writeHead(302, { location: '/round' }).end())
    assert.deepEqual((await get(at(port))).outcome, failed('too_many_redirects'))
  })

  for (const location of [
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:10.0.0.1]/',
    'http://192.168.0.1:8080/',
    'http://0x0a000001/',
    'file:///etc/passwd',
    'data:,x',
    'ftp://127.0.0.1/',
    'http://user:secret@127.0.0.1/',
    'http://127.0.0.1:6379/',
    '//metadata.google.internal/',
  ])
    test(`redirects to ${location} are refused`, async () => {
      const port = await serve((_, response) => response.writeHead(302, { location }).end())
      assert.deepEqual((await get(at(port))).outcome, failed('url_blocked'))
    })

  test('redirects lead only to addresses that a first request may use', async () => {
    let requests = 0
    const port = await serve((_, response) => {
      requests++
      response.writeHead(302, { location: at(port) }).end()
    })
    const inside = outboundWith({ allowLoopback: false, allowSubnets: ['127.0.0.1/32'] })
    const { outcome } = await get(at(port), {}, inside)
    assert.deepEqual(outcome, failed('too_many_redirects'))
    assert.equal(requests, 4)
    const elsewhere = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end())
    assert.deepEqual((await get(at(elsewhere), {}, inside)).outcome, failed('url_blocked'))
  })

  for (const url of ['https://files.example/a.pdf', 'HTTPS://files.example/a.pdf', ' Https:\\\\files.example/a.pdf'])
    test(`redirects from ${url} never lead to an address without TLS`, async () => {
      const agent = new MockAgent() as MockAgent & Agent
      const requests = { path: '/a.pdf', method: 'GET' }
      const headers = { location: 'http://files.example/a.pdf' }
      agent.get('https://files.example').intercept(requests).reply(302, '', { headers })
      agent.get('http://files.example').intercept(requests).reply(200, 'overheard')
      const targetOf = (url: string) => ({ origin: new URL(url).origin, path: new URL(url).pathname })
      const request = { accept: 'application/pdf', maxBytes: 100, take() {}, restart() {} }
      assert.deepEqual(await download({ agent, targetOf }, url, request), failed('insecure_redirect'))
      await agent.close()
    })

  test('redirects to a path in raw UTF-8 or in Latin-1 lead to the path by its characters', async () => {
    const paths: string[] = []
    const port = await serveRaw(socket =>
      socket.once('data', request => {
        const path = String(request).split(' ')[1]!
        paths.push(path)
        const location = path === '/utf8' ? Buffer.from('/bücher.pdf') : Buffer.from('/bücher.pdf', 'latin1')
        const end = Buffer.from('\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
        socket.end(
          path.startsWith('/b')
            ? 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
            : Buffer.concat([Buffer.from('HTTP/1.1 302 Found\r\nlocation: '), location, end]),
        )
      }),
    )
    for (const path of ['/utf8', '/latin1']) assert.equal((await get(at(port, path))).outcome.kind, 'fetched')
    assert.deepEqual(paths, ['/utf8', '/b%C3%BCcher.pdf', '/latin1', '/b%C3%BCcher.pdf'])
  })

  test('redirects without a location are refused', async () => {
    const port = await serve((_, response) => response.writeHead(302).end())
    assert.deepEqual((await get(at(port))).outcome, failed('bad_answer'))
  })
})

describe('a download from a server that', () => {
  const hello = 'HTTP/1.1 200 OK\r\n'

  function endless(response: import('node:http').ServerResponse) {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  }

  test('a download from a server that sends without end stops at the limit', async () => {
    const port = await serve((_, response) => endless(response))
    const { outcome, body } = await get(at(port))
    assert.deepEqual(outcome, { kind: 'too_large', announcedBytes: null })
    assert.ok(body.length <= 10_000_000)
  })

  test('a download from a server that announces too much reads nothing', async () => {
    const port = await serveRaw(socket =>
      socket.once('data', () => socket.write(`${hello}content-length: 10000001\r\n\r\nabc`)),
    )
    const { outcome, body } = await get(at(port))
    assert.deepEqual(outcome, { kind: 'too_large', announcedBytes: 10_000_001 })
    assert.equal(body.length, 0)
  })

  test('a download from a server that trickles ends long before the deadline', async () => {
    const port = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const startedMs = performance.now()
    assert.deepEqual((await get(at(port))).outcome, failed('too_slow'))
    assert.ok(performance.now() - startedMs < 1500)
  })

  test('a download from a server that trickles to a slow consumer ends just as soon', async () => {
    const port = await serve((_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(100)), 20)
      response.on('close', () => clearInterval(timer))
    })
    const startedMs = performance.now()
    const take = () => new Promise<void>(resolve => setImmediate(resolve))
    assert.deepEqual((await get(at(port), { take })).outcome, failed('too_slow'))
    assert.ok(performance.now() - startedMs < 1500)
  })

  test('a download from a server that closes the connection while the last byte is being taken is whole', async () => {
    const closed = Promise.withResolvers<void>()
    const port = await serveRaw(socket =>
      socket
        .once('data', () => socket.end(`${hello}content-length: 3\r\n\r\nabc`))
        .once('close', () => closed.resolve()),
    )
    const { outcome } = await get(at(port), { take: () => closed.promise })
    assert.deepEqual([outcome.kind, outcome.kind === 'fetched' && outcome.bytes], ['fetched', 3])
  })

  test('a download from a server that waits for a slow consumer succeeds', async () => {
    const port = await serve((_, response) => {
      response.write(Buffer.alloc(1000))
      response.end(Buffer.alloc(1000))
    })
    let pieces = 0
    const take = async () => {
      const untilMs = performance.now() + (pieces++ === 0 ? 3 * quickLimits.intervalMs : 0)
      while (performance.now() < untilMs) await new Promise(setImmediate)
    }
    assert.equal((await get(at(port), { take })).outcome.kind, 'fetched')
  })

  test('a download from a server that is fast enough but never finishes ends at the deadline', async () => {
    const port = await serve((_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(4000)), 20)
      response.on('close', () => clearInterval(timer))
    })
    const impatient = outboundWith({ downloadLimits: { ...quickLimits, totalMs: 700 } })
    assert.deepEqual((await get(at(port), {}, impatient)).outcome, failed('timeout'))
  })

  for (const [what, begin] of [
    ['sends nothing', () => {}],
    ['never ends its headers', (socket: Socket) => void socket.write(`${hello}x-a: `)],
  ] as const)
    test(`a download from a server that ${what} ends after the time for headers`, async () => {
      const port = await serveRaw(socket => socket.once('data', () => begin(socket)))
      assert.deepEqual((await get(at(port))).outcome, failed('timeout'))
    })

  test('a download from a server that stalls in the middle ends, and does not spin before', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write(Buffer.alloc(1000))
    })
    let pieces = 0
    const take = async () => void pieces++
    assert.deepEqual((await get(at(port), { take })).outcome, failed('too_slow'))
    assert.equal(pieces, 1)
  })

  test('a download from a server that sends less than it announced fails', async () => {
    const port = await serveRaw(socket =>
      socket.once('data', () => socket.end(`${hello}content-length: 10\r\n\r\nabc`)),
    )
    assert.deepEqual((await get(at(port))).outcome, failed('bad_answer'))
  })

  test('a download from a server that never ends its chunks fails', async () => {
    const port = await serveRaw(socket =>
      socket.once('data', () => socket.end(`${hello}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`)),
    )
    assert.deepEqual((await get(at(port))).outcome, failed('bad_answer'))
  })

  test('a download from a server that does not exist fails as connect_failed', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    await new Promise(closed => server.close(closed))
    assert.deepEqual((await get(at(port))).outcome, failed('connect_failed'))
  })
})

describe('an interrupted download', () => {
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))

  /** Breaks off after each of `cuts` bytes in turn, then sends the rest. */
  function interruptedServer(cuts: number[], headers: Record<string, string>, ranges = true) {
    const requests: (string | undefined)[] = []
    const ifRange: (string | undefined)[] = []
    const port = serve((request, response) => {
      requests.push(request.headers.range)
      ifRange.push(request.headers['if-range'] as string | undefined)
      const from = ranges ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
      const cut = cuts[requests.length - 1]
      const length = { 'content-length': String(content.length - from) }
      if (from === 0) response.writeHead(200, { ...headers, ...length })
      else
        response.writeHead(206, {
          ...headers,
          ...length,
          'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
        })
      if (cut === undefined) return response.end(content.subarray(from))
      response.write(content.subarray(from, cut), () => setImmediate(() => response.destroy()))
    })
    return { port, requests, ifRange }
  }

  test('an interrupted download is resumed where it ended', async () => {
    const { port, requests, ifRange } = interruptedServer([100_000, 200_000], { etag: '"v1"' })
    const { outcome, body, restarts } = await get(at(await port))
    assert.equal(outcome.kind === 'fetched' && outcome.bytes, content.length)
    assert.ok(body.equals(content))
    assert.equal(restarts, 0)
    assert.deepEqual(requests, [undefined, 'bytes=100000-', 'bytes=200000-'])
    assert.deepEqual(ifRange, [undefined, '"v1"', '"v1"'])
  })

  test('an interrupted download starts over when the server cannot resume it or the file has changed', async () => {
    const { port } = interruptedServer([100_000], { etag: '"v1"' }, false)
    const { outcome, body, restarts } = await get(at(await port))
    assert.equal(outcome.kind === 'fetched' && outcome.bytes, content.length)
    assert.ok(body.equals(content))
    assert.equal(restarts, 1)
  })

  test('an interrupted download is given up after three more tries', async () => {
    const { port, requests } = interruptedServer([10_000, 20_000, 30_000, 40_000, 50_000], { etag: '"v1"' })
    assert.deepEqual((await get(at(await port))).outcome, failed('bad_answer'))
    assert.equal(requests.length, 4)
  })

  for (const [why, headers] of [
    ['nothing identifies its version', {}],
    ['its ETag is weak', { etag: 'W/"v1"' }],
  ] as const)
    test(`an interrupted download is not resumed when ${why}`, async () => {
      const { port, requests } = interruptedServer([100_000], headers)
      assert.deepEqual((await get(at(await port))).outcome, failed('bad_answer'))
      assert.equal(requests.length, 1)
    })

  test('an interrupted download does not accept another range than it requested', async () => {
    let requests = 0
    const port = await serve((_, response) => {
      if (requests++ > 0) return response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end('wrong')
      response.writeHead(200, { etag: '"v1"', 'content-length': '10' })
      response.write('abc', () => setImmediate(() => response.destroy()))
    })
    assert.deepEqual((await get(at(port))).outcome, failed('bad_answer'))
  })
})
