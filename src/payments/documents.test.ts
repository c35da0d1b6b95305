import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { instant } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import { issueInvoice } from './documents.ts'

const now = instant('2026-03-02T02:00:00Z')
const chargeDate = '2026-03-02'
const seller = { name: 'Press', lines: [], registrations: {} }
const billTo = { name: 'Reader', email: 'reader@example.com' }

/** Accounts with a charge each. */
async function addCharges(db: Db, accountIds: string[]): Promise<void> {
  for (const accountId of accountIds) {
    await sql`
      insert into accounts (account_id, name, holder_email, created_at)
      values (${accountId}, 'Test', 'holder@example.com', ${now})`.execute(db)
    await sql`
      insert into charges (account_id, charge_id, charge_date, amount_cents, status, provider, idempotency_key, created_at)
      values (${accountId}, 'chg_1', ${chargeDate}::date, 100, 'succeeded', 'simulated', ${accountId}, ${now})`.execute(
      db,
    )
  }
}

for (const { name, fresh } of bothDatabases)
  describe(`the series of invoices on ${name}`, () => {
    it('invoices of all accounts are one series, in which what is undone leaves no gap and what is issued at once no double', async t => {
      const { database, drop } = await fresh()
      t.after(drop)
      const { db } = database
      const accountIds = Array.from({ length: 12 }, (_, i) => `acc_${i}`)
      await addCharges(db, accountIds)
      /** Every third transaction is undone after its number was taken. */
      const issue = (accountId: string, i: number) =>
        db
          .transaction()
          .execute(async tx => {
            const charge = { accountId, chargeId: 'chg_1', amountCents: 100, billTo, seller }
            const number = await issueInvoice(tx, charge, now)
            if (i % 3 === 0) throw new Error('undone')
            return number
          })
          .catch((error: Error) => error.message)
      const answers = await Promise.all(accountIds.map(issue))
      assert.equal(answers.filter(answer => answer === 'undone').length, 4)
      const numbers = answers.filter(answer => typeof answer === 'number').sort((one, other) => one - other)
      assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8])
      const again = accountIds.filter((_, i) => i % 3 === 0)
      assert.deepEqual(
        (await Promise.all(again.map(accountId => issue(accountId, 1)))).map(Number).sort((one, other) => one - other),
        [9, 10, 11, 12],
      )
      await assert.rejects(
        sql`update documents set number = 2 where number = 3`.execute(db),
        /documents_by_number/,
        'no number is given twice',
      )
    })

    it('times rise with the numbers, and an invoice of a charge is due on the day of its issue', async t => {
      const { database, drop } = await fresh()
      t.after(drop)
      const { db } = database
      await addCharges(db, ['acc_1', 'acc_2', 'acc_3'])
      const minuteLater = instant('2026-03-04T00:01:00Z')
      // The call of the second began before midnight, and its clock is behind.
      const issuedAt = [instant('2026-03-04T00:00:00Z'), instant('2026-03-03T23:59:59Z'), minuteLater]
      for (const [i, at] of issuedAt.entries()) {
        const charge = { accountId: `acc_${i + 1}`, chargeId: 'chg_1', amountCents: 100, billTo, seller }
        await db.transaction().execute(tx => issueInvoice(tx, charge, at))
      }
      const { rows } = await sql<{ issuedAt: Date; dueOn: string }>`
        select issued_at as "issuedAt", due_on as "dueOn" from documents order by number`.execute(db)
      assert.deepEqual(rows, [
        { issuedAt: issuedAt[0], dueOn: '2026-03-04' },
        { issuedAt: issuedAt[0], dueOn: '2026-03-04' },
        { issuedAt: minuteLater, dueOn: '2026-03-04' },
      ])
    })
  })
