import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { instant } from '../base/clock.ts'
import type { Database } from '../db/db.ts'
import { insertEntries } from './chargeStore.ts'
import { captureEntries } from './ledger.ts'

const at = instant('2026-03-02T02:00:00Z')
const sold = (orderId: string) =>
  captureEntries({ accountId: 'acc_1', chargeId: 'chg_1', orderId, amountCents: 1000, taxCents: 80 }, at)

let database: Database
before(async () => {
  database = await freshPglite()
  await sql`insert into accounts (account_id, name, holder_email, created_at)
            values ('acc_1', 'Test', 'holder@example.com', ${at})`.execute(database.db)
})
after(() => database.close())

it('the ledger refuses a posting whose lines do not sum to zero, with all postings of its statement', async () => {
  const { db } = database
  const [first, second] = sold('ord_2')
  const wrong = [first!, { ...second!, amountCents: -999 }]
  const insert = db.transaction().execute(tx => insertEntries(tx, [...sold('ord_1'), ...wrong]))
  await assert.rejects(insert, /ledger posting acc_1 chg_1\/ord_2 does not sum to zero/)
  const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from ledger_entries`.execute(db)
  assert.deepEqual(rows, [{ lines: 0 }])
  await db.transaction().execute(tx => insertEntries(tx, sold('ord_1')))
})
