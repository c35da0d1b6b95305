// Orders with real files: fetched from a web server, read, judged, stored, and printed from exactly what was read.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { day, minute } from '../../src/base/clock.ts'
import type { Mode } from '../../src/base/mode.ts'
import { readConfig } from '../../src/config/config.ts'
import { corpus } from '../corpus/corpus.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { startFileServer } from '../support/fileServer.ts'
import { orderBody, startReceiver, startWorld, type World } from '../support/world.ts'

const novel = 'PB-0600X0900-BW-60W'

let world: World
let server: Awaited<ReturnType<typeof startFileServer>>
let cover: Buffer
let pages: Buffer

before(async () => {
  world = await startWorld({ config: { files: readConfig([], {}).files } })
  server = await startFileServer()
  cover = await template('cover', 120)
  pages = await template('pages', 120)
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})
beforeEach(() => {
  server.files.clear()
  server.requests.length = 0
})

async function template(part: 'cover' | 'pages', pageCount: number, sku = novel): Promise<Buffer> {
  const url = `/templates/published/${sku}/${part}/pdf?units=in&pageCount=${pageCount}`
  const { rawPayload, statusCode } = await world.app.server.inject(url)
  assert.equal(statusCode, 200)
  return rawPayload
}

let orders = 0
async function place(
  product: object,
  { mode = 'production' as Mode, pageCount }: { mode?: Mode; pageCount?: number } = {},
) {
  const customerOrderId = `files-${++orders}`
  const item = { sku: 'NOVEL', quantity: 1, product, ...(pageCount === undefined ? {} : { pageCount }) }
  const body = orderBody({ customerOrderId, orderItems: [item] })
  const answer = await world.call('/orders/create', { method: 'POST', as: world.charged[mode].authorization, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { id: customerOrderId, placed: answer.body, now: () => read(customerOrderId, mode) }
}
const read = async (id: string, mode: Mode) =>
  (await world.call(`/orders/${id}`, { as: world.charged[mode].authorization })).body

/** A name for each test, so that no test sees what another has had fetched. */
let names = 0
function serve(files: {
  cover?: Parameters<typeof server.files.set>[1]
  pages?: Parameters<typeof server.files.set>[1]
}) {
  const name = `/${++names}`
  if (files.cover !== undefined) server.files.set(`${name}/cover.pdf`, files.cover)
  if (files.pages !== undefined) server.files.set(`${name}/pages.pdf`, files.pages)
  return { coverUrl: server.at(`${name}/cover.pdf?token=s3cret`), gutsUrl: server.at(`${name}/pages.pdf`) }
}

const count = async (table: string, where = sql`true`) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(
    world.app.database.db,
  )
  return rows[0]!.n
}

describe('an order with good files', () => {
  it('an order with good files passes, has the price of its actual page count, and is printed from the checked files', async () => {
    const urls = serve({ cover: await template('cover', 200), pages: await template('pages', 200) })
    const order = await place(urls)
    assert.equal(order.placed.pricing.final, false)
    await world.settle()
    const passed = await order.now()
    assert.equal(passed.status, 'VALID_AWAITING_PAYMENT', JSON.stringify(passed.errors))
    assert.equal(passed.pricing.final, true)
    assert.ok(
      passed.pricing.itemsTotal > order.placed.pricing.itemsTotal,
      'the product says 120 pages, the file has 200',
    )

    const second = await place(urls)
    assert.equal(second.placed.pricing.itemsTotal, passed.pricing.itemsTotal, 'known from the earlier reading')

    await world.advance(day)
    const jobs = await world.call('/press/jobs', { as: world.demo.printer.authorization })
    const job = jobs.body.jobs.find((one: { customerOrderId: string }) => one.customerOrderId === order.id)
    const { body } = await world.call(`/press/jobs/${job.jobId}`, { as: world.demo.printer.authorization })
    const [item] = (body.ticket ?? body).items
    assert.equal(item.pageCount, 200)
    assert.match(item.files.guts.sha256, /^[0-9a-f]{64}$/)
    const download = await world.app.server.inject({
      url: `/press/jobs/${job.jobId}/files/0/guts`,
      headers: { authorization: world.demo.printer.authorization },
    })
    assert.equal(download.statusCode, 200)
    assert.match(String(download.headers['content-disposition']), /^attachment/)
    assert.ok(download.rawPayload.equals(await template('pages', 200)))
    const byLink = await world.app.server.inject(item.links.guts.replace(/^http:..[^/]+/, ''))
    assert.deepEqual([byLink.statusCode, byLink.rawPayload.equals(download.rawPayload)], [200, true])
  })

  it('files of many orders are fetched once, and then only asked whether they changed', async () => {
    const urls = serve({ cover, pages })
    await Promise.all([place(urls), place(urls), place(urls)])
    await world.settle()
    assert.deepEqual(server.statuses().sort(), [200, 200])
    await place(urls)
    await world.settle()
    assert.deepEqual(server.statuses().sort(), [200, 200, 304, 304])
  })

  it('files that have two addresses are stored and read once', async () => {
    const before = await count('stored_files')
    const again = await place(serve({ cover, pages }))
    await world.settle()
    assert.equal((await again.now()).status, 'VALID_AWAITING_PAYMENT')
    assert.equal(await count('stored_files'), before)
  })

  it('files that changed at the same address are read again', async () => {
    const urls = serve({ cover, pages })
    await place(urls)
    await world.settle()
    server.files.set(new URL(urls.gutsUrl).pathname, await template('pages', 122))
    server.files.set(new URL(urls.coverUrl).pathname, await template('cover', 122))
    const order = await place(urls)
    await world.settle()
    const { status, errors } = await order.now()
    assert.equal(status, 'VALID_AWAITING_PAYMENT', JSON.stringify(errors))
    assert.deepEqual(server.statuses().sort(), [200, 200, 200, 200])
  })

  it('a recheck and a reprint are printed from the bytes of the original; where these are gone, the staff decide', async () => {
    const urls = serve({ cover, pages })
    const order = await place(urls)
    await world.advance(day)
    const [printer, staff] = [press(world), support(world)]
    const filesOf = async (id: string) => {
      const { body } = await world.call(`/press/jobs/${(await printer.jobOf(id)).jobId}`, {
        as: world.demo.printer.authorization,
      })
      const [{ pageCount, files }] = (body.ticket ?? body).items
      return { pageCount, cover: files.cover.sha256, guts: files.guts.sha256 }
    }
    const paid = await filesOf(order.id)
    server.files.set(new URL(urls.gutsUrl).pathname, await template('pages', 200))
    server.files.set(new URL(urls.coverUrl).pathname, await template('cover', 200))
    server.requests.length = 0

    await printer.tell(order.id, 'problem', { reason: 'blurred' })
    assert.equal((await staff.act(world.charged, order.id, 'revalidate')).status, 200)
    await world.advance(day)
    assert.deepEqual(await filesOf(order.id), paid)

    const shipped = await printer.tell(order.id, 'ship', parcel)
    assert.equal(shipped.status, 200, JSON.stringify(shipped.body))
    const reprinted = await staff.act(world.charged, order.id, 'reprint', { reason: 'blurred' })
    const reprint = reprinted.body.order?.customerOrderId ?? reprinted.body.customerOrderId
    assert.ok(reprint, JSON.stringify(reprinted.body))
    await world.advance(day)
    assert.deepEqual(await filesOf(reprint), paid)
    assert.deepEqual(server.requests, [])

    await sql`delete from files where sha256 = ${paid.guts}`.execute(world.app.database.db)
    const late = (await staff.act(world.charged, order.id, 'reprint', { reason: 'lost' })).body.customerOrderId
    await world.advance(day)
    const { status, errors } = await read(late, 'production')
    assert.deepEqual([status, errors.map(({ code }: { code: string }) => code)], ['EXCEPTION', ['files_not_checked']])
  })

  it('an enterprise order is rechecked with the bytes that the printer priced; where these are gone, the staff decide', async () => {
    const urls = serve({ cover, pages })
    const [printer, staff] = [press(world), support(world)]
    const customer = program(world, world.enterprise, 'production')
    const item = { sku: 'NOVEL', quantity: 1, product: urls }
    await customer.place('priced-files', { orderItems: [item] })
    await world.advance(day)
    const accepted = await printer.tell('priced-files', 'accept', { itemsTotal: 10, taxesTotal: 1 })
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    server.files.set(new URL(urls.gutsUrl).pathname, await template('pages', 200))
    server.files.set(new URL(urls.coverUrl).pathname, await template('cover', 200))
    server.requests.length = 0
    const recheck = async () => {
      await printer.tell('priced-files', 'problem', { reason: 'blurred' })
      assert.equal((await staff.act(world.enterprise, 'priced-files', 'revalidate')).status, 200)
      await world.advance(day)
      return customer.read('priced-files')
    }
    assert.equal((await recheck()).status, 'PRINTING')
    assert.deepEqual(server.requests, [])
    await world.assertSound()

    await sql`
      delete from files
      where sha256 in (
        select books -> 0 ->> 'gutsSha256' from order_contents join orders using (account_id, mode, order_id)
        where customer_order_id = 'priced-files')`.execute(world.app.database.db)
    const { status, errors } = await recheck()
    assert.deepEqual([status, errors.map(({ code }: { code: string }) => code)], ['EXCEPTION', ['files_not_checked']])
  })

  it('the addresses of files are not stored with the fetched files', async () => {
    const { rows } = await sql<{ row: string }>`select s::text as row from file_sources s`.execute(
      world.app.database.db,
    )
    assert.ok(rows.length > 0)
    for (const { row } of rows) assert.doesNotMatch(row, /s3cret|127\.0\.0\.1/)
  })
})

describe('an order with files that can be mended', () => {
  it('an order with files that can be repaired is printed from the repaired file, and reports the repairs', async () => {
    const sent = await PDFDocument.load(await template('pages', 124))
    sent.removePage(123)
    sent.getPage(3).setRotation(degrees(90))
    const asSent = Buffer.from(await sent.save())
    const order = await place(serve({ cover: await template('cover', 124), pages: asSent }))
    await world.settle()
    const { status, errors, warnings } = await order.now()
    assert.equal(status, 'VALID_AWAITING_PAYMENT', JSON.stringify(errors))
    const listed = warnings.map((one: Record<string, string>) => [one.code, one.pages, one.pointer])
    const pointer = '/orderItems/0/product/gutsUrl'
    assert.deepEqual(listed, [
      ['pages_padded', '124', pointer],
      ['page_turned', '4', pointer],
      ['pages_blank', '1-123', pointer],
      ['pages_blank', '1', '/orderItems/0/product/coverUrl'],
    ])

    await world.advance(day)
    const as = world.demo.printer.authorization
    const { jobs } = (await world.call('/press/jobs', { as })).body
    const job = jobs.find((one: { customerOrderId: string }) => one.customerOrderId === order.id)
    const { body } = await world.call(`/press/jobs/${job.jobId}`, { as })
    const [item] = (body.ticket ?? body).items
    assert.equal(item.pageCount, 124)
    const download = (url: string, headers = {}) => world.app.server.inject({ url, headers })
    const printed = (await download(item.links.guts.replace(/^http:..[^/]+/, ''))).rawPayload
    assert.equal(createHash('sha256').update(printed).digest('hex'), item.files.guts.sha256)
    assert.ok(!printed.equals(asSent))
    const byKey = await download(`/press/jobs/${job.jobId}/files/0/guts`, { authorization: as })
    assert.ok(byKey.rawPayload.equals(printed))
    const mended = (await PDFDocument.load(printed)).getPages()
    assert.deepEqual([mended.length, mended[3]!.getRotation().angle % 360], [124, 0])
    assert.deepEqual(mended[123]!.getSize(), mended[0]!.getSize())
  })
})

describe('an order with bad files', () => {
  it('an order with bad files fails with all findings: position, value, expectation, tolerance, and fix', async () => {
    const urls = serve({
      cover: await template('cover', 300),
      pages: Buffer.from('<!doctype html><title>Sign in</title>'),
    })
    const order = await place(urls)
    await world.settle()
    const { status, errors, pricing } = await order.now()
    assert.equal(status, 'FAILED')
    assert.equal(pricing, undefined)
    const html = errors.find((one: { code: string }) => one.code === 'file_not_pdf')
    assert.equal(html.pointer, '/orderItems/0/product/gutsUrl')
    assert.equal(html.file, 'guts')
    assert.equal(html.severity, 'error')
    assert.ok(html.fix.length > 0 && html.message.length > 0 && html.detail.includes(html.message))
  })

  it('an order with bad files fails when the cover is that of another page count', async () => {
    const order = await place(serve({ cover: await template('cover', 300), pages }))
    await world.settle()
    const { status, errors } = await order.now()
    assert.equal(status, 'FAILED')
    const [wrong] = errors
    assert.equal(wrong.file, 'cover')
    for (const field of ['got', 'expected', 'tolerance'])
      assert.ok(wrong[field], `${field} of ${JSON.stringify(wrong)}`)
  })

  it('an order with bad files fails when another page count was declared', async () => {
    const order = await place(serve({ cover, pages }), { pageCount: 130 })
    await world.settle()
    const { status, errors } = await order.now()
    assert.equal(status, 'FAILED')
    assert.ok(errors.some((one: { code: string }) => one.code === 'page_count_not_declared'))
  })

  it('an order with bad files has no more findings than a webhook can carry', async () => {
    const { make } = corpus.find(({ name }) => name === '800 pages, each of another size')!
    const product = serve({ cover, pages: Buffer.from(await make()) })
    const customerOrderId = `files-${++orders}`
    const orderItems = Array.from({ length: 20 }, () => ({ sku: 'NOVEL', quantity: 1, product }))
    const as = world.charged.production.authorization
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const body = { ...orderBody({ customerOrderId, orderItems }), webhookUrl: receiver.url }
    assert.equal((await world.call('/orders/create', { method: 'POST', as, body })).status, 201)
    await world.settle()
    const { status, errors } = await read(customerOrderId, 'production')
    assert.deepEqual([status, errors.length], ['FAILED', 101])
    const last = errors.at(-1)
    assert.match(last.message, /^There are \d+ more problems, in \d+ files\.$/)
    const [listed] = receiver.received.filter(({ type }) => type === 'OrderValidationFailed')
    assert.deepEqual(listed!.data.errors, errors)
    assert.ok(JSON.stringify(errors).length < 100_000)
  })

  it('an order with bad files fails in the sandbox as it would in production', async () => {
    const order = await place(serve({ cover, pages: Buffer.from('no pdf') }), { mode: 'sandbox' })
    await world.settle()
    assert.equal((await order.now()).status, 'FAILED')
  })

  for (const [what, url] of [
    ['a private network', 'http://10.0.0.1/a.pdf'],
    ['a port where no web server is', 'http://127.0.0.1:5432/a.pdf'],
  ])
    it(`an order with bad files fails at once when an address leads to ${what}`, async () => {
      const order = await place({ coverUrl: url, gutsUrl: url })
      await world.settle()
      const { status, errors } = await order.now()
      assert.equal(status, 'FAILED')
      assert.deepEqual(
        errors.map((one: { code: string }) => one.code),
        ['file_address_invalid', 'file_address_invalid'],
      )
    })

  it('an order with bad files fails at once when a redirect leads to a private network', async () => {
    const away = (_: unknown, response: import('node:http').ServerResponse) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    const order = await place(serve({ cover, pages: away }))
    await world.settle()
    assert.equal((await order.now()).errors[0].code, 'file_address_invalid')
  })
})

describe('a file that cannot be had', () => {
  it('a file that cannot be fetched is requested again for 10 minutes, and then the order fails and names the status', async () => {
    const urls = serve({ cover, pages: 404 })
    const order = await place(urls)
    await world.advance(9 * minute)
    assert.equal((await order.now()).status, 'VALIDATING')
    const asked = server.requests.filter(({ path }) => path.endsWith('pages.pdf')).length
    assert.ok(asked >= 5 && asked <= 8, `${asked} times`)
    await world.advance(2 * minute)
    const { status, errors } = await order.now()
    assert.equal(status, 'FAILED')
    assert.deepEqual(
      errors.map((one: Record<string, string>) => [one.code, one.pointer, one.got]),
      [['file_unreachable', '/orderItems/0/product/gutsUrl', 'HTTP status 404']],
    )
  })

  it('an order that fails because a file cannot be fetched has no shipping dates', async () => {
    const order = await place(serve({ cover, pages: 404 }))
    assert.notEqual((await order.now()).estimatedShipDate, null)
    await world.advance(11 * minute)
    const { status, estimatedShipDate, selectedShipping } = await order.now()
    assert.deepEqual([status, estimatedShipDate, selectedShipping.estimatedDelivery], ['FAILED', null, null])
  })

  it('a file that can be fetched within 10 minutes lets the order pass', async () => {
    const urls = serve({ cover, pages: 503 })
    const order = await place(urls)
    await world.advance(2 * minute)
    assert.equal((await order.now()).status, 'VALIDATING')
    server.files.set(new URL(urls.gutsUrl).pathname, pages)
    await world.advance(3 * minute)
    assert.equal((await order.now()).status, 'VALID_AWAITING_PAYMENT')
  })

  it('a file that cannot be fetched is only a warning in the sandbox, and so is a cover without its page count', async () => {
    const order = await place(
      { coverUrl: serve({ cover }).coverUrl, gutsUrl: 'https://nowhere.example/pages.pdf' },
      { mode: 'sandbox' },
    )
    await world.advance(11 * minute)
    const { status, warnings } = await order.now()
    assert.equal(status, 'VALID_AWAITING_PAYMENT')
    assert.deepEqual(
      warnings.map((one: Record<string, string>) => [one.code, one.got, one.message]),
      [
        [
          'cover_width_unchecked',
          'a cover for 120 pages',
          'The cover is as wide as that of a book of 120 pages. The page count of this book is unknown.',
        ],
        ['pages_blank', 'nothing that prints', 'The file is blank: nothing on it would print.'],
        ['file_unreachable', 'dns_failed', 'The file could not be fetched: the name of its server cannot be resolved.'],
      ],
    )
  })
})

describe('a sandbox order whose files cannot be had', () => {
  const forward = async (by: string) => {
    const owner = await member(world, world.charged)
    assert.equal((await owner.fastForward(by)).status, 200)
    await world.settle()
  }
  const broken = async () => {
    const order = await place(serve({ cover, pages: 404 }), { mode: 'sandbox' })
    await world.settle()
    return order
  }

  it('a sandbox order whose files cannot be fetched goes on when fast-forward passes the 10 minutes', async () => {
    const order = await broken()
    const { status, updatedAt } = await order.now()
    await forward('PT9M')
    const waiting = await order.now()
    assert.deepEqual([waiting.status, waiting.updatedAt], [status, updatedAt])
    await forward('PT1M')
    const { status: then, warnings } = await order.now()
    assert.equal(then, 'VALID_AWAITING_PAYMENT')
    assert.deepEqual(
      warnings.map((one: { code: string }) => one.code),
      ['cover_width_unchecked', 'pages_blank', 'file_unreachable'],
    )
  })

  it('a sandbox order whose files cannot be fetched goes on after one large step as well', async () => {
    const order = await broken()
    await forward('P1D')
    assert.equal((await order.now()).status, 'VALID_AWAITING_PAYMENT')
  })
})

describe('a fault of our own', () => {
  it('a fault of the service does not fail the files: the order waits, and passes when the fault is over', async () => {
    const scratch = join(world.dataDir, 'scratch')
    rmSync(scratch, { recursive: true, force: true })
    writeFileSync(scratch, 'no folder')
    const order = await place(serve({ cover, pages: Buffer.concat([pages, Buffer.from('\n')]) }))
    await world.advance(2 * minute)
    const { status, errors, warnings } = await order.now()
    assert.deepEqual([status, errors ?? [], warnings ?? []], ['VALIDATING', [], []])
    const refused = await program(world, world.charged, 'production').cancel(order.id)
    assert.deepEqual(
      [refused.status, refused.body.currentStatus, refused.headers['retry-after']],
      [409, 'VALIDATING', '2'],
    )
    rmSync(scratch)
    await world.advance(3 * minute)
    assert.equal((await order.now()).status, 'VALID_AWAITING_PAYMENT')
  })

  it('a fault of the service that lasts stops the order for the staff', async () => {
    const scratch = join(world.dataDir, 'scratch')
    rmSync(scratch, { recursive: true, force: true })
    writeFileSync(scratch, 'no folder')
    const order = await place(serve({ cover, pages: Buffer.concat([pages, Buffer.from('\r\n')]) }))
    await world.advance(11 * minute)
    const { status, errors } = await order.now()
    const codes = errors.map(({ code }: { code: string }) => code)
    assert.deepEqual([status, codes], ['EXCEPTION', ['files_not_checked']])
    rmSync(scratch)
  })
})

describe('a worker that dies', () => {
  it('a worker that dies leaves an order whose check has begun VALIDATING, where it cannot be canceled; the check is made again', async () => {
    let dies = true
    await using ownWorld = await startWorld({
      config: { files: readConfig([], {}).files },
      crash: point => {
        if (dies && point === 'validate:begun') throw new Error('the worker died')
      },
    })
    const customer = program(ownWorld, ownWorld.charged, 'production')
    await customer.place('a', { orderItems: [{ sku: 'NOVEL', quantity: 1, product: serve({ cover, pages }) }] })
    await ownWorld.settle()
    assert.equal(await customer.statusOf('a'), 'VALIDATING')
    const { status, body } = await customer.cancel('a')
    assert.deepEqual([status, body.code, body.currentStatus], [409, 'order_not_cancellable', 'VALIDATING'])
    dies = false
    await ownWorld.advance(5 * minute)
    assert.equal(await customer.statusOf('a'), 'VALID_AWAITING_PAYMENT')
    await ownWorld.assertSound()
  })
})

describe('a slow source', () => {
  it('a slow file server delays no orders of other accounts, nor their responses', async () => {
    let release = () => {}
    const slow = (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-length': pages.length })
      response.write(pages.subarray(0, 1000))
      release = () => response.end(pages.subarray(1000))
    }
    const stuck = await place(serve({ cover, pages: slow }))
    const quick = await place(serve({ cover, pages }))
    const settling = world.settle()
    for (let status = ''; status !== 'VALID_AWAITING_PAYMENT'; status = (await quick.now()).status)
      await new Promise(setImmediate)
    assert.equal((await stuck.now()).status, 'VALIDATING')
    release()
    await settling
    assert.equal((await stuck.now()).status, 'VALID_AWAITING_PAYMENT')
  })

  it('a slow source keeps only orders whose own files are being fetched from being canceled, and no file of a canceled order is fetched', async () => {
    const held: (() => void)[] = []
    const slow = (part: Buffer) => (_: unknown, response: import('node:http').ServerResponse) => {
      held.push(() => void response.writeHead(200, { 'content-length': part.length }).end(part))
    }
    const customer = program(world, world.charged, 'production')
    const placed: Awaited<ReturnType<typeof place>>[] = []
    for (let i = 0; i < 10; i++) placed.push(await place(serve({ cover: slow(cover), pages: slow(pages) })))
    const settling = world.settle()
    while (held.length < 3) await new Promise(setImmediate)
    const answers = await Promise.all(placed.map(({ id }) => customer.cancel(id)))
    const refused = answers.flatMap(({ status }, i) => (status === 409 ? [placed[i]!] : []))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [409, 409, ...Array(8).fill(200)],
      'the first has both of its files fetched, the second its cover',
    )
    let released = 0
    const releasing = setInterval(() => {
      for (const release of held.splice(0)) {
        released++
        release()
      }
    }, 1)
    await settling
    clearInterval(releasing)
    assert.equal(released, 2 * refused.length)
    for (const { now } of refused) assert.equal((await now()).status, 'VALID_AWAITING_PAYMENT')
  })
})
