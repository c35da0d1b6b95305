import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { day, earlier, instant } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import { audit, isViolation, ruleCount } from './audit.ts'

const now = instant('2026-03-01T12:00:00Z')

for (const { name, fresh } of bothDatabases)
  describe(`the audit on ${name}`, () => {
    let db: Db
    let drop: () => Promise<void>
    before(async () => {
      const made = await fresh()
      db = made.database.db
      drop = made.drop
    })
    after(() => drop())

    it('gives its statements more time than others have', async () => {
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

    it('takes its time by the orders, not by their pairs, before the database has counted them', {
      timeout: 20_000,
    }, async () => {
      await db.transaction().execute(async tx => {
        await sql`set local session_replication_role = replica`.execute(tx) // orders without an account will do
        await sql`
          insert into limit_changes (account_id, mode, at, orders_per_24h, queue_ceiling)
          values ('acc_2', 'production', ${earlier(now, day)}, 4000, 0)`.execute(tx)
        await sql`
          insert into orders (
            account_id, mode, order_id, customer_order_id, status, billing, request, books, state, sequence,
            received_number, received_at, created_at, updated_at)
          select 'acc_2', 'production', 'ord_' || i, 'C-' || i, 'CANCELLED', 'charged', '{}', '[]', '{}', 1,
            i, ${now}, ${now}, ${now}
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

    it('tells which rules it could not judge, and judges the others', async () => {
      await sql`insert into accounts (account_id, name, holder_email, created_at)
                values ('acc_1', 'Test', 'holder@example.com', ${now})`.execute(db)
      await sql`insert into order_limits (account_id, mode, queued) values ('acc_1', 'sandbox', 3)`.execute(db)
      await sql`drop view emails`.execute(db)
      const findings = await audit(db, now)
      assert.deepEqual(findings, [
        {
          rule: 'the counted queue is the queue',
          rows: [{ account_id: 'acc_1', mode: 'sandbox', queued: 3, count: 0 }],
        },
        { rule: 'nothing that waits on time is late', reason: 'relation "emails" does not exist' },
      ])
      assert.deepEqual(findings.map(isViolation), [true, false])
      assert.ok(ruleCount > findings.length)
    })
  })
