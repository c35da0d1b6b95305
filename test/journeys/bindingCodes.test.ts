// A press desk that compares covers and pages at binding: the files that it gets, its scans, and what a mismatch stops.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { parcel, press } from '../support/actors.ts'
import { type Job, keepsake, staffEmail, startBoundBooks } from '../support/boundBooks.ts'
import { readDataMatrix } from '../support/dataMatrix.ts'
import { readPdf } from '../support/pdf.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let books: Awaited<ReturnType<typeof startBoundBooks>>
before(async () => {
  books = await startBoundBooks()
  world = await startWorld({ config: books.config })
  assert.equal(world.charged.products[1]!.manufacturingSku, keepsake)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await books[Symbol.asyncDispose]()
})

const acceptedJobs = (orders: string[], book = 0) => books.acceptedJobs(world, orders, book)
const as = () => world.demo.printer.authorization
const staff = () => world.demo.staff.authorization
const scan = async (...scanned: string[]) =>
  (await world.call('/press/binding/checks', { method: 'POST', as: as(), body: { scanned } })).body
const tell = (job: Job, act: string, body?: object) =>
  world.call(`/press/jobs/${job.jobId}/${act}`, { method: 'POST', as: as(), body })

const download = (url: string) => world.app.server.inject({ url, headers: { authorization: as() } })
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('the files of a printer with binding codes', () => {
  it('the files carry the codes of the job, with their checksums and sizes, and the checked files stay as they are', async () => {
    const [job] = await acceptedJobs(['coded-1'])
    const [item] = job.items
    for (const part of ['cover', 'guts'] as const) {
      const byLink = await download(item.links[part].replace(/^https?:..[^/]+/, ''))
      const byKey = await download(`/press/jobs/${job.jobId}/files/0/${part}`)
      assert.ok(byLink.rawPayload.equals(byKey.rawPayload))
      assert.equal(digest(byLink.rawPayload), item.files[part].sha256)
      assert.deepEqual([byLink.headers.etag, byKey.headers.etag], Array(2).fill(`"${item.files[part].sha256}"`))
      assert.equal(Number(byLink.headers['content-length']), byLink.rawPayload.length)
      assert.deepEqual(await readDataMatrix(byLink.rawPayload), [item.bindingCodes[part].code])
      const sent = books.sentFile('NOVEL', part)
      assert.ok(byLink.rawPayload.length > sent.length)
      assert.ok(byLink.rawPayload.subarray(0, sent.length).equals(sent))
      const { rows } = await sql<{ bytes: string }>`
        select bytes from stored_files where sha256 = ${digest(sent)}`.execute(world.app.database.db)
      assert.equal(Number(rows[0]!.bytes), sent.length)
    }
    const ticket = await readPdf((await download(`/press/jobs/${job.jobId}/ticket.pdf`)).rawPayload)
    const { text } = await ticket.page(1)
    await ticket.close()
    assert.ok(text.includes(item.bindingCodes.cover.code) && text.includes(item.bindingCodes.guts.code))
    assert.ok(text.includes(item.files.cover.sha256.slice(0, 16)))
  })

  it('the archive of several jobs has the files with their codes, and refuses more than an archive holds', async () => {
    const jobs = await acceptedJobs(['zip-1', 'zip-2'])
    const url = `/press/jobs/files.zip?jobIds=${jobs.map(({ jobId }) => jobId)}`
    const files = unzipSync((await download(url)).rawPayload)
    const names = ['zip-1', 'zip-2'].flatMap(order => [`${order}-1-cover.pdf`, `${order}-1-pages.pdf`])
    assert.deepEqual(Object.keys(files), ['tickets.pdf', ...names])
    const digests = jobs.flatMap(({ items: [{ files }] }) => [files.cover.sha256, files.guts.sha256])
    assert.deepEqual(
      names.map(name => digest(Buffer.from(files[name]!))),
      digests,
    )
    const { db } = world.app.database

    await sql`update stored_files set bytes = bytes * 1000000`.execute(db)
    const refused = await download(url)
    await sql`update stored_files set bytes = bytes / 1000000`.execute(db)
    assert.deepEqual([refused.statusCode, refused.json().code], [400, 'malformed_request'])
    assert.match(refused.json().detail, /have \d+\.\d GB; request at most 4 GB at once/)
  })

  it('a file without room outside the trim has no code, and the ticket says so', async () => {
    const [job] = await acceptedJobs(['no-room'], 1)
    const [item] = job.items
    assert.deepEqual(item.bindingCodes.guts, { code: null, missing: 'no_room' })
    assert.match(item.bindingCodes.cover.code, /^B\w{11}C$/)
    const pages = await download(`/press/jobs/${job.jobId}/files/0/guts`)
    assert.ok(pages.rawPayload.equals(books.sentFile('KEEPSAKE', 'guts')))
    const ticket = await readPdf((await download(`/press/jobs/${job.jobId}/ticket.pdf`)).rawPayload)
    assert.match((await ticket.page(1)).text, /Page 1 code\s+None: too little room outside the trim/)
    await ticket.close()

    assert.equal((await scan(item.bindingCodes.cover.code, item.barcode)).outcome, 'match')
  })
})

