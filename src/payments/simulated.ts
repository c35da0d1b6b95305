// The simulated gateway: a payment provider without money. It has its own books, which survive the service, and each of
// its test cards behaves in one way that a real provider can behave.

import { type Clock, later, second } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/db.ts'
import type { BookEntry, ChargeOutcome, ChargeRequest, Payments, RefundOutcome, RefundRequest } from './payments.ts'
import {
  type BookedCharge,
  type BookedRefund,
  bookCharge,
  bookConfirmation,
  bookRefund,
  readBooks,
  readCharge,
  readRefund,
} from './simulated/store.ts'

export const simulatedGateway = 'simulated'

type TestCard = {
  last4: string
  does: 'answers' | 'times_out' | 'fails' | 'answers_late' | 'asks_holder'
  declines?: string
}

/** The test cards, by the name under which they are put on file. */
export const testCards = {
  sim_success: { last4: '0001', does: 'answers' },
  sim_decline: { last4: '0002', does: 'answers', declines: 'card_declined' },
  sim_insufficient_funds: { last4: '0003', does: 'answers', declines: 'insufficient_funds' },
  sim_times_out_after_charging: { last4: '0004', does: 'times_out' },
  sim_error_after_charging: { last4: '0005', does: 'fails' },
  sim_answers_late: { last4: '0006', does: 'answers_late' },
  sim_authentication_required: { last4: '0007', does: 'asks_holder', declines: 'authentication_required' },
} as const satisfies Record<string, TestCard>

export type TestCardName = keyof typeof testCards

const brand = 'Simulated'

const messages: Record<string, string> = {
  card_declined: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  no_such_card: 'The card is not known to the payment provider.',
  authentication_failed: 'The payment was not confirmed by the holder of the card.',
  not_confirmed: 'The payment was not confirmed in time.',
}

/** Longer than any caller waits. The charge is made; only the answer is late. */
const lateMs = 90 * second

type Deps = { db: Db; newId: NewId; clock: Clock; publicUrl: URL }

export function simulatedPayments({ db, newId, clock, publicUrl }: Deps): Payments {
  const outcomeOf = (booked: BookedCharge): ChargeOutcome => {
    const { chargeRef, declineCode, confirmation, answersAt } = booked
    if (answersAt !== null && clock() < answersAt) return { kind: 'unknown', cause: 'the gateway has not answered yet' }
    if (declineCode === null) return { kind: 'succeeded', ref: chargeRef }
    if (confirmation === 'asked') {
      const url = new URL(`/dashboard/billing?confirm=${chargeRef}`, publicUrl).href
      return { kind: 'requires_action', ref: chargeRef, url }
    }
    return { kind: 'declined', code: declineCode, message: messages[declineCode] ?? declineCode }
  }

  return {
    name: simulatedGateway,

    async charge(request) {
      const card = testCard(request.cardRef)
      const at = clock()
      const { booked, isNew } = await bookCharge(db, {
        ...request,
        chargeRef: newId('simch'),
        declineCode: card === undefined ? 'no_such_card' : (card.declines ?? null),
        at,
        answersAt: card?.does === 'answers_late' ? later(at, lateMs) : null,
        confirmation: card?.does === 'asks_holder' ? 'asked' : null,
      })
      checkSame(booked, request)
      // Only the first answer can be lost; later calls return what is in the books.
      if (isNew && card?.does === 'times_out') return { kind: 'unknown', cause: 'the gateway did not answer in time' }
      if (isNew && card?.does === 'fails') return { kind: 'unknown', cause: 'the gateway answered 500' }
      return outcomeOf(booked)
    },

    async withdraw(request) {
      const before = await readCharge(db, request.idempotencyKey)
      if (before === undefined) return { kind: 'declined', code: 'not_confirmed', message: messages.not_confirmed! }
      checkSame(before, request)
      const withdrawn = { says: 'withdrawn', declineCode: 'not_confirmed', at: clock() } as const
      await bookConfirmation(db, before.chargeRef, withdrawn)
      return outcomeOf((await readCharge(db, request.idempotencyKey))!)
    },

    async refund(request) {
      const { idempotencyKey, accountId, chargeRef, amountCents } = request
      const booked = await bookRefund(db, {
        idempotencyKey,
        accountId,
        refundRef: newId('simre'),
        chargeRef,
        amountCents,
        at: clock(),
      })
      if (booked === undefined)
        return {
          kind: 'refused',
          code: 'not_refundable',
          message: 'The refund is larger than what is left of that charge.',
        }
      return outcomeOfRefund(booked, request)
    },

    async findRefund(request) {
      const booked = await readRefund(db, request.idempotencyKey)
      return booked === undefined ? null : outcomeOfRefund(booked, request)
    },

    cards: {
      kind: 'named',
      cards: Object.fromEntries(Object.entries(testCards).map(([name, { last4 }]) => [name, { brand, last4 }])),
    },

    readMessage: null,

    async books(from, to) {
      const { charges, refunds } = await readBooks(db, { from, to })
      const moved = charges.filter(charge => charge.declineCode === null)
      return [
        ...moved.map(charge => entryOf('charge', charge.chargeRef, charge)),
        ...refunds.map(refund => entryOf('refund', refund.refundRef, { ...refund, description: '' })),
      ]
    },

    playHolder: (chargeRef, says) =>
      bookConfirmation(db, chargeRef, {
        says,
        declineCode: says === 'confirmed' ? null : 'authentication_failed',
        at: clock(),
      }),
  }
}

const testCard = (cardRef: string): TestCard | undefined =>
  Object.hasOwn(testCards, cardRef) ? testCards[cardRef as TestCardName] : undefined

function checkSame(booked: BookedCharge, { idempotencyKey, amountCents, cardRef }: ChargeRequest): void {
  if (booked.amountCents !== amountCents || booked.cardRef !== cardRef)
    throw new Error(`the key ${idempotencyKey} was used for another charge`)
}

function outcomeOfRefund(
  booked: BookedRefund,
  { idempotencyKey, amountCents, chargeRef }: RefundRequest,
): RefundOutcome {
  if (booked.amountCents !== amountCents || booked.chargeRef !== chargeRef)
    throw new Error(`the key ${idempotencyKey} was used for another refund`)
  return { kind: 'succeeded', ref: booked.refundRef }
}

type Moved = Pick<BookEntry, 'accountId' | 'amountCents' | 'at' | 'description'> & { idempotencyKey: string }

const entryOf = (
  kind: BookEntry['kind'],
  ref: string,
  { accountId, idempotencyKey, amountCents, at, description }: Moved,
): BookEntry => ({ kind, ref, accountId, ownKey: idempotencyKey, amountCents, at, description })
