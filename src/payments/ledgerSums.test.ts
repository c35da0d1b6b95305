import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { day, instant, later } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import type { Posting } from './ledger.ts'
import { type Balance, readBalances, sumLedger } from './ledgerSums.ts'
import { insertPostings } from './postingStore.ts'

const start = instant('2025-12-01T00:00:00Z')
const accountIds = ['acc_a', 'acc_b']
const days = 75

/** The balances from all lines, without the sums. */
async function balancesOfLines(db: Db, accountId: string | null, { from, before }: { from: Date; before: Date }) {
  const { rows } = await sql<Balance>`
    select
      ledger_account as "ledgerAccount", part, jurisdiction,
      coalesce(sum(amount_cents) filter (where at < ${from}), 0)::bigint as "openingCents",
      coalesce(sum(amount_cents) filter (where at >= ${from} and amount_cents > 0), 0)::bigint as "debitCents",
      coalesce(-sum(amount_cents) filter (where at >= ${from} and amount_cents < 0), 0)::bigint as "creditCents",
      sum(amount_cents)::bigint as "closingCents"
    from ledger_entries
    where at < ${before} ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
    group by ledger_account, part, jurisdiction
    order by ledger_account, part nulls first, jurisdiction nulls first`.execute(db)
  return rows
}

const when = fc.integer({ min: 0, max: days * day - 1 })
const cents = fc.integer({ min: 1, max: 1_000_000 })
const write = fc.record({
  kind: fc.constant('write' as const),
  account: fc.constantFrom(...accountIds),
  postings: fc.array(fc.record({ when, cents, jurisdiction: fc.constantFrom('US-NY', 'CA-QC'), back: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
})
const read = fc.record({
  kind: fc.constant('read' as const),
  account: fc.constantFrom(null, ...accountIds),
  first: fc.integer({ min: 0, max: days }),
  length: fc.integer({ min: 1, max: days }),
})
const fold = fc.constant({ kind: 'fold' as const })

it('balances from sums equal balances from lines, however writing and folding alternate', async () => {
  const database = await freshPglite()
  const { db } = database
  let written = 0
  for (const accountId of accountIds) {
    await sql`
      insert into accounts (account_id, name, holder_email, created_at)
      values (${accountId}, 'Test', 'holder@example.com', ${start})`.execute(db)
  }
  const steps = fc.array(fc.oneof({ weight: 3, arbitrary: write }, read, { weight: 1, arbitrary: fold }), {
    minLength: 5,
    maxLength: 25,
  })
  await fc.assert(
    fc.asyncProperty(steps, async steps => {
      for (const step of steps) {
        if (step.kind === 'fold') await sumLedger(db)()
        else if (step.kind === 'write') {
          const postings = step.postings.map(({ when, cents, jurisdiction, back }): Posting => {
            const signed = back ? -cents : cents
            return {
              ...{ accountId: step.account, postingId: `ord_x/${++written}`, at: later(start, when), orderId: 'ord_x' },
              ...{ chargeId: null, refundId: null, disputeId: null, paymentId: null },
              taxes: [],
              lines: [
                { account: 'receivable', cents: 2 * signed },
                { account: 'revenue', part: 'items', cents: -signed },
                { account: 'tax', jurisdiction, cents: -signed },
              ],
            }
          })
          await db.transaction().execute(tx => insertPostings(tx, postings))
        } else {
          const from = later(start, step.first * day)
          const period = { from, before: later(from, step.length * day) }
          assert.deepEqual(
            await readBalances(db, step.account, period),
            await balancesOfLines(db, step.account, period),
          )
        }
      }
    }),
    { numRuns: 30 },
  )
  await sumLedger(db)()
  const { rows } = await sql<{ deltas: number }>`select count(*)::int as deltas from ledger_deltas`.execute(db)
  assert.equal(rows[0]!.deltas, 0, 'every delta was folded')
  await database.close()
})
