import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { instant } from '../base/clock.ts'
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
