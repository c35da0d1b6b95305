// Load over HTTP while processes, or the database, are killed at random. Every acknowledged answer is kept and compared
// with the database afterwards, and the service's books with the gateway's. Also money alone, killed at every step
// (support/killedCharges.ts): a round is a whole life, in which processes die at the first, the second ... pass of each
// step.
//
//     npm run test:chaos -- --rounds 100 --seed 7 --setting killed|parts|database|failover|printers|money
//
// `printers` is the storm of printers/storm.ts.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { reconciledTasks } from '../src/app/tasks.ts'
import { instant, systemClock } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import type { Mode } from '../src/base/mode.ts'
import { createVault } from '../src/base/secrets/vault.ts'
import { readOrCreateSecretKey } from '../src/config/config.ts'
import { type Db, openDatabase } from '../src/db/db.ts'
import { audit } from '../src/features/audit/audit.ts'
import { createJobs } from '../src/jobs/jobs.ts'
import type { TaskName } from '../src/jobs/tasks.ts'
import type { Order, OrderStep } from '../src/orders/order.ts'
import { readFeed } from '../src/orders/view/orderFeed.ts'
import { present } from '../src/orders/view/presentOrder.ts'
import { readBooks } from '../src/payments/simulated/simulatedGatewayStore.ts'
import { storm } from './printers/storm.ts'
import { failoverProxy } from './support/failoverProxy.ts'
import { killAtEveryStep } from './support/killedCharges.ts'
import { administer, ownPostgres, startStandby } from './support/postgres.ts'
import { seededRandom } from './support/random.ts'
import { type Answer, type Call, freshHome, type Home, type Service, startService } from './support/service.ts'
import { orderBody, startReceiver } from './support/world.ts'

/**
 * What is hit: the one process, one of an API process and two workers, or PostgreSQL under the one process, which comes
 * back or is followed by its synchronous standby.
 */
export const settings = ['killed', 'parts', 'database', 'failover'] as const
export type Setting = (typeof settings)[number]

const clients = 6
const minRoundMs = 400
const maxRoundMs = 1600
/** In which a service that was hit answers again, or gets on with what it had begun. */
const recoveryMs = 20_000
/**
 * What was begun is done in seconds; a machine that is busy with other things takes longer, and gets on all the same.
 */
const maxSettlingMs = 180_000

type Options = { rounds: number; seed: number; log?: (line: string) => void }
type Tally = { created: number; cancelled: number; shipped: number; turnedAway: number; unanswered: number }

/** Answers how much was done; throws when anything acknowledged is not so. */
export async function chaos({ setting, ...options }: Options & { setting: Setting }): Promise<Tally> {
  await ownPostgres()
  const home = await freshHome('PostgreSQL')
  const tally = await chaosOn(home, unprepared => startCluster(unprepared, setting), options)
  assert.ok(setting !== 'database' || tally.turnedAway > 0, 'an outage shows as 503')
  return tally
}

/** As `chaos`, on any cluster. Removes the home. */
export async function chaosOn(
  home: Home,
  start: (home: Home) => Promise<Cluster>,
  { rounds, seed, log = () => {} }: Options,
): Promise<Tally> {
  const random = seededRandom(seed)
  await using receiver = await startReceiver(() => home.demo().accounts[0]!.production.webhookSecret)
  const cluster = await start(home)
  const history = newHistory()
  try {
    await widenLimits(cluster, home)
    let over = false
    const load = Array.from({ length: clients }, (_, i) =>
      client(`c${i}`, { cluster, home, history, random, webhookUrl: receiver.url, isOver: () => over }),
    )
    const followers = writersOf(home).map(writer => follower(writer, { cluster, history, isOver: () => over }))
    for (let round = 1; round <= rounds; round++) {
      await delay(minRoundMs + random() * (maxRoundMs - minRoundMs))
      log(`round ${round}: ${await cluster.hit(random)}, ${JSON.stringify(history.tally)}`)
    }
    await delay(minRoundMs)
    over = true
    await Promise.all([...load, ...followers])
    const now = await cluster.settle()
    if (history.wrong.length > 0) assert.fail(`${history.wrong.join('\n')}\n${cluster.printed()}`)
    await compare(
      { databaseUrl: cluster.databaseUrl, dataDir: home.dataDir },
      history,
      new Set(receiver.received.map(({ headers }) => headers['webhook-id']!)),
      now,
    )
    assert.deepEqual(receiver.unverified, [])
    return history.tally
  } finally {
    await cluster.stop()
    await home.remove()
  }
}

