// Any page of a book as a picture, in three sizes, for those who may see the file.

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PDFDocument, PDFName, rgb } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
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
      assert.equal(fields['cache-control'], 'private, no-cache', 'signing out leaves nothing to look at')
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
    assert.deepEqual(
      body.lines.recto.find(({ kind }: { kind: string }) => kind === 'trim').area,
      body.measures.pages.recto.trim,
    )
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

  it('a list names the cover of each book, whose picture is its front and is loaded by those who see the list', async () => {
    const { covers } = (await world.call('/dashboard/api/production/orders', { cookie })).body
    const { orders } = (await world.call('/staff/orders/all', { as: world.demo.staff.authorization })).body
    const detail = (await world.call(ofOrder, { cookie })).body
    const detailOfStaff = await world.call(`/staff/orders/${world.charged.accountId}/shown`, {
      as: world.demo.staff.authorization,
    })
    assert.deepEqual([covers.length, covers[0], detail.covers[0].width], [1, detail.covers[0], 6])
    assert.deepEqual(detailOfStaff.body.covers, [orders[0].cover])
    const another = await createKey(
      { ...world.app, db: world.app.database.db },
      { kind: 'printer', printer: 'another' },
      'Another press',
      'test',
    )
    const pictures = []
    for (const [url, allowed, other] of [
      [covers[0].pictureUrl, { cookie }, { cookie: stranger }],
      [orders[0].cover.pictureUrl, { authorization: world.demo.staff.authorization }, { cookie }],
      [
        `/press/jobs/${jobId}/covers/0`,
        { authorization: world.demo.printer.authorization },
        { authorization: another.authorization },
      ],
    ] as const) {
      const { pathname, search } = new URL(url, 'http://127.0.0.1')
      const { status, bytes, fields } = await get(pathname + search, allowed)
      assert.equal(status, 200, url)
      pictures.push(bytes.toString('hex'))
      const again = await get(pathname + search, { ...allowed, 'if-none-match': String(fields.etag) })
      assert.equal(again.status, 304)
      const refused = await get(pathname + search, other)
      assert.ok(refused.status === 403 || refused.status === 404, `${url}: ${refused.status}`)
    }
    assert.equal(new Set(pictures).size, 1)
    const { width, height } = await sharp(Buffer.from(pictures[0]!, 'hex')).metadata()
    assert.deepEqual([width, height], [160, 240])
    const { pathname, search } = new URL(covers[0].pictureUrl)
    const large = await sharp((await get(`${pathname + search}&size=page`, { cookie })).bytes).metadata()
    assert.deepEqual([large.width, large.height], [480, 720])
    const gone = covers[0].pictureUrl.replace(novel, 'PB-GONE')
    assert.equal((await get(new URL(gone).pathname + new URL(gone).search)).code, 'not_found')
  })

  it('the picture of a front has nothing of the spine, the back and the bleed, and a page that is only a front is drawn whole', async () => {
    const { body } = await world.call(`${ofOrder}/books/0`, { cookie })
    const { width, height, front } = body.measures.cover
    const painted = async (sku: string, size: [number, number], box: typeof front) => {
      const pdf = await PDFDocument.create()
      const page = pdf.addPage([72 * size[0], 72 * size[1]])
      page.drawRectangle({ width: 72 * size[0], height: 72 * size[1], color: rgb(1, 0, 0) })
      page.drawRectangle({
        ...{ x: 72 * box.x, y: 72 * box.y, width: 72 * box.width, height: 72 * box.height },
        color: rgb(0, 0, 1),
      })
      const product = { sku, name: sku, manufacturingSku: novel }
      await world.call('/dashboard/api/products', { method: 'POST', cookie, body: product })
      await upload(sku, 'cover', Buffer.from(await pdf.save()))
      const list = (await world.call(`/dashboard/api/products?search=${sku}`, { cookie })).body
      assert.equal(list.products[0].sku, sku)
      const { pathname, search } = new URL(list.covers[0].pictureUrl)
      const { data, info } = await sharp((await get(pathname + search)).bytes)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const colorAt = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x))].slice(0, 3)
      return [colorAt(3, 3), colorAt(info.width - 4, info.height - 4), colorAt(80, 100)].map(([red, , blue]) =>
        red! > 200 ? 'red' : blue! > 200 ? 'blue' : 'neither',
      )
    }
    assert.deepEqual(await painted('PAINTED', [width, height], front), ['blue', 'blue', 'blue'])
    const small = { x: 1, y: 1, width: 4, height: 7 }
    assert.deepEqual(await painted('FRONT-ONLY', [6, 9], small), ['red', 'red', 'blue'])
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
      assert.notEqual(fields['cache-control'], 'private, no-cache')
    }
    assert.equal((await get(at(6))).status, 200)
  })

  it('a picture that was drawn is not drawn again, and a page of a lost file is not found', async () => {
    const look = '?size=thumbnail&lines=false'
    const drawn = await get(pageOf(90, look))
    const [{ pictureUrl }] = (await world.call(ofOrder, { cookie })).body.covers
    await get(new URL(pictureUrl).pathname + new URL(pictureUrl).search)
    const { rows } = await sql<{ stored: number }>`
      select count(*)::int as stored from files where length(front_picture) > 100 and front_tag is not null`.execute(
      world.app.database.db,
    )
    assert.ok(rows[0]!.stored >= 1, 'fronts are kept in the database')
    rmSync(join(world.dataDir, 'files'), { recursive: true })
    const again = await get(pageOf(90, look))
    assert.deepEqual([again.status, again.bytes], [200, drawn.bytes])
    assert.deepEqual([(await get(pageOf(91, look))).code], ['not_found'])
  })
})
