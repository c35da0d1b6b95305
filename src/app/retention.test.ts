// What has ended is deleted after its period, in portions, and nothing else is.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { openingOf } from '../../test/support/newOrder.ts'
import { deleteEndedKeys } from '../accounts/accountStore.ts'
import { deleteOldActions } from '../accounts/auditLog.ts'
import { deleteExpiredSessions } from '../accounts/signIn/sessions.ts'
import { day, earlier, instant } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { type NewId, sortableIds } from '../base/secrets/ids.ts'
import type { Database } from '../db/db.ts'
import { deleteOldRequestKeys } from '../features/placing/idempotentCreates.ts'
import { deleteOldApprovals } from '../features/staff/approvalStore.ts'
import { transact } from '../orders/transact.ts'
import { openOrders } from '../orders/transition.ts'
import { deleteOldPrinterMessages } from '../printer/messageStore.ts'
import { deleteEndedEndpoints } from '../webhooks/endpointStore.ts'

const accountId = 'acc_1'
const mode: Mode = 'production'
const now = instant('2026-03-02T12:00:00Z')
const days = 500
const old = earlier(now, (days + 1) * day)
const recent = earlier(now, (days - 1) * day)
const oldId = (prefix: string) => sortableIds(() => old)(prefix)
const recentId = (prefix: string) => sortableIds(() => recent)(prefix)
const twice = [old, recent]

