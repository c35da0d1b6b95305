// The orders of all accounts, and one search over everything, for the support staff.

import { type Static, Type } from 'typebox'
import { listAccounts } from '../../accounts/accountQueries.ts'
import { type Clock, dayIn } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import type { SortPosition } from '../../db/sortPosition.ts'
import type { Archive } from '../../features/archive/archive.ts'
import { searchWithArchive } from '../../features/archive/searchWithArchive.ts'
import { listAllOrders, type ListedOrder as Row } from '../../features/staff/allOrders.ts'
import type { Status } from '../../orders/lifecycle.ts'
import { findPapers } from '../../payments/findPapers.ts'
import { NextCursor, StaffLimit } from '../lists/list.ts'
import { allPages, type ExportColumns, fieldColumns, listAndExport } from '../lists/listExport.ts'
import {
  AllOrdersSorting,
  cursorOf,
  listSums,
  noSums,
  positionOf,
  sortOf,
  sumsOf,
  timeBoundOf,
} from '../lists/orderLists.ts'
import { Closed, Instant, Mode, Month, nullable, oneOf, Text, Words } from '../objects/common.ts'
import { OrderObject } from '../objects/order.ts'
import { titlesText } from '../objects/orderExport.ts'
import { Exact, OrderDetailFilters, OrderQuery } from '../objects/orderList.ts'
import { orderSummaryFields, presentOrderSummary } from '../objects/orderSummary.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { nullableCover, staffCovers } from './covers.ts'
import { accountOrderFields, FoundArchived, FoundOrder } from './orderDetails.ts'
import { detailsOf } from './orders.ts'

export const listFilters = {
  mode: Type.Optional(Mode),
  status: OrderQuery.properties.status,
  accountId: Type.Optional(Text(64)),
  createdAfter: Type.Optional(Type.String({ format: 'date-time' })),
  createdBefore: Type.Optional(Type.String({ format: 'date-time' })),
  ...OrderDetailFilters,
  printer: Type.Optional(Text(64, { description: 'Only orders whose newest print job is at this printer.' })),
}
export const listCursor = OrderQuery.properties.cursor
const AllOrdersQuery = Type.Object({
  sort: AllOrdersSorting,
  ...listFilters,
  limit: StaffLimit,
  cursor: listCursor,
})
type AllOrdersFilters = Omit<Static<typeof AllOrdersQuery>, 'sort' | 'limit' | 'cursor'>

const ListedOrder = {
  ...accountOrderFields,
  paymentStatus: OrderObject.properties.paymentInfo.properties.status,
  ...orderSummaryFields,
  skus: Type.Array(Type.String(), { description: 'The products of the order, each once.' }),
  bookTitles: Type.Array(Type.String(), { description: 'The titles of its books, each once.' }),
  printer: nullable(Type.String({ description: 'The printer of the newest print job.' })),
  shippingClass: Type.String(),
  note: nullable(
    Words({
      description: 'Of an order that has not ended: the note of its last step, or why its tax is not available.',
    }),
  ),
  promisedShipDate: OrderObject.properties.promisedShipDate,
  shippedAt: nullable(Instant),
  shippedOn: nullable(Type.String({ format: 'date', description: 'The day where `promisedShipDate` was promised.' })),
  createdAt: Instant,
  updatedAt: Instant,
}

const exportColumns: ExportColumns<Presented> = {
  ...fieldColumns('accountId accountName mode customerOrderId orderNumber status paymentStatus'),
  recipient: order => order.to.name,
  city: order => order.to.city,
  country: order => order.to.country,
  skus: order => order.skus.join(' '),
  ...fieldColumns('total printer shippingClass'),
  note: order => (order.note === null ? null : String(order.note)),
  ...fieldColumns('promisedShipDate shippedOn shippedAt createdAt updatedAt'),
  bookTitles: order => titlesText(order.bookTitles),
}

/** How many orders of an export are read at a time. */
const exportPage = 500
const maxFound = 20
/** Of a search in the list: more matches would not be read by people. */
const maxListed = 100
const maxAccountsFound = 10
const maxPapersFound = 20

