// A process is killed in each gap between claim, call and record. Another is started in its place, the clock moves past
// the leases, and what was begun is done once: charged once, printed once, delivered at least once under one id.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, instant, later, utcDay } from '../src/base/clock.ts'
import { crashPoints } from '../src/base/running/crash.ts'
import { readSales } from '../src/carriers/simulated/simulatedCarrierStore.ts'
import { openDatabase } from '../src/db/db.ts'
import { audit } from '../src/features/audit/audit.ts'
import { readBooks } from '../src/payments/simulated/simulatedGatewayStore.ts'
import { also, isShortForm } from './support/form.ts'
import { signIn } from './support/runProcess.ts'
import { type Answer, freshHome, type Home, type HomeKind, type Service, startService } from './support/service.ts'
import { orderBody, type Received, somewhere, startReceiver } from './support/world.ts'

const pastEveryLease = 'PT16M'

/** Works that share a life, with the gaps of each. */
const gaps = {
  'the check of files, mail and webhooks': [
    ...['validate:claimed', 'validate:checked'],
    ...['mail:claimed', 'mail:sent'],
    ...['webhook:claimed', 'webhook:sent:2'],
  ],
  'the daily charge, refunds and print jobs': [
    ...['charge:claimed', 'charge:called'],
    ...['refund:claimed', 'refund:called'],
    ...['print:claimed', 'print:sent'],
  ],
  'shipping labels and their parcels': ['label:claimed', 'label:rated', 'label:called', 'parcel:asked'],
}

/** The harder half: the outside has done its part, and nothing is recorded. */
const hasCalled = (gap: string) => !gap.endsWith(':claimed')

/** Those of fetching and checking files, and of the first start, have tests of their own. */
const triedInFilesCrash = [
  ...['validate:begun', 'files:fetched', 'files:stored', 'check:checked'],
  ...['fetch:claimed', 'fetch:fetched'],
]
const triedInProcess = ['demo:created', 'demo:stored']
const triedWithStatements = [
  'statement:made',
  'statement:late_fee',
  'payment:claimed',
  'payment:called',
  'payment:found',
  'archive:stored',
]

describe('a service that is killed', () => {
  for (const [work, crashes] of Object.entries(gaps)) {
    it(`a service that is killed between claim, call and record of ${work} goes on where it stood`, async () => {
      await liveThrough('PostgreSQL', isShortForm ? crashes.filter(hasCalled) : crashes)
    })
  }

  also('a service that is killed does each thing once on the embedded database too', async () => {
    await liveThrough('PGlite', ['webhook:sent:2', 'charge:called'])
  })

  for (const kind of ['PostgreSQL', 'PGlite'] as const)
    also(
      `a service that is killed while it makes a statement, takes its payments, or archives an order, does so once, on ${kind}`,
      async () => {
        const home = await freshHome(kind)
        try {
          await billAMonth(home)
          const { db, ...database } = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: home.dataDir })
          const { charges } = await readBooks(db)
          const { rows } = await sql<{ cents: number }>`
        select sum(amount_cents)::int as cents from ledger_entries
        where ledger_account = 'cash' group by posting_id order by 1`.execute(db)
          const late = await sql`
        select count(*)::int as fees, -sum(amount_cents)::int as cents from ledger_entries where part = 'late_fee'`.execute(
            db,
          )
          await database.close()
          assert.deepEqual(rows, [{ cents: 5000 }, { cents: 7000 }], 'each payment was posted once')
          assert.deepEqual(late.rows, [{ fees: 12, cents: 6000 }], 'and each late fee')
          assert.deepEqual(charges.map(({ amountCents }) => amountCents).sort(), [5000, 7000], 'and made once')
        } finally {
          await home.remove()
        }
      },
    )

  for (const kind of ['PostgreSQL', 'PGlite'] as const)
    also(
      `a service that is killed while it makes a manifest, or sends the books of a returned parcel again, does so once, on ${kind}`,
      async () => {
        const home = await freshHome(kind)
        try {
          const sent = await leaveWithManifest(home)
          const again = await sendAgain(home, sent.trackingNumber)
          const { db, ...database } = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: home.dataDir })
          const sales = await readSales(db)
          const { rows: posted } = await sql<{ cents: number }>`
        select -sum(amount_cents)::int as cents from ledger_entries
        where ledger_account = 'carrier_payable' group by posting_id`.execute(db)
          const findings = await audit(db, again.now)
          await database.close()
          assert.deepEqual(findings, [])
          assert.deepEqual(
            sales.map(({ reference, manifestId }) => [reference, manifestId]),
            [
              [sent.labelId, sent.manifestId],
              [again.labelId, null],
            ],
            'each label was bought once, and the first is on the one manifest',
          )
          assert.deepEqual(posted.length, 2, 'and each was posted once')
        } finally {
          await home.remove()
        }
      },
    )

  it('the tests of killed services kill at every crash point', () => {
    const tried = Object.values(gaps).flatMap(points => points.map(point => point.split(':', 2).join(':')))
    assert.deepEqual(
      [...tried, ...triedInFilesCrash, ...triedInProcess, ...triedWithStatements, 'manifest:called'].sort(),
      [...crashPoints].sort(),
    )
  })
})

