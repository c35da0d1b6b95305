import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { addAccount, addDeliveries } from '../../test/support/queuedDeliveries.ts'
import { day, hour, instant, later, minute, second } from '../base/clock.ts'
import type { Database, Db, Tx } from '../db/db.ts'
import * as store from './deliveryStore.ts'
import { type Attempt, type AttemptResult, readAttempts, recordAttempts, requestRedelivery } from './outbox.ts'
import { liveSecrets, rotateSecret } from './secretStore.ts'

type Result = AttemptResult<store.DeliveryKey>

const record = (db: Db, results: Result[]) => recordAttempts(db, store.deliveryTables, results)
const redeliver = (db: Db | Tx, key: store.DeliveryKey, now: Date) =>
  requestRedelivery(db, store.deliveryTables, { key, now })
const attemptsOf = async (db: Db, key: store.DeliveryKey): Promise<Attempt[]> =>
  (await readAttempts(db, store.deliveryTables, key))!

const now = instant('2026-03-01T12:00:00Z')
const orderColumns = sql<{ request: string; createdAt: Date }>`c.request, o.created_at as "createdAt"`
const leaseUntil = later(now, minute)

for (const { name, fresh } of bothDatabases)
  describe(`on ${name}`, () => {
    let database: Database
    let db: Db
    let drop: () => Promise<void>
    let count = 0
    let accountId = ''

    before(async () => {
      ;({ database, drop } = await fresh())
      db = database.db
    })
    after(() => drop())
    beforeEach(async () => {
      await sql`update webhook_deliveries set status = 'gone', next_attempt_at = null, settled_at = created_at where status = 'pending'`.execute(
        db,
      )
      accountId = `acc_${++count}`
      await addAccount(db, accountId, now)
    })

    const key = (n: number): store.DeliveryKey => ({
      accountId,
      mode: 'sandbox',
      orderId: `ord_00000${n}`,
      sequence: 1,
      endpointId: '',
    })
    const add = (urls: string[]) => addDeliveries(db, { accountId, now, urls, payload: 'Zoë \0 "quoted"' })
    const claim = (at = now, max = 10) =>
      store.claimDeliveries(db, { now: at, leaseUntil: later(at, minute), max }, orderColumns)
    const outbox = () => store.deliveryOutbox(db, { orderColumns, bodyOf: () => '' })
    const row = async (n: number) => {
      const [found] = await store.listDeliveries(db, { accountId, mode: 'sandbox', orderId: key(n).orderId })
      return found!
    }
    const result = (claimed: store.ClaimedDelivery, more: Partial<Result> = {}): Result => ({
      key: key(Number(claimed.orderId.slice(-1))),
      attempt: claimed.attempt,
      trigger: claimed.trigger,
      at: now,
      durationMs: 12.6,
      responseStatus: 200,
      responseBody: 'ok',
      failure: null,
      next: { status: 'delivered' },
      endedAt: later(now, second),
      ...more,
    })

    test('a claim takes fewer webhooks of large orders, and the first webhook at any size', async () => {
      const payload = 'x'.repeat(10_000_000)
      await addDeliveries(db, { accountId, now, urls: Array.from({ length: 3 }, () => 'https://a.example/'), payload })
      assert.deepEqual([(await claim()).length, (await claim()).length, (await claim()).length], [2, 1, 0])
      const huge = 'x'.repeat(20_000_000)
      await addDeliveries(db, { accountId, now, urls: ['https://a.example/'], payload: huge, firstNumber: 3 })
      assert.equal((await claim()).length, 1)
    })

    test('a claim carries all that a body is made of, as it was stored', async () => {
      await add(['https://a.example/'])
      const [claimed] = await claim()
      assert.deepEqual(claimed, {
        ...key(0),
        attempt: 1,
        made: 1,
        trigger: 'schedule',
        url: 'https://a.example/',
        number: 1,
        eventId: `evt_${accountId}0`,
        kind: 'OrderReceived',
        at: now,
        status: 'RECEIVED',
        states: '[{"errors":[]}]',
        request: JSON.stringify({ payload: 'Zoë \0 "quoted"' }),
        createdAt: now,
      })
      assert.deepEqual((await row(0)).nextAttemptAt, leaseUntil)
    })

    test('a claimed webhook is not claimed again until its lease ends', async () => {
      await add(['https://a.example/', 'https://b.example/'])
      assert.equal((await claim(now, 1)).length, 1)
      assert.equal((await claim(now)).length, 1)
      assert.equal((await claim(later(leaseUntil, -1))).length, 0)
      assert.deepEqual(
        (await claim(leaseUntil)).map(one => one.attempt),
        [2, 2],
      )
    })

    test('a webhook that is not yet due is not claimed', async () => {
      await add(['https://a.example/'])
      assert.equal((await claim(later(now, -1))).length, 0)
    })

    test('results of many deliveries are recorded at once', async () => {
      await add(['https://a.example/', 'https://b.example/', 'https://c.example/'])
      const [a, b, c] = await claim()
      const at = later(now, 5 * second)
      await record(db, [
        result(a!),
        result(b!, { responseStatus: null, responseBody: null, failure: 'timeout', next: { status: 'pending', at } }),
        result(c!, { responseStatus: 410, responseBody: 'a\0{b,"c\\', failure: 'http_4xx', next: { status: 'gone' } }),
      ])
      const settledAt = later(now, second)
      const [first, second_, third] = [await row(0), await row(1), await row(2)]
      assert.deepEqual(
        [first.status, first.attempts, first.nextAttemptAt, first.settledAt],
        ['delivered', 1, null, settledAt],
      )
      assert.deepEqual([second_.status, second_.nextAttemptAt, second_.settledAt], ['pending', at, null])
      assert.deepEqual([third.status, third.nextAttemptAt, third.settledAt], ['gone', null, settledAt])
      assert.deepEqual(await attemptsOf(db, key(0)), [
        {
          attempt: 1,
          at: now,
          trigger: 'schedule',
          durationMs: 13,
          responseStatus: 200,
          responseBody: 'ok',
          failure: null,
        },
      ])
      assert.equal((await attemptsOf(db, key(1)))[0]?.failure, 'timeout')
      assert.equal((await attemptsOf(db, key(2)))[0]?.responseBody, 'a\uFFFD{b,"c\\')
    })

    test('a result that comes after another worker took over is stored as an attempt and changes nothing else', async () => {
      await add(['https://a.example/'])
      const [slow] = await claim()
      const [quick] = await claim(leaseUntil)
      await record(db, [result(slow!, { failure: 'timeout', next: { status: 'exhausted' } })])
      const during = await row(0)
      assert.deepEqual(
        [during.status, during.attempts, during.nextAttemptAt],
        ['pending', 2, later(leaseUntil, minute)],
      )
      await record(db, [result(quick!)])
      await record(db, [result(slow!, { failure: 'timeout', next: { status: 'exhausted' } })])
      assert.equal((await row(0)).status, 'delivered')
      assert.deepEqual(
        (await attemptsOf(db, key(0))).map(one => one.attempt),
        [2, 1],
      )
    })

    test('a released webhook is due again and its attempt does not count, unless another worker has claimed it', async () => {
      await add(['https://a.example/'])
      const [mine] = await claim()
      const until = later(now, 2 * second)
      await outbox().giveBack([{ key: mine!, attempt: mine!.attempt, until }])
      assert.deepEqual([(await row(0)).attempts, (await row(0)).nextAttemptAt], [0, until])
      await claim(until)
      await claim(later(until, minute))
      await outbox().giveBack([{ key: mine!, attempt: mine!.attempt, until: now }])
      assert.equal((await row(0)).attempts, 2)
    })

    test('a delivery that ended is sent again by hand, is marked so, and keeps counting', async () => {
      await add(['https://a.example/'])
      const [claimed] = await claim()
      await record(db, [result(claimed!)])
      assert.equal(await redeliver(db, key(0), later(now, hour)), true)
      const [again] = await claim(later(now, hour))
      assert.deepEqual([again?.attempt, again?.trigger], [2, 'redelivery'])
      const next = { status: 'pending', at: later(now, 2 * hour) } as const
      await record(db, [result(again!, { at: later(now, hour), failure: 'http_5xx', next })])
      assert.deepEqual(
        (await claim(later(now, 2 * hour))).map(one => [one.attempt, one.trigger]),
        [[3, 'schedule']],
      )
    })

    test('an attempt that a killed worker never made does not count for the schedule', async () => {
      await add(['https://a.example/'])
      for (let killed = 0; killed < 3; killed++) await claim(later(now, killed * minute))
      const [claimed] = await claim(later(now, 3 * minute))
      assert.deepEqual([claimed!.attempt, claimed!.made], [4, 1])
      const at = later(now, 4 * minute)
      await record(db, [result(claimed!, { failure: 'timeout', next: { status: 'pending', at } })])
      assert.deepEqual(
        (await claim(at)).map(one => one.made),
        [2],
      )
    })

    test('a delivery that is requested again during an attempt is sent again after any result of the attempt', async () => {
      await add(['https://a.example/'])
      const [scheduled] = await claim()
      await redeliver(db, key(0), later(now, second))
      await record(db, [result(scheduled!)])
      const [again] = await claim(later(now, second))
      assert.deepEqual([again?.made, again?.trigger], [2, 'redelivery'])
      await redeliver(db, key(0), later(now, 3 * second))
      await record(db, [result(again!, { at: later(now, 2 * second) })])
      const [third] = await claim(later(now, 3 * second))
      assert.deepEqual([third?.made, third?.trigger], [3, 'redelivery'])
      await record(db, [result(third!, { at: later(now, 4 * second) })])
      assert.equal((await row(0)).status, 'delivered')
    })

    test('a delivery that does not exist is not sent again', async () => {
      assert.equal(await redeliver(db, key(0), now), false)
      assert.equal(await redeliver(db, { ...key(0), accountId: 'acc_other' }, now), false)
    })

    test('deliveries are listed newest first, page by page, of one account and mode', async () => {
      await add(['https://a.example/', 'https://b.example/', 'https://c.example/'])
      const page = { accountId, mode: 'sandbox', limit: 2 } as const
      const first = await store.listDeliveries(db, page)
      assert.deepEqual(
        first.map(one => one.orderId),
        ['ord_000002', 'ord_000001'],
      )
      assert.deepEqual(
        (await store.listDeliveries(db, { ...page, before: first[1]! })).map(one => one.orderId),
        ['ord_000000'],
      )
      assert.deepEqual(await store.listDeliveries(db, { ...page, mode: 'production' }), [])
    })

    test('the latest delivery is listed first, for orders of any age', async () => {
      await addDeliveries(db, { accountId, now: later(now, hour), urls: ['https://a.example/'] })
      await addDeliveries(db, {
        accountId,
        now,
        urls: ['https://b.example/', 'https://c.example/'],
        firstNumber: 1,
      })
      const page = { accountId, mode: 'sandbox', limit: 2 } as const
      const first = await store.listDeliveries(db, page)
      assert.deepEqual(
        first.map(one => one.orderId),
        ['ord_000000', 'ord_000002'],
      )
      assert.deepEqual(
        (await store.listDeliveries(db, { ...page, before: first[1]! })).map(one => one.orderId),
        ['ord_000001'],
      )
    })

    test('a page of the list reads few other deliveries, for any number of deliveries', async () => {
      await add(Array.from({ length: 1000 }, () => 'https://a.example/'))
      await sql`update webhook_deliveries set status = 'gone', next_attempt_at = null, settled_at = created_at`.execute(
        db,
      )
      await sql`analyze webhook_deliveries`.execute(db)
      for (const givenUp of [false, true]) {
        const read = await db.transaction().execute(async tx => {
          const before = await deliveriesRead(tx)
          const from = { at: now, orderId: 'ord_000700', sequence: 1, endpointId: '' }
          await store.listDeliveries(tx, { accountId, mode: 'sandbox', givenUp, before: from, limit: 20 })
          return (await deliveriesRead(tx)) - before
        })
        assert.ok(read < 50, `${read} rows were read`)
      }
    })

    test('a delivery is listed with its last attempt', async () => {
      await add(['https://a.example/', 'https://b.example/'])
      const [claimed] = await claim(now, 1)
      const next = { status: 'pending', at: later(now, hour) } as const
      await record(db, [result(claimed!, { responseStatus: 503, failure: 'http_5xx', next })])
      await claim(later(now, hour), 1) // under way
      const list = await store.listDeliveries(db, { accountId, mode: 'sandbox' })
      assert.deepEqual(
        list.map(({ responseStatus, durationMs, failure }) => [responseStatus, durationMs, failure]),
        [
          [null, null, null],
          [503, 13, 'http_5xx'],
        ],
      )
    })

    test('attempts and responses older than thirty days are deleted, and newer ones stay', async () => {
      await sql`delete from webhook_attempts`.execute(db)
      await sql`update webhook_deliveries set response_body = null`.execute(db)
      await add(['https://a.example/', 'https://b.example/', 'https://c.example/', 'https://d.example/'])
      const [a, b, c, d] = await claim()
      const failed = { failure: 'http_5xx', next: { status: 'exhausted' } as const }
      const newer = { at: later(now, 1) }
      await record(db, [result(a!), result(b!, newer), result(c!, failed), result(d!, { ...failed, ...newer })])
      const stored = () =>
        Promise.all([0, 1, 2, 3].map(async n => (await attemptsOf(db, key(n))).map(({ responseBody }) => responseBody)))
      assert.equal(await store.deleteOldAttempts(db, later(now, 30 * day)), 0)
      assert.deepEqual(await stored(), [['ok'], ['ok'], ['ok'], ['ok']])
      assert.equal(await store.deleteOldAttempts(db, later(now, 30 * day + 1)), 2)
      assert.deepEqual(await stored(), [[null], ['ok'], [], ['ok']])
    })

    test('a first attempt that arrives is stored in the row of its webhook, once, and stays when it is sent again', async () => {
      await add(['https://a.example/'])
      const [first] = await claim()
      await record(db, [result(first!)])
      await record(db, [result(first!)])
      const { rows } = await sql`select from webhook_attempts where account_id = ${accountId}`.execute(db)
      assert.equal(rows.length, 0)
      await requestRedelivery(db, store.deliveryTables, { key: key(0), now: later(now, hour) })
      const [second] = await claim(later(now, hour))
      assert.deepEqual([second!.attempt, second!.made], [2, 2])
      await record(db, [result(second!, { at: later(now, hour), responseStatus: 202 })])
      assert.deepEqual(
        (await attemptsOf(db, key(0))).map(one => [one.attempt, one.responseStatus, one.trigger]),
        [
          [2, 202, 'redelivery'],
          [1, 200, 'schedule'],
        ],
      )
      assert.equal((await row(0)).responseStatus, 202)
      assert.deepEqual(
        (await store.attemptsOfOrder(db, key(0))).map(({ sequence, attempt }) => [sequence, attempt]),
        [
          [1, 2],
          [1, 1],
        ],
      )
    })

    describe('secrets', () => {
      const rotate = (secretId: string, at: Date) =>
        db
          .transaction()
          .execute(tx =>
            rotateSecret(
              tx,
              { accountId, mode: 'sandbox', secretId, sealedSecret: Buffer.from([0, 255, 1]) },
              { now: at },
            ),
          )
      const live = async (at: Date) =>
        (await liveSecrets(db, [{ accountId, mode: 'sandbox' }], at)).map(one => one.secretId)

      test('two are valid for a day after a rotation, then only the new one', async () => {
        const at = later(now, hour)
        await rotate('s2', at)
        assert.deepEqual(await live(at), ['s2', 's1'])
        assert.deepEqual(await live(later(at, day - 1)), ['s2', 's1'])
        assert.deepEqual(await live(later(at, day)), ['s2'])
      })

      test('a second rotation within the day ends the oldest at once', async () => {
        await rotate('s2', later(now, hour))
        await rotate('s3', later(now, 2 * hour))
        assert.deepEqual(await live(later(now, 2 * hour)), ['s3', 's2'])
      })

      test('the stored bytes of secrets are returned for the requested accounts only', async () => {
        await rotate('s2', later(now, hour))
        const [newest] = await liveSecrets(db, [{ accountId, mode: 'sandbox' }], later(now, hour))
        assert.deepEqual(newest?.sealedSecret, Buffer.from([0, 255, 1]))
        assert.deepEqual(await liveSecrets(db, [{ accountId, mode: 'production' }], now), [])
        assert.deepEqual(await liveSecrets(db, [], now), [])
      })
    })
  })

