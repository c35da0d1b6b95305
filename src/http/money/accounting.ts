// The operator's accounting: exports of the ledger to it, its accounts that stand for those of the ledger, and what is
// open when a month is closed.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { earlier, startOfDay, startOfUtcDay, utcDay } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { changeAccountMapping, exportToAccounting } from '../../features/money/exportToAccounting.ts'
import {
  type AccountingExport,
  listExports,
  readExportedJournal,
  readLedgerNames,
  readMapping,
} from '../../payments/accounting/exportStore.ts'
import { journalFile, journalFormats } from '../../payments/accounting/journal.ts'
import { type ClosingMonth, readOpenAtClose } from '../../payments/accounting/monthClose.ts'
import { agreedRetentionMs } from '../../payments/books/comparisonStore.ts'
import { ledgerAccounts } from '../../payments/ledger.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { Closed, Dollars, Instant, LongText, nullable, oneOf, unprintable } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'

const numberPattern = '[1-9][0-9]{0,8}'
const Export = Type.Object(
  {
    number: Type.Integer(),
    firstPosting: Type.Integer({ description: 'The first number that a posting of the export can have.' }),
    lastPosting: Type.Integer({ description: 'The next export begins after it.' }),
    postings: Type.Integer({ description: 'Without those that were archived before the first export.' }),
    total: Type.Number({ description: 'Of the debits, and of the credits, in US dollars.' }),
    madeAt: Instant,
    madeBy: Type.String(),
  },
  { $id: 'AccountingExport' },
)
const NewExport = Type.Object(
  {
    ...Export.properties,
    hasMore: Type.Boolean({
      description: 'An export has at most 1,000,000 postings, and more are left: export again.',
    }),
  },
  { title: 'NewAccountingExport' },
)
const line = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: `^[^${unprintable}]*$`,
    'x-expected': 'text without control characters',
  })
/** Each jurisdiction of a tax may have one. Within the limit of a body. */
const maxAccounts = 1000
const MappedAccount = Closed(
  {
    ledgerAccount: oneOf(ledgerAccounts),
    detail: nullable(
      Type.String({
        ...line(200),
        description:
          'items, fulfillment or shipping of revenue and refunds, or the jurisdiction of tax, such as US-NY Monroe County; null for all that have no own account.',
      }),
    ),
    code: Type.String({ ...line(50), description: 'By which Xero finds the account.' }),
    name: Type.String({ ...line(100), description: 'By which QuickBooks finds the account.' }),
  },
  { title: 'MappedAccount' },
)
const Accounts = Type.Object({
  accounts: Type.Array(MappedAccount),
  unmapped: Type.Array(
    Type.Object(
      { ledgerAccount: oneOf(ledgerAccounts), detail: nullable(Type.String()) },
      { title: 'UnmappedAccount' },
    ),
    { description: 'What the ledger has and no account stands for: files then have the ledger’s own names.' },
  ),
})
const Close = Type.Object({
  month: Type.String(),
  isOver: Type.Boolean({ description: 'The month is over in UTC, and at the operator.' }),
  isClear: Type.Boolean({
    description: 'The month is over, and nothing of it is open but unpaid statements: every other number is 0.',
  }),
  postingsNotExported: Type.Integer({
    description: 'Postings of the month, and earlier, that are in no export. 10,001 means more than 10,000.',
  }),
  daysNotCompared: Type.Integer({
    description:
      'Days that are over and were never compared with the payment provider. Not counted: days before the first posting, and days whose comparison is no longer kept.',
  }),
  daysWithDifferences: Type.Integer({ description: 'Days on which our records differ from the payment provider’s.' }),
  chargesUnknown: Type.Integer({ description: 'Charges whose outcome is not known yet.' }),
  refundsNotMade: Type.Integer({
    description: 'Refunds that the payment provider has not made yet, or did not accept.',
  }),
  disputesOpen: Type.Integer(),
  statementsNotMade: Type.Integer({ description: 'Accounts whose statement of the month is not made yet.' }),
  statementsUnpaid: Type.Integer({ description: 'Statements of the month that are not paid.' }),
  statementsDue: Dollars,
})

export const accountingRoutes = tagged('Staff: money', (services: Services): Route[] => [
  ...exportRoutes(services),
  ...journalRoutes(services),
  ...mappingRoutes(services),
  ...monthCloseRoutes(services),
])

const exportRoutes = ({ db, transactor, clock }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/accounting/exports',
    operationId: 'listAccountingExports',
    summary: 'List the exports of the ledger to your accounting, newest first',
    query: Type.Object({ limit: StaffLimit, cursor: Cursor(`^${numberPattern}$`) }),
    answer: Type.Object({ exports: Type.Array(Export), nextCursor: NextCursor }),
    async handle({ query: { limit, cursor } }) {
      const before = cursor === undefined ? 2 ** 31 - 1 : Number(cursor)
      const { page, nextCursor } = pageOf(await listExports(db, { before, limit: limit + 1 }), limit, one =>
        String(one.number),
      )
      return { exports: page.map(presentExport), nextCursor }
    },
  }),
  route({
    method: 'POST',
    path: '/staff/accounting/exports',
    operationId: 'createAccountingExport',
    needs: 'money',
    summary: 'Export all postings that are in no export yet',
    description:
      'Each posting is in one export. Two exports at once never have the same postings. `overloaded` also means that other work kept the ledger for two seconds: try again.',
    answer: NewExport,
    status: 201,
    refuses: ['wrong_state'],
    async handle({ caller: { actor } }) {
      const { hasMore, ...made } = await exportToAccounting(transactor, { now: clock(), actor })
      return { ...presentExport(made), hasMore }
    },
  }),
]

