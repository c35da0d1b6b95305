import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../../test/support/database.ts'
import { day, instant, later, manualClock } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import type { Db } from '../../db/db.ts'
import { issueInvoice } from '../../payments/documents.ts'
import { addLines } from '../../payments/statements/statementStore.ts'
import type { OperatorVersion } from '../shop/operatorData.ts'
import { dueDay, makeStatements } from './makeStatements.ts'

describe('the due day of a statement', () => {
  for (const [month, made, termsDays, termsFrom, expected] of [
    ['2026-03-01', '2026-04-01', 0, 'statement', '2026-04-01'],
    ['2026-03-01', '2026-04-01', 30, 'statement', '2026-05-01'],
    ['2026-01-01', '2026-02-01', 30, 'end_of_month', '2026-03-02'],
    ['2028-02-01', '2028-03-01', 10, 'end_of_month', '2028-03-10'],
    ['2026-12-01', '2027-01-01', 30, 'end_of_month', '2027-01-30'],
    ['2026-03-01', '2026-04-06', 30, 'end_of_month', '2026-04-30'],
    ['2026-03-01', '2026-04-06', 0, 'end_of_month', '2026-04-06'],
  ] as const)
    it(`a statement of ${month} made on ${made} with ${termsDays} days from the ${termsFrom} is due on ${expected}`, () => {
      const days = { month: Temporal.PlainDate.from(month), made: Temporal.PlainDate.from(made) }
      assert.equal(dueDay(days, { termsDays, termsFrom }).toString(), expected)
    })
})

const shipped = instant('2026-03-20T12:00:00Z')
const monthEnd = instant('2026-04-01T04:00:00Z')
const operator = {
  version: 1,
  brand: {},
  texts: {},
  shipping: {
    timeZone: 'America/New_York',
    shipFrom: { name: 'Press', address1: '1 Way', city: 'Rochester', state: 'NY', postal: '14604', country: 'US' },
  },
  taxes: { registrationNumbers: () => ({}) },
} as unknown as OperatorVersion

/** An enterprise account whose order of March is on no statement yet. */
async function addBilledAccount(db: Db, accountId: string): Promise<void> {
  await sql`
    insert into accounts (account_id, name, holder_email, enterprise, created_at)
    values (${accountId}, 'Test', 'holder@example.com', true, ${shipped})`.execute(db)
  await db.transaction().execute(tx =>
    addLines(tx, [
      {
        ...{ accountId, lineId: `${accountId}_line`, orderId: 'ord_1', kind: 'order', at: shipped },
        ...{ itemsCents: 100, shippingCents: 0, taxCents: 0, reason: null, actor: null, request: null, monthEnd },
      },
    ]),
  )
}

describe('the making of statements', () => {
  it('a charge has its invoice while the statements of a batch are still added up', async t => {
    const { fresh } = bothDatabases.find(({ name }) => name === 'PostgreSQL')! // PGlite has one connection
    const { database, drop } = await fresh()
    t.after(drop)
    const { db } = database
    for (const accountId of ['acc_1', 'acc_2']) await addBilledAccount(db, accountId)
    await sql`
      insert into charges (account_id, charge_id, charge_date, amount_cents, status, provider, idempotency_key, created_at)
      values ('acc_1', 'chg_1', '2026-03-20', 100, 'succeeded', 'simulated', 'key', ${shipped})`.execute(db)
    const now = later(monthEnd, day)
    const newId = sortableIds(manualClock(now))
    const makeDue = makeStatements({
      transactor: { db, newId, afterCommit: { wake: () => {} }, oweRefunds: async () => {} },
      ...{
        operatorVersions: { at: () => operator },
        log: silentLog,
        crash: () => {},
        billingUrl: 'http://octavo.example/',
        payUrlOf: () => '',
      },
    })
    let made: Promise<number> | undefined
    await db.transaction().execute(async held => {
      await sql`select from statement_lines where account_id = 'acc_2' for update`.execute(held)
      made = makeDue(now)
      const waiting = sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      while ((await waiting.execute(db)).rows.length === 0);
      await db.transaction().execute(async tx => {
        await sql`set local lock_timeout = '5s'`.execute(tx)
        const billTo = { name: 'Test', email: 'holder@example.com' }
        const seller = { name: 'Press', lines: [], registrations: {} }
        const charge = { accountId: 'acc_1', chargeId: 'chg_1', amountCents: 100, billTo, seller }
        assert.equal(await issueInvoice(tx, charge, now), 1)
      })
    })
    assert.equal(await made, 2)
    const { rows } = await sql<{ number: number }>`select number from documents order by number`.execute(db)
    assert.deepEqual(
      rows.map(({ number }) => number),
      [1, 2, 3],
    )
  })
})
