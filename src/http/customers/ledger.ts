// The ledger and its balances, invoices and credit notes.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Language } from '../../../languages/languages.ts'
import { type Clock, day, instant, later } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { sellerOf } from '../../orders/money/seller.ts'
import type { VersionRegister } from '../../orders/operatorData/operatorVersions.ts'
import {
  type DocumentRow,
  listDocuments,
  maxOrdersListed,
  readCreditNote,
  readInvoice,
} from '../../payments/documentStore.ts'
import type { DocumentContent } from '../../payments/invoice.ts'
import { type LedgerLine, type Period, readAllLedgerLines, readLedgerLines } from '../../payments/ledgerRead.ts'
import { type Balance, readBalances } from '../../payments/ledgerSums.ts'
import { ledgerCsv, ledgerJson } from '../../payments/ledgerText.ts'
import { Cursor, NextCursor, pageOf } from '../paging.ts'
import { PaperQuery, paperLanguage } from '../paperLanguage.ts'
import { logoOf, sendPdf } from '../pdf.ts'
import { type Route, route } from '../route.ts'
import { Dollars, Instant, nullable, oneOf, Pdf, Text } from '../schemas.ts'

export type LedgerParts = { db: Db; clock: Clock; operatorVersions: VersionRegister }

const tag = 'Billing'
const closed = { additionalProperties: false }
/** A year plus the day on which it began. */
const maxDays = 367

const Day = (description: string) =>
  Type.String({ format: 'date', 'x-expected': 'a day such as 2026-03-01', description })
const period = { from: Day('The first day, in UTC.'), to: Day('The last day, in UTC; at most a year later.') }
const format = Type.Unsafe<'csv' | 'json'>({ type: 'string', enum: ['csv', 'json'], default: 'json' })
const Ledger = Type.Unsafe<Buffer>({
  description: 'Debits are positive. CSV has a line per entry; JSON is an object with `entries`.',
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
      ledgerAccount: oneOf(['receivable', 'cash', 'revenue', 'tax', 'refunds', 'disputes', 'fees']),
      part: nullable(Type.String({ description: 'For revenue and refunds: items, fulfillment or shipping.' })),
      jurisdiction: nullable(Type.String({ description: 'For tax.' })),
      opening: Dollars,
      debit: Dollars,
      credit: Dollars,
      closing: Dollars,
    }),
  ),
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
  nextCursor: NextCursor,
})

export function ledgerRoutes({ db, clock, operatorVersions }: LedgerParts): Route[] {
  const readSeller = () => sellerOf(operatorVersions.at(clock()))
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/billing/ledger',
      operationId: 'exportLedger',
      callers: ['member'],
      tag,
      summary: 'Export your part of the ledger',
      query: Type.Object({ ...period, format }, closed),
      answer: Ledger,
      refuses: ['malformed_request'],
      handle: ({ caller: { accountId }, query, reply }) =>
        sendLedger(reply, query, of => readLedgerLines(db, accountId, of)),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/billing/ledger/balances',
      operationId: 'getLedgerBalances',
      callers: ['member'],
      tag,
      summary: 'Read the balances of your ledger accounts before and after a period',
      query: Type.Object(period, closed),
      answer: Balances,
      refuses: ['malformed_request'],
      handle: async ({ caller: { accountId }, query }) =>
        presentBalances(query, await readBalances(db, accountId, readPeriod(query))),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/billing/documents',
      operationId: 'listBillingDocuments',
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
          cursor: Cursor('^[1-9][0-9]{0,8}$'),
        },
        closed,
      ),
      answer: Documents,
      refuses: ['malformed_request'],
      handle: async ({ caller: { accountId }, query: { kind, limit, cursor = '1000000000' } }) => {
        const found = await listDocuments(db, accountId, kind, { below: Number(cursor), limit: limit + 1 })
        const { page, nextCursor } = pageOf(found, limit, row => String(row.number))
        const documents = page.map(({ amountCents, ...row }) => ({ ...row, amount: dollars(amountCents) }))
        return { documents, nextCursor }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/billing/charges/:chargeId/invoice.pdf',
      operationId: 'downloadInvoice',
      callers: ['member'],
      tag,
      summary: 'Download the invoice of a charge',
      description: 'Available as soon as the charge has succeeded, and in each language always byte for byte the same.',
      params: Type.Object({ chargeId: Text(64) }),
      query: PaperQuery,
      answer: Pdf,
      answerType: 'application/pdf',
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { chargeId }, query, request, reply }) =>
        sendDocument(
          reply,
          await readInvoice(db, accountId, chargeId, { seller: readSeller(), maxOrders: maxOrdersListed }),
          { versions: operatorVersions, language: paperLanguage(query, request) },
        ),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/billing/refunds/:refundId/credit-note.pdf',
      operationId: 'downloadCreditNote',
      callers: ['member'],
      tag,
      summary: 'Download the credit note of a refund',
      description: 'Available as soon as the refund has been made.',
      params: Type.Object({ refundId: Text(64) }),
      query: PaperQuery,
      answer: Pdf,
      answerType: 'application/pdf',
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { refundId }, query, request, reply }) =>
        sendDocument(reply, await readCreditNote(db, accountId, refundId, readSeller()), {
          versions: operatorVersions,
          language: paperLanguage(query, request),
        }),
    }),
    route({
      method: 'GET',
      path: '/staff/ledger',
      operationId: 'exportLedgerForStaff',
      callers: ['staff'],
      tag: 'Staff',
      summary: 'Export the ledger of one account, or of all accounts one after the other',
      query: Type.Object({ ...period, format, accountId: Type.Optional(Text(64)) }, closed),
      answer: Ledger,
      refuses: ['malformed_request'],
      handle: ({ query, reply }) =>
        sendLedger(reply, query, of =>
          query.accountId === undefined ? readAllLedgerLines(db, of) : readLedgerLines(db, query.accountId, of),
        ),
    }),
    route({
      method: 'GET',
      path: '/staff/ledger/balances',
      operationId: 'getLedgerBalancesForStaff',
      callers: ['staff'],
      tag: 'Staff',
      summary: "Read the balances of the ledger's accounts before and after a period",
      query: Type.Object({ ...period, accountId: Type.Optional(Text(64)) }, closed),
      answer: Balances,
      refuses: ['malformed_request'],
      handle: async ({ query }) =>
        presentBalances(query, await readBalances(db, query.accountId ?? null, readPeriod(query))),
    }),
  ]
}

function readPeriod({ from, to }: { from: string; to: string }): Period {
  const first = instant(`${from}T00:00:00Z`)
  const before = later(instant(`${to}T00:00:00Z`), day)
  const days = (before.getTime() - first.getTime()) / day
  if (days >= 1 && days <= maxDays) return { from: first, before }
  const detail = `got ${from} to ${to}; expected \`to\` to be the same day as \`from\` or later, by at most a year`
  throw malformedField('?to', 'invalid_period', detail)
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

async function sendDocument(
  reply: FastifyReply,
  document: DocumentContent | undefined,
  { versions, language }: { versions: Pick<VersionRegister, 'find'>; language: Language },
): Promise<FastifyReply> {
  if (document === undefined) throw new Refusal('not_found', 'The document does not exist yet.')
  const { drawDocument } = await import('../../payments/invoice.ts') // uses a library that most processes never need
  const name = `${document.kind === 'invoice' ? 'invoice' : 'credit-note'}-${document.number}.pdf`
  return sendPdf(reply, name, await drawDocument(document, { language, logo: await logoOf(document.seller, versions) }))
}
