// Statements of enterprise accounts, for programs, their members and the staff: the same answers by three addresses.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { orderTitle } from '../../base/text/orderTitle.ts'
import type { Db } from '../../db/db.ts'
import { percentOrNull } from '../../features/money/billingTerms.ts'
import { readOrderTitles, readPrintedTitles } from '../../orders/orderTitles.ts'
import { statementStates, stateOf } from '../../payments/statements/applyPayments.ts'
import { listPayments, paymentKinds, type ReceivedPayment } from '../../payments/statements/paymentStore.ts'
import {
  lineKinds,
  listStatements,
  readAllLines,
  readBilling,
  readLines,
  readStatement,
  type Statement,
  type StatementLine,
  termsStarts,
} from '../../payments/statements/statementStore.ts'
import { statementCsv } from '../../payments/statements/statementText.ts'
import { Cursor, NextCursor, pageOf } from '../lists/list.ts'
import { maxNumber } from '../objects/addressParameters.ts'
import { Dollars, Instant, nullable, oneOf, Pdf } from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { PaperQuery, paperLanguage } from '../server/paperLanguage.ts'
import { logoOf } from '../server/pdf.ts'
import { resource } from '../server/resource.ts'
import type { Route } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'
import { billing, readByKey } from './billingAddresses.ts'

const tag = 'Billing'
/** A statement with 2,000 lines has about 70 pages; the CSV file has all lines. */
const maxLinesPrinted = 2000

