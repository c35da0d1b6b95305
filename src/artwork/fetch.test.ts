import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { closeAfterTests, serve, serveRaw } from '../../test/support/servers.ts'
import { createOutbound } from '../base/network/outbound.ts'
import { fetchFile } from './fetch.ts'

const scratch = mkdtempSync(join(tmpdir(), 'octavo-fetch-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
const outbound = closeAfterTests(createOutbound({ resolve: async () => [], allowLoopback: true }))

const fetchFrom = (port: number) =>
  fetchFile(outbound, `http://127.0.0.1:${port}/book.pdf`, { scratch, maxBytes: 100_000 })

const pdf = Buffer.from(`%PDF-1.7\n${'0 0 m\n'.repeat(100)}`)

for (const encoding of [
  '',
  ' ',
  'identity',
  'Identity',
  'x-identity',
  'identity, identity',
  'aws-chunked',
  'utf-8',
  'gzip',
])
  it(`a PDF that its server sends as it is, with the Content-Encoding "${encoding}", is a file`, async () => {
    const port = await serveRaw(socket =>
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${pdf.length}\r\n\r\n`)
        socket.end(pdf)
      }),
    )
    const fetched = await fetchFrom(port)
    assert.ok(fetched.kind === 'fetched', JSON.stringify(fetched))
    assert.ok(readFileSync(fetched.file.path).equals(pdf))
    rmSync(fetched.file.path)
  })

it('a PDF that its server sends with two empty Content-Encodings is a file', async () => {
  const port = await serve((_, response) => response.setHeader('content-encoding', ['', '']).end(pdf))
  const fetched = await fetchFrom(port)
  assert.equal(fetched.kind, 'fetched')
})

it('a PDF with a byte order mark and an empty line before it, called compressed, is a file', async () => {
  const port = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.concat([Buffer.from('\ufeff\r\n'), pdf])),
  )
  assert.equal((await fetchFrom(port)).kind, 'fetched')
})

for (const [encoding, bytes] of [
  ['gzip', gzipSync(pdf)],
  ['GZIP', gzipSync(pdf, { level: 0 })],
  ['identity, br', brotliCompressSync(pdf)],
  ['gzip', Buffer.alloc(0)],
] as const)
  it(`${bytes.length} bytes that a server compressed as ${encoding} are refused, and removed`, async () => {
    const before = readdirSync(scratch).length
    const port = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes))
    assert.deepEqual(await fetchFrom(port), { kind: 'compressed' })
    assert.equal(readdirSync(scratch).length, before)
  })
