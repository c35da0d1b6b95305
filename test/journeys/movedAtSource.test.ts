// An account that has moved to another installation: here nothing happens to it any more, and nobody prints its books.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { commands } from '../../src/app/commands.ts'
import { day, hour, later, minute } from '../../src/base/clock.ts'
import { shownDue } from '../../src/db/movedAccounts.ts'
import { simulateDispute } from '../../src/features/money/disputes.ts'
import { receiveProviderMessage } from '../../src/features/money/providerMessages.ts'
import { stopAccount } from '../../src/features/moving/stopAccount.ts'
import { press, program } from '../support/actors.ts'
import { storedEmails } from '../support/storedEmails.ts'
import { startReceiver, startWorld, type World } from '../support/world.ts'

async function exportOf({ app }: World, accountId: string, t: TestContext): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-moved-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await commands['export-account']!.run(app, [accountId, folder])
}

it('the press desk of the source has no job of it, and the job is there again when the move is undone', async t => {
  await using world = await startWorld()
  const { call, charged, enterprise, demo } = world
  for (const [account, id] of [
    [charged, 'moves'],
    [enterprise, 'stays'],
  ] as const)
    await program(world, account, 'production').place(id)
  await world.advance(25 * hour)
  const { jobs, jobOf } = press(world)
  const ids = async () => (await jobs()).map((job: { customerOrderId: string }) => job.customerOrderId).sort()
  assert.deepEqual(await ids(), ['moves', 'stays'])
  const { jobId } = await jobOf('moves')
  const as = demo.printer.authorization
  await exportOf(world, charged.accountId, t)
  assert.deepEqual(await ids(), ['stays'])
  for (const path of ['', '/ticket.pdf', '/files.zip'])
    assert.equal((await call(`/press/jobs/${jobId}${path}`, { as })).status, 404, path)
  assert.equal((await call(`/press/jobs/tickets.pdf?jobIds=${jobId}`, { as })).status, 404)
  assert.equal((await call(`/press/jobs/${jobId}/accept`, { method: 'POST', as })).status, 409)
  await commands['export-account']!.run(world.app, [charged.accountId, 'undo'])
  assert.deepEqual(await ids(), ['moves', 'stays'])
  await world.assertSound()
})

const staffOf = ({ app, call, demo }: World, accountId: string) => ({
  suspendedFor: async () => {
    const { rows } = await sql<{ reason: string | null }>`
      select suspension_reason as reason from accounts where account_id = ${accountId}`.execute(app.database.db)
    return rows[0]!.reason
  },
  act: (path: string, body: object) =>
    call(`/staff/accounts/${accountId}${path}`, { method: 'POST', as: demo.staff.authorization, body }),
})

it('an act of the staff or a message of the provider changes no bill, refund or webhook of it', async t => {
  await using world = await startWorld()
  const { charged, enterprise, app } = world
  const { db } = app.database
  await using receiver = await startReceiver(() => charged.production.webhookSecret)
  await program(world, charged, 'production').place('paid', { webhookUrl: receiver.url })
  await world.advance(25 * hour)
  await exportOf(world, enterprise.accountId, t)
  const billed = await staffOf(world, enterprise.accountId).act('/billing/charges', {
    ...{ amount: 5, reference: 'B-1', reason: 'a reprint' },
  })
  assert.deepEqual([billed.status, billed.body.detail], [409, 'The account has moved to another installation.'])
  await exportOf(world, charged.accountId, t)
  const { rows } = await sql<{ ref: string; key: string }>`
    select provider_ref as ref, idempotency_key as key from charges where account_id = ${charged.accountId}`.execute(db)
  const act = { actor: 'test', now: world.now() }
  await simulateDispute(app, { ...act, chargeRef: rows[0]!.ref, event: 'opened' })
  await world.settle()
  const about = { about: 'charge' as const, accountId: charged.accountId, chargeKey: rows[0]!.key }
  await receiveProviderMessage(app.transactor, 'simulated', { id: 'm1', kind: 'paid', subject: about }, world.now())
  const { rows: counts } = await sql`
    select (select count(*)::int from disputes) as disputes, (select count(*)::int from dispute_checks) as checks`.execute(
    db,
  )
  assert.deepEqual(counts, [{ disputes: 0, checks: 0 }])
  const resend = sql`update webhook_deliveries set resend_requested_at = now() where account_id = ${charged.accountId}`
  const step = (at: Date) => sql`
    insert into order_events
    select (r).* from (
      select json_populate_record(e, json_build_object('sequence', e.sequence + 100, 'at', ${at.toISOString()}::text)) as r
      from order_events e where account_id = ${charged.accountId} limit 1) n`
  const moved = /the account has moved to another installation/
  await assert.rejects(resend.execute(db), moved)
  await assert.rejects(step(world.now()).execute(db), moved)
  await db.transaction().execute(async tx => {
    await step(later(world.now(), -minute)).execute(tx)
    await sql`delete from order_events where sequence > 100`.execute(tx)
  })
  await world.assertSound()
})

