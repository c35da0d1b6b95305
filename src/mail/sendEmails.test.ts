import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { databasesOfForm } from '../../test/support/databases.ts'
import { day, hour, instant, later, type ManualClock, manualClock, minute } from '../base/clock.ts'
import { type Log, silentLog } from '../base/log.ts'
import { operatorAccount } from '../base/operator.ts'
import { sortableIds } from '../base/secrets/ids.ts'
import type { Db } from '../db/db.ts'
import { consoleMailer } from './consoleMailer.ts'
import { type emailStates, listEmails, listEmailsOfOrder } from './emailQueries.ts'
import {
  claimEmails,
  deleteOldEmails,
  type NewEmail,
  queueEmails,
  queueLoggedEmails,
  recordEmails,
  redactInEmails,
} from './emailStore.ts'
import type { EmailMessage, EmailOutcome, Mailer } from './mailer.ts'
import { nextEmailAttempt, type Sender, sendDueEmails } from './sendEmails.ts'

const now = instant('2026-03-01T12:00:00Z')
const address = (n: number) => ({
  accountId: operatorAccount,
  emailId: `eml_${n}`,
  recipient: `p${n}@example.com`,
})
const mailOf = (n: number): NewEmail => ({ ...address(n), kind: 'test', values: { name: `"${n}",\n{ü}` } })

const logo = Buffer.from('PNG')

const readReaders = async (emails: string[]) =>
  emails.map(email => (email === 'p2@example.com' ? { timeZone: 'America/New_York', language: 'en' as const } : null))

const readSender = async (): Promise<Sender> => ({
  name: 'Acme Books',
  accent: '#234672',
  logo: { png: logo, width: 90, height: 30 },
  supportAddress: 'help@acme.example',
  legalLines: ['Acme Books Inc.', 'Rochester, NY'],
  fromName: 'Acme Books',
  replyTo: 'orders@acme.example',
})

function mailerWith(outcome: EmailOutcome): Mailer & { messages: EmailMessage[] } {
  const messages: EmailMessage[] = []
  return {
    messages,
    async send(message) {
      messages.push(message)
      return outcome
    },
    async close() {},
  }
}

