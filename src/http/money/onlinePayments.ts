// Payments of statements through the payment provider: by card, by debit of a bank account, or by bank transfer.

import { type Static, Type } from 'typebox'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { dollars } from '../../base/money.ts'
import {
  openBankAccount,
  openPayment,
  settlePayment,
  simulatedMethods,
  simulatePayer,
  simulateTransfer,
} from '../../features/money/onlinePayments.ts'
import { paymentMethods } from '../../payments/payments.ts'
import {
  listOnlinePayments,
  listPaymentsForStaff,
  type OnlinePayment,
  onlineStatuses,
  readOnlinePayment,
} from '../../payments/statements/onlinePaymentStore.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { centsAt } from '../objects/amounts.ts'
import { Closed, Dollars, Instant, LongText, Nothing, nullable, oneOf, Words } from '../objects/common.ts'
import { resource } from '../server/resource.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { billing } from './billingAddresses.ts'

const { member, staff } = billing('/online-payments')
const Amount = Type.Number({ minimum: 0.5, description: 'US dollars with at most two decimals.' })
const Payment = Type.Object(
  {
    paymentId: Type.String({ description: 'Also of the received payment, once it has succeeded.' }),
    statement: nullable(Type.Integer({ description: 'The statement that it pays first; null: the oldest.' })),
    amount: Dollars,
    currency: Type.String(),
    status: oneOf(onlineStatuses, {
      description:
        'open: not paid yet. processing: the money is on its way, and may still fail. expired: nobody paid on its page.',
    }),
    method: nullable(oneOf(paymentMethods, { description: 'bank_debit: the debit of a bank account (ACH).' })),
    url: nullable(Type.String({ description: 'The page where an open payment is paid, for a day.' })),
    failureCode: nullable(Type.String()),
    failureMessage: nullable(Words()),
    needsStaff: Type.Boolean({ description: 'It failed, and its money may be at the provider: the staff decide.' }),
    createdAt: Instant,
    settledAt: nullable(Instant),
  },
  { $id: 'OnlinePayment' },
)
const Account = Type.Object({
  bank: Type.String(),
  holder: Type.String(),
  routingNumber: Type.String(),
  accountNumber: Type.String({ description: 'Only this account pays to it, so no reference is needed.' }),
})

export const onlinePaymentRoutes = tagged('Billing', (services: Services): Route[] => [
  ...memberPaymentRoutes(services),
  ...simulatedPayerRoutes(services),
])

const memberPaymentRoutes = ({ onlinePaymentDeps: deps, db, clock }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/dashboard/api/billing/statements/:number/pay',
    operationId: 'payStatement',
    needs: 'billing',
    summary: 'Pay a statement, or a part of it, on a page of the payment provider',
    description:
      'Returns the `url` of the page, where the payer chooses a card or a bank account. The statement is paid when the payment has succeeded: by card at once, by the debit of a bank account after days.',
    body: Closed({ amount: Amount }),
    answer: Payment,
    refuses: ['not_found', 'amount_changed', 'wrong_state', 'provider_unavailable'],
    async handle({ caller: { accountId, actor }, params: { number: statement }, body }) {
      const amountCents = centsAt('/amount', body.amount)
      return present(await openPayment(deps, { accountId, actor, statement, amountCents, now: clock() }))
    },
  }),
  route({
    method: 'POST',
    path: '/dashboard/api/billing/bank-account',
    operationId: 'openBankAccount',
    needs: 'billing',
    summary: 'Read the bank account to which this account transfers money',
    description:
      'Each transfer that arrives pays the oldest statement, in part or whole. Any excess stays in the balance and pays the next statement.',
    answer: Account,
    refuses: ['provider_unavailable', 'wrong_state'],
    handle: ({ caller: { accountId, actor } }) => openBankAccount(deps, { accountId, actor, now: clock() }),
  }),
  ...resource({
    method: 'GET',
    at: { member, staff },
    operationId: 'listOnlinePayments',
    summary: 'List the payments through the payment provider, newest first',
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
      cursor: Cursor('^pay_[0-9a-z]{22}$'),
    }),
    answer: Type.Object({ payments: Type.Array(Payment), nextCursor: NextCursor }),
    refuses: ['not_found'],
    async handle({ owner: { accountId }, query: { limit, cursor = null } }) {
      await requireAccount(db, accountId)
      const found = await listOnlinePayments(db, accountId, { before: cursor, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, last => last.paymentId)
      return { payments: page.map(present), nextCursor }
    },
  }),
]

