// The subjects of Stripe's events. An event that concerns nothing of ours is accepted and ignored.

import type Stripe from 'stripe'
import type { ProviderMessage } from '../payments.ts'
import { accountField, keyField } from './stripeOutcomes.ts'

export function messageOf(event: Stripe.Event): ProviderMessage {
  return { id: event.id, kind: event.type, subject: subjectOf(event) }
}

function subjectOf(event: Stripe.Event): ProviderMessage['subject'] {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.requires_action':
    case 'payment_intent.processing':
      return paymentSubject('charge', event.data.object.metadata)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return paymentSubject('refund', event.data.object.metadata)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return { about: 'dispute', disputeRef: event.data.object.id }
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return event.data.object.mode === 'payment'
        ? paymentSubject('charge', event.data.object.metadata)
        : cardsSubject(event.data.object.customer)
    case 'customer_cash_balance_transaction.created':
      return transfersSubject(event.data.object.customer)
    case 'setup_intent.succeeded':
    case 'payment_method.attached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return cardsSubject(event.data.object.customer)
    case 'customer.deleted':
      return cardsSubject(event.data.object.id)
    case 'payment_method.detached': // the card no longer has a customer; the event names the previous customer
      return cardsSubject(event.data.previous_attributes?.customer)
    default:
      return { about: 'other' }
  }
}

function paymentSubject(about: 'charge' | 'refund', metadata: Stripe.Metadata | null): ProviderMessage['subject'] {
  const accountId = metadata?.[accountField]
  const key = metadata?.[keyField]
  if (!accountId || !key) return { about: 'other' }
  return about === 'charge' ? { about, accountId, chargeKey: key } : { about, accountId, refundKey: key }
}

const transfersSubject = (customer: unknown): ProviderMessage['subject'] => {
  const subject = cardsSubject(customer)
  return subject.about === 'cards' ? { ...subject, about: 'transfers' } : subject
}

function cardsSubject(customer: unknown): ProviderMessage['subject'] {
  const customerRef = typeof customer === 'string' ? customer : (customer as { id?: unknown } | null | undefined)?.id
  return typeof customerRef === 'string' ? { about: 'cards', customerRef } : { about: 'other' }
}
