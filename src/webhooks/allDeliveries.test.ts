import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { databasesOfForm } from '../../test/support/databases.ts'
import { addAccount, addDeliveries } from '../../test/support/queuedDeliveries.ts'
import { day, hour, instant, later, minute } from '../base/clock.ts'
import type { Database, Db } from '../db/db.ts'
import {
  type AllDeliveriesFilter,
  listAllDeliveries,
  sendIdleAgain,
  type WebhookOfAccount,
  type WebhookPosition,
} from './allDeliveries.ts'
import { insertNotice } from './notices.ts'

const begin = instant('2024-03-01T12:00:00Z')
const now = later(begin, 900 * day)
const accounts = ['acc_1', 'acc_2', 'acc_3', 'acc_4']
const every: AllDeliveriesFilter = {
  accountId: null,
  mode: null,
  type: null,
  about: null,
  status: null,
  result: null,
  response: null,
  from: null,
  to: null,
}
const url = 'https://receiver.example/hook'

for (const { name, fresh } of databasesOfForm)
  describe(`on ${name}`, () => {
    let database: Database
    let db: Db
    let drop: () => Promise<void>

    const all = async (filter: Partial<AllDeliveriesFilter>, isNewestFirst = true, limit = 500) => {
      const found: WebhookOfAccount[] = []
      let after: WebhookPosition | null = null
      do {
        const start = isNewestFirst ? (filter.to ?? now) : (filter.from ?? begin)
        const page = { isNewestFirst, after, limit, begin: start, now }
        const part: Awaited<ReturnType<typeof listAllDeliveries>> = await listAllDeliveries(
          db,
          { ...every, ...filter },
          page,
        )
        assert.ok(part.found.length <= limit)
        found.push(...part.found)
        after = part.next
      } while (after !== null)
      return found
    }
    const idOf = ({ accountId, mode, deliveryId }: WebhookOfAccount) => `${accountId} ${mode} ${deliveryId}`

    before(async () => {
      ;({ database, drop } = await fresh())
      db = database.db
      for (const accountId of accounts) await addAccount(db, accountId, begin)
      // Two years with few, an hour with thousands at few instants, and a long silence.
      const times = [
        ...Array.from({ length: 12 }, (_, i) => ({ at: later(begin, i * 30 * day), count: 1 })),
        ...Array.from({ length: 2 }, (_, i) => ({ at: later(begin, 400 * day + i * 40 * minute), count: 520 })),
        { at: later(begin, 899 * day), count: 2 },
      ]
      for (const [i, { at, count }] of times.entries()) {
        for (const accountId of accounts)
          await addDeliveries(db, { accountId, now: at, urls: Array(count).fill(url), firstNumber: i * 2000 })
        for (const n of [1, 2]) {
          const mode = n === 1 ? 'sandbox' : 'production'
          const notice = { accountId: accounts[i % 4]!, mode, noticeId: `evt_${i}_${n}`, kind: 'FilesChecked' } as const
          await insertNotice(db, { ...notice, url, at, data: {} })
        }
      }
      await sql`
        insert into webhook_deliveries (
          account_id, mode, order_id, sequence, endpoint_id, status, attempts, created_at, settled_at)
        select account_id, mode, order_id, sequence, 'wep_' || n, 'exhausted', 10, created_at, created_at
        from webhook_deliveries, generate_series(1, 2) n
        where right(order_id, 1) = '7'`.execute(db)
      await sql`
        update webhook_deliveries
        set status = 'delivered', next_attempt_at = null, settled_at = created_at, attempts = 1,
          attempted_at = created_at, duration_ms = 12, response_status = 204
        where status = 'pending' and right(order_id, 1) <> '3'`.execute(db)
      await sql`
        insert into webhook_attempts (account_id, mode, order_id, sequence, endpoint_id, attempt, at, trigger, duration_ms,
          response_status, failure)
        select account_id, mode, order_id, sequence, endpoint_id, 10, created_at, 'schedule', 5,
          case when endpoint_id = 'wep_1' then 503 end, 'x'
        from webhook_deliveries
        where status = 'exhausted'`.execute(db)
    })
    after(() => drop())

    test('pages of all webhooks have each of them once, by time, whatever their size', async () => {
      const newest = await all({})
      assert.equal(newest.length, 4 * (12 + 1040 + 2) + 2 * 15 + 2 * 4 * 104)
      assert.equal(new Set(newest.map(idOf)).size, newest.length)
      const times = newest.map(({ at }) => at.getTime())
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      )
      const oldest = await all({}, false, 170)
      assert.deepEqual(oldest.map(idOf).sort(), newest.map(idOf).sort())
      assert.deepEqual(
        oldest.map(({ at }) => at.getTime()),
        times.toReversed(),
      )
      const inSmallPages = await all({ from: later(begin, 100 * day), to: later(begin, 300 * day) }, true, 3)
      assert.deepEqual(
        inSmallPages.map(idOf),
        newest.filter(({ at }) => at >= later(begin, 100 * day) && at < later(begin, 300 * day)).map(idOf),
      )
    })

    test('each filter keeps exactly the webhooks that match it, in both directions', async () => {
      const listed = await all({})
      const isLate = ({ at }: WebhookOfAccount) =>
        at >= later(begin, 400 * day) && at < later(begin, 400 * day + hour / 2)
      const classOf = ({ lastAttempt }: WebhookOfAccount) =>
        lastAttempt === null ? null : lastAttempt.responseStatus === null ? 'none' : `${lastAttempt.responseStatus}`[0]
      const filters: [Partial<AllDeliveriesFilter>, (webhook: WebhookOfAccount) => boolean][] = [
        [{ accountId: 'acc_2' }, ({ accountId }) => accountId === 'acc_2'],
        [{ accountId: 'acc_3', mode: 'production' }, one => one.accountId === 'acc_3' && one.mode === 'production'],
        [{ mode: 'production' }, ({ mode }) => mode === 'production'],
        [{ type: 'FilesChecked', about: 'notices' }, ({ type }) => type === 'FilesChecked'],
        [{ type: 'OrderReceived', about: 'orders' }, ({ type }) => type === 'OrderReceived'],
        [{ type: 'OrderShipped', about: 'orders' }, () => false],
        [{ status: 'pending' }, ({ status }) => status === 'pending'],
        [{ status: 'delivered' }, ({ status }) => status === 'delivered'],
        [{ status: 'exhausted', accountId: 'acc_1' }, one => one.status === 'exhausted' && one.accountId === 'acc_1'],
        [{ result: 'failed' }, ({ result }) => result === 'failed'],
        [{ result: 'any' }, ({ result }) => result !== null],
        [{ response: '5xx' }, one => classOf(one) === '5'],
        [{ response: '2xx' }, one => classOf(one) === '2'],
        [{ response: 'none' }, one => classOf(one) === 'none'],
        [{ from: later(begin, 400 * day), to: later(begin, 400 * day + hour / 2) }, isLate],
      ]
      for (const [filter, matches] of filters) {
        const expected = listed.filter(matches).map(idOf)
        assert.deepEqual((await all(filter)).map(idOf), expected, JSON.stringify(filter))
        assert.deepEqual((await all(filter, false)).map(idOf).sort(), expected.sort(), JSON.stringify(filter))
      }
    })

    test('webhooks are sent again, but for those that are in flight', async () => {
      const [delivered] = await all({ status: 'delivered', accountId: 'acc_1' })
      const [failed] = await all({ status: 'exhausted', accountId: 'acc_2' })
      const [waiting] = await all({ status: 'pending', accountId: 'acc_3', about: 'orders' })
      const notice = (await all({ about: 'notices' })).find(({ status }) => status === 'pending')!
      await sql`update webhook_deliveries set attempts = 1 where account_id = 'acc_3' and status = 'pending'`.execute(
        db,
      )
      await sql`update webhook_notices set status = 'gone', next_attempt_at = null, settled_at = created_at
                where notice_id = ${notice.deliveryId}`.execute(db)
      const names = [delivered!, failed!, waiting!, notice].map(({ accountId, mode, deliveryId }) => ({
        accountId,
        mode,
        deliveryId,
      }))
      const gone = { ...names[0]!, accountId: 'acc_9' }
      const sent = await db.transaction().execute(tx => sendIdleAgain(tx, [...names, gone], now))
      assert.deepEqual(
        sent.map(({ accountId, deliveryId }) => `${accountId} ${deliveryId}`).sort(),
        [names[0]!, names[1]!, names[3]!].map(({ accountId, deliveryId }) => `${accountId} ${deliveryId}`).sort(),
      )
      const again = await db.transaction().execute(tx => sendIdleAgain(tx, names, now))
      assert.deepEqual(again, [], 'they are in flight now')
    })
  })
