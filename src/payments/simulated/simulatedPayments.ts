// The simulated gateway: a payment provider without money. Its own books survive a restart of the service. Each of its
// test cards behaves in a way in which a real provider can behave.

import { say, type Translatable } from '../../../languages/texts.ts'
import { day, later, second } from '../../base/clock.ts'
import type {
  BookEntry,
  ChargeOutcome,
  ChargeRequest,
  PaymentProvider,
  Payments,
  ProviderDispute,
  ProviderParts,
  RefundOutcome,
  RefundRequest,
} from '../payments.ts'
import {
  type BookedCharge,
  type BookedDispute,
  type BookedRefund,
  bookCharge,
  bookConfirmation,
  bookDispute,
  bookRefund,
  endDispute,
  readBooks,
  readCharge,
  readDispute,
  readRefund,
} from './simulatedGatewayStore.ts'
import { simulatedStatements } from './simulatedStatements.ts'

export const simulatedGateway = 'simulated'

type TestCard = {
  last4: string
  behavior: 'answers' | 'times_out' | 'fails' | 'answers_late' | 'asks_holder'
  declines?: string
}

/** The test cards, by the name under which they are put on file. */
export const testCards = {
  sim_success: { last4: '0001', behavior: 'answers' },
  sim_decline: { last4: '0002', behavior: 'answers', declines: 'card_declined' },
  sim_insufficient_funds: { last4: '0003', behavior: 'answers', declines: 'insufficient_funds' },
  sim_times_out_after_charging: { last4: '0004', behavior: 'times_out' },
  sim_error_after_charging: { last4: '0005', behavior: 'fails' },
  sim_answers_late: { last4: '0006', behavior: 'answers_late' },
  sim_authentication_required: { last4: '0007', behavior: 'asks_holder', declines: 'authentication_required' },
} as const satisfies Record<string, TestCard>

export type TestCardName = keyof typeof testCards

const brand = 'Simulated'

const messages: Record<string, Translatable> = {
  card_declined: say('The card was declined.'),
  amount_too_large: say('The amount is more than can be charged at once.'),
  insufficient_funds: say('The card has insufficient funds.'),
  no_such_card: say('The card is not known to the payment provider.'),
  authentication_failed: say('The payment was not confirmed by the holder of the card.'),
  not_confirmed: say('The payment was not confirmed in time.'),
}

/** As at Stripe. */
const maxChargeCents = 99_999_999

/** Longer than any caller waits. The charge is made; only the answer is late. */
const lateMs = 90 * second

/** The fee of a dispute, won or lost, and the time for evidence. */
const disputeFeeCents = 1500
const evidenceWithinMs = 14 * day

export const simulatedProvider: PaymentProvider = {
  messages: null,
  open: (_config, parts) => simulatedPayments(parts),
}

