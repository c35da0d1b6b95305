// The billing of enterprise accounts by the staff: their terms, and the payments that they sent.

import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import { say, type Translatable } from '../../../languages/texts.ts'
import { dollars } from '../../base/money.ts'
import { malformedField, type Problem, Refusal } from '../../base/refusal.ts'
import { changeBillingTerms } from '../../features/money/billingTerms.ts'
import { importPayments } from '../../features/money/importPayments.ts'
import { placeByInvoice } from '../../features/money/invoicedStatements.ts'
import { recordPayments, reversePayment } from '../../features/money/receivePayments.ts'
import { isDayUntil, maxNoteLength, maxReferenceLength } from '../../payments/statements/paymentFile.ts'
import { readPayment } from '../../payments/statements/paymentStore.ts'
import { listUnpaidStatements } from '../../payments/statements/statementStore.ts'
import { NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { maxNumber } from '../objects/addressParameters.ts'
import { centsAt } from '../objects/amounts.ts'
import { Closed, Dollars, LongText, nullable, oneOf, Text, unprintable } from '../objects/common.ts'
import { ApprovalObject, answerAwaitingApproval, mayAwaitApproval } from '../orders/approvals.ts'
import { readFileBody, spreadsheetTypes, wrongMediaType } from '../server/body.ts'
import { malformed } from '../server/problem.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import {
  Billing,
  Payment,
  presentBilling,
  presentPayment,
  presentStatement,
  StatementObject,
  TermsFrom,
} from './statements.ts'

/** 5,000 payments with long notes have two thirds of it. */
const maxFileBytes = 4 * 1024 * 1024
const Reason = LongText(1000, { minLength: 1, description: 'For the audit log.' })
const TermsChange = Closed(
  {
    termsDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
    termsFrom: Type.Optional(TermsFrom),
    purchaseOrderNumber: Type.Optional(nullable(Text(40))),
    purchaseOrderRequired: Type.Optional(
      Type.Boolean({ description: 'Refuse orders for which neither they nor the billing details have a number.' }),
    ),
    creditLimit: Type.Optional(
      nullable(Type.Number({ minimum: 0, description: 'US dollars with at most two decimals; null for no limit.' })),
    ),
    discountPercent: Type.Optional(
      nullable(Type.Number({ minimum: 0.01, maximum: 20, description: 'For payment within `discountDays`.' })),
    ),
    lateFeePercent: Type.Optional(
      nullable(Type.Number({ minimum: 0.01, maximum: 100, description: 'A month, of what is open; null: none.' })),
    ),
    lateFeeAmount: Type.Optional(
      nullable(Type.Number({ minimum: 0.01, description: 'US dollars a month, in place of a percent.' })),
    ),
    discountDays: Type.Optional(
      nullable(Type.Integer({ minimum: 0, maximum: 365, description: 'At most `termsDays`.' })),
    ),
    reason: Reason,
  },
  { examples: [{ termsDays: 45, purchaseOrderNumber: 'PO-7781', creditLimit: 5000, reason: 'contract of 2026' }] },
)
const NewPayment = Closed(
  {
    kind: Type.Optional(
      oneOf(['payment', 'credit'], {
        description:
          'credit: pays the statement that it names without money, and is posted as a refund; `note` says why. Without it, payment.',
      }),
    ),
    receivedOn: Type.String({ format: 'date', 'x-expected': 'a day such as 2026-03-31' }),
    amount: Type.Number({ minimum: 0.01, description: 'US dollars with at most two decimals.' }),
    reference: Text(maxReferenceLength, {
      description: 'The reference of the bank, the number of the check, or your number of the credit.',
    }),
    statement: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: maxNumber,
          description: 'The statement to pay first; without it, the oldest.',
        }),
      ),
    ),
    invoice: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: maxNumber,
          description: 'The number of the invoice of the statement to pay first, in place of `statement`.',
        }),
      ),
    ),
    note: Type.Optional(nullable(Text(maxNoteLength))),
  },
  { examples: [{ receivedOn: '2026-04-20', amount: 1250, reference: 'TR-88121', statement: 3 }] },
)
const UnpaidQuery = Type.Object({
  state: Type.Optional(oneOf(['overdue', 'due'], { description: 'due: of a later day. Without it, both.' })),
  limit: StaffLimit,
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: `^[^/${unprintable}]{1,64}/[1-9][0-9]{0,8}$`,
      'x-expected': 'a nextCursor of an earlier answer',
    }),
  ),
})
const UnpaidStatement = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  ...StatementObject.properties,
})
export const staffBillingRoutes = tagged('Staff: money', (services: Services): Route[] => [
  ...unpaidStatementRoutes(services),
  ...billingTermRoutes(services),
  ...receivedPaymentRoutes(services),
  ...paymentImportRoutes(services),
])

