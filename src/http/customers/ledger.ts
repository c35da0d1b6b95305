// Reading the books: the ledger and its balances, invoices and credit notes.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { day, instant, later } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { OperatorData } from '../../orders/operator.ts'
import {
  type DocumentRow,
  listDocuments,
  mostOrdersListed,
  readCreditNote,
  readInvoice,
} from '../../payments/documentStore.ts'
import type { PaperFacts, Seller } from '../../payments/invoice.ts'
import { type LedgerLine, linesOf, linesOfAll, type Period } from '../../payments/ledgerRead.ts'
import { type Balance, balances } from '../../payments/ledgerSums.ts'
import { ledgerCsv, ledgerJson } from '../../payments/ledgerText.ts'
import { malformed } from '../problem.ts'
import { type Route, route } from '../route.ts'
import { Dollars, Instant, nullable, oneOf, Text } from '../schemas.ts'

export type LedgerParts = { db: Db; operator: OperatorData }

const tag = 'Billing'
const strict = { additionalProperties: false }
/** A year plus the day on which it began. */
const mostDays = 367

const Day = (description: string) =>
  Type.String({ format: 'date', 'x-expected': 'a day such as 2026-03-01', description })
const period = { from: Day('The first day, in UTC.'), to: Day('The last day, in UTC; at most a year later.') }
const format = Type.Unsafe<'csv' | 'json'>({ type: 'string', enum: ['csv', 'json'], default: 'json' })
const Ledger = Type.Unsafe<Buffer>({
  description: 'Debits are positive. CSV has one line per entry; JSON is an object with `entries`.',
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/json': { schema: { type: 'object', additionalProperties: true } },
  },
})
const Balances = Type.Object({
  from: Type.String(),
  to: Type.String(),
  currency: Type.String(),
  balances: Type.Array(
    Type.Object({
      ledgerAccount: oneOf(['receivable', 'cash', 'revenue', 'tax', 'refunds']),
      part: nullable(Type.String({ description: 'For revenue and refunds: items, fulfillment or shipping.' })),
      jurisdiction: nullable(Type.String({ description: 'For tax.' })),
      opening: Dollars,
      debit: Dollars,
      credit: Dollars,
      closing: Dollars,
    }),
  ),
})
const PdfFile = Type.Unsafe<Buffer>({
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
})
const Documents = Type.Object({
  documents: Type.Array(
    Type.Object({
      kind: oneOf(['invoice', 'credit_note']),
      number: Type.Integer({ description: '1, 2, 3 ... without gaps.' }),
      chargeId: Type.String(),
      refundId: nullable(Type.String()),
      issuedAt: Instant,
      amount: Dollars,
    }),
  ),
  nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
})

