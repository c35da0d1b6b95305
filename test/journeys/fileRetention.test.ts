// Files of orders that wait: kept for them, however long ago the files were used before.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { program, support } from '../support/actors.ts'
import { startWorld, type World } from '../support/world.ts'

const manufacturingSku = 'PB-0600X0900-BW-60W'

describe('the files of an order that waits', () => {
  let world: World
  let pages: Buffer
  let cover: Buffer
  before(async () => {
    world = await startWorld()
    const template = async (part: string) =>
      (await world.app.server.inject(`/templates/published/${manufacturingSku}/${part}/sample?pageCount=120`))
        .rawPayload
    cover = await template('cover')
    pages = await template('pages')
  })
  after(() => world[Symbol.asyncDispose]())

  const customer = () => program(world, world.charged, 'production')
  /** The same file with other bytes. */
  const variant = (file: Buffer, name: string) => Buffer.concat([file, Buffer.from(`\n% ${name}\n`)])

  async function limitTo(ordersPer24Hours: number) {
    const limit = { ordersPer24Hours, queueCeiling: 100 }
    assert.equal((await support(world).change(world.charged, { limits: { production: limit } })).status, 200)
  }

  async function send(url: string, payload: Buffer, type: string, as = customer().as) {
    const headers = { authorization: as, 'content-type': type }
    const answer = await world.app.server.inject({ method: 'PUT', url, headers, payload })
    assert.equal(answer.statusCode, 200, answer.body)
  }

  async function upload(file: Buffer): Promise<string> {
    const body = { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') }
    const { uploadId } = (await world.call('/files/uploads', { method: 'POST', as: customer().as, body })).body
    await send(`/files/uploads/${uploadId}/parts/1`, file, 'application/octet-stream')
    const done = await world.call(`/files/uploads/${uploadId}/complete`, { method: 'POST', as: customer().as })
    return done.body.fileUrl
  }

  async function productWith(sku: string) {
    const body = { sku, name: sku, manufacturingSku }
    const cookie = await world.signIn(world.charged.user)
    assert.equal((await world.call('/dashboard/api/products', { method: 'POST', cookie, body })).status, 201)
    await send(`/products/${sku}/files/cover`, variant(cover, sku), 'application/pdf')
    await send(`/products/${sku}/files/guts`, variant(pages, sku), 'application/pdf')
  }

  /** Receives what waits in the queue, and checks it. */
  async function released(id: string): Promise<{ status: string; errors: object[] }> {
    await limitTo(100)
    await world.advance(1)
    const { status, errors } = await customer().read(id)
    return { status, errors }
  }
  const good = { status: 'VALID_AWAITING_PAYMENT', errors: [] }

  it('an upload that a second order names 58 days after its last use is kept while this order waits in the queue, also for months', async () => {
    const product = { coverUrl: await upload(variant(cover, 'up')), gutsUrl: await upload(variant(pages, 'up')) }
    const orderItems = [{ sku: 'NOVEL', quantity: 1, product }]
    await limitTo(100)
    await customer().place('first', { orderItems })
    await world.settle()
    assert.equal((await customer().cancel('first')).status, 200)
    await world.advance(58 * day)
    await limitTo(0)
    assert.equal((await customer().place('second', { orderItems })).status, 'QUEUED')
    await world.advance(4 * day)
    assert.deepEqual(await released('second'), good)
    assert.equal((await customer().cancel('second')).status, 200)

    await limitTo(0)
    assert.equal((await customer().place('third', { orderItems })).status, 'QUEUED')
    await world.advance(70 * day)
    assert.deepEqual(await released('third'), good)
  })

  it("a product's file that is replaced while an order with it waits in the queue is kept for this order", async () => {
    await limitTo(100)
    await productWith('REPLACED')
    await world.advance(59 * day)
    await limitTo(0)
    const orderItems = [{ sku: 'REPLACED', quantity: 1 }]
    assert.equal((await customer().place('old-files', { orderItems })).status, 'QUEUED')
    await send('/products/REPLACED/files/cover', variant(cover, 'new'), 'application/pdf')
    await send('/products/REPLACED/files/guts', variant(pages, 'new'), 'application/pdf')
    await world.advance(4 * day)
    assert.deepEqual(await released('old-files'), good)
  })
})
