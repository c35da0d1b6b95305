import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { freshPglite } from '../../../test/support/database.ts'
import { isShortForm } from '../../../test/support/form.ts'
import { Crash, type MoneyWorld, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { day, hour, minute } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../db/db.ts'
import type { Order } from '../../orders/order.ts'
import { type TestCardName, testCards } from '../../payments/simulated/simulatedPayments.ts'
import { payNow } from './payNow.ts'
import { readDue } from './unpaidOrders.ts'

const runs = isShortForm ? 10 : 30
const accountsInARun = 3
/** At least the price of an order in this test, so that every order is paid in the end. */
const maxChargeCents = 99_999

const cards = Object.keys(testCards) as TestCardName[]
const crashPoints = ['charge:claimed', 'charge:called', 'refund:claimed', 'refund:called']

type Trouble = 'none' | 'lost before' | 'cancelled meanwhile' | (typeof crashPoints)[number]

type Action =
  | { does: 'order'; account: number; cents: number[] }
  | { does: 'card'; account: number; card: TestCardName }
  | { does: 'cancel'; which: number }
  | { does: 'refund'; which: number; part: number; how: 'all' | 'amount' | 'copies' }
  | { does: 'pay'; account: number; tooLittleCents: number; trouble: Trouble; which: number }
  | { does: 'holder'; which: number; answer: 'confirmed' | 'refused' }
  | { does: 'pass'; ms: number }
  | { does: 'sweep'; trouble: Trouble; which: number }

const account = fc.nat(accountsInARun - 1)
const which = fc.nat(1000)
const trouble = fc.constantFrom<Trouble>('none', 'none', 'lost before', 'cancelled meanwhile', ...crashPoints)
const moments = fc.constantFrom(minute, 5 * minute, hour, 14 * hour, day, day)
const prices = fc.array(fc.nat(99_999), { minLength: 1, maxLength: 4 })
const does = <Name extends Action['does']>(name: Name) => fc.constant(name)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: does('order'), account, cents: prices }) },
  { weight: 1, arbitrary: fc.record({ does: does('card'), account, card: fc.constantFrom(...cards) }) },
  { weight: 3, arbitrary: fc.record({ does: does('cancel'), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: does('refund'),
      which,
      part: fc.nat(100),
      how: fc.constantFrom('all', 'amount', 'amount', 'copies'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: does('pay'), account, tooLittleCents: fc.constantFrom(0, 0, 0, 1), trouble, which }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('holder'), which, answer: fc.constantFrom('confirmed', 'refused') }) },
  { weight: 4, arbitrary: fc.record({ does: does('pass'), ms: moments }) },
  { weight: 5, arbitrary: fc.record({ does: does('sweep'), trouble, which }) },
)