for (const { name, fresh } of databasesOfForm)
  describe(`emails on ${name}`, () => {
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
    const mailer = (mail: Mailer, log: Log = silentLog) =>
      sendDueEmails({ db, clock, mail, log, readSender, readReaders })

    test('a queued email is sent once, signed with the brand of its sending', async () => {
      const mail = mailerWith({ kind: 'sent' })
      await queueEmails(db, [mailOf(1)], now)
      const sendDue = mailer(mail)
      assert.equal(await sendDue(now), 1)
      assert.equal(await sendDue(later(now, day)), 0)
      const [{ html, ...message } = { html: '' }] = mail.messages
      assert.equal(mail.messages.length, 1)
      assert.match(html, /<img src="cid:logo@email" width="90" height="30" alt="Acme Books"/)
      assert.match(html, /border-top:4px solid #234672[\s\S]*>Hello &quot;1&quot;, \{ü\},<[\s\S]*>Rochester, NY</)
      assert.deepEqual(message, {
        id: 'eml_1',
        to: 'p1@example.com',
        subject: 'Test email',
        text: 'Hello "1", {ü},\n\nYou asked for this email in the staff console. Customers get emails the same way.\n\nKind regards,\nAcme Books\nhelp@acme.example\n\nAcme Books Inc.\nRochester, NY\n',
        logo,
        fromName: 'Acme Books',
        replyTo: 'orders@acme.example',
      })
      assert.deepEqual(await rows(), [{ attempts: 1, next_attempt_at: null, sent_at: now }])
    })

    test('an email to somebody without a sign-in is in the language that it names', async () => {
      const mail = mailerWith({ kind: 'sent' })
      const values = { email: 'ada@example.com', url: 'https://x.example', expiresAt: now }
      await queueEmails(db, [{ ...address(1), kind: 'sign_up', values, language: 'de' }], now)
      await mailer(mail)(now)
      const [{ subject, text } = { subject: '', text: '' }] = mail.messages
      assert.equal(subject, 'Bestätigen Sie Ihre E-Mail-Adresse')
      assert.match(text, /^Guten Tag ada@example\.com,\n[\s\S]*\n\nFreundliche Grüße\nAcme Books/)
    })

    test('an email that waits for a mail server is sent when there is one, unless it is old or its link has lost its token', async () => {
      const newIdAt = (at: Date) => sortableIds(() => at)('eml')
      const mailAt = (at: Date, name: string): NewEmail => ({
        ...address(1),
        emailId: newIdAt(at),
        kind: 'test',
        values: { name },
      })
      const old = later(now, -4 * day)
      await queueEmails(db, [mailAt(now, 'new'), mailAt(now, 'https://x.example/#token=abc'), mailAt(old, 'old')], now)
      await mailer(consoleMailer(silentLog, { prints: 'subjects' }))(now)
      const mail = mailerWith({ kind: 'sent' })
      assert.equal(await mailer(mail)(later(now, hour)), 0)
      assert.equal(await queueLoggedEmails(db, later(now, hour)), 1)
      assert.equal(await queueLoggedEmails(db, later(now, hour)), 0)
      assert.equal(await mailer(mail)(later(now, hour)), 1)
      assert.match(mail.messages[0]!.text, /^Hello new,/)
    })

    test('an email that waited for a mail server is sent to no person who has left the account, and not for an account that has moved', async () => {
      const newId = sortableIds(() => now)
      for (const moved of [null, now])
        await sql`
          insert into accounts (
            account_id, name, holder_email, created_at, suspended_at, suspension_reason, moving_since, moved_at)
          values (${moved ? 'acc_moved' : 'acc_here'}, 'Lantern', 'Holder@example.com', ${now}, ${moved},
            ${moved && 'moved'}, ${moved}, ${moved})`.execute(db)
      await sql`
        insert into users (id, name, email, created_at, updated_at)
        values ('usr_1', 'Ada', 'member@example.com', ${now}, ${now})`.execute(db)
      await sql`
        insert into memberships (user_id, kind, account_id, role, created_at)
        values ('usr_1', 'customer', 'acc_here', 'viewer', ${now})`.execute(db)
      const exemption = { accountName: 'Lantern', jurisdiction: 'US-NY', exemptionsUrl: 'https://x.example' }
      const mailTo = (recipient: string, accountId: string): NewEmail => ({
        ...{ accountId, emailId: newId('eml'), recipient },
        ...{ kind: 'exemption_expires', values: { ...exemption, expiresAt: now } },
      })
      const people = ['holder@example.com', 'Member@example.com', 'left@example.com']
      const invited = { ...mailTo('invited@example.com', 'acc_here'), kind: 'invitation_elsewhere' as const }
      const values = { name: 'Cleo', accountName: 'Lantern' }
      const emails = ['acc_here', 'acc_moved'].flatMap(accountId => people.map(person => mailTo(person, accountId)))
      await queueEmails(db, [...emails, { ...invited, values }], now)
      await mailer(consoleMailer(silentLog, { prints: 'subjects' }))(now)
      assert.equal(await queueLoggedEmails(db, later(now, hour)), 3)
      const { rows: queued } = await sql<{ recipient: string; accountId: string }>`
        select recipient, account_id as "accountId" from emails where next_attempt_at is not null order by 1`.execute(
        db,
      )
      assert.deepEqual(queued.map(({ recipient, accountId }) => `${accountId} ${recipient}`).sort(), [
        'acc_here Member@example.com',
        'acc_here holder@example.com',
        'acc_here invited@example.com',
      ])
    })

    test('an email that is queued twice with the same id is sent once', async () => {
      const mail = mailerWith({ kind: 'sent' })
      await queueEmails(db, [mailOf(1), mailOf(2)], now)
      await queueEmails(db, [mailOf(1)], now)
      await queueEmails(db, [], now)
      await mailer(mail)(now)
      assert.equal(mail.messages.length, 2)
    })

    test('many emails are sent in batches until none is due', async () => {
      const mail = mailerWith({ kind: 'sent' })
      await queueEmails(
        db,
        Array.from({ length: 45 }, (_, i) => mailOf(i)),
        now,
      )
      const sendDue = mailer(mail)
      assert.deepEqual([await sendDue(now), await sendDue(now), await sendDue(now), await sendDue(now)], [20, 20, 5, 0])
      assert.equal(new Set(mail.messages.map(({ id }) => id)).size, 45)
    })

    test('an email is tried eight times over two days while the server is unavailable, then given up', async () => {
      const mail = mailerWith({ kind: 'unavailable', reason: 'ECONNREFUSED' })
      const errors: object[] = []
      const log = { ...silentLog, warn() {}, info() {}, error: (line: object) => errors.push(line) } as unknown as Log
      await queueEmails(db, [mailOf(1)], now)
      for (;;) {
        assert.equal(await mailer(mail, log)(clock()), 1)
        const [row] = await rows()
        if (row?.next_attempt_at == null) break
        clock.set(row.next_attempt_at)
      }
      assert.equal(mail.messages.length, 8)
      assert.equal(errors.length, 1)
      assert.deepEqual(clock(), later(now, 41 * hour + 36 * minute))
      assert.deepEqual(await rows(), [{ attempts: 8, next_attempt_at: null, sent_at: null }])
    })

    test('an email without a mail server is marked as logged, and is not sent later', async () => {
      await queueEmails(db, [mailOf(1)], now)
      await mailer(consoleMailer(silentLog, { prints: 'subjects' }))(now)
      assert.deepEqual(await rows(), [{ attempts: 1, next_attempt_at: null, sent_at: null }])
      const server = mailerWith({ kind: 'sent' })
      clock.set(later(now, day))
      assert.equal(await mailer(server)(clock()), 0)
    })

    test('the staff see the state of each email', async () => {
      const outcomes: [kind: EmailOutcome['kind'], state: (typeof emailStates)[number]][] = [
        ['sent', 'sent'],
        ['kept', 'kept'],
        ['refused', 'given_up'],
        ['unavailable', 'waiting'],
      ]
      for (const [i, [kind]] of outcomes.entries()) {
        await queueEmails(db, [mailOf(i)], now)
        await mailer(mailerWith({ kind, reason: '' } as EmailOutcome))(now)
      }
      const list = (state: (typeof emailStates)[number] | null) =>
        listEmails(db, { accountId: null, state }, { isNewestFirst: true, from: null, to: null, after: null, limit: 9 })
      const all = await list(null)
      assert.deepEqual(
        all.map(({ state, sentAt }) => [state, sentAt !== null]),
        outcomes.map(([, state]) => [state, state === 'sent']).toReversed(),
      )
      for (const email of all) assert.deepEqual(await list(email.state), [email])
    })

    test('only the emails about an order are listed for the order, newest first', async () => {
      const ofOrder = [1, 3].map(n => ({ ...mailOf(n), orderId: 'ord_1' }))
      await queueEmails(db, [...ofOrder, mailOf(2), { ...mailOf(4), orderId: 'ord_2' }], now)
      await queueEmails(db, [{ ...mailOf(5), accountId: 'acc_other', orderId: 'ord_1' }], now)
      const found = await listEmailsOfOrder(db, { accountId: operatorAccount, orderId: 'ord_1' }, 9)
      assert.deepEqual(
        found.map(({ emailId, state }) => [emailId, state]),
        [
          ['eml_3', 'waiting'],
          ['eml_1', 'waiting'],
        ],
      )
    })

    test('an email that cannot be recorded makes no other email be sent again', async () => {
      const mail = mailerWith({ kind: 'sent' })
      await queueEmails(db, [mailOf(1), mailOf(2), mailOf(3)], now)
      await sql
        .raw(`
        create function refuse() returns trigger language plpgsql as $$
        begin raise 'refused' using errcode = 'deadlock_detected'; end $$;
        create trigger refuse before update on emails for each row
          when (new.email_id = 'eml_2' and new.sent_at is not null) execute function refuse()`)
        .execute(db)
      await assert.rejects(mailer(mail)(now), /refused/)
      await sql.raw('drop function refuse cascade').execute(db)
      clock.set(later(now, hour))
      await mailer(mail)(clock())
      assert.deepEqual(
        mail.messages.map(({ id }) => id),
        ['eml_1', 'eml_2', 'eml_3', 'eml_2'],
      )
    })

    test('an email that is refused permanently is not tried again', async () => {
      await queueEmails(db, [mailOf(1)], now)
      await mailer(mailerWith({ kind: 'refused', reason: '550' }))(now)
      assert.deepEqual(await rows(), [{ attempts: 1, next_attempt_at: null, sent_at: null }])
    })

    test('an email keeps the token of its link only until it is sent or given up', async () => {
      const link = (token: string) => `https://x.example/set?a=1#token=${token}`
      const reset = (n: number, token: string): NewEmail => ({
        ...address(n),
        kind: 'password_reset',
        values: { name: 'Ada', url: link(token), expiresAt: now },
      })
      const links = async () =>
        (await sql<{ url: string }>`select "values" ->> 'url' as url from emails order by email_id`.execute(db)).rows
      const mail = mailerWith({ kind: 'unavailable', reason: 'ECONNREFUSED' })
      await queueEmails(db, [reset(1, 'Ab-9_z')], now)
      await mailer(mail)(now)
      assert.deepEqual(await links(), [{ url: link('Ab-9_z') }])
      clock.set(later(now, minute))
      await mailer(mailerWith({ kind: 'sent' }))(clock())
      assert.deepEqual(await links(), [{ url: link('…') }])
      assert.ok(mail.messages[0]?.text.includes(`:\n${link('Ab-9_z')}\n`))

      await queueEmails(db, [reset(2, 'Cd-8_y')], now)
      await mailer(mailerWith({ kind: 'refused', reason: '550' }))(clock())
      assert.deepEqual(await links(), [{ url: link('…') }, { url: link('…') }])
    })

    test('a recipient is redacted in the values of the emails about an order, and in no name of a value', async () => {
      const refund = (n: number, orderId: string): NewEmail => ({
        ...{ ...address(n), orderId, kind: 'refund' },
        values: {
          ...{ accountName: 'Books', title: 'A-1', amountCents: 330, at: now, manualRef: null },
          ...{ reason: 'Reason "O\\Neil" moved', billingUrl: 'https://x.example' },
        },
      })
      await queueEmails(db, [refund(1, 'ord_1'), refund(2, 'ord_2')], now)
      const pattern = '(?<!\\w)(?:reason|"O\\\\Neil")(?!\\w)'
      await db
        .transaction()
        .execute(tx => redactInEmails(tx, [{ accountId: operatorAccount, orderId: 'ord_1', pattern }]))
      const { rows } = await sql<{ reason: string }>`
        select "values" ->> 'reason' as reason from emails order by email_id`.execute(db)
      assert.deepEqual(
        rows.map(({ reason }) => reason),
        ['[forgotten] [forgotten] moved', 'Reason "O\\Neil" moved'],
      )
    })

    test('an email is stored for 90 days, and longer only while it waits', async () => {
      const newId = sortableIds(clock)
      const mailNow = () => ({ ...mailOf(1), emailId: newId('eml') })
      await queueEmails(db, [mailNow()], now)
      await mailer(mailerWith({ kind: 'sent' }))(now)
      await queueEmails(db, [mailNow()], later(now, 100 * day))
      assert.equal(await deleteOldEmails(db, later(now, 90 * day)), 0)
      assert.equal(await deleteOldEmails(db, later(now, 90 * day + 1)), 1)
      assert.deepEqual(await rows(), [{ attempts: 0, next_attempt_at: later(now, 100 * day), sent_at: null }])
    })

    test('an email is left to another worker when its lease is over', async () => {
      const mail = mailerWith({ kind: 'sent' })
      await queueEmails(db, [mailOf(1)], now)
      const crash = (point: string) => {
        if (point === 'mail:claimed') clock.set(later(now, 15 * minute))
      }
      assert.equal(await sendDueEmails({ db, clock, mail, log: silentLog, readSender, readReaders, crash })(now), 1)
      assert.deepEqual(mail.messages, [])
      await mailer(mail)(clock())
      assert.equal(mail.messages.length, 1)
    })

    test('the late result of a worker whose lease is over changes nothing', async () => {
      await queueEmails(db, [mailOf(1)], now)
      const leaseUntil = later(now, minute)
      const [slow] = await claimEmails(db, { now, leaseUntil, max: 10 })
      assert.deepEqual(await claimEmails(db, { now, leaseUntil, max: 10 }), [])
      clock.set(leaseUntil)
      await mailer(mailerWith({ kind: 'sent' }))(leaseUntil)
      await recordEmails(db, [{ ...slow!, sentAt: null, loggedAt: null, nextAttemptAt: later(now, hour) }])
      assert.deepEqual(await rows(), [{ attempts: 1, next_attempt_at: null, sent_at: leaseUntil }])
    })
  })

for (const [where, prints, shown] of [
  ['outside production the log contains the whole email', 'whole emails', true],
  ['in production the log shows only its subject', 'subjects', false],
] as const)
  test(`without a mail server, ${where}`, async () => {
    const lines: string[] = []
    const write = (...line: unknown[]) => lines.push(JSON.stringify(line))
    const log = { ...silentLog, info: write, warn: write } as unknown as Log
    const message = {
      id: 'eml_1',
      to: 'a@example.com',
      subject: 'Hi',
      text: 'http://x.example/reset',
      html: '<p>http://x.example/reset</p>',
      logo: null,
      fromName: null,
      replyTo: null,
    }
    assert.deepEqual(await consoleMailer(log, { prints }).send(message), { kind: 'kept' })
    assert.equal(lines.length, 1)
    assert.ok(lines[0]!.includes('Hi'))
    assert.equal(lines[0]!.includes('http://x.example/reset'), shown)
    assert.equal(lines[0]!.includes('a@example.com'), shown)
  })

test('only a temporary failure of an email is retried', () => {
  const unavailable: EmailOutcome = { kind: 'unavailable', reason: '' }
  assert.deepEqual(nextEmailAttempt(1, unavailable, now), later(now, minute))
  assert.deepEqual(nextEmailAttempt(7, unavailable, now), later(now, 24 * hour))
  assert.equal(nextEmailAttempt(8, unavailable, now), null)
  assert.equal(nextEmailAttempt(1, { kind: 'refused', reason: '' }, now), null)
  assert.equal(nextEmailAttempt(1, { kind: 'sent' }, now), null)
})
