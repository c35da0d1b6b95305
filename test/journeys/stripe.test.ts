// The whole service with Stripe: the adapter, and a provider in a separate process, which sends its messages over HTTP.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { day, instant, later, minute, utcDay } from '../../src/base/clock.ts'
import { reconcileDay } from '../../src/payments/books/reconcile.ts'
import { holderMails } from '../support/actors.ts'
import { type StripeWorld, startStripeWorld, webhookSecret } from '../support/stripeWorld.ts'
import { startWorld } from '../support/world.ts'

const start = instant('2026-03-02T12:00:00Z')

describe('with Stripe', () => {
  let scene: StripeWorld
  let provider: StripeWorld['provider']
  let world: StripeWorld['world']
  let owner: StripeWorld['owner']
  let customer: StripeWorld['customer']
  let url: string
  let advance: StripeWorld['advance']
  let receiveMessages: StripeWorld['receiveMessages']
  let advanceToCharge: StripeWorld['advanceToCharge']
  let addCard: StripeWorld['addCard']
  let lastCharge: StripeWorld['lastCharge']

  before(async () => {
    scene = await startStripeWorld(start)
    ;({ provider, world, owner, customer, url, advance, receiveMessages, advanceToCharge, addCard, lastCharge } = scene)
  })
  after(() => scene[Symbol.asyncDispose]())

  it('with Stripe a card is on file when the provider has reported it, and its number never reaches the service', async () => {
    assert.deepEqual((await owner.ask('GET', '/cards')).body, { cards: [], kept: 'hosted', testCards: [] })
    await addCard('succeeds')
    const [card, ...others] = (await owner.ask('GET', '/cards')).body.cards
    assert.deepEqual([card.brand, card.expiresOn, card.isDefault, others], ['Visa', '2030-08-31', true, []])
  })

  it('with Stripe the daily charge takes the price of the orders, and a canceled order is refunded', async () => {
    for (const id of ['a', 'b']) await customer.place(id)
    await advanceToCharge()
    assert.equal(await customer.statusOf('a'), 'VALID_HOLDING_BIN')
    await customer.cancel('b')
    await world.settle()
    assert.equal((await customer.read('b')).paymentInfo.status, 'REFUNDED')
    const charge = await lastCharge()
    assert.deepEqual([charge.status, charge.kind, charge.orderCount], ['succeeded', 'daily', 2])
    assert.ok(charge.refunded > 0 && charge.refunded < charge.amount)
  })

  for (const does of ['silent', 'failing'] as const) {
    it(`with Stripe a charge whose first answer is lost (${does}) is unknown, and found a minute later`, async () => {
      await addCard(does)
      await customer.place(does)
      await advanceToCharge()
      await receiveMessages()
      // The provider's own message comes first where it is sent at once; without it the minute's look finds the same.
      await advance(minute)
      assert.equal(await customer.statusOf(does), 'VALID_HOLDING_BIN')
      assert.equal((await lastCharge()).status, 'succeeded')
    })
  }

  it('with Stripe a charge that is answered after 90 seconds is unknown first, and then succeeds', async () => {
    await addCard('slow')
    await customer.place('slow')
    await advanceToCharge()
    assert.equal((await lastCharge()).status, 'unknown')
    await advance(minute)
    assert.equal((await lastCharge()).status, 'unknown')
    await advance(5 * minute)
    assert.equal((await lastCharge()).status, 'succeeded')
  })

  it('with Stripe a charge that the cardholder has to confirm waits, is announced by email, and goes on at once when they do', async () => {
    await addCard('asks_holder')
    await customer.place('asks')
    await advanceToCharge()
    const waiting = await lastCharge()
    assert.equal(waiting.status, 'requires_action')
    const mail = (await holderMails(world, world.charged)).at(-1)!
    assert.match(mail.subject, /^Please confirm your payment of \$/)
    assert.ok(mail.body.includes(waiting.confirmUrl))
    const { rows } = await sql<{ ref: string }>`
      select provider_ref as ref from charges where charge_id = ${waiting.chargeId}`.execute(world.app.database.db)
    await provider.ask('holder', { ref: rows[0]!.ref, says: 'confirmed' })
    await receiveMessages()
    assert.equal((await lastCharge()).status, 'succeeded')
    assert.equal(await customer.statusOf('asks'), 'VALID_HOLDING_BIN')
  })

  it('with Stripe a declined charge is shown with its reason, and can be paid at once with another card', async () => {
    await addCard('insufficient_funds')
    await customer.place('poor')
    await advanceToCharge()
    const declined = await lastCharge()
    assert.deepEqual([declined.status, declined.declineCode], ['declined', 'insufficient_funds'])
    const { amount } = (await owner.ask('GET', '/billing/due')).body
    assert.equal((await owner.ask('POST', '/billing/pay', { amount: 0.01 })).status, 409)
    const { cards } = (await owner.ask('GET', '/cards')).body
    const bad = cards.find((card: { isDefault: boolean }) => card.isDefault)
    assert.equal((await owner.ask('DELETE', `/cards/${bad.cardId}`)).status, 200)
    const good = cards.at(-1)
    assert.equal((await owner.ask('POST', `/cards/${good.cardId}/default`)).status, 200)
    await receiveMessages()
    const paid = await owner.ask('POST', '/billing/pay', { amount })
    assert.deepEqual([paid.status, paid.body.status, paid.body.kind], [200, 'succeeded', 'at_once'])
    assert.equal((await owner.ask('GET', '/cards')).body.cards.length, cards.length - 1)
  })

  it('with Stripe a card that was detached without a message is declined, and the next card is charged a day later', async () => {
    await addCard('succeeds')
    await addCard('succeeds')
    const [lost, next] = (await owner.ask('GET', '/cards')).body.cards
    const { rows } = await sql<{ ref: string }>`
      select provider_ref as ref from cards where card_id = ${lost.cardId}`.execute(world.app.database.db)
    await provider.ask('loseCard', rows[0]!)
    await customer.place('lost')
    await advanceToCharge()
    const declined = await lastCharge()
    assert.deepEqual([declined.status, declined.declineCode], ['declined', 'card_not_usable'])
    assert.match((await holderMails(world, world.charged)).at(-1)!.subject, /did not go through$/)
    const { cards } = (await owner.ask('GET', '/cards')).body
    assert.deepEqual([cards[0].cardId, cards[0].isDefault], [next.cardId, true], 'the lost one is not shown any more')
    await advanceToCharge()
    assert.equal((await lastCharge()).status, 'succeeded')
    assert.equal(await customer.statusOf('lost'), 'VALID_HOLDING_BIN')
  })

  it('with Stripe staff settle a charge with an unknown outcome after a day, unless Stripe has a record of it', async () => {
    const staff = (path: string, body: object) =>
      world.call(path, { method: 'POST', as: world.demo.staff.authorization, body })
    const settle = async () => {
      const { chargeId } = await lastCharge()
      const path = `/staff/charges/${world.charged.accountId}/${chargeId}/not-taken`
      return staff(path, { reason: 'Stripe has no such payment' })
    }
    await addCard('succeeds')
    await customer.place('never asked for')
    await provider.ask('set', { isDown: true })
    await advanceToCharge()
    const tooEarly = await settle()
    assert.deepEqual([tooEarly.status, tooEarly.body.code], [409, 'wrong_state'])
    await advance(day + 2 * minute)
    const unheard = await settle()
    assert.deepEqual([unheard.status, unheard.body.code], [503, 'provider_unavailable'])
    await provider.ask('set', { isDown: false })
    const settled = await settle()
    assert.deepEqual([settled.status, settled.body.status, settled.body.declineCode], [200, 'declined', 'not_taken'])
    assert.equal((await settle()).status, 409)
    const { entries } = (await world.call('/staff/audit', { as: world.demo.staff.authorization })).body
    assert.deepEqual(
      [entries[0].action, entries[0].subject, entries[0].details.reason],
      ['charge_settled_as_not_taken', settled.body.chargeId, 'Stripe has no such payment'],
    )
    await advanceToCharge()
    assert.equal(await customer.statusOf('never asked for'), 'VALID_HOLDING_BIN')

    await addCard('failing')
    await customer.place('taken')
    await provider.ask('set', { webhook: null })
    await advanceToCharge()
    await provider.ask('set', { isDown: true })
    await advance(day + 2 * minute)
    await provider.ask('set', { isDown: false, webhook: { url, secret: webhookSecret } })
    const taken = await settle()
    assert.deepEqual([taken.status, taken.body.detail], [409, 'The provider has made the charge after all.'])
    assert.equal((await lastCharge()).status, 'succeeded')
    assert.equal(await customer.statusOf('taken'), 'VALID_HOLDING_BIN')
  })

  it('with Stripe an account whose customer is deleted at Stripe puts a card on file again and is charged', async () => {
    const cards = async () => (await owner.ask('GET', '/cards')).body.cards
    const lose = async () => {
      const { rows } = await sql<{ ref: string }>`
        select provider_ref as ref from payment_customers where account_id = ${world.charged.accountId}`.execute(
        world.app.database.db,
      )
      await provider.ask('deleteCustomer', rows[0]!)
      await receiveMessages()
    }
    await lose()
    assert.deepEqual(await cards(), [], 'what Stripe has told of is known at once')
    await addCard('succeeds')
    assert.equal((await cards()).length, 1)

    await provider.ask('set', { webhook: null })
    await lose()
    await provider.ask('set', { webhook: { url, secret: webhookSecret } })
    await customer.place('orphan')
    await advanceToCharge()
    const declined = await lastCharge()
    assert.deepEqual(
      [declined.status, declined.declineMessage],
      ['declined', 'The card can no longer be charged. Please add another card.'],
    )
    assert.deepEqual(await cards(), [], 'and else when the card is charged')
    await addCard('succeeds')
    await advanceToCharge()
    assert.equal(await customer.statusOf('orphan'), 'VALID_HOLDING_BIN')
  })

  it('with Stripe an account gets twenty pages for new cards and then one an hour, against tests of stolen cards', async () => {
    for (let i = 0; i < 20; i++) await owner.ask('POST', '/cards')
    const { status, headers } = await owner.ask('POST', '/cards')
    assert.equal(status, 429)
    const seconds = Number(headers['retry-after'])
    assert.ok(seconds > 3000 && seconds <= 3600, `${seconds}`)
  })

  it('with Stripe messages that are repeated, late or out of order change nothing', async () => {
    const state = async () =>
      JSON.stringify((await sql`select * from charges order by 1, 2`.execute(world.app.database.db)).rows)
    const before = await state()
    const { events } = await provider.ask('books', {})
    await provider.ask('redeliver', { ids: events.map(event => event.id).toReversed() })
    await provider.ask('redeliver', {})
    await receiveMessages()
    assert.equal(await state(), before)
    const { rows } = await sql<{ count: number }>`select count(*) from provider_messages`.execute(world.app.database.db)
    assert.equal(rows[0]!.count, events.length)
  })

  it("Stripe's books and the ledger agree to the cent every day, and a payment that only Stripe has is found", async () => {
    await advance(2 * day)
    const { db } = world.app.database
    const { charges, refunds, violations } = await provider.ask('books', {})
    const own = await sql<{ ref: string; cents: number; key: string }>`
      select provider_ref as ref, amount_cents as cents, idempotency_key as key from charges where status = 'succeeded'`.execute(
      db,
    )
    const given = await sql<{ ref: string; cents: number; key: string }>`
      select provider_ref as ref, amount_cents as cents, idempotency_key as key from refunds where status = 'succeeded'`.execute(
      db,
    )
    const sorted = <T extends { ref: string }>(rows: T[]) => rows.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
    assert.deepEqual(sorted(own.rows), sorted(charges))
    assert.deepEqual(sorted(given.rows), sorted(refunds))
    const cash = await sql<{ cents: number }>`
      select sum(amount_cents)::bigint as cents from ledger_entries where ledger_account = 'cash'`.execute(db)
    const sum = (rows: { cents: number }[]) => rows.reduce((all, row) => all + row.cents, 0)
    assert.equal(cash.rows[0]!.cents, sum(charges) - sum(refunds))

    const { payments } = world.app
    let entries = 0
    for (let date = utcDay(start); date.toString() <= utcDay(world.now()).toString(); date = date.add({ days: 1 })) {
      const compared = await reconcileDay({ db, payments }, date, world.now())
      assert.deepEqual(compared.differences, [], date.toString())
      entries += compared.entries
    }
    assert.equal(entries, charges.length + refunds.length)

    await provider.ask('adjust', { cents: -1500 })
    const { differences } = await reconcileDay({ db, payments }, utcDay(world.now()), world.now())
    assert.deepEqual(
      differences.map(one => [one.kind, one.providerCents]),
      [['unknown_to_us', -1500]],
    )
    assert.deepEqual(violations, [], "every request was as Stripe's description has it")
    await world.assertSound()
  })

  it('only messages that Stripe signed are accepted', async () => {
    const body = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'something.new', data: { object: {} } })
    const post = (secret: string, at: Date, changed = body, signed = body) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': Stripe.webhooks.generateTestHeaderString({
            payload: signed,
            secret,
            timestamp: Math.floor(at.getTime() / 1000),
          }),
        },
        body: changed,
      })
    const now = world.now()
    assert.equal((await post('whsec_other', now)).status, 400)
    assert.equal((await post(webhookSecret, later(now, -301_000))).status, 400)
    assert.equal((await post(webhookSecret, now, body.replace('new', 'old'))).status, 400)
    assert.equal(
      (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '' })).status,
      400,
    )
    for (const _ of [1, 2]) assert.equal((await post(webhookSecret, later(now, -299_000))).status, 200)
    const metadata = { octavo_account: 'acc\0_1', octavo_key: 'octavo-\ud800' }
    const odd = { id: 'evt_odd', object: 'event', type: 'payment_intent.succeeded', data: { object: { metadata } } }
    const text = JSON.stringify(odd)
    assert.equal((await post(webhookSecret, now, text, text)).status, 200, 'also with letters that cannot be kept')

    let forged = 400
    for (let sent = 0; forged === 400 && sent < 10_000; sent++) forged = (await post('whsec_other', now)).status
    assert.equal(forged, 429, 'an address that sends nothing else is turned away')
    assert.equal((await post(webhookSecret, now)).status, 200, 'and what Stripe sends through it is taken')
  })
})

it('without Stripe there is no address for its messages', async () => {
  await using world = await startWorld()
  assert.equal((await world.call('/stripe/webhook', { method: 'POST', body: {} })).status, 404)
})
