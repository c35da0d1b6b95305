import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { database, onFreshWorlds, world } from '../../../test/support/chargeScene.ts'
import { chargeTime } from '../../../test/support/moneyChecks.ts'
import { lockOrders } from '../../orders/orderStore.ts'
import { transition } from '../../orders/transition.ts'
import { deliveryDay, stateCode } from './facts.ts'
import { sumReports } from './sumReports.ts'

onFreshWorlds()

it('a report counts an order as its step left it, whatever became of it before the report counts', async () => {
  const accountId = await world.account('sim_success')
  const [order] = await world.orders(accountId, [1000])
  world.to(chargeTime)
  await world.runAll()
  await world.work(async work => {
    for (const on of ['problem', 'revalidate', 'invalid'] as const) {
      const [locked] = await lockOrders(work.tx, [order!])
      const errors = [{ pointer: '/orderItems/0', code: 'file_unreachable', detail: 'gone' }]
      const changes = on === 'invalid' ? { state: { pricing: null, errors } } : {}
      await transition(work, [{ order: locked!, on, changes }])
    }
  })
  for (let left = 1; left > 0; ) left = await sumReports(database.db)(world.clock())
  const counted = await world.rows(`
    select fact, detail, orders::int, cents::int
    from report_sums
    where account_id = '${accountId}' and span = 'day' and fact = any (array['charged', 'stopped', 'failed'])
    order by fact`)
  assert.deepEqual(counted, [
    { fact: 'charged', detail: '', orders: 1, cents: 1000 },
    { fact: 'failed', detail: 'file_unreachable', orders: 1, cents: 0 },
    { fact: 'stopped', detail: 'no_printer', orders: 1, cents: 0 },
  ])
})

it('a parcel arrives on the day of its place', async () => {
  for (const [at, state, country, expected] of [
    ['2026-07-02T02:00:00Z', 'NY', 'US', '2026-07-01'],
    ['2026-07-02T03:30:00Z', 'CA', 'US', '2026-07-01'],
    ['2026-07-02T05:30:00Z', 'HI', 'US', '2026-07-01'],
    ['2026-01-02T07:00:00Z', 'AK', 'US', '2026-01-01'],
    ['2026-07-02T06:00:00Z', null, 'AS', '2026-07-01'],
    ['2026-07-01T22:00:00Z', 'GU', 'US', '2026-07-02'],
    ['2026-07-02T01:00:00Z', null, 'PR', '2026-07-01'],
  ]) {
    const place = { at: sql`${at}::timestamptz`, state: sql`${state}::text`, country: sql`${country}::text` }
    const { rows } = await sql<{ day: string }>`select ${deliveryDay(place)}::text as day`.execute(database.db)
    assert.equal(rows[0]!.day, expected, `${state} ${country}`)
  }
})

it('a state has the same two letters however a carrier or a customer writes it', async () => {
  for (const [written, expected] of [
    ['HI', 'HI'],
    ['Hawaii', 'HI'],
    [' alaska ', 'AK'],
    ['US-GU', 'GU'],
    ['American  Samoa', 'AS'],
    ['New York', 'NY'],
    ['ca-on', 'ON'],
    ['Zealand', 'ZEALAND'],
    [null, null],
  ]) {
    const { rows } = await sql<{ code: string | null }>`select ${stateCode(sql`${written}::text`)} as code`.execute(
      database.db,
    )
    assert.equal(rows[0]!.code, expected)
  }
})
