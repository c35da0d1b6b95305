// Any page of a book as a picture, in three sizes, for those who may see the file.

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { createKey } from '../../src/accounts/accounts.ts'
import { day } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { onPage } from '../corpus/layout.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const novel = 'PB-0600X0900-BW-60W'

let world: World
let cookie: string
let stranger: string
let jobId: string

before(async () => {
  world = await startWorld({ config: { files: readConfig([], {}).files } })
  cookie = await world.signIn(world.charged.user)
  stranger = await world.signIn(world.enterprise.user)
  const product = { sku: 'SHOWN', name: 'Shown', manufacturingSku: novel }
  await world.call('/dashboard/api/products', { method: 'POST', cookie, body: product })
  for (const part of ['cover', 'guts'] as const) {
    const template = await fetchTemplate(part === 'guts' ? 'pages' : part)
    assert.equal((await upload('SHOWN', part, template)).statusCode, 200)
  }
  const body = orderBody({ customerOrderId: 'shown', orderItems: [{ sku: 'SHOWN', quantity: 1 }] })
  const as = world.charged.production.authorization
  assert.equal((await world.call('/orders/create', { method: 'POST', as, body })).status, 201)
  await world.settle()
  await world.advance(day)
  const { jobs } = (await world.call('/press/jobs', { as: world.demo.printer.authorization })).body
  jobId = jobs.find((job: { customerOrderId: string }) => job.customerOrderId === 'shown').jobId
})
after(() => world[Symbol.asyncDispose]())

async function fetchTemplate(part: 'cover' | 'pages'): Promise<Buffer> {
  const url = `/templates/published/${novel}/${part}/pdf?units=in&pageCount=120`
  return (await world.app.server.inject(url)).rawPayload
}
const upload = (sku: string, part: string, payload: Buffer) =>
  world.app.server.inject({
    method: 'PUT',
    url: `/products/${sku}/files/${part}`,
    headers: { cookie, 'content-type': 'application/pdf' },
    payload,
  })
async function get(url: string, headers: Record<string, string> = { cookie }) {
  const { statusCode: status, rawPayload: bytes, headers: fields } = await world.app.server.inject({ url, headers })
  const isJson = String(fields['content-type']).includes('json')
  return { status, bytes, fields, code: isJson ? JSON.parse(bytes.toString()).code : null }
}

const ofOrder = '/dashboard/api/production/orders/shown'
const pageOf = (page: number | string, query = '') => `${ofOrder}/files/0/guts/preview/${page}${query}`

