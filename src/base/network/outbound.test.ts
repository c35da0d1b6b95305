// The promises of the guarded client, tried with URL spellings and servers that have fooled other clients.

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { closeAfterTests, listening, serve, serveRaw } from '../../../test/support/servers.ts'
import { addressGuard } from './addresses.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts'

// biome-ignore format: a list
const privateAddresses = [
  '127.0.0.1', '0.0.0.0', '::1', '::', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1',
  '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1',
  'fe80::1%eth0', 'fec0::1', 'ff02::1', '100::1', '2001:db8::1', '5f00::1', '10.0.0.1', '172.16.0.1', '172.31.255.255',
  '192.168.0.1', '100.64.0.1', '100.100.100.200', '169.254.169.254', '::ffff:a9fe:a9fe', '169.254.170.2', '168.63.129.16',
  '192.0.0.192', '192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1',
  '255.255.255.255', '::ffff:10.0.0.1',
]

// biome-ignore format: a list
const spellings = [
  '127.1', '127.0.1', '2130706433', '017700000001', '0177.0.0.1', '0x7f000001', '0x7f.1', '0', '①②⑦.⓪.⓪.①', '127。0。0。1',
  '127.0.0.1.', 'localhost', 'LOCALHOST', 'localhost.', 'sub.localhost', 'metadata.google.internal', 'printer.local', 'intranet',
  'example.com.', '[fe80::1%25eth0]', 'user:pw@127.0.0.1', 'user:pw@example.com', '@example.com', 'foo@127.0.0.1#@example.com',
  'example.com@127.0.0.1', 'example.com\\@127.0.0.1', 'example.com/\r\nHost: inside', 'example.com/%00', 'example.com/a b',
  'example.com:25', 'example.com:22', 'example.com:6379', 'example.com:0', '8.8.8.8', '[2606:4700::1111]',
]

// biome-ignore format: a list
const notUrls = [
  '', '//127.0.0.1', '/relative', 'example.com', 'example.com@127.0.0.1', 'http:example.com', 'file:///etc/passwd', 'data:,x',
  'ftp://example.com/', 'gopher://example.com/', 'blob:http://example.com/x', 'javascript:alert(1)', 'ws://example.com/',
  'unix:/var/run/docker.sock', 'http+unix://%2Fvar%2Frun/', `http://example.com/${'a'.repeat(2048)}`,
]

