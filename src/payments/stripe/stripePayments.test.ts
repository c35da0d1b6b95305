import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { say } from '../../../languages/texts.ts'
import { type Provider, startProvider } from '../../../test/provider/provider.ts'
import type { Does } from '../../../test/provider/stripe.ts'
import { hour, instant, later, manualClock, second } from '../../base/clock.ts'
import { contract } from '../contract.ts'
import type { ChargeRequest, HostedCards, Payments } from '../payments.ts'
import { stripePayments } from './stripePayments.ts'

const start = instant('2026-03-02T02:00:00Z')
/** Enough for the provider's process on a busy machine. The tests wait as long for lost answers. */
const timeoutMs = 2 * second

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
    const disputes = new Map<string, string>()
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
      async answerSlowCharge() {
        // The provider's clock advances by itself: it took the payment later than the test began.
        clock.set(later(clock(), hour))
        await provider.setTime(clock())
      },
      answerAsHolder: ({ ref }, says) => provider.ask('holder', { ref, says }),
      async dispute(ref, event) {
        if (event === 'opened') disputes.set(ref, await provider.ask('dispute', { ref }))
        else await provider.ask('endDispute', { ref: disputes.get(ref)!, status: event })
        return disputes.get(ref)!
      },
      now: () => later(clock(), 30 * second), // the provider's clock advances by itself
      async close() {
        const { violations } = await provider.ask('books', {})
        await provider[Symbol.asyncDispose]()
        assert.deepEqual(violations, [], "every request matches Stripe's description")
      },
    }
  })

  describe('cards', () => {
    let provider: Provider
    let hosted: HostedCards
    before(async () => {
      provider = await startProvider()
      const { cards } = adapter(provider)
      assert.ok(cards.kind === 'hosted')
      hosted = cards
    })
    after(() => provider[Symbol.asyncDispose]())

    it('repeated requests for the customer of an account return the same customer', async () => {
      const account = { accountId: 'acc_1', name: 'Ada & Söhne', email: 'ada@example.com', lostRef: null }
      assert.equal(await hosted.createCustomer(account), await hosted.createCustomer(account))
    })

    it('an account whose customer was deleted gets one new customer', async () => {
      const account = { accountId: 'acc_3', name: 'Three', email: 'three@example.com', lostRef: null }
      const lost = await hosted.createCustomer(account)
      await provider.ask('deleteCustomer', { ref: lost })
      const returnUrl = 'https://octavo.example/dashboard/billing'
      assert.equal(await hosted.startCardSetup({ accountId: 'acc_3', customerRef: lost, returnUrl }), null)
      assert.deepEqual(await hosted.listCards(lost), [])
      const renewed = await hosted.createCustomer({ ...account, lostRef: lost })
      assert.notEqual(renewed, lost)
      assert.equal(await hosted.createCustomer({ ...account, lostRef: lost }), renewed)
    })

    it("a card that was added on Stripe's page is listed until it is removed", async () => {
      const account = { accountId: 'acc_2', name: 'Two', email: 'two@example.com', lostRef: null }
      const customerRef = await hosted.createCustomer(account)
      assert.deepEqual(await hosted.listCards(customerRef), [])
      const returnUrl = 'https://octavo.example/dashboard/billing'
      const url = (await hosted.startCardSetup({ accountId: 'acc_2', customerRef, returnUrl }))!
      const first = await provider.ask('checkout', { url, does: 'succeeds' })
      const again = (await hosted.startCardSetup({ accountId: 'acc_2', customerRef, returnUrl }))!
      const second = await provider.ask('checkout', { url: again, does: 'declines' })
      const listed = await hosted.listCards(customerRef)
      assert.deepEqual(
        listed.map(card => card.ref),
        [second, first],
      )
      assert.match(listed[0]!.last4, /^\d{4}$/)
      assert.match(listed[0]!.expiresOn!, /^20\d\d-\d\d-\d\d$/)
      assert.equal(listed[0]!.brand, 'Visa')
      await hosted.removeCard(first)
      await hosted.removeCard(first)
      assert.deepEqual(
        (await hosted.listCards(customerRef)).map(card => card.ref),
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
    firstRequestedAt: start,
    chargeRef: null,
  })

  it('the outcome of a call is unknown while Stripe cannot be reached', async () => {
    const provider = await startProvider()
    const payments = adapter(provider)
    await provider[Symbol.asyncDispose]()
    const request = requestOf('cus_1:pm_1')
    for (const attempt of [1, 2]) assert.equal((await payments.charge({ ...request, attempt })).kind, 'unknown')
    assert.equal((await payments.withdraw({ ...request, chargeRef: 'pi_1' })).kind, 'unknown')
    const refund = { idempotencyKey: 'r', accountId: 'acc_1', chargeRef: 'pi_1', amountCents: 1, attempt: 1 }
    for (const attempt of [1, 2]) assert.equal((await payments.refund({ ...refund, attempt })).kind, 'unknown')
  })

  describe('refused and declined charges', () => {
    let provider: Provider
    before(async () => {
      provider = await startProvider()
    })
    after(() => provider[Symbol.asyncDispose]())

    it('a card that Stripe does not know is declined without a charge', async () => {
      const outcome = await adapter(provider).charge(requestOf('cus_1:pm_1'))
      assert.ok(outcome.kind === 'declined' && outcome.code === 'resource_missing')
    })

    it('a detached card is declined at every call, and only the operator sees the cause', async () => {
      const customer = await provider.ask('customer', {})
      const card = await provider.ask('card', { customer, does: 'succeeds' })
      await provider.ask('loseCard', { ref: card })
      const request = requestOf(card)
      for (const attempt of [1, 2]) {
        const outcome = await adapter(provider).charge({ ...request, attempt })
        assert.ok(outcome.kind === 'declined')
        assert.deepEqual(
          [outcome.code, String(outcome.message)],
          ['card_not_usable', 'The card can no longer be charged. Please add another card.'],
        )
        assert.match(outcome.cause!, /^StripeInvalidRequestError 400 req_provider The provided PaymentMethod was prev/)
      }
      assert.deepEqual((await provider.ask('books', {})).charges, [])
    })

    it('a declined payment is canceled at Stripe, so that it cannot be confirmed later', async () => {
      const customer = await provider.ask('customer', {})
      for (const does of ['declines', 'insufficient_funds'] as const) {
        const outcome = await adapter(provider).charge(requestOf(await provider.ask('card', { customer, does })))
        assert.ok(outcome.kind === 'declined')
        const intent = await (await fetch(new URL(`/v1/payment_intents/${outcome.ref}`, provider.url))).json()
        assert.equal((intent as { status: string }).status, 'canceled')
      }
    })

    it('the outcome of a charge that is refused by our own fault is unknown until the fault is fixed', async () => {
      const card = await provider.ask('card', { customer: await provider.ask('customer', {}), does: 'succeeds' })
      const type = 'invalid_request_error'
      const faults = [
        {
          status: 400,
          error: { type, code: 'parameter_unknown', param: 'confirn', message: 'Received unknown parameter' },
        },
        { status: 400, error: { type, message: 'Your account cannot currently make live charges.' } },
        { status: 401, error: { type, message: 'Invalid API Key provided: sk_test_***' } },
        { status: 403, error: { type, message: 'The provided key does not have the required permissions.' } },
      ]
      for (const refuses of faults) {
        const request = requestOf(card)
        await provider.ask('set', { refuses })
        const outcome = await adapter(provider).charge(request)
        assert.ok(outcome.kind === 'unknown' && outcome.isOurFault, JSON.stringify(outcome))
        await provider.ask('set', { refuses: null })
        assert.equal(
          (await adapter(provider).charge({ ...request, idempotencyKey: randomUUID(), attempt: 2 })).kind,
          'succeeded',
        )
      }
    })

    it('a payment whose customer Stripe does not find is not withdrawn, as another account of Stripe may have made it', async () => {
      const customer = await provider.ask('customer', {})
      const card = await provider.ask('card', { customer, does: 'succeeds' })
      const request = { ...requestOf(card), attempt: 2 }
      const payments = adapter(provider)
      assert.deepEqual(await payments.withdraw(request), {
        ...{
          kind: 'declined',
          ref: null,
          code: 'not_confirmed',
          message: say('The payment was not confirmed in time.'),
        },
      })
      const made = await payments.charge({ ...request, attempt: 1 })
      assert.equal(made.kind, 'succeeded')
      await provider.ask('deleteCustomer', { ref: customer })
      assert.equal((await payments.withdraw(request)).kind, 'unknown')
      assert.equal((await payments.withdraw({ ...request, chargeRef: 'pi_of_another_account' })).kind, 'unknown')
    })

    it('a charge above the maximum amount is declined with a message about the amount', async () => {
      const card = await provider.ask('card', { customer: await provider.ask('customer', {}), does: 'succeeds' })
      const outcome = await adapter(provider).charge({ ...requestOf(card), amountCents: 100_000_000 })
      assert.ok(outcome.kind === 'declined')
      assert.deepEqual(
        [outcome.code, String(outcome.message)],
        ['amount_too_large', 'The amount is more than can be charged at once.'],
      )
    })

    it('a payment that can no longer be confirmed is declined', async () => {
      const customer = await provider.ask('customer', {})
      const card = await provider.ask('card', { customer, does: 'asks_holder' })
      const request = requestOf(card)
      // The request of a worker that dies before it confirms the payment.
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

    it('a payment that the cardholder refused is declined with our own message', async () => {
      const card = await provider.ask('card', { customer: await provider.ask('customer', {}), does: 'asks_holder' })
      const request = requestOf(card)
      const waiting = await adapter(provider).charge(request)
      assert.ok(waiting.kind === 'requires_action')
      await provider.ask('holder', { ref: waiting.ref, says: 'refused' })
      const outcome = await adapter(provider).charge({ ...request, attempt: 2, chargeRef: waiting.ref })
      assert.ok(outcome.kind === 'declined')
      assert.equal(String(outcome.message), 'The holder of the card did not confirm.')
    })
  })
})