type Acknowledged = { accountId: string; id: string; body: Record<string, unknown> }
type History = ReturnType<typeof newHistory>

const newHistory = () => ({
  sent: new Set<string>(),
  created: [] as (Acknowledged & { as: string })[],
  cancelled: [] as Acknowledged[],
  shipped: [] as string[],
  /** What the feed of each account and mode has told, and where it goes on. */
  followed: [] as { accountId: string; mode: Mode; ids: string[]; cursor: string | null }[],
  /** Answers that should never be given. */
  wrong: [] as string[],
  tally: { created: 0, cancelled: 0, shipped: 0, turnedAway: 0, unanswered: 0 } as Tally,
})

export type Cluster = {
  databaseUrl: string
  call(path: string, call?: Call): Promise<Answer>
  /** Kills or breaks something, and has it start again; says what. */
  hit(random: () => number): Promise<string>
  /** Moves the time on; answers the HTTP status of that. */
  tick(random: () => number): Promise<number>
  /** Lets everything come to rest; answers the time at which it did. */
  settle(): Promise<Date>
  /** The end of what the process that answers has printed. */
  printed(): string
  stop(): Promise<void>
}

function startCluster(home: Home, setting: Setting): Promise<Cluster> {
  if (setting === 'parts') return startParts(home)
  if (setting === 'failover') return startFollowed(home)
  return startWhole(home, setting)
}

/** One process, its clock moved by hand. */
async function startWhole(home: Home, setting: 'killed' | 'database'): Promise<Cluster> {
  const start = () => startService({ home, env: { OCTAVO_CLOCK: 'manual' } })
  const server = await ownPostgres()
  let service = await start()
  return {
    ...whole(home, () => service),
    async hit(random) {
      if (setting === 'database') {
        await server.break()
        await delay(random() * minRoundMs * 2)
        await server.start()
        await survived(service)
        return 'broke the database'
      }
      await service.kill()
      service = await start()
      return 'killed the process'
    },
  }
}

/** One process on a PostgreSQL whose commits are on a standby before anybody hears of them. */
async function startFollowed(unfollowed: Home): Promise<Cluster> {
  const strict = { synchronous_standby_names: '*' }
  const first = await ownPostgres()
  let primary = first
  let standby = await startStandby(first, strict)
  await administer(first, `alter system set synchronous_standby_names = '*'`)
  await administer(first, 'select pg_reload_conf()')
  const way = await failoverProxy(first.port)
  const url = new URL(unfollowed.databaseUrl!)
  url.port = String(way.port)
  const home = { ...unfollowed, databaseUrl: url.href }
  const service = await startService({ home, env: { OCTAVO_CLOCK: 'manual' } })
  const cluster = whole(home, () => service)
  return {
    ...cluster,
    async hit(random) {
      const isAlive = random() < 0.5
      if (!isAlive) await primary.break()
      await administer(standby, 'select pg_promote()')
      way.switchTo(standby.port)
      await delay(random() * minRoundMs * 2) // nothing can be committed until it has a standby of its own
      const old = primary
      primary = standby
      standby = await startStandby(primary, strict)
      if (old !== first) await old.stop()
      await survived(service)
      return isAlive ? 'cut off the primary' : 'broke the primary'
    },
    async stop() {
      await cluster.stop()
      await way.close()
      await standby.stop()
      if (primary !== first) await primary.stop()
      await first.break() // as it may be still
      await first.start()
      await administer(first, 'alter system reset synchronous_standby_names')
      await administer(first, 'select pg_reload_conf()')
    },
  }
}