it('it stays suspended for an earlier reason, and a move that is refused stops nothing', async t => {
  await using world = await startWorld()
  const { charged, app } = world
  const { accountId } = charged
  const staff = staffOf(world, accountId)
  const { db } = app.database
  await sql`
    insert into sandbox_tasks (account_id, kind, by_ms, requested_at, requested_by, due_at)
    values (${accountId}, 'fast_forward', 1, now(), 'test', now())`.execute(db)
  await assert.rejects(exportOf(world, accountId, t), /not settled: sandbox/)
  assert.equal(await staff.suspendedFor(), null)
  await sql`delete from sandbox_tasks`.execute(db)
  await staff.act('/suspend', { reason: 'unpaid for months' })
  await exportOf(world, accountId, t)
  assert.equal(await staff.suspendedFor(), 'unpaid for months')
  assert.equal((await staff.act('/resume', { reason: 'asked' })).status, 409)
  await commands['export-account']!.run(app, [accountId, 'undo'])
  assert.equal(await staff.suspendedFor(), 'unpaid for months')
  assert.equal((await staff.act('/resume', { reason: 'asked' })).status, 200)
})

it('it moves only when the calls that were begun before have ended', async () => {
  await using world = await startWorld()
  const { charged, app } = world
  const { accountId } = charged
  const { db } = app.database
  const dueAt = later(world.now(), 10 * minute)
  await sql`
    insert into emails (account_id, email_id, recipient, kind, "values", created_at, next_attempt_at)
    values
      (${accountId}, 'claimed', 'ann@example.com', 'test', '{}', ${world.now()}, ${dueAt}),
      (${accountId}, 'waiting', 'ann@example.com', 'test', '{}', ${world.now()}, ${later(world.now(), day)})`.execute(
    db,
  )
  const dues = async () =>
    (
      await sql<{ due: Date | null }>`
        select next_attempt_at as due from emails where email_id in ('claimed', 'waiting') order by email_id`.execute(
        db,
      )
    ).rows.map(({ due }) => due?.getUTCFullYear() ?? null)
  const looks: unknown[] = []
  const wait = async () => {
    looks.push(await dues())
    if (looks.length === 3) await sql`update emails set next_attempt_at = null where email_id = 'claimed'`.execute(db)
  }
  const year = dueAt.getUTCFullYear()
  const deps = { db, clock: world.now, newId: app.newId, wait, isAlone: false }
  await stopAccount(deps, { accountId, actor: 'test' })
  assert.deepEqual(looks.slice(0, 3), Array(3).fill([year, year + 1200]))
  assert.deepEqual(await dues(), [null, year + 1200])
  const [{ shown }] = (
    await sql<{ shown: Date | null }>`
      select ${shownDue('next_attempt_at')} as shown from emails where email_id = 'waiting'`.execute(db)
  ).rows as [{ shown: Date | null }]
  assert.equal(shown, null)
})

it('its recipients are erased as if its orders had ended when it moved, and nobody is told of what expires', async t => {
  await using world = await startWorld({ config: { recipientRetentionDays: 30 } })
  const { charged, app } = world
  const { db } = app.database
  await program(world, charged, 'production').place('open')
  await sql`
    update api_keys set expires_at = ${later(world.now(), 9 * day)}, last_used_at = created_at
    where account_id = ${charged.accountId}`.execute(db)
  await exportOf(world, charged.accountId, t)
  await world.advance(5 * day)
  assert.deepEqual(
    (await storedEmails(db)).filter(({ kind }) => kind === 'key_expires'),
    [],
  )
  const names = async () =>
    (
      await sql<{ name: string }>`
        select request #>> '{destination,name}' as name from order_contents`.execute(db)
    ).rows.map(({ name }) => name)
  assert.notDeepEqual(await names(), ['[forgotten]'])
  await world.advance(26 * day)
  assert.deepEqual(await names(), ['[forgotten]'])
  await world.assertSound()
})
