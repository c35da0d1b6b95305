// What Stripe's answers mean for the port. Pure: takes an object of Stripe's, or an error of its package, and returns
// an outcome.

import Stripe from 'stripe'
import type { ChargeOutcome, RefundOutcome } from '../payments.ts'

/** The metadata on everything that we create at Stripe, by which it is found again and messages are assigned. */
export const accountField = 'octavo_account'
export const keyField = 'octavo_key'

/** `confirm`: the payment was refused off session only because the holder has to confirm, so it is tried on session. */
export type IntentOutcome = ChargeOutcome | { kind: 'confirm' }

export const notConfirmed = {
  kind: 'declined',
  code: 'not_confirmed',
  message: 'The payment was not confirmed in time.',
} as const

/** The outcome of a payment, from its current state at Stripe. */
export function outcomeOfIntent(intent: Stripe.PaymentIntent): IntentOutcome {
  const { id, status, next_action: action, last_payment_error: error } = intent
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded', ref: id }
    case 'requires_action': {
      const url = action?.redirect_to_url?.url
      return url
        ? { kind: 'requires_action', ref: id, url }
        : unknown(`Stripe requires ${action?.type ?? 'an unknown action'}`)
    }
    case 'requires_payment_method':
      if (error?.code === 'authentication_required') return { kind: 'confirm' }
      if (error == null) return unknown('Stripe has not tried the card yet')
      return declined(error.decline_code ?? error.code, wordsOf(error))
    case 'canceled':
      return notConfirmed
    default:
      return unknown(`the payment is ${status}`)
  }
}

/** Only what Stripe says of a card is written for its holder. */
const wordsOf = ({ type, message, code }: Stripe.PaymentIntent.LastPaymentError): string | undefined =>
  type === 'card_error' ? message : code === notAuthenticated ? 'The holder of the card did not confirm.' : undefined
const notAuthenticated = 'payment_intent_authentication_failure'

/** With these Stripe says that another call with the key is under way, and nothing of the request. */
const busyCodes = new Set(['idempotency_key_in_use', 'lock_timeout'])

/** Whether Stripe would not do what a call asked for, so that the call has moved nothing. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && !busyCodes.has(error.code ?? '')

/** Whether Stripe says that there is no such thing, which may be because it is of another account or mode. */
export const isMissing = (error: unknown): boolean => isRefusal(error) && error.code === 'resource_missing'

/**
 * What the holder is told of a refusal. Stripe's own words on it are about its objects, and often come without a code.
 */
const refusalMessages: Record<string, string> = {
  amount_too_small: 'The amount is too small to be charged.',
  amount_too_large: 'The amount is more than can be charged at once.',
}
const cardRefused = 'The card can no longer be charged. Please add another card.'

/**
 * What a failed call that makes a payment means for the charge, of which Stripe had nothing before. Throws what is a
 * bug of ours.
 */
export function outcomeOfCreateError(error: unknown): IntentOutcome {
  if (!isRefusal(error)) return outcomeOfConfirmError(error)
  const code = error.code ?? 'card_not_usable'
  return { kind: 'declined', code, message: refusalMessages[code] ?? cardRefused, cause: causeOf(error) }
}

/** The same of one that confirms a payment, unless that is refused: then the payment says how it stands. */
export function outcomeOfConfirmError(error: unknown): IntentOutcome {
  if (error instanceof Stripe.errors.StripeIdempotencyError) throw error
  if (!(error instanceof Stripe.errors.StripeCardError)) return unknown(causeOf(error))
  if (error.code === 'authentication_required' || error.decline_code === 'authentication_required')
    return { kind: 'confirm' }
  return declined(error.decline_code || error.code, error.message)
}

export function outcomeOfRefund({ id, status, failure_reason: reason }: Stripe.Refund): RefundOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded', ref: id }
    case 'failed':
    case 'canceled':
      return { kind: 'refused', code: reason ?? status, message: `Stripe's refund ${id} is ${status}.` }
    default:
      return unknown(`the refund is ${status}`)
  }
}

/** What a failed call means for a refund. Throws for our own bugs. */
export function outcomeOfRefundError(error: unknown): RefundOutcome {
  if (error instanceof Stripe.errors.StripeIdempotencyError) throw error
  if (isRefusal(error)) return { kind: 'refused', code: error.code ?? 'invalid_request', message: error.message }
  return unknown(causeOf(error))
}

const declined = (code: string | null | undefined, message: string | undefined): ChargeOutcome => ({
  kind: 'declined',
  code: code || 'card_declined',
  message: message || 'The card was declined.',
})

const unknown = (cause: string): { kind: 'unknown'; cause: string } => ({ kind: 'unknown', cause })

/** Stripe's support asks for this request id. */
function causeOf(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) return String(error)
  const { type, code, statusCode, requestId, message } = error
  return [type, code, statusCode, requestId, message].filter(part => part !== undefined && part !== '').join(' ')
}
