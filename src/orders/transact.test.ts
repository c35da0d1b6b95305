import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type MoneyWorld, moneyWorld } from '../../test/support/moneyChecks.ts'
import { freshPostgres } from '../../test/support/postgres.ts'
import { fulfillmentWith } from '../../test/support/printing.ts'
import { hour } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { addNamedCard } from '../features/money/cards.ts'
import { fastForward } from '../features/sandbox/sandbox.ts'
import type { LiveUpdate } from './liveUpdates.ts'
import type { Order } from './order.ts'
import { lockOrders } from './orderStore.ts'
import { type Transactor, transact, type Wake } from './transact.ts'

describe('units of work at the same time', () => {
  let database: Database
  let drop: () => Promise<void>
  let world: MoneyWorld
  let sent: { wakes: Wake[]; news: LiveUpdate[] }
  let transactor: Transactor
  before(async () => {
    const postgres = await freshPostgres()
    drop = postgres.drop
    database = await openDatabase({ databaseUrl: postgres.databaseUrl, dataDir: null })
  })
  after(() => database.close().then(drop))
  beforeEach(() => {
    world = moneyWorld(database)
    sent = { wakes: [], news: [] }
    const afterCommit: Transactor['afterCommit'] = {
      wake: wakes => void sent.wakes.push(...wakes),
      publish: news => void sent.news.push(...news),
    }
    transactor = { ...world.transactor, afterCommit }
  })

  const now = () => ({ now: world.clock(), actor: 'test' })

  it('units of work at the same time that wait for each other are both committed, and send their wake-ups and live updates once', async () => {
    const [first, second] = await world.orders(await world.account(null), [1, 1])
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let tries = 0
    const lockBoth = (orders: Order[], own: number) =>
      transact(transactor, now(), async work => {
        tries++
        await lockOrders(work.tx, [orders[own]!])
        held[own]!.resolve()
        await held[1 - own]!.promise
        work.wake('release_held_orders', world.clock())
        work.jobsChanged([`printer ${own}`])
        await lockOrders(work.tx, [orders[1 - own]!])
        return own
      })
    const both = [first!, second!]
    assert.deepEqual(await Promise.all([lockBoth(both, 0), lockBoth(both, 1)]), [0, 1])
    assert.ok(tries >= 3, 'at least one was ended and done again: PostgreSQL may end both')
    assert.deepEqual(
      sent.wakes.map(({ task }) => task),
      ['release_held_orders', 'release_held_orders'],
    )
    assert.deepEqual(sent.news.map(one => ('printer' in one ? one.printer : '')).sort(), ['printer 0', 'printer 1'])
  })

  it('units of work at the same time that conflict at every attempt fail after five attempts', async () => {
    let tries = 0
    const never = transact(transactor, now(), async work => {
      tries++
      await sql`do $$ begin raise exception 'in the way' using errcode = 'serialization_failure'; end $$`.execute(
        work.tx,
      )
    })
    await assert.rejects(never, /in the way/)
    assert.equal(tries, 5)
  })

  it('units of work at the same time that fail for another reason are not tried again', async () => {
    let tries = 0
    const broken = transact(transactor, now(), async work => {
      tries++
      await sql`select 1 / 0`.execute(work.tx)
    })
    await assert.rejects(broken, /division by zero/)
    assert.equal(tries, 1)
  })

  /**
   * Holds the first of two orders until `act` waits for it, and takes the second, which `act` must not hold by then.
   */
  async function meanwhile([first, second]: Order[], act: () => Promise<unknown>) {
    let acting: Promise<unknown> | undefined
    await transact(transactor, now(), async ({ tx }) => {
      await lockOrders(tx, [first!])
      acting = act()
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      while ((await waiting.execute(database.db)).rows.length === 0);
      await sql`select from orders where order_id = ${second!.orderId} for update nowait`.execute(tx)
    })
    await acting
  }

  /** Two orders of an account that are stored in the table in the reverse order of their keys. */
  async function swapped(accountId: string, mode: 'production' | 'sandbox') {
    const orders = await world.orders(accountId, [1, 1], mode)
    for (const { orderId } of orders.toReversed())
      await world.rows(`update orders set due_at = created_at where order_id = '${orderId}'`)
    await world.rows('analyze orders') // so that it is read from its beginning, as small tables are
    return orders
  }

  it('a unit of work locks the orders of a new card in the order of their keys', async () => {
    const accountId = await world.account(null)
    const orders = await swapped(accountId, 'production')
    await meanwhile(orders, () => addNamedCard({ ...world.deps, transactor }, 'sim_success', { accountId, ...now() }))
  })

  it('a unit of work locks the orders of a sandbox that is moved forward in the order of their keys', async () => {
    const accountId = await world.account(null)
    const orders = await swapped(accountId, 'sandbox')
    await meanwhile(orders, () =>
      fastForward({ transactor, fulfillment: fulfillmentWith(), log: silentLog }, { accountId, byMs: hour, ...now() }),
    )
  })
})
