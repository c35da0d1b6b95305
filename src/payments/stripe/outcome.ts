// What Stripe's answers mean for the port. Pure: an object of Stripe's, or an error of its package, in; an outcome out.

import Stripe from 'stripe'
import type { ChargeOutcome, RefundOutcome } from '../payments.ts'

/** The metadata of everything that we make at Stripe, by which it is found again and messages find their way. */
export const accountField = 'octavo_account'
export const keyField = 'octavo_key'

/** `confirm`: off session it was refused only because the holder has to confirm, so it is tried on session. */
export type IntentOutcome = ChargeOutcome | { kind: 'confirm' }

const notConfirmed = {
  kind: 'declined',
  code: 'not_confirmed',
  message: 'The payment was not confirmed in time.',
} as const

/** What became of a payment, from how it stands at Stripe now. */
export function outcomeOfIntent(intent: Stripe.PaymentIntent): IntentOutcome {
  const { id, status, next_action: action, last_payment_error: error } = intent
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded', ref: id }
    case 'requires_action': {
      const url = action?.redirect_to_url?.url
      return url
        ? { kind: 'requires_action', ref: id, url }
        : unknown(`Stripe wants ${action?.type ?? 'nothing known'}`)
    }
    case 'requires_payment_method':
      if (error?.code === 'authentication_required') return { kind: 'confirm' }
      if (error == null) return unknown('Stripe has not tried the card yet')
      return declined(error.decline_code ?? error.code, error.message)
    case 'canceled':
      return notConfirmed
    default:
      return unknown(`the payment is ${status}`)
  }
}

/** Refusals of a request for sure, with nothing moved, that are about this card or amount and not about our program. */
const definite = new Set([
  'resource_missing',
  'payment_method_unexpected_state',
  'payment_method_provider_decline',
  'amount_too_small',
  'amount_too_large',
])

/** What a failed call means for a charge. Throws what is a bug of ours. */
export function outcomeOfChargeError(error: unknown): IntentOutcome {
  if (error instanceof Stripe.errors.StripeIdempotencyError) throw error
  if (error instanceof Stripe.errors.StripeCardError) {
    if (error.code === 'authentication_required' || error.decline_code === 'authentication_required')
      return { kind: 'confirm' }
    return declined(error.decline_code || error.code, error.message)
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && definite.has(error.code ?? ''))
    return declined(error.code, error.message)
  return unknown(causeOf(error))
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

/** What a failed call means for a refund. Throws what is a bug of ours. */
export function outcomeOfRefundError(error: unknown): RefundOutcome {
  if (error instanceof Stripe.errors.StripeIdempotencyError) throw error
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'idempotency_key_in_use')
    return { kind: 'refused', code: error.code ?? 'invalid_request', message: error.message }
  return unknown(causeOf(error))
}

const declined = (code: string | null | undefined, message: string | undefined): ChargeOutcome => ({
  kind: 'declined',
  code: code || 'card_declined',
  message: message || 'The card was declined.',
})

const unknown = (cause: string): { kind: 'unknown'; cause: string } => ({ kind: 'unknown', cause })

/** Stripe's request id is what its support asks for. */
function causeOf(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) return String(error)
  const { type, code, statusCode, requestId, message } = error
  return [type, code, statusCode, requestId, message].filter(part => part !== undefined && part !== '').join(' ')
}