async function liveThrough(kind: HomeKind, crashes: string[]): Promise<void> {
  const home = await freshHome(kind)
  await using receiver = await startReceiver(() => home.demo().accounts[0]!.production.webhookSecret)
  try {
    const now = await liveALife(home, crashes, receiver.url)
    assert.deepEqual(receiver.unverified, [])
    await compareBooks(home, now, receiver.received, crashes)
  } finally {
    await home.remove()
  }
}

/** An order of the enterprise account ships, and a month ends. Another order is canceled, and archived years later. */
async function billAMonth(home: Home): Promise<void> {
  const { until, stop } = mortal(home, triedWithStatements)
  const { accounts, staff, printer } = home.demo()
  const { accountId, production } = accounts[1]!
  const post = (path: string, as: string, body: object) =>
    until(service => service.call(path, { method: 'POST', as, body }))
  const advance = (duration: string) => post('/_clock', '', { advance: duration })
  await post('/orders/create', production.authorization, orderBody({ customerOrderId: 'billed' }))
  await advance('PT3H')
  const { jobs } = (await until(service => service.call('/press/jobs', { as: printer.authorization }))).body
  const tell = (act: string, body: object) => post(`/press/jobs/${jobs[0].jobId}/${act}`, printer.authorization, body)
  await tell('accept', { itemsTotal: 100, taxesTotal: 8 })
  const shipments = [{ masterTrackingNumber: '1Z9', carrier: 'UPS', packages: [{ trackingNumber: '1Z9' }] }]
  assert.equal((await tell('ship', { shippingTotal: 12, shipments })).status, 200)
  await advance('P32D')
  const path = `/staff/accounts/${accountId}/billing/statements`
  const { statements } = (await until(service => service.call(path, { as: staff.authorization }))).body
  assert.deepEqual(
    statements.map(({ number, lines, total }: Record<string, number>) => [number, lines, total]),
    [[1, 1, 120]],
  )
  const cookie = await until(async service => ({ status: 200, body: await signIn(service, accounts[1]!.user) }))
  const asMember = (path: string, body: object) =>
    until(service => service.call(`/dashboard/api/billing/${path}`, { method: 'POST', cookie: cookie.body, body }))
  const { paymentId } = (await asMember('statements/1/pay', { amount: 70 })).body
  await asMember(`online-payments/${paymentId}/simulate`, { by: 'bank_debit' })
  await advance('P5D')
  await asMember('bank-account', {})
  await asMember('simulated-transfers', { amount: 50 })
  await advance('P1D')
  const [paid] = (await until(service => service.call(path, { as: staff.authorization }))).body.statements
  assert.deepEqual([paid.state, paid.paid], ['paid', 120])
  const terms = { termsDays: 0, lateFeeAmount: 5, reason: 'contract' }
  const termsPath = `/staff/accounts/${accountId}/billing/terms`
  await until(service => service.call(termsPath, { method: 'PATCH', as: staff.authorization, body: terms }))
  await post('/orders/create', production.authorization, orderBody({ customerOrderId: 'late' }))
  await advance('PT3H')
  const { jobs: next } = (await until(service => service.call('/press/jobs', { as: printer.authorization }))).body
  for (const [act, body] of [
    ['accept', { itemsTotal: 40, taxesTotal: 0 }],
    ['ship', { shippingTotal: 0, shipments }],
  ] as const)
    await post(`/press/jobs/${next[0].jobId}/${act}`, printer.authorization, body)
  const order = '/orders/canceled'
  await post('/orders/create', accounts[0]!.production.authorization, orderBody({ customerOrderId: 'canceled' }))
  const as = accounts[0]!.production.authorization
  await until(service => service.call(order, { method: 'DELETE', as }))
  for (let year = 0; year < 2; year++) await advance('P400D')
  await advance('PT1H')
  assert.equal((await until(service => service.call(order, { as }))).body.status, 'CANCELLED')
  await stop()
}