/** All of a cluster of one process but what hits it. */
export const whole = (home: Home, service: () => Service): Omit<Cluster, 'hit'> => {
  const advance = (by: string) => service().call('/_clock', { method: 'POST', body: { advance: by } })
  return {
    databaseUrl: home.databaseUrl!,
    call: (path, call) => service().call(path, call),
    async tick(random) {
      return (await advance(`PT${1 + Math.floor(random() ** 2 * 600)}M`)).status
    },
    async settle() {
      for (const by of ['PT20M', 'P2D', 'P9D']) assert.equal((await advance(by)).status, 200)
      const { body } = await service().call('/_clock')
      await service().stop()
      return instant(body.now)
    },
    printed: () => service().printed(),
    stop: () => service().kill(),
  }
}

/** An API process and two workers on the system's clock; what they wait for is moved in the database. */
async function startParts(home: Home): Promise<Cluster> {
  const start = (role: 'api' | 'worker') => startService({ home, role })
  let api = await start('api')
  const workers = [await start('worker'), await start('worker')]
  const database = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: null })
  const { db } = database
  const jobs = createJobs<TaskName>({
    database,
    clock: systemClock,
    log: silentLog,
    isClockRight: async () => true,
    schedules: [],
    nextDue: null,
  })
  let dates = 0
  async function hurry(): Promise<void> {
    await hurryEverything(db, ++dates)
    jobs.wake(reconciledTasks.map(task => ({ task, at: systemClock() })))
  }
  const all = () => [api, ...workers]
  return {
    databaseUrl: home.databaseUrl!,
    call: (path, call) => api.call(path, call),
    async hit(random) {
      const which = Math.floor(random() * 3)
      await all()[which]!.kill()
      if (which === 0) api = await start('api')
      else workers[which - 1] = await start('worker')
      return which === 0 ? 'killed the API process' : `killed worker ${which}`
    },
    tick: () => hurry().then(() => 200),
    async settle() {
      const last = performance.now() + maxSettlingMs
      let until = performance.now() + recoveryMs
      let before = ''
      for (;;) {
        await hurry()
        const waiting = JSON.stringify(await stillWaiting(db))
        if (waiting === '[]') break
        if (waiting !== before) until = Math.min(performance.now() + recoveryMs, last)
        before = waiting
        assert.ok(performance.now() < until, `still waiting: ${waiting}`)
        await delay(minRoundMs / 2)
      }
      for (const one of all()) await one.stop()
      return systemClock()
    },
    printed: () => api.printed(),
    async stop() {
      await jobs.stop(recoveryMs)
      await database.close()
      await Promise.all(all().map(one => one.kill()))
    },
  }
}

const deadlines = [
  ['orders', 'due_at'],
  ['charges', 'next_attempt_at'],
  ['refunds', 'next_attempt_at'],
  ['print_jobs', 'next_step_at'],
  ['webhook_deliveries', 'next_attempt_at'],
  ['emails', 'next_attempt_at'],
] as const

/**
 * Everything is due now, leases of workers that live included; and a charge of today was on a day of its own long ago.
 * Rows that the service holds at this moment are passed over, so that nobody waits for this.
 */
async function hurryEverything(db: Db, dates: number): Promise<void> {
  for (const [table, column] of deadlines) {
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = now()
      where ctid = any (array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} > now() for update skip locked))`.execute(db)
  }
  await sql`
    update charges set charge_date = charge_date - (10 + ${dates}::int)
    where ctid = any (array(
      select ctid from charges where charge_date > current_date - 5 and next_attempt_at is null
      for update skip locked))`.execute(db)
}

async function stillWaiting(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select status as what, count(*) from orders
    where status in ('RECEIVED', 'VALIDATING', 'VALID_HOLDING_BIN')
      or (status = 'VALID_AWAITING_PAYMENT' and mode = 'production')
    group by status
    union all select 'charge', count(*) from charges where next_attempt_at is not null having count(*) > 0
    union all select 'refund', count(*) from refunds where next_attempt_at is not null having count(*) > 0
    union all select 'webhook', count(*) from webhook_deliveries where next_attempt_at is not null having count(*) > 0
    union all select 'print job', count(*) from print_jobs where next_step_at is not null having count(*) > 0`.execute(
    db,
  )
  return rows
}

