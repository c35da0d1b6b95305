// Payments of statements at the simulated gateway. Its page is a dialog of the browser application. A debit is
// processed for four days; a transfer arrives at once.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { day, later } from '../../base/clock.ts'
import type {
  BankTransfer,
  PaymentMethod,
  ProviderParts,
  SimulatedPayer,
  StatementPayment,
  StatementPaymentState,
  StatementPayments,
} from '../payments.ts'
import { type BookedCharge, bookCharge, readCharge } from './simulatedGatewayStore.ts'

const processingMs = 4 * day
/** As at Stripe. */
const minCents = 50
const pageOpenMs = day
/** In the books, the payment of a page that was closed is declined. */
const closed = 'page_closed'

type Parts = Pick<ProviderParts, 'db' | 'newId' | 'clock' | 'publicUrl'>

const simulatedBank = { bank: 'Simulated Bank', holder: 'Simulated gateway', routingNumber: '110000000' }

export function simulatedStatements({ db, newId, clock, publicUrl }: Parts): {
  statements: StatementPayments
  simulatedPayer: SimulatedPayer
} {
  const book = async (payment: StatementPayment, method: PaymentMethod, declineCode: string | null) => {
    const at = method === 'bank_debit' ? later(clock(), processingMs) : clock()
    const { idempotencyKey, accountId, amountCents, description } = payment
    const charge = { idempotencyKey, accountId, amountCents, description, cardRef: method, chargeRef: newId('simch') }
    return bookCharge(db, { ...charge, declineCode, at, answersAt: at, confirmation: null })
  }
  const stateOf = ({ cardRef, chargeRef, declineCode, answersAt }: BookedCharge): StatementPaymentState => {
    const method = cardRef as PaymentMethod
    if (answersAt !== null && clock() < answersAt) return { status: 'processing', method }
    if (declineCode === closed) return { status: 'expired' }
    if (declineCode === null) return { status: 'succeeded', method, ref: chargeRef }
    return { status: 'failed', method, code: declineCode, message: say('The bank account has insufficient funds.') }
  }
  return {
    statements: {
      async openPage({ idempotencyKey }) {
        const url = new URL(`/dashboard/billing?tab=statements&pay=${idempotencyKey}`, publicUrl).href
        return { ref: idempotencyKey, url }
      },
      async closePage(payment) {
        await book(payment, 'card', closed)
      },
      async findPayment({ idempotencyKey, createdAt }) {
        const booked = await readCharge(db, idempotencyKey)
        if (booked !== undefined) return stateOf(booked)
        return { status: later(createdAt, pageOpenMs) <= clock() ? 'expired' : 'open' }
      },
      async readBankAccount(customerRef) {
        return { ...simulatedBank, accountNumber: customerRef }
      },
      async listTransfers(customerRef, since) {
        const { rows } = await sql<BankTransfer>`
          select transfer_ref as ref, amount_cents as "amountCents", at
          from simulated_gateway_transfers
          where account_id = ${customerRef} and at >= ${since}
          order by transfer_ref`.execute(db)
        return rows
      },
      async takeTransfer(payment) {
        if (payment.amountCents >= minCents) return stateOf((await book(payment, 'bank_transfer', null)).booked)
        const message = say('The amount is too small to be charged.')
        return { status: 'failed', method: 'bank_transfer', code: 'amount_too_small', message }
      },
    },
    simulatedPayer: {
      async pay(payment, by) {
        const { isNew } = await (by === 'bank_debit_fails'
          ? book(payment, 'bank_debit', 'insufficient_funds')
          : book(payment, by, null))
        return isNew
      },
      async transfer(customerRef, amountCents) {
        await sql`
          insert into simulated_gateway_transfers (transfer_ref, account_id, amount_cents, at)
          values (${newId('simtr')}, ${customerRef}, ${amountCents}, ${clock()})`.execute(db)
      },
    },
  }
}
