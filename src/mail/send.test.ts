import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { day, hour, instant, later, type ManualClock, manualClock, minute } from '../base/clock.ts'
import { sortableIds } from '../base/ids.ts'
import { type Log, silentLog } from '../base/log.ts'
import { operatorAccount } from '../base/operator.ts'
import type { Db } from '../db/db.ts'
import { consoleMail } from './console.ts'
import type { Mail, MailOutcome, Message } from './mail.ts'
import { listMails, type mailStates, mailsOfOrder } from './read.ts'
import { createMailer, nextMailAttempt } from './send.ts'
import { claimMails, type NewMail, queueMail, recordMails, sweepOldMails } from './store.ts'

const now = instant('2026-03-01T12:00:00Z')
const mailOf = (n: number): NewMail => ({
  accountId: operatorAccount,
  emailId: `eml_${n}`,
  recipient: `p${n}@example.com`,
  subject: `Subject ${n}`,
  body: `Body "${n}",\n{ü}\n`,
})

function answering(outcome: MailOutcome): Mail & { got: Message[] } {
  const got: Message[] = []
  return {
    got,
    async send(message) {
      got.push(message)
      return outcome
    },
    async close() {},
  }
}

for (const { name, fresh } of bothDatabases)
  describe(`mails on ${name}`, () => {
    let db: Db
    let drop: () => Promise<void>
    let clock: ManualClock
    before(async () => {
      const made = await fresh()
      db = made.database.db
      drop = made.drop
    })
    after(() => drop())
    beforeEach(async () => {
      clock = manualClock(now)
      await sql`delete from emails`.execute(db)
    })

    const rows = async () =>
      (
        await sql<{ attempts: number; next_attempt_at: Date | null; sent_at: Date | null }>`
          select attempts, next_attempt_at, sent_at from emails order by email_id`.execute(db)
      ).rows
    const mailer = (mail: Mail, log: Log = silentLog) => createMailer({ db, clock, mail, log })

    test('a queued mail is sent once, as it was written', async () => {
      const mail = answering({ kind: 'sent' })
      await queueMail(db, [mailOf(1)], now)
      const { sendDue } = mailer(mail)
      assert.equal(await sendDue(now), 1)
      assert.equal(await sendDue(later(now, day)), 0)
      assert.deepEqual(mail.got, [
        { id: 'eml_1', to: 'p1@example.com', subject: 'Subject 1', text: 'Body "1",\n{ü}\n' },
      ])
      assert.deepEqual(await rows(), [{ attempts: 1, next_attempt_at: null, sent_at: now }])
    })

    test('a mail that is queued twice under one id is sent once', async () => {
      const mail = answering({ kind: 'sent' })
      await queueMail(db, [mailOf(1), mailOf(2)], now)
      await queueMail(db, [mailOf(1)], now)
      await queueMail(db, [], now)
      await mailer(mail).sendDue(now)
      assert.equal(mail.got.length, 2)
    })

    test('many mails are sent batch by batch until none is due', async () => {
      const mail = answering({ kind: 'sent' })
      await queueMail(
        db,
        Array.from({ length: 45 }, (_, i) => mailOf(i)),
        now,
      )
      const { sendDue } = mailer(mail)
      assert.deepEqual([await sendDue(now), await sendDue(now), await sendDue(now), await sendDue(now)], [20, 20, 5, 0])
      assert.equal(new Set(mail.got.map(one => one.id)).size, 45)
    })

    test('while the server is unavailable a mail is tried eight times over two days, then given up', async () => {
      const mail = answering({ kind: 'unavailable', reason: 'ECONNREFUSED' })
      const errors: object[] = []
      const log = { ...silentLog, warn() {}, info() {}, error: (line: object) => errors.push(line) } as unknown as Log
      await queueMail(db, [mailOf(1)], now)
      for (;;) {
        assert.equal(await mailer(mail, log).sendDue(clock()), 1)
        const [row] = await rows()
        if (row?.next_attempt_at == null) break
        clock.set(row.next_attempt_at)
      }
      assert.equal(mail.got.length, 8)
      assert.equal(errors.length, 1)
      assert.deepEqual(clock(), later(now, 41 * hour + 36 * minute))
      assert.deepEqual(await rows(), [{ attempts: 8, next_attempt_at: null, sent_at: null }])
    })

    test('without a mail server a mail is marked as kept, and is not sent later', async () => {
      await queueMail(db, [mailOf(1)], now)
      await mailer(consoleMail(silentLog, { prints: 'subjects' })).sendDue(now)
      assert.deepEqual(await rows(), [{ attempts: 1, next_attempt_at: null, sent_at: null }])
      const server = answering({ kind: 'sent' })
      clock.set(later(now, day))
      assert.equal(await mailer(server).sendDue(clock()), 0)
    })

    test('the staff see what became of each mail', async () => {
      const outcomes: [kind: MailOutcome['kind'], state: (typeof mailStates)[number]][] = [
        ['sent', 'sent'],
        ['kept', 'kept'],
        ['refused', 'given_up'],
        ['unavailable', 'waiting'],
      ]
      for (const [i, [kind]] of outcomes.entries()) {
        await queueMail(db, [mailOf(i)], now)
        await mailer(answering({ kind, reason: '' } as MailOutcome)).sendDue(now)
      }
      const list = (state: (typeof mailStates)[number] | null) =>
        listMails(db, { accountId: null, state, before: null, limit: 9 })
      const all = await list(null)
      assert.deepEqual(
        all.map(({ state, sentAt }) => [state, sentAt !== null]),
        outcomes.map(([, state]) => [state, state === 'sent']).toReversed(),
      )
      for (const one of all) assert.deepEqual(await list(one.state), [one])
    })

    test('the mails about an order are listed, newest first, and no others', async () => {
      const aboutIt = [1, 3].map(n => ({ ...mailOf(n), orderId: 'ord_1' }))
      await queueMail(db, [...aboutIt, mailOf(2), { ...mailOf(4), orderId: 'ord_2' }], now)
      await queueMail(db, [{ ...mailOf(5), accountId: 'acc_other', orderId: 'ord_1' }], now)
      const found = await mailsOfOrder(db, { accountId: operatorAccount, orderId: 'ord_1' }, 9)
      assert.deepEqual(
        found.map(({ emailId, state }) => [emailId, state]),
        [
          ['eml_3', 'waiting'],
          ['eml_1', 'waiting'],
        ],
      )
    })

    test('a mail that is refused for good is not tried again', async () => {
      await queueMail(db, [mailOf(1)], now)
      await mailer(answering({ kind: 'refused', reason: '550' })).sendDue(now)
      assert.deepEqual(await rows(), [{ attempts: 1, next_attempt_at: null, sent_at: null }])
    })

    test('a mail keeps the token of its link only until it is sent or given up', async () => {
      const link = (token: string) => `Follow https://x.example/set?a=1&token=${token} within an hour.\n`
      const bodies = async () =>
        (await sql<{ body: string }>`select body from emails order by email_id`.execute(db)).rows
      const mail = answering({ kind: 'unavailable', reason: 'ECONNREFUSED' })
      await queueMail(db, [{ ...mailOf(1), body: link('Ab-9_z') }], now)
      await mailer(mail).sendDue(now)
      assert.deepEqual(await bodies(), [{ body: link('Ab-9_z') }])
      clock.set(later(now, minute))
      await mailer(answering({ kind: 'sent' })).sendDue(clock())
      assert.deepEqual(await bodies(), [{ body: link('…') }])
      assert.equal(mail.got[0]?.text, link('Ab-9_z'))

      await queueMail(db, [{ ...mailOf(2), body: link('Cd-8_y') }], now)
      await mailer(answering({ kind: 'refused', reason: '550' })).sendDue(clock())
      assert.deepEqual(await bodies(), [{ body: link('…') }, { body: link('…') }])
    })

    test('a mail is kept for 90 days, and longer only while it waits', async () => {
      const newId = sortableIds(clock)
      const mailNow = () => ({ ...mailOf(1), emailId: newId('eml') })
      await queueMail(db, [mailNow()], now)
      await mailer(answering({ kind: 'sent' })).sendDue(now)
      await queueMail(db, [mailNow()], later(now, 100 * day))
      assert.equal(await sweepOldMails(db, later(now, 90 * day)), 0)
      assert.equal(await sweepOldMails(db, later(now, 90 * day + 1)), 1)
      assert.deepEqual(await rows(), [{ attempts: 0, next_attempt_at: later(now, 100 * day), sent_at: null }])
    })

    test('after its lease a dead worker is replaced by another, and its late result changes nothing', async () => {
      await queueMail(db, [mailOf(1)], now)
      const leaseUntil = later(now, minute)
      const [slow] = await claimMails(db, { now, leaseUntil, most: 10 })
      assert.deepEqual(await claimMails(db, { now, leaseUntil, most: 10 }), [])
      clock.set(leaseUntil)
      await mailer(answering({ kind: 'sent' })).sendDue(leaseUntil)
      await recordMails(db, [{ mail: slow!, sentAt: null, keptAt: null, nextAttemptAt: later(now, hour) }])
      assert.deepEqual(await rows(), [{ attempts: 2, next_attempt_at: null, sent_at: leaseUntil }])
    })
  })