async function survived(service: Service): Promise<void> {
  await recovered(() => service.call('/health/ready'))
  assert.equal(service.hasEnded(), false, 'the process survives its database')
}

async function recovered(ask: () => Promise<Answer>): Promise<void> {
  const until = performance.now() + recoveryMs
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer?.status === 200) return
    assert.ok(performance.now() < until, 'the service does not recover')
    await delay(50)
  }
}

async function widenLimits(cluster: Cluster, home: Home): Promise<void> {
  const { accounts, staff } = home.demo()
  const limit = { ordersPer24Hours: 1_000_000, queueCeiling: 1_000_000 }
  for (const { accountId } of accounts) {
    const body = { limits: { sandbox: limit, production: limit } }
    const path = `/staff/accounts/${accountId}`
    assert.equal((await cluster.call(path, { method: 'PATCH', as: staff.authorization, body })).status, 200)
  }
}

type Client = {
  cluster: Cluster
  home: Home
  history: History
  random: () => number
  webhookUrl: string
  isOver: () => boolean
}

type Writer = { accountId: string; mode: Mode; as: string; isTold: boolean }

/** Each account in each mode; one of them has a receiver of webhooks. */
const writersOf = (home: Home): Writer[] =>
  home.demo().accounts.flatMap(({ accountId, enterprise, production, sandbox }): Writer[] => [
    { accountId, mode: 'production', as: production.authorization, isTold: !enterprise },
    { accountId, mode: 'sandbox', as: sandbox.authorization, isTold: false },
  ])

/** Reads the events of one of them again and again, on from the last answer that came. */
async function follower(
  { accountId, mode, as }: Writer,
  { cluster, history, isOver }: Pick<Client, 'cluster' | 'history' | 'isOver'>,
): Promise<void> {
  const followed: History['followed'][number] = { accountId, mode, ids: [], cursor: null }
  history.followed.push(followed)
  while (!isOver()) {
    const place = followed.cursor === null ? '' : `&cursor=${followed.cursor}`
    const answer = await cluster.call(`/events?limit=20${place}`, { as }).catch(() => null)
    if (answer?.status === 200) {
      followed.ids.push(...answer.body.events.map(({ eventId }: { eventId: string }) => eventId))
      followed.cursor = answer.body.nextCursor
    } else if (answer !== null && answer.status !== 503) history.wrong.push(`GET /events: ${answer.status}`)
    await delay(25)
  }
}