/** A parcel leaves with a manifest. Answers with its label and the manifest. */
async function leaveWithManifest(home: Home) {
  const { until, stop } = mortal(home, ['manifest:called'])
  const { accounts, printer } = home.demo()
  const post = postUntil(until)
  const asked = async (path: string) => (await until(service => service.call(path, { as: printer.authorization }))).body
  const destination = { ...somewhere, address2: 'SIM RETURNED' }
  const placed = orderBody({ customerOrderId: 'returned', destination })
  await post('/orders/create', accounts[1]!.production.authorization, placed)
  await post('/_clock', '', { advance: 'PT3H' })
  const [{ jobId }] = (await asked('/press/jobs')).jobs
  const tell = (act: string, body: object) => post(`/press/jobs/${jobId}/${act}`, printer.authorization, body)
  await tell('accept', { itemsTotal: 100, taxesTotal: 8 })
  const { labelId, trackingNumber } = await tell('labels', { parcel: 1 })
  const shipments = [{ masterTrackingNumber: trackingNumber, carrier: 'UPS', packages: [{ trackingNumber }] }]
  await tell('ship', { shippingTotal: 12, shipments })
  await post('/press/manifests', printer.authorization, {})
  await post('/_clock', '', { advance: 'PT1H' })
  const { manifests } = await asked('/press/manifests')
  assert.deepEqual(
    manifests.map(({ status, parcels }: { status: string; parcels: number }) => [status, parcels]),
    [['made', 1]],
  )
  await stop()
  return { manifestId: manifests[0].manifestId as string, labelId: labelId as string, trackingNumber }
}

/** The parcel comes back, and its books are sent again. Answers with the new label, when that ended. */
async function sendAgain(home: Home, returned: string) {
  const { until, stop } = mortal(home, ['label:called'])
  const { accounts, staff } = home.demo()
  const post = postUntil(until)
  await post('/_clock', '', { advance: 'P12D' })
  const { accountId, production } = accounts[1]!
  const { labelId, trackingNumber, status } = await post(
    `/staff/orders/${accountId}/returned/resend`,
    staff.authorization,
    { trackingNumber: returned, destination: somewhere, reason: 'moved' },
  )
  assert.equal(status, 'bought')
  const { now } = await post('/_clock', '', { advance: 'PT1H' })
  const order = await until(service => service.call('/orders/returned', { as: production.authorization }))
  assert.deepEqual(
    order.body.delivery.map((parcel: { trackingNumber: string; resends?: string }) => [
      parcel.trackingNumber,
      parcel.resends,
    ]),
    [
      [returned, undefined],
      [trackingNumber, returned],
    ],
  )
  await stop()
  return { labelId: labelId as string, now: instant(now) }
}

