import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { databasesOfForm } from '../../../test/support/databases.ts'
import { moneyWorld } from '../../../test/support/moneyChecks.ts'
import { openingOf } from '../../../test/support/newOrder.ts'
import { freshPostgres, ownPostgres, startStandby } from '../../../test/support/postgres.ts'
import { day, earlier, hour, instant, later } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { type Database, type Db, openDatabase } from '../../db/db.ts'
import { openStandby } from '../../db/standby.ts'
import { openOrders } from '../../orders/transition.ts'
import { audit, auditChanges, isViolation } from './audit.ts'
import { auditRules } from './auditRules.ts'

const now = instant('2026-03-01T12:00:00Z')

for (const { name, fresh } of databasesOfForm)
  describe(`the audit on ${name}`, () => {
    let db: Db
    let drop: () => Promise<void>
    before(async () => {
      const made = await fresh()
      db = made.database.db
      drop = made.drop
    })
    after(() => drop())

    it('the audit gives its statements more time than other statements have', async () => {
      await sql`
        create function refuse_to_hurry() returns boolean language plpgsql stable as $$
        begin
          if current_setting('statement_timeout')::interval < interval '1 hour' then
            raise 'only %', current_setting('statement_timeout');
          end if;
          return true;
        end $$`.execute(db)
      await sql`alter table emails rename to slow_emails`.execute(db)
      await sql`create view emails as select * from slow_emails where refuse_to_hurry()`.execute(db)
      assert.deepEqual(await audit(db, now), [])
    })

    it('the time of the audit grows with the orders, and not with their pairs, before their table is analyzed', {
      timeout: 20_000,
    }, async () => {
      await db.transaction().execute(async tx => {
        await sql`set local session_replication_role = replica`.execute(tx) // orders without an account will do
        await sql`
          insert into limit_changes (account_id, mode, at, orders_per_24h, queue_ceiling)
          values ('acc_2', 'production', ${earlier(now, day)}, 4000, 0)`.execute(tx)
        await sql`
          insert into orders (
            account_id, mode, order_id, customer_order_id, status, billing, state, sequence,
            operator_version, received_number, received_at, created_at, updated_at)
          select 'acc_2', 'production', 'ord_' || i, 'C-' || i, 'CANCELLED', 'charged', '{}', 1,
            1, i, ${now}, ${now}, ${now}
          from generate_series(1, 4000) i`.execute(tx)
      })
      const rule = 'no 24 hours have more received orders than the limit in force at the time'
      const broken = async () => (await audit(db, now)).filter(finding => finding.rule === rule)
      assert.deepEqual(await broken(), [])
      await sql`update limit_changes set orders_per_24h = 3999`.execute(db)
      const [account_id, mode, order_id] = ['acc_2', 'production', 'ord_4000']
      const rows = [{ account_id, mode, order_id, received_at: now, orders_per_24h: 3999 }]
      assert.deepEqual(await broken(), [{ rule, rows }])
      await sql`delete from orders`.execute(db)
    })

    it('the audit reports rules that it could not check, and checks all other rules', async () => {
      await sql`insert into accounts (account_id, name, holder_email, created_at)
                values ('acc_1', 'Test', 'holder@example.com', ${now})`.execute(db)
      await sql`insert into order_limits (account_id, mode, queued) values ('acc_1', 'sandbox', 3)`.execute(db)
      await sql`drop view emails`.execute(db)
      const findings = await audit(db, now)
      assert.deepEqual(findings, [
        {
          rule: 'the queue count of each limit matches its queued orders',
          rows: [{ account_id: 'acc_1', mode: 'sandbox', queued: 3, count: 0 }],
        },
        { rule: 'no scheduled work is late', reason: 'relation "emails" does not exist' },
      ])
      assert.deepEqual(findings.map(isViolation), [true, false])
    })
  })