// Made for these tests and of no use elsewhere: valid 2020 to 2120 for localhost and for other.example, and for one day
// of 2020.
const certificates = {
  right: `-----BEGIN CERTIFICATE-----
MIIBVDCB/KADAgECAgEBMAoGCCqGSM49BAMCMBAxDjAMBgNVBAMMBXJpZ2h0MCAX
DTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAQMQ4wDAYDVQQDDAVyaWdo
dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNTrq1+0VYaIuZsgCTPXcw0Zn0YN
Fg8R706L2ibbc/YI7iS6QzP7jnBgwyZC2xW4PFC6moUDknaaFoAs/GZUgFijRTBD
MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAMBgNVHRMEBTADAQH/MB0GA1UdDgQWBBQz
Gi5shJU74mTwRGXn6vjvE8/NZDAKBggqhkjOPQQDAgNHADBEAiAoyVRXsAefrLLx
QW/VGuX/E3fnV/7LrcYcfNKHNvp9pgIgUrPDRjxldMwZIPSb0+dFxY9TwO5fLLFj
pjC4zfIRVqE=
-----END CERTIFICATE-----`,
  wrong: `-----BEGIN CERTIFICATE-----
MIIBWjCCAQCgAwIBAgIBAjAKBggqhkjOPQQDAjAQMQ4wDAYDVQQDDAV3cm9uZzAg
Fw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowEDEOMAwGA1UEAwwFd3Jv
bmcwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATU66tftFWGiLmbIAkz13MNGZ9G
DRYPEe9Oi9om23P2CO4kukMz+45wYMMmQtsVuDxQupqFA5J2mhaALPxmVIBYo0kw
RzAYBgNVHREEETAPgg1vdGhlci5leGFtcGxlMAwGA1UdEwQFMAMBAf8wHQYDVR0O
BBYEFDMaLmyElTviZPBEZefq+O8Tz81kMAoGCCqGSM49BAMCA0gAMEUCIQCkuh9l
6sNg7bOgLtE3ijLgstWXaNKHJ0npSV37H10dZQIgU7x7cRbR5HIEJ6HZqFmv4cWh
c55G9ARj4fRzZ5qUxCc=
-----END CERTIFICATE-----`,
  expired: `-----BEGIN CERTIFICATE-----
MIIBVjCB/qADAgECAgEDMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMMB2V4cGlyZWQw
HhcNMjAwMTAxMDAwMDAwWhcNMjAwMTAyMDAwMDAwWjASMRAwDgYDVQQDDAdleHBp
cmVkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1OurX7RVhoi5myAJM9dzDRmf
Rg0WDxHvTovaJttz9gjuJLpDM/uOcGDDJkLbFbg8ULqahQOSdpoWgCz8ZlSAWKNF
MEMwFAYDVR0RBA0wC4IJbG9jYWxob3N0MAwGA1UdEwQFMAMBAf8wHQYDVR0OBBYE
FDMaLmyElTviZPBEZefq+O8Tz81kMAoGCCqGSM49BAMCA0cAMEQCIEwWJI0SOxuE
gvXpSHOINoAXddAcwXikvRJxcgvBkRJcAiAoTD4EADjsWx8NobhD5QcIh9BgUZHy
v8+mGEzW8tZUDg==
-----END CERTIFICATE-----`,
}
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMbfZ2Rc7BcyDPv1X
2ujfX27QrLQD9Zki0DEfoeA2lYOhRANCAATU66tftFWGiLmbIAkz13MNGZ9GDRYP
Ee9Oi9om23P2CO4kukMz+45wYMMmQtsVuDxQupqFA5J2mhaALPxmVIBY
-----END PRIVATE KEY-----`

const request = { headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs: 2000, maxAnswerBytes: 16_384 }
const noAddresses = () => Promise.resolve([])

function outbound(options: OutboundOptions = {}): Outbound {
  return closeAfterTests(createOutbound({ resolve: noAddresses, ...options }))
}

describe('the spelling of a URL', () => {
  const guarded = outbound()

  for (const url of [...spellings.flatMap(rest => [`http://${rest}/`, `https://${rest}`]), ...notUrls])
    test(`${JSON.stringify(url.slice(0, 60))} is refused`, async () => {
      assert.notEqual(guarded.urlProblem(url), null)
      assert.deepEqual(await guarded.post(url, request), { kind: 'failed', failure: 'url_blocked' })
    })

  for (const address of privateAddresses)
    test(`${address} is refused as a host`, () => {
      const host = address.includes(':') ? `[${address}]` : address
      assert.notEqual(guarded.urlProblem(`http://${host}/`), null)
      assert.notEqual(guarded.urlProblem(`https://${host}:8443/`), null)
    })

  for (const url of [
    'https://example.com/',
    'http://example.com:8080/hook?token=x#part',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/a@b',
  ])
    test(`${url} is accepted`, () => assert.equal(guarded.urlProblem(url), null))

  test('plain http is refused where https is required', () => {
    const strict = outbound({ httpsOnly: true })
    assert.notEqual(strict.urlProblem('http://example.com/'), null)
    assert.equal(strict.urlProblem('https://example.com/'), null)
  })

  test('loopback is accepted only where it is allowed, and other private addresses never', () => {
    const local = outbound({ allowLoopback: true })
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000'])
      assert.equal(local.urlProblem(`http://${host}/`), null)
    for (const host of ['10.0.0.1', '0.0.0.0', '[::]', '169.254.169.254'])
      assert.notEqual(local.urlProblem(`http://${host}/`), null)
  })

  test('an allowed subnet or address opens itself and internal names, nothing else', () => {
    const inside = outbound({ allowSubnets: ['10.1.0.0/16'] })
    for (const host of ['10.1.2.3', 'erp', 'erp.internal']) assert.equal(inside.urlProblem(`http://${host}/`), null)
    for (const host of ['10.2.0.1', '127.0.0.1', 'localhost'])
      assert.notEqual(inside.urlProblem(`http://${host}/`), null)
    const single = outbound({ allowSubnets: ['10.1.0.5', 'fd00::5'] })
    assert.equal(single.urlProblem('http://10.1.0.5/'), null)
    assert.equal(single.urlProblem('http://[fd00::5]/'), null)
    for (const near of ['http://10.1.0.6/', 'http://[fd00::6]/']) assert.notEqual(single.urlProblem(near), null)
    assert.throws(() => outbound({ allowSubnets: ['erp'] }))
  })
})

