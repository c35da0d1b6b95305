// Both kinds of storage keep the same promises; S3 is tested against a real server, over HTTP and with signatures.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import S3rver from 's3rver'
import { localStorage, type Storage, s3Storage, storageKeyFor } from './storage.ts'
import { tryStorage } from './storageMark.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-storage-'))
const s3rver = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'prints', configs: [] }],
})
const { port } = (await s3rver.run()) as AddressInfo
after(async () => {
  await s3rver.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = (accessKeyId: string, bucket: string, atPort = port) => ({
  bucket,
  endpoint: `http://127.0.0.1:${atPort}`,
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey: 'S3RVER' },
  pathStyle: true,
})

const s3 = (accessKeyId: string, bucket = 'prints') => s3Storage(settings(accessKeyId, bucket), join(folder, 'scratch'))

const kinds: [string, Storage][] = [
  ['a local folder', localStorage(join(folder, 'local'))],
  ['an S3 bucket', await s3('S3RVER')],
]

function made(bytes: Buffer) {
  const path = join(folder, 'made.pdf')
  writeFileSync(path, bytes)
  return { path, bytes: bytes.length }
}

for (const [kind, storage] of kinds)
  describe(kind, () => {
    const content = Buffer.alloc(200_000, 'print file ')
    const sha256 = createHash('sha256').update(content).digest('hex')

    test(`${kind} returns the stored bytes`, async () => {
      const key = storageKeyFor(sha256)
      assert.equal(await storage.has(key), false)
      await storage.put(key, made(content))
      assert.equal(await storage.has(key), true)
      const hash = createHash('sha256')
      for await (const chunk of await storage.open({ storageKey: key, bytes: content.length })) hash.update(chunk)
      assert.equal(hash.digest('hex'), sha256)
    })

    test(`${kind} provides an object as a local file`, async () => {
      const key = storageKeyFor(sha256)
      await storage.put(key, made(content))
      const object = { storageKey: key, bytes: content.length }
      assert.ok((await storage.withLocalFile(object, path => readFile(path))).equals(content))
    })

    test(`${kind} provides one local file to several readers at once`, async () => {
      const key = storageKeyFor(sha256)
      await storage.put(key, made(content))
      const object = { storageKey: key, bytes: content.length }
      const paths = await Promise.all(
        [1, 2, 3].map(() =>
          storage.withLocalFile(object, async path => {
            assert.ok((await readFile(path)).equals(content))
            return path
          }),
        ),
      )
      assert.equal(new Set(paths).size, 1)
      if (kind === 'an S3 bucket') await assert.rejects(readFile(paths[0]!), { code: 'ENOENT' })
    })

    test(`${kind} is tried with an object, of which nothing remains`, async () => {
      const removed: string[] = []
      const watched = { ...storage, remove: (key: string) => storage.remove(key).then(() => void removed.push(key)) }
      await tryStorage(watched)
      assert.deepEqual([removed.length, await storage.has(removed[0]!)], [1, false])
      const forgetful = { ...storage, has: async () => false }
      await assert.rejects(tryStorage(forgetful), /does not find an object/)
    })

    test(`${kind} rejects an object of another length`, async () => {
      const storageKey = storageKeyFor(sha256)
      await storage.put(storageKey, made(content))
      for (const bytes of [content.length - 1, content.length + 1]) {
        const object = { storageKey, bytes }
        await assert.rejects(
          storage.open(object).then(stream => stream.toArray()),
          /returned \d+ bytes of an object that has \d+/,
        )
        await assert.rejects(
          storage.withLocalFile(object, path => readFile(path)),
          /returned \d+ bytes of an object that has \d+/,
        )
      }
    })

    test(`${kind} stores two objects with the same bytes separately`, async () => {
      const [one, other] = [storageKeyFor(sha256), storageKeyFor(sha256)]
      assert.notEqual(one, other)
      await storage.put(one, made(content))
      await storage.put(other, made(content))
      await storage.remove(one)
      assert.equal(await storage.has(one), false)
      assert.equal(await storage.has(other), true)
    })

    test(`${kind} can delete a missing object, but not read it`, async () => {
      const key = storageKeyFor(sha256)
      await storage.remove(key)
      const object = { storageKey: key, bytes: 1 }
      await assert.rejects(storage.open(object).then(stream => stream.toArray()))
      await assert.rejects(storage.withLocalFile(object, path => readFile(path)))
    })

    test(`${kind} stores an empty file`, async () => {
      const key = storageKeyFor(sha256)
      await storage.put(key, made(Buffer.alloc(0)))
      assert.equal((await storage.withLocalFile({ storageKey: key, bytes: 0 }, path => readFile(path))).length, 0)
    })

    test(`${kind} stores 100 MB without holding them in memory`, async () => {
      const path = join(folder, 'large.pdf')
      const large = createWriteStream(path)
      for (let i = 0; i < 100; i++)
        if (!large.write(Buffer.alloc(1_000_000, i))) await new Promise(go => large.once('drain', go))
      await new Promise<void>(done => large.end(done))
      const before = process.memoryUsage().rss
      let most = before
      const timer = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss)
      }, 5)
      await storage.put(storageKeyFor(sha256), { path, bytes: statSync(path).size })
      clearInterval(timer)
      // The S3 server of the test runs in this process too.
      assert.ok(most - before < 80_000_000, `grew by ${Math.round((most - before) / 1e6)} MB`)
    })
  })

