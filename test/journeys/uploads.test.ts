// Uploads in parts, by key, with both kinds of storage: they go on after an interruption, are checked, and end.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import S3rver from 's3rver'
import { partBytes } from '../../src/artwork/uploads.ts'
import { day, hour, minute } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-uploads-'))
const s3rver = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'prints', configs: [] }],
})
after(async () => {
  await s3rver.close()
  rmSync(folder, { recursive: true, force: true })
})
const usual = readConfig([], {}).files
const files = { ...usual, maxBytes: 3 * partBytes, uploadQuotaBytes: 5 * partBytes }

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** The objects of print files and parts. */
const objectsIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(name => /\.pdf(?:\._S3rver_object)?$/.test(name))
    : []

for (const kind of ['a local folder', 'an S3 bucket'] as const) {
  describe(`uploads to ${kind}`, () => {
    let world: World
    let stored: string
    before(async () => {
      if (kind === 'a local folder') {
        world = await startWorld({ config: { files } })
        stored = join(world.dataDir, 'files')
        return
      }
      const { port } = (await s3rver.run()) as AddressInfo
      const s3 = readConfig([], {
        STORAGE: 's3',
        S3_BUCKET: 'prints',
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      })
      world = await startWorld({ config: { files: { ...files, storage: s3.files.storage } } })
      stored = folder
    })
    after(() => world[Symbol.asyncDispose]())

    const begin = (bytes: Buffer, as = world.charged.sandbox.authorization, length = bytes.length) =>
      world.call('/files/uploads', { method: 'POST', as, body: { bytes: length, sha256: hashOf(bytes) } })
    const read = (uploadId: string, as = world.charged.sandbox.authorization) =>
      world.call(`/files/uploads/${uploadId}`, { as })
    const complete = (uploadId: string, as = world.charged.sandbox.authorization) =>
      world.call(`/files/uploads/${uploadId}/complete`, { method: 'POST', as })
    async function send(uploadId: string, number: number, payload: Buffer, type = 'application/octet-stream') {
      const answer = await world.app.server.inject({
        method: 'PUT',
        url: `/files/uploads/${uploadId}/parts/${number}`,
        headers: { authorization: world.charged.sandbox.authorization, 'content-type': type },
        payload,
      })
      return { status: answer.statusCode, body: answer.json() }
    }
    const partOf = (bytes: Buffer, number: number) => bytes.subarray((number - 1) * partBytes, number * partBytes)

    it('an upload that was interrupted goes on, its parts are put together, and no part is left', async () => {
      const pdf = randomBytes(partBytes + 1000)
      const objects = objectsIn(stored).length
      const { status, body: begun } = await begin(pdf)
      assert.deepEqual(
        [status, begun.status, begun.partBytes, begun.partCount, begun.receivedParts, begun.fileUrl],
        [200, 'OPEN', partBytes, 2, [], null],
      )
      const { uploadId } = begun
      assert.deepEqual((await send(uploadId, 2, partOf(pdf, 2))).body.receivedParts, [2])
      assert.deepEqual((await send(uploadId, 2, partOf(pdf, 2))).body.receivedParts, [2])
      const early = await complete(uploadId)
      assert.deepEqual([early.status, early.body.code], [409, 'upload_incomplete'])
      assert.match(early.body.detail, /has 2 parts\. Missing: 1\./)
      const again = await begin(pdf)
      assert.deepEqual([again.body.uploadId, again.body.receivedParts], [uploadId, [2]])
      await send(uploadId, 1, partOf(pdf, 1))
      const [done, repeated] = await Promise.all([complete(uploadId), complete(uploadId)])
      assert.deepEqual([done.status, done.body.status, done.body.fileUrl], [200, 'DONE', `urn:sha256:${hashOf(pdf)}`])
      assert.deepEqual(repeated.body, done.body)
      assert.deepEqual((await read(uploadId)).body, done.body)
      assert.deepEqual((await send(uploadId, 1, partOf(pdf, 1))).body.code, 'wrong_state')
      assert.equal(objectsIn(stored).length, objects + 3)
      await world.advance(2 * hour)
      assert.equal(objectsIn(stored).length, objects + 1)
      // What is stored already is not sent again.
      const production = await begin(pdf, world.charged.production.authorization)
      assert.deepEqual([production.body.status, production.body.fileUrl], ['DONE', done.body.fileUrl])
    })

    if (kind === 'an S3 bucket') return

    it('an order, a check and a product use an uploaded file, which no other account can name', async () => {
      const sku = 'PB-0600X0900-BW-60W'
      const [cover, pages] = await Promise.all(
        ['cover', 'pages'].map(async part => {
          const url = `/templates/published/${sku}/${part}/sample?pageCount=120`
          const { rawPayload } = await world.app.server.inject(url)
          const { uploadId } = (await begin(rawPayload)).body
          await send(uploadId, 1, rawPayload)
          return (await complete(uploadId)).body.fileUrl as string
        }),
      )
      const as = world.charged.sandbox.authorization
      const { orderItems } = orderBody() as { orderItems: object[] }
      const product = { coverUrl: cover, gutsUrl: pages }
      const order = orderBody({ customerOrderId: 'uploaded', orderItems: [{ ...orderItems[0], product }] })
      const created = await world.call('/orders/create', { method: 'POST', as, body: order })
      assert.deepEqual([created.status, created.body.status], [201, 'RECEIVED'], JSON.stringify(created.body))
      await world.settle()
      const { body: checked } = await world.call('/orders/uploaded', { as })
      assert.deepEqual([checked.status, checked.errors], ['VALID_AWAITING_PAYMENT', []])
      assert.deepEqual(checked.orderItems[0].product, product)

      const check = { manufacturingSku: sku, ...product }
      const { checkId } = (await world.call('/files/check', { method: 'POST', as, body: check })).body
      const stranger = world.enterprise.sandbox.authorization
      const foreign = (await world.call('/files/check', { method: 'POST', as: stranger, body: check })).body
      await world.settle()
      const { body: passed } = await world.call(`/files/checks/${checkId}`, { as })
      assert.deepEqual([passed.passed, passed.pageCount], [true, 120])
      const { body: refused } = await world.call(`/files/checks/${foreign.checkId}`, { as: stranger })
      assert.deepEqual(
        [refused.passed, refused.findings.map((finding: { got: string }) => finding.got)],
        [false, ['a file that is not stored', 'a file that is not stored']],
      )

      const path = '/products/NOVEL/files/cover'
      const use = { method: 'POST', as, body: { fileUrl: cover } } as const
      assert.equal((await world.call(path, use)).body.code, 'counts_in_production')
      const used = await world.call(`${path}?alsoInProduction=true`, use)
      assert.deepEqual([used.status, used.body.files[0].sha256], [200, cover!.slice('urn:sha256:'.length)])
      const unknown = await world.call(`${path}?alsoInProduction=true`, {
        ...use,
        body: { fileUrl: `urn:sha256:${'0'.repeat(64)}` },
      })
      assert.equal(unknown.body.code, 'file_not_kept')
      const taken = await world.call(`${path}?alsoInProduction=true`, { ...use, as: stranger })
      assert.deepEqual([taken.status, taken.body.code], [404, 'file_not_kept'])
    })

    it('a person uploads whole PDFs, and reads which books they fit and which products have them', async () => {
      await world.advance(2 * day)
      const { charged, signIn, app } = world
      const cookie = await signIn(charged.user)
      const sample = async (part: string) =>
        (await app.server.inject(`/templates/published/HC-0600X0900-BW-60C/${part}/sample?pageCount=48`)).rawPayload
      const upload = async (payload: Buffer) => {
        const headers = { cookie, 'content-type': 'application/pdf' }
        const url = '/dashboard/api/production/files'
        const answer = await app.server.inject({ method: 'POST', url, headers, payload })
        return { status: answer.statusCode, body: answer.json() }
      }
      const pages = await upload(await sample('pages'))
      assert.deepEqual(
        [pages.status, pages.body.pageCount, pages.body.books, pages.body.products],
        [201, 48, ['PB-0600X0900-BW-60W', 'PB-0600X0900-PC-70W', 'HC-0600X0900-BW-60C'], []],
      )
      const cover = await upload(await sample('cover'))
      assert.deepEqual([cover.body.pageCount, cover.body.books], [1, []])
      const { fileUrl } = pages.body
      const use = { method: 'POST', cookie, body: { fileUrl } } as const
      const used = await world.call('/products/NOVEL/files/guts', use)
      assert.deepEqual([used.status, used.body.files.at(-1).pageCount], [200, 48])
      const again = await upload(await sample('pages'))
      assert.deepEqual(again.body.products, [{ sku: 'NOVEL', part: 'guts' }])
      const none = await upload(Buffer.from('no PDF'))
      assert.deepEqual([none.status, none.body.pageCount, none.body.books], [201, null, []])
      assert.match(none.body.problem, /^The file is not a PDF\./)
      assert.equal(pages.body.problem, null)
      const large = await upload(Buffer.alloc(3 * partBytes + 1))
      assert.deepEqual([large.status, large.body.code], [413, 'body_too_large'])
    })

    it('a few whole files of an account are received at a time; others wait, and no other account does', async () => {
      await world.advance(2 * day)
      const url = '/dashboard/api/production/files'
      const ended: string[] = []
      const upload = async (name: string, cookie: string, payload: Buffer | Readable) => {
        const headers = { cookie, 'content-type': 'application/pdf' }
        const { statusCode } = await world.app.server.inject({ method: 'POST', url, headers, payload })
        ended.push(name)
        return statusCode
      }
      const [cookie, stranger] = await Promise.all(
        [world.charged, world.enterprise].map(({ user }) => world.signIn(user)),
      )
      const slow = Array.from({ length: 4 }, () => new PassThrough())
      const received = slow.map(body => upload('slow', cookie!, body))
      for (const body of slow) body.write('%PDF')
      const last = upload('last', cookie!, Buffer.from('a fifth file'))
      assert.equal(await upload('of another account', stranger!, Buffer.from('a file')), 201)
      assert.deepEqual(ended, ['of another account'])
      for (const body of slow) body.end()
      assert.deepEqual(await Promise.all([...received, last]), [201, 201, 201, 201, 201])
    })

    it('parts that were changed on the way are refused, and can be sent again', async () => {
      const pdf = randomBytes(1000)
      const { uploadId } = (await begin(pdf)).body
      await send(uploadId, 1, randomBytes(1000))
      const damaged = await complete(uploadId)
      assert.deepEqual([damaged.status, damaged.body.code], [409, 'upload_damaged'])
      assert.deepEqual((await read(uploadId)).body.receivedParts, [])
      await send(uploadId, 1, pdf)
      assert.equal((await complete(uploadId)).body.status, 'DONE')
    })

    it('a part of another length, number or type is refused, and so is what belongs to another key', async () => {
      const pdf = randomBytes(1000)
      const { uploadId } = (await begin(pdf)).body
      for (const [payload, detail] of [
        [pdf.subarray(1), 'Part 1 of the upload has 1000 bytes; got 999.'],
        [Buffer.concat([pdf, pdf]), 'Part 1 of the upload has 1000 bytes; got more.'],
      ] as const) {
        const { status, body } = await send(uploadId, 1, payload)
        assert.deepEqual([status, body.code, body.detail], [400, 'malformed_request', detail])
      }
      assert.equal((await send(uploadId, 2, pdf)).body.code, 'not_found')
      assert.equal((await send(uploadId, 1, pdf, 'text/plain')).status, 415)
      assert.equal((await begin(pdf, undefined, 999)).body.errors[0].pointer, '/bytes')
      for (const as of [world.charged.production.authorization, world.enterprise.sandbox.authorization]) {
        assert.equal((await read(uploadId, as)).body.code, 'not_found')
        assert.equal((await complete(uploadId, as)).body.code, 'not_found')
      }
    })

    it('an upload that is not complete is removed after a day, with its parts', async () => {
      const pdf = randomBytes(1000)
      await world.advance(2 * day)
      const objects = objectsIn(stored).length
      const { uploadId, expiresAt } = (await begin(pdf)).body
      assert.equal(Date.parse(expiresAt) - world.now().getTime(), day)
      await send(uploadId, 1, pdf)
      await world.advance(day - minute)
      assert.equal(objectsIn(stored).length, objects + 1)
      assert.deepEqual((await read(uploadId)).body.receivedParts, [1])
      await world.advance(2 * hour)
      assert.equal((await read(uploadId)).body.code, 'not_found')
      assert.equal(objectsIn(stored).length, objects)
      assert.notEqual((await begin(pdf)).body.uploadId, uploadId)
    })

    it('an account can upload as much in a day as its quota allows, and no file that is too large', async () => {
      await world.advance(2 * day)
      const huge = await begin(randomBytes(8), undefined, 3 * partBytes + 1)
      assert.deepEqual([huge.status, huge.body.code], [413, 'body_too_large'])
      const as = world.charged.production.authorization
      assert.equal((await begin(randomBytes(8), undefined, 3 * partBytes)).status, 200)
      assert.equal((await begin(randomBytes(8), as, 2 * partBytes)).status, 200)
      const over = await begin(randomBytes(8))
      assert.deepEqual([over.status, over.body.code], [413, 'upload_quota_exceeded'])
      assert.equal((await begin(randomBytes(8), world.enterprise.sandbox.authorization)).status, 200)
      await world.advance(day + hour)
      assert.equal((await begin(randomBytes(8))).status, 200)
    })
  })
}
