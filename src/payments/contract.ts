// What every adapter of the port must do, whoever the provider is. Its test calls this with a way of making one.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { ChargeRequest, Payments } from './payments.ts'

export type ContractSubject = {
  payments: Payments
  /** Cards of the provider, by what they do. `silent` charges, and its first answer is lost. */
  cards: { succeeds: string; declines: string; silent: string }
  close(): Promise<void>
}

export function contract(make: () => Promise<ContractSubject>): void {
  const promise = (name: string, check: (subject: ContractSubject) => Promise<void>) =>
    it(name, async () => {
      const subject = await make()
      try {
        await check(subject)
      } finally {
        await subject.close()
      }
    })

  const requestOf = (cardRef: string): ChargeRequest => ({
    idempotencyKey: randomUUID(),
    accountId: 'acc_1',
    amountCents: 1234,
    cardRef,
    description: 'Books',
  })

  const succeed = async (payments: Payments, request: ChargeRequest): Promise<string> => {
    const outcome = await payments.charge(request)
    assert.equal(outcome.kind, 'succeeded')
    return outcome.ref
  }

  describe('keeps the contract of payments:', () => {
    promise('a charge succeeds, and the same key answers the same charge', async ({ payments, cards }) => {
      const request = requestOf(cards.succeeds)
      assert.equal(await succeed(payments, request), await succeed(payments, request))
    })

    promise('other keys make other charges', async ({ payments, cards }) => {
      const first = await succeed(payments, requestOf(cards.succeeds))
      assert.notEqual(await succeed(payments, requestOf(cards.succeeds)), first)
    })

    promise('a key asked several times at once makes one charge', async ({ payments, cards }) => {
      const request = requestOf(cards.succeeds)
      const refs = await Promise.all(Array.from({ length: 5 }, () => succeed(payments, request)))
      assert.equal(new Set(refs).size, 1)
    })

    promise('a decline says why, and the same key is declined again', async ({ payments, cards }) => {
      const request = requestOf(cards.declines)
      const outcome = await payments.charge(request)
      assert.ok(outcome.kind === 'declined' && outcome.code !== '' && outcome.message !== '')
      assert.deepEqual(await payments.charge(request), outcome)
    })

    promise('a lost answer is unknown, and the same key finds out', async ({ payments, cards }) => {
      const request = requestOf(cards.silent)
      assert.equal((await payments.charge(request)).kind, 'unknown')
      const ref = await succeed(payments, request)
      assert.equal(await succeed(payments, request), ref)
    })

    promise('a key is good for one charge only', async ({ payments, cards }) => {
      const request = requestOf(cards.succeeds)
      await succeed(payments, request)
      await assert.rejects(payments.charge({ ...request, amountCents: 1 }))
    })

    promise('a refund is made once for a key', async ({ payments, cards }) => {
      const chargeRef = await succeed(payments, requestOf(cards.succeeds))
      const request = { idempotencyKey: randomUUID(), chargeRef, amountCents: 1234 }
      const outcome = await payments.refund(request)
      assert.equal(outcome.kind, 'succeeded')
      assert.deepEqual(await payments.refund(request), outcome)
    })

    promise('refunds in parts are made as far as the charge goes, and no further', async ({ payments, cards }) => {
      const chargeRef = await succeed(payments, requestOf(cards.succeeds))
      const refund = async (amountCents: number) =>
        (await payments.refund({ idempotencyKey: randomUUID(), chargeRef, amountCents })).kind
      assert.equal(await refund(1000), 'succeeded')
      assert.equal(await refund(235), 'refused')
      assert.equal(await refund(234), 'succeeded')
      assert.equal(await refund(1), 'refused')
    })

    promise('nothing is given back from a charge that is not known', async ({ payments }) => {
      const request = { idempotencyKey: randomUUID(), chargeRef: 'never', amountCents: 1 }
      assert.equal((await payments.refund(request)).kind, 'refused')
    })
  })
}
