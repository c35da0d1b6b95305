import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/database.ts'
import { hour, instant, later } from '../base/clock.ts'
import { audit } from './audit.ts'
import { readBacklog } from './backlog.ts'
import { nextDueAt } from './due.ts'
import { waits } from './waits.ts'

/** What is deleted by age: nobody waits for that, and the next cleaning up finds it. */
const exceptions = ['exemptions.file_due_at', 'stored_trash.due_at']

it('every column of the schema that says when something is due is known as one that work waits in', () => {
  const schema = readFileSync(new URL('../db/schema.sql', import.meta.url), 'utf8')
  const columns = [...schema.matchAll(/^create table (\w+) \(\n([^;]*)\);/gm)].flatMap(([, table, body]) =>
    [...body!.matchAll(/^ +(\w*due_at|next_attempt_at|next_step_at) /gm)].map(([, column]) => `${table}.${column}`),
  )
  assert.ok(columns.length > exceptions.length)
  const known = waits.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(columns.sort(), [...known, ...exceptions].sort())
})

it('work of whatever kind that is stuck is due, late, and counted', async t => {
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
  assert.deepEqual(await nextDueAt(db), due)
  const now = later(due, hour)
  const [late] = await audit(db, now)
  assert.equal(late!.rule, 'nothing that waits on time is late')
  const rows = 'rows' in late! ? (late.rows as { what: string }[]) : []
  assert.deepEqual(rows.map(({ what }) => what).sort(), stuck)
  const backlog = (await readBacklog(db, now)).filter(({ what }) => what !== 'queue')
  assert.deepEqual(
    backlog.toSorted((a, b) => (a.what < b.what ? -1 : 1)),
    stuck.map(what => ({ what, count: 1, oldestSeconds: 3600 })),
  )
})