describe('pictures of the pages of a book', () => {
  it('every page of a book is drawn at three widths, and a browser that has a picture does not load it again', async () => {
    const tags = new Set<string>()
    for (const [size, width] of [
      ['thumbnail', 200],
      ['screen', 1000],
      ['zoom', 2600],
    ] as const) {
      const { status, bytes, fields } = await get(pageOf(57, `?size=${size}&lines=false`))
      assert.equal(status, 200)
      assert.equal((await sharp(bytes).metadata()).width, width)
      assert.match(String(fields['cache-control']), /^private/)
      const etag = String(fields.etag)
      tags.add(etag)
      const again = await get(pageOf(57, `?size=${size}&lines=false`), { cookie, 'if-none-match': etag })
      assert.deepEqual([again.status, again.bytes.length], [304, 0])
    }
    tags.add(String((await get(pageOf(57))).fields.etag))
    assert.equal(tags.size, 4, 'lines are another picture')
  })

  it('a page that a file does not have, and a look that there is not, are refused with a problem', async () => {
    assert.deepEqual(
      await Promise.all([121, 0, 2001, 'x', '-1'].map(async page => (await get(pageOf(page))).status)),
      [404, 404, 404, 404, 404],
    )
    const bad = await get(pageOf(1, '?size=poster'))
    assert.deepEqual([bad.status, bad.code], [400, 'malformed_request'])
    assert.equal((await get(`${ofOrder}/books/1`)).code, 'not_found')
  })

  it('a book names the sizes of its pages, its measures and the places of its findings', async () => {
    await world.call('/dashboard/api/products', {
      method: 'POST',
      cookie,
      body: { sku: 'PLACED', name: 'Placed', manufacturingSku: novel },
    })
    await upload('PLACED', 'guts', onPage(7, 'BT /L 12 Tf 395 300 Td (ten letter) Tj ET'))
    const { body } = await world.call('/products/PLACED/book', { cookie })
    assert.deepEqual([body.pageCount, body.files.length], [32, 1])
    const [{ places, findings, sizes, pageUrl }] = body.files
    assert.deepEqual(sizes, [{ from: 1, to: 32, width: 6.25, height: 9.25 }])
    assert.deepEqual(
      places.map(({ code, page }: { code: string; page: number }) => [code, page]),
      [['text_across_trim', 7]],
    )
    assert.ok(findings.some(({ code }: { code: string }) => code === 'text_across_trim'))
    assert.deepEqual([body.measures.pages.width, body.measures.cover.spineArea.height], [6.25, 9])
    const { pathname } = new URL(pageUrl.replace('{page}', '7'))
    assert.equal((await get(`${pathname}?size=thumbnail`)).status, 200)
  })

  it('the pages of a book are seen by its account, the staff and its printer, and by nobody else', async () => {
    const staff = { authorization: world.demo.staff.authorization }
    const printer = { authorization: world.demo.printer.authorization }
    const deps = { ...world.app, db: world.app.database.db }
    const key = await createKey(deps, { kind: 'printer', printer: 'another' }, 'Another press', 'test')
    const another = { authorization: key.authorization }
    const atStaff = `/staff/orders/${world.charged.accountId}/shown`
    for (const [at, allowed, others] of [
      [ofOrder, { cookie }, [{ cookie: stranger }]],
      [atStaff, staff, [{ cookie }, printer]],
      [`/press/jobs/${jobId}`, printer, [{ cookie }, another]],
    ] as const) {
      const page = `${at}/files/0/guts/preview/2?size=thumbnail&lines=false`
      const { files } = (await world.call(`${at}/books/0`, { headers: allowed })).body
      assert.deepEqual(
        files.map(({ pageCount }: { pageCount: number }) => pageCount),
        [1, 120],
      )
      assert.equal((await get(page, allowed)).status, 200)
      for (const headers of others) {
        for (const path of [page, `${at}/books/0`]) {
          const { status } = await get(path, headers)
          assert.ok(status === 403 || status === 404, `${path}: ${status}`)
        }
      }
    }
    const inSandbox = ofOrder.replace('production', 'sandbox')
    assert.equal((await get(`${inSandbox}/books/0`)).code, 'order_not_found')
    assert.equal((await get('/products/SHOWN/book', { cookie: stranger })).code, 'not_found')
  })

  it('a page that cannot be drawn is refused by name, and the pages beside it are drawn', async () => {
    const damaged = await PDFDocument.load(await fetchTemplate('pages'))
    damaged.getPage(4).node.delete(PDFName.of('MediaBox'))
    await world.call('/dashboard/api/products', {
      method: 'POST',
      cookie,
      body: { sku: 'DAMAGED', name: 'Damaged', manufacturingSku: novel },
    })
    await upload('DAMAGED', 'guts', Buffer.from(await damaged.save()))
    const at = (page: number) => `/products/DAMAGED/files/guts/preview/${page}?size=thumbnail&lines=false`
    for (let i = 0; i < 2; i++) {
      const { status, code, fields } = await get(at(5))
      assert.deepEqual([status, code], [404, 'page_not_drawable'])
      assert.notEqual(fields['cache-control'], 'private, max-age=86400')
    }
    assert.equal((await get(at(6))).status, 200)
  })

  it('a picture that was drawn is not drawn again, and a page of a lost file is not found', async () => {
    const look = '?size=thumbnail&lines=false'
    const drawn = await get(pageOf(90, look))
    rmSync(join(world.dataDir, 'files'), { recursive: true })
    const again = await get(pageOf(90, look))
    assert.deepEqual([again.status, again.bytes], [200, drawn.bytes])
    assert.deepEqual([(await get(pageOf(91, look))).code], ['not_found'])
  })
})
