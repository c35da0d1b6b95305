// What it costs to record a payment of an enterprise account, however many statements and payments the account has: the
// same number of statements of SQL, and few more pages of 8 kB, since all of an account are settled together.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Lives, startLives } from './support/lives.ts'

/** One year, and twenty years more. */
const stored = { few: 12, many: 252 }
const payments = 5
/** Of each further statement with its payment. */
const maxPagesAStatement = 1

test('a payment is settled by no more statements of SQL for an account of twenty years as for one of a year', async () => {
  await using lives = await startLives()
  const { world } = lives
  const { accountId } = world.enterprise
  const as = world.demo.staff.authorization
  let reference = 0
  const costOfPayment = async () => {
    const body = { receivedOn: '2026-03-02', amount: 1, reference: `TR-${reference++}` }
    const path = `/staff/accounts/${accountId}/billing/payments`
    await sql`select pg_stat_statements_reset()`.execute(lives.observer)
    const { status } = await world.call(path, { method: 'POST', as, body })
    assert.equal(status, 201)
    return readCost(lives)
  }
  /** The least of some: sweeps of other work run beside it. */
  const lowestCost = async () => {
    const costs = []
    for (let payment = 0; payment < payments; payment++) costs.push(await costOfPayment())
    return { calls: Math.min(...costs.map(({ calls }) => calls)), pages: Math.min(...costs.map(({ pages }) => pages)) }
  }
  await costOfPayment() // the first one makes the rows of the account
  await addPaidStatements(lives, accountId, { from: 1, to: stored.few })
  const few = await lowestCost()
  await addPaidStatements(lives, accountId, { from: stored.few + 1, to: stored.many })
  const many = await lowestCost()
  assert.ok(many.calls <= few.calls, `${many.calls} statements of SQL, and ${few.calls}`)
  const each = (many.pages - few.pages) / (stored.many - stored.few)
  assert.ok(each <= maxPagesAStatement, `${each} pages for each further statement`)
})

async function readCost({ observer }: Lives): Promise<{ calls: number; pages: number }> {
  const { rows } = await sql<{ calls: number; pages: number }>`
    select sum(calls)::int as calls, sum(shared_blks_hit + shared_blks_read)::int as pages
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = 'octavo') and query ~ 'statement|received_payments|billing'`.execute(
    observer,
  )
  return rows[0]!
}

type Numbers = { from: number; to: number }

/** Only the rows: their lines, postings and documents are not read. */
async function addPaidStatements({ db }: Lives, accountId: string, { from, to }: Numbers): Promise<void> {
  await sql`
    insert into statements (account_id, number, month, ends_at, issued_at, issued_on, due_on, overdue_from, terms_days,
      terms_from, bill_to, seller, lines, total_cents, tax_cents, base_cents, paid_cents)
    select ${accountId}, n, '2000-01-01'::date, timestamptz '2000-01-01' + n * interval '1 day', '2000-01-01',
      '2000-01-01', '2000-01-31', '2000-02-01', 30, 'statement', '{}', '{}', 1, 100, 0, 100, 100
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`
    insert into received_payments (account_id, payment_id, received_on, amount_cents, reference, statement, recorded_at)
    select ${accountId}, 'pay_' || lpad(n::text, 22, '0'), '2000-01-31', 100, 'old-' || n, n, '2000-01-31'
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`update billing_terms set statements = ${to} where account_id = ${accountId}`.execute(db)
}
