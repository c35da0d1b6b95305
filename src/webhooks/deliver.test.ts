import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { freshPglite } from '../../test/support/database.ts'
import { addAccount, addDeliveries, type Received, startReceiver, unseal } from '../../test/support/queuedDeliveries.ts'
import { hour, later, type ManualClock, manualClock, minute, second, systemClock } from '../base/clock.ts'
import { type Log, silentLog } from '../base/log.ts'
import { connectionsPerOrigin, createOutbound, type Outbound, type OutboundOutcome } from '../base/network/outbound.ts'
import type { Database, Db } from '../db/db.ts'
import { createDeliverer, type DelivererOptions } from './deliver.ts'
import {
  type ClaimedDelivery,
  type DeliveryKey,
  deliveryOutbox,
  deliveryTables,
  listDeliveries,
} from './deliveryStore.ts'
import { readAttempts, requestRedelivery } from './outbox.ts'
import { webhookBody } from './request.ts'
import { rotateSecret } from './secretStore.ts'

type OrderRow = { customerOrderId: string; request: string }
const orderColumns = sql<OrderRow>`o.customer_order_id as "customerOrderId", c.request`
const renderBody = (row: ClaimedDelivery<OrderRow>) =>
  webhookBody(row, `{"status":"${row.status}","request":${row.request}}`)

