import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { freshPglite } from '../../../test/database.ts'
import { Crash, type MoneyWorld, moneyWorld } from '../../../test/money.ts'
import { day, hour, minute } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../db/db.ts'
import { type TestCardName, testCards } from '../../payments/simulated.ts'
import type { Order } from '../order.ts'
import { payNow } from './payNow.ts'
import { listDueOrders } from './unpaidOrders.ts'

const runs = 30
const accountsInARun = 3

const cards = Object.keys(testCards) as TestCardName[]
const crashPoints = ['charge:claimed', 'charge:called', 'refund:claimed', 'refund:called']

type Trouble = 'none' | 'lost before' | 'cancelled meanwhile' | (typeof crashPoints)[number]

type Deed =
  | { does: 'order'; account: number; cents: number[] }
  | { does: 'card'; account: number; card: TestCardName }
  | { does: 'cancel'; which: number }
  | { does: 'give back'; which: number; part: number; how: 'all' | 'amount' | 'copies' }
  | { does: 'pay'; account: number; tooLittleCents: number; trouble: Trouble; which: number }
  | { does: 'holder'; which: number; says: 'confirmed' | 'refused' }
  | { does: 'pass'; ms: number }
  | { does: 'sweep'; trouble: Trouble; which: number }

const account = fc.nat(accountsInARun - 1)
const which = fc.nat(1000)
const trouble = fc.constantFrom<Trouble>('none', 'none', 'lost before', 'cancelled meanwhile', ...crashPoints)
const moments = fc.constantFrom(minute, 5 * minute, hour, 14 * hour, day, day)
const prices = fc.array(fc.nat(99_999), { minLength: 1, maxLength: 4 })
const does = <Name extends Deed['does']>(name: Name) => fc.constant(name)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: does('order'), account, cents: prices }) },
  { weight: 1, arbitrary: fc.record({ does: does('card'), account, card: fc.constantFrom(...cards) }) },
  { weight: 3, arbitrary: fc.record({ does: does('cancel'), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: does('give back'),
      which,
      part: fc.nat(100),
      how: fc.constantFrom('all', 'amount', 'amount', 'copies'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: does('pay'), account, tooLittleCents: fc.constantFrom(0, 0, 0, 1), trouble, which }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('holder'), which, says: fc.constantFrom('confirmed', 'refused') }) },
  { weight: 4, arbitrary: fc.record({ does: does('pass'), ms: moments }) },
  { weight: 5, arbitrary: fc.record({ does: does('sweep'), trouble, which }) },
)