describe('addresses', () => {
  const { allows, blockList } = addressGuard([])

  for (const address of privateAddresses)
    test(`${address} is denied by the rule and by the list`, () => {
      assert.equal(allows(address), false)
      const plain = address.replace(/%.*/, '')
      assert.equal(blockList.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4'), true)
    })

  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])
    test(`${address} is allowed by the rule and by the list`, () => {
      assert.equal(allows(address), true)
      assert.equal(blockList.check(address, address.includes(':') ? 'ipv6' : 'ipv4'), false)
    })
})

describe('names', () => {
  const many = Array.from({ length: 40 }, (_, i) => `8.8.4.${i}`)
  const cases: [string, () => Promise<string[]>, string][] = [
    ['a private address', async () => ['10.0.0.1'], 'url_blocked'],
    ['a public and a private address', async () => ['8.8.8.8', '127.0.0.1'], 'url_blocked'],
    ['a mapped private address', async () => ['::ffff:10.0.0.1'], 'url_blocked'],
    ['the loopback address, like an alias of localhost', async () => ['127.0.0.1', '::1'], 'url_blocked'],
    ['forty addresses', async () => many, 'url_blocked'],
    ['something that is not an address', async () => ['inside'], 'url_blocked'],
    ['no address', async () => [], 'dns_failed'],
    ['an error instead of an answer', () => Promise.reject(new Error('ESERVFAIL')), 'dns_failed'],
    ['never an answer', () => new Promise(() => {}), 'timeout'],
  ]
  for (const [what, resolve, failure] of cases)
    for (const scheme of ['http', 'https'])
      test(`a name with ${what} fails as ${failure} over ${scheme}`, async () => {
        const guarded = outbound({ resolve, connectTimeoutMs: 100 })
        assert.deepEqual(await guarded.post(`${scheme}://name.example/`, request), { kind: 'failed', failure })
      })

  test('a name that resolves to a private address after its first answer is refused at the next connect', async () => {
    const port = await serve((_, response) => response.setHeader('connection', 'close').end())
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const guarded = outbound({ allowLoopback: true, resolve: async () => answers.shift()! })
    assert.equal((await guarded.post(`http://name.example:${port}/`, request)).kind, 'answered')
    const second = await guarded.post(`http://name.example:${port}/`, request)
    assert.deepEqual(second, { kind: 'failed', failure: 'url_blocked' })
  })

  test('names are resolved again for every call', async () => {
    let lookups = 0
    const guarded = outbound({ resolve: async () => [['10.0.0.1'], ['8.8.8.8', '10.0.0.1']][lookups++]! })
    for (let i = 0; i < 2; i++)
      assert.deepEqual(await guarded.post('http://name.example/', request), { kind: 'failed', failure: 'url_blocked' })
    assert.equal(lookups, 2)
  })
})

describe('the self-test', () => {
  test('the self-test finds the guard in place, over http and https', async () => {
    assert.equal(await outbound().selfTest(), 'refused')
    assert.equal(await outbound({ allowSubnets: ['10.0.0.0/8'] }).selfTest(), 'refused')
  })

  test('the self-test reports that loopback is allowed', async () => {
    assert.equal(await outbound({ allowLoopback: true }).selfTest(), 'allowed')
  })
})

