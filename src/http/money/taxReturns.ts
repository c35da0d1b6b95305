// Tax returns, for the support staff: what is due by registration, the orders behind it, and the filed returns.

import { type Static, type TObject, Type } from 'typebox'
import { day, later, startOfUtcDay } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { fileTaxReturn } from '../../features/money/fileTaxReturn.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { addFigures, noFigures, type TaxFigures } from '../../payments/taxes/taxEntries.ts'
import {
  type EntryFilter,
  listReturns,
  listTaxEntries,
  readOpenReturns,
  type TaxEntryOfOrder,
  type TaxLine,
  type TaxReturn,
} from '../../payments/taxes/taxReturnStore.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { type ExportColumns, fieldColumns } from '../lists/listExport.ts'
import { timeList } from '../lists/timeLists.ts'
import { Closed, Instant, nullable, Text } from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const returnId = '^txr_[0-9a-z]{22}$'
const Registration = Type.String({
  pattern: '^(?:US-[A-Z]{2}|CA(?:-[A-Z]{2})?|PR|GU|VI|AS|MP)$',
  'x-expected': 'a place of registration such as US-OH, PR, CA or CA-QC',
  description: 'A place of registration: US-OH, PR, CA for GST and HST, CA-QC.',
})
const Day = (description: string) =>
  Type.String({ format: 'date', 'x-expected': 'a day such as 2027-12-31', description })
const Amount = (description: string) => Type.Number({ description: `${description} In US dollars.` })
const figures = {
  gross: Amount('Prices without tax; 0 for a county, city or district within a place.'),
  exempt: Amount('Of the gross, for customers with an approved certificate.'),
  taxable: Amount('Prices that were taxed: of a return, those of the jurisdiction with the largest sum.'),
  tax: Amount('The tax on them.'),
  credits: Amount('Refunds of these orders, without tax.'),
  creditedTax: Amount('The tax that was refunded.'),
  due: Amount('`tax` less `creditedTax`: what the ledger owes.'),
}
const Line = Type.Object({ jurisdiction: Type.String(), ...figures }, { title: 'TaxReturnLine' })
const returned = {
  registration: Registration,
  firstDay: Day('The day of its first order or refund, in UTC.'),
  lastDay: Day('Included.'),
  ...figures,
  lines: Type.Array(Line, { description: 'The figures of each jurisdiction.' }),
}
const OpenReturn = Type.Object(returned, { title: 'OpenTaxReturn' })
const FiledReturn = Type.Object(
  {
    returnId: Type.String(),
    ...returned,
    reference: nullable(Type.String()),
    filedAt: Instant,
    filedBy: Type.String(),
  },
  { $id: 'TaxReturn' },
)
const Entry = Type.Object(
  {
    entryId: Type.String(),
    at: Instant,
    accountId: Type.String(),
    orderId: Type.String(),
    customerOrderId: nullable(Type.String({ description: 'Null if the order is stored no more.' })),
    orderTitle: OrderTitle,
    registration: Registration,
    jurisdiction: Type.String(),
    ...figures,
    returnId: nullable(Type.String({ description: 'Null: it is in no return yet.' })),
  },
  { title: 'TaxEntry' },
)

export const taxReturnRoutes = tagged('Staff: money', (services: Services): Route[] => [
  ...openReturnRoutes(services),
  ...filedReturnRoutes(services),
  ...entryRoutes(services),
])

const openReturnRoutes = ({ db }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/tax-returns/open',
    operationId: 'getOpenTaxReturns',
    summary: 'Read the figures of the tax returns that are not filed yet',
    description:
      'By place of registration, from the end of the last filed return to `lastDay`. Places where you collect no tax have only a gross. Corrections of days that are filed already are in the next return.',
    query: Closed({ lastDay: Day('The last day of the returns, in UTC.') }),
    answer: Type.Object({ returns: Type.Array(OpenReturn) }),
    async handle({ query: { lastDay } }) {
      const open = await readOpenReturns(db, later(startOfUtcDay(Temporal.PlainDate.from(lastDay)), day))
      return { returns: open.map(one => presentSums({ ...one, lastDay })) }
    },
  }),
]