const unpaidStatementRoutes = ({ db, clock }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/statements',
    operationId: 'listUnpaidStatements',
    summary: 'List the unpaid statements of all accounts, the longest due first',
    query: UnpaidQuery,
    answer: Type.Object({ statements: Type.Array(UnpaidStatement), nextCursor: NextCursor }),
    handle: async ({ query: { state = null, limit, cursor } }) => {
      const [accountId, number] = cursor?.split('/') ?? []
      const after = accountId === undefined ? null : { accountId, number: Number(number) }
      const now = clock()
      const found = await listUnpaidStatements(db, { state, now, after, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, last => `${last.accountId}/${last.number}`)
      const statements = page.map(statement => {
        const { accountId, accountName } = statement
        return { accountId, accountName, ...presentStatement(statement, now) }
      })
      return { statements, nextCursor }
    },
  }),
]

const billingTermRoutes = ({ db, transactor, clock, secondPerson }: Services): Route[] => [
  route({
    method: 'PATCH',
    path: '/staff/accounts/:accountId/billing/terms',
    operationId: 'changeBillingTerms',
    needs: 'money',
    freshWithinMs: moneyPasswordMs,
    summary: 'Change how an enterprise account pays',
    description: `Terms and purchase order number count for statements that are made from now on. Fields that are not sent stay unchanged. ${mayAwaitApproval} It is needed when days to pay, credit limit, discount or its days grow by more than SECOND_PERSON_DISCOUNT percent in 30 days (a first discount counts), when the late fee falls by more, and when days begin to count from the end of the month.`,
    body: TermsChange,
    answer: Billing,
    waits: ApprovalObject,
    refuses: ['wrong_state'],
    handle: async ({ caller, params: { accountId }, body, reply }) => {
      const {
        termsDays,
        termsFrom,
        purchaseOrderNumber: purchaseOrder,
        purchaseOrderRequired,
        creditLimit,
        reason,
        discountDays,
      } = body
      const change = {
        ...(termsDays === undefined ? {} : { termsDays }),
        ...(termsFrom === undefined ? {} : { termsFrom }),
        ...(purchaseOrder === undefined ? {} : { purchaseOrder: purchaseOrder?.trim() || null }),
        ...(purchaseOrderRequired === undefined ? {} : { purchaseOrderRequired }),
        ...(creditLimit === undefined
          ? {}
          : { creditLimitCents: creditLimit === null ? null : centsAt('/creditLimit', creditLimit) }),
        ...(body.discountPercent === undefined
          ? {}
          : { discountBasisPoints: hundredths('/discountPercent', body.discountPercent) }),
        ...(discountDays === undefined ? {} : { discountDays }),
        ...(body.lateFeePercent === undefined
          ? {}
          : { lateFeeBasisPoints: hundredths('/lateFeePercent', body.lateFeePercent) }),
        ...(body.lateFeeAmount === undefined ? {} : { lateFeeCents: hundredths('/lateFeeAmount', body.lateFeeAmount) }),
      }
      const by = { now: clock(), actor: caller.actor }
      const { approval } = await changeBillingTerms(transactor, { accountId, reason, change }, by, secondPerson)
      return approval === null
        ? presentBilling(db, accountId, clock())
        : answerAwaitingApproval(reply, db, approval, caller)
    },
  }),
]

/** The cents of dollars, or the basis points of a percent. */
const hundredths = (pointer: string, percent: number | null): number | null =>
  percent === null ? null : centsAt(pointer, percent)

function receivedPaymentRoutes({ db, transactor, clock, operatorVersions, secondPerson }: Services): Route[] {
  const today = () => operatorVersions.at(clock()).shipping.localDay(clock()).toString()
  const paymentOf = async (accountId: string, paymentId: string): Promise<Static<typeof Payment>> => {
    const payment = await readPayment(db, accountId, paymentId)
    if (payment === undefined) throw new Refusal('not_found', say('There is no payment {paymentId}.', { paymentId }))
    return presentPayment(payment)
  }
  return [
    route({
      method: 'POST',
      path: '/staff/accounts/:accountId/billing/payments',
      operationId: 'recordPayment',
      needs: 'money',
      freshWithinMs: moneyPasswordMs,
      summary: 'Record a payment that an enterprise account sent',
      description: `It pays the named statement first, and then the oldest. A reference that was recorded before is refused, so a repeated request records nothing. ${mayAwaitApproval} The payments of an account in 30 days count together.`,
      body: NewPayment,
      status: 201,
      answer: Payment,
      waits: ApprovalObject,
      refuses: ['wrong_state', 'already_exists'],
      handle: async ({ caller, params: { accountId }, body, reply }) => {
        const by = { now: clock(), actor: caller.actor }
        const payment = await placed(db, newPaymentOf(accountId, body, today()))
        const { done, approval } = await recordPayments(transactor, [payment], by, secondPerson)
        return done === null ? answerAwaitingApproval(reply, db, approval, caller) : paymentOf(accountId, done[0]!)
      },
    }),
    route({
      method: 'POST',
      path: '/staff/accounts/:accountId/billing/payments/:paymentId/reverse',
      operationId: 'reversePayment',
      needs: 'money',
      freshWithinMs: moneyPasswordMs,
      summary: 'Reverse a payment that was recorded by mistake, or that the bank took back',
      description: 'The ledger has both postings. The reference can then be recorded again.',
      body: Closed({ reason: Reason }),
      answer: Payment,
      refuses: ['wrong_state'],
      handle: async ({ caller: { actor }, params: { accountId, paymentId }, body: { reason } }) => {
        await reversePayment(transactor, { accountId, paymentId, reason }, { now: clock(), actor })
        return paymentOf(accountId, paymentId)
      },
    }),
  ]
}

