import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { member, program } from '../support/actors.ts'
import { startWorld, type World } from '../support/world.ts'

describe('billing in the dashboard', () => {
  let world: World
  let owner: Awaited<ReturnType<typeof member>>
  let customer: ReturnType<typeof program>
  const staff = (path: string) => world.call(path, { as: world.demo.staff.authorization })

  beforeEach(async () => {
    world = await startWorld()
    owner = await member(world, world.charged)
    customer = program(world, world.charged, 'production')
  })
  afterEach(() => world[Symbol.asyncDispose]())

  /** Answers the charge of an order that is paid at once. */
  async function payAtOnce(customerOrderId: string) {
    await customer.place(customerOrderId)
    await world.settle()
    const { amount } = (await owner.ask('GET', '/billing/due')).body
    return (await owner.ask('POST', '/billing/pay', { amount })).body
  }

  it('billing in the dashboard shows the amount due, and pays it immediately when the amount is confirmed', async () => {
    const nothing = { amount: 0, currency: 'USD', orderCount: 0, orders: [], nextCursor: null, warnings: [] }
    assert.deepEqual((await owner.ask('GET', '/billing/due')).body, nothing)
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

  it('billing in the dashboard is read by a production key, too, and by no key of the sandbox or of another account', async () => {
    const charge = await payAtOnce('a')
    const { production, sandbox } = world.charged
    const byKey = (path: string, { authorization: as } = production) => world.call(`/billing${path}`, { as })
    const { charges, ...page } = (await byKey('/charges')).body
    assert.deepEqual([charges, page], [[charge], { nextCursor: null, warnings: [] }])
    assert.deepEqual((await byKey(`/charges/${charge.chargeId}`)).body, charge)
    const { documents } = (await byKey('/documents')).body
    assert.deepEqual([documents.length, documents[0].number], [1, charge.invoiceNumber])
    const invoice = await byKey(`/charges/${charge.chargeId}/invoice.pdf`)
    assert.equal(invoice.status, 200)
    assert.equal((await byKey('/due')).body.amount, 0)
    assert.equal((await byKey('/terms')).status, 404)

    const inSandbox = await byKey('/charges', sandbox)
    assert.deepEqual([inSandbox.status, inSandbox.body.code], [403, 'not_allowed'])
    const { production: stranger } = world.enterprise
    assert.deepEqual((await byKey('/charges', stranger)).body.charges, [])
    for (const path of [`/charges/${charge.chargeId}`, `/charges/${charge.chargeId}/invoice.pdf`])
      assert.equal((await byKey(path, stranger)).status, 404)
  })

  it('a key for billing alone reads no recipients, and no key with scopes reads where a charge is confirmed', async () => {
    await owner.useCard('sim_authentication_required')
    await customer.place('a')
    await world.settle()
    const { amount } = (await owner.ask('GET', '/billing/due')).body
    const keyWith = async (scopes: string[]) => {
      const { status, body } = await owner.ask('POST', '/production/keys', { label: 'Books', scopes })
      assert.equal(status, 201, JSON.stringify(body))
      return body.authorization as string
    }
    const bookkeeping = await keyWith(['billing:read'])
    const shop = await keyWith(['billing:read', 'orders:write'])
    const complete = world.charged.production.authorization
    const recipientFor = async (as: string) => (await world.call('/billing/due', { as })).body.orders[0].recipient
    assert.equal(await recipientFor(bookkeeping), null)
    for (const as of [shop, complete]) assert.equal(await recipientFor(as), 'Ada Reader')

    const { chargeId, confirmUrl } = (await owner.ask('POST', '/billing/pay', { amount })).body
    assert.ok(URL.canParse(confirmUrl))
    for (const [as, expected] of [
      [bookkeeping, null],
      [shop, null],
      [complete, confirmUrl],
    ]) {
      assert.equal((await world.call('/billing/charges', { as })).body.charges[0].confirmUrl, expected)
      assert.equal((await world.call(`/billing/charges/${chargeId}`, { as })).body.confirmUrl, expected)
    }
  })

  it('a key reads its account, its scopes and how much of the limit is used', async () => {
    await customer.place('a')
    const { body } = await world.call('/account', { as: world.charged.production.authorization })
    const { nextPlaceAt, ...limit } = body.limit
    assert.deepEqual(
      [body.mode, body.key.scopes, limit],
      ['production', null, { ordersPer24Hours: 50, received: 1, queueCeiling: 350, queued: 0 }],
    )
    assert.equal(new Date(nextPlaceAt).getTime(), world.now().getTime() + day)
  })

  it('billing in the dashboard lists the orders that are due in pages, each with the total amount', async () => {
    const prices = []
    for (const name of ['p1', 'p2']) prices.push((await customer.place(name)).pricing.orderTotal)
    await world.settle()
    const first = (await owner.ask('GET', '/billing/due?limit=1')).body
    const second = (await owner.ask('GET', `/billing/due?limit=1&cursor=${first.nextCursor}`)).body
    for (const { amount, orderCount } of [first, second])
      assert.deepEqual([amount, orderCount], [Math.round(100 * (prices[0] + prices[1])) / 100, 2])
    assert.deepEqual(
      [...first.orders, ...second.orders].map(order => order.customerOrderId),
      ['p1', 'p2'],
    )
    assert.equal(second.nextCursor, null)
    assert.equal((await owner.ask('POST', '/billing/pay', { amount: first.amount })).body.orderCount, 2)
  })

  it('billing in the dashboard shows a charge that waits for its holder, who confirms it or has it withdrawn', async () => {
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

  it('billing in the dashboard lists charges, newest first, a page at a time', async () => {
    await payAtOnce('a')
    await owner.useCard('sim_authentication_required')
    const { chargeId } = await payAtOnce('b')
    await owner.ask('POST', `/charges/${chargeId}/withdraw`)
    await owner.useCard('sim_success')
    await payAtOnce('c')
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

  it('billing in the dashboard lists cards: the default card is charged, and a removed card disappears', async () => {
    await owner.useCard('sim_authentication_required')
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
    assert.equal((await payAtOnce('c')).code, 'no_card')
  })

  it('unpaid orders are listed for the staff, and are charged again when there is a card', async () => {
    const { cards } = (await owner.ask('GET', '/cards')).body
    await owner.ask('DELETE', `/cards/${cards[0].cardId}`)
    await customer.place('c')
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
