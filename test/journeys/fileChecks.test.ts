// Checks before an order, uploaded files of products, pictures, and the retention of files.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { createKey } from '../../src/accounts/accounts.ts'
import { localStorage } from '../../src/artwork/storage.ts'
import { day, later, second } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config/config.ts'
import { deleteUnusedFiles, emptyStorageTrash } from '../../src/features/files/fileRetention.ts'
import { coverWith, ownIsbn } from '../corpus/isbn.ts'
import { press, support } from '../support/actors.ts'
import { startFileServer } from '../support/fileServer.ts'
import { isShortForm } from '../support/form.ts'
import { orderBody, startReceiver, startWorld, type World } from '../support/world.ts'

const novel = 'PB-0600X0900-BW-60W'

let world: World
let server: Awaited<ReturnType<typeof startFileServer>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
let cover: Buffer
let pages: Buffer
let key: string
let cookie: string
let stranger: string

before(async () => {
  const usual = readConfig([], {}).files
  assert.equal(usual.maxBytesOfOrder, 2_000_000_000)
  const files = { ...usual, maxBytes: 3_000_000, maxBytesOfOrder: 4_000_000, uploadQuotaBytes: 7_000_000 }
  world = await startWorld({ config: { files } })
  server = await startFileServer()
  receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
  cover = await template('cover')
  pages = await template('pages')
  server.files.set('/cover.pdf', cover).set('/pages.pdf', pages)
  key = world.charged.sandbox.authorization
  cookie = await world.signIn(world.charged.user)
  stranger = await world.signIn(world.enterprise.user)
})
after(async () => {
  await receiver[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

async function template(part: 'cover' | 'pages'): Promise<Buffer> {
  const url = `/templates/published/${novel}/${part}/pdf?units=in&pageCount=120`
  return (await world.app.server.inject(url)).rawPayload
}

const ask = (body: object, as = key) => world.call('/files/check', { method: 'POST', as, body })
const both = () => ({ coverUrl: server.at('/cover.pdf'), gutsUrl: server.at('/pages.pdf') })

type Raw = { cookie?: string; as?: string; type?: string }
async function upload(part: string, payload: Buffer, { cookie: by = cookie, type = 'application/pdf' }: Raw = {}) {
  const answer = await world.app.server.inject({
    method: 'PUT',
    url: `/products/KEEPSAKE/files/${part}`,
    headers: { cookie: by, 'content-type': type },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}
async function picture(url: string, headers: Record<string, string>) {
  const { pathname } = new URL(url, 'http://x')
  const { statusCode, rawPayload, headers: fields } = await world.app.server.inject({ url: pathname, headers })
  return { status: statusCode, bytes: rawPayload, fields }
}
const isWebp = (bytes: Buffer) =>
  bytes.subarray(0, 4).toString() === 'RIFF' && bytes.subarray(8, 12).toString() === 'WEBP'

describe('a check before an order', () => {
  it('a file check is accepted immediately, and reports the findings of an order by webhook and on request', async () => {
    const accepted = await ask({ manufacturingSku: novel, pageCount: 120, ...both(), webhookUrl: receiver.url })
    assert.equal(accepted.status, 202, JSON.stringify(accepted.body))
    assert.equal(accepted.body.status, 'CHECKING')
    const location = String(accepted.headers.location)
    assert.equal(location, `/files/checks/${accepted.body.checkId}`)
    await world.settle()

    const { body: check } = await world.call(location, { as: key })
    assert.deepEqual([check.status, check.passed, check.pageCount], ['DONE', true, 120], JSON.stringify(check))
    assert.ok(check.measures.cover.width > 12 && check.measures.cover.spine > 0)
    assert.deepEqual(
      check.previews.map((one: Record<string, unknown>) => [one.n, one.file, one.page]),
      [
        [1, 'cover', 1],
        [2, 'guts', 1],
        [3, 'guts', 2],
        [4, 'guts', 3],
        [5, 'guts', 60],
        [6, 'guts', 120],
      ],
    )
    assert.deepEqual(receiver.unverified, [])
    const [notices] = receiver.received.filter(({ type }) => type === 'FilesChecked')
    assert.deepEqual(notices?.data, check)
  })

  it('repairs are refused by who does not want them, in a check and in an order', async () => {
    const sent = await PDFDocument.load(pages)
    sent.removePage(119)
    server.files.set('/odd.pdf', Buffer.from(await sent.save()))
    const files = { ...both(), gutsUrl: server.at('/odd.pdf') }
    const codes = (problems: { code: string }[]) => problems.map(({ code }) => code)
    const allowed = (await ask({ manufacturingSku: novel, ...files })).body
    const refused = (await ask({ manufacturingSku: novel, ...files, repairs: false })).body
    const orderItems = [{ sku: 'NOVEL', quantity: 1, repairs: false, product: files }]
    const body = orderBody({ customerOrderId: 'as-it-is', orderItems })
    assert.equal((await world.call('/orders/create', { method: 'POST', as: key, body })).status, 201)
    await world.settle()
    const checkOf = async (checkId: string) => (await world.call(`/files/checks/${checkId}`, { as: key })).body
    const [repaired, asSent] = [await checkOf(allowed.checkId), await checkOf(refused.checkId)]
    assert.deepEqual([repaired.passed, repaired.pageCount], [true, 120])
    assert.ok(codes(repaired.findings).includes('pages_padded'))
    assert.equal(asSent.passed, false)
    assert.ok(!codes(asSent.findings).includes('pages_padded'))
    const { body: order } = await world.call('/orders/as-it-is', { as: key })
    assert.deepEqual([order.status, codes(order.errors)], ['FAILED', ['repair_refused']])
    assert.equal(order.orderItems[0].repairs, false)
  })

  it('a product has an ISBN: its barcode is drawn on request only, and another barcode is a warning', async () => {
    const create = (product: object) =>
      world.call('/dashboard/api/products', {
        method: 'POST',
        cookie,
        body: { sku: 'TIDES', name: 'Tides', manufacturingSku: novel, pageCount: 120, ...product },
      })
    const isbn = '1-4028-9462-7'
    for (const [product, pointer] of [
      [{ isbn: '1-4028-9462-8' }, '/isbn'],
      [{ barcode: 'draw' }, '/barcode'],
      [{ isbn, barcodePrice: { currency: 'USD', amount: '99.99' } }, '/barcodePrice/amount'],
      [{ isbn, barcodePrice: { currency: 'USD', amount: '20' } }, '/barcodePrice/amount'],
      [{ isbn, barcodePrice: { currency: 'EUR', amount: '20.00' } }, '/barcodePrice/currency'],
    ] as const) {
      const { status, body } = await create(product)
      assert.deepEqual([status, body.errors?.[0]?.pointer], [400, pointer], JSON.stringify(body))
    }
    const barcodePrice = { currency: 'USD', amount: '19.99' }
    const { status, body: product } = await create({ isbn, barcodePrice, barcode: 'draw' })
    assert.equal(status, 201, JSON.stringify(product))
    assert.deepEqual([product.isbn, product.barcodePrice, product.barcode], [ownIsbn, barcodePrice, 'draw'])
    for (const search of ['978-1-4028', '1402894627', 'ISBN 978 1 4028 9462 6', '9462']) {
      const { body } = await world.call(`/dashboard/api/products?search=${encodeURIComponent(search)}`, { cookie })
      assert.deepEqual(
        body.products.map(({ sku }: { sku: string }) => sku),
        ['TIDES'],
        search,
      )
    }

    const order = async (customerOrderId: string, item: object = {}) => {
      const orderItems = [{ sku: 'TIDES', quantity: 1, product: both(), ...item }]
      const body = orderBody({ customerOrderId, orderItems })
      assert.equal((await world.call('/orders/create', { method: 'POST', as: key, body })).status, 201)
      await world.settle()
      return (await world.call(`/orders/${customerOrderId}`, { as: key })).body
    }
    const isbnFindings = (problems: Record<string, string>[]) =>
      problems.filter(({ code }) => code!.startsWith('isbn_')).map(({ code, got }) => [code, got])
    const drawn = await order('with-barcode')
    assert.deepEqual(isbnFindings(drawn.warnings), [['isbn_barcode_drawn', 'no barcode of this ISBN']])
    const asSent = await order('without-barcode', { repairs: false })
    assert.deepEqual(isbnFindings(asSent.warnings), [['isbn_barcode_not_drawn', 'no barcode of this ISBN']])
    const barcodesOn = async (customerOrderId: string) => {
      const { body } = await world.call(`/dashboard/api/sandbox/orders/${customerOrderId}/files`, { cookie })
      const { sha256 } = body.items[0].files.find(({ part }: { part: string }) => part === 'cover')
      const { rows } = await sql<{ barcodes: string }>`
        select reading->'facts'->'isbns'->'barcodes' as barcodes from files where sha256 = ${sha256}`.execute(
        world.app.database.db,
      )
      const barcodes: { digits: string; addOn: string }[] = JSON.parse(rows[0]!.barcodes)
      return barcodes.map(({ digits, addOn }) => [digits, addOn])
    }
    assert.deepEqual(await barcodesOn('with-barcode'), [[ownIsbn, '51999']])
    assert.deepEqual(await barcodesOn('without-barcode'), [])

    server.files.set('/other.pdf', await coverWith({ isbn: '9780306406157' }))
    const { body: asked } = await ask({
      sku: 'TIDES',
      coverUrl: server.at('/other.pdf'),
      pageCount: 200,
      repairs: false,
    })
    await world.settle()
    const { body: check } = await world.call(`/files/checks/${asked.checkId}`, { as: key })
    const [wrong] = check.findings.filter(({ code }: { code: string }) => code === 'isbn_barcode_wrong')
    assert.deepEqual([wrong.got, wrong.expected, wrong.severity], ['978-0-306-40615-7', '978-1-4028-9462-6', 'warning'])
    assert.ok(wrong.place.x > 3.8 && wrong.place.x + wrong.place.width < 5.9, JSON.stringify(wrong.place))
  })

  it('a file check delays no order while its file is slow', async () => {
    const slow = Promise.withResolvers<ServerResponse>()
    server.files.set('/slow.pdf', (_, response) => slow.resolve(response))
    const { status: accepted, body: asked } = await ask({ manufacturingSku: novel, coverUrl: server.at('/slow.pdf') })
    assert.equal(accepted, 202, JSON.stringify(asked))
    const held = await slow.promise
    const orderItems = [{ sku: 'NOVEL', quantity: 1, product: both() }]
    const customerOrderId = 'beside-a-slow-check'
    const body = orderBody({ customerOrderId, orderItems })
    assert.equal((await world.call('/orders/create', { method: 'POST', as: key, body })).status, 201)
    const status = async (path: string) => (await world.call(path, { as: key })).body.status
    while (['RECEIVED', 'VALIDATING'].includes(await status(`/orders/${customerOrderId}`)));
    assert.equal(await status(`/files/checks/${asked.checkId}`), 'CHECKING')
    held.end(cover)
    await world.settle()
    assert.equal(await status(`/files/checks/${asked.checkId}`), 'DONE')
  })

  it('the webhook of a file check is listed with the webhooks of orders, and can be resent', async () => {
    let status = 500
    await using failing = await startReceiver(
      () => world.charged.sandbox.webhookSecret,
      () => status,
    )
    const order = async (customerOrderId: string) => {
      const body = orderBody({ customerOrderId, orderItems: [{ sku: 'NOVEL', quantity: 1, product: both() }] })
      const placed = await world.call('/orders/create', {
        method: 'POST',
        as: key,
        body: { ...body, webhookUrl: failing.url },
      })
      assert.equal(placed.status, 201, JSON.stringify(placed.body))
    }
    await order('told-before')
    await world.advance(second)
    const { body: asked } = await ask({ manufacturingSku: novel, ...both(), webhookUrl: failing.url })
    await world.advance(second)
    await order('told-after')
    await world.settle()

    const at = '/dashboard/api/sandbox/deliveries'
    type Row = Record<string, string>
    const list = async (query: string, by = cookie) => (await world.call(`${at}?${query}`, { cookie: by })).body
    const all: Row[] = (await list('limit=99')).deliveries
    const mine = all.find(({ type, url }) => type === 'FilesChecked' && url === failing.url)!
    assert.deepEqual([mine.customerOrderId, mine.sequence, mine.status, mine.attempts], [null, null, 'pending', 1])
    assert.equal(mine.deliveryId, mine.webhookId)
    const order0 = all.map(({ customerOrderId, type }) => customerOrderId ?? type)
    assert.ok(order0.lastIndexOf('told-after') < order0.indexOf('FilesChecked'), order0.join())
    assert.ok(order0.indexOf('FilesChecked') < order0.indexOf('told-before'), order0.join())

    const paged: Row[] = []
    for (let cursor = ''; cursor !== null; ) {
      const page = await list(`limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.deliveries)
      cursor = page.nextCursor
    }
    assert.deepEqual(paged, all)
    const ofOrder: Row[] = (await list('customerOrderId=told-before')).deliveries
    assert.ok(ofOrder.length > 0 && ofOrder.every(({ customerOrderId }) => customerOrderId === 'told-before'))

    status = 204
    const again = (by: string, mode = 'sandbox') =>
      world.call(`/dashboard/api/${mode}/deliveries/${mine.deliveryId}/redeliver`, { method: 'POST', cookie: by })
    assert.equal((await again(stranger)).status, 404)
    assert.equal((await again(cookie, 'production')).status, 404)
    assert.equal((await again(cookie)).status, 202)
    await world.settle()
    const notices = failing.received.filter(({ type }) => type === 'FilesChecked')
    assert.deepEqual(
      notices.map(({ data }) => data.checkId),
      [asked.checkId, asked.checkId],
    )
    const attempts = (by: string) => world.call(`${at}/${mine.deliveryId}/attempts`, { cookie: by })
    assert.deepEqual(
      (await attempts(cookie)).body.attempts.map((one: Row) => [one.trigger, one.responseStatus, one.failure]),
      [
        ['redelivery', 204, null],
        ['schedule', 500, 'http_5xx'],
      ],
    )
    assert.equal((await attempts(stranger)).status, 404)
    const after: Row[] = (await list('limit=99')).deliveries
    assert.equal(after.find(({ deliveryId }) => deliveryId === mine.deliveryId)?.status, 'delivered')
  })

  it('a file check has pictures, which run nothing and are for the account only', async () => {
    const { body } = await ask({ manufacturingSku: novel, ...both() })
    await world.settle()
    const { previews } = (await world.call(`/files/checks/${body.checkId}`, { as: key })).body
    for (const { url } of [previews[0], previews[1]]) {
      const { status, bytes, fields } = await picture(url, { authorization: key })
      assert.equal(status, 200)
      assert.ok(isWebp(bytes))
      assert.equal(fields['content-type'], 'image/webp')
      assert.match(String(fields['content-security-policy']), /sandbox/)
      assert.equal(fields['x-content-type-options'], 'nosniff')
      assert.equal((await picture(url, { cookie })).status, 200)
      assert.equal((await picture(url, { cookie: stranger })).status, 404)
      assert.equal((await picture(url, { authorization: world.charged.production.authorization })).status, 404)
    }
    assert.equal((await picture(`/files/checks/${body.checkId}/preview/99`, { authorization: key })).status, 404)
  })

  it('a file check reports all problems together, including a file that cannot be fetched', async () => {
    const { body } = await ask({ sku: 'NOVEL', coverUrl: server.at('/nowhere.pdf'), gutsUrl: server.at('/cover.pdf') })
    await world.settle()
    const { body: check } = await world.call(`/files/checks/${body.checkId}`, { as: key })
    assert.deepEqual([check.status, check.passed], ['DONE', false])
    const codes = check.findings.map((one: { code: string }) => one.code)
    assert.ok(codes.includes('file_unreachable') && codes.includes('page_count_out_of_range'), codes.join())
    const missing = check.findings.find((one: { code: string }) => one.code === 'file_unreachable')
    assert.deepEqual([missing.file, missing.got], ['cover', 'HTTP status 404'])
  })

  it('a file check refuses a file that is larger than the limit', async () => {
    server.files.set('/large.pdf', Buffer.alloc(3_000_001))
    const { body } = await ask({ manufacturingSku: novel, gutsUrl: server.at('/large.pdf') })
    await world.settle()
    const { body: check } = await world.call(`/files/checks/${body.checkId}`, { as: key })
    const [{ message: _, fix, ...found }] = check.findings
    assert.deepEqual(found, {
      code: 'file_too_large',
      severity: 'error',
      file: 'guts',
      pages: null,
      got: '3,000,001 bytes',
      expected: 'at most 3,000,000 bytes',
      tolerance: null,
    })
    assert.ok(fix.length > 0)

    server.files.set('/endless.pdf', (_, response) => response.writeHead(200).end(Buffer.alloc(3_000_001)))
    const endless = await ask({ manufacturingSku: novel, gutsUrl: server.at('/endless.pdf') })
    await world.settle()
    const counted = await world.call(`/files/checks/${endless.body.checkId}`, { as: key })
    assert.equal(counted.body.findings[0].got, 'more than 3,000,000 bytes')
  })

  it('a file check and an order refuse files that are too large together, and count the same file once', async () => {
    const as = world.charged.production.authorization
    const coverUrl = server.at('/cover.pdf')
    const itemsOf = (names: readonly string[]) =>
      names.map(name => {
        server.files.set(`/${name}.pdf`, Buffer.alloc(1_500_000, name))
        return { sku: 'NOVEL', quantity: 1, product: { coverUrl, gutsUrl: server.at(`/${name}.pdf`) } }
      })
    for (const [customerOrderId, names] of [
      ['too-much', ['a', 'b', 'c']],
      ['the-same', ['a', 'a', 'a']],
    ] as const) {
      const body = orderBody({ customerOrderId, orderItems: itemsOf(names) })
      assert.equal((await world.call('/orders/create', { method: 'POST', as, body })).status, 201)
    }
    await world.settle()
    const errorsOf = async (id: string): Promise<Record<string, string>[]> =>
      (await world.call(`/orders/${id}`, { as })).body.errors
    const tooLarge = (await errorsOf('too-much')).filter(({ code }) => code === 'file_too_large')
    assert.ok(tooLarge.length > 0)
    assert.equal(tooLarge[0]!.expected, 'at most 4,000,000 bytes together')
    assert.match(tooLarge[0]!.got!, /^4,5\d\d,\d{3} bytes together$/)
    assert.deepEqual([...new Set((await errorsOf('the-same')).map(({ code }) => code))], ['file_not_pdf'])
  })

  for (const [what, body] of [
    ['neither SKU', { gutsUrl: 'https://files.example/a.pdf' }],
    ['an unknown SKU', { sku: 'NOBODY', gutsUrl: 'https://files.example/a.pdf' }],
    ['an unknown manufacturing SKU', { manufacturingSku: 'XX', gutsUrl: 'https://files.example/a.pdf' }],
    ['no file', { manufacturingSku: novel }],
    ['something else for a URL', { manufacturingSku: novel, gutsUrl: 'file:///etc/passwd' }],
  ] as const)
    it(`a file check is refused with ${what}`, async () => {
      assert.equal((await ask(body)).status, 400)
    })

  it('a file check is refused while twenty of the account are running', async () => {
    await sql`
      insert into file_checks (account_id, check_id, mode, status, request, due_at, created_at)
      select ${world.charged.accountId}, 'chk_' || n, 'sandbox', 'CHECKING', '{}', ${later(world.now(), 1000 * day)}, ${world.now()}
      from generate_series(1, 20) n`.execute(world.app.database.db)
    const { status, headers } = await ask({ manufacturingSku: novel, ...both() })
    assert.deepEqual(
      [status, headers['retry-after'], headers['ratelimit-limit'], headers['ratelimit-remaining']],
      [429, '60', '20', '0'],
    )
    assert.equal(
      (await ask({ manufacturingSku: novel, ...both() }, world.enterprise.sandbox.authorization)).status,
      202,
    )
    await sql`delete from file_checks where length(check_id) < 10`.execute(world.app.database.db)
    await world.settle()
  })

  it('a file check that a person asks for is in the sandbox unless another mode is named', async () => {
    const answer = await world.call('/files/check', {
      method: 'POST',
      cookie,
      body: { manufacturingSku: novel, mode: 'production', ...both() },
    })
    assert.deepEqual([answer.status, answer.body.mode], [202, 'production'])
    await world.settle()
    assert.equal((await world.call(`/files/checks/${answer.body.checkId}`, { as: key })).status, 404)
    assert.equal((await world.call(`/files/checks/${answer.body.checkId}`, { cookie: stranger })).status, 404)
    assert.equal((await world.call(`/files/checks/${answer.body.checkId}`, { cookie })).body.passed, true)
  })
})

it('sample artwork of every binding passes the check without a finding', async () => {
  const pageCounts: [string, number][] = [
    ['PB-0425X0688-BW-60C', 32],
    ...(isShortForm ? [] : [['PB-0425X0688-BW-60C', 800] as [string, number]]),
    ['HC-0600X0900-BW-60C', 120],
    ['PH-0800X0800-SC-100G', 60],
    ['SS-0550X0850-PC-80C', 8],
  ]
  const asked = pageCounts.map(async ([manufacturingSku, pageCount]) => {
    const name = `/sample-${manufacturingSku}-${pageCount}`
    for (const part of ['cover', 'pages']) {
      const url = `/templates/published/${manufacturingSku}/${part}/sample?pageCount=${pageCount}`
      server.files.set(`${name}-${part}`, (await world.app.server.inject(url)).rawPayload)
    }
    const files = { coverUrl: server.at(`${name}-cover`), gutsUrl: server.at(`${name}-pages`) }
    return (await ask({ manufacturingSku, pageCount, ...files })).body.checkId
  })
  const checkIds = await Promise.all(asked)
  await world.settle()
  for (const [i, checkId] of checkIds.entries()) {
    const { body } = await world.call(`/files/checks/${checkId}`, { as: key })
    assert.deepEqual([body.status, body.passed, body.findings], ['DONE', true, []], pageCounts[i]!.join(' '))
  }
})

describe('files of a product', () => {
  const sku = 'HC-0600X0900-BW-60C'
  const files = async (part: string) =>
    (await world.app.server.inject(`/templates/published/${sku}/${part}/pdf?units=in&pageCount=120`)).rawPayload

  it('files of a product are checked as they are uploaded, and orders without files of their own are made from them', async () => {
    const first = await upload('cover', await files('cover'))
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const { status, body } = await upload('guts', await files('pages'))
    assert.equal(status, 200)
    assert.deepEqual(
      body.files.map((one: Record<string, unknown>) => [one.part, one.source, one.pageCount]),
      [
        ['cover', 'upload', 1],
        ['guts', 'upload', 120],
      ],
    )
    const errors = body.files.flatMap((one: { findings: { severity: string }[] }) =>
      one.findings.filter(({ severity }) => severity === 'error'),
    )
    assert.deepEqual(errors, [])
    assert.ok(isWebp((await picture(body.files[1].previews[0].url, { cookie })).bytes))
    assert.equal((await picture(body.files[1].previews[0].url, { cookie: stranger })).status, 404)

    const order = orderBody({ customerOrderId: 'from-uploads', orderItems: [{ sku: 'KEEPSAKE', quantity: 1 }] })
    const as = world.charged.production.authorization
    const placed = await world.call('/orders/create', { method: 'POST', as, body: order })
    assert.equal(placed.body.status, 'RECEIVED', JSON.stringify(placed.body.errors))
    await world.settle()
    const passed = await world.call('/orders/from-uploads', { as })
    assert.equal(passed.body.status, 'VALID_AWAITING_PAYMENT', JSON.stringify(passed.body.errors))

    const at = '/dashboard/api/production/orders/from-uploads/files'
    const { items } = (await world.call(at, { cookie })).body
    assert.deepEqual(
      items[0].files.map((one: Record<string, unknown>) => [one.part, one.source, one.sha256]),
      body.files.map((one: Record<string, unknown>) => [one.part, 'upload', one.sha256]),
    )
    assert.ok(isWebp((await picture(items[0].files[0].previews[0].url, { cookie })).bytes))
    assert.equal((await world.call(at, { cookie: stranger })).status, 404)
  })

  it('files of a product are read again when an earlier version of the service has read them', async () => {
    const { db } = world.app.database
    const facts = { kind: 'read', facts: { factsVersion: 1, pageCount: 120 } }
    await sql`
      update files set reading = ${JSON.stringify(facts)}::json, facts_version = 1
      where account_id = ${world.charged.accountId}`.execute(db)
    const { status, body } = await world.call('/products/KEEPSAKE/files', { cookie })
    assert.equal(status, 200, JSON.stringify(body))
    const codes = body.files.flatMap((one: { findings: { code: string }[] }) => one.findings.map(({ code }) => code))
    assert.deepEqual(codes, ['pages_blank', 'pages_blank'])
    const { rows } = await sql`
      select f.sha256 from files f join product_files p using (account_id, sha256)
      where p.sku = 'KEEPSAKE' and account_id = ${world.charged.accountId} and facts_version > 1`.execute(db)
    assert.equal(rows.length, 2)
  })

  it('files of a product are listed with their findings', async () => {
    const { status, body } = await upload('guts', Buffer.from('<html>'))
    assert.equal(status, 200)
    const guts = body.files.find((one: { part: string }) => one.part === 'guts')
    assert.deepEqual(
      guts.findings.map((one: Record<string, string>) => [one.code, one.file]),
      [['file_not_pdf', 'guts']],
    )
    assert.deepEqual(guts.previews, [])
  })

  it('files of a product are refused when they are too large, not sent as PDF, or of no product', async () => {
    assert.equal((await upload('guts', Buffer.alloc(3_000_001))).status, 413)
    for (const json of ['{}', '[]', '0', '"x"', 'true', 'null', '']) {
      assert.equal((await upload('guts', Buffer.from(json), { type: 'application/json' })).status, 415, json)
    }
    assert.equal((await upload('back', pages)).status, 404)
    assert.equal((await upload('guts', pages, { cookie: stranger })).body.files.length, 1, 'of their own product')
    const nobody = await world.app.server.inject({
      method: 'PUT',
      url: '/products/NOBODY/files/guts',
      headers: { cookie, 'content-type': 'application/pdf' },
      payload: pages,
    })
    assert.equal(nobody.statusCode, 404)
    assert.deepEqual(globSync('scratch/*', { cwd: world.dataDir }), [])
  })

  it('files of a product are refused when the account has uploaded as much as it may keep, also when two come at once', async () => {
    const some = (name: string) => Buffer.alloc(2_900_000, name)
    assert.equal((await upload('guts', some('a'))).status, 200)
    const { rows } = await sql<{ bytes: number }>`
      select sum(bytes)::float8 as bytes from files join stored_files using (sha256)
      where account_id = ${world.charged.accountId} and uploaded_at is not null`.execute(world.app.database.db)
    assert.ok(rows[0]!.bytes < 4_000_000, 'there is room for one more')
    const both = await Promise.all([upload('guts', some('b')), upload('guts', some('c'))])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 413])
    const { status, body } = await upload('guts', some('d'))
    assert.deepEqual([status, body.code], [413, 'upload_quota_exceeded'])
    assert.equal(body.errors[0].expected, 'at most 7 MB')
    assert.match(body.errors[0].got, /^[56]\.\d MB and a file of more than [01](\.\d)? MB$/)
    assert.equal((await upload('guts', some('d'), { cookie: stranger })).status, 200, 'others have room of their own')
    assert.deepEqual(globSync('scratch/*', { cwd: world.dataDir }), [])
  })

  it('files of a product can be removed', async () => {
    const remove = () =>
      world.app.server.inject({
        method: 'DELETE',
        url: '/products/KEEPSAKE/files/guts',
        headers: { cookie },
      })
    assert.equal((await remove()).statusCode, 204)
    assert.equal((await remove()).statusCode, 404)
  })
})

describe('files are kept', () => {
  const swept = async (at: Date) => {
    const storage = localStorage(`${world.dataDir}/files`)
    await deleteUnusedFiles({ db: world.app.database.db })(at)
    await emptyStorageTrash({ db: world.app.database.db, storage, log: silentLog })(at)
  }
  const objects = () => globSync('files/**/*.pdf', { cwd: world.dataDir }).length
  const kept = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from files`.execute(world.app.database.db)
    return rows[0]!.n
  }

  it('files are kept 60 days after their last use, longer for a product or an order that waits, and not for one account only', async () => {
    const { db } = world.app.database
    const [before, stored] = [await kept(), objects()]
    await swept(later(world.now(), 59 * day))
    assert.deepEqual([await kept(), objects()], [before, stored])

    await swept(later(world.now(), 61 * day))
    const { rows } = await sql<{ accountId: string; sha256: string }>`
      select account_id as "accountId", sha256 from files`.execute(db)
    const { rows: needed } = await sql<{ accountId: string; sha256: string }>`
      select account_id as "accountId", sha256 from product_files
      union
      select account_id, used.sha256
      from orders join order_contents c using (account_id, mode, order_id), json_array_elements(c.books) b, lateral (values (b ->> 'coverSha256'), (b ->> 'gutsSha256')) used (sha256)
      where status = 'VALID_AWAITING_PAYMENT'`.execute(db)
    const names = (list: typeof rows) => list.map(one => `${one.accountId} ${one.sha256}`).sort()
    assert.deepEqual(names(rows), names(needed))
    assert.ok(needed.length > 0 && rows.length < before)
    assert.equal(objects(), new Set(rows.map(({ sha256 }) => sha256)).size)
  })

  it('files are kept no longer than promised: checks and their webhooks for 30 days, files for 60, and their pictures say so then', async () => {
    const late = Buffer.concat([pages, Buffer.from('\n')])
    server.files.set('/late.pdf', late)
    const body = { manufacturingSku: novel, gutsUrl: server.at('/late.pdf'), webhookUrl: receiver.url }
    const { checkId } = (await ask(body)).body
    server.files.set('/late-cover.pdf', Buffer.concat([cover, Buffer.from('\n')]))
    server.files.set('/late-page.html', Buffer.from('<html>'))
    const product = { coverUrl: server.at('/late-cover.pdf'), gutsUrl: server.at('/late-page.html') }
    const order = orderBody({ customerOrderId: 'late', orderItems: [{ sku: 'NOVEL', quantity: 1, product }] })
    const as = world.charged.production.authorization
    assert.equal((await world.call('/orders/create', { method: 'POST', as, body: order })).status, 201)
    await world.settle()
    const coverOfOrder = () => world.call('/dashboard/api/production/orders/late/files/0/cover/preview/1', { cookie })
    const read = () => world.call(`/files/checks/${checkId}`, { as: key })
    const notices = async () => {
      const { deliveries } = (await world.call('/dashboard/api/sandbox/deliveries?limit=99', { cookie })).body
      return deliveries.filter(({ type }: { type: string }) => type === 'FilesChecked').length
    }
    const sha256 = createHash('sha256').update(late).digest('hex')
    const isKept = async () => {
      const { rows } = await sql`select 1 from files where sha256 = ${sha256}`.execute(world.app.database.db)
      return rows.length > 0
    }
    assert.equal((await world.call('/orders/late', { as })).body.status, 'FAILED')
    assert.equal((await coverOfOrder()).status, 200)
    await world.advance(29 * day)
    assert.deepEqual([(await read()).status, (await notices()) > 0, await isKept()], [200, true, true])
    await world.advance(2 * day)
    const gone = await read()
    assert.deepEqual([gone.status, await notices(), await isKept()], [404, 0, true])
    assert.match(gone.body.detail, /30 days/)
    assert.equal((await world.call(`/files/checks/${checkId}/preview/1`, { as: key })).status, 404)
    await world.advance(28 * day)
    assert.ok(await isKept())
    await world.advance(2 * day)
    assert.ok(!(await isKept()))
    const refused = await coverOfOrder()
    assert.deepEqual([refused.status, refused.body.code], [404, 'file_not_kept'])
    assert.match(refused.body.detail, /60 days/)
  })
})

describe('an uploaded file that was mended', () => {
  it('an uploaded file that was repaired is checked as it was sent when the staff have it checked again, and is reported once', async () => {
    await world.call('/dashboard/api/products', {
      method: 'POST',
      cookie,
      body: { sku: 'MENDED', name: 'Mended', manufacturingSku: novel },
    })
    const sent = await PDFDocument.load(pages)
    sent.removePage(119)
    for (const [part, payload] of [
      ['cover', cover],
      ['guts', Buffer.from(await sent.save())],
    ] as const) {
      const url = `/products/MENDED/files/${part}`
      const headers = { cookie, 'content-type': 'application/pdf' }
      assert.equal((await world.app.server.inject({ method: 'PUT', url, headers, payload })).statusCode, 200)
    }
    const as = world.charged.production.authorization
    const body = orderBody({ customerOrderId: 'mended', orderItems: [{ sku: 'MENDED', quantity: 1 }] })
    assert.equal((await world.call('/orders/create', { method: 'POST', as, body })).status, 201)
    await world.settle()
    const first = (await world.call('/orders/mended', { as })).body
    assert.deepEqual(
      [first.status, first.warnings.map((one: { code: string }) => one.code)],
      ['VALID_AWAITING_PAYMENT', ['pages_padded', 'pages_blank', 'pages_blank']],
      JSON.stringify(first.errors),
    )
    await world.advance(day)
    assert.equal((await press(world).tell('mended', 'problem', { reason: 'blurred' })).status, 200)
    assert.equal((await support(world).act(world.charged, 'mended', 'revalidate')).status, 200)
    await world.settle()
    const again = (await world.call('/orders/mended', { as })).body
    assert.deepEqual(
      [again.status, again.warnings],
      ['VALID_HOLDING_BIN', first.warnings],
      JSON.stringify(again.errors),
    )
  })
})

describe('files of an order at the printer', () => {
  const id = 'looked-at'
  let jobId: string
  let other: string
  before(async () => {
    await world.call('/dashboard/api/products', {
      method: 'POST',
      cookie,
      body: { sku: 'SHOWN', name: 'Shown', manufacturingSku: novel },
    })
    for (const [part, payload] of [
      ['cover', cover],
      ['guts', pages],
    ] as const) {
      const answer = await world.app.server.inject({
        method: 'PUT',
        url: `/products/SHOWN/files/${part}`,
        headers: { cookie, 'content-type': 'application/pdf' },
        payload,
      })
      assert.equal(answer.statusCode, 200)
    }
    const body = orderBody({ customerOrderId: id, orderItems: [{ sku: 'SHOWN', quantity: 1 }] })
    const as = world.charged.production.authorization
    assert.equal((await world.call('/orders/create', { method: 'POST', as, body })).status, 201)
    await world.settle()
    await world.advance(day)
    const { jobs } = (await world.call('/press/jobs', { as: world.demo.printer.authorization })).body
    jobId = jobs.find((one: { customerOrderId: string }) => one.customerOrderId === id).jobId
    const deps = { ...world.app, db: world.app.database.db }
    other = (await createKey(deps, { kind: 'printer', printer: 'another' }, 'Another press', 'test')).authorization
  })
  const sawnBy = async (path: string, headers: Record<string, string>) => {
    const answer = await world.call(path, { headers })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.items[0].files as {
      part: string
      sha256: string
      findings: object[]
      previews: { url: string }[]
    }[]
  }

  it('the staff and the printer see the files of an order as the customer does: the same bytes, findings and pictures', async () => {
    const staff = { authorization: world.demo.staff.authorization }
    const printer = { authorization: world.demo.printer.authorization }
    const at = `/staff/orders/${world.charged.accountId}/${id}/files`
    const customers = await sawnBy(`/dashboard/api/production/orders/${id}/files`, { cookie })
    assert.deepEqual(
      customers.map(({ part, previews }) => [part, previews.length]),
      [
        ['cover', 1],
        ['guts', 5],
      ],
    )
    for (const [path, headers] of [
      [at, staff],
      [`/press/jobs/${jobId}/files`, printer],
    ] as const) {
      const seen = await sawnBy(path, headers)
      assert.deepEqual(
        seen.map(({ part, sha256, findings }) => [part, sha256, findings]),
        customers.map(({ part, sha256, findings }) => [part, sha256, findings]),
      )
      for (const { previews } of seen) {
        const { status, bytes, fields } = await picture(previews[0]!.url, headers)
        assert.equal(status, 200)
        assert.ok(isWebp(bytes))
        assert.match(String(fields['content-security-policy']), /sandbox/)
        assert.ok(new URL(previews[0]!.url).pathname.startsWith(path))
        assert.equal((await picture(previews[0]!.url, { cookie })).status, 403)
      }
      assert.equal((await picture(`${path}/0/cover/preview/2`, headers)).status, 404)
      assert.equal((await picture(`${path}/1/cover/preview/1`, headers)).status, 404)
    }
  })

  it('files of an order are not found by another printer, nor under another account', async () => {
    const another = { authorization: other }
    assert.equal((await world.call(`/press/jobs/${jobId}/files`, { headers: another })).status, 404)
    assert.equal((await picture(`/press/jobs/${jobId}/files/0/cover/preview/1`, another)).status, 404)
    const at = `/staff/orders/${world.enterprise.accountId}/${id}/files`
    const staff = { authorization: world.demo.staff.authorization }
    assert.equal((await world.call(at, { headers: staff })).status, 404)
    assert.equal((await picture(`${at}/0/cover/preview/1`, staff)).status, 404)
  })
})