export function ledgerRoutes({ db, operator }: LedgerParts): Route[] {
  const seller = sellerOf(operator)
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/billing/ledger',
      callers: ['member'],
      tag,
      summary: 'Export your part of the ledger',
      query: Type.Object({ ...period, format }, strict),
      answer: Ledger,
      refuses: ['malformed_request'],
      handle: ({ caller: { accountId }, query, reply }) => sendLedger(reply, query, of => linesOf(db, accountId, of)),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/billing/ledger/balances',
      callers: ['member'],
      tag,
      summary: 'Read the balances of your ledger accounts before and after a period',
      query: Type.Object(period, strict),
      answer: Balances,
      refuses: ['malformed_request'],
      handle: async ({ caller: { accountId }, query }) =>
        presentBalances(query, await balances(db, accountId, readPeriod(query))),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/billing/documents',
      callers: ['member'],
      tag,
      summary: 'List invoices or credit notes, newest first',
      query: Type.Object(
        {
          kind: Type.Unsafe<DocumentRow['kind']>({
            type: 'string',
            enum: ['invoice', 'credit_note'],
            default: 'invoice',
          }),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
          cursor: Type.Optional(
            Type.String({ pattern: '^[1-9][0-9]{0,8}$', 'x-expected': 'a nextCursor of an earlier answer' }),
          ),
        },
        strict,
      ),
      answer: Documents,
      refuses: ['malformed_request'],
      handle: async ({ caller: { accountId }, query: { kind, limit, cursor = '1000000000' } }) => {
        const found = await listDocuments(db, accountId, kind, { below: Number(cursor), limit: limit + 1 })
        const documents = found
          .slice(0, limit)
          .map(({ amountCents, ...row }) => ({ ...row, amount: dollars(amountCents) }))
        return { documents, nextCursor: found.length > limit ? String(documents.at(-1)!.number) : null }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/billing/charges/:chargeId/invoice.pdf',
      callers: ['member'],
      tag,
      summary: 'Download the invoice of a charge',
      description: 'It exists as soon as the charge has succeeded, and is byte for byte the same at every request.',
      params: Type.Object({ chargeId: Text(64) }),
      answer: PdfFile,
      answerType: 'application/pdf',
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { chargeId }, reply }) =>
        sendPaper(reply, await readInvoice(db, accountId, chargeId, { seller, mostOrders: mostOrdersListed })),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/billing/refunds/:refundId/credit-note.pdf',
      callers: ['member'],
      tag,
      summary: 'Download the credit note of a refund',
      description: 'It exists as soon as the refund has been made.',
      params: Type.Object({ refundId: Text(64) }),
      answer: PdfFile,
      answerType: 'application/pdf',
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { refundId }, reply }) =>
        sendPaper(reply, await readCreditNote(db, accountId, refundId, seller)),
    }),
    route({
      method: 'GET',
      path: '/staff/ledger',
      callers: ['staff'],
      tag: 'Staff',
      summary: 'Export the ledger of one account, or of all accounts one after the other',
      query: Type.Object({ ...period, format, accountId: Type.Optional(Text(64)) }, strict),
      answer: Ledger,
      refuses: ['malformed_request'],
      handle: ({ query, reply }) =>
        sendLedger(reply, query, of =>
          query.accountId === undefined ? linesOfAll(db, of) : linesOf(db, query.accountId, of),
        ),
    }),
    route({
      method: 'GET',
      path: '/staff/ledger/balances',
      callers: ['staff'],
      tag: 'Staff',
      summary: "Read the balances of the ledger's accounts before and after a period",
      query: Type.Object({ ...period, accountId: Type.Optional(Text(64)) }, strict),
      answer: Balances,
      refuses: ['malformed_request'],
      handle: async ({ query }) =>
        presentBalances(query, await balances(db, query.accountId ?? null, readPeriod(query))),
    }),
  ]
}

/** The operator, under the name used on parcels, with its tax registration numbers. */
function sellerOf({ shipping: { shipFrom }, taxes: { registrationNumbers } }: OperatorData): Seller {
  const { name, address1, city, state, postal, country } = shipFrom
  return { name, lines: [address1, `${city}, ${state} ${postal}`, country], registrations: registrationNumbers }
}

function readPeriod({ from, to }: { from: string; to: string }): Period {
  const first = instant(`${from}T00:00:00Z`)
  const before = later(instant(`${to}T00:00:00Z`), day)
  const days = (before.getTime() - first.getTime()) / day
  if (days >= 1 && days <= mostDays) return { from: first, before }
  const detail = `got ${from} to ${to}; expected a last day that is not before the first, and at most a year after it`
  throw malformed(detail, [{ pointer: '?to', code: 'invalid_period', detail }])
}

function sendLedger(
  reply: FastifyReply,
  query: { from: string; to: string; format: 'csv' | 'json' },
  read: (period: Period) => AsyncIterable<LedgerLine[]>,
): FastifyReply {
  const { from, to } = query
  const lines = read(readPeriod(query))
  return reply
    .type(query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="ledger-${from}-${to}.${query.format}"`)
    .send(Readable.from(query.format === 'csv' ? ledgerCsv(lines) : ledgerJson(lines, { from, to })))
}

const presentBalances = ({ from, to }: { from: string; to: string }, found: Balance[]): Static<typeof Balances> => ({
  from,
  to,
  currency: 'USD',
  balances: found.map(({ openingCents, debitCents, creditCents, closingCents, ledgerAccount, ...name }) => ({
    ledgerAccount: ledgerAccount as 'cash',
    ...name,
    opening: dollars(openingCents),
    debit: dollars(debitCents),
    credit: dollars(creditCents),
    closing: dollars(closingCents),
  })),
})

async function sendPaper(reply: FastifyReply, facts: PaperFacts | undefined): Promise<FastifyReply> {
  if (facts === undefined) throw new Refusal('not_found', 'There is no such document yet.')
  const { drawPaper } = await import('../../payments/invoice.ts') // uses a library that most processes never need
  const name = `${facts.kind === 'invoice' ? 'invoice' : 'credit-note'}-${facts.number}.pdf`
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(await drawPaper(facts))
}