for (const [where, prints, shown] of [
  ['outside production the whole letter is in the log', 'whole letters', true],
  ['in production the log shows only its subject', 'subjects', false],
] as const)
  test(`without a mail server, ${where}`, async () => {
    const lines: string[] = []
    const write = (...line: unknown[]) => lines.push(JSON.stringify(line))
    const log = { ...silentLog, info: write, warn: write } as unknown as Log
    const letter = { id: 'eml_1', to: 'a@example.com', subject: 'Hi', text: 'http://x.example/reset' }
    assert.deepEqual(await consoleMail(log, { prints }).send(letter), { kind: 'kept' })
    assert.equal(lines.length, 1)
    assert.ok(lines[0]!.includes('Hi'))
    assert.equal(lines[0]!.includes('http://x.example/reset'), shown)
    assert.equal(lines[0]!.includes('a@example.com'), shown)
  })

test('only what may pass is tried again', () => {
  const unavailable: MailOutcome = { kind: 'unavailable', reason: '' }
  assert.deepEqual(nextMailAttempt(1, unavailable, now), later(now, minute))
  assert.deepEqual(nextMailAttempt(7, unavailable, now), later(now, 24 * hour))
  assert.equal(nextMailAttempt(8, unavailable, now), null)
  assert.equal(nextMailAttempt(1, { kind: 'refused', reason: '' }, now), null)
  assert.equal(nextMailAttempt(1, { kind: 'sent' }, now), null)
})
