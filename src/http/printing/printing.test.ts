import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { readPdf } from '../../../test/support/pdf.ts'
import {
  accountId,
  ask,
  clock,
  database,
  faults,
  type Headers,
  idOf,
  keptFiles,
  logged,
  member,
  onPressServer,
  printer,
  printing,
  server,
  staff,
  statusOf,
  tracking,
  transactor,
} from '../../../test/support/pressServer.ts'
import { noArchive, printedBook } from '../../../test/support/printing.ts'
import { later } from '../../base/clock.ts'
import { cancelOrder } from '../../features/placing/cancel.ts'
import type { Order } from '../../orders/order.ts'
import { fileLinkMs } from '../../printer/links.ts'

onPressServer()

describe('the press API', () => {
  it('the press API shows a printer all that a job needs', async () => {
    const { order, job } = await printing()
    const { status, body } = await ask(printer, 'GET', job)
    assert.equal(status, 200)
    assert.equal(body.items[0].barcode, `${body.jobId}-1`)
    body.items[0].barcode = ''
    assert.deepEqual(
      { ...body, jobId: '', dueDate: '', createdAt: '', updatedAt: '' },
      {
        jobId: '',
        accountId,
        customerOrderId: order.customerOrderId,
        printer: 'desk',
        attempt: 1,
        status: 'NEW',
        cancellationRequested: false,
        changeRequest: null,
        withdrawing: false,
        enterprise: false,
        agreedPrices: null,
        labelsAtScan: null,
        destination: order.request.destination,
        shippingClassification: 'standard',
        items: [
          {
            sku: 'NOVEL',
            manufacturingSku: 'PB-6X9',
            barcode: '',
            quantity: 2,
            pageCount: 200,
            files: { cover: { url: 'https://files.example/c.pdf', sha256: null }, guts: null },
            links: { cover: null, guts: null },
            bindingCodes: null,
            itemDescription: null,
            retailPrice: '19.99',
            book: printedBook,
          },
        ],
        shipFrom: {
          name: 'Press',
          address1: '1 Row',
          city: 'Rochester',
          state: 'NY',
          postal: '14604',
          country: 'US',
        },
        customs: null,
        packages: [],
        prices: null,
        problem: null,
        bindingMismatchId: null,
        dueDate: '',
        expectedShipDate: null,
        acceptedAt: null,
        createdAt: '',
        updatedAt: '',
      },
    )
    assert.match(body.dueDate, /^2026-03-\d\d$/)
  })

  it('the press API takes a job from NEW to SHIPPED, and answers a repeated message the same', async () => {
    const made = await printing()
    for (const times of [1, 2]) {
      const accepted = await ask(printer, 'POST', `${made.job}/accept`, {})
      assert.deepEqual([times, accepted.status, accepted.body.status], [times, 200, 'ACCEPTED'])
    }
    for (const times of [1, 2]) {
      const shipped = await ask(printer, 'POST', `${made.job}/ship`, tracking)
      assert.deepEqual([times, shipped.status, shipped.body.status], [times, 200, 'SHIPPED'])
    }
    assert.equal(await statusOf(made), 'SHIPPED')
    const otherwise = { shipments: [{ ...tracking.shipments[0], carrier: 'FedEx' }] }
    assert.equal((await ask(printer, 'POST', `${made.job}/ship`, otherwise)).status, 409)
  })

  it('the press API reports invalid amounts together with all other problems', async () => {
    const { job } = await printing()
    const wrongs = async (url: string, headers: Headers, body: object) =>
      (await ask(headers, 'POST', url, body)).body.errors?.map(({ pointer }: { pointer: string }) => pointer)
    const prices = { itemsTotal: 1.234, taxesTotal: '1' }
    assert.deepEqual(await wrongs(`${job}/accept`, printer, prices), ['/taxesTotal', '/itemsTotal'])
    const byStaff = job.replace('/press/jobs', '/staff/print-jobs')
    assert.deepEqual(await wrongs(`${byStaff}/ship`, staff, { shippingTotal: 1.005 }), ['/reason', '/shippingTotal'])
    assert.deepEqual(await wrongs(`${job}/ship`, printer, { shippingTotal: -0.001 }), ['/shippingTotal'])
    assert.equal((await ask(printer, 'POST', `${job}/accept`, [])).body.errors[0].pointer, '')
    assert.deepEqual(await wrongs(`${job}/printed`, printer, { shippingTotal: 1.234 }), ['/shippingTotal'])
  })

  it('the press API refuses a mistyped field, and records nothing of its message', async () => {
    const made = await printing()
    const parcel = { trackingNumbr: 'T1' }
    const shipments = [{ masterTrackingNumbr: 'M1', packages: [parcel] }]
    const { status, body } = await ask(printer, 'POST', `${made.job}/ship`, { shipments, shipingTotal: 4 })
    assert.deepEqual(
      [status, body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])],
      [
        400,
        [
          ['/shipingTotal', 'unknown_field'],
          ['/shipments/0/masterTrackingNumbr', 'unknown_field'],
          ['/shipments/0/packages/0/trackingNumbr', 'unknown_field'],
        ],
      ],
    )
    assert.equal((await ask(printer, 'POST', `${made.job}/packages`, { shipments })).status, 400)
    for (const act of ['receive', 'accept', 'printed']) {
      const { body } = await ask(printer, 'POST', `${made.job}/${act}`, { itemTotal: 4 })
      assert.deepEqual([act, body.errors?.[0].code], [act, 'unknown_field'])
    }
    const { status: jobStatus, packages } = (await ask(printer, 'GET', made.job)).body
    assert.deepEqual([jobStatus, packages], ['NEW', []])
  })

  it('the press API accepts messages without fields with no body or an empty body', async () => {
    const { job } = await printing()
    for (const act of ['receive', 'accept', 'printed']) {
      for (const payload of ['', '{}', 'null']) {
        const headers = { ...printer, 'content-type': 'application/json' }
        const { statusCode } = await server.inject({ method: 'POST', url: `${job}/${act}`, headers, payload })
        assert.deepEqual([act, payload, statusCode], [act, payload, 200])
      }
      assert.equal((await ask(printer, 'POST', `${job}/${act}`)).status, 200)
    }
  })

  it('the press API lists open jobs by default, pages them, and names the words it knows', async () => {
    const jobs = []
    for (let i = 0; i < 3; i++) jobs.push((await printing()).job)
    await ask(printer, 'POST', `${jobs[0]}/problem`, { reason: 'torn' })
    const seen: string[] = []
    for (let url = '/press/jobs?limit=2'; ; ) {
      const { body } = await ask(printer, 'GET', url)
      seen.push(...body.jobs.map((one: { jobId: string }) => `/press/jobs/${one.jobId}`))
      if (body.nextCursor === null) break
      url = `/press/jobs?limit=2&cursor=${body.nextCursor}`
    }
    assert.ok(!seen.includes(jobs[0]!))
    assert.deepEqual(seen.slice(-2), jobs.slice(1))
    const problems = (await ask(printer, 'GET', '/press/jobs?status=PROBLEM,SHIPPED')).body.jobs
    assert.ok(problems.some((one: { problem: string }) => one.problem === 'torn'))
    const all = (await ask(printer, 'GET', '/press/jobs?status=all&limit=200')).body.jobs
    assert.ok(all.length > seen.length)
    const wrong = await ask(printer, 'GET', '/press/jobs?status=DONE')
    assert.equal(wrong.status, 400)
    assert.match(
      wrong.body.detail,
      /NEW, RECEIVED, ACCEPTED, PRINTED, SHIPPED, CANCELLED, REFUSED, PROBLEM, WITHDRAWN, open, all/,
    )
  })

  it('the press API lists jobs by the status of their orders', async () => {
    const [asked, torn, plain] = [await printing(), await printing(), await printing()]
    const { customerOrderId, mode } = asked.order
    await cancelOrder(
      { transactor, archive: noArchive },
      { accountId, mode, customerOrderId },
      { now: clock(), actor: 'customer' },
    )
    await ask(printer, 'POST', `${torn.job}/problem`, { reason: 'torn' })
    const ours = new Set([asked, torn, plain].map(({ order }) => order.customerOrderId))
    const listed = async (status: string) =>
      (await ask(printer, 'GET', `/press/jobs?limit=200&status=${status}`)).body.jobs
        .map((one: { customerOrderId: string }) => one.customerOrderId)
        .filter((id: string) => ours.has(id))
    const id = ({ order }: { order: Order }) => order.customerOrderId
    assert.deepEqual(await listed('PRINTING'), [id(asked), id(plain)])
    assert.deepEqual(await listed('CANCELLATION_REQUESTED'), [id(asked)])
    assert.deepEqual(await listed('EXCEPTION'), [id(torn)])
    for (const { job } of [asked, plain]) await ask(printer, 'POST', `${job}/problem`, { reason: 'done with' })
  })

  it('the press API finds the jobs of an order by the id that its customer gave it, over or not', async () => {
    const made = await printing()
    const found = async (id: string, more = '', as = printer) => {
      const { body } = await ask(as, 'GET', `/press/jobs?customerOrderId=${encodeURIComponent(id)}${more}`)
      return body.jobs.map((one: { jobId: string }) => `/press/jobs/${one.jobId}`)
    }
    const { customerOrderId } = made.order
    assert.deepEqual(await found(customerOrderId), [made.job])
    await ask(printer, 'POST', `${made.job}/problem`, { reason: 'torn' })
    assert.deepEqual(await found(customerOrderId), [])
    assert.deepEqual(await found(customerOrderId, '&status=all'), [made.job])
    for (const id of [customerOrderId.slice(0, -1), `${customerOrderId} `, customerOrderId.toUpperCase()]) {
      assert.deepEqual(await found(id, '&status=all'), [], 'exactly that id')
    }
    assert.deepEqual(await found(customerOrderId, '&status=all', { authorization: 'key printer other' }), [])
    assert.equal((await ask(printer, 'GET', '/press/jobs?customerOrderId=')).status, 400)
  })

  it('the press API lists ended jobs, most recently ended first, in pages', async () => {
    const jobs = []
    for (let i = 0; i < 3; i++) jobs.push((await printing()).job)
    const [first, second, third] = jobs as [string, string, string]
    for (const job of [second, third, first]) {
      clock.set(later(clock(), 1000))
      await ask(printer, 'POST', `${job}/problem`, { reason: 'torn' })
    }
    const seen: string[] = []
    for (let cursor = ''; seen.length < 3; ) {
      const { body } = await ask(printer, 'GET', `/press/jobs?status=all&sort=ended&limit=2${cursor}`)
      seen.push(...body.jobs.map((one: { jobId: string }) => `/press/jobs/${one.jobId}`))
      cursor = `&cursor=${body.nextCursor}`
    }
    assert.deepEqual(seen.slice(0, 3), [first, third, second])
    const { body } = await ask(printer, 'GET', '/press/jobs?status=all&sort=ended&limit=2')
    clock.set(later(clock(), 1000))
    await sql`update print_jobs set updated_at = ${clock()} where job_id = ${third.split('/').at(-1)}`.execute(
      database.db,
    )
    const next = await ask(printer, 'GET', `/press/jobs?status=all&sort=ended&limit=2&cursor=${body.nextCursor}`)
    assert.deepEqual(
      next.body.jobs.map(({ jobId }: { jobId: string }) => `/press/jobs/${jobId}`)[0],
      second,
      'a job that changed meanwhile takes no other job along',
    )
  })

  it('the press API refuses a cursor that is of another sort or has a day that does not exist', async () => {
    const jobId = `job_${'0'.repeat(22)}`
    const refused: [sort: string, cursor: string][] = [
      ['given', `2026-03-02.0.${jobId}`],
      ['due', jobId],
      ['due', `due.2026-02-30.0.${jobId}`],
      ['due', `due.0000-01-01.0.${jobId}`],
      ['ended', `ended.due.2026-03-02.0.${jobId}`],
      ['ended', `ended.99999999999999.${jobId}`],
    ]
    for (const [sort, cursor] of refused) {
      const { status, body } = await ask(printer, 'GET', `/press/jobs?sort=${sort}&cursor=${cursor}`)
      assert.deepEqual([status, body.code], [400, 'malformed_request'], cursor)
    }
    for (const cursor of [`due.2026-03-02.1.${jobId}`, `due.none.0.${jobId}`])
      assert.equal((await ask(printer, 'GET', `/press/jobs?sort=due&cursor=${cursor}`)).status, 200, cursor)
  })

  it('the press API shows the parcels of a job, earlier shipments first', async () => {
    const { job } = await printing()
    const numbersOf = (body: { packages: { packages: { trackingNumber: string }[] }[] }) =>
      body.packages.flatMap(({ packages }) => packages.map(one => one.trackingNumber))
    const early = { shipments: [{ packages: [{ trackingNumber: 'EARLY' }] }] }
    assert.deepEqual(numbersOf((await ask(printer, 'POST', `${job}/packages`, early)).body), ['EARLY'])
    assert.deepEqual(numbersOf((await ask(printer, 'POST', `${job}/ship`, tracking)).body), ['EARLY', 'T1'])
    assert.deepEqual(numbersOf((await ask(printer, 'GET', job)).body), ['EARLY', 'T1'])
    const { jobs } = (await ask(printer, 'GET', '/press/jobs?status=SHIPPED&sort=ended&limit=1')).body
    assert.deepEqual(numbersOf(jobs[0]), ['EARLY', 'T1'])
  })

  it('the press API decides on a cancellation', async () => {
    const made = await printing()
    const { customerOrderId, mode } = made.order
    const cancel = () =>
      cancelOrder(
        { transactor, archive: noArchive },
        { accountId, mode, customerOrderId },
        { now: clock(), actor: 'customer' },
      )
    const decide = (decision: string) => ask(printer, 'POST', `${made.job}/cancellation`, { decision, reason: 'so' })
    assert.equal((await decide('accept')).status, 409)
    await cancel()
    assert.equal((await ask(printer, 'GET', made.job)).body.cancellationRequested, true)
    assert.equal((await decide('refuse')).body.cancellationRequested, false)
    assert.equal((await decide('refuse')).status, 200)
    await cancel()
    assert.equal((await decide('accept')).body.status, 'CANCELLED')
    assert.equal((await decide('accept')).status, 200)
    assert.equal(await statusOf(made), 'CANCELLED')
    assert.equal((await decide('maybe')).status, 400)
  })

  it('the press API asks for the prices of an enterprise job, in whole cents', async () => {
    const { job } = await printing({ billing: 'enterprise' })
    const missing = await ask(printer, 'POST', `${job}/accept`)
    assert.equal(missing.status, 400)
    assert.deepEqual(
      missing.body.errors.map((one: { pointer: string }) => one.pointer),
      ['/itemsTotal', '/taxesTotal'],
    )
    const crooked = await ask(printer, 'POST', `${job}/accept`, { itemsTotal: 1.005, taxesTotal: 1 })
    assert.deepEqual([crooked.status, crooked.body.errors[0].pointer], [400, '/itemsTotal'])
    assert.equal((await ask(printer, 'POST', `${job}/accept`, { itemsTotal: 19.99, taxesTotal: 0 })).status, 200)
    const unpriced = await ask(printer, 'POST', `${job}/ship`, tracking)
    assert.deepEqual([unpriced.status, unpriced.body.errors[0].pointer], [400, '/shippingTotal'])
    assert.equal((await ask(printer, 'POST', `${job}/ship`, { ...tracking, shippingTotal: 5.1 })).status, 200)
  })

  it('the press API refuses tracking links that a browser would execute', async () => {
    const { job } = await printing()
    const packages = [{ trackingNumber: 'T1', trackingUrl: 'javascript:alert(1)' }]
    const answer = await ask(printer, 'POST', `${job}/ship`, { shipments: [{ carrier: 'UPS', packages }] })
    assert.equal(answer.status, 400)
  })

  it('the press API answers 404 for sandbox jobs and unknown jobs', async () => {
    const { job } = await printing({ mode: 'sandbox' })
    for (const path of [job, '/press/jobs/job_0000000000000000000000', '/press/jobs/x']) {
      assert.equal((await ask(printer, 'GET', path)).status, 404)
      assert.equal((await ask(printer, 'POST', `${path}/ship`, tracking)).status, 404)
    }
  })

  it('the press API narrows the list by day, book, class and printer', async () => {
    const { job, order } = await printing()
    const { dueDate } = (await ask(printer, 'GET', job)).body
    const finds = async (query: string) => {
      const { status, body } = await ask(printer, 'GET', `/press/jobs?limit=200&${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.jobs.some((one: { customerOrderId: string }) => one.customerOrderId === order.customerOrderId)
    }
    assert.equal(await finds(`dueBy=${dueDate}`), true)
    assert.equal(await finds('dueBy=2026-03-01'), false)
    assert.equal(await finds('manufacturingSku=PB-6X9&shippingClassification=standard&printer=desk'), true)
    for (const query of ['manufacturingSku=PB-6', 'shippingClassification=rush', 'printer=other']) {
      assert.equal(await finds(query), false, query)
    }
    assert.equal((await ask(printer, 'GET', '/press/jobs?dueBy=tomorrow')).status, 400)
  })

  it('the press API shows people of one printer only its jobs', async () => {
    const { job } = await printing()
    const own = { authorization: 'key printer desk' }
    const others = { authorization: 'key printer other' }
    assert.equal((await ask(own, 'GET', job)).status, 200)
    assert.equal((await ask(others, 'GET', job)).status, 404)
    assert.equal((await ask(others, 'POST', `${job}/accept`, {})).status, 404)
    assert.deepEqual((await ask(others, 'GET', '/press/jobs')).body.jobs, [])
    assert.equal((await ask(own, 'POST', `${job}/accept`, {})).status, 200)
  })

  it('the press API accepts several jobs at once, each with its own result', async () => {
    const plain = (await printing()).job
    const enterprise = (await printing({ billing: 'enterprise' })).job
    const none = 'job_0000000000000000000000'
    const { status, body } = await ask(printer, 'POST', '/press/jobs/accept', {
      jobIds: [idOf(plain), idOf(enterprise), none],
    })
    assert.equal(status, 200)
    assert.deepEqual(
      body.results.map((one: { accepted: boolean; code: string }) => [one.accepted, one.code]),
      [
        [true, null],
        [false, 'malformed_request'],
        [false, 'not_found'],
      ],
    )
    assert.equal((await ask(printer, 'POST', '/press/jobs/accept', { jobIds: [] })).status, 400)
    const twice = await ask(printer, 'POST', '/press/jobs/accept', { jobIds: [idOf(plain), none, idOf(plain)] })
    assert.deepEqual([twice.status, twice.body.errors[0].pointer], [400, '/jobIds/2'])
  })

  it('the press API reports several jobs as printed, and returns their tickets as one PDF in that order', async () => {
    const jobs = [(await printing()).job, (await printing()).job]
    await ask(printer, 'POST', `${jobs[0]}/accept`, {})
    const jobIds = jobs.map(idOf)
    const { body } = await ask(printer, 'POST', '/press/jobs/printed', { jobIds })
    assert.deepEqual(
      body.results.map((one: { outcome: string; code: string }) => [one.outcome, one.code]),
      [
        ['done', null],
        ['done', null],
      ],
    )
    const { rawPayload } = await server.inject({ url: `/press/jobs/tickets.pdf?jobIds=${jobIds}`, headers: printer })
    const pdf = await readPdf(rawPayload)
    const texts = await Promise.all([1, 3].map(async page => (await pdf.page(page)).text))
    for (const [i, jobId] of jobIds.entries()) assert.ok(texts[i]!.includes(jobId))
    const others = { authorization: 'key printer other' }
    assert.equal((await ask(others, 'GET', `/press/jobs/tickets.pdf?jobIds=${jobIds}`)).status, 404)
    assert.equal((await ask(printer, 'GET', '/press/jobs/tickets.pdf')).status, 400)
  })

  it('the press API accepts the other jobs when the message about one of them fails with a bug', async t => {
    const [good, bad] = [idOf((await printing()).job), idOf((await printing()).job)]
    faults.set(bad, new Error('a bug'))
    t.after(() => faults.clear())
    const { status, body } = await ask(printer, 'POST', '/press/jobs/accept', { jobIds: [bad, good] })
    assert.equal(status, 200)
    assert.deepEqual(
      body.results.map((one: { accepted: boolean; code: string }) => [one.accepted, one.code]),
      [
        [false, 'internal_error'],
        [true, null],
      ],
    )
    assert.doesNotMatch(JSON.stringify(body), /a bug/)
    assert.deepEqual(logged.splice(0), [['request failed', bad]])
  })

  it('the press API answers 503 for several jobs during a database outage, and accepts all of them afterwards', async () => {
    const jobIds = [idOf((await printing()).job), idOf((await printing()).job)]
    faults.set(jobIds[1]!, Object.assign(new Error('the connection broke'), { code: '08006' }))
    const { status, body } = await ask(printer, 'POST', '/press/jobs/accept', { jobIds })
    assert.deepEqual([status, body.code], [503, 'overloaded'])
    faults.clear()
    const { results } = (await ask(printer, 'POST', '/press/jobs/accept', { jobIds })).body
    assert.deepEqual(
      results.map((one: { accepted: boolean }) => one.accepted),
      [true, true],
    )
    assert.deepEqual(logged, [])
  })

  it('the press API reports an amount above the maximum as too large, not as too precise', async () => {
    const { job } = await printing({ billing: 'enterprise' })
    const { status, body } = await ask(printer, 'POST', `${job}/accept`, { itemsTotal: 1e12, taxesTotal: 0 })
    assert.deepEqual(
      [status, body.errors],
      [
        400,
        [
          {
            pointer: '/itemsTotal',
            code: 'too_large',
            detail: 'itemsTotal must be at most 10000000000 dollars, got 1000000000000.',
          },
        ],
      ],
    )
  })

  it('the press API records that a job is received, printed, delayed and partly shipped, until the whole order ships', async () => {
    const made = await printing()
    assert.equal((await ask(printer, 'POST', `${made.job}/receive`)).body.status, 'RECEIVED')
    assert.equal(
      (await ask(printer, 'POST', `${made.job}/delay`, { until: '2027-03-01' })).body.expectedShipDate,
      '2027-03-01',
    )
    assert.equal((await ask(printer, 'POST', `${made.job}/delay`, { until: 'soon' })).status, 400)
    assert.equal((await ask(printer, 'POST', `${made.job}/printed`)).body.status, 'PRINTED')
    const nothing = await ask(printer, 'POST', `${made.job}/ship`, {})
    assert.deepEqual([nothing.status, nothing.body.errors[0].pointer], [400, '/shipments'])
    const part = await ask(printer, 'POST', `${made.job}/packages`, tracking)
    assert.deepEqual(part.body.packages[0].masterTrackingNumber, 'M1')
    assert.equal(await statusOf(made), 'PRINTING')
    assert.equal((await ask(printer, 'POST', `${made.job}/ship`, {})).body.status, 'SHIPPED')
    const refused = await printing()
    assert.equal((await ask(printer, 'POST', `${refused.job}/refuse`, { reason: 'no' })).body.status, 'REFUSED')
    assert.equal(await statusOf(refused), 'EXCEPTION')
  })

  it('the press API recognizes a message by its Idempotency-Key, and refuses the key for another message', async () => {
    const { job } = await printing()
    const named = { ...printer, 'idempotency-key': 'm-1' }
    assert.equal((await ask(named, 'POST', `${job}/accept`)).status, 200)
    assert.equal((await ask(named, 'POST', `${job}/accept`)).status, 200)
    assert.equal((await ask(named, 'POST', `${job}/printed`)).status, 409)
    const kept = (await ask(staff, 'GET', '/staff/printer-messages')).body.messages
    assert.deepEqual([kept[0].messageId, kept[0].kind, kept[0].verdict], ['m-1', 'printed', 'contradicts'])
    const applied = (await ask(staff, 'GET', '/staff/printer-messages?verdict=applied&limit=1')).body
    assert.deepEqual([applied.messages[0].messageId, applied.messages[0].repetitions], ['m-1', 1])
    assert.notEqual(applied.nextCursor, null)
    assert.equal((await ask({ ...printer, 'idempotency-key': 'a b' }, 'POST', `${job}/accept`)).status, 400)
  })

  it('the press API prints a ticket with a bar code, and a slip without prices', async () => {
    const { job } = await printing()
    const answer = await server.inject({ method: 'GET', url: `${job}/ticket.pdf`, headers: printer })
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename="ticket-job_/)
    const pdf = await readPdf(answer.rawPayload)
    assert.equal(pdf.pageCount, 2)
    const [ticket, slip] = [(await pdf.page(1)).text, (await pdf.page(2)).text]
    assert.match(ticket, /Job ticket.*2 × Pocket paperback.*PB-6X9.*Salem/s)
    assert.match(slip, /Packing slip.*2 × Pocket paperback \(NOVEL\)/s)
    assert.ok((await pdf.marks(1)) > 5000, 'the bar code is black')
    await pdf.close()
    assert.doesNotMatch(slip, /19\.99|USD|\$/)
  })

  it('the press API prints a ticket in the language that a program asks for, which is English unless it says so', async () => {
    const { job } = await printing()
    const german = { ...printer, 'accept-language': 'de' }
    for (const [path, headers, title] of [
      [`${job}/ticket.pdf`, german, 'Job ticket'],
      [`${job}/ticket.pdf?language=de`, printer, 'Auftragstasche'],
      [`/press/jobs/tickets.pdf?jobIds=${idOf(job)}&language=de`, printer, 'Auftragstasche'],
    ] as const) {
      const pdf = await readPdf((await server.inject({ url: path, headers })).rawPayload)
      assert.ok((await pdf.page(1)).text.startsWith(title), path)
      await pdf.close()
    }
    assert.equal((await ask(printer, 'GET', `${job}/ticket.pdf?language=fr`)).status, 400)
  })

  it('the press API opens a print file by its link, and by nothing else', async () => {
    const { order, job } = await printing()
    const sha256 = 'c'.repeat(64)
    await sql`update print_tickets set ticket = replace(ticket::text, '"sha256":null', ${`"sha256":"${sha256}"`})::json
      where order_id = ${order.orderId}`.execute(database.db)
    const { items } = (await ask(printer, 'GET', job)).body
    const url: string = items[0].links.cover.replace('http://127.0.0.1:3000', '')
    const missing = await server.inject({ method: 'GET', url })
    assert.deepEqual([missing.statusCode, missing.json().code], [404, 'file_not_kept'])
    keptFiles.set(`${accountId} ${sha256}`, Buffer.from('%PDF-1.7 the very bytes'))
    const found = await server.inject({ method: 'GET', url })
    assert.deepEqual([found.statusCode, found.body], [200, '%PDF-1.7 the very bytes'])
    assert.match(String(found.headers['content-disposition']), /^attachment; filename="job_\w+-1-cover\.pdf"$/)
    const wrong = await server.inject({ method: 'GET', url: url.replace('.cover.', '.guts.') })
    assert.deepEqual([wrong.statusCode, wrong.json().code], [404, 'not_found'])
    clock.set(later(clock(), fileLinkMs + 1))
    assert.equal((await server.inject({ method: 'GET', url })).statusCode, 404)
  })

  it('the press API has the tickets and files of several jobs in one archive', async () => {
    const made = [await printing(), await printing()]
    const names = await Promise.all(made.map(async ({ job }) => (await ask(printer, 'GET', job)).body.customerOrderId))
    const [kept, gone] = ['d'.repeat(64), 'e'.repeat(64)]
    for (const [i, sha256] of [kept, gone].entries())
      await sql`update print_tickets set ticket = replace(ticket::text, '"sha256":null', ${`"sha256":"${sha256}"`})::json
        where order_id = ${made[i]!.order.orderId}`.execute(database.db)
    keptFiles.set(`${accountId} ${kept}`, Buffer.from('%PDF-1.7 the very bytes'))
    const url = `/press/jobs/files.zip?jobIds=${made.map(({ job }) => idOf(job))}`
    const answer = await server.inject({ method: 'GET', url, headers: printer })
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/zip'])
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="jobs-2.zip"')
    const files = unzipSync(answer.rawPayload)
    const textOf = (name: string) => Buffer.from(files[name]!).toString()
    assert.deepEqual(Object.keys(files), ['tickets.pdf', `${names[0]}-1-cover.pdf`, 'missing.txt'])
    assert.equal(textOf(`${names[0]}-1-cover.pdf`), '%PDF-1.7 the very bytes')
    const tickets = await readPdf(files['tickets.pdf']!)
    assert.equal(tickets.pageCount, 4)
    await tickets.close()
    assert.deepEqual(textOf('missing.txt').match(/^.*\.pdf /gm), [
      `${names[0]}-1-pages.pdf `,
      `${names[1]}-1-cover.pdf `,
      `${names[1]}-1-pages.pdf `,
    ])
    const ofOthers = await server.inject({ method: 'GET', url, headers: { authorization: 'key printer hill' } })
    assert.deepEqual([ofOthers.statusCode, ofOthers.json().code], [404, 'not_found'])
    const none = await server.inject({ method: 'GET', url: '/press/jobs/files.zip?jobIds=', headers: printer })
    assert.equal(none.statusCode, 400)
  })

  it('files in an archive have names of their own, also where orders have the same', async () => {
    const jobs = await Promise.all(['A/7', 'a_7', '.é'].map(customerOrderId => printing({ customerOrderId })))
    for (const { order } of jobs)
      await sql`update print_tickets set ticket = replace(ticket::text, '"sha256":null', ${`"sha256":"${'d'.repeat(64)}"`})::json
        where order_id = ${order.orderId}`.execute(database.db)
    const ids = jobs.map(({ job }) => idOf(job))
    const answer = await server.inject({ method: 'GET', url: `/press/jobs/files.zip?jobIds=${ids}`, headers: printer })
    assert.deepEqual(Object.keys(unzipSync(answer.rawPayload)), [
      'tickets.pdf',
      `A_7-${ids[0]!.slice(-6)}-1-cover.pdf`,
      `a_7-${ids[1]!.slice(-6)}-1-cover.pdf`,
      '__-1-cover.pdf',
      'missing.txt',
    ])
  })

  it('the press API is for printers only', async () => {
    for (const headers of [staff, member(), { authorization: `key ${accountId}` }]) {
      assert.ok([401, 403].includes((await ask(headers, 'GET', '/press/jobs')).status))
    }
  })
})
