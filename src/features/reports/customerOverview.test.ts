// The overviews count up to a bound, and say so.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import { day, earlier, instant } from '../../base/clock.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Database } from '../../db/db.ts'
import type { Status } from '../../orders/lifecycle.ts'
import { readStaffOverview } from '../staff/staffQueries.ts'
import { readOverview } from './customerOverview.ts'

const now = instant('2026-03-15T12:00:00Z')
const daysShown = 14

let database: Database
beforeEach(async () => {
  database = await freshPglite()
})
afterEach(() => database.close())

/** Accounts with these numbers, whose last orders are in that order. */
async function addAccounts(from: number, to: number): Promise<void> {
  await sql`
    insert into accounts (account_id, name, holder_email, created_at)
    select 'acc_' || n, 'Test', 'holder@example.com', ${now} from generate_series(${from}::int, ${to}::int) n`.execute(
    database.db,
  )
  await sql`
    insert into order_limits (account_id, mode, last_received_at)
    select 'acc_' || n, 'production', ${now}::timestamptz - n * interval '25 minutes'
    from generate_series(${from}::int, ${to}::int) n`.execute(database.db)
}

type Orders = { accountId?: string; status: Status; orders: number; daysAgo: number }

async function addOrders({ accountId = 'acc_1', status, orders, daysAgo }: Orders): Promise<void> {
  const at = earlier(now, daysAgo * day)
  const prefix = sortableBound('ord', at)
  await sql`
    insert into orders (
      account_id, mode, order_id, customer_order_id, status, billing, state, sequence, operator_version,
      charge_cents, due_at, created_at, updated_at)
    select
      ${accountId}, 'production', id, id, ${status}, 'charged', '{"payment":"PENDING"}', 1, 1, 100,
      case ${status}::text when 'VALID_AWAITING_PAYMENT' then ${at}::timestamptz end, ${at}, ${at}
    from (
      select ${prefix}::text || lpad(n::text, 12, '0') as id from generate_series(1, ${orders}::int) n
    ) ids`.execute(database.db)
}

const countsByDay = ({ days }: { days: { counts: { status: Status; orders: number }[] }[] }, counted: Status) =>
  days.map(({ counts }) => counts.find(({ status }) => status === counted)?.orders ?? 0)

describe('the overview of an account', () => {
  const overview = (timeZone = 'UTC') =>
    readOverview(database.db, { accountId: 'acc_1', mode: 'production', provider: 'simulated' }, { now, timeZone })
  beforeEach(() => addAccounts(1, 1))

  it('the overview of an account counts a thousand orders on each day', async () => {
    for (let daysAgo = 0; daysAgo < daysShown; daysAgo++) await addOrders({ status: 'SHIPPED', orders: 1000, daysAgo })
    const read = await overview()
    assert.deepEqual(countsByDay(read, 'SHIPPED'), Array(daysShown).fill(1000))
    assert.equal(read.capped, false)
  })

  it('the days of the overview of an account are those of the time zone of its reader', async () => {
    await addOrders({ status: 'SHIPPED', orders: 1, daysAgo: 1 }) // at noon in UTC
    const dayOf = async (timeZone: string) =>
      (await overview(timeZone)).days.find(({ counts }) => counts.length > 0)!.day
    assert.deepEqual(await Promise.all(['UTC', 'America/New_York', 'Pacific/Kiritimati'].map(dayOf)), [
      '2026-03-14',
      '2026-03-14',
      '2026-03-15',
    ])
  })

  it('the overview of an account is marked as capped when a day has more orders than are counted', async () => {
    await addOrders({ status: 'SHIPPED', orders: 10_500, daysAgo: 3 })
    const read = await overview()
    assert.equal(Math.max(...countsByDay(read, 'SHIPPED')), 10_000)
    assert.equal(read.capped, true)
  })

  it('the overview of an account is marked as capped when the next charge has more orders than are counted', async () => {
    await addOrders({ status: 'VALID_AWAITING_PAYMENT', orders: 10_500, daysAgo: 3 })
    const read = await overview()
    assert.deepEqual([read.charge!.orders, read.charge!.amountCents], [10_000, 1_000_000])
    assert.equal(read.capped, true)
  })
})

describe('the overview of the staff', () => {
  it('the overview of the staff counts thousands of orders of one account', async () => {
    await addAccounts(1, 1)
    for (let daysAgo = 0; daysAgo < daysShown; daysAgo++) await addOrders({ status: 'SHIPPED', orders: 1000, daysAgo })
    const read = await readStaffOverview(database.db, now)
    assert.deepEqual(countsByDay(read, 'SHIPPED'), Array(daysShown).fill(1000))
    assert.equal(read.capped, false)
  })

  it('the overview of the staff is marked as capped when an account that it leaves out has ordered', async () => {
    await addAccounts(1, 1001)
    await addOrders({ accountId: 'acc_1000', status: 'FAILED', orders: 1, daysAgo: 1 })
    await addOrders({ accountId: 'acc_1001', status: 'FAILED', orders: 1, daysAgo: 20 })
    const before = await readStaffOverview(database.db, now)
    assert.deepEqual([Math.max(...countsByDay(before, 'FAILED')), before.capped], [1, false])
    await addOrders({ accountId: 'acc_1001', status: 'FAILED', orders: 1, daysAgo: 1 })
    assert.equal((await readStaffOverview(database.db, now)).capped, true)
  })

  it('the overview of the staff is marked as capped beyond a hundred thousand orders', async () => {
    await addAccounts(1, 1)
    for (let daysAgo = 0; daysAgo < 11; daysAgo++) await addOrders({ status: 'SHIPPED', orders: 10_000, daysAgo })
    assert.equal((await readStaffOverview(database.db, now)).capped, true)
  })
})