test('a bucket that refuses requests causes an error and leaves no local copy', async () => {
  const stranger = await s3('SOMEBODY')
  await assert.rejects(stranger.put('a/b', made(Buffer.from('x'))))
  const absent = await s3('S3RVER', 'no-such-bucket')
  await assert.rejects(absent.withLocalFile({ storageKey: 'a/b', bytes: 1 }, path => readFile(path)))
  assert.deepEqual(await readdir(join(folder, 'scratch')), [])
})

test('a bucket that never answers or stops within an object causes an error', async t => {
  const silent = createServer((request, response) => {
    if (!request.url!.includes('half')) return
    response.writeHead(200, { 'content-length': 1000 })
    response.write('%PDF')
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const at = settings('S3RVER', 'prints', (silent.address() as AddressInfo).port)
  const storage = await s3Storage(at, join(folder, 'scratch'), { connectMs: 1000, idleMs: 50 })
  await assert.rejects(storage.has('a/b'))
  await assert.rejects(storage.put('a/b', made(Buffer.from('x'))))
  await assert.rejects(
    storage.withLocalFile({ storageKey: 'a/half', bytes: 1000 }, path => readFile(path)),
    { name: /Timeout/ },
  )
  assert.deepEqual(await readdir(join(folder, 'scratch')), [])
})

test('an answer without a length whose connection ends early causes an error', async t => {
  const cutting = createServer((_request, response) => {
    response.socket!.end('HTTP/1.1 200 OK\r\n\r\n%PDF')
  }).listen(0, '127.0.0.1')
  await once(cutting, 'listening')
  t.after(() => cutting.close())
  const storage = await s3Storage(
    settings('S3RVER', 'prints', (cutting.address() as AddressInfo).port),
    join(folder, 'scratch'),
  )
  const object = { storageKey: 'a/b', bytes: 1000 }
  await assert.rejects(
    storage.open(object).then(stream => stream.toArray()),
    /returned 4 bytes of an object that has 1000/,
  )
  await assert.rejects(
    storage.withLocalFile(object, path => readFile(path)),
    /returned 4 bytes of an object that has 1000/,
  )
  assert.deepEqual(await readdir(join(folder, 'scratch')), [])
})

test('a local folder refuses a key that leaves it', async () => {
  const storage = localStorage(join(folder, 'local'))
  for (const storageKey of ['../outside.pdf', 'aa/../../outside.pdf', '/outside.pdf', '', '../local-too/a.pdf']) {
    await assert.rejects(storage.put(storageKey, made(Buffer.from('x'))), /leaves the folder/)
    await assert.rejects(
      storage.withLocalFile({ storageKey, bytes: 1 }, async () => {}),
      /leaves the folder/,
    )
  }
  await assert.rejects(storage.open({ storageKey: '../outside.pdf', bytes: 1 }))
})
