// What every adapter of the port must do, whoever the provider is. Its test calls this with a way of making one.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { earlier, instant, later, minute } from '../base/clock.ts'
import type { ChargeRequest, Payments } from './payments.ts'

export type ContractSubject = {
  payments: Payments
  /**
   * The provider's test cards, by behaviour. `silent` charges, but its first answer is lost; `failing` charges, but its
   * first answer is a server error; `slow` charges at once and answers after `answerSlowOne`.
   */
  cards: { succeeds: string; declines: string; silent: string; failing: string; slow: string; asksHolder: string }
  /** Lets the time pass that `slow` takes. */
  answerSlowOne(): Promise<void>
  /** What the cardholder answers when asked to confirm. */
  holder(outcome: { ref: string; url: string }, says: 'confirmed' | 'refused'): Promise<void>
  /** The provider's time, for its books. */
  now(): Date
  close(): Promise<void>
}

/** The subject is made once: its promises do not affect each other. */
export function contract(make: () => Promise<ContractSubject>): void {
  let subject: ContractSubject
  let payments: Payments
  let cards: ContractSubject['cards']
  let asked: Date

  const requestOf = (cardRef: string): ChargeRequest => ({
    idempotencyKey: randomUUID(),
    accountId: 'acc_1',
    amountCents: 1234,
    cardRef,
    description: 'Books',
    attempt: 1,
    firstAskedAt: asked,
    chargeRef: null,
  })
  const again = (request: ChargeRequest): ChargeRequest => ({ ...request, attempt: request.attempt + 1 })
  const refundOf = (chargeRef: string, amountCents: number) => ({
    idempotencyKey: randomUUID(),
    accountId: 'acc_1',
    chargeRef,
    amountCents,
    attempt: 1,
  })

  const succeed = async (request: ChargeRequest): Promise<string> => {
    const outcome = await payments.charge(request)
    assert.ok(outcome.kind === 'succeeded', JSON.stringify(outcome))
    return outcome.ref
  }
  const askHolder = async (request: ChargeRequest) => {
    const outcome = await payments.charge(request)
    assert.ok(outcome.kind === 'requires_action', JSON.stringify(outcome))
    assert.ok(URL.canParse(outcome.url))
    return { outcome, next: { ...again(request), chargeRef: outcome.ref } }
  }

  describe('keeps the contract of payments:', () => {
    before(async () => {
      subject = await make()
      payments = subject.payments
      cards = subject.cards
      asked = earlier(subject.now(), minute)
    })
    after(() => subject.close())

    it('a charge succeeds, and the same key answers the same charge, now and on a later call', async () => {
      const request = requestOf(cards.succeeds)
      const ref = await succeed(request)
      assert.equal(await succeed(request), ref)
      assert.equal(await succeed(again(request)), ref)
      assert.equal(await succeed({ ...again(request), chargeRef: ref }), ref)
    })

    it('other keys make other charges', async () => {
      const first = await succeed(requestOf(cards.succeeds))
      assert.notEqual(await succeed(requestOf(cards.succeeds)), first)
    })

    it('a key used several times at once makes one charge', async () => {
      const request = requestOf(cards.succeeds)
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => payments.charge(request)))
      // A caller that asks while the first call is running may be told that the outcome is unknown.
      const refs = outcomes.flatMap(outcome => (outcome.kind === 'succeeded' ? [outcome.ref] : []))
      assert.ok(refs.length > 0)
      assert.equal(new Set([...refs, await succeed(again(request))]).size, 1)
      const made = (await booked()).filter(entry => entry.ownKey === request.idempotencyKey)
      assert.equal(made.length, 1)
    })

    it('a decline says why, and the same key is declined again', async () => {
      const request = requestOf(cards.declines)
      const outcome = await payments.charge(request)
      assert.ok(outcome.kind === 'declined' && outcome.code !== '' && outcome.message !== '')
      assert.deepEqual(await payments.charge(request), outcome)
      assert.deepEqual(await payments.charge(again(request)), outcome)
    })

    for (const how of ['silent', 'failing'] as const) {
      it(`a ${how} answer is unknown, and the same key finds out that the money has moved`, async () => {
        const request = requestOf(cards[how])
        assert.equal((await payments.charge(request)).kind, 'unknown')
        const ref = await succeed(again(request))
        assert.equal(await succeed(again(again(request))), ref)
        assert.equal((await booked()).filter(entry => entry.ownKey === request.idempotencyKey).length, 1)
      })
    }

    it('an answer that comes too late is unknown first, and then an answer', async () => {
      const request = requestOf(cards.slow)
      assert.equal((await payments.charge(request)).kind, 'unknown')
      await subject.answerSlowOne()
      await succeed(again(request))
      assert.equal((await booked()).filter(entry => entry.ownKey === request.idempotencyKey).length, 1)
    })

    it('a charge that its holder has to confirm waits, and succeeds when they do', async () => {
      const { outcome, next } = await askHolder(requestOf(cards.asksHolder))
      assert.equal((await payments.charge(next)).kind, 'requires_action')
      assert.deepEqual(await payments.charge({ ...next, chargeRef: null }), outcome)
      await subject.holder(outcome, 'confirmed')
      assert.equal(await succeed(next), outcome.ref)
      assert.deepEqual(await payments.withdraw(next), { kind: 'succeeded', ref: outcome.ref })
    })

    it('a charge that its holder refuses is declined', async () => {
      const { outcome, next } = await askHolder(requestOf(cards.asksHolder))
      await subject.holder(outcome, 'refused')
      assert.equal((await payments.charge(next)).kind, 'declined')
    })

    it('a charge that was given up can no longer be confirmed', async () => {
      const { outcome, next } = await askHolder(requestOf(cards.asksHolder))
      const given = await payments.withdraw(next)
      assert.ok(given.kind === 'declined' && given.code === 'not_confirmed')
      await subject.holder(outcome, 'confirmed')
      assert.deepEqual(await payments.charge(next), given)
    })

    it('a key is good for one charge only', async () => {
      const request = requestOf(cards.succeeds)
      await succeed(request)
      await assert.rejects(payments.charge({ ...request, amountCents: 4321 }))
      await assert.rejects(payments.charge({ ...again(request), amountCents: 4321 }))
    })

    it('a refund is made once for a key, now and on a later call', async () => {
      const request = refundOf(await succeed(requestOf(cards.succeeds)), 1234)
      const outcome = await payments.refund(request)
      assert.equal(outcome.kind, 'succeeded')
      assert.deepEqual(await payments.refund(request), outcome)
      assert.deepEqual(await payments.refund({ ...request, attempt: 2 }), outcome)
    })

    it('a refund is looked for without being made, and found once it is', async () => {
      const request = refundOf(await succeed(requestOf(cards.succeeds)), 1234)
      assert.equal(await payments.findRefund(request), null)
      const outcome = await payments.refund(request)
      assert.deepEqual(await payments.findRefund(request), outcome)
      assert.equal(await payments.findRefund(refundOf('never', 1)), null)
    })

    it('refunds in parts are made as far as the charge goes, and no further', async () => {
      const chargeRef = await succeed(requestOf(cards.succeeds))
      const refund = async (amountCents: number) => (await payments.refund(refundOf(chargeRef, amountCents))).kind
      assert.equal(await refund(1000), 'succeeded')
      assert.equal(await refund(235), 'refused')
      assert.equal(await refund(234), 'succeeded')
      assert.equal(await refund(1), 'refused')
    })

    it('nothing is refunded from an unknown charge', async () => {
      assert.equal((await payments.refund(refundOf('never', 1))).kind, 'refused')
    })

    it('its books list what moved: successful charges and refunds, to the cent', async () => {
      const request = requestOf(cards.succeeds)
      const chargeRef = await succeed(request)
      const refund = refundOf(chargeRef, 34)
      const made = await payments.refund(refund)
      const declined = requestOf(cards.declines)
      await payments.charge(declined)
      const keys = [request.idempotencyKey, refund.idempotencyKey, declined.idempotencyKey]
      assert.deepEqual(
        (await booked())
          .filter(entry => entry.ownKey !== null && keys.includes(entry.ownKey))
          .map(({ kind, ref, accountId, amountCents }) => ({ kind, ref, accountId, amountCents }))
          .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
        [
          { kind: 'charge', ref: chargeRef, accountId: 'acc_1', amountCents: 1234 },
          { kind: 'refund', ref: made.kind === 'succeeded' ? made.ref : '', accountId: 'acc_1', amountCents: 34 },
        ],
      )
      assert.deepEqual(await payments.books(later(subject.now(), minute), later(subject.now(), 2 * minute)), [])
      assert.deepEqual(await payments.books(instant(0), instant(minute)), [])
    })
  })

  const booked = () => payments.books(asked, later(subject.now(), minute))
}