for (const { name, fresh } of databasesOfForm)
  describe(`the hourly audit on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    before(async () => {
      ;({ database, drop } = await fresh())
    })
    after(() => drop())

    it('the hourly audit checks changed orders, and everything once a week', async () => {
      const { db } = database
      const world = moneyWorld(database)
      const accountId = await world.account(null)
      const place = async () =>
        (await world.work(work => openOrders(work, [openingOf(work, { accountId, mode: 'production' })])))[0]!
      const rule = 'exactly the final orders have an end time'
      let at = world.clock()
      const auditHours = async (hours: number): Promise<string[]> => {
        const broken = new Set<string>()
        for (let i = 0; i < hours; i++) {
          at = later(at, hour)
          const { findings } = await auditChanges({ db, read: act => act(db) }, at)
          for (const finding of findings) {
            if (isViolation(finding) && finding.rule === rule)
              for (const row of finding.rows as { order_id: string }[]) broken.add(row.order_id)
          }
        }
        return [...broken]
      }
      const old = await place()
      await auditHours(24)
      const { rows: never } =
        await sql`select rule from audit_runs where whole_at is null and rule not like '%late'`.execute(db)
      assert.deepEqual(never, [], 'within a day of the first run, every rule has checked everything')

      world.clock.set(at)
      const changed = await place()
      const breakIt = async ({ orderId }: { orderId: string }) =>
        sql`update orders set ended_at = now() where order_id = ${orderId}`.execute(db)
      await breakIt(old)
      await breakIt(changed)
      assert.deepEqual(await auditHours(1), [changed.orderId])
      at = later(at, 6 * day)
      assert.deepEqual((await auditHours(24)).toSorted(), [old.orderId, changed.orderId].toSorted())
    })

    it('the hourly audit checks each rule without an error of SQL, for orders that changed and for each portion', async () => {
      const { db } = database
      const world = moneyWorld(database)
      for (let i = 0; i < 2; i++) {
        const accountId = await world.account(null)
        for (let j = 0; j < 3; j++)
          await world.work(work => openOrders(work, [openingOf(work, { accountId, mode: 'production' })]))
      }
      await sql`delete from audit_runs`.execute(db)
      const at = later(now, day)
      const failed = async () =>
        (await auditChanges({ db, read: act => act(db) }, at, { minRows: 2 })).findings.filter(
          finding => !isViolation(finding),
        )
      const places = new Set<string>()
      do {
        assert.deepEqual(await failed(), [])
        const { rows } = await sql<{ checked_to: string }>`
          select distinct checked_to from audit_runs where checked_to is not null`.execute(db)
        if (rows.length === 0) break
        for (const { checked_to } of rows) places.add(checked_to)
      } while (places.size < 1000)
      assert.ok(
        [...places].some(place => JSON.parse(place).length === 3),
        'rules about orders stop at an order',
      )
      assert.ok(
        [...places].some(place => JSON.parse(place).length === 1),
        'other rules stop at a row of another table',
      )
      const { rows: begun } = await sql`select 1 from audit_runs where whole_at is not null`.execute(db)
      assert.ok(begun.length > 20)
    })

    it('the hourly audit checks everything in portions, each order and each account once', async () => {
      const { db } = database
      const world = moneyWorld(database)
      await sql`delete from audit_runs`.execute(db)
      const accountId = await world.account(null)
      const orders = []
      for (let i = 0; i < 3; i++)
        orders.push(
          (await world.work(work => openOrders(work, [openingOf(work, { accountId, mode: 'production' })])))[0]!,
        )
      await sql`update order_events set at = ${earlier(now, 30 * day)} where account_id = ${accountId}`.execute(db)
      await sql`update orders set ended_at = now() where account_id = ${accountId}`.execute(db)
      await sql`
        insert into order_limits (account_id, mode, queued) values (${accountId}, 'production', 7)
        on conflict (account_id, mode) do update set queued = 7`.execute(db)
      const found = { orders: [] as string[], accounts: [] as string[] }
      for (let i = 0; i < 30; i++)
        for (const finding of (await auditChanges({ db, read: act => act(db) }, later(now, day), { minRows: 1 }))
          .findings) {
          if (!isViolation(finding)) continue
          const rows = (finding.rows as { account_id: string; order_id: string }[]).filter(
            row => row.account_id === accountId,
          )
          if (finding.rule === 'exactly the final orders have an end time')
            found.orders.push(...rows.map(row => row.order_id))
          if (finding.rule === 'the queue count of each limit matches its queued orders')
            found.accounts.push(...rows.map(row => row.account_id))
        }
      assert.deepEqual(found.orders.toSorted(), orders.map(({ orderId }) => orderId).toSorted())
      assert.deepEqual(found.accounts, [accountId])
    })

    it('an hour of the audit ends when its time is over, and the next begins with the rules that have waited longest', async () => {
      const { db } = database
      await sql`delete from audit_runs`.execute(db)
      await sql`alter table emails rename to lost_emails`.execute(db)
      const failed: unknown[] = []
      for (const [i] of auditRules.entries()) {
        const at = later(now, day + i * hour)
        const { findings, checked } = await auditChanges({ db, read: act => act(db) }, at, { maxMs: 0 })
        assert.equal(checked, 1)
        for (const finding of findings) if (!isViolation(finding)) failed.push(finding)
      }
      const { rows: runs } = await sql`select distinct tried_at from audit_runs`.execute(db)
      assert.equal(runs.length, auditRules.length, 'each rule had an hour of its own')
      assert.deepEqual(failed, [{ rule: 'no scheduled work is late', reason: 'relation "emails" does not exist' }])
      const { rows: never } = await sql`select rule from audit_runs where ran_at is null`.execute(db)
      assert.deepEqual(never, [{ rule: 'no scheduled work is late' }], 'it looks from its last success on')
      await sql`alter table lost_emails rename to emails`.execute(db)
    })

    it('the hourly audit tells only what the database itself still shows after the standby, and writes nothing there', async t => {
      const standby = await fresh()
      t.after(() => standby.drop())
      const at = instant('2026-03-01T12:00:00Z')
      const rule = 'the queue count of each limit matches its queued orders'
      const addBrokenLimit = async ({ db }: Database) => {
        await sql`
          insert into accounts (account_id, name, holder_email, created_at)
          values ('acc_standby', 'Standby', 'holder@example.com', ${at})`.execute(db)
        await sql`insert into order_limits (account_id, mode, queued) values ('acc_standby', 'sandbox', 3)`.execute(db)
      }
      const isTold = async () => {
        await sql`delete from audit_runs`.execute(database.db)
        for (let run = 0; run < 24; run++) {
          const { findings } = await auditChanges({ db: database.db, read: act => act(standby.database.db) }, at)
          const rows = findings
            .filter(isViolation)
            .filter(finding => finding.rule === rule)
            .flatMap(({ rows }) => rows)
          if ((rows as { account_id: string }[]).some(row => row.account_id === 'acc_standby')) return true
        }
        return false
      }
      await addBrokenLimit(standby.database)
      assert.equal(await isTold(), false, 'mended since')
      await addBrokenLimit(database)
      assert.equal(await isTold(), true)
      await sql`delete from order_limits where account_id = 'acc_standby'`.execute(standby.database.db)
      assert.equal(await isTold(), false, 'read on the standby')
      const { rows } = await sql`select 1 from audit_runs`.execute(standby.database.db)
      assert.deepEqual(rows, [])
    })
  })

describe('a standby of PostgreSQL', () => {
  it('a standby is read by every rule of the hourly audit while it follows the database', {
    timeout: 120_000,
  }, async t => {
    const primary = await ownPostgres()
    const { databaseUrl, drop } = await freshPostgres()
    t.after(() => drop())
    const database = await openDatabase({ databaseUrl, dataDir: null })
    t.after(() => database.close())
    const standby = await startStandby(primary, { hot_standby_feedback: 'on' })
    t.after(() => standby.stop())
    const url = standby.url(new URL(databaseUrl).pathname.slice(1))
    const reader = openStandby({ url, database, maxAgeMs: hour, connections: 1, log: silentLog })
    t.after(() => reader.close())
    const world = moneyWorld(database)
    const accountId = await world.account(null)
    await world.work(work => openOrders(work, [openingOf(work, { accountId, mode: 'production' })]))
    await sql`update orders set ended_at = now()`.execute(database.db)
    const changedMs = performance.now()
    while (performance.now() - reader.ageMs() < changedMs) await reader.check()
    const read = reader.reader(database.db)
    const { findings, checked } = await auditChanges({ db: database.db, read }, world.clock())
    assert.deepEqual(
      findings.map(finding => (isViolation(finding) ? finding.rule : finding)),
      ['exactly the final orders have an end time'],
    )
    assert.ok(checked > 20)
    assert.deepEqual([reader.reads.late, reader.reads.failed], [0, 0])
    assert.ok(reader.reads.standby > checked)
  })
})