const postUntil = (until: ReturnType<typeof mortal>['until']) => async (path: string, as: string, body: object) => {
  const answer = await until(service => service.call(path, { method: 'POST', as, body }))
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body
}

/** Starts the service anew whenever it dies, until it has died at all of `crashes`. */
function mortal(home: Home, crashes: string[]) {
  let left = crashes
  let service: Service | null = null

  async function start(): Promise<Service> {
    service = await startService({
      home,
      env: { OCTAVO_CLOCK: 'manual', ARCHIVE_DAYS: '760', OCTAVO_CRASH_AT: left.join() },
    })
    return service
  }

  /**
   * Does one thing, again and again until the service lives through it. `again` tells that it may have been done
   * before.
   */
  async function until(act: (service: Service, again: boolean) => Promise<Answer>): Promise<Answer> {
    for (let again = false; ; again = true) {
      const current = service ?? (await start())
      try {
        if (again) await current.call('/_clock', { method: 'POST', body: { advance: pastEveryLease } })
        return await act(current, again)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        // No answer: it died, or is about to.
        assert.equal(await current.ended, 'SIGKILL', current.printed())
        const [, point] = /killed at (\S+)/.exec(current.printed())!
        left = left.filter(crash => !crash.startsWith(point!))
        service = null
      }
    }
  }

  return {
    until,
    async stop() {
      await service?.stop()
      assert.deepEqual(left, [], 'it came by every point')
    },
  }
}

/**
 * An order that is shipped, one that is cancelled when it is paid, one that has to queue, and one in a sandbox, which
 * the simulator prints. Answers when it ended.
 */
async function liveALife(home: Home, crashes: string[], webhookUrl: string): Promise<Date> {
  const { until, stop } = mortal(home, crashes)
  const { accounts, staff, printer } = home.demo()
  const [charged, enterprise] = accounts
  const as = charged!.production.authorization

  const clock = async (body: object) => {
    const { status, body: answer } = await until(service => service.call('/_clock', { method: 'POST', body }))
    assert.equal(status, 200)
    return instant(answer.now)
  }
  const create = (customerOrderId: string, by: string, more: object) =>
    until(async (service, again) => {
      const body = orderBody({ customerOrderId, ...more })
      const answer = await service.call('/orders/create', { method: 'POST', as: by, body })
      if (again && answer.body.code === 'duplicate_order_id') return answer // it had been stored before the death
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer
    })
  const statusOf = async (id: string) => (await until(service => service.call(`/orders/${id}`, { as }))).body.status
  const buysLabels = crashes.some(crash => crash.startsWith('label:'))
  const ship = (customerOrderId: string) =>
    until(async service => {
      const list = await service.call('/press/jobs?status=all', { as: printer.authorization })
      const job = list.body.jobs.find((one: { customerOrderId: string }) => one.customerOrderId === customerOrderId)
      const post = (path: string, body: object) =>
        service.call(`/press/jobs/${job.jobId}/${path}`, { method: 'POST', as: printer.authorization, body })
      let trackingNumber = '1Z9'
      if (buysLabels && job.status !== 'SHIPPED') {
        const label = await post('labels', { parcel: 1 })
        assert.deepEqual([label.status, label.body.status], [200, 'bought'])
        trackingNumber = label.body.trackingNumber
      }
      const answer = await post('ship', {
        shipments: [{ masterTrackingNumber: trackingNumber, carrier: 'UPS', packages: [{ trackingNumber }] }],
      })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer
    })

  const started = await clock({ advance: 'PT0S' })
  const noon = instant(`${utcDay(started)}T12:00:00Z`)
  await clock({ to: daysLater(noon, 1) })
  await until(service =>
    service.call(`/staff/accounts/${charged!.accountId}`, {
      method: 'PATCH',
      as: staff.authorization,
      body: { limits: { production: { ordersPer24Hours: 2 } } },
    }),
  )
  await create('shipped', as, { webhookUrl })
  await create('unwanted', as, { webhookUrl })
  await create('queued', as, { webhookUrl })
  await create('toy', enterprise!.sandbox.authorization, {})
  await clock({ advance: 'PT1H' })
  await clock({ to: `${daysLater(noon, 2).slice(0, 10)}T02:30:00Z` })
  assert.equal(await statusOf('shipped'), 'VALID_HOLDING_BIN')
  const cancelled = await until(service => service.call('/orders/unwanted', { method: 'DELETE', as }))
  assert.equal(cancelled.body.status, 'CANCELLED')
  await clock({ advance: 'PT4H' })
  await ship('shipped')
  await clock({ advance: 'P2D' })
  await ship('queued')
  const ended = await clock({ advance: 'P9D' })
  await stop()
  return ended
}

