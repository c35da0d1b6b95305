// The states that Stripe documents for a payment, a refund and a message, and what the service does in each.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, instant, minute, utcDay } from '../../src/base/clock.ts'
import { reconcileDay } from '../../src/payments/books/reconcile.ts'
import { type StripeWorld, startStripeWorld, webhookSecret } from '../support/stripeWorld.ts'

const start = instant('2026-03-02T12:00:00Z')

describe('by the states of Stripe,', () => {
  let scene: StripeWorld
  before(async () => {
    scene = await startStripeWorld(start)
  })
  after(() => scene[Symbol.asyncDispose]())

  const staff = (path: string, body?: object) => {
    const as = scene.world.demo.staff.authorization
    return scene.world.call(`/staff${path}`, body === undefined ? { as } : { method: 'POST', as, body })
  }
  const withoutMessages = async (run: () => Promise<unknown>) => {
    await scene.provider.ask('set', { webhook: null })
    await run()
    await scene.provider.ask('set', { webhook: { url: scene.url, secret: webhookSecret } })
  }
  const pay = async (id: string) => {
    await scene.customer.place(id)
    await scene.advanceToCharge()
    assert.equal((await scene.lastCharge()).status, 'succeeded')
    return (await scene.provider.ask('books', {})).charges.at(-1)!
  }
  /** A charge that Stripe still processes; returns its name there. */
  const process = async (id: string) => {
    await scene.addCard('is_processed')
    await scene.customer.place(id)
    await scene.advanceToCharge()
    await scene.advance(2 * hour) // after its retries of the first hour, the service looks only daily
    assert.equal((await scene.lastCharge()).status, 'unknown')
    return (await scene.provider.ask('payments', {})).at(-1)!
  }
  const differences = async () => {
    const { app, now } = scene.world
    const found = []
    for (let date = utcDay(start); date.toString() <= utcDay(now()).toString(); date = date.add({ days: 1 })) {
      const compared = await reconcileDay({ db: app.database.db, payments: app.payments }, date, now())
      found.push(...compared.differences.map(({ kind, ref }) => `${kind} ${ref}`))
    }
    return found
  }

  it('a payment that is processed is unknown, is not made again, and is paid when Stripe says so', async () => {
    const ref = await process('processed')
    assert.equal(await scene.customer.statusOf('processed'), 'VALID_AWAITING_PAYMENT')
    await scene.provider.ask('finish', { ref, outcome: 'succeeds' })
    await scene.receiveMessages()
    assert.equal((await scene.lastCharge()).status, 'succeeded')
    assert.equal(await scene.customer.statusOf('processed'), 'VALID_HOLDING_BIN')
    assert.equal((await scene.provider.ask('payments', {})).length, 1)
  })

  it('a payment that fails late is declined, its order waits, and another card pays the order the next day', async () => {
    const ref = await process('late')
    await scene.provider.ask('finish', { ref, outcome: 'fails' })
    await scene.receiveMessages()
    const declined = await scene.lastCharge()
    assert.deepEqual([declined.status, declined.declineCode], ['declined', 'generic_decline'])
    assert.equal(await scene.customer.statusOf('late'), 'VALID_AWAITING_PAYMENT')
    await scene.addCard('succeeds')
    await scene.advanceToCharge()
    assert.equal(await scene.customer.statusOf('late'), 'VALID_HOLDING_BIN')
  })

  it('a late failure whose message is lost is found by the next look at the payment', async () => {
    const ref = await process('late and lost')
    await withoutMessages(() => scene.provider.ask('finish', { ref, outcome: 'fails' }))
    assert.equal((await scene.lastCharge()).status, 'unknown')
    await scene.advance(day)
    assert.equal((await scene.lastCharge()).status, 'declined')
    await scene.addCard('succeeds')
    await scene.advanceToCharge()
    assert.equal(await scene.customer.statusOf('late and lost'), 'VALID_HOLDING_BIN')
  })

  it('a confirmation whose message is lost is found by the hourly look', async () => {
    await scene.addCard('asks_holder')
    await scene.customer.place('confirmed')
    await scene.advanceToCharge()
    assert.equal((await scene.lastCharge()).status, 'requires_action')
    const ref = (await scene.provider.ask('payments', {})).at(-1)!
    await withoutMessages(() => scene.provider.ask('holder', { ref, says: 'confirmed' }))
    assert.equal((await scene.lastCharge()).status, 'requires_action')
    await scene.advance(hour)
    assert.equal((await scene.lastCharge()).status, 'succeeded')
  })

  it('a payment whose key Stripe has forgotten is found by its metadata, and is not made twice', async () => {
    await scene.addCard('failing')
    await scene.customer.place('forgotten')
    await withoutMessages(async () => {
      await scene.advanceToCharge()
      await scene.provider.ask('set', { isDown: true })
      await scene.advance(day + hour)
      await scene.provider.ask('set', { isDown: false })
    })
    assert.equal((await scene.lastCharge()).status, 'unknown')
    const made = (await scene.provider.ask('payments', {})).length
    await scene.advance(day)
    assert.equal((await scene.customer.read('forgotten')).paymentInfo.status, 'SUCCEEDED')
    assert.equal((await scene.provider.ask('payments', {})).length, made)
  })

  it('a refund that is pending is made once, and is recorded when Stripe says that it succeeded', async () => {
    await scene.addCard('refunds_later')
    await pay('refunded later')
    await scene.customer.cancel('refunded later')
    await scene.receiveMessages()
    assert.equal((await scene.customer.read('refunded later')).paymentInfo.status, 'SUCCEEDED')
    const refunds = (await scene.provider.ask('books', {})).refunds.length
    await scene.advance(minute)
    assert.equal((await scene.customer.read('refunded later')).paymentInfo.status, 'REFUNDED')
    assert.equal((await scene.provider.ask('books', {})).refunds.length, refunds)
  })

  it('a partial refund leaves the rest of the charge, which a later refund returns to the cent', async () => {
    await scene.addCard('succeeds')
    await scene.customer.place('part 1')
    await scene.customer.place('part 2')
    await scene.advanceToCharge()
    const { cents } = (await scene.provider.ask('books', {})).charges.at(-1)!
    for (const id of ['part 1', 'part 2']) {
      await scene.customer.cancel(id)
      await scene.receiveMessages()
      assert.equal((await scene.customer.read(id)).paymentInfo.status, 'REFUNDED')
    }
    const given = (await scene.provider.ask('books', {})).refunds.slice(-2)
    assert.equal(given[0]!.cents + given[1]!.cents, cents)
  })

  it('Stripe refuses a refund of a disputed charge, the staff see it, and a lost dispute is not refunded again', async () => {
    const { ref, cents } = await pay('disputed')
    const dispute = await scene.provider.ask('dispute', { ref })
    await scene.receiveMessages()
    const path = `/orders/${scene.world.charged.accountId}/disputed/refund`
    assert.equal((await staff(path, { reason: 'it never arrived' })).status, 200)
    await scene.receiveMessages()
    const [refused] = (await staff('/refunds')).body.refunds
    assert.match(refused.problem, /^charge_disputed: Charge \w+ has been charged back/)
    assert.equal((await scene.customer.read('disputed')).paymentInfo.status, 'SUCCEEDED')
    const before = (await scene.provider.ask('books', {})).refunds.length
    await scene.provider.ask('endDispute', { ref: dispute, status: 'lost' })
    await scene.advance(2 * day)
    const { status, refundedTotal } = (await scene.customer.read('disputed')).paymentInfo
    assert.deepEqual([status, refundedTotal], ['REFUNDED', cents / 100])
    assert.equal((await scene.provider.ask('books', {})).refunds.length, before)
    assert.deepEqual((await staff('/refunds')).body.refunds, [])
  })

  it('a refund of a disputed charge is made once the dispute is won and Stripe has forgotten its refusal', async () => {
    const { ref } = await pay('won')
    const dispute = await scene.provider.ask('dispute', { ref })
    await scene.receiveMessages()
    const path = `/orders/${scene.world.charged.accountId}/won/refund`
    assert.equal((await staff(path, { reason: 'it never arrived' })).status, 200)
    await scene.receiveMessages()
    assert.equal((await scene.customer.read('won')).paymentInfo.status, 'SUCCEEDED')
    await scene.provider.ask('endDispute', { ref: dispute, status: 'won' })
    // For a day Stripe answers the key of the refund as it did first.
    for (const delayMs of [minute, 5 * minute, hour]) await scene.advance(delayMs)
    assert.equal((await scene.customer.read('won')).paymentInfo.status, 'SUCCEEDED')
    await scene.advance(day)
    assert.equal((await scene.customer.read('won')).paymentInfo.status, 'REFUNDED')
  })

  it('messages that come twice, backward and after a month change nothing', async () => {
    const { db } = scene.world.app.database
    const state = async () =>
      JSON.stringify([
        (await sql`select charge_id, status, amount_cents from charges order by 1`.execute(db)).rows,
        (await sql`select refund_id, status, amount_cents from refunds order by 1`.execute(db)).rows,
        (await sql`select posting_id from ledger_postings order by 1`.execute(db)).rows,
      ])
    const before = await state()
    const { events } = await scene.provider.ask('books', {})
    await sql`delete from provider_messages`.execute(db)
    await scene.provider.ask('redeliver', { ids: events.map(({ id }) => id).toReversed() })
    await scene.provider.ask('redeliver', {})
    await scene.advance(2 * hour)
    assert.equal(await state(), before)
  })

  it("after all of this Stripe's books and the ledger agree to the cent, and the audit finds nothing", async () => {
    await scene.advance(2 * day)
    assert.deepEqual(await differences(), [])
    assert.deepEqual((await scene.provider.ask('books', {})).violations, [])
    await scene.world.assertSound()
  })
})