const FoundPaper = Type.Object({
  kind: oneOf(['invoice', 'credit_note', 'statement']),
  accountId: Type.String(),
  accountName: Type.String(),
  number: Type.Integer(),
  chargeId: nullable(Type.String({ description: 'Of an invoice or a credit note.' })),
  refundId: nullable(Type.String({ description: 'Of the credit note of a refund.' })),
  paymentId: nullable(Type.String({ description: 'Of the credit note of a credit of the staff.' })),
  statement: nullable(Type.Integer({ description: 'The statement, also that of its invoice or credit note.' })),
  purchaseOrderNumber: nullable(Type.String({ description: 'Of a statement.' })),
  total: Type.Number({ description: 'US dollars; negative for a statement with more credits than orders.' }),
  issuedAt: Instant,
})

const AllOrders = Type.Object({
  orders: Type.Array(
    Type.Object({
      ...ListedOrder,
      cover: nullableCover,
      bookTitle: nullable(Type.String({ description: 'Of the first book.' })),
    }),
  ),
  nextCursor: NextCursor,
  archivedPeriod: nullable(
    Type.Object(
      { first: Month, last: Month },
      {
        description:
          'On the first page: the first and the last month with archived orders within createdAfter and createdBefore, ' +
          'of `accountId` if it is given. Archived orders are not in this list; `GET /staff/archive` finds them. Other ' +
          'filters do not apply to them, and the sandbox has none.',
      },
    ),
  ),
  exact: Exact,
  more: Type.Boolean({ description: 'With `search`: true if more orders may match.' }),
  archived: Type.Array(FoundArchived, {
    description: 'On the first page: archived orders whose identifier or number is exactly the text of `search`.',
  }),
  ...listSums,
})

export const allOrderRoutes = tagged('Staff', (services: Services): Route[] => [
  ...orderListRoutes(services),
  ...searchRoutes(services),
])

const orderListRoutes = ({ vault, clock, archive, catalog, publicUrl }: Services): Route[] => [
  ...listAndExport(
    {
      method: 'GET',
      at: { all: '/staff/orders/all' },
      act: 'listOrders',
      summary: 'List the orders of all accounts',
      description:
        'Filters combine. A page of a list with filters of product, country, price, problem or printer may be empty: ' +
        'continue until nextCursor is null.',
      query: AllOrdersQuery,
      answer: AllOrders,
      refuses: ['too_many_to_sort'],
      async handle({ query, read }) {
        const { found, filter } = await read(db => searchFor({ db, archive, clock }, query))
        const page = { sort: sortOf(query.sort), after: positionOf(vault, query), limit: query.limit }
        const isFirst = query.cursor === undefined
        const [{ orders, next }, sums, archivedPeriod] = await Promise.all([
          read(db => listAllOrders(db, filter, page)),
          isFirst && found === null ? read(db => sumsOf(db, filter)) : noSums,
          isFirst && query.mode !== 'sandbox' ? archivedPeriodOf(archive, filter) : null,
        ])
        return {
          orders: orders.map(order => ({ ...presentListed(order), cover: coverOf(order, { catalog, publicUrl }) })),
          nextCursor: cursorOf(vault, query.sort, next),
          archivedPeriod,
          exact: found?.isExact ?? true,
          more: found?.more ?? false,
          archived: isFirst ? (found?.archived ?? []) : [],
          ...sums,
        }
      },
    },
    {
      at: { all: '/staff/orders/export' },
      of: 'orders',
      columns: exportColumns,
      async pages({ query, read }) {
        const { filter } = await read(db => searchFor({ db, archive, clock }, query))
        const sort = sortOf(query.sort)
        return allPages(async (after: SortPosition | null) => {
          const { orders, next } = await read(db => listAllOrders(db, filter, { sort, after, limit: exportPage }))
          return { rows: orders.map(presentListed), next }
        })
      },
    },
  ),
]

