// Downloads from servers that are slow, lie about lengths, loop, break off, or redirect elsewhere.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { type Agent, MockAgent } from 'undici'
import { closedAfter, listening, serve, serveRaw } from '../../test/servers.ts'
import { type Download, download, type Patience } from './download.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

const quick: Patience = { totalMs: 3000, headersMs: 400, leastBytesPerSecond: 10_000, stretchMs: 200 }
function outboundWith(options: OutboundOptions = {}) {
  return closedAfter(createOutbound({ resolve: async () => [], allowLoopback: true, patience: quick, ...options }))
}
const outbound = outboundWith()

async function get(url: string, more: Partial<Download> = {}, by = outbound) {
  let chunks: Buffer[] = []
  let restarts = 0
  const outcome = await by.get(url, {
    accept: 'application/pdf',
    mostBytes: 10_000_000,
    take: chunk => void chunks.push(Buffer.from(chunk)),
    restart() {
      chunks = []
      restarts++
    },
    ...more,
  })
  return { outcome, body: Buffer.concat(chunks), restarts }
}

const at = (port: number, path = '/file.pdf') => `http://127.0.0.1:${port}${path}`
const failed = (failure: string) => ({ kind: 'failed', failure })

describe('a file that is fetched', () => {
  const content = Buffer.alloc(3_000_000, 'octavo')

  test('comes whole, with its ETag and date, and requests nothing else', async () => {
    const asked: unknown[] = []
    const port = await serve((request, response) => {
      asked.push([request.url, request.headers.accept, request.headers['accept-encoding'], request.headers.cookie])
      response.writeHead(200, { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' }).end(content)
    })
    const { outcome, body } = await get(at(port, '/a.pdf?token=t'))
    assert.deepEqual(outcome, {
      kind: 'fetched',
      bytes: content.length,
      etag: '"v1"',
      lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT',
    })
    assert.ok(body.equals(content))
    assert.deepEqual(asked, [['/a.pdf?token=t', 'application/pdf', 'identity', undefined]])
  })

  test('is not sent again when nothing is newer', async () => {
    const port = await serve((request, response) => {
      const is = request.headers['if-none-match'] === '"v1"' && request.headers['if-modified-since'] === 'yesterday'
      response.writeHead(is ? 304 : 200).end()
    })
    const known = { etag: '"v1"', lastModified: 'yesterday' }
    assert.deepEqual((await get(at(port), { known })).outcome, { kind: 'unchanged' })
    assert.equal((await get(at(port))).outcome.kind, 'fetched')
  })

  test('is never "not modified" for a request without a condition', async () => {
    const port = await serve((_, response) => response.writeHead(304).end())
    assert.deepEqual((await get(at(port))).outcome, { kind: 'answered', status: 304 })
  })

  for (const status of [201, 204, 206, 401, 403, 404, 410, 416, 429, 500, 503])
    test(`is not fetched when the status is ${status}`, async () => {
      const port = await serve((_, response) => response.writeHead(status).end())
      assert.deepEqual((await get(at(port))).outcome, { kind: 'answered', status })
    })

  test('waits for a slow taker without losing or piling up anything', async () => {
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

  test('fails when the taker fails', async () => {
    const port = await serve((_, response) => response.end(content))
    assert.deepEqual(
      (await get(at(port), { take: () => Promise.reject(new Error('disk')) })).outcome,
      failed('bad_answer'),
    )
  })

  test('is refused when it is compressed although that was not asked for', async () => {
    const port = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
    assert.deepEqual((await get(at(port))).outcome, failed('compressed'))
  })

  test('is not there, however the page about that is packed', async () => {
    const port = await serve((_, response) => response.writeHead(404, { 'content-encoding': 'gzip' }).end('x'))
    assert.deepEqual((await get(at(port))).outcome, { kind: 'answered', status: 404 })
  })
})

describe('redirects', () => {
  test('are followed three times, relative ones too', async () => {
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

  test('in a circle come to an end', async () => {
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
    test(`to ${location} are refused`, async () => {
      const port = await serve((_, response) => response.writeHead(302, { location }).end())
      assert.deepEqual((await get(at(port))).outcome, failed('url_blocked'))
    })

  test('lead only to addresses that a first request may use', async () => {
    let asked = 0
    const port = await serve((_, response) => {
      asked++
      response.writeHead(302, { location: at(port) }).end()
    })
    const inside = outboundWith({ allowLoopback: false, allowSubnets: ['127.0.0.1/32'] })
    const { outcome } = await get(at(port), {}, inside)
    assert.deepEqual(outcome, failed('too_many_redirects'))
    assert.equal(asked, 4)
    const elsewhere = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end())
    assert.deepEqual((await get(at(elsewhere), {}, inside)).outcome, failed('url_blocked'))
  })

  for (const url of ['https://files.example/a.pdf', 'HTTPS://files.example/a.pdf', ' Https:\\\\files.example/a.pdf'])
    test(`from ${url} never lead to an address without TLS`, async () => {
      const agent = new MockAgent() as MockAgent & Agent
      const asked = { path: '/a.pdf', method: 'GET' }
      const headers = { location: 'http://files.example/a.pdf' }
      agent.get('https://files.example').intercept(asked).reply(302, '', { headers })
      agent.get('http://files.example').intercept(asked).reply(200, 'overheard')
      const targetOf = (url: string) => ({ origin: new URL(url).origin, path: new URL(url).pathname })
      const request = { accept: 'application/pdf', mostBytes: 100, take() {}, restart() {} }
      assert.deepEqual(await download({ agent, targetOf }, url, request), failed('insecure_redirect'))
      await agent.close()
    })

  test('without a location are refused', async () => {
    const port = await serve((_, response) => response.writeHead(302).end())
    assert.deepEqual((await get(at(port))).outcome, failed('bad_answer'))
  })
})

describe('a server that', () => {
  const hello = 'HTTP/1.1 200 OK\r\n'

  function endless(response: import('node:http').ServerResponse) {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  }

  test('sends without end is cut off at the limit', async () => {
    const port = await serve((_, response) => endless(response))
    const { outcome, body } = await get(at(port))
    assert.deepEqual(outcome, { kind: 'too_large', announcedBytes: null })
    assert.ok(body.length <= 10_000_000)
  })

  test('announces too much is not read at all', async () => {
    const port = await serveRaw(socket =>
      socket.once('data', () => socket.write(`${hello}content-length: 10000001\r\n\r\nabc`)),
    )
    const { outcome, body } = await get(at(port))
    assert.deepEqual(outcome, { kind: 'too_large', announcedBytes: 10_000_001 })
    assert.equal(body.length, 0)
  })

  test('trickles is given up long before the deadline', async () => {
    const port = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const startedMs = performance.now()
    assert.deepEqual((await get(at(port))).outcome, failed('too_slow'))
    assert.ok(performance.now() - startedMs < 1500)
  })

  test('trickles into a file that takes its time is given up just as soon', async () => {
    const port = await serve((_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(100)), 20)
      response.on('close', () => clearInterval(timer))
    })
    const startedMs = performance.now()
    const take = () => new Promise<void>(resolve => setImmediate(resolve))
    assert.deepEqual((await get(at(port), { take })).outcome, failed('too_slow'))
    assert.ok(performance.now() - startedMs < 1500)
  })

  test('is not blamed for the time that our own side takes', async () => {
    const port = await serve((_, response) => {
      response.write(Buffer.alloc(1000))
      response.end(Buffer.alloc(1000))
    })
    let pieces = 0
    const take = async () => {
      const untilMs = performance.now() + (pieces++ === 0 ? 3 * quick.stretchMs : 0)
      while (performance.now() < untilMs) await new Promise(setImmediate)
    }
    assert.equal((await get(at(port), { take })).outcome.kind, 'fetched')
  })

  test('is just fast enough but never ready meets the deadline', async () => {
    const port = await serve((_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(4000)), 20)
      response.on('close', () => clearInterval(timer))
    })
    const hurried = outboundWith({ patience: { ...quick, totalMs: 700 } })
    assert.deepEqual((await get(at(port), {}, hurried)).outcome, failed('timeout'))
  })

  for (const [what, begin] of [
    ['says nothing', () => {}],
    ['never ends its headers', (socket: Socket) => void socket.write(`${hello}x-a: `)],
  ] as const)
    test(`${what} is given up after the time for headers`, async () => {
      const port = await serveRaw(socket => socket.once('data', () => begin(socket)))
      assert.deepEqual((await get(at(port))).outcome, failed('timeout'))
    })

  test('stalls in the middle is given up, and nobody spins meanwhile', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write(Buffer.alloc(1000))
    })
    let pieces = 0
    const take = async () => void pieces++
    assert.deepEqual((await get(at(port), { take })).outcome, failed('too_slow'))
    assert.equal(pieces, 1)
  })

  test('sends less than it says is not believed', async () => {
    const port = await serveRaw(socket =>
      socket.once('data', () => socket.end(`${hello}content-length: 10\r\n\r\nabc`)),
    )
    assert.deepEqual((await get(at(port))).outcome, failed('bad_answer'))
  })

  test('sends chunks without an end is cut', async () => {
    const port = await serveRaw(socket =>
      socket.once('data', () => socket.end(`${hello}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`)),
    )
    assert.deepEqual((await get(at(port))).outcome, failed('bad_answer'))
  })

  test('is not there fails as connect_failed', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    await new Promise(closed => server.close(closed))
    assert.deepEqual((await get(at(port))).outcome, failed('connect_failed'))
  })
})

