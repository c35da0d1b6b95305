import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { freshPglite } from '../../test/support/database.ts'
import { addAccount, unseal } from '../../test/support/queuedDeliveries.ts'
import { later, manualClock, minute, second, systemClock } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import type { OutboundOutcome } from '../base/network/outbound.ts'
import type { Database } from '../db/db.ts'
import { createDeliverer } from './deliver.ts'
import { insertNotice, listNotices, noticeOutbox, noticeTables } from './notices.ts'
import { readAttempts, requestRedelivery } from './outbox.ts'

const ok: OutboundOutcome = { kind: 'answered', status: 200, body: 'thanks' }
const busy: OutboundOutcome = { kind: 'answered', status: 503, body: '' }
const mode = 'sandbox'

let database: Database
let count = 0
let accountId = ''
const clock = manualClock(systemClock())

before(async () => {
  database = await freshPglite()
})
after(() => database.close())
beforeEach(async () => {
  accountId = `acc_${++count}`
  await addAccount(database.db, accountId, clock())
})

/** Sends to receivers that answer as `answer` decides. */
const sender = (answer: (url: string) => Promise<OutboundOutcome>) =>
  createDeliverer({
    outbox: noticeOutbox(database.db),
    db: database.db,
    clock,
    outbound: { post: answer },
    unseal,
    random: () => 0.5,
    log: silentLog,
    limits: { minClaims: 1, pollMs: 10 },
  })
const add = (noticeId: string, url: string) =>
  insertNotice(database.db, { accountId, mode, noticeId, kind: 'FilesChecked', url, at: clock(), data: {} })
const statusOf = async (noticeId: string) => {
  const found = await listNotices(database.db, { accountId, mode, givenUp: false, before: null, limit: 10 })
  return found.find(one => one.noticeId === noticeId)!.status
}

test('a receiver that hangs does not delay other receivers', async () => {
  const hanging = Promise.withResolvers<OutboundOutcome>()
  const { sweep } = sender(url => (url.includes('hangs') ? hanging.promise : Promise.resolve(ok)))
  await add('evt_1', 'https://hangs.example/')
  assert.equal(await sweep(clock()), 1)
  await add('evt_2', 'https://prompt.example/')
  assert.equal(await sweep(clock()), 1)
  while ((await statusOf('evt_2')) === 'pending') await sweep(clock())
  assert.equal(await statusOf('evt_1'), 'pending')
  hanging.resolve(ok)
  while ((await sweep(clock())) > 0);
  assert.equal(await statusOf('evt_1'), 'delivered')
})

test('a notice that fails is retried at its time, and a notice that is requested again is sent immediately', async () => {
  let answer = busy
  const { sweep } = sender(async () => answer)
  await add('evt_3', 'https://a.example/')
  const sweepAll = async () => {
    while ((await sweep(clock())) > 0);
  }
  await sweepAll()
  await sweepAll()
  assert.equal(await statusOf('evt_3'), 'pending')
  answer = ok
  clock.set(later(clock(), 5 * second))
  await sweepAll()
  assert.equal(await statusOf('evt_3'), 'delivered')
  const key = { accountId, mode, noticeId: 'evt_3' } as const
  await requestRedelivery(database.db, noticeTables, { key, now: clock() })
  await sweepAll()
  const attempts = await readAttempts(database.db, noticeTables, key)
  assert.deepEqual(
    attempts!.map(one => [one.attempt, one.trigger, one.responseStatus, one.failure]),
    [
      [3, 'redelivery', 200, null],
      [2, 'schedule', 200, null],
      [1, 'schedule', 503, 'http_5xx'],
    ],
  )
})

test('a result that comes after another worker took over is stored as an attempt and changes nothing else', async () => {
  const outbox = noticeOutbox(database.db)
  await add('evt_4', 'https://a.example/')
  const claim = async (ms: number) => {
    const now = later(clock(), ms)
    const [row] = await outbox.claim({ now, leaseUntil: later(now, minute), max: 10 })
    return row!
  }
  const [slow, quick] = [await claim(0), await claim(minute)]
  const result = { key: outbox.keyOf(slow), trigger: 'schedule', at: clock(), endedAt: clock(), durationMs: 1 } as const
  const timedOut = {
    responseStatus: null,
    responseBody: null,
    failure: 'timeout',
    next: { status: 'exhausted' },
  } as const
  await outbox.record([{ ...result, ...timedOut, attempt: slow.attempt }])
  assert.equal(await statusOf('evt_4'), 'pending')
  await outbox.giveBack([{ key: result.key, attempt: slow.attempt, until: clock() }])
  assert.equal((await outbox.claim({ now: later(clock(), minute), leaseUntil: clock(), max: 10 })).length, 0)
  const outcome = { responseStatus: 200, responseBody: 'a\0b', failure: null, next: { status: 'delivered' } } as const
  await outbox.record([{ ...result, ...outcome, attempt: quick.attempt }])
  assert.equal(await statusOf('evt_4'), 'delivered')
  assert.equal((await readAttempts(database.db, noticeTables, result.key))!.length, 2)
})