const searchRoutes = ({ archive }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { staff: '/staff/search' },
    act: 'search',
    summary: 'Search orders, accounts, invoices, credit notes and statements',
    description:
      'Orders as GET /staff/orders/find finds them, at most 20. Accounts by part of the name, the email address of the ' +
      'holder or the id, at most 10. Invoices, credit notes and statements, at most 20, the newest first: by number, alone ' +
      'or after part of the account, such as `Lantern 12` or `Lantern credit note 12`; by part of the account; and ' +
      'statements by part of their purchase order number. Accents do not matter: `nunez` finds Núñez.',
    query: Closed({ search: Text(100) }),
    answer: Type.Object({
      orders: Type.Array(FoundOrder),
      more: Type.Boolean({ description: 'True if more orders may match.' }),
      exact: Exact,
      archived: Type.Array(FoundArchived, {
        description: 'Archived orders whose identifier or number is exactly the text.',
      }),
      accounts: Type.Array(Type.Object({ accountId: Type.String(), name: Type.String(), holderEmail: Type.String() })),
      papers: Type.Array(FoundPaper),
    }),
    async handle({ query: { search }, read }) {
      const [{ orders, more, isExact, archived }, accounts, papers] = await Promise.all([
        read(db => searchWithArchive({ db, archive }, 'all accounts', search, { limit: maxFound, filters: null })),
        read(db =>
          listAccounts(db, { priceList: null, search, sort: 'created', after: null, limit: maxAccountsFound }),
        ),
        read(db => findPapers(db, search, maxPapersFound)),
      ])
      return {
        orders: orders.map(presentOrderSummary),
        more,
        exact: isExact,
        archived,
        accounts: accounts.map(({ accountId, name, holderEmail }) => ({ accountId, name, holderEmail })),
        papers: papers.map(({ totalCents, purchaseOrder, ...paper }) => ({
          ...paper,
          purchaseOrderNumber: purchaseOrder,
          total: dollars(totalCents),
        })),
      }
    },
  }),
]

/** The filter of a list, and the orders that its search finds; null without a search. */
async function searchFor(
  { clock, ...parts }: { db: Db; archive: Pick<Archive, 'find'>; clock: Clock },
  query: AllOrdersFilters,
) {
  const { search } = query
  const filters = allOrdersFiltersOf(query, clock())
  const { accountId, mode } = filters
  const scope = accountId === null ? 'all accounts' : { accountId, mode }
  const found =
    search === undefined ? null : await searchWithArchive(parts, scope, search, { limit: maxListed, filters })
  return { found, filter: { ...filters, found: found?.orders ?? null } }
}

export const allOrdersFiltersOf = (query: AllOrdersFilters, now: Date) => ({
  mode: query.mode ?? null,
  statuses: (query.status?.split(',') ?? []) as Status[],
  accountId: query.accountId ?? null,
  createdAfter: timeBoundOf(query.createdAfter),
  createdBefore: timeBoundOf(query.createdBefore),
  details: { ...detailsOf(query, now), printer: query.printer ?? null },
})

const archivedPeriodOf = (
  archive: Pick<Archive, 'period'>,
  { accountId, createdAfter, createdBefore }: ReturnType<typeof allOrdersFiltersOf>,
) => archive.period(accountId, { from: createdAfter, to: createdBefore })

type Presented = ReturnType<typeof presentListed>

const coverOf = ({ accountId, firstBook, firstCover }: Row, parts: Pick<Services, 'catalog' | 'publicUrl'>) =>
  firstBook === null ? null : staffCovers(parts)(accountId, { manufacturingSku: firstBook, coverSha256: firstCover })

const presentListed = ({
  orderId: _,
  payment,
  firstBook: _book,
  firstCover: _cover,
  promisedShipBy,
  ...order
}: Row) => ({
  ...presentOrderSummary(order),
  shippedOn: order.shippedAt && promisedShipBy && dayIn(order.shippedAt, promisedShipBy.slice(-6)).toString(),
  paymentStatus: payment,
  skus: order.skus ?? [],
})
