// The simulated gateway: a payment provider without money. It keeps books of its own, which survive the service, and each
// of its test cards behaves in one way that a real provider can behave.

import { setTimeout } from 'node:timers/promises'
import { type Clock, second } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/db.ts'
import type { ChargeOutcome, Payments } from './payments.ts'
import { type BookedCharge, bookCharge, bookRefund } from './simulated/store.ts'

export const simulatedGateway = 'simulated'

type TestCard = { last4: string; does: 'answers' | 'times_out' | 'fails' | 'answers_late'; declines?: string }

/** The test cards by the name under which they are put on file. */
export const testCards = {
  sim_success: { last4: '0001', does: 'answers' },
  sim_decline: { last4: '0002', does: 'answers', declines: 'card_declined' },
  sim_insufficient_funds: { last4: '0003', does: 'answers', declines: 'insufficient_funds' },
  sim_times_out_after_charging: { last4: '0004', does: 'times_out' },
  sim_error_after_charging: { last4: '0005', does: 'fails' },
  sim_answers_late: { last4: '0006', does: 'answers_late' },
} as const satisfies Record<string, TestCard>

export type TestCardName = keyof typeof testCards

const messages: Record<string, string> = {
  card_declined: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  no_such_card: 'The card is not known to the payment provider.',
}

const lateMs = 3 * second // long enough to be noticed, well within what a caller waits

type Deps = { db: Db; newId: NewId; clock: Clock; wait?: (ms: number) => Promise<void> }

export function simulatedPayments({ db, newId, clock, wait = ms => setTimeout(ms) }: Deps): Payments {
  return {
    name: simulatedGateway,

    async charge({ idempotencyKey, amountCents, cardRef, description }) {
      const card = testCard(cardRef)
      const { booked, isNew } = await bookCharge(db, {
        idempotencyKey,
        chargeRef: newId('simch'),
        cardRef,
        amountCents,
        description,
        declineCode: card === undefined ? 'no_such_card' : (card.declines ?? null),
        at: clock(),
      })
      if (booked.amountCents !== amountCents || booked.cardRef !== cardRef)
        throw new Error(`the key ${idempotencyKey} was used for another charge`)
      // Only the first answer can go wrong on its way; who asks again is told what is in the books.
      if (isNew && card?.does === 'times_out') return { kind: 'unknown', cause: 'the gateway did not answer in time' }
      if (isNew && card?.does === 'fails') return { kind: 'unknown', cause: 'the gateway answered 500' }
      if (isNew && card?.does === 'answers_late') await wait(lateMs)
      return chargeOutcome(booked)
    },

    async refund({ idempotencyKey, chargeRef, amountCents }) {
      const booked = await bookRefund(db, {
        idempotencyKey,
        refundRef: newId('simre'),
        chargeRef,
        amountCents,
        at: clock(),
      })
      if (booked === undefined)
        return { kind: 'refused', code: 'not_refundable', message: 'There is not so much left of that charge.' }
      if (booked.amountCents !== amountCents || booked.chargeRef !== chargeRef)
        throw new Error(`the key ${idempotencyKey} was used for another refund`)
      return { kind: 'succeeded', ref: booked.refundRef }
    },
  }
}

const testCard = (cardRef: string): TestCard | undefined =>
  Object.hasOwn(testCards, cardRef) ? testCards[cardRef as TestCardName] : undefined

function chargeOutcome({ chargeRef, declineCode }: BookedCharge): ChargeOutcome {
  return declineCode === null
    ? { kind: 'succeeded', ref: chargeRef }
    : { kind: 'declined', code: declineCode, message: messages[declineCode] ?? declineCode }
}