export function simulatedPayments({ db, newId, clock, publicUrl }: ProviderParts): Payments {
  const outcomeOf = (booked: BookedCharge): ChargeOutcome => {
    const { chargeRef, declineCode, confirmation, answersAt } = booked
    if (answersAt !== null && clock() < answersAt) return { kind: 'unknown', cause: 'the gateway has not answered yet' }
    if (declineCode === null) return { kind: 'succeeded', ref: chargeRef }
    if (confirmation === 'asked') {
      const url = new URL(`/dashboard/billing?confirm=${chargeRef}`, publicUrl).href
      return { kind: 'requires_action', ref: chargeRef, url }
    }
    return { kind: 'declined', ref: chargeRef, code: declineCode, message: messages[declineCode] ?? declineCode }
  }

  return {
    name: simulatedGateway,
    maxChargeCents,
    ...simulatedStatements({ db, newId, clock, publicUrl }),

    async charge(request) {
      const card = testCard(request.cardRef)
      const at = clock()
      const { booked, isNew } = await bookCharge(db, {
        ...request,
        chargeRef: newId('simch'),
        declineCode: whyDeclined(request, card),
        at,
        answersAt: card?.behavior === 'answers_late' ? later(at, lateMs) : null,
        confirmation: card?.behavior === 'asks_holder' && request.amountCents <= maxChargeCents ? 'asked' : null,
      })
      checkSame(booked, request)
      // Only the first answer can be lost; later calls return what is in the books.
      if (isNew && card?.behavior === 'times_out')
        return { kind: 'unknown', cause: 'the gateway did not answer in time' }
      if (isNew && card?.behavior === 'fails') return { kind: 'unknown', cause: 'the gateway answered 500' }
      return outcomeOf(booked)
    },

    async withdraw(request) {
      const booked = await readCharge(db, request.idempotencyKey)
      if (booked === undefined)
        return { kind: 'declined', ref: null, code: 'not_confirmed', message: messages.not_confirmed! }
      checkSame(booked, request)
      await bookConfirmation(db, booked.chargeRef, {
        answer: 'withdrawn',
        declineCode: 'not_confirmed',
        at: clock(),
      })
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
          message: say('The charge is disputed, or the refund is larger than what is left of it.'),
        }
      return outcomeOfRefund(booked, request)
    },

    async findRefund(request) {
      const booked = await readRefund(db, request.idempotencyKey)
      return booked === undefined ? null : outcomeOfRefund(booked, request)
    },

    async findDispute(disputeRef) {
      const booked = await readDispute(db, disputeRef)
      return booked === undefined ? null : disputeOf(booked)
    },

    cards: {
      kind: 'named',
      cards: Object.fromEntries(Object.entries(testCards).map(([name, { last4 }]) => [name, { brand, last4 }])),
    },

    readMessage: null,

    async readBooks(from, to) {
      const { charges, refunds, disputes } = await readBooks(db, { from, to })
      const movements = disputes.flatMap(dispute => disputeOf(dispute).movements)
      const captured = charges.filter(charge => charge.declineCode === null)
      return [
        ...captured.map(charge => entryOf('charge', charge.chargeRef, charge)),
        ...refunds.map(refund => entryOf('refund', refund.refundRef, { ...refund, description: '' })),
        ...movements
          .filter(({ at }) => at >= from && at < to)
          .map(({ ref, amountCents, feeCents, at }) => {
            const movement = { accountId: null, idempotencyKey: null, amountCents: amountCents - feeCents, at }
            return entryOf('dispute', ref, { ...movement, description: 'dispute' })
          }),
      ]
    },

    simulateHolder: (chargeRef, answer) =>
      bookConfirmation(db, chargeRef, {
        answer,
        declineCode: answer === 'confirmed' ? null : 'authentication_failed',
        at: clock(),
      }),

    async simulateDispute(chargeRef, event) {
      const at = clock()
      if (event !== 'opened') return endDispute(db, chargeRef, { status: event, at })
      const disputeRef = newId('simdp')
      return bookDispute(db, { disputeRef, chargeRef, openedAt: at, evidenceDueAt: later(at, evidenceWithinMs) })
    },
  }
}

/** The money is withdrawn when the dispute is opened, and reinstated when it is won. */
function disputeOf(booked: BookedDispute): ProviderDispute {
  const { disputeRef: ref, accountId, chargeKey, amountCents, status, openedAt, evidenceDueAt, endedAt } = booked
  const withdrawn = { ref: `${ref}_withdrawn`, amountCents: -amountCents, feeCents: disputeFeeCents, at: openedAt }
  const reinstated = { ref: `${ref}_reinstated`, amountCents, feeCents: 0, at: endedAt ?? openedAt }
  return {
    ref,
    accountId,
    chargeKey,
    amountCents,
    reason: 'fraudulent',
    status,
    evidenceDueAt,
    openedAt,
    movements: status === 'won' ? [withdrawn, reinstated] : [withdrawn],
  }
}

function whyDeclined({ amountCents }: ChargeRequest, card: TestCard | undefined): string | null {
  if (amountCents > maxChargeCents) return 'amount_too_large'
  return card === undefined ? 'no_such_card' : (card.declines ?? null)
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

const entryOf = (
  kind: BookEntry['kind'],
  ref: string,
  { accountId, idempotencyKey, amountCents, at, description }: Omit<BookEntry, 'kind' | 'ref'>,
): BookEntry => ({ kind, ref, accountId, idempotencyKey, amountCents, at, description })