/** Tried before any random ones: between them they do everything that can be done. */
const examples: [Deed[]][] = crashPoints.map(trouble => [
  [
    { does: 'order', account: 0, cents: [1000, 0, 250] },
    { does: 'order', account: 1, cents: [77] },
    { does: 'card', account: 1, card: 'sim_decline' },
    { does: 'pass', ms: day },
    { does: 'sweep', trouble, which: 0 },
    { does: 'pass', ms: hour },
    { does: 'give back', which: 0, part: 30, how: 'amount' },
    { does: 'give back', which: 2, part: 0, how: 'copies' },
    { does: 'give back', which: 2, part: 0, how: 'all' },
    { does: 'sweep', trouble: 'none', which: 0 },
    { does: 'cancel', which: 0 },
    { does: 'sweep', trouble, which: 0 },
    { does: 'card', account: 2, card: 'sim_authentication_required' },
    { does: 'order', account: 2, cents: [500, 300] },
    { does: 'pay', account: 2, tooLittleCents: 1, trouble: 'none', which: 0 },
    { does: 'pay', account: 2, tooLittleCents: 0, trouble, which: 0 },
    { does: 'pass', ms: hour },
    { does: 'sweep', trouble: 'none', which: 0 },
    { does: 'holder', which: 0, says: 'confirmed' },
    { does: 'pass', ms: hour },
    { does: 'sweep', trouble: 'none', which: 0 },
  ],
])

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
      await world.rows('truncate accounts, simulated_gateway_charges, ledger_deltas, ledger_sums cascade')
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
        // The deeds between two sweeps are single transactions; what the sweeps leave half done is what matters.
        if (deed.does === 'sweep' || deed.does === 'pay') await world.assertSound()
      }

      // Every trouble ends: good cards, no crashes, and as many days as a holder's patience lasts, which is
      // the slowest of all, and the charge after it.
      for (const accountId of accountIds) await world.useCard(accountId, 'sim_success')
      for (let days = 0; days < 6; days++) {
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
        union select 'refund asked again' from refunds where attempts > 1
        union select 'paid at once' from charges where run > 0 and status = 'succeeded'
        union select 'holder ' || confirmation from simulated_gateway_charges where confirmation = 'confirmed'
        union select 'a part refunded' from refunds where actor <> 'test' and amount_cents > 0
        union select 'two refunds' from refunds group by account_id, order_id having count(*) > 1`))
        seen.add(row.what)
    })
    await fc.assert(property, { numRuns: runs, examples })
    // The twin of the property: it would prove little if the interesting things did not happen.
    const expected = [
      'a part refunded',
      'asked again',
      'charge declined',
      'charge succeeded',
      'holder confirmed',
      'paid at once',
      'refund asked again',
      'refund succeeded',
      'two refunds',
    ]
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
    case 'give back':
      return giveBack(world, orders, deed)
    case 'pay':
      return pay(world, accountIds[deed.account]!, deed, cancel)
    case 'holder': {
      const waiting = await world.rows<{ ref: string }>(
        `select provider_ref as ref from charges where status = 'requires_action' order by 1`,
      )
      const charge = waiting[deed.which % waiting.length]
      if (charge !== undefined) await world.payments.playHolder!(charge.ref, deed.says)
      return
    }
    case 'pass':
      return world.advance(deed.ms)
    case 'sweep':
      return amid(world, deed, cancel, () => world.runAll())
  }
}

/** Does something while a trouble happens, which may be the death of the worker that does it. */
async function amid(
  { plan }: MoneyWorld,
  { trouble, which }: { trouble: Trouble; which: number },
  cancel: Cast['cancel'],
  act: () => Promise<unknown>,
): Promise<void> {
  plan.crashAt = crashPoints.includes(trouble) ? trouble : null
  plan.meanwhile = async () => {
    if (trouble === 'lost before') throw new Error('connection refused')
    if (trouble === 'cancelled meanwhile') await cancel(which)
  }
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Crash)) throw error
  }
  plan.crashAt = null
  plan.meanwhile = async () => {}
}

/** The account's people pay what they see, or what is no longer due, which is refused and charges nothing. */
async function pay(
  world: MoneyWorld,
  accountId: string,
  deed: Extract<Deed, { does: 'pay' }>,
  cancel: Cast['cancel'],
): Promise<void> {
  const due = await listDueOrders(world.shell.db, accountId)
  const amountCents = due.reduce((sum, order) => sum + order.amountCents, 0) - deed.tooLittleCents
  const now = world.clock()
  const calls = world.calls.length
  await amid(world, deed, cancel, async () => {
    const paying = payNow(world.deps, { accountId, amountCents, requestKey: null, actor: 'test', now })
    if (due.length > 0 && deed.tooLittleCents === 0) return paying
    await assert.rejects(paying, error => error instanceof Refusal && error.code === 'amount_changed')
    assert.equal(world.calls.length, calls)
  })
}

/** Staff give back what they may; that they may not is what the refusals are for. */
async function giveBack(
  world: MoneyWorld,
  orders: Order[],
  { which, part, how }: Extract<Deed, { does: 'give back' }>,
): Promise<void> {
  const order = orders[which % orders.length]
  if (order === undefined) return
  const amountCents = Math.floor(((order.chargeCents ?? 0) * part) / 100)
  const wanted = {
    all: {},
    amount: { amountCents: Math.max(1, amountCents) },
    copies: { items: [{ index: 0, quantity: 1 }] },
  }[how]
  await world.giveBack(order, wanted).catch(error => {
    if (!(error instanceof Refusal)) throw error
  })
}
