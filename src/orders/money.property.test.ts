import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { freshPglite } from '../../test/database.ts'
import { Crash, type MoneyWorld, moneyWorld } from '../../test/money.ts'
import { day, hour, minute } from '../base/clock.ts'
import type { Database } from '../db/db.ts'
import { type TestCardName, testCards } from '../payments/simulated.ts'
import type { Order } from './order.ts'

const runs = 40
const accountsInARun = 3

const cards = Object.keys(testCards) as TestCardName[]
const crashPoints = ['charge:claimed', 'charge:called', 'refund:claimed', 'refund:called']

type Trouble = 'none' | 'lost before' | 'cancelled meanwhile' | (typeof crashPoints)[number]

type Deed =
  | { does: 'order'; account: number; cents: number[] }
  | { does: 'card'; account: number; card: TestCardName }
  | { does: 'cancel'; which: number }
  | { does: 'pass'; ms: number }
  | { does: 'sweep'; trouble: Trouble; which: number }

const account = fc.nat(accountsInARun - 1)
const which = fc.nat(1000)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ does: fc.constant('order'), account, cents: fc.array(fc.nat(99_999), { minLength: 1, maxLength: 4 }) }),
  fc.record({ does: fc.constant('card'), account, card: fc.constantFrom(...cards) }),
  fc.record({ does: fc.constant('cancel'), which }),
  fc.record({ does: fc.constant('pass'), ms: fc.constantFrom(minute, 5 * minute, hour, 14 * hour, day) }),
  fc.record({
    does: fc.constant('sweep'),
    trouble: fc.constantFrom<Trouble>('none', 'none', 'lost before', 'cancelled meanwhile', ...crashPoints),
    which,
  }),
) as fc.Arbitrary<Deed>

describe('money', () => {
  let database: Database
  before(async () => {
    database = await freshPglite()
  })
  after(() => database.close())

  it('adds up, whatever happens to orders, charges, refunds, answers and workers', async () => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 40 }), async deeds => {
      const world = moneyWorld(database)
      await world.rows('truncate accounts, simulated_gateway_charges cascade')
      const accountIds: string[] = []
      for (let i = 0; i < accountsInARun; i++) accountIds.push(await world.account('sim_success'))
      const orders: Order[] = []
      const cancelled = new Set<string>()

      const cancel = async (which: number) => {
        const order = orders[which % orders.length]
        if (order === undefined || cancelled.has(order.orderId)) return
        cancelled.add(order.orderId)
        await world.cancel(order)
      }
      for (const deed of deeds) {
        await act(world, deed, { accountIds, orders, cancel })
        await world.assertSound()
      }

      // Every trouble ends: good cards, no crashes, and as many days as the slowest retry takes.
      for (const accountId of accountIds) await world.useCard(accountId, 'sim_success')
      for (let days = 0; days < 3; days++) {
        world.advance(day)
        await world.runAll()
      }
      await world.assertSettled()
      const left = await world.read(orders)
      for (const order of left) {
        const expected = cancelled.has(order.orderId) ? 'CANCELLED' : 'VALID_HOLDING_BIN'
        assert.equal(order.status, expected, `order ${order.orderId}`)
      }
      for (const row of await world.rows<{ what: string }>(`
        select 'charge ' || status as what from charges union select 'refund ' || status from refunds
        union select 'asked again' from charges where attempts > 1
        union select 'refund asked again' from refunds where attempts > 1`))
        seen.add(row.what)
    })
    await fc.assert(property, { numRuns: runs })
    // The twin of the property: it would prove little if the interesting things did not happen.
    const expected = ['asked again', 'charge declined', 'charge succeeded', 'refund asked again', 'refund succeeded']
    assert.deepEqual([...seen].sort(), expected)
  })
})

type Cast = { accountIds: string[]; orders: Order[]; cancel: (which: number) => Promise<void> }

async function act(world: MoneyWorld, deed: Deed, { accountIds, orders, cancel }: Cast): Promise<void> {
  switch (deed.does) {
    case 'order':
      orders.push(...(await world.orders(accountIds[deed.account]!, deed.cents)))
      return
    case 'card':
      return world.useCard(accountIds[deed.account]!, deed.card)
    case 'cancel':
      return cancel(deed.which)
    case 'pass':
      return world.advance(deed.ms)
    case 'sweep': {
      const { plan } = world
      plan.crashAt = crashPoints.includes(deed.trouble) ? deed.trouble : null
      plan.meanwhile = async () => {
        if (deed.trouble === 'lost before') throw new Error('connection refused')
        if (deed.trouble === 'cancelled meanwhile') await cancel(deed.which)
      }
      try {
        await world.runAll()
      } catch (error) {
        if (!(error instanceof Crash)) throw error
      }
      plan.crashAt = null
      plan.meanwhile = async () => {}
    }
  }
}
