import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { instant } from '../base/clock.ts'
import type { Database } from '../db/db.ts'
import { capturePosting } from './ledger.ts'
import { insertPostings } from './postingStore.ts'

const at = instant('2026-03-02T02:00:00Z')
const captured = (orderId: string) =>
  capturePosting({ accountId: 'acc_1', chargeId: 'chg_1', orderId, amountCents: 1000, taxCents: 80 }, at)

let database: Database
before(async () => {
  database = await freshPglite()
  await sql`insert into accounts (account_id, name, holder_email, created_at)
            values ('acc_1', 'Test', 'holder@example.com', ${at})`.execute(database.db)
})
after(() => database.close())

it('the ledger refuses a posting whose lines do not sum to zero, with all postings of its statement', async () => {
  const { db } = database
  const right = captured('ord_2')
  const wrong = { ...right, lines: [right.lines[0]!, { ...right.lines[1]!, cents: -999 }] }
  const insert = db.transaction().execute(tx => insertPostings(tx, [captured('ord_1'), wrong]))
  await assert.rejects(insert, /ledger posting acc_1 ord_2\/chg_1 does not sum to zero/)
  const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from ledger_entries`.execute(db)
  assert.deepEqual(rows, [{ lines: 0 }])
  await db.transaction().execute(tx => insertPostings(tx, [captured('ord_1')]))
})
