import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { recordErrors } from '../../test/support/errors.ts'
import { earlier, hour, instant, later, minute } from '../base/clock.ts'
import type { Database } from '../db/db.ts'
import { claimDue, leaseDue } from './claimDue.ts'

const now = instant('2026-03-01T12:00:00Z')
const columns = sql`account_id as "accountId"`

for (const { name, fresh } of bothDatabases)
  describe(`due work on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    before(async () => {
      ;({ database, drop } = await fresh())
    })
    after(() => drop())

    const insert = (accountId: string, dueAt: Date) =>
      sql`
      with account as (
        insert into accounts (account_id, name, holder_email, created_at)
        values (${accountId}, ${accountId}, 'holder@example.com', ${now}))
      insert into sandbox_tasks (account_id, kind, by_ms, requested_at, requested_by, due_at)
      values (${accountId}, 'fast_forward', 1, ${now}, 'test', ${dueAt})`.execute(database.db)

    it('a row that fails is as it was and due again in an hour, and all other due rows are done', async () => {
      for (const [i, accountId] of ['first', 'broken', 'last'].entries()) await insert(accountId, earlier(now, 9 - i))
      await insert('later', later(now, 1))
      const { errors, log } = recordErrors()
      const claim = () =>
        database.db.transaction().execute(tx =>
          claimDue<{ accountId: string }>({ tx, now }, 'sandbox', {
            ...{ columns, max: 9, log },
            async act(rows) {
              for (const { accountId } of rows) {
                await sql`update sandbox_tasks set orders = 1, due_at = ${later(now, minute)}
                          where account_id = ${accountId}`.execute(tx)
                if (accountId === 'broken') throw new Error('this one is broken')
              }
            },
            keyOf: ({ accountId }) => ({ accountId }),
          }),
        )
      assert.deepEqual([await claim(), await claim()], [3, 0])
      const { rows } = await sql`
        select account_id as id, orders, due_at as at from sandbox_tasks order by due_at, account_id`.execute(
        database.db,
      )
      assert.deepEqual(rows, [
        { id: 'later', orders: 0, at: later(now, 1) },
        { id: 'first', orders: 1, at: later(now, minute) },
        { id: 'last', orders: 1, at: later(now, minute) },
        { id: 'broken', orders: 0, at: later(now, hour) },
      ])
      assert.deepEqual(
        errors.map(({ accountId, message }) => [accountId, message]),
        [['broken', 'work that is due could not be done']],
      )
    })

    it('a lease counts an attempt, and ends by itself', async () => {
      await sql`
        insert into dispute_checks (provider, provider_ref, next_check_at)
        values ('p', 'a', ${now}), ('p', 'b', ${later(now, hour)})`.execute(database.db)
      const leaseUntil = later(now, minute)
      const lease = (at: Date) =>
        leaseDue(database.db, 'dispute', {
          ...{ now: at, leaseUntil: later(at, minute), max: 9 },
          columns: sql`provider_ref as ref, attempts, next_check_at as "leaseUntil"`,
        })
      assert.deepEqual(await lease(now), [{ ref: 'a', attempts: 1, leaseUntil }])
      assert.deepEqual(await lease(now), [])
      assert.deepEqual(await lease(leaseUntil), [{ ref: 'a', attempts: 2, leaseUntil: later(leaseUntil, minute) }])
    })
  })