const simulatedPayerRoutes = ({ onlinePaymentDeps: deps, db, clock }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/dashboard/api/billing/online-payments/:paymentId/simulate',
    operationId: 'simulatePayer',
    needs: 'billing',
    summary: 'Simulate the payer on the page (simulated gateway only)',
    description: 'With a real provider this answers 409. bank_debit_fails: the debit fails after four days.',
    body: Closed({ by: oneOf(simulatedMethods) }),
    answer: Payment,
    refuses: ['wrong_state'],
    async handle({ caller: { accountId, actor }, params: { paymentId }, body: { by } }) {
      await simulatePayer(deps, { accountId, paymentId, actor, by, now: clock() })
      return present((await readOnlinePayment(db, { accountId, paymentId }))!)
    },
  }),
  route({
    method: 'POST',
    path: '/dashboard/api/billing/simulated-transfers',
    operationId: 'simulateTransfer',
    needs: 'billing',
    summary: 'Simulate a bank transfer (simulated gateway only)',
    description: 'With a real provider, or before the bank account was read, this answers 409.',
    body: Closed({ amount: Amount }),
    status: 202,
    answer: Nothing,
    refuses: ['wrong_state'],
    async handle({ caller: { accountId, actor }, body, reply }) {
      await simulateTransfer(deps, { accountId, actor, amountCents: centsAt('/amount', body.amount), now: clock() })
      return reply.send()
    },
  }),
]

const OfAccount = Type.Object({ accountId: Type.String(), accountName: Type.String(), ...Payment.properties })

export const staffOnlinePaymentRoutes = tagged('Staff: money', ({ transactor, db, clock }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { staff: '/staff/online-payments' },
    act: 'listPayments',
    summary: 'List the payments of statements that failed while their money may be at the provider',
    query: Type.Object({ limit: StaffLimit, cursor: Cursor('^acc_[0-9a-z]{22}/pay_[0-9a-z]{22}$') }),
    answer: Type.Object({ payments: Type.Array(OfAccount), nextCursor: NextCursor }),
    async handle({ query: { limit, cursor } }) {
      const [accountId, paymentId] = cursor?.split('/') ?? []
      const after = accountId === undefined ? null : { accountId, paymentId: paymentId! }
      const found = await listPaymentsForStaff(db, { after, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, last => `${last.accountId}/${last.paymentId}`)
      const payments = page.map(one => ({ ...present(one), accountId: one.accountId, accountName: one.accountName }))
      return { payments, nextCursor }
    },
  }),
  route({
    method: 'POST',
    path: '/staff/accounts/:accountId/billing/online-payments/:paymentId/settle',
    operationId: 'settleOnlinePayment',
    needs: 'money',
    freshWithinMs: moneyPasswordMs,
    summary: 'Retry a payment of a statement that needs the staff, or close it',
    description:
      'retry: Octavo asks the provider again, by the same key (Stripe repeats a refusal for 24 hours). close: you returned the money at the provider, or recorded the payment by hand.',
    body: Closed({
      decision: oneOf(['retry', 'close']),
      reason: LongText(1000, { minLength: 1, description: 'For the audit log.' }),
    }),
    answer: Payment,
    refuses: ['wrong_state'],
    async handle({ caller: { actor }, params: { accountId, paymentId }, body }) {
      await settlePayment(transactor, { accountId, paymentId, actor, now: clock(), ...body })
      return present((await readOnlinePayment(db, { accountId, paymentId }))!)
    },
  }),
])

const present = ({
  paymentId,
  statement,
  amountCents,
  status,
  method,
  url,
  failureCode,
  failureMessage,
  needsStaff,
  createdAt,
  settledAt,
}: OnlinePayment): Static<typeof Payment> => ({
  ...{ paymentId, statement, amount: dollars(amountCents), currency: 'USD', status, method, failureCode },
  url: status === 'open' ? url : null,
  ...{ failureMessage, needsStaff, createdAt, settledAt },
})