describe('deliveries', () => {
  let database: Database
  let db: Db
  let clock: ManualClock
  let outbound: Outbound
  let count = 0
  let accountId = ''
  let secret = ''
  const cleanUp: (() => unknown)[] = []

  before(async () => {
    database = await freshPglite()
    db = database.db
    outbound = createOutbound({ allowLoopback: true })
  })
  after(async () => {
    for (const close of cleanUp) await close()
    await outbound.close()
    await database.close()
  })
  beforeEach(async () => {
    await sql`update webhook_deliveries set status = 'gone', next_attempt_at = null, settled_at = created_at where status = 'pending'`.execute(
      db,
    )
    // The verifying library uses the machine's time, so the manual clock starts there.
    clock = manualClock(systemClock())
    accountId = `acc_${++count}`
    secret = await addAccount(db, accountId, clock())
  })

  const receiver = async (answer: Parameters<typeof startReceiver>[0]) => {
    const made = await startReceiver(answer)
    cleanUp.push(made.close)
    return made
  }
  type Options = Partial<DelivererOptions<DeliveryKey, ClaimedDelivery<OrderRow>>> & { bodyOf?: typeof renderBody }
  const deliverer = ({ bodyOf = renderBody, ...more }: Options = {}) => {
    const outbox = deliveryOutbox(db, { orderColumns, bodyOf })
    return createDeliverer({ outbox, db, clock, outbound, unseal, random: () => 0.5, log: silentLog, ...more })
  }
  /** Receivers hang for far longer than a busy machine needs for the other webhooks. */
  const hangingLimits = { drainMs: 10, timeoutMs: 10 * minute }
  const patienceMs = 2 * minute
  const attemptsOf = async (key: DeliveryKey) => (await readAttempts(db, deliveryTables, key))!
  const add = (urls: string[], firstNumber = 0) => addDeliveries(db, { accountId, now: clock(), urls, firstNumber })
  const answering = (outcome: OutboundOutcome, seen: string[] = []) => ({
    post: async (url: string) => {
      seen.push(url)
      return outcome
    },
  })
  const ok: OutboundOutcome = { kind: 'answered', status: 200, body: '' }
  const key = { mode: 'sandbox', orderId: 'ord_000000', sequence: 1, endpointId: '' } as const
  const all = () => listDeliveries(db, { accountId, mode: 'sandbox' })
  const sweepAll = async ({ sweep }: { sweep(now: Date): Promise<number> }) => {
    while ((await sweep(clock())) > 0);
  }

  test('a due webhook arrives signed, and when the sweep answers 0 it is recorded', async () => {
    const received: Received[] = []
    const { url } = await receiver((request, response) => {
      received.push(request)
      response.end('thanks')
    })
    await add([url('/hook?token=t')])
    await sweepAll(deliverer())
    const [request] = received
    assert.equal(request?.path, '/hook?token=t')
    assert.equal(request?.headers['content-type'], 'application/json')
    assert.equal(request?.headers['webhook-id'], `evt_${accountId}0`)
    assert.deepEqual(new Webhook(secret).verify(request!.body, request!.headers), {
      type: 'OrderReceived',
      timestamp: clock().toISOString(),
      sequence: 1,
      data: { status: 'RECEIVED', request: { payload: 'p' } },
    })
    const [delivery] = await all()
    assert.deepEqual([delivery?.status, delivery?.attempts, delivery?.settledAt], ['delivered', 1, clock()])
    const [attempt] = await attemptsOf({ accountId, ...key })
    assert.deepEqual([attempt?.responseStatus, attempt?.responseBody, attempt?.failure], [200, 'thanks', null])
  })

  test('while large bodies wait to be sent, nothing more is claimed', async () => {
    const answer = Promise.withResolvers<OutboundOutcome>()
    let sent = 0
    const post = () => {
      sent++
      return answer.promise
    }
    const worker = deliverer({ outbound: { post }, limits: { maxWaitingBytes: 1, pollMs: 1 } })
    await add(['https://a.example/'])
    assert.equal(await worker.sweep(clock()), 1)
    await add(['https://b.example/'], 1)
    assert.equal(await worker.sweep(clock()), 1)
    assert.equal(sent, 1)
    answer.resolve(ok)
    await sweepAll(worker)
    assert.equal(sent, 2)
    assert.deepEqual([...new Set((await all()).map(({ status }) => status))], ['delivered'])
  })

  test('while webhooks are in flight, a claim that found all that was due is repeated only after a wake-up', async () => {
    const outbox = deliveryOutbox(db, { orderColumns, bodyOf: renderBody })
    let claims = 0
    let requests = 1
    let answer = Promise.withResolvers<OutboundOutcome>()
    const worker = deliverer({
      outbox: {
        ...outbox,
        claim(claim) {
          claims++
          return outbox.claim(claim)
        },
      },
      outbound: { post: url => (url.includes('slow') ? answer.promise : Promise.resolve(ok)) },
      requests: () => requests,
      limits: { pollMs: patienceMs },
    })
    await add(['https://slow.example/'])
    assert.equal(await worker.sweep(clock()), 1)
    await add(['https://fast.example/'], 1)
    const sweep = worker.sweep(clock())
    answer.resolve(ok)
    assert.deepEqual([await sweep, claims], [1, 1])
    answer = Promise.withResolvers()
    await add(['https://slow.example/'], 2)
    assert.deepEqual([await worker.sweep(clock()), claims], [2, 2], 'when nothing is in flight, it claims')
    await add(['https://fast.example/'], 3)
    requests++
    assert.deepEqual([await worker.sweep(clock()), claims], [1, 3], 'when it was woken, it claims')
    answer.resolve(ok)
    await sweepAll(worker)
    assert.deepEqual([...new Set((await all()).map(({ status }) => status))], ['delivered'])
  })

  test('during a rotation the old and the new secret verify, and a rotation counts at once', async () => {
    const received: Received[] = []
    const { url } = await receiver((request, response) => {
      received.push(request)
      response.end()
    })
    const worker = deliverer()
    await add([url()])
    await sweepAll(worker)
    const fresh = 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIG5ldyBzZWNyZXQ='
    const rotation = { accountId, mode: 'sandbox', secretId: 's2', sealedSecret: Buffer.from(fresh) } as const
    await db.transaction().execute(tx => rotateSecret(tx, rotation, { now: clock() }))
    await add([url()], 1)
    await sweepAll(worker)
    for (const valid of [secret, fresh]) assert.ok(new Webhook(valid).verify(received[1]!.body, received[1]!.headers))
    assert.throws(() => new Webhook(fresh).verify(received[0]!.body, received[0]!.headers))
  })

  test('webhooks whose keys cannot be read are due again at once, and their attempt is not counted', async () => {
    let isAway = true
    const sometimes = {
      getExecutor() {
        if (isAway) throw new Error('the database is away')
        return db.getExecutor()
      },
    } as Db
    const seen: string[] = []
    const worker = deliverer({ db: sometimes, outbound: answering(ok, seen) })
    await add(['https://hooks.example/a', 'https://hooks.example/b'])
    await assert.rejects(worker.sweep(clock()), /away/)
    assert.deepEqual(
      (await all()).map(({ status, attempts, nextAttemptAt }) => [status, attempts, nextAttemptAt]),
      Array(2).fill(['pending', 0, clock()]),
    )
    isAway = false
    await sweepAll(worker)
    assert.equal(seen.length, 2)
    assert.ok((await all()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
  })

  test('a failing webhook is tried ten times under one id, each attempt signed at its own time, then given up', async () => {
    const received: Received[] = []
    const { url } = await receiver((request, response) => {
      received.push(request)
      response.writeHead(500).end('no')
    })
    const worker = deliverer()
    await add([url()])
    for (;;) {
      await sweepAll(worker)
      const [delivery] = await all()
      if (delivery?.nextAttemptAt == null) break
      clock.set(delivery.nextAttemptAt)
    }
    assert.equal((await all())[0]?.status, 'exhausted')
    assert.equal(received.length, 10)
    assert.equal(new Set(received.map(one => one.headers['webhook-id'])).size, 1)
    assert.equal(new Set(received.map(one => one.headers['webhook-timestamp'])).size, 10)
    assert.equal((await attemptsOf({ accountId, ...key })).length, 10)
    assert.ok(await requestRedelivery(db, deliveryTables, { key: { accountId, ...key }, now: clock() }))
    await sweepAll(worker)
    const [byHand] = await attemptsOf({ accountId, ...key })
    assert.deepEqual([byHand?.attempt, byHand?.trigger, byHand?.failure], [11, 'redelivery', 'http_5xx'])
    assert.equal((await all())[0]?.status, 'exhausted')
  })

  test('a redirect is a failure and a 410 ends the delivery', async () => {
    const { url } = await receiver((request, response) => {
      if (request.path === '/gone') response.writeHead(410).end()
      else response.writeHead(302, { location: '/elsewhere' }).end()
    })
    await add([url('/gone'), url('/moved')])
    await sweepAll(deliverer())
    const [moved, gone] = await all()
    assert.equal(gone?.status, 'gone')
    assert.deepEqual([moved?.status, moved?.nextAttemptAt], ['pending', later(clock(), 5 * second)])
  })

  test('an address that the guard refuses fails like any other, without being called', async () => {
    await add(['http://10.0.0.1/', 'not a url'])
    await sweepAll(deliverer())
    for (const { orderId } of await all())
      assert.equal((await attemptsOf({ accountId, ...key, orderId }))[0]?.failure, 'url_blocked')
  })

  test('a thousand due at one instant are all delivered by the time the sweep answers 0', async () => {
    let received = 0
    const { url } = await receiver((_, response) => {
      received++
      response.end()
    })
    await add(Array(1000).fill(url()))
    await sweepAll(deliverer({ patient: true }))
    assert.equal(received, 1000)
    const { rows } =
      await sql`select 1 from webhook_deliveries where account_id = ${accountId} and status = 'delivered'`.execute(db)
    assert.equal(rows.length, 1000)
  })

  test('a hundred receivers that hang do not delay other receivers', async () => {
    let delivered = 0
    const { url } = await receiver((request, response) => {
      if (request.host !== '127.0.0.1') return
      delivered++
      response.end()
    })
    const hanging = Array.from({ length: 2000 }, (_, i) => url('/', `127.0.1.${1 + (i % 100)}`))
    await add(hanging)
    clock.set(later(clock(), second)) // the others come after all of these
    await add(Array(200).fill(url()), 2000)
    const worker = deliverer({ limits: hangingLimits })
    const startedMs = performance.now()
    while (delivered < 200 && performance.now() - startedMs < patienceMs) {
      await worker.sweep(clock())
      clock.set(later(clock(), second)) // on a busy machine, some are put off
    }
    assert.equal(delivered, 200)
    await worker.drain()
  })

  /** When a webhook behind a thousand others is sent, if a sweep takes 50 ms. */
  const sendBehind = async (
    others: Promise<OutboundOutcome>,
    { hosts, workers, kilobytes }: { hosts: number; workers: number; kilobytes: number },
  ) => {
    let ms = 0
    let isSent = false
    const post = (url: string) => {
      if (url !== 'https://last.example/') return others
      isSent = true
      return Promise.resolve(ok)
    }
    await add(Array.from({ length: 1000 }, (_, i) => `https://${i % hosts}.example/`))
    clock.set(later(clock(), second)) // the last comes after all of these
    await add(['https://last.example/'], 1000)
    const limits = { ...hangingLimits, maxInFlight: 600, minClaims: 64, maxUncertain: 150, pollMs: 1 }
    const bodyOf: typeof renderBody = row =>
      renderBody(row).padEnd(row.url === 'https://last.example/' ? 0 : kilobytes * 1024)
    const options = { outbound: { post }, ms: () => ms, limits: { ...limits, maxWaitingBytes: 1024 * 1024 }, bodyOf }
    const running = Array.from({ length: workers }, () => deliverer(options))
    for (; !isSent && ms < minute; ms += 50) for (const { sweep } of running) await sweep(clock())
    for (const { drain } of running) await drain()
    return ms
  }
  for (const { hosts, workers, kilobytes } of [
    { hosts: 20, workers: 1, kilobytes: 0 },
    { hosts: 400, workers: 1, kilobytes: 0 },
    { hosts: 400, workers: 1, kilobytes: 8 },
    { hosts: 20, workers: 3, kilobytes: 0 },
  ])
    test(`a webhook behind those of ${kilobytes} kB to ${hosts} hosts that hang is sent as soon as if they answered, by ${workers}`, async () => {
      const ifAnswered = await sendBehind(Promise.resolve(ok), { hosts, workers, kilobytes })
      accountId = `${accountId}_hanging`
      await addAccount(db, accountId, clock())
      const ifHanging = await sendBehind(new Promise(() => {}), { hosts, workers, kilobytes })
      assert.ok(ifHanging - ifAnswered <= 300, `after ${ifHanging} ms, and after ${ifAnswered} ms if they answer`)
    })

  test('an address of one account that hangs delays no other account at the same host', async () => {
    let delivered = 0
    const { url } = await receiver((request, response) => {
      if (request.path === '/hangs') return
      delivered++
      response.end()
    })
    await add(Array(100).fill(url('/hangs')))
    const neighbour = `${accountId}_neighbour`
    await addAccount(db, neighbour, clock())
    clock.set(later(clock(), second)) // the others come after all of these
    await addDeliveries(db, { accountId: neighbour, now: clock(), urls: Array(20).fill(url('/')), firstNumber: 0 })
    const worker = deliverer({ limits: hangingLimits })
    const startedMs = performance.now()
    while (delivered < 20 && performance.now() - startedMs < patienceMs) {
      await worker.sweep(clock())
      clock.set(later(clock(), second)) // on a busy machine, some are put off
    }
    assert.equal(delivered, 20)
    await worker.drain()
  })

  test('forty addresses of an account that hang do not delay another address of it at the same host', async () => {
    let delivered = 0
    const { url } = await receiver((request, response) => {
      if (request.path.startsWith('/hangs')) return
      delivered++
      response.end()
    })
    await add(Array.from({ length: 40 }, (_, i) => url(`/hangs/${i}`)))
    clock.set(later(clock(), second)) // the other comes after all of these
    await add([url('/')], 40)
    const worker = deliverer({ limits: hangingLimits })
    const startedMs = performance.now()
    while (delivered < 1 && performance.now() - startedMs < patienceMs) {
      await worker.sweep(clock())
      clock.set(later(clock(), second)) // on a busy machine, it is put off
    }
    assert.equal(delivered, 1)
    await worker.drain()
  })

  test('webhooks that wait for a silent receiver are not lost and count no attempt', async () => {
    const seen: string[] = []
    await add(Array(50).fill('https://silent.example/'))
    await sweepAll(deliverer({ outbound: answering({ kind: 'failed', failure: 'timeout' }, seen) }))
    const deliveries = await all()
    assert.equal(
      deliveries.reduce((sum, one) => sum + one.attempts, 0),
      seen.length,
    )
    assert.ok(deliveries.every(one => one.status === 'pending' && one.nextAttemptAt! > clock()))
  })

  test('a webhook that cannot be rendered is recorded as a failure and the other webhooks are sent', async () => {
    const bodyOf: typeof renderBody = row => {
      if (row.customerOrderId === 'c3') throw new Error('bug')
      return renderBody(row)
    }
    await add(Array(7).fill('https://a.example/'))
    await sweepAll(deliverer({ bodyOf, outbound: answering(ok) }))
    assert.deepEqual((await all()).map(one => one.status).toSorted(), [...Array(6).fill('delivered'), 'pending'])
    assert.equal((await attemptsOf({ accountId, ...key, orderId: 'ord_000003' }))[0]?.failure, 'not_made')
  })

  test('a webhook whose result cannot be recorded makes no other webhook be sent again', async () => {
    const seen: string[] = []
    await add(Array.from({ length: 4 }, (_, i) => `https://${i}.example/`))
    await sql
      .raw(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise 'refused' using errcode = 'deadlock_detected'; end $$;
      create trigger refuse before update on webhook_deliveries for each row
        when (new.order_id = 'ord_000002' and new.status = 'delivered') execute function refuse()`)
      .execute(db)
    await sweepAll(deliverer({ outbound: answering(ok, seen) }))
    await sql.raw('drop function refuse cascade').execute(db)
    clock.set(later(clock(), minute))
    await sweepAll(deliverer({ outbound: answering(ok, seen) }))
    assert.deepEqual(seen.toSorted().slice(2), ['https://2.example/', 'https://2.example/', 'https://3.example/'])
  })

  test('no webhook is sent without a signature', async () => {
    const seen: string[] = []
    await sql`delete from webhook_secrets where account_id = ${accountId}`.execute(db)
    await add(['https://a.example/'])
    await sweepAll(deliverer({ outbound: answering(ok, seen) }))
    assert.deepEqual(seen, [])
    assert.equal((await attemptsOf({ accountId, ...key }))[0]?.failure, 'no_secret')
  })

  test('no attempt waits for a connection while its time runs, however many accounts share an origin', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<OutboundOutcome>()
    let posted = 0
    const post = () => {
      posted++
      return released
    }
    const worker = deliverer({ outbound: { post } })
    for (let i = 0; i < 40; i++) {
      const sharing = `${accountId}_${i}`
      await addAccount(db, sharing, clock())
      await addDeliveries(db, { accountId: sharing, now: clock(), urls: Array(4).fill('https://shared.example/') })
    }
    await worker.sweep(clock())
    assert.equal(posted, connectionsPerOrigin.deliveries)
    release(ok)
    await sweepAll(worker)
    assert.equal(posted, 160)
  })

  test('a worker that continues after its lease does not undo the record of another worker', async () => {
    let release: (outcome: OutboundOutcome) => void = () => {}
    const stuck = deliverer({ outbound: { post: () => new Promise(resolve => (release = resolve)) } })
    await add(['https://a.example/'])
    await stuck.sweep(clock())
    clock.set(later(clock(), minute))
    await sweepAll(deliverer({ outbound: answering(ok) }))
    release({ kind: 'failed', failure: 'timeout' })
    await sweepAll(stuck)
    const [delivery] = await all()
    assert.deepEqual([delivery?.status, delivery?.attempts], ['delivered', 2])
    const attempts = await attemptsOf({ accountId, ...key })
    assert.deepEqual(
      attempts.map(one => [one.attempt, one.failure]),
      [
        [2, null],
        [1, 'timeout'],
      ],
    )
  })

  test('drain releases waiting webhooks, records running attempts, and claims no more webhooks', async () => {
    const releases: (() => void)[] = []
    const worker = deliverer({ outbound: { post: () => new Promise(resolve => releases.push(() => resolve(ok))) } })
    await add(Array(20).fill('https://a.example/'))
    await worker.sweep(clock())
    const drained = worker.drain()
    for (const release of releases) release()
    await drained
    const deliveries = await all()
    assert.equal(releases.length, 4)
    assert.equal(deliveries.filter(one => one.status === 'delivered').length, 4)
    assert.equal(
      deliveries.filter(one => one.attempts === 0 && one.nextAttemptAt?.getTime() === clock().getTime()).length,
      16,
    )
    assert.equal(await worker.sweep(clock()), 0)
  })

  test('drain has a time limit, and the attempts that it aborts do not count against the receiver', async () => {
    let release: (outcome: OutboundOutcome) => void = () => {}
    const worker = deliverer({
      outbound: { post: () => new Promise(resolve => (release = resolve)) },
      limits: { drainMs: 10 },
    })
    await add(['https://a.example/'])
    await worker.sweep(clock())
    await worker.drain()
    release({ kind: 'failed', failure: 'bad_answer' })
    assert.deepEqual(await attemptsOf({ accountId, ...key }), [])
    clock.set(later(clock(), hour))
    await sweepAll(deliverer({ outbound: answering(ok) }))
    assert.equal((await all())[0]?.status, 'delivered')
  })

  test('drain does not wait longer than a claim that finds nothing', async () => {
    const worker = deliverer({ patient: true, limits: { drainMs: patienceMs } })
    const startMs = performance.now()
    const sweep = worker.sweep(clock()) // its claim has begun
    await worker.drain()
    assert.equal(await sweep, 0)
    assert.ok(performance.now() - startMs < patienceMs)
  })

  test('each attempt is one line of the log, without path and query of the address', async () => {
    const lines: object[] = []
    const log = { ...silentLog, info: (line: object) => lines.push(line) } as unknown as Log
    await add(['https://a.example/secret-path?token=secret-token'])
    await sweepAll(deliverer({ log, outbound: answering(ok) }))
    assert.equal(lines.length, 1)
    const [line] = lines
    assert.deepEqual(
      { ...line, url: null, durationMs: null },
      {
        accountId,
        ...key,
        eventId: `evt_${accountId}0`,
        kind: 'OrderReceived',
        attempt: 1,
        trigger: 'schedule',
        url: null,
        responseStatus: 200,
        failure: null,
        durationMs: null,
        outcome: 'delivered',
        nextAttemptAt: null,
      },
    )
    assert.match(JSON.stringify(line), /https:\/\/a\.example\/…/)
    assert.doesNotMatch(JSON.stringify(line), /secret/)
  })
})