/** Tried before random examples. Together they contain every action. */
const examples: [Action[]][] = crashPoints.map(trouble => [
  [
    { does: 'order', account: 0, cents: [1000, 0, 250] },
    { does: 'order', account: 1, cents: [77] },
    { does: 'card', account: 1, card: 'sim_decline' },
    { does: 'pass', ms: day },
    { does: 'sweep', trouble, which: 0 },
    { does: 'pass', ms: hour },
    { does: 'refund', which: 0, part: 30, how: 'amount' },
    { does: 'refund', which: 2, part: 0, how: 'copies' },
    { does: 'refund', which: 2, part: 0, how: 'all' },
    { does: 'sweep', trouble: 'none', which: 0 },
    { does: 'cancel', which: 0 },
    { does: 'sweep', trouble, which: 0 },
    { does: 'card', account: 2, card: 'sim_authentication_required' },
    { does: 'order', account: 2, cents: [500, 300] },
    { does: 'pay', account: 2, tooLittleCents: 1, trouble: 'none', which: 0 },
    { does: 'pay', account: 2, tooLittleCents: 0, trouble, which: 0 },
    { does: 'pass', ms: hour },
    { does: 'sweep', trouble: 'none', which: 0 },
    { does: 'holder', which: 0, answer: 'confirmed' },
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

  it('money adds up in any sequence of orders, charges, refunds, answers and dying workers', async () => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async actions => {
      const world = moneyWorld(database)
      world.payments.maxChargeCents = maxChargeCents
      await world.rows(
        'truncate accounts, sales, simulated_gateway_charges, ledger_deltas, ledger_sums, document_series, tax_entries, tax_sums cascade',
      )
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
      for (const action of actions) {
        await act(world, action, { accountIds, orders, cancel })
        // The actions between two sweeps are single transactions. Only sweeps and payments can leave work unfinished.
        if (action.does === 'sweep' || action.does === 'pay') await world.assertSound()
      }

      // In the end all cards are good, no worker dies, and more days pass than the time for a confirmation and the
      // charge after it.
      for (const accountId of accountIds) await world.useCard(accountId, 'sim_success')
      for (let days = 0; days < 6; days++) {
        world.advance(day)
        await world.runAll()
      }
      await world.assertSettled()
      for (const order of await world.read(orders)) {
        const expected = cancelled.has(order.orderId) ? 'CANCELLED' : 'VALID_HOLDING_BIN'
        assert.equal(order.status, expected, `order ${order.orderId}`)
      }
      for (const row of await world.rows<{ what: string }>(`
        select 'charge ' || status as what from charges union select 'refund ' || status from refunds
        union select 'asked again' from charges where attempts > 1
        union select 'refund asked again' from refunds where attempts > 1
        union select 'in slices' from charges where slice > 0 and status = 'succeeded'
        union select 'paid at once' from charges where run > 0 and status = 'succeeded'
        union select 'holder ' || confirmation from simulated_gateway_charges where confirmation = 'confirmed'
        union select 'a part refunded' from refunds where actor <> 'test' and amount_cents > 0
        union select 'two refunds' from refunds group by account_id, order_id having count(*) > 1`))
        seen.add(row.what)
    })
    await fc.assert(property, { numRuns: runs, examples })
    // The property would prove little if these cases did not occur.
    const expected = [
      'a part refunded',
      'asked again',
      'charge declined',
      'charge succeeded',
      'holder confirmed',
      'in slices',
      'paid at once',
      'refund asked again',
      'refund succeeded',
      'two refunds',
    ]
    assert.deepEqual([...seen].sort(), expected)
  })
})

type Cast = { accountIds: string[]; orders: Order[]; cancel: (which: number) => Promise<void> }

async function act(world: MoneyWorld, action: Action, { accountIds, orders, cancel }: Cast): Promise<void> {
  switch (action.does) {
    case 'order':
      orders.push(...(await world.orders(accountIds[action.account]!, action.cents)))
      return
    case 'card':
      return world.useCard(accountIds[action.account]!, action.card)
    case 'cancel':
      return cancel(action.which)
    case 'refund':
      return refund(world, orders, action)
    case 'pay':
      return pay(world, accountIds[action.account]!, action, cancel)
    case 'holder': {
      const waiting = await world.rows<{ ref: string }>(
        `select provider_ref as ref from charges where status = 'requires_action' order by 1`,
      )
      const charge = waiting[action.which % waiting.length]
      if (charge !== undefined) await world.payments.simulateHolder!(charge.ref, action.answer)
      return
    }
    case 'pass':
      return world.advance(action.ms)
    case 'sweep':
      return actAmid(world, action, cancel, () => world.runAll())
  }
}

/** Acts while a trouble happens, which may be the death of the acting worker. */
async function actAmid(
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

/** An account pays the due amount, or another amount, which is refused without a charge. */
async function pay(
  world: MoneyWorld,
  accountId: string,
  action: Extract<Action, { does: 'pay' }>,
  cancel: Cast['cancel'],
): Promise<void> {
  const due = await readDue(world.transactor.db, { accountId, after: null, limit: 1 })
  const amountCents = due.amountCents - action.tooLittleCents
  const now = world.clock()
  const calls = world.calls.length
  await actAmid(world, action, cancel, async () => {
    const paying = payNow(world.deps, { accountId, amountCents, requestKey: null, actor: 'test', now })
    if (due.orderCount > 0 && action.tooLittleCents === 0) return paying
    await assert.rejects(paying, error => error instanceof Refusal && error.code === 'amount_changed')
    assert.equal(world.calls.length, calls)
  })
}

/** Staff refunds an order. Impossible refunds are refused. */
async function refund(
  world: MoneyWorld,
  orders: Order[],
  { which, part, how }: Extract<Action, { does: 'refund' }>,
): Promise<void> {
  const order = orders[which % orders.length]
  if (order === undefined) return
  const amountCents = Math.floor(((order.chargeCents ?? 0) * part) / 100)
  const wanted = {
    all: {},
    amount: { amountCents: Math.max(1, amountCents) },
    copies: { items: [{ index: 0, quantity: 1 }] },
  }[how]
  await world.refundOrder(order, wanted).catch(error => {
    if (!(error instanceof Refusal)) throw error
  })
}
