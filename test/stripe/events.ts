// Every event that the service handles, as Stripe sends it. The compiler compares them with the types of the stripe
// package.

import Stripe from 'stripe'
import { disputes, funded, payments, refunds } from './answers.ts'
import { objects } from './objects.ts'

/** What all events have. */
export const eventEnvelope = {
  id: 'evt_1',
  object: 'event',
  api_version: Stripe.API_VERSION,
  created: 1772413200,
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
} as const

const eventOf = <const Type extends string, Data extends object>(type: Type, object: Data) => ({
  ...eventEnvelope,
  type,
  data: { object },
})
const card = { ...objects.payment_method, id: 'pm_1', customer: 'cus_1' }
const dispute = { ...disputes.needs_response, payment_intent: 'pi_1' }

const page = {
  ...objects['checkout.session'],
  customer: 'cus_1',
  metadata: { octavo_account: 'acc_1', octavo_key: 'octavo-pay_1' },
}

export const events = {
  'payment_intent.succeeded': eventOf('payment_intent.succeeded', payments.succeeded),
  'payment_intent.payment_failed': eventOf('payment_intent.payment_failed', payments.declined),
  'payment_intent.canceled': eventOf('payment_intent.canceled', payments.canceled),
  'payment_intent.requires_action': eventOf('payment_intent.requires_action', payments.requires_action),
  'payment_intent.processing': eventOf('payment_intent.processing', payments.processing),
  'refund.created': eventOf('refund.created', refunds.succeeded),
  'refund.updated': eventOf('refund.updated', refunds.succeeded),
  'refund.failed': eventOf('refund.failed', refunds.failed),
  'charge.refund.updated': eventOf('charge.refund.updated', refunds.succeeded),
  'checkout.session.completed': eventOf('checkout.session.completed', {
    ...objects['checkout.session'],
    mode: 'setup',
    customer: 'cus_1',
  }),
  'checkout.session.expired': eventOf('checkout.session.expired', page),
  'checkout.session.async_payment_succeeded': eventOf('checkout.session.async_payment_succeeded', page),
  'checkout.session.async_payment_failed': eventOf('checkout.session.async_payment_failed', page),
  'customer_cash_balance_transaction.created': eventOf('customer_cash_balance_transaction.created', funded),
  'setup_intent.succeeded': eventOf('setup_intent.succeeded', { customer: 'cus_1' } as Stripe.SetupIntent),
  'payment_method.attached': eventOf('payment_method.attached', card),
  'payment_method.detached': {
    ...eventOf('payment_method.detached', card),
    data: { object: { ...card, customer: null }, previous_attributes: { customer: 'cus_1' } },
  },
  'payment_method.updated': eventOf('payment_method.updated', card),
  'payment_method.automatically_updated': eventOf('payment_method.automatically_updated', card),
  'customer.deleted': eventOf('customer.deleted', { ...objects.customer, id: 'cus_1' }),
  'charge.dispute.created': eventOf('charge.dispute.created', dispute),
  'charge.dispute.updated': eventOf('charge.dispute.updated', dispute),
  'charge.dispute.funds_withdrawn': eventOf('charge.dispute.funds_withdrawn', dispute),
  'charge.dispute.funds_reinstated': eventOf('charge.dispute.funds_reinstated', dispute),
  'charge.dispute.closed': eventOf('charge.dispute.closed', dispute),
} satisfies { [Type in Stripe.Event['type']]?: Extract<Stripe.Event, { type: Type }> }