const filedReturnRoutes = ({ db, transactor, clock }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/tax-returns',
    operationId: 'listTaxReturns',
    summary: 'List the tax returns that were filed, newest first',
    query: Closed({ registration: Type.Optional(Registration), limit: StaffLimit, cursor: Cursor(returnId) }),
    answer: Type.Object({ returns: Type.Array(FiledReturn), nextCursor: NextCursor }),
    async handle({ query: { registration = null, limit, cursor = null } }) {
      const found = await listReturns(db, { registration, before: cursor, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, one => one.returnId)
      return { returns: page.map(presentReturn), nextCursor }
    },
  }),
  route({
    method: 'POST',
    path: '/staff/tax-returns',
    operationId: 'fileTaxReturn',
    needs: 'money',
    freshWithinMs: moneyPasswordMs,
    summary: 'File a tax return: its figures never change from then on',
    description:
      'The return has everything of the registration that is in no return yet, up to `lastDay`. Octavo sends it nowhere: file it with the authority yourself.',
    body: Closed({
      registration: Registration,
      lastDay: Day('Included; it must be over in UTC.'),
      reference: Type.Optional(Text(100, { description: 'The confirmation of the authority.' })),
    }),
    status: 201,
    answer: FiledReturn,
    refuses: ['wrong_state'],
    async handle({ caller: { actor }, body: { registration, lastDay, reference = null } }) {
      const filing = { registration, lastDay: Temporal.PlainDate.from(lastDay), reference }
      return presentReturn(await fileTaxReturn(transactor, filing, { now: clock(), actor }))
    },
  }),
]

const entryFilters = {
  registration: Registration,
  returnId: Type.Optional(
    Type.String({ pattern: returnId, description: 'Without it, only what is in no return yet.' }),
  ),
  jurisdiction: Type.Optional(Text(200)),
}
type EntryFilters = Static<TObject<typeof entryFilters>>

const filterOf = ({ registration, returnId, jurisdiction }: EntryFilters): EntryFilter => ({
  registration,
  returnId: returnId ?? null,
  jurisdiction: jurisdiction ?? null,
})

const entryRoutes = ({ db }: Services): Route[] =>
  timeList(db, {
    of: 'taxEntries',
    at: { all: '/staff/tax-returns/entries' },
    act: 'listTaxEntries',
    summary: 'List the sales and refunds of a tax return',
    description: 'An order has an entry for each jurisdiction, and further ones for changes and refunds.',
    exported: { summary: 'Export the entries of a tax return' },
    filters: entryFilters,
    row: Entry,
    id: '[1-9][0-9]{0,17}',
    read: (db, { query }, page) => listTaxEntries(db, filterOf(query), page),
    idOf: entry => entry.entryId,
    present: presentEntry,
    columns,
    async listed(db, entries) {
      const titleOf = await readOrderTitles(db, entries)
      return entries.map(entry => ({ ...entry, ...titleOf(entry) }))
    },
  })

const presentFigures = ({ gross, exempt, taxable, tax, credits, creditedTax }: TaxFigures) => ({
  gross: dollars(gross),
  exempt: dollars(exempt),
  taxable: dollars(taxable),
  tax: dollars(tax),
  credits: dollars(credits),
  creditedTax: dollars(creditedTax),
  due: dollars(tax - creditedTax),
})

/** A state, a county and a city tax the same sales, so these are not added up. */
const presentSums = <Return extends { lines: TaxLine[] }>({ lines, ...one }: Return) => ({
  ...one,
  ...presentFigures({
    ...lines.reduce<TaxFigures>(addFigures, noFigures),
    taxable: lines.reduce((most, { taxable }) => Math.max(most, taxable), 0),
  }),
  lines: lines.map(line => ({ jurisdiction: line.jurisdiction, ...presentFigures(line) })),
})

const presentReturn = (filed: TaxReturn): Static<typeof FiledReturn> => presentSums(filed)

const presentEntry = (entry: TaxEntryOfOrder) => ({ ...entry, ...presentFigures(entry) })

const columns: ExportColumns<ReturnType<typeof presentEntry>> = {
  ...fieldColumns('at accountId orderId customerOrderId registration jurisdiction gross exempt taxable tax'),
  ...fieldColumns('credits creditedTax due returnId'),
}