async function client(name: string, { cluster, home, history, random, webhookUrl, isOver }: Client): Promise<void> {
  const { printer } = home.demo()
  const writers = writersOf(home)
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!
  const { tally, wrong } = history

  /** Null when no answer came or the service could not take the request. */
  async function ask(path: string, call: Call, expected: number[]): Promise<Answer | null> {
    const answer = await cluster.call(path, call).catch(() => null)
    if (answer === null || answer.status === 503) {
      tally[answer === null ? 'unanswered' : 'turnedAway']++
      await delay(25)
      return null
    }
    if (!expected.includes(answer.status))
      wrong.push(`${call.method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }

  async function create(id: string): Promise<void> {
    const { accountId, as, isTold } = pick(writers)
    const more = isTold ? { webhookUrl } : {}
    const body = orderBody({ customerOrderId: id, payload: `${id} \u{1f4d6}`, ...more })
    history.sent.add(id)
    const call: Call = { method: 'POST', as, body }
    let answer = await ask('/orders/create', call, [201])
    if (answer === null) {
      // Nobody knows whether it was stored: the customer asks, and sends it again when it was not.
      const found = await ask(`/orders/${id}`, { as }, [200, 404])
      if (found?.status !== 404) return
      answer = await ask('/orders/create', call, [201])
    }
    if (answer?.status !== 201) return
    tally.created++
    history.created.push({ accountId, id, as, body: answer.body })
  }

  async function cancel(): Promise<void> {
    if (history.created.length === 0) return
    const { accountId, id, as } = pick(history.created)
    const answer = await ask(`/orders/${id}`, { method: 'DELETE', as }, [200, 409])
    if (answer?.status !== 200) return
    tally.cancelled++
    history.cancelled.push({ accountId, id, body: answer.body })
  }

  async function press(): Promise<void> {
    const as = printer.authorization
    const list = await ask('/press/jobs?status=open&limit=20', { as }, [200])
    if (list === null || list.body.jobs.length === 0) return
    const { jobId, cancellationRequested } = pick(list.body.jobs as { jobId: string; cancellationRequested: boolean }[])
    if (cancellationRequested) {
      const decision = random() < 0.5 ? 'accept' : 'refuse'
      await ask(`/press/jobs/${jobId}/cancellation`, { method: 'POST', as, body: { decision } }, [200, 409])
      return
    }
    const body = { itemsTotal: 12, taxesTotal: 1 }
    await ask(`/press/jobs/${jobId}/accept`, { method: 'POST', as, body }, [200, 409])
    const shipments = [{ masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }]
    const call: Call = { method: 'POST', as, body: { shipments, shippingTotal: 5 } }
    if ((await ask(`/press/jobs/${jobId}/ship`, call, [200, 409]))?.status !== 200) return
    tally.shipped++
    history.shipped.push(jobId)
  }

  for (let n = 0; !isOver(); n++) {
    const dice = random()
    if (dice < 0.6) await create(`${name}-${n}`)
    else if (dice < 0.75) await cancel()
    else if (dice < 0.95) await press()
    else {
      const status = await cluster.tick(random).catch(() => null)
      if (status !== null && status !== 200 && status !== 503) wrong.push(`the clock answered ${status}`)
    }
  }
}

type Stored = { accountId: string } & Pick<
  Order,
  'customerOrderId' | 'orderNumber' | 'mode' | 'billing' | 'request' | 'reprintOf' | 'recipientErasedAt' | 'createdAt'
> &
  Pick<OrderStep, 'sequence' | 'eventId' | 'kind' | 'status' | 'state' | 'at'> & {
    last: number
    delivery: string | null
  }

/** Everything acknowledged is stored with that content, and the books agree. */
async function compare(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  history: History,
  heard: Set<string>,
  now: Date,
): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: null })
  const vault = createVault(readOrCreateSecretKey(dataDir))
  try {
    assert.deepEqual(await audit(db, now), [])
    const { rows } = await sql<Stored & { requestText: string; stateText: string }>`
      select o.account_id as "accountId", o.customer_order_id as "customerOrderId", o.mode, o.billing,
        c.request::text as "requestText", c.order_number as "orderNumber", o.reprint_of as "reprintOf",
        o.recipient_erased_at as "recipientErasedAt", o.created_at as "createdAt", o.sequence as last,
        e.sequence, e.event_id as "eventId", e.kind, e.status, e.state::text as "stateText", e.at, d.status as delivery
      from orders o
      join order_contents c using (account_id, mode, order_id)
      join order_events e using (account_id, mode, order_id)
      left join webhook_deliveries d
        on d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence
      order by e.sequence`.execute(db)
    const steps = rows.map(row => ({ ...row, request: JSON.parse(row.requestText), state: JSON.parse(row.stateText) }))
    const stepsOf = Map.groupBy(steps, ({ accountId, customerOrderId }) => `${accountId} ${customerOrderId}`)
    const shown = (step: Stored) => JSON.parse(JSON.stringify(present(step, { ...step, updatedAt: step.at })))

    for (const { accountId, id, body } of history.created) {
      const [first] = stepsOf.get(`${accountId} ${id}`) ?? []
      assert.ok(first !== undefined, `order ${id} was acknowledged and is not there`)
      assert.deepEqual(shown(first), body)
    }
    for (const { accountId, id, body } of history.cancelled) {
      const own = stepsOf.get(`${accountId} ${id}`)!
      assert.ok(
        own.some(step => step.status === body.status && step.at.toISOString() === body.updatedAt),
        `the cancellation of ${id} was acknowledged as ${body.status} and is not there`,
      )
      if (body.status === 'CANCELLED') assert.equal(own.at(-1)!.status, 'CANCELLED')
    }
    for (const step of steps) {
      assert.ok(history.sent.has(step.customerOrderId), `nobody sent ${step.customerOrderId}`)
      if (step.delivery === 'delivered') assert.ok(heard.has(step.eventId), `${step.eventId} was not heard`)
    }
    for (const { accountId, mode, ids, cursor } of history.followed) {
      const rest = await readToEnd({ db, vault }, { accountId, mode }, cursor)
      const announced = steps.filter(step => step.kind !== null && step.accountId === accountId && step.mode === mode)
      assert.deepEqual([...ids, ...rest].toSorted(), announced.map(({ eventId }) => eventId).toSorted())
    }
    const unshipped = await sql`
      select j.job_id, j.status, o.status
      from print_jobs j join orders o using (account_id, mode, order_id)
      where j.job_id = any (${history.shipped}::text[]) and (j.status, o.status) <> ('SHIPPED', 'SHIPPED')`.execute(db)
    assert.deepEqual(unshipped.rows, [])
    assert.deepEqual(await stillWaiting(db), [])
    await compareMoney(db)
  } finally {
    await close()
  }
}

async function readToEnd(
  deps: Parameters<typeof readFeed>[0],
  feed: { accountId: string; mode: Mode },
  from: string | null,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = from; ; ) {
    const { events, next } = await readFeed(deps, feed, { cursor, since: null, limit: 100 })
    if (events.length === 0) return ids
    ids.push(...events.map(({ eventId }) => eventId))
    cursor = next
  }
}

async function compareMoney(db: Db): Promise<void> {
  const booked = await readBooks(db)
  const charges = await sql<{ ref: string; cents: number }>`
    select provider_ref as ref, amount_cents as cents from charges where status = 'succeeded' order by 1`.execute(db)
  assert.deepEqual(
    booked.charges
      .filter(({ declineCode }) => declineCode === null)
      .map(({ chargeRef, amountCents }) => ({ ref: chargeRef, cents: amountCents })),
    charges.rows,
  )
  const refunds = await sql<{ ref: string; cents: number }>`
    select provider_ref as ref, amount_cents as cents from refunds where status = 'succeeded' order by 1`.execute(db)
  assert.deepEqual(
    booked.refunds.map(({ refundRef, amountCents }) => ({ ref: refundRef, cents: amountCents })),
    refunds.rows,
  )
}

/** A new step is died at after so many comings by, by turns. */
const comings = [1, 2, 5, 9, 16]

async function killMoney(rounds: number, log: (line: string) => void): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const time = comings[round % comings.length]!
    const steps = await killAtEveryStep({ accounts: 50, ordersPerAccount: 20, reads: true, time, log })
    log(`round ${round + 1}: killed at ${steps.length} steps, first at coming by ${time}`)
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      setting: { type: 'string' },
    },
  })
  const seed = Number(values.seed)
  for (const setting of settings.filter(one => values.setting === undefined || one === values.setting)) {
    console.log(`${setting}, seed ${seed}`)
    console.log(setting, await chaos({ setting, rounds: Number(values.rounds), seed, log: line => console.log(line) }))
  }
  if (values.setting === undefined || values.setting === 'printers') {
    console.log(`printers, seed ${seed}`)
    const options = { rounds: Number(values.rounds), orders: 20, seed, log: (line: string) => console.log(line) }
    console.log('printers', await storm(options))
  }
  if (values.setting === undefined || values.setting === 'money') {
    await killMoney(Math.ceil(Number(values.rounds) / 20), line => console.log(line))
  }
  process.exit()
}
