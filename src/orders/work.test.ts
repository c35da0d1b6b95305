import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type MoneyWorld, moneyWorld } from '../../test/money.ts'
import { freshPostgres } from '../../test/postgres.ts'
import { hour } from '../base/clock.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { fastForward } from './desk/sandbox.ts'
import { addNamedCard } from './money/cards.ts'
import type { News } from './news.ts'
import type { Order } from './order.ts'
import { lockOrders } from './store.ts'
import { inOneWork, type Shell, type Wake } from './work.ts'

describe('work that is done at the same time', () => {
  let database: Database
  let drop: () => Promise<void>
  let world: MoneyWorld
  let told: { wakes: Wake[]; rung: string[]; news: News[] }
  let shell: Shell
  before(async () => {
    const postgres = await freshPostgres()
    drop = postgres.drop
    database = await openDatabase({ databaseUrl: postgres.databaseUrl, dataDir: null })
  })
  after(() => database.close().then(drop))
  beforeEach(() => {
    world = moneyWorld(database)
    told = { wakes: [], rung: [], news: [] }
    const bells: Shell['bells'] = {
      wake: async (_tx, wakes) => void told.wakes.push(...wakes),
      ring: task => void told.rung.push(task),
      tell: news => void told.news.push(...news),
    }
    shell = { ...world.shell, bells }
  })

  const now = () => ({ now: world.clock(), actor: 'test' })

  it('and waits for each other is done all the same, and is told once', async () => {
    const [first, second] = await world.orders(await world.account(null), [1, 1])
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let tries = 0
    const lockBoth = (orders: Order[], own: number) =>
      inOneWork(shell, now(), async work => {
        tries++
        await lockOrders(work.tx, [orders[own]!])
        held[own]!.resolve()
        await held[1 - own]!.promise
        work.wake('end_holds', world.clock())
        work.jobsChanged([`printer ${own}`])
        await lockOrders(work.tx, [orders[1 - own]!])
        return own
      })
    const both = [first!, second!]
    assert.deepEqual(await Promise.all([lockBoth(both, 0), lockBoth(both, 1)]), [0, 1])
    assert.equal(tries, 3, 'one was ended and done again')
    assert.equal(told.wakes.length, 2)
    assert.deepEqual(told.rung, ['end_holds', 'end_holds'])
    assert.deepEqual(told.news.map(one => ('printer' in one ? one.printer : '')).sort(), ['printer 0', 'printer 1'])
  })

  it('and is always in the way of other work fails in the end', async () => {
    let tries = 0
    const never = inOneWork(shell, now(), async work => {
      tries++
      await sql`do $$ begin raise exception 'in the way' using errcode = 'serialization_failure'; end $$`.execute(
        work.tx,
      )
    })
    await assert.rejects(never, /in the way/)
    assert.equal(tries, 5)
  })

  it('and fails for a reason of its own is done once', async () => {
    let tries = 0
    const broken = inOneWork(shell, now(), async work => {
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
    await inOneWork(shell, now(), async ({ tx }) => {
      await lockOrders(tx, [first!])
      acting = act()
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      while ((await waiting.execute(database.db)).rows.length === 0);
      await sql`select from orders where order_id = ${second!.orderId} for update nowait`.execute(tx)
    })
    await acting
  }

  /** Two orders of an account that lie in the table in the other order than that of their keys. */
  async function swapped(accountId: string, mode: 'production' | 'sandbox') {
    const orders = await world.orders(accountId, [1, 1], mode)
    for (const { orderId } of orders.toReversed())
      await world.rows(`update orders set due_at = created_at where order_id = '${orderId}'`)
    await world.rows('analyze orders') // so that it is read from its beginning, as small tables are
    return orders
  }

  it('locks the orders of a new card in the order of their keys', async () => {
    const accountId = await world.account(null)
    const orders = await swapped(accountId, 'production')
    await meanwhile(orders, () => addNamedCard({ ...world.deps, shell }, 'sim_success', { accountId, ...now() }))
  })

  it('locks the orders of a sandbox that is moved forward in the order of their keys', async () => {
    const accountId = await world.account(null)
    await world.rows(`insert into order_limits (account_id, mode) values ('${accountId}', 'sandbox')`)
    const orders = await swapped(accountId, 'sandbox')
    await meanwhile(orders, () => fastForward(shell, { accountId, byMs: hour, ...now() }))
  })
})
