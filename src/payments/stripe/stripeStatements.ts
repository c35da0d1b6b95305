// Payments of statements at Stripe: Checkout for cards and debits of bank accounts (ACH), and a virtual bank account of
// the customer's for transfers. A payment then takes the transferred money from
// the customer's cash balance.

import type Stripe from 'stripe'
import { say } from '../../../languages/texts.ts'
import { instant, second } from '../../base/clock.ts'
import type { PaymentMethod, StatementPayment, StatementPaymentState, StatementPayments } from '../payments.ts'
import { accountField, isRefusal, keyField } from './stripeOutcomes.ts'

const pageSize = 100
/** How Stripe's methods of payment are named here. */
const methods: Record<string, PaymentMethod> = {
  card: 'card',
  us_bank_account: 'bank_debit',
  customer_balance: 'bank_transfer',
}

type Tools = {
  stripe: Stripe
  nullIfMissing(error: unknown): null
  /** The payment that has this key, among those of the customer. */
  findIntent(payment: StatementPayment): Promise<Stripe.PaymentIntent | null>
}

export function stripeStatements({ stripe, nullIfMissing, findIntent }: Tools): StatementPayments {
  return {
    async openPage({ returnUrl, description, ...payment }) {
      const metadata = metadataOf(payment)
      const page: Stripe.Checkout.SessionCreateParams = {
        mode: 'payment',
        customer: payment.customerRef,
        client_reference_id: payment.accountId,
        allowed_payment_method_types: ['card', 'us_bank_account'],
        line_items: [
          {
            price_data: { currency: 'usd', unit_amount: payment.amountCents, product_data: { name: description } },
            quantity: 1,
          },
        ],
        payment_intent_data: { description, metadata },
        metadata,
        success_url: returnUrl,
        cancel_url: returnUrl,
      }
      const idempotencyKey = payment.idempotencyKey
      const made = await stripe.checkout.sessions.create(page, { idempotencyKey }).catch(nullIfMissing)
      if (made === null) return null
      if (made.url === null) throw new Error('Stripe made a Checkout session without an address')
      return { ref: made.id, url: made.url }
    },

    async closePage(payment) {
      try {
        if (payment.pageRef !== null) return void (await stripe.checkout.sessions.expire(payment.pageRef))
        const intent = await findIntent(payment)
        if (intent !== null) await stripe.paymentIntents.cancel(intent.id)
      } catch (error) {
        // It is no longer open, or missing.
        if (!isRefusal(error)) throw error
      }
    },

    async findPayment({ pageRef }) {
      const expand = ['payment_intent.payment_method']
      const page = await stripe.checkout.sessions.retrieve(pageRef!, { expand }).catch(nullIfMissing)
      if (page === null) return { status: 'expired' }
      if (page.status !== 'complete') return { status: page.status === 'expired' ? 'expired' : 'open' }
      return stateOf(page.payment_intent as Stripe.PaymentIntent)
    },

    async readBankAccount(customerRef) {
      const made = await stripe.customers
        .createFundingInstructions(customerRef, {
          ...{ currency: 'usd', funding_type: 'bank_transfer' },
          bank_transfer: { type: 'us_bank_transfer' },
        })
        .catch(nullIfMissing)
      if (made === null) return null
      const aba = made.bank_transfer.financial_addresses.find(({ type }) => type === 'aba')?.aba
      if (aba === undefined) throw new Error('Stripe named no bank account for transfers')
      const { bank_name: bank, account_number: accountNumber, routing_number: routingNumber } = aba
      return { bank, holder: aba.account_holder_name, accountNumber, routingNumber }
    },

    async listTransfers(customerRef, since) {
      const transfers = []
      for await (const moved of stripe.customers.listCashBalanceTransactions(customerRef, { limit: pageSize })) {
        const at = instant(moved.created * second)
        if (at < since) break // the newest are first
        if (moved.type === 'funded') transfers.push({ ref: moved.id, amountCents: moved.net_amount, at })
      }
      return transfers
    },

    async takeTransfer(payment) {
      try {
        return stateOf((await findIntent(payment)) ?? (await takeFromBalance(stripe, payment)))
      } catch (error) {
        if (!isRefusal(error)) throw error
        const { code = 'refused', message } = error
        return { status: 'failed', method: 'bank_transfer', code, message }
      }
    },
  }
}

const takeFromBalance = (stripe: Stripe, payment: StatementPayment): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create(
    {
      ...{ amount: payment.amountCents, currency: 'usd', customer: payment.customerRef, confirm: true },
      allowed_payment_method_types: ['customer_balance'],
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: {
        customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'us_bank_transfer' } },
      },
      description: payment.description,
      metadata: metadataOf(payment),
    },
    { idempotencyKey: payment.idempotencyKey },
  )

const metadataOf = ({ accountId, idempotencyKey }: Pick<StatementPayment, 'accountId' | 'idempotencyKey'>) => ({
  [accountField]: accountId,
  [keyField]: idempotencyKey,
})

/** The state of a payment whose page was completed, or that takes a transfer. */
export function stateOf(intent: Stripe.PaymentIntent): StatementPaymentState {
  const { id: ref, status, payment_method: used, last_payment_error: error, allowed_payment_method_types } = intent
  const type = typeof used === 'object' ? used?.type : undefined
  const method = methods[type ?? error?.payment_method?.type ?? allowed_payment_method_types?.[0] ?? ''] ?? null
  if (status === 'succeeded') return { status: 'succeeded', ref, method: method ?? 'card' }
  if (status !== 'requires_payment_method' && status !== 'canceled')
    return { status: 'processing', method: method ?? 'bank_debit' }
  const code = error?.decline_code ?? error?.code ?? 'payment_failed'
  return { status: 'failed', method, code, message: error?.message ?? say('The payment was not made.') }
}