export const TermsFrom = oneOf(termsStarts, {
  description: 'statement: the days count from the day of the statement. end_of_month: from the end of its month.',
})
export const Billing = Type.Object(
  {
    termsDays: Type.Integer({ description: 'The days from `termsFrom` to the day on which a statement is due.' }),
    termsFrom: TermsFrom,
    purchaseOrderNumber: nullable(
      Type.String({ description: 'Printed on statements; an order can have its own number.' }),
    ),
    purchaseOrderRequired: Type.Boolean({
      description: 'Whether an order without a number is refused, while `purchaseOrderNumber` is null.',
    }),
    creditLimit: nullable(
      Type.Number({ description: 'New orders wait while the balance and the accepted orders reach it.' }),
    ),
    discountPercent: nullable(
      Type.Number({ description: 'Of a statement that is paid within `discountDays`; null: none.' }),
    ),
    discountDays: nullable(Type.Integer()),
    lateFeePercent: nullable(Type.Number({ description: 'Of the open amount of an overdue statement, each month.' })),
    lateFeeAmount: nullable(Type.Number({ description: 'The same as US dollars. Both are null without late fees.' })),
    currency: Type.String(),
    balance: Type.Number({ description: 'What is owed now for shipped orders; negative if more was paid.' }),
    overdue: Dollars,
    unbilled: Type.Object(
      { lines: Type.Integer(), amount: Dollars },
      { description: 'Shipped orders and credits that are on no statement yet.' },
    ),
    nextStatementAt: nullable(Instant),
  },
  { $id: 'Billing' },
)
export const StatementObject = Type.Object(
  {
    number: Type.Integer({ description: '1, 2, 3 ... within the account.' }),
    documentNumber: Type.Integer({
      description: 'The number of its invoice; of its credit note if more was credited than ordered.',
    }),
    month: Type.String({ description: 'The month in the time zone of the operator, such as 2026-03.' }),
    state: oneOf(statementStates, { description: 'processing: all that is still to be paid is on its way.' }),
    issuedAt: Instant,
    dueOn: Type.String({ description: 'The day at the operator.' }),
    termsDays: Type.Integer(),
    termsFrom: TermsFrom,
    purchaseOrderNumber: nullable(Type.String()),
    lines: Type.Integer({ description: 'The number of its lines.' }),
    total: Dollars,
    tax: Dollars,
    paid: Dollars,
    due: Type.Number({ description: 'What is still to be paid, in US dollars.' }),
    processing: Type.Number({
      description: 'The part of `due` that is on its way by online payments, with the discount that they earn.',
    }),
    currency: Type.String(),
    discount: nullable(Type.Number({ description: 'Taken off if the rest is paid until `discountOn`; null: none.' })),
    discountOn: nullable(Type.String({ description: 'The last day for the discount, at the operator.' })),
    discountEndsAt: nullable({ ...Instant, description: 'The end of that day.' }),
    lateFees: Type.Integer({ description: 'How many late fees it has cost; each is a line of a next statement.' }),
    lateFeesTotal: Type.Number({ description: 'What of them is not taken back, in US dollars.' }),
    reminders: Type.Integer({ description: 'How many reminders were sent.' }),
  },
  { $id: 'Statement' },
)
const Line = Type.Object(
  {
    kind: oneOf(lineKinds, {
      description:
        'order: a shipped order. reprint: a free reprint. credit: an amount that the staff gave back for an order. late_fee: of an overdue statement. waived_fee: a late fee that is taken back. charge: an amount that the staff charged. removed_charge: a charge that is taken back.',
    }),
    at: Instant,
    customerOrderId: nullable(Type.String({ description: 'Null for late fees and charges.' })),
    orderTitle: OrderTitle,
    lateStatement: nullable(Type.Integer({ description: 'Of a late fee, also a waived one: the overdue statement.' })),
    reprintOf: nullable(Type.String()),
    purchaseOrderNumber: nullable(Type.String()),
    items: Type.Array(
      Type.Object({
        sku: Type.String(),
        quantity: Type.Integer(),
        title: Type.Optional(Type.String({ description: 'Of the book, as it was when the order was placed.' })),
      }),
    ),
    itemsTotal: Dollars,
    shippingTotal: Dollars,
    taxesTotal: Dollars,
    amount: Dollars,
    reference: nullable(Type.String({ description: 'Of a charge and its removal.' })),
    isRemoved: Type.Boolean({ description: 'A charge that is taken back by another line.' }),
    reason: nullable(Type.String({ description: 'Of a credit, a waived fee, a charge or its removal.' })),
  },
  { $id: 'StatementLine' },
)
export const Payment = Type.Object(
  {
    paymentId: Type.String(),
    kind: oneOf(paymentKinds, {
      description: 'credit: the staff gave it. discount: for early payment. Both pay a statement without money.',
    }),
    receivedOn: Type.String(),
    amount: Dollars,
    currency: Type.String(),
    reference: Type.String({ description: 'The reference of the bank.' }),
    statement: nullable(Type.Integer({ description: 'The statement that it pays first; null: the oldest.' })),
    note: nullable(Type.String()),
    recordedAt: Instant,
    reversedAt: nullable(Instant),
    reversalReason: nullable(Type.String()),
  },
  { $id: 'ReceivedPayment' },
)
const Lines = Type.Object({ lines: Type.Array(Line), nextCursor: NextCursor })
const Csv = Type.Unsafe<Buffer>({
  description: 'A row for each line, with all fields of a line.',
  content: { 'text/csv': { schema: { type: 'string' } } },
})
const limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })
const ListQuery = Type.Object({ limit, cursor: Cursor('^[1-9][0-9]{0,8}$') })
const LinesQuery = Type.Object({
  statement: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxNumber, description: 'Without it, the lines that are on none yet.' }),
  ),
  limit,
  cursor: Cursor('^lin_[0-9a-z]{22}$'),
})
const PaymentQuery = Type.Object({ limit, cursor: Cursor('^pay_[0-9a-z]{22}$') })

const shared = { method: 'GET', tag, ...readByKey } as const

export const statementRoutes = (services: Services): Route[] => [
  ...statementReadRoutes(services),
  ...statementFileRoutes(services),
  ...receivedPaymentRoutes(services),
]