const journalRoutes = ({ db }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/accounting/exports/:number/journal',
    operationId: 'downloadAccountingExport',
    summary: 'Download the journal of an export',
    description:
      'The same bytes at every download. `iif` is for QuickBooks Desktop. `quickbooks_online` is a ZIP of files of at most 1,000 rows, and `xero` of at most 300.',
    params: Type.Object({ number: Type.String({ pattern: `^${numberPattern}$`, 'x-expected': 'a number' }) }),
    query: Closed({ format: oneOf(journalFormats, { default: 'csv' }) }),
    answer: Type.Unsafe<Buffer>({
      content: {
        'text/csv': { schema: { type: 'string' } },
        'text/plain': { schema: { type: 'string' } },
        'application/zip': { schema: { type: 'string', format: 'binary' } },
      },
    }),
    async handle({ params, query: { format }, reply }) {
      const journal = await readExportedJournal(db, Number(params.number))
      if (journal === undefined)
        throw new Refusal('not_found', say('there is no export {number}', { number: params.number }))
      const { extension, write } = journalFile[format]
      return sendFile(reply, `accounting-${params.number}.${extension}`, write(journal))
    },
  }),
]

const mappingRoutes = ({ db, transactor, clock }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/accounting/mapping',
    operationId: 'getAccountMapping',
    summary: 'Read the accounts of your accounting that stand for those of the ledger',
    answer: Accounts,
    handle: () => presentAccounts(db),
  }),
  route({
    method: 'PUT',
    path: '/staff/accounting/mapping',
    operationId: 'putAccountMapping',
    needs: 'money',
    summary: 'Replace the accounts of your accounting that stand for those of the ledger',
    description: 'For exports that are made from now on. Files of earlier exports stay as they are.',
    body: Closed({
      accounts: Type.Array(MappedAccount, { maxItems: maxAccounts }),
      reason: Type.Optional(LongText(1000, { description: 'For the audit log.' })),
    }),
    answer: Accounts,
    async handle({ caller: { actor }, body: { accounts, reason = null } }) {
      const rows = accounts.map(({ detail, ...account }) => ({ ...account, detail: detail ?? '' }))
      const keys = rows.map(({ ledgerAccount, detail }) => `${ledgerAccount} ${detail}`)
      const repeated = keys.findIndex((key, i) => keys.indexOf(key) < i)
      if (repeated >= 0)
        throw malformedField(
          `/accounts/${repeated}`,
          'malformed_request',
          say('{account} has two accounts', { account: keys[repeated]!.trim() }),
        )
      await changeAccountMapping(transactor, { accounts: rows, reason }, { now: clock(), actor })
      return presentAccounts(db)
    },
  }),
]

const monthCloseRoutes = ({ db, operatorVersions, clock }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/accounting/month-close',
    operationId: 'getMonthClose',
    summary: 'Read what is still open when a month is closed',
    description: 'Only what is of the month itself, so an open month does not keep later months open.',
    query: Closed({
      month: Type.String({ pattern: '^20[0-9]{2}-(?:0[1-9]|1[0-2])$', 'x-expected': 'a month such as 2026-05' }),
    }),
    answer: Close,
    async handle({ query: { month } }) {
      const now = clock()
      const closing = closingMonth(month, operatorVersions.at(now).shipping.timeZone, now)
      const { statementsUnpaid, statementsDueCents, ...open } = await readOpenAtClose(db, closing)
      const isOver = closing.to <= now && closing.statementsTo <= now
      const isClear = isOver && Object.values(open).every(count => count === 0)
      return { month, isOver, isClear, ...open, statementsUnpaid, statementsDue: dollars(statementsDueCents) }
    },
  }),
]

function closingMonth(month: string, timeZone: string, now: Date): ClosingMonth {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const next = first.add({ months: 1 })
  const last = next.subtract({ days: 1 })
  const yesterday = utcDay(now).subtract({ days: 1 })
  const kept = utcDay(earlier(now, agreedRetentionMs)).add({ days: 1 })
  const compare = Temporal.PlainDate.compare
  return {
    ...{ from: startOfUtcDay(first), to: startOfUtcDay(next) },
    ...{ statementsFrom: startOfDay(first, timeZone), statementsTo: startOfDay(next, timeZone) },
    ...{ firstDay: first.toString(), lastDay: last.toString() },
    comparedFrom: (compare(first, kept) < 0 ? kept : first).toString(),
    comparedTo: (compare(last, yesterday) < 0 ? last : yesterday).toString(),
  }
}

const presentExport = ({ debitCents, creditCents: _same, ...made }: AccountingExport): Static<typeof Export> => ({
  ...made,
  total: dollars(debitCents),
})

async function presentAccounts(db: Db): Promise<Static<typeof Accounts>> {
  const [accounts, names] = [await readMapping(db), await readLedgerNames(db)]
  const isMapped = (name: { ledgerAccount: string; detail: string }) =>
    accounts.some(
      ({ ledgerAccount, detail }) => ledgerAccount === name.ledgerAccount && (detail === name.detail || detail === ''),
    )
  return {
    accounts: accounts.map(presentName),
    unmapped: names.filter(name => !isMapped(name)).map(presentName),
  }
}

type LedgerAccount = (typeof ledgerAccounts)[number]

const presentName = <Name extends { ledgerAccount: string; detail: string }>({
  ledgerAccount,
  detail,
  ...rest
}: Name) => ({
  ...rest,
  ledgerAccount: ledgerAccount as LedgerAccount,
  detail: detail === '' ? null : detail,
})