describe('what has ended', () => {
  let database: Database
  before(async () => {
    database = await freshPglite()
    await run(sql`
      insert into accounts (account_id, name, holder_email, created_at)
      values (${accountId}, 'Test', 'holder@example.com', ${old})`)
    await run(sql`insert into order_limits (account_id, mode) values (${accountId}, ${mode})`)
  })
  after(() => database.close())

  const run = (statement: RawBuilder<unknown>) => statement.execute(database.db)

  async function idsOf(table: string, column: string): Promise<string[]> {
    const ids = sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)} order by 1`
    const { rows } = await ids.execute(database.db)
    return rows.map(({ id }) => id)
  }

  /** An order that failed, or was received, at that time. */
  async function order(at: Date, on: 'admitted' | 'invalid'): Promise<string> {
    const newId: NewId = sortableIds(() => at)
    const transactor = { db: database.db, newId, afterCommit: { wake: () => {} }, oweRefunds: async () => {} }
    return transact(transactor, { now: at, actor: 'test' }, async work => {
      const [opened] = await openOrders(work, [{ ...openingOf(work, { accountId, mode }), on }])
      return opened!.orderId
    })
  }

  it('a key is deleted after its end or its revocation, and a key without an end never is', async () => {
    const insert = (name: string, revokedAt: Date | null, expiresAt: Date | null) =>
      run(sql`
        insert into api_keys (key_id, kind, account_id, mode, label, secret_sha256, created_at, revoked_at, expires_at)
        values (${name}, 'customer', ${accountId}, ${mode}, 'Key', '\\x00', ${old}, ${revokedAt}, ${expiresAt})`)
    await insert('expired', null, old)
    await insert('revoked', old, null)
    await insert('revoked lately', recent, null)
    await insert('works', null, null)
    assert.equal(await deleteEndedKeys(database.db, { days, now }), 2)
    assert.deepEqual(await idsOf('api_keys', 'key_id'), ['revoked lately', 'works'])
  })

  it('deleted endpoints and expired secrets are deleted after their period', async () => {
    const insert = (name: string, end: Date | null) =>
      run(sql`
        with secret as (
          insert into webhook_secrets (account_id, mode, endpoint_id, secret_id, sealed_secret, created_at, expires_at)
          values (${accountId}, ${mode}, ${name}, ${name}, '\\x00', ${old}, ${end})
        )
        insert into webhook_endpoints
          (account_id, mode, endpoint_id, url, description, enabled, created_at, updated_at, deleted_at)
        values (${accountId}, ${mode}, ${name}, 'https://a.example', '', ${end === null}, ${old}, ${old}, ${end})`)
    await insert('live', null)
    await insert('ended lately', recent)
    await insert('ended', old)
    assert.equal(await deleteEndedEndpoints(database.db, { days, now }), 2)
    assert.deepEqual(await idsOf('webhook_endpoints', 'endpoint_id'), ['ended lately', 'live'])
    assert.deepEqual(await idsOf('webhook_secrets', 'secret_id'), ['ended lately', 'live'])
  })

  it('an idempotency key is forgotten after its period, and its order stays', async () => {
    const orders = []
    for (const at of twice) {
      const orderId = await order(at, 'invalid')
      orders.push(orderId)
      await run(sql`insert into create_requests values (${accountId}, ${mode}, ${orderId}, 'digest', ${orderId})`)
      await run(sql`
        insert into reprint_requests values (${accountId}, ${mode}, ${orderId}, 'key', 'digest', ${orderId})`)
    }
    assert.equal(await deleteOldRequestKeys(database.db, { days, now }), 2)
    assert.deepEqual(await idsOf('create_requests', 'order_id'), [orders[1]])
    assert.deepEqual(await idsOf('reprint_requests', 'order_id'), [orders[1]])
    assert.deepEqual(await idsOf('orders', 'order_id'), orders)
  })

  it('messages of printers are deleted after their period, and those about an open order are not', async () => {
    const insert = (recordId: string, orderId: string) =>
      run(sql`
        insert into printer_messages (account_id, job_id, message_id, content_sha256, record_id, mode, order_id, printer,
          kind, content, received_at, verdict, actor)
        values (${accountId}, 'job', ${recordId}, '', ${recordId}, ${mode}, ${orderId}, 'press',
          'accepted', '{}', ${old}, 'applied', 'test')`)
    const [kept, ofOpen] = [recentId('pmg'), oldId('pmg')]
    await insert(oldId('pmg'), await order(old, 'invalid'))
    await insert(kept, await order(old, 'invalid'))
    await insert(ofOpen, await order(old, 'admitted'))
    assert.equal(await deleteOldPrinterMessages(database.db, { days, now }), 1)
    assert.deepEqual(await idsOf('printer_messages', 'record_id'), [kept, ofOpen].toSorted())
  })

  it('a decided approval is deleted after its period, and an open one is not', async () => {
    const insert = (approvalId: string, status: 'open' | 'declined', orderId: string) =>
      run(sql`
        insert into approvals (account_id, approval_id, kind, customer_order_id, wanted, amount_cents, requested_by,
          requested_at, status, due_at, decided_by, decided_at)
        values (${accountId}, ${approvalId}, 'refund', ${orderId}, '{}', 1, 'user a', ${old}, ${status},
          ${status === 'open' ? now : null}, ${status === 'open' ? null : 'user b'}, ${status === 'open' ? null : old})`)
    const [open, lately] = [oldId('apr'), recentId('apr')]
    await insert(oldId('apr'), 'declined', '1')
    await insert(open, 'open', '2')
    await insert(lately, 'declined', '3')
    assert.equal(await deleteOldApprovals(database.db, { days, now }), 1)
    assert.deepEqual(await idsOf('approvals', 'approval_id'), [open, lately].toSorted())
  })

  it('the audit log loses actions after their period, in portions, and the database keeps the last year', async () => {
    const insert = (at: Date, id: string) =>
      run(sql`insert into audit_log values (${id}, ${at}, 'system', 'tested', null, null, '{}')`)
    const newOldId = sortableIds(() => old)
    for (let i = 0; i < 501; i++) await insert(old, newOldId('aud'))
    const kept = recentId('aud')
    await insert(recent, kept)
    const sweep = () => deleteOldActions(database.db, { days, now })
    assert.deepEqual([await sweep(), await sweep(), await sweep()], [500, 1, 0])
    assert.deepEqual(await idsOf('audit_log', 'audit_id'), [kept])

    const { rows } = await sql<{ today: Date }>`select now() as today`.execute(database.db)
    const { today } = rows[0]!
    await insert(today, recentId('aud'))
    await assert.rejects(run(sql`delete from audit_log where at = ${today}`), /append-only/)
    await assert.rejects(run(sql`update audit_log set actor = 'nobody' where audit_id = ${kept}`), /append-only/)
  })

  it('expired sessions are deleted in portions', async () => {
    await run(sql`
      insert into users (id, name, email, created_at, updated_at) values ('usr_1', 'A', 'a@example.com', ${old}, ${old})`)
    await run(sql`
      insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      select n::text, 'usr_1', n::text, case when n > 1 then ${old} else ${now} end::timestamptz, ${old}, ${old}
      from generate_series(1, 600) n`)
    const sweep = () => deleteExpiredSessions(database.db, recent)
    assert.deepEqual([await sweep(), await sweep(), await sweep()], [500, 99, 0])
    assert.deepEqual(await idsOf('sessions', 'id'), ['1'])
  })
})

it('the operating guide says of every table how long its rows are kept', () => {
  const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const [, section = ''] = text('docs/operating.md').split(/^## What is kept how long$/m)
  const [table = ''] = section.split(/^## /m)
  const listed = new Set([...table.matchAll(/`([a-z_0-9]+)`/g)].map(([, name]) => name))
  const tables = [...text('src/db/schema.sql').matchAll(/^create table (\w+) /gm)].map(([, name]) => name)
  assert.ok(tables.length > 50)
  assert.deepEqual(
    tables.filter(table => !listed.has(table)),
    [],
  )
})
