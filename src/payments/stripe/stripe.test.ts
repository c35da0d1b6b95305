import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Provider, startProvider } from '../../../test/provider/provider.ts'
import type { Does } from '../../../test/provider/stripe.ts'
import { instant, later, manualClock, second } from '../../base/clock.ts'
import { contract } from '../contract.ts'
import type { ChargeRequest, HostedCards, Payments } from '../payments.ts'
import { stripePayments } from './stripe.ts'

const start = instant('2026-03-02T02:00:00Z')
const timeoutMs = 250 // of the provider's answers; those that are lost are waited for that long

const adapter = (provider: Provider): Payments =>
  stripePayments({
    secretKey: 'sk_test_octavo',
    webhookSecret: 'whsec_octavo',
    apiUrl: provider.url,
    publicUrl: new URL('https://octavo.example'),
    callsPerSecond: 10_000,
    timeoutMs,
  })

describe('Stripe', () => {
  contract(async () => {
    const provider = await startProvider()
    const clock = manualClock(start)
    await provider.setTime(start)
    const customer = await provider.ask('customer', {})
    const card = (does: Does) => provider.ask('card', { customer, does })
    return {
      payments: adapter(provider),
      cards: {
        succeeds: await card('succeeds'),
        declines: await card('declines'),
        silent: await card('silent'),
        failing: await card('failing'),
        slow: await card('slow'),
        asksHolder: await card('asks_holder'),
      },
      async answerSlowOne() {
        clock.set(later(clock(), 90 * second))
        await provider.setTime(clock())
      },
      holder: ({ ref }, says) => provider.ask('holder', { ref, says }),
      now: () => later(clock(), 30 * second), // the provider's clock goes on by itself
      async close() {
        const { violations } = await provider.ask('books', {})
        await provider[Symbol.asyncDispose]()
        assert.deepEqual(violations, [], "every request was as Stripe's description has it")
      },
    }
  })

  describe('keeps cards:', () => {
    let provider: Provider
    let hosted: HostedCards
    before(async () => {
      provider = await startProvider()
      const { cards } = adapter(provider)
      assert.ok(cards.kind === 'hosted')
      hosted = cards
    })
    after(() => provider[Symbol.asyncDispose]())

    it('an account is one customer, however often it is asked for', async () => {
      const account = { accountId: 'acc_1', name: 'Ada & Söhne', email: 'ada@example.com', lost: null }
      assert.equal(await hosted.customer(account), await hosted.customer(account))
    })

    it('an account whose customer is lost becomes another one, however often that is asked for', async () => {
      const account = { accountId: 'acc_3', name: 'Three', email: 'three@example.com', lost: null }
      const lost = await hosted.customer(account)
      await provider.ask('deleteCustomer', { ref: lost })
      const returnUrl = 'https://octavo.example/dashboard/billing'
      assert.equal(await hosted.begin({ accountId: 'acc_3', customerRef: lost, returnUrl }), null)
      assert.deepEqual(await hosted.list(lost), [])
      const renewed = await hosted.customer({ ...account, lost })
      assert.notEqual(renewed, lost)
      assert.equal(await hosted.customer({ ...account, lost }), renewed)
    })

    it('the holder puts a card on file on its page, and it is listed until it is removed', async () => {
      const account = { accountId: 'acc_2', name: 'Two', email: 'two@example.com', lost: null }
      const customerRef = await hosted.customer(account)
      assert.deepEqual(await hosted.list(customerRef), [])
      const returnUrl = 'https://octavo.example/dashboard/billing'
      const url = (await hosted.begin({ accountId: 'acc_2', customerRef, returnUrl }))!
      const first = await provider.ask('checkout', { url, does: 'succeeds' })
      const again = (await hosted.begin({ accountId: 'acc_2', customerRef, returnUrl }))!
      const second = await provider.ask('checkout', { url: again, does: 'declines' })
      const listed = await hosted.list(customerRef)
      assert.deepEqual(
        listed.map(card => card.ref),
        [second, first],
      )
      assert.match(listed[0]!.last4, /^\d{4}$/)
      assert.equal(listed[0]!.brand, 'Visa')
      await hosted.remove(first)
      await hosted.remove(first)
      assert.deepEqual(
        (await hosted.list(customerRef)).map(card => card.ref),
        [second],
      )
      assert.deepEqual((await provider.ask('books', {})).violations, [])
    })
  })

  const requestOf = (cardRef: string): ChargeRequest => ({
    idempotencyKey: randomUUID(),
    accountId: 'acc_1',
    amountCents: 100,
    cardRef,
    description: 'Books',
    attempt: 1,
    firstAskedAt: start,
    chargeRef: null,
  })

  it('that cannot be reached is a question that nobody has answered', async () => {
    const provider = await startProvider()
    const payments = adapter(provider)
    await provider[Symbol.asyncDispose]()
    const request = requestOf('cus_1:pm_1')
    for (const attempt of [1, 2]) assert.equal((await payments.charge({ ...request, attempt })).kind, 'unknown')
    assert.equal((await payments.withdraw({ ...request, chargeRef: 'pi_1' })).kind, 'unknown')
    const refund = { idempotencyKey: 'r', accountId: 'acc_1', chargeRef: 'pi_1', amountCents: 1, attempt: 1 }
    for (const attempt of [1, 2]) assert.equal((await payments.refund({ ...refund, attempt })).kind, 'unknown')
  })

  describe('makes sure of what it refused:', () => {
    let provider: Provider
    before(async () => {
      provider = await startProvider()
    })
    after(() => provider[Symbol.asyncDispose]())

    it('declines a card that it does not know, without a charge', async () => {
      const outcome = await adapter(provider).charge(requestOf('cus_1:pm_1'))
      assert.ok(outcome.kind === 'declined' && outcome.code === 'resource_missing')
    })

    it('declines a card that it has let go of, at once and when asked again, and tells the operator alone why', async () => {
      const customer = await provider.ask('customer', {})
      const card = await provider.ask('card', { customer, does: 'succeeds' })
      await provider.ask('loseCard', { ref: card })
      const request = requestOf(card)
      for (const attempt of [1, 2]) {
        const outcome = await adapter(provider).charge({ ...request, attempt })
        assert.ok(outcome.kind === 'declined')
        assert.deepEqual(
          [outcome.code, outcome.message],
          ['card_not_usable', 'The card can no longer be charged. Please add another card.'],
        )
        assert.match(outcome.cause!, /^StripeInvalidRequestError 400 req_provider The provided PaymentMethod was prev/)
      }
      assert.deepEqual((await provider.ask('books', {})).charges, [])
    })

    it('declines more than can be charged at once, and says that it is that', async () => {
      const card = await provider.ask('card', { customer: await provider.ask('customer', {}), does: 'succeeds' })
      const outcome = await adapter(provider).charge({ ...requestOf(card), amountCents: 100_000_000 })
      assert.ok(outcome.kind === 'declined')
      assert.deepEqual(
        [outcome.code, outcome.message],
        ['amount_too_large', 'The amount is more than can be charged at once.'],
      )
    })

    it('declines a payment that it will not have confirmed, once it is known not to have been made', async () => {
      const customer = await provider.ask('customer', {})
      const card = await provider.ask('card', { customer, does: 'asks_holder' })
      const request = requestOf(card)
      // As a worker does that dies before it has the payment confirmed.
      const body = new URLSearchParams({
        amount: '100',
        currency: 'usd',
        customer,
        payment_method: card.split(':')[1]!,
        confirm: 'true',
        off_session: 'true',
        'metadata[octavo_key]': request.idempotencyKey,
      })
      assert.equal((await fetch(new URL('/v1/payment_intents', provider.url), { method: 'POST', body })).status, 402)
      await provider.ask('loseCard', { ref: card })
      const outcome = await adapter(provider).charge({ ...request, attempt: 2 })
      assert.ok(outcome.kind === 'declined' && outcome.code === 'authentication_required')
    })

    it('declines in our words what it tells programs alone', async () => {
      const card = await provider.ask('card', { customer: await provider.ask('customer', {}), does: 'asks_holder' })
      const request = requestOf(card)
      const asked = await adapter(provider).charge(request)
      assert.ok(asked.kind === 'requires_action')
      await provider.ask('holder', { ref: asked.ref, says: 'refused' })
      const outcome = await adapter(provider).charge({ ...request, attempt: 2, chargeRef: asked.ref })
      assert.ok(outcome.kind === 'declined')
      assert.equal(outcome.message, 'The holder of the card did not confirm.')
    })
  })
})