describe('a file that is cut off', () => {
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))

  /** Breaks off after each of `cuts` bytes in turn, then sends the rest. */
  function breaking(cuts: number[], headers: Record<string, string>, ranges = true) {
    const asked: (string | undefined)[] = []
    const ifRange: (string | undefined)[] = []
    const port = serve((request, response) => {
      asked.push(request.headers.range)
      ifRange.push(request.headers['if-range'] as string | undefined)
      const from = ranges ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
      const cut = cuts[asked.length - 1]
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
    return { port, asked, ifRange }
  }

  test('is resumed where it ended', async () => {
    const { port, asked, ifRange } = breaking([100_000, 200_000], { etag: '"v1"' })
    const { outcome, body, restarts } = await get(at(await port))
    assert.equal(outcome.kind === 'fetched' && outcome.bytes, content.length)
    assert.ok(body.equals(content))
    assert.equal(restarts, 0)
    assert.deepEqual(asked, [undefined, 'bytes=100000-', 'bytes=200000-'])
    assert.deepEqual(ifRange, [undefined, '"v1"', '"v1"'])
  })

  test('begins anew when the server cannot resume it, or when the file has changed', async () => {
    const { port } = breaking([100_000], { etag: '"v1"' }, false)
    const { outcome, body, restarts } = await get(at(await port))
    assert.equal(outcome.kind === 'fetched' && outcome.bytes, content.length)
    assert.ok(body.equals(content))
    assert.equal(restarts, 1)
  })

  test('is given up after three more tries', async () => {
    const { port, asked } = breaking([10_000, 20_000, 30_000, 40_000, 50_000], { etag: '"v1"' })
    assert.deepEqual((await get(at(await port))).outcome, failed('bad_answer'))
    assert.equal(asked.length, 4)
  })

  for (const [why, headers] of [
    ['nothing identifies its version', {}],
    ['its ETag is weak', { etag: 'W/"v1"' }],
  ] as const)
    test(`is not patched together when ${why}`, async () => {
      const { port, asked } = breaking([100_000], headers)
      assert.deepEqual((await get(at(await port))).outcome, failed('bad_answer'))
      assert.equal(asked.length, 1)
    })

  test('is not continued by a part other than the requested one', async () => {
    let asked = 0
    const port = await serve((_, response) => {
      if (asked++ > 0) return response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end('wrong')
      response.writeHead(200, { etag: '"v1"', 'content-length': '10' })
      response.write('abc', () => setImmediate(() => response.destroy()))
    })
    assert.deepEqual((await get(at(port))).outcome, failed('bad_answer'))
  })
})
