// What an hourly run of each rule of the audit reads does not grow with the account: the same portion is read of an
// account with many orders and of one with ten times as many. A PostgreSQL counts the pages of 8 kB.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { copyBatches, liveBatchOf } from '../bench/lifeCopies.ts'
import type { Db } from '../src/db/db.ts'
import { between, type Division, endOfPortion, type Position } from '../src/features/audit/auditPortions.ts'
import { type AuditRule, divisionOf, violationsIn } from '../src/features/audit/auditRule.ts'
import { auditRules } from '../src/features/audit/auditRules.ts'
import { readStatements } from './support/lifeCost.ts'
import { type Lives, startLives } from './support/lives.ts'

const batchOrders = 5
const batches = { few: 40, many: 400 }
const portionRows = 20
/** For each row of a portion, those of its table and of the rows that belong to it. */
const maxPagesARow = 15
const days = 100

test('an hourly run of each rule reads as much of a large account as of a small one', {
  timeout: 300_000,
}, async () => {
  const [stored, archived] = [
    await liveBatchOf(batchOrders, { archived: false }),
    await liveBatchOf(batchOrders, { archived: true }),
  ]
  const pagesOf = async (count: number) => {
    await using lives = await startLives()
    const { world, databaseUrl } = lives
    const accountIds = await Promise.all(
      ['Small', 'Large'].map(async name => {
        const body = { name, email: `owner@${name.toLowerCase()}.example` }
        const answer = await world.call('/staff/accounts', { method: 'POST', as: world.demo.staff.authorization, body })
        return String(answer.body.accountId)
      }),
    )
    await copyBatches(databaseUrl, {
      ...{ accountIds, now: world.now() },
      parts: [
        { batch: archived, count, firstDay: 366 + days, lastDay: 367 },
        { batch: stored, count, firstDay: days, lastDay: 1 },
      ],
    })
    await addStatementsAndRefunds(lives.db)
    const pages = new Map<string, number>()
    for (const rule of auditRules) {
      const division = divisionOf(rule)
      // A portion of days has all orders of a day.
      if (division !== null && division.maxUnits === undefined)
        pages.set(rule.name, await pagesOfRun(lives, rule, division))
    }
    return pages
  }
  const few = await pagesOf(batches.few)
  const many = await pagesOf(batches.many)
  const grown = [...many].flatMap(([rule, pages]) => {
    const before = few.get(rule)!
    return pages > Math.max(2 * before, portionRows * maxPagesARow) ? [{ rule, before, pages }] : []
  })
  assert.deepEqual(grown, [])
})

/** The most pages of a portion at the beginning, in the middle and at the end, all of them in the large account. */
async function pagesOfRun({ db, observer, world }: Lives, rule: AuditRule, division: Division): Promise<number> {
  const run = async (from: Position) => {
    await sql`select pg_stat_statements_reset()`.execute(observer)
    await db.transaction().execute(async tx => {
      // All is in memory. As for a disk, a table of a hundred pages would be read whole, depending on its random rows.
      await sql`set local random_page_cost = 1`.execute(tx)
      const to = await endOfPortion(tx, division, { from, maxRows: portionRows })
      const violations = violationsIn(rule, between(from, to), world.now())
      await sql`with violations as materialized (${violations}) select * from violations`.execute(tx)
    })
    return (await readStatements(observer)).pages
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(division.table)} where ${division.where ?? sql`true`}`.execute(db)
  const { count } = rows[0]!
  let most = 0
  for (const place of [portionRows, Math.round(count / 2), count - portionRows / 2]) {
    const from = await endOfPortion(db, division, { from: null, maxRows: Math.max(place, 1) })
    await run(from) // the first time catalogs are read, too
    most = Math.max(most, await run(from))
  }
  return most
}

/** Only as many rows as there would be: they are read, and not compared. */
async function addStatementsAndRefunds(db: Db): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into statement_lines (account_id, line_id, order_id, kind, at, items_cents, shipping_cents, tax_cents, amount_cents, statement)
      select account_id, 'lin_' || order_id, order_id, 'order', at, total_cents, 0, 0, total_cents,
        row_number() over (partition by account_id order by order_id) / 25 + 1
      from sales`.execute(tx)
    await sql`
      insert into statements (account_id, number, month, ends_at, issued_at, issued_on, due_on, overdue_from, terms_days, terms_from, bill_to, seller, lines, total_cents, tax_cents, base_cents)
      select account_id, statement, '2026-01-01', '2020-01-01'::timestamptz + statement * interval '1 day', max(at), '2026-01-01', '2026-01-01', max(at), 30, 'statement', '{}', '{}', count(*), sum(amount_cents), 0, sum(amount_cents)
      from statement_lines group by account_id, statement`.execute(tx)
    await sql`
      insert into refunds (account_id, refund_id, charge_id, order_id, amount_cents, tax_cents, status, idempotency_key, created_at)
      select account_id, 'ref_' || order_id, charge_id, order_id, 1, 0, 'succeeded', 'k' || order_id, now()
      from charge_orders`.execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
}
