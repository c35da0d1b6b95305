// The tests that every adapter of the port must pass, for any provider. The test of an adapter calls them.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { earlier, instant, later, minute } from '../base/clock.ts'
import type { ChargeRequest, Payments } from './payments.ts'

export type ContractSubject = {
  payments: Payments
  /**
   * The provider's test cards, by behavior. `silent` charges, but its first answer is lost; `failing` charges, but its
   * first answer is a server error; `slow` charges at once and answers after `answerSlowCharge`.
   */
  cards: { succeeds: string; declines: string; silent: string; failing: string; slow: string; asksHolder: string }
  /** Advances the time until `slow` answers. */
  answerSlowCharge(): Promise<void>
  /** Answers for the cardholder who was startedAt to confirm. */
  answerAsHolder(outcome: { ref: string; url: string }, answer: 'confirmed' | 'refused'): Promise<void>
  /** Acts as the cardholder's bank. Returns the id of the dispute. */
  dispute(chargeRef: string, event: 'opened' | 'won' | 'lost'): Promise<string>
  /** The provider's time, for its books. */
  now(): Date
  close(): Promise<void>
}

/** The subject is made once: the tests do not affect each other. */
export function contract(make: () => Promise<ContractSubject>): void {
  let subject: ContractSubject
  let payments: Payments
  let cards: ContractSubject['cards']
  let startedAt: Date

  const requestOf = (cardRef: string): ChargeRequest => ({
    idempotencyKey: randomUUID(),
    accountId: 'acc_1',
    amountCents: 1234,
    cardRef,
    description: 'Books',
    attempt: 1,
    firstRequestedAt: startedAt,
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

  describe('the contract of payments', () => {
    before(async () => {
      subject = await make()
      payments = subject.payments
      cards = subject.cards
      startedAt = earlier(subject.now(), minute)
    })
    after(() => subject.close())

    it('a charge succeeds, and later calls with its key return the same charge', async () => {
      const request = requestOf(cards.succeeds)
      const ref = await succeed(request)
      assert.equal(await succeed(request), ref)
      assert.equal(await succeed(again(request)), ref)
      assert.equal(await succeed({ ...again(request), chargeRef: ref }), ref)
    })

    it('another key makes another charge', async () => {
      const first = await succeed(requestOf(cards.succeeds))
      assert.notEqual(await succeed(requestOf(cards.succeeds)), first)
    })

    it('simultaneous calls with the same key make one charge', async () => {
      const request = requestOf(cards.succeeds)
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => payments.charge(request)))
      // A call that runs at the same time as the first call may have an unknown outcome.
      const refs = outcomes.flatMap(outcome => (outcome.kind === 'succeeded' ? [outcome.ref] : []))
      assert.ok(refs.length > 0)
      assert.equal(new Set([...refs, await succeed(again(request))]).size, 1)
      const entries = (await readEntries()).filter(entry => entry.idempotencyKey === request.idempotencyKey)
      assert.equal(entries.length, 1)
    })

    it('a charge of the maximum amount succeeds, and a larger charge is declined', async () => {
      await succeed({ ...requestOf(cards.succeeds), amountCents: payments.maxChargeCents })
      const outcome = await payments.charge({ ...requestOf(cards.succeeds), amountCents: payments.maxChargeCents + 1 })
      assert.ok(outcome.kind === 'declined' && outcome.code === 'amount_too_large', JSON.stringify(outcome))
    })

    it('a declined charge has a code and a message, and later calls with its key return the same outcome', async () => {
      const request = requestOf(cards.declines)
      const outcome = await payments.charge(request)
      assert.ok(outcome.kind === 'declined' && outcome.code !== '' && outcome.message !== '')
      assert.deepEqual(await payments.charge(request), outcome)
      assert.deepEqual(await payments.charge(again(request)), outcome)
    })

    for (const behavior of ['silent', 'failing'] as const) {
      it(`the outcome of a ${behavior} charge is unknown, and a later call with its key finds the charge`, async () => {
        const request = requestOf(cards[behavior])
        assert.equal((await payments.charge(request)).kind, 'unknown')
        const ref = await succeed(again(request))
        assert.equal(await succeed(again(again(request))), ref)
        assert.equal((await readEntries()).filter(entry => entry.idempotencyKey === request.idempotencyKey).length, 1)
      })
    }

    it('the outcome of a slow charge is unknown until the provider knows it', async () => {
      const request = requestOf(cards.slow)
      assert.equal((await payments.charge(request)).kind, 'unknown')
      await subject.answerSlowCharge()
      await succeed(again(request))
      assert.equal((await readEntries()).filter(entry => entry.idempotencyKey === request.idempotencyKey).length, 1)
    })

    it('a charge that requires confirmation succeeds when the cardholder confirms it', async () => {
      const { outcome, next } = await askHolder(requestOf(cards.asksHolder))
      assert.equal((await payments.charge(next)).kind, 'requires_action')
      assert.deepEqual(await payments.charge({ ...next, chargeRef: null }), outcome)
      await subject.answerAsHolder(outcome, 'confirmed')
      assert.equal(await succeed(next), outcome.ref)
      assert.deepEqual(await payments.withdraw(next), { kind: 'succeeded', ref: outcome.ref })
    })

    it('a charge that requires confirmation is declined when the cardholder refuses it', async () => {
      const { outcome, next } = await askHolder(requestOf(cards.asksHolder))
      await subject.answerAsHolder(outcome, 'refused')
      assert.equal((await payments.charge(next)).kind, 'declined')
    })

    it('a charge that was withdrawn can no longer be confirmed', async () => {
      const { outcome, next } = await askHolder(requestOf(cards.asksHolder))
      const withdrawn = await payments.withdraw(next)
      assert.ok(withdrawn.kind === 'declined' && withdrawn.code === 'not_confirmed')
      await subject.answerAsHolder(outcome, 'confirmed')
      assert.deepEqual(await payments.charge(next), withdrawn)
    })

    it('a key that was used for another amount is rejected', async () => {
      const request = requestOf(cards.succeeds)
      await succeed(request)
      await assert.rejects(payments.charge({ ...request, amountCents: 4321 }))
      await assert.rejects(payments.charge({ ...again(request), amountCents: 4321 }))
    })

    it('a refund is made once per key, and later calls with its key return the same refund', async () => {
      const request = refundOf(await succeed(requestOf(cards.succeeds)), 1234)
      const outcome = await payments.refund(request)
      assert.equal(outcome.kind, 'succeeded')
      assert.deepEqual(await payments.refund(request), outcome)
      assert.deepEqual(await payments.refund({ ...request, attempt: 2 }), outcome)
    })

    it('looking for a refund does not make it, and finds it once it is made', async () => {
      const request = refundOf(await succeed(requestOf(cards.succeeds)), 1234)
      assert.equal(await payments.findRefund(request), null)
      const outcome = await payments.refund(request)
      assert.deepEqual(await payments.findRefund(request), outcome)
      assert.equal(await payments.findRefund(refundOf('never', 1)), null)
    })

    it('partial refunds are made up to the amount of the charge, and further refunds are refused', async () => {
      const chargeRef = await succeed(requestOf(cards.succeeds))
      const refund = async (amountCents: number) => (await payments.refund(refundOf(chargeRef, amountCents))).kind
      assert.equal(await refund(1000), 'succeeded')
      assert.equal(await refund(235), 'refused')
      assert.equal(await refund(234), 'succeeded')
      assert.equal(await refund(1), 'refused')
    })

    it('a refund of a charge that does not exist is refused', async () => {
      assert.equal((await payments.refund(refundOf('never', 1))).kind, 'refused')
    })

    it('a dispute names its charge, the withdrawn amount and the fee', async () => {
      const request = requestOf(cards.succeeds)
      const chargeRef = await succeed(request)
      const ref = await subject.dispute(chargeRef, 'opened')
      const { movements, openedAt, evidenceDueAt, reason, ...dispute } = (await payments.findDispute(ref))!
      assert.deepEqual(dispute, {
        ref,
        accountId: 'acc_1',
        chargeKey: request.idempotencyKey,
        amountCents: 1234,
        status: 'needs_response',
      })
      assert.ok(reason !== '' && evidenceDueAt! > openedAt)
      assert.deepEqual(
        movements.map(({ amountCents, feeCents }) => [amountCents, feeCents]),
        [[-1234, 1500]],
      )
      await subject.dispute(chargeRef, 'lost')
      const lost = (await payments.findDispute(ref))!
      assert.deepEqual([lost.status, lost.movements], ['lost', movements])
    })

    it('the money of a dispute that is won is reinstated, and the books list every movement once', async () => {
      const chargeRef = await succeed(requestOf(cards.succeeds))
      const ref = await subject.dispute(chargeRef, 'opened')
      await subject.dispute(chargeRef, 'won')
      const won = (await payments.findDispute(ref))!
      assert.equal(won.status, 'won')
      assert.deepEqual(
        won.movements.map(({ amountCents }) => amountCents),
        [-1234, 1234],
      )
      const refs = won.movements.map(movement => movement.ref)
      assert.deepEqual(
        (await readEntries())
          .filter(entry => refs.includes(entry.ref))
          .map(entry => [entry.kind, entry.amountCents])
          .sort(),
        won.movements.map(({ amountCents, feeCents }) => ['dispute', amountCents - feeCents]).sort(),
      )
    })

    it('a dispute that does not exist is not found', async () => {
      assert.equal(await payments.findDispute('never'), null)
    })

    it('the books list successful charges and refunds, to the cent', async () => {
      const request = requestOf(cards.succeeds)
      const chargeRef = await succeed(request)
      const refund = refundOf(chargeRef, 34)
      const made = await payments.refund(refund)
      const declined = requestOf(cards.declines)
      await payments.charge(declined)
      const keys = [request.idempotencyKey, refund.idempotencyKey, declined.idempotencyKey]
      assert.deepEqual(
        (await readEntries())
          .filter(entry => entry.idempotencyKey !== null && keys.includes(entry.idempotencyKey))
          .map(({ kind, ref, accountId, amountCents }) => ({ kind, ref, accountId, amountCents }))
          .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
        [
          { kind: 'charge', ref: chargeRef, accountId: 'acc_1', amountCents: 1234 },
          { kind: 'refund', ref: made.kind === 'succeeded' ? made.ref : '', accountId: 'acc_1', amountCents: 34 },
        ],
      )
      assert.deepEqual(await payments.readBooks(later(subject.now(), minute), later(subject.now(), 2 * minute)), [])
      assert.deepEqual(await payments.readBooks(instant(0), instant(minute)), [])
    })
  })

  const readEntries = () => payments.readBooks(startedAt, later(subject.now(), minute))
}
