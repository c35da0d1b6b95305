// Every request that the adapter makes, with its parameters. The compiler compares them with the types of the stripe
// package; test/stripe/adapter.test.ts compares them with the requests that the adapter sends.

import type Stripe from 'stripe'

const metadata = { octavo_account: 'acc_1', octavo_key: 'octavo-chg_1' }

export const requests = {
  'POST /v1/customers': {
    name: 'Ada & Söhne',
    email: 'ada@example.com',
    metadata: { octavo_account: 'acc_1' },
  } satisfies Stripe.CustomerCreateParams,
  'POST /v1/checkout/sessions': {
    mode: 'setup',
    customer: 'cus_1',
    client_reference_id: 'acc_1',
    allowed_payment_method_types: ['card'],
    success_url: 'https://octavo.example/dashboard/billing?card=added',
    cancel_url: 'https://octavo.example/dashboard/billing',
  } satisfies Stripe.Checkout.SessionCreateParams,
  'GET /v1/checkout/sessions/:id': {
    expand: ['payment_intent.payment_method'],
  } satisfies Stripe.Checkout.SessionRetrieveParams,
  'POST /v1/checkout/sessions/:id/expire': {} satisfies Stripe.Checkout.SessionExpireParams,
  'POST /v1/customers/:id/funding_instructions': {
    currency: 'usd',
    funding_type: 'bank_transfer',
    bank_transfer: { type: 'us_bank_transfer' },
  } satisfies Stripe.CustomerCreateFundingInstructionsParams,
  'GET /v1/customers/:id/cash_balance_transactions': {
    limit: 100,
  } satisfies Stripe.CustomerListCashBalanceTransactionsParams,
  'GET /v1/payment_methods': { customer: 'cus_1', type: 'card', limit: 100 } satisfies Stripe.PaymentMethodListParams,
  'POST /v1/payment_methods/:id/detach': {} satisfies Stripe.PaymentMethodDetachParams,
  'POST /v1/payment_intents': {
    amount: 1234,
    currency: 'usd',
    customer: 'cus_1',
    payment_method: 'pm_1',
    allowed_payment_method_types: ['card'],
    confirm: true,
    off_session: true,
    description: 'Books',
    metadata,
  } satisfies Stripe.PaymentIntentCreateParams,
  'GET /v1/payment_intents': {
    customer: 'cus_1',
    created: { gte: 1772413200 },
    limit: 100,
  } satisfies Stripe.PaymentIntentListParams,
  'GET /v1/payment_intents/:id': {} satisfies Stripe.PaymentIntentRetrieveParams,
  'POST /v1/payment_intents/:id/confirm': {
    payment_method: 'pm_1',
    return_url: 'https://octavo.example/dashboard/billing',
  } satisfies Stripe.PaymentIntentConfirmParams,
  'POST /v1/payment_intents/:id/cancel': {} satisfies Stripe.PaymentIntentCancelParams,
  'POST /v1/refunds': {
    payment_intent: 'pi_1',
    amount: 34,
    metadata: { ...metadata, octavo_key: 'octavo-ref_1' },
  } satisfies Stripe.RefundCreateParams,
  'GET /v1/refunds': { payment_intent: 'pi_1', limit: 100 } satisfies Stripe.RefundListParams,
  'GET /v1/balance_transactions': {
    created: { gte: 1772409600, lt: 1772496000 },
    limit: 100,
    expand: ['data.source'],
  } satisfies Stripe.BalanceTransactionListParams,
  'GET /v1/disputes/:id': { expand: ['payment_intent'] } satisfies Stripe.DisputeRetrieveParams,
}

const paid = { octavo_account: 'acc_1', octavo_key: 'octavo-pay_1' }

/** Further requests to addresses that have one above. */
export const statementRequests = {
  'POST /v1/checkout/sessions': {
    mode: 'payment',
    customer: 'cus_1',
    client_reference_id: 'acc_1',
    allowed_payment_method_types: ['card', 'us_bank_account'],
    line_items: [
      { price_data: { currency: 'usd', unit_amount: 1234, product_data: { name: 'Invoice 000001' } }, quantity: 1 },
    ],
    payment_intent_data: { description: 'Invoice 000001', metadata: paid },
    metadata: paid,
    success_url: 'https://octavo.example/dashboard/billing?tab=statements',
    cancel_url: 'https://octavo.example/dashboard/billing?tab=statements',
  } satisfies Stripe.Checkout.SessionCreateParams,
  'POST /v1/payment_intents': {
    amount: 1234,
    currency: 'usd',
    customer: 'cus_1',
    confirm: true,
    allowed_payment_method_types: ['customer_balance'],
    payment_method_data: { type: 'customer_balance' },
    payment_method_options: {
      customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'us_bank_transfer' } },
    },
    description: 'Invoice 000001',
    metadata: { ...paid, octavo_key: 'octavo-pay_2' },
  } satisfies Stripe.PaymentIntentCreateParams,
}