describe('an answer', () => {
  const local = outbound({ allowLoopback: true })
  const post = (port: number, options: Partial<typeof request> = {}) =>
    local.post(`http://127.0.0.1:${port}/hook?token=1`, { ...request, ...options })

  test('an answer comes with status, body and Retry-After, and the request arrives complete', async () => {
    let seen: IncomingMessage | undefined
    let received = ''
    const port = await serve((incoming, response) => {
      seen = incoming
      incoming.setEncoding('utf8').on('data', text => {
        received += text
      })
      incoming.on('end', () => response.writeHead(503, { 'retry-after': '17' }).end('later'))
    })
    assert.deepEqual(await post(port, { body: '{"ü":1}' }), {
      kind: 'answered',
      status: 503,
      body: 'later',
      retryAfterSeconds: 17,
    })
    assert.equal(seen?.method, 'POST')
    assert.equal(seen?.url, '/hook?token=1')
    assert.equal(seen?.headers['content-type'], 'application/json')
    assert.equal(received, '{"ü":1}')
  })

  for (const [value, date, seconds] of [
    ['0', undefined, 0],
    ['120', undefined, 120],
    ['Wed, 21 Oct 2026 07:30:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT', 120],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:30:00 GMT', undefined],
    ['soon', undefined, undefined],
    ['-5', undefined, undefined],
    ['1e9', undefined, undefined],
  ] as const)
    test(`Retry-After ${value} at ${date ?? 'no date'} is ${seconds} seconds`, async () => {
      const port = await serve((_, response) => {
        response.sendDate = false
        response.writeHead(429, { 'retry-after': value, ...(date === undefined ? {} : { date }) }).end()
      })
      const outcome = await post(port)
      assert.equal(outcome.kind === 'answered' && outcome.retryAfterSeconds, seconds)
    })

  for (const status of [301, 302, 303, 307, 308])
    test(`a redirect ${status} is an answer and is not followed`, async () => {
      const requests: string[] = []
      const port = await serve((incoming, response) => {
        requests.push(incoming.url!)
        response.writeHead(status, { location: '/elsewhere' }).end()
      })
      assert.deepEqual(await post(port), { kind: 'answered', status, body: '' })
      assert.deepEqual(requests, ['/hook?token=1'])
    })

  test('an answer without an end is cut off at the limit', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200)
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    })
    const outcome = await post(port, { maxAnswerBytes: 1000 })
    assert.deepEqual(outcome, { kind: 'answered', status: 200, body: 'x'.repeat(1000) })
  })

  test('an answer that is compressed is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const port = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    const outcome = await post(port)
    assert.equal(outcome.kind === 'answered' && outcome.body, bomb.toString('utf8'))
  })

  test('an answer is the final answer, after any interim answers', async () => {
    const port = await serve((_, response) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</x>; rel=preload' })
      response.writeHead(204).end()
    })
    assert.deepEqual(await post(port), { kind: 'answered', status: 204, body: '' })
  })

  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
  const done = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
  const interim: Record<string, string[]> = {
    'before the answer': [goOn + done],
    'before the answer, in packets of their own': [goOn, done],
    'in packets of a byte': [...goOn, done],
    'twice, with header fields and without a reason': [
      `HTTP/1.0 100\r\ndate: today\r\n\r\n${goOn.slice(0, 9)}`,
      goOn.slice(9) + done,
    ],
  }
  for (const [how, packets] of Object.entries(interim))
    test(`100 Continue ${how} is skipped, for each request of a connection`, async () => {
      let connections = 0
      const port = await serveRaw(socket => {
        connections++
        socket.setNoDelay().on('data', async request => {
          if (!request.toString().endsWith('{}')) return
          for (const packet of packets) {
            socket.write(packet, 'latin1')
            await new Promise(setImmediate)
          }
        })
      })
      for (let i = 0; i < 3; i++) assert.deepEqual(await post(port), { kind: 'answered', status: 200, body: 'ok' })
      assert.ok(connections < 3) // an answer arrives a moment before its connection is free again
    })

  test('a body that looks like 100 Continue is a body', async () => {
    const port = await serveRaw(socket => {
      socket.once('data', async () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 * goOn.length}\r\n\r\n`)
        for (let i = 0; i < 2; i++) {
          await new Promise(setImmediate)
          socket.write(goOn)
        }
      })
    })
    assert.deepEqual(await post(port), { kind: 'answered', status: 200, body: goOn + goOn })
  })

  const hello = 'HTTP/1.1 200 OK\r\n'
  const broken: [string, (socket: Socket) => void, string][] = [
    ['that never begins', () => {}, 'timeout'],
    ['whose headers come slowly', socket => void socket.write(`${hello}x-a: `), 'timeout'],
    ['whose body stops', socket => void socket.write(`${hello}content-length: 10\r\n\r\nabc`), 'timeout'],
    [
      'whose chunks do not end',
      socket => void socket.write(`${hello}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`),
      'timeout',
    ],
    [
      'that is shorter than announced',
      socket => void socket.end(`${hello}content-length: 10\r\n\r\nabc`),
      'bad_answer',
    ],
    [
      'whose headers do not end',
      socket => void socket.write(`${hello}${`x-a: ${'a'.repeat(1000)}\r\n`.repeat(40)}`),
      'bad_answer',
    ],
    ['that is not HTTP', socket => void socket.end('220 mail.example ESMTP\r\n'), 'bad_answer'],
    [
      'that switches the protocol',
      socket => void socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'bad_answer',
    ],
    ['that is a closed connection', socket => void socket.end(), 'bad_answer'],
  ]
  for (const [what, misbehave, failure] of broken)
    test(`an answer ${what} fails as ${failure}`, async () => {
      const port = await serveRaw(socket => socket.once('data', () => misbehave(socket)))
      assert.deepEqual(await post(port, { timeoutMs: 150 }), { kind: 'failed', failure })
    })

  test('an answer that is longer than announced is read up to the announced length', async () => {
    const port = await serveRaw(socket =>
      socket.once('data', () => socket.end(`${hello}content-length: 3\r\n\r\nabcdef`)),
    )
    const outcome = await post(port)
    assert.ok(outcome.kind === 'failed' || outcome.body === 'abc')
  })

  test('an answer from a closed port fails as connect_failed', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    await new Promise(closed => server.close(closed))
    assert.deepEqual(await post(port), { kind: 'failed', failure: 'connect_failed' })
  })

  test('an answer leaves its connection open for the next request', async () => {
    let connections = 0
    const server = createServer((_, response) => response.end())
    server.on('connection', () => connections++)
    const port = await listening(server)
    for (let i = 0; i < 10; i++) assert.equal((await post(port)).kind, 'answered')
    // There are one or two: the answer arrives a moment before its connection is free again.
    assert.ok(connections <= 2)
  })

  test('an answer to a request whose header cannot be sent is a failure, and no exception', async () => {
    const port = await serve((_, response) => response.end())
    assert.deepEqual(await post(port, { headers: { 'content-type': 'a\r\nb' } }), {
      kind: 'failed',
      failure: 'bad_answer',
    })
  })
})

describe('TLS', () => {
  const local = outbound({ allowLoopback: true, connectTimeoutMs: 1000 })
  const servingTls = (cert: string) => listening(createTlsServer({ cert, key }, (_, response) => response.end('ok')))

  test('an untrusted certificate fails as tls_failed', async () => {
    const port = await servingTls(certificates.right)
    assert.deepEqual(await local.post(`https://localhost:${port}/`, request), { kind: 'failed', failure: 'tls_failed' })
  })

  describe('with trusted authorities', () => {
    const defaults = getCACertificates('default')
    before(() => setDefaultCACertificates([...defaults, ...Object.values(certificates)]))
    after(() => setDefaultCACertificates(defaults))

    for (const [name, expected] of [
      ['right', { kind: 'answered', status: 200, body: 'ok' }],
      ['wrong', { kind: 'failed', failure: 'tls_failed' }],
      ['expired', { kind: 'failed', failure: 'tls_failed' }],
    ] as const)
      test(`a call to a server with the ${name} certificate is ${expected.kind}`, async () => {
        const port = await servingTls(certificates[name])
        const client = outbound({ allowLoopback: true })
        assert.deepEqual(await client.post(`https://localhost:${port}/`, request), expected)
      })
  })

  test('a server without TLS fails as tls_failed', async () => {
    const port = await serve((_, response) => response.end())
    assert.deepEqual(await local.post(`https://localhost:${port}/`, request), { kind: 'failed', failure: 'tls_failed' })
  })

  test('a handshake that hangs fails as timeout', async () => {
    const port = await serveRaw(() => {})
    assert.deepEqual(await local.post(`https://localhost:${port}/`, request), { kind: 'failed', failure: 'timeout' })
  })
})