const statementReadRoutes = ({ db, clock }: Services): Route[] => [
  ...resource({
    ...shared,
    at: billing('/terms'),
    operationId: 'getBillingTerms',
    summary: 'Read how an enterprise account pays, and what it owes',
    answer: Billing,
    refuses: ['not_found'],
    handle: ({ owner: { accountId } }) => presentBilling(db, accountId, clock()),
  }),
  ...resource({
    ...shared,
    at: billing('/statements'),
    operationId: 'listStatements',
    summary: 'List the monthly statements of an enterprise account, newest first',
    query: ListQuery,
    answer: Type.Object({ statements: Type.Array(StatementObject), nextCursor: NextCursor }),
    refuses: ['not_found'],
    async handle({ owner: { accountId }, query: { limit, cursor } }) {
      await requireAccount(db, accountId) // the list of an unknown account would be empty
      const below = cursor === undefined ? 2 ** 31 - 1 : Number(cursor)
      const found = await listStatements(db, accountId, { below, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, last => String(last.number))
      return { statements: page.map(statement => presentStatement(statement, clock())), nextCursor }
    },
  }),
  ...resource({
    ...shared,
    at: billing('/statements/:number'),
    operationId: 'getStatement',
    summary: 'Read a statement',
    answer: StatementObject,
    refuses: ['not_found'],
    handle: async ({ owner: { accountId }, params: { number } }) =>
      presentStatement(await find(db, accountId, number), clock()),
  }),
  ...resource({
    ...shared,
    at: billing('/statement-lines'),
    operationId: 'listStatementLines',
    summary: 'List the lines of a statement, or those of the next one, oldest first',
    query: LinesQuery,
    answer: Lines,
    refuses: ['not_found'],
    async handle({ owner: { accountId }, query: { statement = null, limit, cursor = '' } }) {
      await requireAccount(db, accountId)
      if (statement !== null) await find(db, accountId, statement)
      const found = await readLines(db, { accountId, statement }, { after: cursor, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, last => last.lineId)
      const titleOf = await readOrderTitles(
        db,
        page.map(line => ({ ...line, accountId })),
      )
      return { lines: page.map(line => ({ ...presentLine(line), ...titleOf({ ...line, accountId }) })), nextCursor }
    },
  }),
]

const statementFileRoutes = ({ db, operatorVersions }: Services): Route[] => [
  ...resource({
    ...shared,
    at: billing('/statements/:number/statement.pdf'),
    operationId: 'downloadStatement',
    summary: 'Download a statement as PDF',
    description: `It lists up to ${maxLinesPrinted.toLocaleString('en-US')} lines. Every copy in a language is the same.`,
    query: PaperQuery,
    answer: Pdf,
    answerType: 'application/pdf',
    refuses: ['not_found'],
    async handle({ owner: { accountId }, params: { number }, query, request, reply }) {
      const statement = await find(db, accountId, number)
      const listed = await readLines(
        db,
        { accountId, statement: statement.number },
        { after: '', limit: maxLinesPrinted },
      )
      const printed = await withTitles(db, accountId, listed)
      const { drawStatement } = await import('../../payments/statements/statementPdf.ts') // uses a large library
      const logo = await logoOf(statement.seller, operatorVersions)
      return sendFile(
        reply,
        `statement-${statement.number}.pdf`,
        await drawStatement({ ...statement, listed: printed }, { logo, language: paperLanguage(query, request) }),
      )
    },
  }),
  ...resource({
    ...shared,
    at: billing('/statements/:number/statement.csv'),
    operationId: 'exportStatement',
    summary: 'Download all lines of a statement as CSV',
    answer: Csv,
    refuses: ['not_found'],
    async handle({ owner: { accountId }, params: { number }, reply }) {
      await find(db, accountId, number)
      const lines = readAllLines(db, { accountId, statement: number })
      return sendFile(reply, `statement-${number}.csv`, statementCsv(number, lines))
    },
  }),
]

const receivedPaymentRoutes = ({ db }: Services): Route[] => [
  ...resource({
    ...shared,
    at: billing('/payments'),
    operationId: 'listReceivedPayments',
    summary: 'List the payments that an enterprise account sent, newest first',
    query: PaymentQuery,
    answer: Type.Object({ payments: Type.Array(Payment), nextCursor: NextCursor }),
    refuses: ['not_found'],
    async handle({ owner: { accountId }, query: { limit, cursor = null } }) {
      await requireAccount(db, accountId)
      const found = await listPayments(db, accountId, { before: cursor, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, last => last.paymentId)
      return { payments: page.map(presentPayment), nextCursor }
    },
  }),
]

/** With the titles of the orders, and of the orders that they reprint. */
async function withTitles(db: Db, accountId: string, lines: StatementLine[]) {
  const orders = lines.flatMap(({ customerOrderId, reprintOf }) => [customerOrderId, reprintOf])
  const titleOf = await readPrintedTitles(
    db,
    orders.map(customerOrderId => ({ accountId, customerOrderId })),
  )
  const name = (customerOrderId: string | null) =>
    customerOrderId && orderTitle({ customerOrderId, ...titleOf({ accountId, customerOrderId }) })
  return lines.map(line => ({
    ...line,
    orderTitle: name(line.customerOrderId),
    reprintTitle: name(line.reprintOf),
  }))
}

async function find(db: Db, accountId: string, wanted: number) {
  const statement = await readStatement(db, accountId, wanted)
  if (statement === undefined) throw new Refusal('not_found', say('There is no statement {wanted}.', { wanted }))
  return statement
}

/** Refuses with `not_found` when the account is not billed by statement. */
export async function presentBilling(db: Db, accountId: string, now: Date): Promise<Static<typeof Billing>> {
  const billing = await readBilling(db, accountId, now)
  if (billing === undefined) throw new Refusal('not_found', say('The account is not billed by statement.'))
  return {
    termsDays: billing.termsDays,
    termsFrom: billing.termsFrom,
    purchaseOrderNumber: billing.purchaseOrder,
    purchaseOrderRequired: billing.purchaseOrderRequired,
    creditLimit: dollarsOrNull(billing.creditLimitCents),
    discountPercent: percentOrNull(billing.discountBasisPoints),
    discountDays: billing.discountDays,
    lateFeePercent: percentOrNull(billing.lateFeeBasisPoints),
    lateFeeAmount: dollarsOrNull(billing.lateFeeCents),
    currency: 'USD',
    balance: dollars(billing.balanceCents),
    overdue: dollars(billing.overdueCents),
    unbilled: { lines: billing.openLines, amount: dollars(billing.openCents) },
    nextStatementAt: billing.statementDueAt,
  }
}

export const presentStatement = (statement: Statement, now: Date): Static<typeof StatementObject> => ({
  ...statement,
  month: statement.month.slice(0, 7),
  state: stateOf(statement, now),
  purchaseOrderNumber: statement.purchaseOrder,
  total: dollars(statement.totalCents),
  tax: dollars(statement.taxCents),
  paid: dollars(statement.paidCents),
  due: dollars(Math.max(statement.totalCents - statement.paidCents, 0)),
  processing: dollars(statement.processingCents),
  lateFeesTotal: dollars(statement.lateFeesCents),
  discount: dollarsOrNull(statement.discountCents),
  currency: 'USD',
})

const presentLine = ({
  lineId: _,
  purchaseOrder,
  itemsCents,
  shippingCents,
  taxCents,
  amountCents,
  ...line
}: StatementLine): Static<typeof Line> => ({
  ...line,
  purchaseOrderNumber: purchaseOrder,
  itemsTotal: dollars(itemsCents),
  shippingTotal: dollars(shippingCents),
  taxesTotal: dollars(taxCents),
  amount: dollars(amountCents),
})

export const presentPayment = ({ amountCents, ...payment }: ReceivedPayment): Static<typeof Payment> => ({
  ...payment,
  amount: dollars(amountCents),
  currency: 'USD',
})
