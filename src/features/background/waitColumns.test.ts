import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import { chargeTime, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { day, earlier, hour, instant, later, second } from '../../base/clock.ts'
import { audit } from '../audit/audit.ts'
import { maxCounted, readBacklog } from './backlog.ts'
import { nextDueAt, nextDueByTask } from './nextDue.ts'
import { waitColumns } from './waitColumns.ts'

/** Rows that are deleted by age: the task `clean_up` finds them. */
const exceptions = ['exemptions.file_due_at', 'stored_trash.due_at']
/** Dates of the payment provider, which nothing here waits for. */
const datesOfProviders = ['disputes.evidence_due_at', 'simulated_gateway_disputes.evidence_due_at']

it('every column of the schema that holds a due time is a wait column', () => {
  const schema = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8')
  const columns = [...schema.matchAll(/^create table (\w+) \(\n([^;]*)\);/gm)].flatMap(([, table, body]) =>
    [...body!.matchAll(/^ +(\w*due_at|next_attempt_at|next_step_at|next_check_at) /gm)].map(
      ([, column]) => `${table}.${column}`,
    ),
  )
  assert.ok(columns.length > exceptions.length)
  const known = new Set(waitColumns.map(({ table, column }) => `${table}.${column}`))
  assert.deepEqual(columns.sort(), [...known, ...exceptions, ...datesOfProviders].sort())
})

it('a backlog is counted up to a bound', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const { db } = database
  const due = instant('2026-03-01T12:00:00Z')
  await sql`
    insert into emails (account_id, email_id, recipient, kind, "values", created_at, next_attempt_at)
    select 'acc_1', 'eml_' || n, 'a@example.com', 'test', '{}', ${due}, ${due}::timestamptz + n * interval '1 second'
    from generate_series(0, ${maxCounted + 5}) n`.execute(db)
  const mails = (await readBacklog(db, later(due, day))).find(({ what }) => what === 'email')
  assert.deepEqual(mails, { what: 'email', count: maxCounted, oldestSeconds: 24 * 3600 })
})

it('an email that an attempt did not send is counted until it is sent or given up, though it is not due', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const { db } = database
  const now = instant('2026-03-01T12:00:00Z')
  await sql`
    insert into emails (account_id, email_id, recipient, kind, "values", created_at, attempts, next_attempt_at)
    select 'acc_1', 'eml_' || n, 'a@example.com', 'test', '{}', ${now}, attempts, at
    from (values (1, 0, ${now}::timestamptz), (2, 1, ${later(now, hour)}), (3, 8, null)) m (n, attempts, at)`.execute(
    db,
  )
  const mails = (await readBacklog(db, now)).filter(({ what }) => what.endsWith('email'))
  assert.deepEqual(
    mails.toSorted((a, b) => a.what.localeCompare(b.what)),
    [
      { what: 'email', count: 1, oldestSeconds: 0 },
      { what: 'refused email', count: 1, oldestSeconds: 0 },
    ],
  )
})

it('stuck work of each kind is due, overdue and counted', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const { db } = database
  const due = instant('2026-03-01T12:00:00Z')
  await sql`
    insert into accounts (account_id, name, holder_email, created_at)
    values ('acc_1', 'Test', 'holder@example.com', ${due})`.execute(db)
  await sql`
    insert into file_checks (account_id, check_id, mode, status, request, due_at, created_at)
    values ('acc_1', 'chk_1', 'sandbox', 'CHECKING', '{}', ${due}, ${due})`.execute(db)
  await sql`
    insert into webhook_notices (account_id, notice_id, mode, kind, url, body, status, next_attempt_at, created_at)
    values ('acc_1', 'chk_1', 'sandbox', 'FilesChecked', 'https://a.example', '{}', 'pending', ${due}, ${due})`.execute(
    db,
  )
  await sql`
    insert into payment_customers (account_id, provider, provider_ref, sync_due_at, created_at)
    values ('acc_1', 'stripe', 'cus_1', ${due}, ${due})`.execute(db)

  const stuck = ['cards', 'file check', 'webhook of a check']
  assert.deepEqual((await nextDueAt(db))?.at, due)
  const tasks = ['answer_checks', 'send_notices', 'sync_cards'].map(task => ({ task, at: due }))
  const found = await nextDueByTask(db, earlier(due, second))
  assert.deepEqual(
    found.toSorted((a, b) => (a.task < b.task ? -1 : 1)),
    tasks,
  )
  assert.deepEqual(await nextDueByTask(db, due), [], 'the timer found it before')
  const now = later(due, hour)
  const [late] = await audit(db, now)
  assert.equal(late!.rule, 'no scheduled work is late')
  const rows = 'rows' in late! ? (late.rows as { what: string }[]) : []
  assert.deepEqual(rows.map(({ what }) => what).sort(), stuck)
  const backlog = (await readBacklog(db, now)).filter(({ what }) => what !== 'queue')
  assert.deepEqual(
    backlog.toSorted((a, b) => (a.what < b.what ? -1 : 1)),
    stuck.map(what => ({ what, count: 1, oldestSeconds: 3600 })),
  )
})

it('an order that is due is found by the task of its status', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const { db } = database
  const world = moneyWorld(database)
  const [order] = await world.orders(await world.account(null), [100])
  assert.equal(order!.status, 'VALID_AWAITING_PAYMENT')
  const due = (await nextDueByTask(db, world.clock())).filter(({ task }) => task === 'charge_cards')
  assert.deepEqual(due, [{ task: 'charge_cards', at: chargeTime }])
})
