// Two whole services, servers and workers, on one PostgreSQL, with everything that can happen at once happening at
// once.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createPerson } from '../src/accounts/accounts.ts'
import { type App, createApp } from '../src/app/app.ts'
import { day, hour, instant, later, latest, manualClock, minute } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { sortableIds } from '../src/base/secrets/ids.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { nextDueAt } from '../src/features/background/nextDue.ts'
import { oweRefunds } from '../src/features/money/refunds.ts'
import type { PlaceOrderRequest } from '../src/features/placing/drafts.ts'
import { createPlaceOrder } from '../src/features/placing/placeOrders.ts'
import { readBooks } from '../src/payments/simulated/simulatedGatewayStore.ts'
import { freshPostgres } from './support/postgres.ts'
import { type Answer, orderBody, startReceiver, startWorld, worldStart } from './support/world.ts'

type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  as?: string
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
}

/** `call` goes to the one service and the other by turns; `settle` and `advance` let both work at the same time. */
async function startTwins(changes: Partial<Config> = {}) {
  const { databaseUrl, drop } = await freshPostgres()
  const open = () => openDatabase({ databaseUrl, dataDir: null })
  const clock = manualClock(worldStart)
  const world = await startWorld({ database: await open(), clock, config: changes })
  const config = { ...readConfig([], { FILE_CHECK: 'addresses' }), secretKey: Buffer.alloc(32, 7), ...changes }
  const twin = await createApp(config, silentLog, { database: await open(), clock })
  await twin.work()
  const { db } = twin.database

  let turn = 0
  async function call(path: string, { method = 'GET', as, cookie, body, headers = {} }: Call): Promise<Answer> {
    const { server }: App = turn++ % 2 === 0 ? world.app : twin
    const answer = await server.inject({
      method,
      url: path,
      headers: {
        ...(as === undefined ? {} : { authorization: as }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    assert.ok(answer.statusCode < 500, answer.body)
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }

  const settle = () => Promise.all([world.app.settle(), twin.settle()])

  async function advance(ms: number): Promise<void> {
    const to = later(clock(), ms)
    for (;;) {
      await settle()
      const next = await nextDueAt(db)
      if (next === null || next.at > to) break
      clock.set(latest(next.at, clock()))
    }
    clock.set(to)
    await settle()
  }

  const rows = async <Row>(query: string): Promise<Row[]> => (await sql.raw<Row>(query).execute(db)).rows
  const create = (as: string, customerOrderId: string) =>
    call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
  const cancel = (as: string, customerOrderId: string) => call(`/orders/${customerOrderId}`, { method: 'DELETE', as })
  const setLimit = (accountId: string, ordersPer24Hours: number) =>
    call(`/staff/accounts/${accountId}`, {
      method: 'PATCH',
      as: world.demo.staff.authorization,
      body: { limits: { production: { ordersPer24Hours } } },
    })
  const statusOf = async () =>
    new Map(
      (await rows<{ id: string; status: string }>('select customer_order_id as id, status from orders')).map(
        ({ id, status }) => [id, status],
      ),
    )

  return {
    world,
    clock,
    rows,
    call,
    create,
    cancel,
    setLimit,
    statusOf,
    settle,
    advance,
    books: () => readBooks(db),
    async [Symbol.asyncDispose]() {
      await world.assertSound()
      await twin.close()
      await world[Symbol.asyncDispose]()
      await drop()
    },
  }
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => `o${i}`)
const counted = (values: string[]) =>
  Object.fromEntries([...Map.groupBy(values, value => value)].map(([k, v]) => [k, v.length]))
const sum = (parts: { amountCents: number }[]) => parts.reduce((total, part) => total + part.amountCents, 0)

describe('two services on one PostgreSQL', () => {
  it('two services on one PostgreSQL admit 50, queue 300 and reject 70 of 420 at once, and carry each accepted one to the printer once', async () => {
    await using twins = await startTwins()
    const { world, rows } = twins
    const as = world.charged.production.authorization
    const created = await Promise.all(ids(420).map(id => twins.create(as, id)))
    assert.deepEqual(counted(created.map(({ body }) => body.status)), { RECEIVED: 50, QUEUED: 300, REJECTED: 70 })
    for (let days = 1; days <= 7; days++) {
      await twins.advance(day)
      const [{ received }] = (await rows('select count(*) as received from orders where received_at is not null')) as [
        { received: number },
      ]
      assert.equal(received, Math.min(50 * (days + 1), 350))
    }
    await twins.advance(day)
    assert.deepEqual(counted([...(await twins.statusOf()).values()]), { PRINTING: 350, REJECTED: 70 })
    assert.deepEqual(await rows('select count(*) as jobs, count(distinct order_id) as orders from print_jobs'), [
      { jobs: 350, orders: 350 },
    ])
    const [{ cents }] = (await rows(
      `select sum(charge_cents)::bigint as cents from orders where status = 'PRINTING'`,
    )) as [{ cents: number }]
    const { charges } = await twins.books()
    assert.equal(sum(charges), cents)
    const fifo = await rows(`
      select customer_order_id
      from (
        select o.customer_order_id, row_number() over (order by o.queue_number) as came,
          row_number() over (order by o.received_number) as went
        from orders o join order_events e using (account_id, mode, order_id)
        where e.on_event = 'released') waited
      where came <> went`)
    assert.deepEqual(fifo, [], 'who came first into the queue left it first')
  })

  it('two services on one PostgreSQL admit each account and mode by its own limit, while groups of several are placed at once', async () => {
    await using twins = await startTwins()
    const { world, rows } = twins
    const accounts = [world.charged, world.enterprise]
    const keys = accounts.flatMap(({ production, sandbox }) => [production, sandbox]).map(key => key.authorization)
    const created = await Promise.all(
      ids(60).flatMap(id => keys.map((as, i) => twins.create(as, i % 2 === 0 ? id : `sandbox ${id}`))),
    )
    assert.deepEqual(
      keys.map((_, i) =>
        counted(created.filter((_, place) => place % keys.length === i).map(({ body }) => body.status)),
      ),
      accounts.flatMap(() => [
        { RECEIVED: 50, QUEUED: 10 },
        { RECEIVED: 50, REJECTED: 10 },
      ]),
    )
    const numbers = await rows(`
      select min(received_number) as first, max(received_number) as last, count(distinct received_number) as numbers
      from orders
      where received_at is not null
      group by account_id, mode`)
    assert.deepEqual(
      numbers,
      keys.map(() => ({ first: 1, last: 50, numbers: 50 })),
    )
  })

  it('two services on one PostgreSQL release in the order in which the queue was joined, though their clocks disagree by an hour', async () => {
    await using twins = await startTwins()
    const { world, clock, rows, setLimit } = twins
    const { accountId } = world.charged
    await setLimit(accountId, 0)
    const { db } = world.app.database
    const placer = (clockOfIts: () => Date) => {
      const transactor = {
        db,
        afterCommit: { wake: () => {} },
        newId: sortableIds(clockOfIts),
        oweRefunds,
      }
      return createPlaceOrder({ transactor, clock, operatorVersions: world.app.operatorVersions }, 'postgresql')
    }
    const fast = placer(() => later(clock(), hour))
    const slow = placer(clock)
    const place = (placeOrder: typeof fast, customerOrderId: string) =>
      placeOrder({
        accountId,
        mode: 'production',
        customerOrderId,
        request: { currency: 'USD', ...orderBody() } as unknown as PlaceOrderRequest['request'],
        warnings: [],
        actor: 'test',
        requestKey: null,
      })
    for (const [i, one] of [fast, slow, slow, fast, slow, fast].entries()) await place(one, `in turn ${i}`)
    await Promise.all(ids(40).map((id, i) => place(i % 2 === 0 ? fast : slow, id)))
    await setLimit(accountId, 100)
    await twins.settle()
    const released = await rows<{ id: string; queueNumber: number }>(`
      select customer_order_id as id, queue_number as "queueNumber" from orders order by received_number`)
    assert.deepEqual(
      released.slice(0, 6).map(({ id }) => id),
      [0, 1, 2, 3, 4, 5].map(i => `in turn ${i}`),
    )
    assert.deepEqual(
      released.map(({ queueNumber }) => queueNumber),
      Array.from({ length: 46 }, (_, i) => i + 1),
    )
  })

  it('two services on one PostgreSQL give an identifier to one of 50 creates at once, whatever the mode', async () => {
    await using twins = await startTwins()
    const { sandbox, production } = twins.world.charged
    const created = await Promise.all(
      Array.from({ length: 50 }, (_, i) => twins.create([sandbox, production][(i >> 1) % 2]!.authorization, 'the one')),
    )
    assert.deepEqual(counted(created.map(({ status }) => String(status))), { 201: 1, 400: 49 })
    for (const { status, body } of created) if (status === 400) assert.equal(body.code, 'duplicate_order_id')
    assert.deepEqual(await twins.rows('select count(*) as orders from orders'), [{ orders: 1 }])
  })

  it('two services on one PostgreSQL make one order of 50 creates at once with the same idempotency key, and answer each with it', async () => {
    await using twins = await startTwins()
    const call = { method: 'POST', as: twins.world.charged.production.authorization, body: orderBody() } as const
    const headers = { 'idempotency-key': 'the-one' }
    const made = await Promise.all(Array.from({ length: 50 }, () => twins.call('/orders/create', { ...call, headers })))
    assert.deepEqual(counted(made.map(({ status }) => String(status))), { 201: 50 })
    for (const { body } of made) assert.deepEqual(body, made[0]!.body)
    assert.deepEqual(await twins.rows('select count(*) as orders from orders'), [{ orders: 1 }])
  })

  it('two services on one PostgreSQL release what a raised limit allows, in order, while more orders come', async () => {
    await using twins = await startTwins()
    const { accountId, production } = twins.world.charged
    await twins.setLimit(accountId, 5)
    const create = (some: string[]) => Promise.all(some.map(id => twins.create(production.authorization, id)))
    const all = ids(160)
    await create(all.slice(0, 40))
    const [, raised, more] = await Promise.all([
      create(all.slice(40, 100)),
      twins.setLimit(accountId, 60),
      create(all.slice(100)),
    ])
    assert.equal(raised.status, 200)
    assert.ok(more.every(({ status }) => status === 201))
    await twins.settle()
    const received = await twins.rows<{ id: string }>(
      'select customer_order_id as id from orders where received_number is not null',
    )
    assert.equal(received.length, 60)
    const first = new Set(all.slice(0, 40))
    assert.equal(received.filter(({ id }) => first.has(id)).length, 40, 'the first to come are in')
  })

  it('two services on one PostgreSQL either cancel an order before its hold ends, or ask the printer that has it', async () => {
    await using twins = await startTwins()
    const as = twins.world.enterprise.production.authorization
    const all = ids(40)
    await Promise.all(all.map(id => twins.create(as, id)))
    await twins.settle()
    twins.clock.set(later(twins.clock(), 2 * hour))
    const [answers] = await Promise.all([Promise.all(all.map(id => twins.cancel(as, id))), twins.settle()])
    await twins.settle()
    const statuses = await twins.statusOf()
    for (const [i, { status, body }] of answers.entries()) {
      assert.equal(status, 200)
      assert.equal(body.status, statuses.get(all[i]!))
    }
    // Without a job, with one that never left, or with a printer that was asked.
    assert.deepEqual(
      await twins.rows(`
        select distinct o.status, j.status as job, j.cancellation_requested as asked, j.offered_at is not null as gone
        from orders o left join print_jobs j using (account_id, mode, order_id)
        where not case o.status
          when 'CANCELLED' then j.status is null or (j.status = 'CANCELLED' and j.offered_at is null)
          when 'CANCELLATION_REQUESTED' then j.cancellation_requested and j.offered_at is not null
          else false
        end`),
      [],
    )
  })

  it('two services on one PostgreSQL either cancel a waiting order or release it, and give its place to the next', async () => {
    await using twins = await startTwins()
    const { accountId, production } = twins.world.charged
    const as = production.authorization
    await twins.setLimit(accountId, 20)
    const all = ids(100)
    for (const id of all) await twins.create(as, id)
    await twins.settle()
    twins.clock.set(later(twins.clock(), day))
    const unwanted = all.filter((_, i) => i >= 20 && i % 2 === 0)
    const [answers] = await Promise.all([Promise.all(unwanted.map(id => twins.cancel(as, id))), twins.settle()])
    await twins.settle()
    const statuses = await twins.statusOf()
    for (const [i, { status, body }] of answers.entries()) {
      if (status === 200) assert.equal(statuses.get(unwanted[i]!), 'CANCELLED')
      else assert.equal(body.code, 'order_not_cancellable')
    }
    const [{ received }] = (await twins.rows(
      'select count(*) as received from orders where received_number is not null',
    )) as [{ received: number }]
    assert.equal(received, 40)
    await twins.advance(2 * day)
    assert.equal(counted([...(await twins.statusOf()).values()]).QUEUED, undefined)
  })

  it('two services on one PostgreSQL charge for what is printed and for nothing else, while orders are canceled at the charge', async () => {
    await using twins = await startTwins()
    const as = twins.world.charged.production.authorization
    const all = ids(50)
    await Promise.all(all.map(id => twins.create(as, id)))
    await twins.settle()
    twins.clock.set(instant('2026-03-03T02:00:00Z'))
    const unwanted = all.filter((_, i) => i % 2 === 0)
    const [answers] = await Promise.all([Promise.all(unwanted.map(id => twins.cancel(as, id))), twins.settle()])
    assert.ok(answers.every(({ status, body }) => status === 200 && body.status === 'CANCELLED'))
    await twins.advance(day)
    const paid = await twins.rows<{ status: string; payment: string; cents: number }>(`
      select status, state ->> 'payment' as payment, sum(charge_cents)::bigint as cents
      from orders group by 1, 2`)
    assert.ok(
      paid.every(({ status, payment }) =>
        status === 'PRINTING' ? payment === 'SUCCEEDED' : ['NOT_CHARGED', 'REFUNDED'].includes(payment),
      ),
    )
    const { charges, refunds } = await twins.books()
    const kept = paid.filter(({ status }) => status === 'PRINTING')
    assert.equal(sum(charges) - sum(refunds), kept[0]!.cents)
    assert.equal(charges.length, 1)
  })

  it('two services on one PostgreSQL make a refund once that several of the staff approve and decline at once', async () => {
    await using twins = await startTwins({ secondPersonAboveCents: 0 })
    const { world, call } = twins
    const { accountId, production } = world.charged
    const deps = { ...world.app, db: world.app.database.db }
    const people = await Promise.all(
      ['ben', 'cleo'].map(async name => {
        const person = { name, email: `${name}@example.com`, password: 'correct horse battery' }
        await createPerson(deps, { kind: 'staff', ...person }, 'test')
        return world.signIn(person)
      }),
    )
    for (const id of ids(6)) await twins.create(production.authorization, id)
    await twins.advance(day)
    const refund = (id: string) =>
      call(`/staff/orders/${accountId}/${id}/refund`, {
        method: 'POST',
        as: world.demo.staff.authorization,
        body: { reason: 'torn' },
      })
    for (const id of ids(6)) {
      const asked = await Promise.all([refund(id), refund(id)])
      const [{ approvalId, amount }, again] = asked.map(({ body }) => body)
      assert.equal(again.approvalId, approvalId, 'asked for twice at once, it waits once')
      const decide = (act: 'approve' | 'decline', cookie: string) =>
        call(`/staff/approvals/${approvalId}/${act}`, {
          method: 'POST',
          cookie,
          ...(act === 'decline' ? { body: { reason: 'not so' } } : {}),
        })
      const answers = await Promise.all([
        ...people.flatMap(cookie => [decide('approve', cookie), decide('approve', cookie)]),
        decide('decline', people[1]!),
      ])
      const decided = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.status))
      assert.equal(decided.size, 1, 'all who are answered are told the same')
      assert.ok(answers.every(({ status }) => status === 200 || status === 409))
      await twins.settle()
      const refunds = await twins.rows(`
        select r.amount_cents / 100.0 = ${amount} as whole from refunds r join orders o using (account_id, order_id)
        where o.customer_order_id = '${id}'`)
      assert.deepEqual(refunds, decided.has('approved') ? [{ whole: true }] : [])
    }
  })

  it('two services on one PostgreSQL believe the first of two contradicting messages about a job', async () => {
    await using twins = await startTwins()
    const as = twins.world.enterprise.production.authorization
    const printer = twins.world.demo.printer.authorization
    const all = ids(40)
    await Promise.all(all.map(id => twins.create(as, id)))
    await twins.advance(2 * hour + minute)
    const jobs = await twins.rows<{ jobId: string; id: string }>(
      `select job_id as "jobId", orders.customer_order_id as id from print_jobs join orders using (account_id, mode, order_id)`,
    )
    const tell = (jobId: string, act: string, body: object) =>
      twins.call(`/press/jobs/${jobId}/${act}`, { method: 'POST', as: printer, body })
    const shipments = [{ masterTrackingNumber: '1Z9', carrier: 'UPS', packages: [{ trackingNumber: '1Z9' }] }]
    const accept = { itemsTotal: 10, taxesTotal: 1 }
    await Promise.all(jobs.flatMap(({ jobId }) => [tell(jobId, 'accept', accept), tell(jobId, 'accept', accept)]))
    const answersOfRaces = await Promise.all(
      jobs.map(({ jobId, id }) =>
        Promise.all([
          tell(jobId, 'ship', { shipments, shippingTotal: 5 }),
          tell(jobId, 'problem', { reason: 'out of paper' }),
          twins.cancel(as, id),
          tell(jobId, 'ship', { shipments, shippingTotal: 5 }),
        ]),
      ),
    )
    await twins.settle()
    const statuses = await twins.statusOf()
    for (const [i, [ship, problem, , again]] of answersOfRaces.entries()) {
      const status = statuses.get(jobs[i]!.id)
      assert.equal(status === 'SHIPPED', ship.status === 200 || again.status === 200)
      assert.equal(status === 'EXCEPTION', problem.status === 200)
    }
    const twice = await twins.rows(`
      select order_id from order_events where on_event in ('accepted', 'shipped')
      group by order_id, on_event having count(*) > 1`)
    assert.deepEqual(twice, [], 'what is said twice is one step')
  })

  it('two services on one PostgreSQL empty a sandbox while its orders are placed, printed and simulated, and leave nothing behind', async () => {
    await using twins = await startTwins()
    const { world, rows } = twins
    const { sandbox, user, production } = world.charged
    await using receiver = await startReceiver(() => sandbox.webhookSecret)
    const cookie = await world.signIn(user)
    const empty = () => world.call('/dashboard/api/sandbox/orders', { method: 'DELETE', cookie })
    const simulate = (id: string) =>
      world.call(`/dashboard/api/sandbox/orders/${id}/simulate`, {
        method: 'POST',
        cookie,
        body: { outcome: 'payment_success' },
      })
    const place = async (id: string) => {
      const body = orderBody({ customerOrderId: id, webhookUrl: receiver.url })
      const { status } = await twins.call('/orders/create', { method: 'POST', as: sandbox.authorization, body })
      assert.ok(status === 201 || status === 400, `${status}`) // the identifier may not be free again yet
    }
    await twins.create(production.authorization, 'kept')
    let deleted = 0
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        ...ids(40).map(async id => {
          await place(id)
          assert.ok([200, 404, 409].includes((await simulate(id)).status))
          await twins.cancel(sandbox.authorization, id)
        }),
        twins.advance(3 * hour),
        ...[1, 2].map(async () => {
          const { status, body } = await empty()
          assert.equal(status, 200)
          deleted += body.deleted
        }),
      ])
    }
    assert.ok(deleted > 0)
    await twins.settle()
    await empty()
    for (const table of [
      'orders',
      'order_events',
      'webhook_deliveries',
      'print_jobs',
      'print_tickets',
      'printer_messages',
    ])
      assert.deepEqual(await rows(`select * from ${table} where mode = 'sandbox'`), [], table)
    assert.equal((await twins.call('/orders/kept', { as: production.authorization })).status, 200)
    const again = await twins.create(sandbox.authorization, 'o0')
    assert.equal(again.body.status, 'RECEIVED')
    assert.deepEqual(receiver.unverified, [])
  })

  it('two services on one PostgreSQL empty a sandbox while its webhooks are written in another order', async () => {
    await using twins = await startTwins()
    const { world, rows } = twins
    await using receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
    const cookie = await world.signIn(world.charged.user)
    for (const customerOrderId of ids(2)) {
      const body = orderBody({ customerOrderId, webhookUrl: receiver.url })
      await twins.call('/orders/create', { method: 'POST', as: world.charged.sandbox.authorization, body })
    }
    await twins.settle()
    const found = await rows<{ place: string }>('select ctid::text as place from webhook_deliveries order by ctid')
    const [first, last] = [found[0]!.place, found.at(-1)!.place]
    let emptied: Promise<Answer> | undefined
    await world.app.database.db.transaction().execute(async tx => {
      // The other one is to find that both wait.
      await sql`set local deadlock_timeout = '1min'`.execute(tx)
      const write = (place: string) => sql`update webhook_deliveries set status = status where ctid = ${place}::tid`
      await write(last).execute(tx)
      emptied = world.call('/dashboard/api/sandbox/orders', { method: 'DELETE', cookie })
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like 'delete from webhook_deliveries%'`
      while ((await rows(waiting)).length === 0);
      await write(first).execute(tx)
    })
    const { status, body } = await emptied!
    assert.deepEqual([status, body.deleted], [200, 2])
    assert.deepEqual(await rows('select * from orders'), [])
  })
})