/** Refuses with `not_found` when the invoice is not of a statement that the payment can pay. */
async function placed(db: Services['db'], named: ReturnType<typeof newPaymentOf>) {
  const [found] = await placeByInvoice(db, [named])
  const { payment, wrong: detail } = found!
  if (detail !== null) throw new Refusal('not_found', detail, [{ pointer: '/invoice', code: 'not_found', detail }])
  const { invoice: _, ...placedPayment } = payment
  return placedPayment
}

/** Refuses with `malformed_request`. */
function newPaymentOf(accountId: string, body: Static<typeof NewPayment>, today: string) {
  const { kind = 'payment', amount, receivedOn, reference, statement = null, invoice = null, note = null } = body
  if (!isDayUntil(receivedOn, today)) {
    const detail = say('got {receivedOn}; expected no day after today, {day}', { receivedOn, day: today })
    throw malformedField('/receivedOn', 'wrong_format', detail)
  }
  if (reference.trim() === '')
    throw malformedField('/reference', 'wrong_format', say('got no reference; expected that of the bank'))
  if (kind === 'credit' && statement === null && invoice === null)
    throw malformedField('/statement', 'missing', say('got no statement; expected the statement that the credit pays'))
  if (kind === 'credit' && (note ?? '').trim() === '')
    throw malformedField('/note', 'missing', say('got no note; expected the reason of the credit'))
  const amountCents = centsAt('/amount', amount)
  return { kind, accountId, receivedOn, reference: reference.trim(), statement, invoice, note, amountCents }
}

function paymentImportRoutes({ db, transactor, clock, operatorVersions, secondPerson }: Services): Route[] {
  const today = () => operatorVersions.at(clock()).shipping.localDay(clock()).toString()
  return [
    route({
      method: 'POST',
      path: '/staff/payments/import',
      operationId: 'importPayments',
      needs: 'money',
      freshWithinMs: moneyPasswordMs,
      summary: 'Import payments of enterprise accounts from a spreadsheet',
      description:
        'The body is the file, .xlsx or CSV, of at most 4 MB with 5,000 payments. Its first row has the names of the columns: ' +
        'accountId, receivedOn, amount and reference, and if you like statement, invoice and note. A row with an invoice needs no accountId. Records all payments, or none: ' +
        '`errors` names every mistake by row and field, such as `/3/amount`. A reference is never recorded twice, so a file ' +
        `that is imported again is refused. ${mayAwaitApproval} The whole file waits if the payments of an account in 30 ` +
        'days are together above the sum.',
      takesFile: spreadsheetTypes,
      answer: Type.Object({ payments: Type.Integer({ description: 'The number of payments.' }), amount: Dollars }),
      waits: ApprovalObject,
      refuses: ['already_exists', 'body_too_large'],
      handle: async ({ caller, request, reply }) => {
        if (!(request.body instanceof Readable)) throw wrongMediaType(request)
        const file = await readFileBody(request.body, maxFileBytes)
        const by = { now: clock(), actor: caller.actor, today: today() }
        const result = await importPayments(transactor, file, by, secondPerson)
        if ('problems' in result) throw malformed(problemsText(result.problems), result.problems)
        const { done, approval } = result
        if (done === null) return answerAwaitingApproval(reply, db, approval, caller)
        return { payments: done.payments, amount: dollars(done.amountCents) }
      },
    }),
  ]
}

const problemsText = ({ length }: Problem[]): Translatable =>
  say('Nothing was recorded: the file has {mistakes}.', {
    mistakes: length === 1 ? say('a mistake') : say('{length} mistakes', { length }),
  })
