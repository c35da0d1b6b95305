// Files of orders that wait in the queue: fetched when the order is accepted, and mended by the customer where that
// fails.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { day, hour, minute } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { member, orderPath, program, support } from '../support/actors.ts'
import { startFileServer } from '../support/fileServer.ts'
import { mailsTo } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const manufacturingSku = 'PB-0600X0900-BW-60W'

describe('the files of an order that waits in the queue', () => {
  let world: World
  let server: Awaited<ReturnType<typeof startFileServer>>
  let cover: Buffer
  let pages: Buffer
  before(async () => {
    const { files } = readConfig([], {})
    world = await startWorld({ config: { files: { ...files, uploadQuotaBytes: 1000 } } })
    server = await startFileServer()
    const template = async (part: string) =>
      (await world.app.server.inject(`/templates/published/${manufacturingSku}/${part}/sample?pageCount=120`))
        .rawPayload
    cover = await template('cover')
    pages = await template('pages')
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    server.requests.length = 0
    await limitTo(0)
  })

  const customer = () => program(world, world.charged, 'production')

  async function limitTo(ordersPer24Hours: number) {
    const limit = { ordersPer24Hours, queueCeiling: 100 }
    assert.equal((await support(world).change(world.charged, { limits: { production: limit } })).status, 200)
  }

  let names = 0
  /** The same files with other bytes, at addresses of their own. */
  function serve() {
    const name = `/${++names}`
    const variant = (file: Buffer) => Buffer.concat([file, Buffer.from(`\n% ${name}\n`)])
    server.files.set(`${name}/cover.pdf`, variant(cover))
    server.files.set(`${name}/guts.pdf`, variant(pages))
    const paths = { cover: `${name}/cover.pdf`, guts: `${name}/guts.pdf` }
    return { paths, product: { coverUrl: server.at(paths.cover), gutsUrl: server.at(paths.guts) } }
  }

  async function queue(id: string, product: object) {
    const orderItems = [{ sku: 'NOVEL', quantity: 1, product }]
    assert.equal((await customer().place(id, { orderItems })).status, 'QUEUED')
    await world.settle()
  }

  async function release() {
    await limitTo(100)
    await world.settle()
  }

  const replace = (id: string, part: string, fileUrl: string, item = 0) =>
    world.call(`${orderPath(id)}/files/${item}/${part}`, { method: 'PUT', as: customer().as, body: { fileUrl } })

  const eventsOf = async (id: string): Promise<string[]> =>
    (await world.call(`${orderPath(id)}/events`, { as: customer().as })).body.events.map(
      ({ type }: { type: string }) => type,
    )

  it('files are fetched while the order is QUEUED, and printed although their addresses end before the release', async () => {
    const { paths, product } = serve()
    await queue('early', product)
    assert.deepEqual(server.statuses(), [200, 200])
    server.files.set(paths.cover, 403)
    server.files.set(paths.guts, 403)
    await world.advance(2 * day)
    await release()
    assert.equal(await customer().statusOf('early'), 'VALID_AWAITING_PAYMENT')
    assert.equal(server.requests.length, 2)
    await world.assertSound()
  })

  it('an address that fails while the order is QUEUED is reported, and replaced by the customer', async () => {
    const { paths, product } = serve()
    server.files.set(paths.cover, 403)
    await queue('failing', product)
    await world.advance(5 * minute)
    assert.deepEqual((await customer().read('failing')).warnings, [])
    await world.advance(10 * minute)
    const reported = await customer().read('failing')
    assert.equal(reported.status, 'QUEUED')
    assert.deepEqual(reported.actions, ['cancel', 'edit', 'replace_file'])
    const [warning] = reported.warnings
    assert.deepEqual(
      [warning.pointer, warning.code, warning.got, warning.severity],
      ['/orderItems/0/product/coverUrl', 'file_unreachable', 'HTTP status 403', 'warning'],
    )
    await world.advance(3 * hour)
    assert.deepEqual(await eventsOf('failing'), ['OrderQueued', 'OrderFilesUnreachable'])
    const [mail, ...others] = (await mailsTo(world, world.charged.user.email)).filter(({ subject }) =>
      subject.includes('fetch the files'),
    )
    assert.deepEqual([mail!.subject, others.length], ['We can’t fetch the files of order failing', 0])
    assert.match(mail!.body, /HTTP status 403[\s\S]*Replace the files:\n\S+\/dashboard\/production\/orders\/failing\n/)

    const answer = await replace('failing', 'cover', serve().product.coverUrl)
    assert.equal(answer.status, 200)
    assert.deepEqual([answer.body.warnings, answer.body.actions], [[], ['cancel', 'edit']])
    await world.settle()
    server.files.clear()
    await release()
    assert.equal(await customer().statusOf('failing'), 'VALID_AWAITING_PAYMENT')
    assert.equal((await replace('failing', 'cover', product.coverUrl)).body.code, 'wrong_state')
    await world.assertSound()
  })

  it('an address that fails only after the wait is reported, and the order waits three days for another', async () => {
    const { paths, product } = serve()
    await queue('full', serve().product)
    await queue('late', product)
    await queue('never', { ...product, coverUrl: server.at('/none.pdf') })
    server.files.set(paths.guts, 404)
    await world.advance(day)
    assert.equal(server.requests.length, 2, 'the queue of the account has its quota')
    await release()
    await world.advance(11 * minute)
    const late = await customer().read('late')
    assert.deepEqual([late.status, late.actions], ['VALIDATING', ['replace_file']])
    assert.deepEqual(
      late.warnings.map(({ pointer, got }: Record<string, string>) => [pointer, got]),
      [['/orderItems/0/product/gutsUrl', 'HTTP status 404']],
    )
    assert.equal((await replace('late', 'guts', server.at('/x'), 1)).status, 404)
    assert.equal((await replace('late', 'cover', server.at('/x'))).body.code, 'wrong_state')
    const unknown = `urn:sha256:${'0'.repeat(64)}`
    assert.equal((await replace('late', 'guts', unknown)).body.code, 'file_not_kept')
    assert.equal((await replace('late', 'guts', 'ftp://x')).status, 400)

    await world.advance(2 * day)
    await world.assertSound()
    const { ask } = await member(world, world.charged)
    const body = { fileUrl: serve().product.gutsUrl }
    assert.equal((await ask('PUT', '/production/orders/late/files/0/guts', body)).status, 200)
    await world.settle()
    assert.equal(await customer().statusOf('late'), 'VALID_AWAITING_PAYMENT')

    assert.equal(await customer().statusOf('never'), 'VALIDATING')
    await world.advance(1 * day)
    const never = await customer().read('never')
    assert.equal(never.status, 'FAILED')
    assert.deepEqual(await eventsOf('never'), [
      'OrderQueued',
      'OrderReleased',
      'OrderFilesUnreachable',
      'OrderValidationFailed',
    ])
  })

  it('the staff replace a file for the customer by the same rules, and the audit log says so', async () => {
    const { paths, product } = serve()
    server.files.set(paths.cover, 403)
    await queue('helped', product)
    await world.advance(10 * minute)
    const { accountId } = world.charged
    const path = `/staff/orders/${accountId}/helped/files/0/cover`
    const as = world.demo.staff.authorization
    const helped = (fileUrl: string) => world.call(path, { method: 'PUT', as, body: { fileUrl } })
    assert.equal((await helped(`urn:sha256:${'0'.repeat(64)}`)).body.code, 'file_not_kept')

    const answer = await helped(serve().product.coverUrl)
    assert.deepEqual([answer.status, answer.body.warnings, answer.body.actions], [200, [], ['cancel', 'edit']])
    const { entries } = (await world.call(`/staff/audit?accountId=${accountId}&action=order_file_replaced`, { as }))
      .body
    assert.deepEqual(
      entries.map(({ subject, details }: Record<string, unknown>) => [subject, details]),
      [['helped', { mode: 'production', item: 0, part: 'cover' }]],
    )
    await world.settle()
    assert.equal((await helped(product.coverUrl)).body.code, 'wrong_state')
    const missing = await world.call(path.replace('helped', 'unknown'), {
      ...{ method: 'PUT', as, body: { fileUrl: product.coverUrl } },
    })
    assert.equal(missing.body.code, 'order_not_found')
    await world.assertSound()
  })

  it('an order that is canceled in the queue leaves nothing to fetch', async () => {
    const { paths, product } = serve()
    server.files.set(paths.cover, 403)
    await queue('gone', product)
    assert.equal((await customer().cancel('gone')).status, 200)
    await world.advance(hour)
    assert.equal((await replace('gone', 'cover', product.coverUrl)).body.code, 'wrong_state')
    await world.assertSound()
  })
})
