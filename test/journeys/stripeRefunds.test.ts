// What becomes of refunds that Stripe does not make, or that do not last.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day, hour, instant, minute, utcDay } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import { reconcileDay } from '../../src/payments/books/reconcile.ts'
import { holderMails } from '../support/actors.ts'
import { readPdf } from '../support/pdf.ts'
import { type StripeWorld, startStripeWorld } from '../support/stripeWorld.ts'

const start = instant('2026-03-02T12:00:00Z')

describe('with Stripe, a refund', () => {
  let scene: StripeWorld
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (_line: unknown, text?: string) => errors.push(text ?? '') }
  before(async () => {
    scene = await startStripeWorld(start, { log })
    await scene.addCard('succeeds')
  })
  after(() => scene[Symbol.asyncDispose]())

  const staff = (path: string, body?: object) => {
    const as = scene.world.demo.staff.authorization
    return scene.world.call(`/staff${path}`, body === undefined ? { as } : { method: 'POST', as, body })
  }
  const unmade = async () => (await staff('/refunds')).body.refunds
  /** Pays for an order, and answers the provider's name of its payment. */
  const pay = async (id: string) => {
    await scene.customer.place(id)
    await scene.advanceToCharge()
    const { charges } = await scene.provider.ask('books', {})
    return charges.at(-1)!
  }
  const differencesOf = async () => {
    const { app, now } = scene.world
    const found = []
    for (let date = utcDay(start); date.toString() <= utcDay(now()).toString(); date = date.add({ days: 1 })) {
      const { differences } = await reconcileDay({ db: app.database.db, payments: app.payments }, date, now())
      found.push(...differences.map(({ kind, ref }) => [kind, ref]))
    }
    return found
  }
  const creditNoteOf = async (refundId: string) => {
    const cookie = await scene.world.signIn(scene.world.charged.user)
    const path = `/dashboard/api/billing/refunds/${refundId}/credit-note.pdf`
    const { rawPayload } = await scene.world.app.server.inject({ url: path, headers: { cookie } })
    const pdf = await readPdf(rawPayload)
    const { text } = await pdf.page(1)
    await pdf.close()
    return text
  }

  it('with Stripe, a refund that was made by hand is listed until the staff assign it, and then it is recorded', async () => {
    const { customer, provider, world, advance, receiveMessages } = scene
    const { ref, cents } = await pay('by hand')
    const reference = await provider.ask('refundByHand', { ref, cents })
    await customer.cancel('by hand')
    await receiveMessages()
    const [refund, ...others] = await unmade()
    assert.deepEqual(
      [refund.customerOrderId, refund.amount, refund.problem, others],
      ['by hand', cents / 100, 'charge_already_refunded: The charge has already been refunded.', []],
    )
    assert.equal((await staff('/overview')).body.counts.unmadeRefunds, 1)
    assert.equal((await customer.read('by hand')).paymentInfo.status, 'SUCCEEDED')

    const path = `/refunds/${world.charged.accountId}/${refund.refundId}/given-back`
    const tooEarly = await staff(path, { reference, reason: 'the bank wanted it so' })
    assert.deepEqual([tooEarly.status, tooEarly.body.code], [409, 'wrong_state'])
    await advance(minute)
    await advance(5 * minute)
    await provider.ask('set', { isDown: true })
    const unheard = await staff(path, { reference, reason: 'the bank wanted it so' })
    assert.deepEqual([unheard.status, unheard.body.code], [503, 'provider_unavailable'])
    await provider.ask('set', { isDown: false })
    const made = await staff(path, { reference, reason: 'the bank wanted it so' })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    assert.deepEqual(
      [made.body.status, made.body.paymentInfo.status, made.body.paymentInfo.refundedTotal],
      ['CANCELLED', 'REFUNDED', cents / 100],
    )
    assert.equal((await staff(path, { reference, reason: 'again' })).status, 409)
    assert.deepEqual(await unmade(), [])
    const { entries } = (await staff('/audit')).body
    assert.deepEqual(
      [entries[0].action, entries[0].details.reference, entries[0].details.reason],
      ['refund_given_back_by_hand', reference, 'the bank wanted it so'],
    )
    const mail = (await holderMails(world, world.charged)).at(-1)!
    assert.match(mail.body, new RegExp(`in another way than to your card\\.[\\s\\S]*Reference: ${reference}\n`))
    assert.match(await creditNoteOf(refund.refundId), new RegExp(`Refunded by hand.*Reference: ${reference}`, 's'))

    errors.length = 0
    await advance(2 * day)
    assert.deepEqual(errors, [], 'nobody is called again, and the books agree')
    assert.deepEqual(await differencesOf(), [])
    await world.assertSound()
  })

  it('with Stripe, a refund that the bank returns is due again, and ends when it is paid back by hand', async () => {
    const { customer, provider, world, advance, receiveMessages } = scene
    const { cents } = await pay('sent back')
    await customer.cancel('sent back')
    await receiveMessages()
    const { paymentInfo } = await customer.read('sent back')
    assert.deepEqual([paymentInfo.status, paymentInfo.refundedTotal], ['REFUNDED', cents / 100])
    const { refunds } = await provider.ask('books', {})
    const { ref, key } = refunds.at(-1)!
    const refundId = key.replace('octavo-', '')
    const creditNote = await creditNoteOf(refundId)
    await advance(2 * day)

    await provider.ask('returnRefund', { ref })
    await receiveMessages()
    const owed = await customer.read('sent back')
    assert.deepEqual(
      [owed.status, owed.paymentInfo.status, owed.paymentInfo.refundedTotal],
      ['CANCELLED', 'SUCCEEDED', 0],
    )
    const { events } = (await world.call('/orders/sent%20back/events', { as: customer.as })).body
    assert.equal(events.at(-1).type, 'OrderRefundFailed')
    assert.match((await holderMails(world, world.charged)).at(-1)!.subject, /^Your \$[\d.]+ refund was returned$/)
    assert.ok(errors.includes('the bank returned a refund'))
    const [listed] = await unmade()
    assert.deepEqual([listed.refundId, listed.amount], [refundId, cents / 100])
    assert.match(listed.problem, /^expired_or_canceled_card/)
    assert.notEqual(listed.returnedAt, null)
    assert.deepEqual(await differencesOf(), [])
    await world.assertSound()

    const providerBooks = await provider.ask('books', {})
    await provider.ask('redeliver', {})
    await receiveMessages()
    await advance(2 * hour) // an attempt is missing if the first message found the refund under way
    assert.equal((await unmade()).length, 1)
    assert.equal((await provider.ask('books', {})).refunds.length, providerBooks.refunds.length, 'it is not made twice')

    const path = `/refunds/${world.charged.accountId}/${refundId}/given-back`
    const made = await staff(path, { reference: 'SEPA 7', reason: 'the card is closed' })
    assert.deepEqual([made.status, made.body.paymentInfo.status], [200, 'REFUNDED'])
    assert.equal(await creditNoteOf(refundId), creditNote)
    await advance(2 * day)
    assert.deepEqual(await unmade(), [])
    assert.deepEqual(await differencesOf(), [])
    await world.assertSound()
  })
})
