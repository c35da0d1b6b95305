// How a customer's people list, find and read orders. They place, preview and cancel them as programs do: orders.ts.

import { Type } from 'typebox'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import type { SortPosition } from '../../db/sortPosition.ts'
import { readOrder } from '../../features/archive/readOrder.ts'
import { searchWithArchive } from '../../features/archive/searchWithArchive.ts'
import { isUnpaid } from '../../features/money/unpaidOrders.ts'
import { listOrderMessages } from '../../features/staff/orderMessages.ts'
import { readQueuePosition } from '../../limits/limitStore.ts'
import { orderNotFound } from '../../orders/orderStore.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { listOrders, listSteps } from '../../orders/view/readOrders.ts'
import { listDocuments } from '../../payments/documentStore.ts'
import { readStatement } from '../../payments/statements/statementStore.ts'
import { listProducts } from '../../products/productStore.ts'
import { allPages, listAndExport } from '../lists/listExport.ts'
import { cursorOf, listSums, noSums, sumsOf } from '../lists/orderLists.ts'
import { archivedIn, archivedOrderFields, presentFound } from '../objects/archive.ts'
import { Closed, Dollars, Instant, Mode, nullable, Text } from '../objects/common.ts'
import { OrderObject, OrderStatus, OrderSteps, PageCounts, QueueTurn } from '../objects/order.ts'
import { orderExportColumns, presentExported } from '../objects/orderExport.ts'
import { Exact, OrderPage, OrderQuery } from '../objects/orderList.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { BookTitles, Covers, memberCovers } from './covers.ts'
import { orderFilterOf, presentSteps, tagOfPeople } from './orders.ts'

const OrderWithSteps = Type.Object({
  order: OrderObject,
  pageCounts: PageCounts,
  covers: Covers,
  bookTitles: BookTitles,
  steps: OrderSteps,
  heldUntil: nullable(Instant),
  triedAgainAt: nullable(Instant),
  turn: QueueTurn,
  messages: Type.Array(Type.Object({ messageId: Type.String(), text: Type.String(), at: Instant }), {
    description: 'What support wrote about the order, oldest first.',
  }),
  archivedAt: nullable(Type.String({ format: 'date-time', description: 'Null if it is not archived.' })),
})

/** How many orders of an export are read at a time. */
const exportPage = 200

const SearchResults = Type.Object({
  orders: Type.Array(
    Type.Object({
      mode: Mode,
      customerOrderId: Type.String(),
      orderNumber: Type.String(),
      status: OrderStatus,
      to: Type.Object({ name: Type.String(), city: Type.String(), country: Type.String() }),
      total: nullable(Dollars),
      createdAt: Instant,
    }),
  ),
  more: Type.Boolean({ description: 'True if more orders may match.' }),
  exact: Exact,
  archived: Type.Array(Type.Object(archivedOrderFields), {
    description: 'Archived orders whose identifier or number is exactly the text.',
  }),
  products: Type.Array(Type.Object({ sku: Type.String(), name: Type.String() })),
  invoices: Type.Array(Type.Object({ number: Type.Integer(), chargeId: nullable(Type.String()), amount: Dollars })),
  statements: Type.Array(Type.Object({ number: Type.Integer(), month: Type.String(), total: Dollars })),
})

const maxOrdersFound = 20
const maxProductsFound = 10
/** Further digits are no number of a document. */
const numberPattern = /^(?:(invoice|statement) )?([1-9]\d{0,8})$/i
type Numbered = 'invoice' | 'statement'

/** The number that the text asks for; 0 for none. */
function numberIn(text: string, kind: Numbered): number {
  const [, named, number = 0] = numberPattern.exec(text.trim()) ?? []
  return named === undefined || named.toLowerCase() === kind ? Number(number) : 0
}

/** An invoice by its number, which is written on it: none or one. */
async function findInvoice(db: Db, accountId: string, text: string) {
  const number = numberIn(text, 'invoice')
  const found = await listDocuments(db, accountId, 'invoice', { below: number + 1, limit: 1 })
  return found
    .filter(invoice => invoice.number === number)
    .map(({ chargeId, amountCents }) => ({ number, chargeId, amount: dollars(amountCents) }))
}

async function findStatement(db: Db, accountId: string, text: string) {
  const number = numberIn(text, 'statement')
  const found = number === 0 ? undefined : await readStatement(db, accountId, number)
  if (found === undefined) return []
  return [{ number, month: found.month.slice(0, 7), total: dollars(found.totalCents) }]
}

export const dashboardOrderRoutes = tagged(tagOfPeople, (services: Services): Route[] => [
  ...orderListRoutes(services),
  ...searchRoutes(services),
  ...orderReadRoutes(services),
])

