// The invoices and credit notes of all accounts, for the support staff: the list and its export.

import { type Static, type TObject, Type } from 'typebox'
import { dollars } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import {
  type DocumentFilter,
  type DocumentOfAccount,
  documentPosition,
  listAllDocuments,
  positionPattern,
  sumDocuments,
} from '../../payments/allDocuments.ts'
import { shownNumber } from '../../payments/documentNumber.ts'
import { type ExportColumns, fieldColumns } from '../lists/listExport.ts'
import { timeList } from '../lists/timeLists.ts'
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
}
type Filters = Static<TObject<typeof filters>>

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
  ...fieldColumns('kind number accountId accountName issuedAt amount chargeId refundId statement dueOn'),
  ...fieldColumns('invoiceNumber paymentId'),
}

export const staffDocumentRoutes = tagged('Staff: money', ({ db }: { db: Db }): Route[] =>
  timeList(db, {
    of: 'documents',
    at: { all: '/staff/documents' },
    act: 'listDocuments',
    summary: 'List the invoices and credit notes of all accounts',
    description: 'Filters combine. Credit notes are subtracted from `total`. The PDF is that of the account.',
    exported: { summary: 'Export the list of invoices and credit notes of all accounts' },
    filters,
    row: Type.Object(
      { accountId: Type.String(), accountName: Type.String(), ...DocumentObject.properties },
      { title: 'StaffDocument' },
    ),
    id: positionPattern,
    read: (db, { query }, page) => listAllDocuments(db, filterOf(query), page),
    idOf: documentPosition,
    present: presented,
    columns,
    sum: (db, { query }, page) => sumDocuments(db, filterOf(query), page),
  }),
)
