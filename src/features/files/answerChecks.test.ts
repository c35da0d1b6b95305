import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import { recordErrors } from '../../../test/support/errors.ts'
import { operator } from '../../../test/support/orderRules.ts'
import type { CheckBook } from '../../artwork/checkBook.ts'
import { instant, later, manualClock, minute } from '../../base/clock.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import { oweRefunds } from '../money/refunds.ts'
import { createChecker, requestCheck } from './answerChecks.ts'

/** A world with one file check, and a worker whose checks of books end as `checkBook` says. */
async function requestedCheck(checkBook: CheckBook) {
  const database = await freshPglite()
  const { db } = database
  const clock = manualClock(instant('2026-03-02T12:00:00Z'))
  const transactor = { db, afterCommit: { wake: () => {} }, newId: sortableIds(clock), oweRefunds }
  const { errors, log } = recordErrors()
  await sql`
    insert into accounts (account_id, name, holder_email, created_at)
    values ('acc_1', 'Test', 'holder@example.com', ${clock()})`.execute(db)
  const files = {
    coverUrl: 'https://files.example/c.pdf',
    gutsUrl: null,
    pageCount: null,
    repairs: true,
    webhookUrl: null,
  }
  const query = { accountId: 'acc_1', mode: 'sandbox', sku: null, manufacturingSku: 'PB', ...files } as const
  await requestCheck(transactor, { isInCatalog: () => true }, query, { now: clock(), actor: 'test' })

  const checker = createChecker({
    transactor,
    clock,
    checkBook,
    catalog: operator.catalog,
    announce: async () => {},
    log,
  })
  const storedCheck = async () =>
    (
      await sql<{ status: string; result: string | null; dueAt: Date | null }>`
        select status, result, due_at as "dueAt" from file_checks`.execute(db)
    ).rows[0]!
  return { database, clock, checker, errors, storedCheck }
}

it('a file check that fails three times ends with check_failed', async () => {
  const failing = () => Promise.reject(new TypeError('a bug'))
  const { database, clock, checker, errors, storedCheck } = await requestedCheck(failing)
  let tries = 0
  for (; (await storedCheck()).status === 'CHECKING' && tries < 10; tries++) {
    while ((await checker.sweep(clock())) > 0);
    clock.set(later(clock(), minute))
  }
  assert.equal(tries, 3)
  assert.equal(JSON.parse((await storedCheck()).result!).missing[0].code, 'check_failed')
  assert.deepEqual(
    errors.map(({ message }) => message),
    Array(3).fill('a file check failed'),
  )
  await checker.drain()
  await database.close()
})

it('a file check that meets an outage of the database is no error, and is due again once its lease is given back', async () => {
  const full = Object.assign(new Error('the disk is full'), { code: '53100' })
  const { database, clock, checker, errors, storedCheck } = await requestedCheck(() => Promise.reject(full))
  for (let outages = 1; outages <= 4; outages++) {
    while ((await checker.sweep(clock())) > 0);
    clock.set(later(clock(), 5 * minute))
  }
  await checker.drain()
  assert.deepEqual(errors, [])
  assert.deepEqual(await storedCheck(), { status: 'CHECKING', result: null, dueAt: clock() })
  await database.close()
})
