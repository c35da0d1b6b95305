import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshPglite } from '../../../test/support/database.ts'
import { chargeTime, type MoneyWorld, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { day, earlier, later, utcDay } from '../../base/clock.ts'
import type { Database } from '../../db/db.ts'
import type { Payments } from '../payments.ts'
import { deleteOldComparisons, listComparisons } from './comparisonStore.ts'
import { daysToCompare, dayToCompare, reconcileDay, reconcileDue } from './reconcile.ts'

const date = utcDay(chargeTime)

describe('reconciliation', () => {
  let database: Database
  let world: MoneyWorld
  const compare = async () => {
    const { entries, differences } = await reconcileDay(
      { db: database.db, payments: world.payments },
      date,
      world.clock(),
    )
    return { entries, kinds: differences.map(({ kind }) => kind) }
  }
  before(async () => {
    database = await freshPglite()
    world = moneyWorld(database)
    const accountId = await world.account('sim_success')
    const [order] = await world.orders(accountId, [1000, 250])
    await world.orders(await world.account('sim_decline'), [70])
    await world.orders(await world.account('sim_times_out_after_charging'), [500])
    world.to(chargeTime)
    await world.sweeps.charge(world.clock())
    await world.cancel(order!)
    await world.runAll()
  })
  after(() => database.close())

  it('a charge whose outcome is not known yet is not recorded', async () => {
    assert.deepEqual(await compare(), { entries: 3, kinds: ['not_recorded'] })
  })

  it('books and ledger agree once every outcome is known', async () => {
    world.advance(day)
    await world.runAll()
    assert.deepEqual(await compare(), { entries: 3, kinds: [] })
    const recorded = await reconcileDay(
      { db: database.db, payments: world.payments },
      date.add({ days: 1 }),
      world.clock(),
    )
    assert.deepEqual(recorded.differences, [], 'a charge made yesterday and recorded today is in both books')
  })

  it('an entry that only one of the books has is a difference', async () => {
    await world.rows(`
      insert into simulated_gateway_charges (idempotency_key, charge_ref, card_ref, amount_cents, description, at)
      values ('by hand', 'simch_by_hand', 'sim_success', 4200, 'made by hand', '${chargeTime.toISOString()}')`)
    await world.rows(`delete from simulated_gateway_refunds`)
    assert.deepEqual(await compare(), { entries: 3, kinds: ['unknown_to_us', 'unknown_to_provider'] })
  })

  it('every day that is over is compared once, and differences are logged as errors', async () => {
    world.to(later(chargeTime, 3 * day))
    const log = world.deps.log
    await world.rows("delete from reconciliations where day > date '2026-03-02'")
    await reconcileDue({ db: database.db, payments: world.payments, log })(world.clock())
    const days = await listComparisons(database.db, { before: '2026-04-01', limit: 10 })
    assert.deepEqual(
      days.map(({ day, differences }) => [day, differences.length]),
      [
        ['2026-03-04', 0],
        ['2026-03-03', 0],
        ['2026-03-02', 2],
      ],
    )
  })

  it('a day that cannot be compared does not stop other days, and is compared later', async () => {
    const { db } = database
    const { log } = world.deps
    const days = async () => (await listComparisons(db, { before: '2026-04-01', limit: 10 })).map(({ day }) => day)
    await world.rows("delete from reconciliations where day > date '2026-03-02'")
    const books: Payments['readBooks'] = async (from, to) => {
      if (utcDay(earlier(to, day)).equals(date.add({ days: 1 }))) throw new Error('no such day')
      return world.payments.readBooks(from, to)
    }
    const failing = reconcileDue({ db, payments: { ...world.payments, readBooks: books }, log })
    await assert.rejects(failing(world.clock()), /no such day/)
    assert.deepEqual(await days(), ['2026-03-04', '2026-03-02'])
    await reconcileDue({ db, payments: world.payments, log })(world.clock())
    assert.deepEqual(await days(), ['2026-03-04', '2026-03-03', '2026-03-02'])
  })

  it('days that an operator skipped, or compared before they were over, are compared', async () => {
    const { db } = database
    const deps = { db, payments: world.payments }
    const log = world.deps.log
    const comparisons = async () =>
      (await listComparisons(db, { before: '2100-01-01', limit: 10 })).map(
        ({ day, comparedAt }) => `${day} ${comparedAt.toISOString()}`,
      )
    const before = await comparisons()
    await reconcileDue({ ...deps, log })(world.clock())
    assert.deepEqual(await comparisons(), before, 'no day is missing')

    await world.rows("delete from reconciliations where day = date '2026-03-03'")
    await reconcileDay(deps, date.add({ days: 5 }), world.clock())
    world.to(later(chargeTime, 7 * day))
    await reconcileDue({ ...deps, log })(world.clock())
    const now = world.clock().toISOString()
    assert.deepEqual(
      (await comparisons()).filter(line => line.endsWith(now)).map(line => line.slice(0, 10)),
      ['2026-03-08', '2026-03-07', '2026-03-06', '2026-03-05', '2026-03-03'],
    )
    await world.rows("delete from reconciliations where day > date '2026-03-04'")
  })

  it('only a day that is over can be compared by hand', () => {
    const now = later(chargeTime, day)
    assert.equal(dayToCompare(undefined, now).toString(), date.toString())
    assert.equal(dayToCompare('2026-02-28', now).toString(), '2026-02-28')
    for (const wrong of [utcDay(now).toString(), '2099-01-01', '2026-02-30', 'yesterday'])
      assert.throws(() => dayToCompare(wrong, now), {
        message: `got ${wrong}; expected a day that is over in UTC, such as ${date}`,
      })
  })

  it('comparisons without differences are deleted after 400 days, comparisons with differences much later, and the newest comparison never', async () => {
    const { db } = database
    const days = async () => (await listComparisons(db, { before: '2100-01-01', limit: 10 })).map(({ day }) => day)
    assert.equal(await deleteOldComparisons(db, later(world.clock(), 399 * day)), 0)
    assert.equal(await deleteOldComparisons(db, later(world.clock(), 401 * day)), 1)
    assert.deepEqual(await days(), ['2026-03-04', '2026-03-02'])
    await deleteOldComparisons(db, later(world.clock(), 11 * 366 * day))
    assert.deepEqual(await days(), ['2026-03-04'])
  })

  it('days of the last month at most are compared, and only yesterday at first', () => {
    const days = (first: string | null, ...recent: string[]) =>
      daysToCompare({ first, recent: new Set(recent) }, date).map(String)
    assert.deepEqual(days(null), ['2026-03-01'])
    assert.equal(days('2025-01-01').length, 31)
    assert.equal(days('2025-01-01')[0], '2026-01-30')
    assert.deepEqual(days('2026-02-26', '2026-02-26', '2026-02-28', '2099-01-01'), ['2026-02-27', '2026-03-01'])
  })
})
