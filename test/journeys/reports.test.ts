// Reports: their numbers are those that a plain recount of all steps of all orders finds.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, instant } from '../../src/base/clock.ts'
import type { Mode } from '../../src/base/mode.ts'
import type { Db } from '../../src/db/db.ts'
import { sumReports } from '../../src/features/reports/sumReports.ts'
import { parcel, press, program, support } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { files, orderBody, startReceiver, startWorld, type World } from '../support/world.ts'

type Period = { from: string; to: string }
type Scope = { accountId: string | null; mode: Mode }

type StepRow = {
  accountId: string
  mode: Mode
  orderId: string
  on: string
  to: string
  at: Date
  change: string
  state: string
  billing: string
  createdAt: Date
  request: string
}

/** Every step of every order, one after the other. */
async function readSteps(db: Db): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select e.account_id as "accountId", e.mode, e.order_id as "orderId", e.on_event as on, e.status as to, e.at,
      e.state as change, o.state, o.billing, o.created_at as "createdAt", c.request
    from order_events e
    join orders o using (account_id, mode, order_id)
    join order_contents c using (account_id, mode, order_id)
    order by account_id, order_id, e.sequence`.execute(db)
  return rows
}

function recount(all: StepRow[], { accountId, mode }: Scope, { from, to }: Period): Record<string, number | null> {
  const rows = all.filter(row => row.mode === mode && (accountId === null || row.accountId === accountId))
  const found = {
    orders: 0, copies: 0, failed: 0, rejected: 0, canceled: 0, stopped: 0, shipped: 0, shippedCopies: 0, late: 0,
    reprints: 0, queued: 0, charged: 0, taxes: 0, refunded: 0, printerPrices: 0,
  } // biome-ignore format: many of a kind
  const ms = { waiting: 0, making: 0, queue: 0 }
  let released = 0
  let promised = 0
  for (const steps of Map.groupBy(rows, row => row.orderId).values()) {
    let handedOverAt: Date | null = null
    let refunded = 0
    for (const [i, { on, to: status, at, change, state, billing, createdAt, request }] of steps.entries()) {
      const changed = JSON.parse(change)
      const { pricing, promisedShipBy } = JSON.parse(state)
      const copies = JSON.parse(request).orderItems.reduce(
        (sum: number, item: { quantity: number }) => sum + item.quantity,
        0,
      )
      if (on === 'handed_over') handedOverAt ??= at
      const more = changed.refundedCents === undefined ? 0 : changed.refundedCents - refunded
      refunded += more
      const on_ = at.toISOString().slice(0, 10)
      if (on_ < from || on_ > to) continue
      found.refunded += more
      if (i === 0 && billing === 'reprint') found.reprints++
      if (i === 0 && billing !== 'reprint') {
        found.orders++
        if (status === 'REJECTED') found.rejected++
        if (status === 'RECEIVED' || status === 'QUEUED') found.copies += copies
      }
      if (i === 0 && on === 'queued') found.queued++
      if (on === 'released') {
        released++
        ms.queue += at.getTime() - createdAt.getTime()
      }
      if (on === 'invalid') found.failed++
      if (status === 'CANCELLED' && !on.startsWith('refund')) found.canceled++
      if (on === 'problem') found.stopped++
      if (on === 'paid') {
        found.charged += pricing.orderCents
        found.taxes += pricing.taxesCents
      }
      if (on !== 'shipped') continue
      found.shipped++
      found.shippedCopies += copies
      promised++
      if (at >= new Date(promisedShipBy)) found.late++
      if (billing === 'enterprise') found.printerPrices += pricing.orderCents
      ms.waiting += handedOverAt!.getTime() - createdAt.getTime()
      ms.making += at.getTime() - handedOverAt!.getTime()
    }
  }
  const days = (sum: number, of = found.shipped) => (of === 0 ? null : Math.round((sum / of / day) * 100) / 100)
  const dollars = Object.fromEntries(
    (['charged', 'taxes', 'refunded', 'printerPrices'] as const).map(name => [name, found[name] / 100]),
  )
  return {
    ...found,
    ...dollars,
    net: (found.charged - found.refunded) / 100,
    onTimeRate: promised === 0 ? null : Math.round((1 - found.late / promised) * 10_000) / 10_000,
    waitingDays: days(ms.waiting),
    makingDays: days(ms.making),
    queueDays: days(ms.queue, released),
  }
}

const periods: Period[] = [
  { from: '2026-03-30', to: '2026-03-30' },
  { from: '2026-03-30', to: '2026-04-01' },
  { from: '2026-04-01', to: '2026-04-30' },
  { from: '2026-02-01', to: '2026-05-31' },
  { from: '2025-05-15', to: '2026-05-14' },
]

async function reader({ call, charged, enterprise, demo }: World) {
  const read = async (path: string, as: string) => {
    const answer = await call(path, { as })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const query = ({ from, to }: Period) => `from=${from}&to=${to}`
  return {
    /** The reports that different callers read, each with what it is about. */
    all: (period: Period) =>
      Promise.all(
        [
          ...[charged, enterprise].flatMap(account =>
            (['production', 'sandbox'] as const).map(mode => ({
              scope: { accountId: account.accountId, mode } as Scope,
              path: `/reports?${query(period)}`,
              as: account[mode].authorization,
            })),
          ),
          {
            scope: { accountId: null, mode: 'production' } as Scope,
            path: `/staff/reports?${query(period)}`,
            as: demo.staff.authorization,
          },
          {
            scope: { accountId: charged.accountId, mode: 'sandbox' } as Scope,
            path: `/staff/reports?${query(period)}&mode=sandbox&accountId=${charged.accountId}`,
            as: demo.staff.authorization,
          },
        ].map(async ({ scope, path, as }) => ({ scope, body: await read(path, as) })),
      ),
    staff: (period: Period) => read(`/staff/reports?${query(period)}`, demo.staff.authorization),
    press: (period: Period) => read(`/press/reports?${query(period)}`, demo.printer.authorization),
    customer: (period: Period) => read(`/reports?${query(period)}`, charged.production.authorization),
  }
}

const sum = (steps: Record<string, number>[], name: string) =>
  Math.round(steps.reduce((total, step) => total + step[name]! * 100, 0)) / 100

/** Without estimates, without limits, and without the margins of the staff, of which no cost is entered. */
function recounted({
  transitDays: _,
  deliveredOnTimeRate: ________,
  limitUsed: __,
  costedSales,
  costs,
  margin,
  marginRate,
  webhooks: ___,
  webhooksFirstTry: ____,
  webhooksLater: _____,
  webhooksFailed: ______,
  webhookSuccess: _______,
  ...totals
}: Record<string, number | null>) {
  for (const value of [costedSales, costs, margin, marginRate]) assert.ok(value === undefined || value === null)
  return totals
}

async function assertEqualsRecount(world: World) {
  const reports = await reader(world)
  const steps = await readSteps(world.app.database.db)
  for (const period of periods) {
    for (const { scope, body } of await reports.all(period)) {
      const totals = recounted(body.totals)
      const about = JSON.stringify({ scope, period })
      assert.deepEqual(totals, recount(steps, scope, period), about)
      for (const name of ['orders', 'copies', 'shipped', 'charged', 'refunded'])
        assert.equal(sum(body.steps, name), totals[name], `${name} of the steps ${about}`)
      for (const [list, name] of [
        ['failures', 'failed'],
        ['cancellations', 'canceled'],
        ['problems', 'stopped'],
      ] as const)
        assert.equal(sum(body[list], 'orders'), totals[name], `${list} ${about}`)
      assert.equal(sum(body.books, 'copies'), totals.copies, about)
      const before = { from: body.periodBefore.from, to: body.periodBefore.to }
      assert.deepEqual(recounted(body.totalsBefore), recount(steps, scope, before), `before ${about}`)
    }
  }
}

for (const { name, fresh } of databasesOfForm)
  describe(`reports on ${name}`, () => {
    it('a report equals a recount of every step, over the end of a month, while orders live, fail, are canceled, refunded and reprinted', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database, start: instant('2026-03-30T12:00:00Z') })
      const { charged, enterprise } = world
      const [ours, test, theirs] = [
        program(world, charged, 'production'),
        program(world, charged, 'sandbox'),
        program(world, enterprise, 'production'),
      ]
      const desk = press(world)
      await assertEqualsRecount(world)

      const item = { sku: 'NOVEL', quantity: 2, product: files }
      await ours.place('sent')
      await ours.place('two-books', { orderItems: [item, { ...item, sku: 'KEEPSAKE', quantity: 3 }, item] })
      await ours.place('late')
      await ours.place('canceled')
      await ours.create(orderBody({ customerOrderId: 'impossible', orderItems: [{ sku: 'NO-SUCH', quantity: 7 }] }))
      await theirs.place('priced')
      await test.place('test')
      await world.settle()
      assert.equal((await ours.cancel('canceled')).status, 200)
      await assertEqualsRecount(world)
      await world.advance(day)
      await desk.tell('priced', 'accept', { itemsTotal: 10, taxesTotal: 1 })
      await desk.tell('priced', 'ship', { ...parcel, shippingTotal: 4 })
      for (const id of ['sent', 'two-books']) {
        await desk.tell(id, 'accept')
        await desk.tell(id, 'ship', parcel)
      }
      await desk.tell('late', 'problem', { reason: 'The paper tore.' })
      await world.settle()
      await support(world).act(charged, 'late', 'resume')
      const refund = { reason: 'A page is upside down.', amount: 1 }
      const path = `/staff/orders/${charged.accountId}/sent/refund`
      const refunded = await world.call(path, { method: 'POST', as: world.demo.staff.authorization, body: refund })
      assert.equal(refunded.status, 200, JSON.stringify(refunded.body))
      await support(world).act(charged, 'sent', 'reprint', { reason: 'For Ada', cause: 'misprint' })
      await world.settle()
      await assertEqualsRecount(world)
      await world.advance(30 * day)
      await desk.tell('late', 'accept')
      await desk.tell('late', 'ship', parcel)
      await ours.place('newest', { orderItems: [{ ...item, quantity: 11 }] })
      await world.settle()
      await assertEqualsRecount(world)

      const reports = await reader(world)
      const year = periods.at(-1)!
      const staff = await reports.staff(year)
      const { accountId } = charged
      assert.equal(staff.totals.late, 1)
      assert.deepEqual(staff.failures, [{ code: 'unknown_sku', orders: 1, ordersBefore: 0 }])
      assert.deepEqual(staff.cancellations, [{ when: 'before_printing', orders: 1, ordersBefore: 0 }])
      assert.deepEqual(staff.problems, [{ code: 'printer_problem', orders: 1, ordersBefore: 0 }])
      assert.deepEqual(staff.reprintCauses, [{ cause: 'misprint', orders: 1, ordersBefore: 0 }])
      const [printer] = staff.printers
      assert.deepEqual([printer.printer, printer.shipped, printer.stopped, printer.reprints], ['desk', 4, 1, 1])
      const mine = await reports.press(year)
      assert.deepEqual([mine.totals.shipped, mine.totals.late, mine.totals.charged], [4, 1, undefined])
      const { books } = await reports.customer(year)
      const novel = books.find((book: { sku: string }) => book.sku === 'NOVEL')
      const twoBooks = await ours.read('two-books')
      const sent = await ours.read('sent')
      const keepsake = books.find((book: { sku: string }) => book.sku === 'KEEPSAKE')
      // Three orders of one book and two copies each, and one order that has it twice; one was canceled unpaid.
      assert.deepEqual([novel.orders, novel.copies, novel.shippedCopies], [5, 21, 8])
      const cents = (dollars: number) => Math.round(dollars * 100)
      assert.equal(
        cents(novel.cost) + cents(keepsake.cost),
        2 * cents(sent.pricing.itemsTotal) + cents(twoBooks.pricing.itemsTotal),
      )
      // A customer's book has the name of the product; the staff and printers read the name in the catalog.
      assert.deepEqual(
        [keepsake, staff.books.at(-1), mine.books.at(-1)].map(({ sku, title }) => [sku, title]),
        [
          ['KEEPSAKE', 'Casewrap hardcover, cream'],
          ...Array(2).fill(['HC-0600X0900-BW-60C', 'Casewrap hardcover, cream']),
        ],
      )
      assert.deepEqual([keepsake.copies, keepsake.costPerCopy], [3, Math.round(cents(keepsake.cost) / 3) / 100])

      // What is counted stays, whatever becomes of the orders.
      const before = await reports.all(year)
      await world.advance(3 * hour)
      assert.equal((await support(world).act(charged, 'sent', 'forget')).status, 200)
      const emptied = await world.call('/sandbox/orders', { method: 'DELETE', as: test.as })
      assert.deepEqual(emptied.body, { deleted: 1, done: true })
      await world.settle()
      const without = ({ countedUntil: _, ...body }: Record<string, unknown>) => body
      assert.deepEqual(
        (await reports.all(year)).map(({ body }) => without(body)),
        before.map(({ body }) => without(body)),
      )
      const { rows } = await sql<{ text: string }>`
        select string_agg(s::text, ' ') as text from report_sums s where account_id = ${accountId}`.execute(
        world.app.database.db,
      )
      assert.doesNotMatch(rows[0]!.text, /Ada|Main Street|example/)
      await world.assertSound()
    })

    it('a report says how many orders were queued, how long, and how much of the limit was used, by day', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database, start: instant('2026-03-30T12:00:00Z') })
      const { charged } = world
      const ours = program(world, charged, 'production')
      await support(world).change(charged, { limits: { production: { ordersPer24Hours: 4, queueCeiling: 9 } } })
      for (const id of ['one', 'two', 'three', 'four', 'five', 'six']) await ours.place(id)
      await world.advance(2 * day)
      await assertEqualsRecount(world)
      const period = { from: '2026-03-29', to: '2026-04-02' }
      const { totals, totalsBefore, steps } = await (await reader(world)).customer(period)
      // Today is April 1, and the account began on March 30.
      assert.deepEqual([totals.queued, totals.queueDays, totals.limitUsed], [2, 1, 6 / 12])
      assert.deepEqual([totalsBefore.queued, totalsBefore.queueDays, totalsBefore.limitUsed], [0, null, null])
      assert.deepEqual(
        steps.map((step: Record<string, unknown>) => [step.startsOn, step.queued, step.queueDays, step.limitUsed]),
        [
          ['2026-03-29', 0, null, null],
          ['2026-03-30', 2, null, 1],
          ['2026-03-31', 0, 1, 0.5],
          ['2026-04-01', 0, null, 0],
          ['2026-04-02', 0, null, null],
        ],
      )
      assert.equal((await (await reader(world)).staff(period)).totals.limitUsed, null)
      const listed = await world.call('/orders?queued=only', { as: ours.as })
      assert.deepEqual(listed.body.orders.map((order: { customerOrderId: string }) => order.customerOrderId).sort(), [
        'five',
        'six',
      ])
    })

    it('a report counts webhooks by what became of them, as the list behind its numbers does, and once each', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database, start: instant('2026-03-30T12:00:00Z') })
      const { db } = database
      const { charged, demo } = world
      let answer = 204
      await using receiver = await startReceiver(
        () => charged.production.webhookSecret,
        () => answer,
      )
      const ours = program(world, charged, 'production')
      /** Fails, so that exactly one webhook is sent. */
      const place = (id: string) => ours.place(id, { shippingClassification: 'none', webhookUrl: receiver.url })
      await place('first')
      await place('second')
      await world.settle()
      answer = 503
      await place('slow')
      await world.settle()
      answer = 204
      await world.advance(hour)
      answer = 410
      await place('gone')
      await place('back')
      await world.settle()
      answer = 503
      await place('down')
      await world.advance(7 * day)

      const period = 'from=2026-03-29&to=2026-03-31'
      const counted = async () => {
        const { body } = await world.call(`/reports?${period}`, { as: ours.as })
        const { webhooks, webhooksFirstTry, webhooksLater, webhooksFailed, webhookSuccess } = body.totals
        const { steps } = body
        assert.deepEqual(
          steps.map((step: { webhooks: number }) => step.webhooks),
          [0, webhooks, 0],
        )
        return [webhooks, webhooksFirstTry, webhooksLater, webhooksFailed, webhookSuccess]
      }
      const listed = async (result: string) => {
        const of = `from=2026-03-30T00:00:00Z&to=2026-03-31T00:00:00Z&result=${result}`
        const { body } = await world.call(`/deliveries?${of}`, { as: ours.as })
        assert.equal(body.nextCursor, null)
        return body.deliveries.map((one: { customerOrderId: string }) => one.customerOrderId).sort()
      }
      const lists = () => Promise.all(['first_try', 'later', 'failed'].map(listed))
      assert.deepEqual(await counted(), [6, 2, 1, 3, 0.5])
      assert.deepEqual(await lists(), [['first', 'second'], ['slow'], ['back', 'down', 'gone']])

      // A resent webhook that arrives is no failure, and one that arrived before counts no second time.
      answer = 204
      const resend = async (id: string) => {
        const { body } = await world.call(`/deliveries?customerOrderId=${id}`, { as: ours.as })
        const path = `/deliveries/${body.deliveries[0].deliveryId}/redeliver`
        assert.equal((await world.call(path, { method: 'POST', as: ours.as })).status, 202)
        await world.settle()
      }
      for (const id of ['back', 'first', 'slow']) await resend(id)
      answer = 503
      await resend('second')
      await world.advance(6 * day)
      assert.deepEqual(await counted(), [6, 2, 2, 2, Math.round(40_000 / 6) / 10_000])
      assert.deepEqual(await lists(), [
        ['first', 'second'],
        ['back', 'slow'],
        ['down', 'gone'],
      ])

      // Whatever counts at the same time, each is counted once; and the sums stay when the attempts are deleted.
      await sql`delete from report_sums where fact = 'webhook'`.execute(db)
      await sql`delete from report_progress where name = 'webhooks'`.execute(db)
      const drain = async () => {
        while ((await sumReports(db)(world.now())) > 0);
      }
      await Promise.all([drain(), drain(), drain()])
      assert.deepEqual(await counted(), [6, 2, 2, 2, Math.round(40_000 / 6) / 10_000])
      await world.advance(60 * day)
      assert.equal((await sql`select from webhook_attempts`.execute(db)).rows.length, 0)
      assert.deepEqual(await counted(), [6, 2, 2, 2, Math.round(40_000 / 6) / 10_000])
      const staff = await world.call(`/staff/reports?${period}`, { as: demo.staff.authorization })
      assert.deepEqual([staff.body.totals.webhooks, staff.body.totals.webhooksFailed], [6, 2])
      const csv = await world.call(`/reports/export?${period}`, { as: ours.as })
      assert.match(csv.body, /\r\ntotals,,webhooksFailed,2,0,\r\n/)
      await world.assertSound()
    })

    it('each fact is counted once, by however many processes at once, and after a count that was killed', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database })
      const { db } = database
      for (const id of ['a', 'b', 'c']) await program(world, world.charged, 'production').place(id)
      await world.settle()
      await world.advance(50 * hour)
      await sql`delete from report_sums`.execute(db)
      await sql`delete from report_progress`.execute(db)
      await sql`
        create function fail_at_end() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
        db,
      )
      await sql`create trigger fail_at_end after insert on report_sums execute function fail_at_end()`.execute(db)
      await assert.rejects(sumReports(db)(world.now()), /killed/)
      assert.equal((await sql`select from report_sums`.execute(db)).rows.length, 0)
      await sql`drop function fail_at_end cascade`.execute(db)
      const drain = async () => {
        while ((await sumReports(db)(world.now())) > 0);
      }
      await Promise.all([drain(), drain(), drain(), drain()])
      await assertEqualsRecount(world)
      const { rows } = await sql<{ orders: number }>`
        select sum(orders)::bigint as orders from report_sums
        where account_id = 'operator' and span = 'day' and fact = 'placed'`.execute(db)
      assert.equal(rows[0]!.orders, 3)

      const ask = (query: string) => world.call(`/reports?${query}`, { as: world.charged.production.authorization })
      for (const query of ['from=2026-03-02', 'to=2026-03-02', 'period=this_year&from=2026-03-02&to=2026-03-02'])
        assert.equal((await ask(query)).body.errors[0].code, 'invalid_period', query)
      assert.equal((await ask('from=2026-03-02&to=2026-03-01')).body.errors[0].pointer, '?to')
      assert.equal((await ask('from=2000-01-01&to=2026-03-01')).status, 400)
      const { period, periodBefore, countedUntil } = (await ask('period=last_month')).body
      assert.deepEqual([period, periodBefore], [
        { from: '2026-02-01', to: '2026-02-28' },
        { from: '2026-01-01', to: '2026-01-31' },
      ]) // biome-ignore format: two periods
      assert.equal(countedUntil, world.now().toISOString())
      const csv = await world.call('/staff/reports/export', { as: world.demo.staff.authorization })
      assert.match(csv.body, /^\uFEFFsection,item,measure,value,before,title\r\ntotals,,orders,3,0,\r\n/)
      assert.match(csv.body, /\r\nbooks,PB-0600X0900-BW-60W,orders,3,,Trade paperback\r\n/)
    })
  })
