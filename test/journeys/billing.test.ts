import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { member, program } from '../actors.ts'
import { startWorld, type World } from '../world.ts'

describe('billing in the dashboard', () => {
  let world: World
  let owner: Awaited<ReturnType<typeof member>>
  let customer: ReturnType<typeof program>
  const staff = (path: string) => world.call(path, { as: world.demo.staff.authorization })

  before(async () => {
    world = await startWorld()
    owner = await member(world, world.charged)
    customer = program(world, world.charged, 'production')
  })
  after(() => world[Symbol.asyncDispose]())

  it('says what is due, and pays it at once when the amount is confirmed', async () => {
    assert.deepEqual((await owner.ask('GET', '/billing/due')).body, { amount: 0, currency: 'USD', orders: [] })
    const { pricing, createdAt } = await customer.place('a')
    await world.settle()
    const due = (await owner.ask('GET', '/billing/due')).body
    const amount = pricing.orderTotal
    assert.deepEqual(due.orders, [{ customerOrderId: 'a', recipient: 'Ada Reader', createdAt, amount }])
    assert.equal(due.amount, amount)

    const other = await owner.ask('POST', '/billing/pay', { amount: 1 })
    assert.deepEqual([other.status, other.body.code], [409, 'amount_changed'])
    assert.equal((await owner.ask('POST', '/billing/pay', { amount: '1.00' })).status, 400)
    assert.equal((await owner.ask('POST', '/billing/pay', { amount: 1.005 })).status, 400)

    const paid = await owner.ask('POST', '/billing/pay', { amount: due.amount })
    assert.deepEqual([paid.status, paid.body.status, paid.body.kind], [200, 'succeeded', 'at_once'])
    assert.deepEqual(paid.body.orders, [{ customerOrderId: 'a', amount }])
    assert.equal(await customer.statusOf('a'), 'VALID_HOLDING_BIN')
    assert.equal((await owner.ask('POST', '/billing/pay', { amount: due.amount })).body.code, 'amount_changed')
  })

  it('shows a charge that waits for its holder, who confirms it or has it withdrawn', async () => {
    await owner.useCard('sim_authentication_required')
    await customer.place('b')
    await world.settle()
    const { amount } = (await owner.ask('GET', '/billing/due')).body
    const waiting = (await owner.ask('POST', '/billing/pay', { amount })).body
    assert.equal(waiting.status, 'requires_action')
    assert.ok(URL.canParse(waiting.confirmUrl))
    const asStaff = async () => (await staff(`/staff/orders/${world.charged.accountId}/b`)).body
    assert.equal((await asStaff()).unpaidBy, 'requires_action')
    const [open] = (await staff('/staff/charges?status=requires_action')).body.charges
    assert.deepEqual([open.chargeId, open.accountName], [waiting.chargeId, world.charged.name])
    const withdrawn = await owner.ask('POST', `/charges/${waiting.chargeId}/withdraw`)
    assert.deepEqual([withdrawn.body.status, withdrawn.body.declineCode], ['declined', 'not_confirmed'])
    assert.equal((await owner.ask('POST', `/charges/${waiting.chargeId}/withdraw`)).status, 409)
    assert.equal((await asStaff()).unpaidBy, null)
    const again = (await owner.ask('POST', '/billing/pay', { amount })).body
    const confirmed = await owner.ask('POST', `/charges/${again.chargeId}/confirm`, { says: 'confirmed' })
    assert.equal(confirmed.body.status, 'succeeded')
    assert.equal(await customer.statusOf('b'), 'VALID_HOLDING_BIN')
    assert.equal((await owner.ask('POST', `/charges/${again.chargeId}/confirm`, { says: 'confirmed' })).status, 409)
    assert.equal((await owner.ask('GET', '/charges/chg_of_nobody')).status, 404)
  })

  it('lists charges, newest first, a page at a time', async () => {
    const all = (await owner.ask('GET', '/charges')).body.charges
    assert.deepEqual(
      all.map((charge: { status: string }) => charge.status),
      ['succeeded', 'declined', 'succeeded'],
    )
    const first = (await owner.ask('GET', '/charges?limit=2')).body
    const rest = (await owner.ask('GET', `/charges?limit=2&cursor=${first.nextCursor}`)).body
    assert.deepEqual([...first.charges, ...rest.charges], all)
    assert.equal(rest.nextCursor, null)
  })

  it('keeps cards: one is charged, another can be, and one that is removed is gone', async () => {
    const { cards } = (await owner.ask('GET', '/cards')).body
    assert.deepEqual(
      cards.map((card: { last4: string; isDefault: boolean }) => [card.last4, card.isDefault]),
      [
        ['0007', true],
        ['0001', false],
      ],
    )
    const [asks, good] = cards
    const chosen = (await owner.ask('POST', `/cards/${good.cardId}/default`)).body.cards
    assert.deepEqual(
      chosen.map((card: { isDefault: boolean }) => card.isDefault),
      [false, true],
    )
    const left = (await owner.ask('DELETE', `/cards/${good.cardId}`)).body.cards
    assert.deepEqual(
      left.map((card: { cardId: string; isDefault: boolean }) => [card.cardId, card.isDefault]),
      [[asks.cardId, true]],
    )
    assert.equal((await owner.ask('DELETE', `/cards/${good.cardId}`)).status, 404)
    assert.equal((await owner.ask('POST', `/cards/${good.cardId}/default`)).status, 404)
    assert.equal((await owner.ask('POST', '/cards', {})).status, 400)
    await owner.ask('DELETE', `/cards/${asks.cardId}`)
    await customer.place('c')
    await world.settle()
    const { amount } = (await owner.ask('GET', '/billing/due')).body
    assert.equal((await owner.ask('POST', '/billing/pay', { amount })).body.code, 'no_card')
  })

  it('leaves to the staff what nobody pays, and takes it up again with a card', async () => {
    await world.advance(16 * day)
    const { orders } = (await staff('/staff/orders/overdue')).body
    assert.deepEqual(
      orders.map((order: { customerOrderId: string; declineCode: string }) => [
        order.customerOrderId,
        order.declineCode,
      ]),
      [['c', 'no_card']],
    )
    assert.equal((await staff(`/staff/orders/${world.charged.accountId}/c`)).body.unpaidBy, 'no_longer_charged')
    assert.equal((await owner.ask('GET', '/charges?limit=1')).body.charges[0].declineCode, 'no_card')
    await owner.useCard('sim_success')
    await world.advance(day)
    assert.notEqual(await customer.statusOf('c'), 'VALID_AWAITING_PAYMENT')
    assert.deepEqual((await staff('/staff/orders/overdue')).body.orders, [])
    assert.equal((await staff('/staff/reconciliations')).status, 200)
    await world.assertSound()
  })
})