describe('a check at binding', () => {
  it('a cover and the pages of its book match, in either order', async () => {
    const [job] = await acceptedJobs(['match'])
    const { cover, guts } = job.items[0].bindingCodes
    const found = await scan(cover.code, guts.code)
    assert.deepEqual(found, {
      outcome: 'match',
      mismatchId: null,
      parts: ['cover', 'guts'].map(part => ({
        ...{ jobId: job.jobId, customerOrderId: 'match', book: 1, part, status: 'ACCEPTED' },
        cancellationRequested: false,
      })),
    })
    assert.equal((await scan(guts.code, cover.code)).outcome, 'match')
    assert.equal((await tell(job, 'printed')).status, 200)
  })

  it('two covers, a ticket in the place of a code, and a text that is no code are no mismatch', async () => {
    const [one, other] = await acceptedJobs(['twice-1', 'twice-2'])
    const codes = (job: Job) => job.items[0].bindingCodes
    assert.equal((await scan(codes(one).cover.code, codes(other).cover.code)).outcome, 'same_part')
    assert.equal((await scan(codes(one).cover.code, one.items[0].barcode)).outcome, 'has_code')
    assert.deepEqual(await scan('9781861972712', codes(one).cover.code), {
      ...{ outcome: 'unknown', mismatchId: null },
      parts: [null, { ...(await scan(codes(one).cover.code, codes(one).guts.code)).parts[0] }],
    })
    assert.equal((await scan('B00000000000C', 'B00000000000P')).outcome, 'unknown')
    assert.equal((await tell(one, 'printed')).status, 200)
  })

  it('parts of different books stop both jobs and alarm the staff, until a person decides', async () => {
    const [one, other] = await acceptedJobs(['wrong-1', 'wrong-2'])
    const scanned = [one.items[0].bindingCodes.cover.code, other.items[0].bindingCodes.guts.code]
    const { outcome, mismatchId } = await scan(...scanned)
    assert.equal(outcome, 'mismatch')
    assert.equal((await scan(...scanned)).mismatchId, mismatchId, 'scanned again, it is the same')
    for (const job of [one, other]) {
      assert.equal((await press(world).jobOf(job.customerOrderId)).bindingMismatchId, mismatchId)
      const refused = await tell(job, 'ship', parcel)
      assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'])
      assert.equal((await tell(job, 'printed')).status, 409)
    }
    const many = await world.call('/press/jobs/printed', { method: 'POST', as: as(), body: { jobIds: [one.jobId] } })
    assert.equal(many.body.results[0].outcome, 'refused')

    const open = (await world.call('/press/binding/mismatches', { as: as() })).body.mismatches
    assert.deepEqual(
      open.map((found: Job) => [found.mismatchId, found.parts.map((part: Job) => [part.customerOrderId, part.part])]),
      [
        [
          mismatchId,
          [
            ['wrong-1', 'cover'],
            ['wrong-2', 'guts'],
          ],
        ],
      ],
    )
    const listed = (await world.call('/staff/binding-mismatches', { as: staff() })).body
    assert.deepEqual(
      listed.mismatches.map((found: Job) => [
        found.mismatchId,
        found.resolvedAt,
        found.scanned,
        found.jobs.map((job: Job) => job.customerOrderId).toSorted(),
      ]),
      [[mismatchId, null, scanned, ['wrong-1', 'wrong-2']]],
    )
    await world.settle()
    const emails = [...world.sentMails.values()].filter(({ to }) => to === staffEmail)
    assert.equal(emails.length, 1)
    assert.match(emails[0]!.subject, /a cover and pages of different books/)

    const resolve = () =>
      world.call(`/press/binding/mismatches/${mismatchId}/resolve`, {
        ...{ method: 'POST', as: as(), body: { note: 'Two stacks were swapped.' } },
      })
    assert.equal((await resolve()).status, 204)
    assert.deepEqual([(await resolve()).status, (await resolve()).body.code], [409, 'wrong_state'])
    assert.deepEqual((await world.call('/press/binding/mismatches', { as: as() })).body, { mismatches: [] })
    const shipped = await tell(one, 'ship', parcel)
    assert.deepEqual([shipped.status, shipped.body.status, shipped.body.bindingMismatchId], [200, 'SHIPPED', null])
    const { entries } = (await world.call('/staff/audit', { as: staff() })).body
    const acts = entries.filter(({ action }: Job) => action.startsWith('binding_'))
    assert.deepEqual(
      acts.map(({ action, details }: Job) => [action, details.customerOrderId, details.note ?? null]).toSorted(),
      [
        ['binding_mismatch_found', 'wrong-1', null],
        ['binding_mismatch_found', 'wrong-2', null],
        ['binding_mismatch_resolved', 'wrong-1', 'Two stacks were swapped.'],
        ['binding_mismatch_resolved', 'wrong-2', 'Two stacks were swapped.'],
      ],
    )
    assert.notEqual(
      (await world.call('/staff/binding-mismatches', { as: staff() })).body.mismatches[0].resolvedAt,
      null,
    )
  })

  it('a code that the desk does not know is a mismatch with one that it knows', async () => {
    const [job] = await acceptedJobs(['foreign'])
    const found = await scan(job.items[0].bindingCodes.cover.code, 'B00000000000P')
    assert.deepEqual([found.outcome, found.parts[1]], ['mismatch', null])
    assert.equal((await tell(job, 'printed')).status, 409)
  })

  it('staff see which printers have binding codes', async () => {
    const { printers } = (await world.call('/staff/printers', { as: staff() })).body
    assert.equal(printers[0].bindingCodes, true)
    assert.deepEqual((await world.call('/press/binding', { as: as() })).body, { bindingCodes: true })
  })
})
