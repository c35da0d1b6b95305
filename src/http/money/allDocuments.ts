// The invoices and credit notes of all accounts, for the support staff: the list and its export.

import { type Static, Type } from 'typebox'
import { dollars } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import type { Read } from '../../db/standby.ts'
import {
  type DocumentFilter,
  type DocumentOfAccount,
  documentPosition,
  listAllDocuments,
  positionPattern,
  sumDocuments,
} from '../../payments/allDocuments.ts'
import { shownNumber } from '../../payments/documentNumber.ts'
import { NextCursor, StaffLimit } from '../lists/list.ts'
import { type ExportColumns, listAndExport } from '../lists/listExport.ts'
import { CursorOf, sumFields, timeFilters, timeList } from '../lists/timeLists.ts'
import { AmountBound, boundCents } from '../objects/amounts.ts'
import { Text } from '../objects/common.ts'
import { type Route, tagged } from '../server/route.ts'
import { DocumentKind, DocumentObject } from './documents.ts'

const filters = {
  accountId: Type.Optional(Text(64)),
  kind: Type.Optional(DocumentKind),
  number: Type.Optional(
    Type.String({ pattern: '^0*[1-9][0-9]{0,8}$', 'x-expected': 'the number of a document, such as 001042' }),
  ),
  minAmount: AmountBound('Only documents of at least this amount.'),
  maxAmount: AmountBound('Only documents of at most this amount.'),
  ...timeFilters,
}
const Filters = Type.Object(filters)
type Filters = Static<typeof Filters>

const filterOf = ({ accountId, kind, number, minAmount, maxAmount }: Filters): DocumentFilter => ({
  accountId: accountId ?? null,
  kind: kind ?? null,
  number: number === undefined ? null : Number(number),
  minCents: boundCents(minAmount),
  maxCents: boundCents(maxAmount),
})

const presented = ({ amountCents, ...document }: DocumentOfAccount) => ({
  ...{ ...document, number: shownNumber(document.number) },
  amount: dollars(amountCents),
})

const columns: ExportColumns<ReturnType<typeof presented>> = {
  kind: document => document.kind,
  number: document => document.number,
  accountId: document => document.accountId,
  accountName: document => document.accountName,
  issuedAt: document => document.issuedAt.toISOString(),
  amount: document => document.amount,
  chargeId: document => document.chargeId,
  refundId: document => document.refundId,
  statement: document => document.statement,
  dueOn: document => document.dueOn,
  invoiceNumber: document => document.invoiceNumber,
  paymentId: document => document.paymentId,
}

export const staffDocumentRoutes = tagged('Staff: money', ({ db }: { db: Db }): Route[] => {
  const documents = timeList(
    (db, query: Filters, page) => listAllDocuments(db, filterOf(query), page),
    documentPosition,
  )
  async function* pages(read: Read, query: Filters) {
    for await (const rows of documents.all(read, query)) yield rows.map(presented)
  }
  return [
    ...listAndExport(
      {
        method: 'GET',
        at: { all: '/staff/documents' },
        act: 'listDocuments',
        summary: 'List the invoices and credit notes of all accounts',
        description: 'Filters combine. Credit notes are subtracted from `total`. The PDF is that of the account.',
        query: Type.Object({ ...filters, limit: StaffLimit, cursor: CursorOf(positionPattern) }),
        answer: Type.Object({
          documents: Type.Array(
            Type.Object(
              { accountId: Type.String(), accountName: Type.String(), ...DocumentObject.properties },
              { title: 'StaffDocument' },
            ),
          ),
          nextCursor: NextCursor,
          ...sumFields,
        }),
        async handle({ query }) {
          const { page, nextCursor } = await documents.page(db, query)
          const sums = await documents.sums(query, (chosen, all) => sumDocuments(db, filterOf(chosen), all))
          return { documents: page.map(presented), nextCursor, ...sums }
        },
      },
      {
        of: 'documents',
        columns,
        pages: ({ query, read }) => pages(read, query),
        summary: 'Export the list of invoices and credit notes of all accounts',
      },
    ),
  ]
})
