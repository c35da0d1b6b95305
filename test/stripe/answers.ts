// What Stripe answers to our calls, in each state that the adapter handles. The compiler compares the answers with the
// types of the stripe package, so an upgrade of the package shows what changed.

import type Stripe from 'stripe'
import { objects } from './objects.ts'

const metadata = { octavo_account: 'acc_1', octavo_key: 'octavo-chg_1' }
const ours = { ...objects.payment_intent, id: 'pi_1', metadata, next_action: null, last_payment_error: null }

const cardError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
} satisfies Stripe.PaymentIntent.LastPaymentError

/** A payment in each of its states. */
export const payments = {
  succeeded: { ...ours, status: 'succeeded', latest_charge: 'ch_1' },
  processing: { ...ours, status: 'processing' },
  requires_action: {
    ...ours,
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: {
        url: 'https://hooks.stripe.example/1',
        return_url: 'https://octavo.example/dashboard/billing',
      },
    },
  },
  declined: { ...ours, status: 'requires_payment_method', last_payment_error: cardError },
  must_be_confirmed: {
    ...ours,
    status: 'requires_payment_method',
    last_payment_error: { ...cardError, code: 'authentication_required', decline_code: 'authentication_required' },
  },
  not_tried: { ...ours, status: 'requires_payment_method' },
  canceled: { ...ours, status: 'canceled' },
  canceled_after_decline: { ...ours, status: 'canceled', last_payment_error: cardError },
  requires_capture: { ...ours, status: 'requires_capture' },
} satisfies Record<string, Stripe.PaymentIntent>

const ourRefund = { ...objects.refund, id: 're_1', metadata, payment_intent: 'pi_1' }

/** A refund in each of its states. */
export const refunds = {
  succeeded: { ...ourRefund, status: 'succeeded' },
  pending: { ...ourRefund, status: 'pending' },
  requires_action: { ...ourRefund, status: 'requires_action' },
  failed: { ...ourRefund, status: 'failed', failure_reason: 'expired_or_canceled_card' },
  canceled: { ...ourRefund, status: 'canceled' },
} satisfies Record<string, Stripe.Refund>

const withdrawn = {
  ...objects.balance_transaction,
  id: 'txn_1',
  type: 'adjustment',
  amount: -1234,
  fee: 1500,
  net: -2734,
} satisfies Stripe.BalanceTransaction
const ourDispute = { ...objects.dispute, id: 'dp_1', amount: 1234, payment_intent: payments.succeeded }

/** A dispute in each of its states, with the money that it moved. */
export const disputes = {
  warning_needs_response: { ...ourDispute, status: 'warning_needs_response', balance_transactions: [] },
  warning_under_review: { ...ourDispute, status: 'warning_under_review', balance_transactions: [] },
  warning_closed: { ...ourDispute, status: 'warning_closed', balance_transactions: [] },
  needs_response: { ...ourDispute, status: 'needs_response', balance_transactions: [withdrawn] },
  under_review: { ...ourDispute, status: 'under_review', balance_transactions: [withdrawn] },
  won: {
    ...ourDispute,
    status: 'won',
    balance_transactions: [withdrawn, { ...withdrawn, id: 'txn_2', amount: 1234, fee: 0, net: 1234 }],
  },
  lost: { ...ourDispute, status: 'lost', balance_transactions: [withdrawn] },
  prevented: { ...ourDispute, status: 'prevented', balance_transactions: [] },
} satisfies Record<string, Stripe.Dispute>

const address = {
  city: 'Springfield',
  country: 'US',
  line1: '1 Main St',
  line2: null,
  postal_code: '12345',
  state: 'IL',
}

/** A bank transfer that arrived. */
export const funded = {
  id: 'ccsbtxn_1',
  object: 'customer_cash_balance_transaction',
  created: 1772413200,
  currency: 'usd',
  customer: 'cus_1',
  customer_account: null,
  ending_balance: 1234,
  livemode: false,
  net_amount: 1234,
  type: 'funded',
} satisfies Stripe.CustomerCashBalanceTransaction

/** The bank account of a customer. */
export const fundingInstructions = (customer: string) =>
  ({
    object: 'funding_instructions',
    currency: 'usd',
    funding_type: 'bank_transfer',
    livemode: false,
    bank_transfer: {
      country: 'US',
      type: 'us_bank_transfer',
      financial_addresses: [
        {
          type: 'aba',
          supported_networks: ['ach', 'domestic_wire_us'],
          aba: {
            account_holder_name: 'Octavo Books',
            account_number: `1111${customer.length}`,
            account_type: 'checking',
            bank_name: 'US Test Bank',
            routing_number: '999999999',
            account_holder_address: address,
            bank_address: address,
          },
        },
      ],
    },
  }) satisfies Stripe.FundingInstructions

/** A payment of a statement in each of its states. */
export const statementPayments = {
  succeeded: { ...payments.succeeded, allowed_payment_method_types: ['customer_balance'] },
  processing: { ...payments.processing, payment_method: { ...objects.payment_method, type: 'us_bank_account' } },
  underfunded: { ...ours, status: 'requires_action', allowed_payment_method_types: ['customer_balance'] },
  failed: {
    ...payments.declined,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_method_provider_decline',
      decline_code: 'insufficient_funds',
      message: 'The bank account has insufficient funds.',
      payment_method: { ...objects.payment_method, type: 'us_bank_account' },
    },
  },
  canceled: payments.canceled,
} satisfies Record<string, Stripe.PaymentIntent>
