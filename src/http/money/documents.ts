// Invoices and credit notes, for programs, the members of an account and the staff.

import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Language } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { readPrintedTitles } from '../../orders/orderTitles.ts'
import { shownNumber } from '../../payments/documentNumber.ts'
import {
  type DocumentRow,
  listDocuments,
  maxOrdersListed,
  readCreditNote,
  readInvoice,
  readStaffCredit,
} from '../../payments/documentStore.ts'
import type { DocumentContent } from '../../payments/invoice.ts'
import { Cursor, NextCursor, pageOf } from '../lists/list.ts'
import { Closed, Dollars, Instant, nullable, oneOf, Pdf } from '../objects/common.ts'
import { PaperQuery, paperLanguage } from '../server/paperLanguage.ts'
import { logoOf } from '../server/pdf.ts'
import { resource } from '../server/resource.ts'
import type { Route } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'
import { billing, readByKey } from './billingAddresses.ts'

export const DocumentKind = oneOf(['invoice', 'credit_note'])
export const DocumentObject = Type.Object(
  {
    kind: DocumentKind,
    number: Type.Integer({
      description: 'In one series of all invoices and credit notes of the seller, without gaps.',
    }),
    chargeId: nullable(Type.String({ description: 'The charge that it is about; null for statements.' })),
    refundId: nullable(Type.String()),
    statement: nullable(Type.Integer({ description: 'The number of the statement that it is about.' })),
    paymentId: nullable(Type.String({ description: 'Of a credit of the staff, which pays a statement.' })),
    invoiceNumber: nullable(
      Type.Integer({ description: 'The number of the invoice that the credit note of a refund or credit is about.' }),
    ),
    dueOn: nullable(Type.String({ description: 'The day on which it is due; null for a credit note.' })),
    issuedAt: Instant,
    amount: Dollars,
  },
  { title: 'CreatedDocument' },
)
const Documents = Type.Object({ documents: Type.Array(DocumentObject), nextCursor: NextCursor })

export const documentRoutes = (services: Services): Route[] => [
  ...documentListRoutes(services),
  ...documentDownloadRoutes(services),
]

function documentListRoutes({ db }: Services): Route[] {
  const shared = { method: 'GET', tag: 'Billing', ...readByKey } as const
  return [
    ...resource({
      ...shared,
      at: billing('/documents'),
      operationId: 'listBillingDocuments',
      summary: 'List invoices or credit notes, newest first',
      query: Closed({
        kind: Type.Unsafe<DocumentRow['kind']>({
          type: 'string',
          enum: ['invoice', 'credit_note'],
          default: 'invoice',
        }),
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
        cursor: Cursor('^-?[1-9][0-9]{0,8}$'),
      }),
      answer: Documents,
      refuses: ['not_found'],
      async handle({ owner: { accountId }, query: { kind, limit, cursor = '1000000000' } }) {
        await requireAccount(db, accountId)
        const found = await listDocuments(db, accountId, kind, { below: Number(cursor), limit: limit + 1 })
        const { page, nextCursor } = pageOf(found, limit, row => String(row.number))
        const documents = page.map(({ amountCents, ...row }) => ({
          ...{ ...row, number: shownNumber(row.number) },
          amount: dollars(amountCents),
        }))
        return { documents, nextCursor }
      },
    }),
  ]
}

function documentDownloadRoutes(services: Services): Route[] {
  const { db, operatorVersions } = services
  const shared = { method: 'GET', tag: 'Billing', ...readByKey } as const
  return [
    ...resource({
      ...shared,
      at: billing('/charges/:chargeId/invoice.pdf'),
      operationId: 'downloadInvoice',
      summary: 'Download the invoice of a charge',
      description: 'Available as soon as the charge has succeeded, and in each language always byte for byte the same.',
      query: PaperQuery,
      answer: Pdf,
      answerType: 'application/pdf',
      refuses: ['not_found'],
      async handle({ owner: { accountId }, params: { chargeId }, query, request, reply }) {
        const invoice = await readInvoice(db, accountId, chargeId, maxOrdersListed)
        return sendDocument(services, reply, invoice, { accountId, language: paperLanguage(query, request) })
      },
    }),
    ...resource({
      ...shared,
      at: billing('/refunds/:refundId/credit-note.pdf'),
      operationId: 'downloadCreditNote',
      summary: 'Download the credit note of a refund',
      description: 'Available as soon as the refund has been made.',
      query: PaperQuery,
      answer: Pdf,
      answerType: 'application/pdf',
      refuses: ['not_found'],
      async handle({ owner: { accountId }, params: { refundId }, query, request, reply }) {
        const note = await readCreditNote(db, accountId, refundId)
        return sendDocument(services, reply, note, { accountId, language: paperLanguage(query, request) })
      },
    }),
    ...resource({
      ...shared,
      at: billing('/payments/:paymentId/credit-note.pdf'),
      operationId: 'downloadStaffCreditNote',
      summary: 'Download the credit note of a credit that pays a statement',
      query: PaperQuery,
      answer: Pdf,
      answerType: 'application/pdf',
      refuses: ['not_found'],
      async handle({ owner: { accountId }, params: { paymentId }, query, request, reply }) {
        const credit = await readStaffCredit(db, accountId, paymentId)
        if (credit === undefined) throw new Refusal('not_found', say('The document does not exist yet.'))
        const { drawStaffCredit } = await import('../../payments/statements/creditNotePdf.ts') // uses a large library
        const logo = await logoOf(credit.seller, operatorVersions)
        const file = await drawStaffCredit(credit, { logo, language: paperLanguage(query, request) })
        return sendFile(reply, `credit-note-${shownNumber(credit.number)}.pdf`, file)
      },
    }),
  ]
}

async function sendDocument(
  { db, operatorVersions }: Pick<Services, 'db' | 'operatorVersions'>,
  reply: FastifyReply,
  document: DocumentContent | undefined,
  { accountId, language }: { accountId: string; language: Language },
): Promise<FastifyReply> {
  if (document === undefined) throw new Refusal('not_found', say('The document does not exist yet.'))
  const { drawDocument } = await import('../../payments/invoice.ts') // uses a library that most processes never need
  const name = `${document.kind === 'invoice' ? 'invoice' : 'credit-note'}-${shownNumber(document.number)}.pdf`
  const logo = await logoOf(document.seller, operatorVersions)
  const titleOf = await readPrintedTitles(
    db,
    document.orders.map(order => ({ ...order, accountId })),
  )
  const orders = document.orders.map(order => ({ ...order, ...titleOf({ ...order, accountId }) }))
  return sendFile(reply, name, await drawDocument({ ...document, orders }, { language, logo }))
}
