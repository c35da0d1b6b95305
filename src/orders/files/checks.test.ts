import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/database.ts'
import { errorsOf } from '../../../test/errors.ts'
import { instant, later, manualClock, minute } from '../../base/clock.ts'
import { sortableIds } from '../../base/ids.ts'
import { createChecker, requestCheck } from './checks.ts'

it('a check that fails each time ends, and says nothing about the files', async () => {
  const database = await freshPglite()
  const { db } = database
  const clock = manualClock(instant('2026-03-02T12:00:00Z'))
  const shell = { db, bells: { wake: async () => {}, ring: () => {} }, newId: sortableIds(clock) }
  const { errors, log } = errorsOf()
  await sql`
    insert into accounts (account_id, name, holder_email, created_at)
    values ('acc_1', 'Test', 'holder@example.com', ${clock()})`.execute(db)
  const files = { coverUrl: 'https://files.example/c.pdf', gutsUrl: null, pageCount: null, webhookUrl: null }
  const ask = { accountId: 'acc_1', mode: 'sandbox', sku: null, manufacturingSku: 'PB', ...files } as const
  await requestCheck(shell, { isInCatalogue: () => true }, ask, { now: clock(), actor: 'test' })

  const checkBook = () => Promise.reject(new TypeError('a bug'))
  const checker = createChecker({ shell, clock, checkBook, tell: async () => {}, log })
  const found = async () =>
    (await sql<{ status: string; result: string | null }>`select status, result from file_checks`.execute(db)).rows[0]!
  let tries = 0
  for (; (await found()).status === 'CHECKING' && tries < 10; tries++) {
    while ((await checker.sweep(clock())) > 0);
    clock.set(later(clock(), minute))
  }
  assert.equal(tries, 3)
  assert.equal(JSON.parse((await found()).result!).missing[0].code, 'check_failed')
  assert.deepEqual(
    errors.map(({ message }) => message),
    Array(3).fill('a check of files failed'),
  )
  await checker.drain()
  await database.close()
})