const orderListRoutes = (services: Services): Route[] => {
  const { db, vault, clock, archive } = services
  const coverOf = memberCovers(services)

  return [
    ...listAndExport(
      {
        method: 'GET',
        at: { member: '/dashboard/api/:mode/orders' },
        act: 'listOrders',
        summary: 'List the orders of a mode',
        description:
          'Like GET /orders, with the cover and the title of the first book of each order in turn. Without `search`, the first page also ' +
          'has their number and the sum of their totals.',
        query: OrderQuery,
        answer: Type.Object({
          ...OrderPage.properties,
          covers: Covers,
          bookTitles: BookTitles,
          exact: Exact,
          ...listSums,
        }),
        refuses: ['too_many_to_sort'],
        async handle({ owner: { accountId, mode }, query }) {
          const isSummed = query.cursor === undefined && query.search === undefined
          const filter = orderFilterOf({ vault, now: clock() }, { accountId, mode }, query)
          const [{ orders, next, isExact }, sums, archived] = await Promise.all([
            listOrders(db, filter),
            isSummed ? sumsOf(db, filter) : noSums,
            archivedIn(archive, { accountId, mode }, query),
          ])
          return {
            orders: orders.map(presentOrder),
            covers: orders.map(({ books: [first] }) => (first === undefined ? null : coverOf(first))),
            bookTitles: orders.map(({ books: [first] }) => first?.title ?? null),
            nextCursor: cursorOf(vault, query.sort, next),
            exact: isExact,
            ...archived,
            ...sums,
          }
        },
      },
      {
        at: { member: '/dashboard/api/:mode/orders-export' },
        of: 'orders',
        columns: orderExportColumns,
        description: 'Exactly the orders of the list with the same filters and in the same order, as a file.',
        pages({ owner, query, read }) {
          const filter = orderFilterOf({ vault, now: clock() }, owner, { ...query, limit: exportPage })
          return allPages(async (after: SortPosition | null) => {
            const { orders, next } = await read(db => listOrders(db, { ...filter, after }))
            return { rows: orders.map(presentExported), next }
          })
        },
      },
    ),
  ]
}

const searchRoutes = ({ db, archive }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { member: '/dashboard/api/:mode/search' },
    act: 'search',
    summary: 'Search orders, products, invoices and statements',
    description:
      'At most 20 orders of the mode, as the list of orders finds them with `search`; at most 10 products by part of ' +
      '`SKU · name`; and the invoice and the statement with this number.',
    query: Closed({ search: Text(100) }),
    answer: SearchResults,
    async handle({ owner: { accountId, mode }, query: { search } }) {
      const [{ orders, more, isExact, archived }, products, invoices, statements] = await Promise.all([
        searchWithArchive({ db, archive }, { accountId, mode }, search, { limit: maxOrdersFound, filters: null }),
        listProducts(db, { accountId, archived: false, search, sort: 'sku', after: null, limit: maxProductsFound }),
        mode === 'production' ? findInvoice(db, accountId, search) : [],
        mode === 'production' ? findStatement(db, accountId, search) : [],
      ])
      return {
        orders: orders.map(({ accountId: _, accountName: _name, totalCents, ...order }) => ({
          ...order,
          total: dollarsOrNull(totalCents),
        })),
        more,
        exact: isExact,
        archived: archived.map(presentFound),
        products: products.map(({ sku, name }) => ({ sku, name })),
        invoices,
        statements,
      }
    },
  }),
]

const orderReadRoutes = (services: Services): Route[] => {
  const { db, clock, archive } = services
  const coverOf = memberCovers(services)

  return [
    ...resource({
      method: 'GET',
      at: { member: '/dashboard/api/:mode/orders/:customerOrderId' },
      act: 'getOrder',
      summary: 'Read an order with all its steps',
      description: 'Also answers for an archived order.',
      answer: OrderWithSteps,
      async handle({ owner, params }) {
        const name = { ...owner, ...params }
        const { stored, archived } = await readOrder({ db, archive }, name)
        const order = stored ?? archived?.order
        if (order === undefined) throw orderNotFound(name)
        const steps = archived?.steps ?? (await listSteps(db, order))
        const messages = archived?.messages ?? (await listOrderMessages(db, order))
        return {
          order: presentOrder(order),
          archivedAt: archived?.archivedAt.toISOString() ?? null,
          pageCounts: order.books.map(({ pageCount }) => pageCount),
          covers: order.books.map(coverOf),
          bookTitles: order.books.map(({ title = null }) => title),
          steps: await presentSteps(db, order, steps, owner.accountId),
          heldUntil: order.status === 'VALID_HOLDING_BIN' ? order.dueAt : null,
          triedAgainAt: isUnpaid(order) && order.state.payment === 'FAILED' ? order.dueAt : null,
          turn: await readQueuePosition(db, order, clock()),
          messages: messages.filter(({ reader }) => reader === 'customer'),
        }
      },
    }),
  ]
}