describe('workers on PostgreSQL', () => {
  test('eight workers that claim at once never get the same delivery', async () => {
    const { database, drop } = await bothDatabases[1]!.fresh()
    try {
      await addAccount(database.db, 'acc', now)
      await addDeliveries(database.db, { accountId: 'acc', now, urls: Array(400).fill('https://a.example/') })
      const claims = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const mine: string[] = []
          for (;;) {
            const rows = await store.claimDeliveries(database.db, { now, leaseUntil, max: 20 }, orderColumns)
            if (rows.length === 0) return mine
            mine.push(...rows.map(row => row.orderId))
          }
        }),
      )
      const all = claims.flat()
      assert.equal(all.length, 400)
      assert.equal(new Set(all).size, 400)
    } finally {
      await drop()
    }
  })

  test('a delivery requested again while its result is being recorded is sent again', async () => {
    const { database, drop } = await bothDatabases[1]!.fresh()
    const { db } = database
    try {
      await addAccount(db, 'acc', now)
      await addDeliveries(db, { accountId: 'acc', now, urls: ['https://a.example/'] })
      const [claimed] = await store.claimDeliveries(db, { now, leaseUntil, max: 1 }, orderColumns)
      const { accountId, mode, orderId, sequence, attempt, trigger } = claimed!
      const key = { accountId, mode, orderId, sequence, endpointId: '' }
      const sent = { key, attempt, trigger, at: now, durationMs: 1, endedAt: now }
      const [changed, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const asking = db.transaction().execute(async tx => {
        await redeliver(tx, claimed!, later(now, second))
        changed.resolve()
        await asked.promise
      })
      await changed.promise
      const recording = record(db, [
        { ...sent, responseStatus: 200, responseBody: '', failure: null, next: { status: 'delivered' } },
      ])
      await waitsForLock(db)
      asked.resolve()
      await Promise.all([asking, recording])
      assert.equal((await attemptsOf(db, claimed!)).length, 1)
      const again = await store.claimDeliveries(db, { now: later(now, second), leaseUntil, max: 1 }, orderColumns)
      assert.deepEqual(
        again.map(one => [one.attempt, one.trigger]),
        [[2, 'redelivery']],
      )
    } finally {
      await drop()
    }
  })
})

/** Resolves when one session waits for a row that another is changing. */
async function waitsForLock(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    if (rows.length > 0) return
  }
}

/** What this transaction has read of the table so far, by whichever plan. */
async function deliveriesRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`.execute(tx)
  return rows[0]!.read
}