const daysLater = (at: Date, days: number): string => later(at, days * day).toISOString()

/** What the service has stored, against the gateway's books and what the receiver heard. */
async function compareBooks(home: Home, now: Date, received: Received[], crashes: string[]): Promise<void> {
  const database = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: home.dataDir })
  const { db } = database
  const rows = async <Row>(query: string): Promise<Row[]> => (await sql.raw<Row>(query).execute(db)).rows
  try {
    assert.deepEqual(await audit(db, now), [])
    assert.deepEqual(
      await rows(`
        select o.customer_order_id as id, o.status, count(j.job_id) as jobs
        from orders o left join print_jobs j using (account_id, mode, order_id)
        group by o.customer_order_id, o.status order by 1`),
      [
        { id: 'queued', status: 'SHIPPED', jobs: 1 },
        { id: 'shipped', status: 'SHIPPED', jobs: 1 },
        { id: 'toy', status: 'SHIPPED', jobs: 1 },
        { id: 'unwanted', status: 'CANCELLED', jobs: 0 },
      ],
    )

    const cents = new Map(
      (
        await rows<{ id: string; cents: number }>(`select customer_order_id as id, charge_cents as cents from orders`)
      ).map(({ id, cents }) => [id, cents]),
    )
    const labels = await rows<{ id: string; number: string }>(`
      select label_id as id, tracking_number as number from shipping_labels order by label_id`)
    assert.equal(labels.length, crashes.some(crash => crash.startsWith('label:')) ? 2 : 0)
    assert.deepEqual(
      (await readSales(db)).map(({ reference, trackingNumber }) => ({ id: reference, number: trackingNumber })),
      labels,
      'each label was bought once',
    )
    const books = await readBooks(db)
    assert.deepEqual(
      books.charges.map(charge => charge.amountCents).sort(),
      [cents.get('shipped')! + cents.get('unwanted')!, cents.get('queued')!].sort(),
      'the gateway charged each order once',
    )
    assert.deepEqual(
      books.refunds.map(refund => refund.amountCents),
      [cents.get('unwanted')],
      'the gateway gave back once what was cancelled',
    )

    assert.deepEqual(
      await rows(`
        select kind = 'orders_queued' as queue, logged_at is not null as kept from emails
        where kind <> 'invoice' order by created_at`),
      [
        { queue: true, kept: true },
        { queue: false, kept: true },
      ],
      'a letter of the queue and one of the refund',
    )

    const storedEvents = await rows<{ id: string; order: string; sequence: number; type: string }>(`
      select e.event_id as id, o.customer_order_id as "order", e.kind as type,
        row_number() over (partition by e.account_id, e.mode, e.order_id order by e.sequence)::int as sequence
      from order_events e join orders o using (account_id, mode, order_id)
      where e.kind is not null and o.webhook_url is not null order by 1`)
    const receivedEvents = received.map(({ headers, data, sequence, type }) => ({
      id: headers['webhook-id']!,
      order: data.customerOrderId,
      sequence,
      type,
    }))
    const once = [...new Map(receivedEvents.map(one => [one.id, one])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(once, storedEvents, 'each event was sent, under its own id, whatever the attempt')
    if (crashes.includes('webhook:sent:2')) {
      assert.ok(receivedEvents.length > once.length, 'what was sent and not recorded is sent again')
    }
  } finally {
    await database.close()
  }
}
