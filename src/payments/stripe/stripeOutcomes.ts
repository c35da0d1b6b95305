// Translates Stripe's answers to the port. Pure functions from an object of Stripe's, or an error of its package, to an
// outcome.

import Stripe from 'stripe'
import { say, type Translatable, type Words } from '../../../languages/texts.ts'
import { instant, second } from '../../base/clock.ts'
import { storableText } from '../../base/text/storableText.ts'
import type { ChargeOutcome, DisputeStatus, ProviderDispute, RefundOutcome } from '../payments.ts'

/** The metadata of everything that we create at Stripe. It identifies our objects in lists and messages. */
export const accountField = 'octavo_account'
export const keyField = 'octavo_key'

/** `confirm`: the payment was refused off session only because it needs confirmation, so it is tried on session. */
export type IntentOutcome = ChargeOutcome | { kind: 'confirm'; ref: string | null }

export const notConfirmed = (ref: string | null) =>
  ({ kind: 'declined', ref, code: 'not_confirmed', message: say('The payment was not confirmed in time.') }) as const

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
      if (error?.code === 'authentication_required') return { kind: 'confirm', ref: id }
      if (error == null) return unknown('Stripe has not tried the card yet')
      return declined(id, error.decline_code || error.code, messageForHolder(error))
    case 'canceled':
      // A declined payment is canceled at once, and keeps the error of its card.
      return error == null || error.code === 'authentication_required'
        ? notConfirmed(id)
        : declined(id, error.decline_code || error.code, messageForHolder(error))
    default:
      return unknown(`the payment is ${status}`)
  }
}

/** Of Stripe's messages, only those about cards are written for the cardholder. */
const messageForHolder = ({ type, message, code }: Stripe.PaymentIntent.LastPaymentError): Words | undefined =>
  type === 'card_error'
    ? message
    : code === notAuthenticated
      ? say('The holder of the card did not confirm.')
      : undefined
const notAuthenticated = 'payment_intent_authentication_failure'

/** With these codes Stripe says that another call with the key is under way, and nothing about the request. */
const busyCodes = new Set(['idempotency_key_in_use', 'lock_timeout'])

/** Whether Stripe refused a call, so that the call has moved no money. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && !busyCodes.has(error.code ?? '')

/** Whether Stripe does not find an object, which may belong to another account or mode. */
export const isMissing = (error: unknown): boolean => isRefusal(error) && error.code === 'resource_missing'

/** Messages about refusals for the cardholder. Stripe's own messages are about its objects, and often have no code. */
const refusalMessages: Record<string, Translatable> = {
  amount_too_small: say('The amount is too small to be charged.'),
  amount_too_large: say('The amount is more than can be charged at once.'),
}
const cardRefused = say('The card can no longer be charged. Please add another card.')

/**
 * Whether a refusal is about the card or its customer, so that another card helps. Stripe refuses a detached card
 * without a code and names only the parameter or the object. Every other refusal is a fault of our integration or
 * account.
 */
const isAboutCard = ({ code, param, message }: Stripe.errors.StripeInvalidRequestError): boolean =>
  code === undefined
    ? /payment ?method/i.test(message)
    : (code === 'resource_missing' && (param === 'customer' || param === 'payment_method')) ||
      code.startsWith('payment_method_')

/**
 * The outcome of a failed call that creates a payment. Throws for our own bugs. After a refusal that is not about the
 * card or the amount, the call is retried until the operator has fixed the cause.
 */
export function outcomeOfCreateError(error: unknown): IntentOutcome {
  if (!isRefusal(error)) return outcomeOfConfirmError(error)
  const code = error.code ?? 'card_not_usable'
  const message = refusalMessages[code] ?? (isAboutCard(error) ? cardRefused : undefined)
  if (message === undefined) return { kind: 'unknown', cause: causeOf(error), isOurFault: true }
  return { kind: 'declined', ref: null, code, message, cause: causeOf(error) }
}

/** The outcome of a failed call that confirms a payment. After a refusal, the state of the payment decides instead. */
export function outcomeOfConfirmError(error: unknown): IntentOutcome {
  if (error instanceof Stripe.errors.StripeIdempotencyError) throw error
  if (!(error instanceof Stripe.errors.StripeCardError)) return unanswered(error)
  const ref = error.payment_intent?.id ?? null
  if (error.code === 'authentication_required' || error.decline_code === 'authentication_required')
    return { kind: 'confirm', ref }
  return declined(ref, error.decline_code || error.code, error.message)
}

/** The outcome of a call that Stripe did not answer, or did not accept from us. */
export const unanswered = (error: unknown): ChargeOutcome & { kind: 'unknown' } => ({
  ...unknown(causeOf(error)),
  ...(error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError
    ? { isOurFault: true }
    : {}),
})

export function outcomeOfRefund({ id, status, failure_reason: reason }: Stripe.Refund): RefundOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded', ref: id }
    case 'failed':
    case 'canceled':
      return {
        kind: 'refused',
        code: reason ?? status,
        message: say("Stripe's refund {id} is {status}.", { id, status }),
      }
    default:
      return unknown(`the refund is ${status}`)
  }
}

/** The outcome of a failed call that makes a refund. Throws for our own bugs. */
export function outcomeOfRefundError(error: unknown): RefundOutcome {
  if (error instanceof Stripe.errors.StripeIdempotencyError) throw error
  if (isRefusal(error)) return { kind: 'refused', code: error.code ?? 'invalid_request', message: error.message }
  return unknown(causeOf(error))
}

const disputeStatuses: Record<string, DisputeStatus> = {
  warning_needs_response: 'needs_response',
  warning_under_review: 'under_review',
  warning_closed: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'needs_response',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
}

/** The dispute comes with its payment. An unknown status counts as under review, because the dispute is not over. */
export function disputeOf(dispute: Stripe.Dispute): ProviderDispute {
  const { id, amount, status, reason, created, evidence_details: evidence, payment_intent: intent } = dispute
  const metadata = intent !== null && typeof intent === 'object' ? intent.metadata : {}
  return {
    ref: id,
    accountId: storableOrNull(metadata[accountField]),
    chargeKey: storableOrNull(metadata[keyField]),
    amountCents: amount,
    reason: storableText(reason),
    status: disputeStatuses[status] ?? 'under_review',
    evidenceDueAt: evidence.due_by ? instant(evidence.due_by * second) : null,
    openedAt: instant(created * second),
    movements: dispute.balance_transactions.map(movement => ({
      ref: movement.id,
      amountCents: movement.amount,
      feeCents: movement.fee,
      at: instant(movement.created * second),
    })),
  }
}

const storableOrNull = (text: string | undefined): string | null => (text === undefined ? null : storableText(text))

const declined = (ref: string | null, code: string | null | undefined, message: Words | undefined): ChargeOutcome => ({
  kind: 'declined',
  ref,
  code: code || 'card_declined',
  message: message || say('The card was declined.'),
})

const unknown = (cause: string): { kind: 'unknown'; cause: string } => ({ kind: 'unknown', cause })

/** Stripe's support asks for this request id. */
function causeOf(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) return String(error)
  const { type, code, statusCode, requestId, message } = error
  return [type, code, statusCode, requestId, message].filter(part => part !== undefined && part !== '').join(' ')
}
