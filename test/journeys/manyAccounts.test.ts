// More due accounts than a sweep of the daily charge takes.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hour } from '../../src/base/clock.ts'
import { openDatabase } from '../../src/db/db.ts'
import { chargeTime, dayBefore, moneyWorld } from '../support/moneyChecks.ts'
import { freshPostgres } from '../support/postgres.ts'
import { startWorld } from '../support/world.ts'

const accountCount = 400
const atOnce = 20

it('the manual clock charges 400 accounts at the charge hour and goes on', async t => {
  const { databaseUrl, drop } = await freshPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const world = await startWorld({ database, start: dayBefore })
  t.after(() => world[Symbol.asyncDispose]().then(drop))
  const money = moneyWorld(database)
  const openAccount = async () => money.orders(await money.account('sim_success'), [1000])
  for (let i = 0; i < accountCount; i += atOnce) await Promise.all(Array.from({ length: atOnce }, openAccount))
  // These accounts have no receiver, and each attempt to reach it would be a step of the clock.
  await money.rows('delete from webhook_deliveries')

  await world.advance(chargeTime.getTime() - dayBefore.getTime())
  assert.deepEqual(world.now(), chargeTime)
  const charged = await money.rows(`
    select status, count(*)::integer as count from charges where created_at = '${chargeTime.toISOString()}' group by 1`)
  assert.deepEqual(charged, [{ status: 'succeeded', count: accountCount }])
  await money.rows('delete from webhook_deliveries')
  await world.advance(hour / 2)
  const waiting = await money.rows(`select 1 from orders where status = 'VALID_AWAITING_PAYMENT'`)
  assert.deepEqual(waiting, [])
})
