// A customer's people place orders by hand, view them in the chosen mode, and cancel them.

import { Type } from 'typebox'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import { readQueuePosition } from '../../limits/limitStore.ts'
import { isUnpaid } from '../../orders/money/unpaidOrders.ts'
import { cancelOrder } from '../../orders/placing/cancel.ts'
import { estimateShipping } from '../../orders/placing/estimate.ts'
import { validateOrder } from '../../orders/placing/validateOrder.ts'
import { searchOrders } from '../../orders/search/searchOrders.ts'
import { allPages, type ExportColumns } from '../../orders/view/orderExport.ts'
import { type PublicOrder, presentOrder, presentValidation } from '../../orders/view/presentOrder.ts'
import { listSteps } from '../../orders/view/readOrders.ts'
import { listDocuments } from '../../payments/documentStore.ts'
import { listProducts } from '../../products/productStore.ts'
import { ExportColumnNames, ExportFormat, OrderExport, sendOrders } from '../orderExport.ts'
import { listSums, noSums, sumsOf } from '../orderLists.ts'
import { type Route, route } from '../route.ts'
import { CustomerOrderId, Dollars, Instant, Mode, nullable, Text } from '../schemas.ts'
import {
  CreateOrder,
  EstimateShipping,
  OrderObject,
  OrderPage,
  OrderPreview,
  OrderQuery,
  OrderStatus,
  OrderSteps,
  PageCounts,
  QueueTurn,
  ShippingEstimate,
} from './orderSchemas.ts'
import {
  type OrderParts,
  orderFilterOf,
  orderPage,
  placingOf,
  presentEstimate,
  presentSteps,
  requireOrder,
  webhookRule,
} from './orders.ts'

export type DashboardOrderParts = OrderParts

const tag = 'Dashboard: orders'
const InMode = Type.Object({ mode: Mode })
const OneOrder = Type.Object({ mode: Mode, customerOrderId: CustomerOrderId })

const OrderWithSteps = Type.Object({
  order: OrderObject,
  pageCounts: PageCounts,
  steps: OrderSteps,
  heldUntil: nullable(Instant),
  triedAgainAt: nullable(Instant),
  turn: QueueTurn,
})

const { limit: _limit, cursor: _cursor, ...exportFilters } = OrderQuery.properties

const exportColumns: ExportColumns<PublicOrder> = {
  customerOrderId: order => order.customerOrderId,
  orderNumber: order => order.orderNumber,
  status: order => order.status,
  paymentStatus: order => order.paymentInfo.status,
  recipient: order => order.destination.name,
  city: order => order.destination.city,
  state: order => order.destination.state ?? null,
  country: order => order.destination.country,
  skus: order => [...new Set(order.orderItems.map(({ sku }) => sku))].join(' '),
  copies: order => order.orderItems.reduce((copies, { quantity }) => copies + quantity, 0),
  shippingClassification: order => order.shippingClassification,
  total: order => order.pricing?.orderTotal ?? null,
  trackingNumbers: order => order.shipmentTracking.map(shipment => shipment.masterTrackingNumber).join(' '),
  estimatedShipDate: order => order.estimatedShipDate,
  promisedShipDate: order => order.promisedShipDate,
  createdAt: order => order.createdAt,
  updatedAt: order => order.updatedAt,
}

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
  exact: Type.Boolean({ description: 'False if no order has the text, and the orders have similar texts.' }),
  products: Type.Array(Type.Object({ sku: Type.String(), name: Type.String() })),
  invoices: Type.Array(Type.Object({ number: Type.Integer(), chargeId: Type.String(), amount: Dollars })),
})

const maxOrdersFound = 20
const maxProductsFound = 10
/** Further digits are no number of an invoice. */
const invoiceNumberPattern = /^(?:invoice )?([1-9]\d{0,8})$/i

/** An invoice by its number, which is written on it: none or one. */
async function findInvoice(db: Db, accountId: string, text: string) {
  const number = Number(invoiceNumberPattern.exec(text.trim())?.[1] ?? 0)
  const found = await listDocuments(db, accountId, 'invoice', { below: number + 1, limit: 1 })
  return found
    .filter(invoice => invoice.number === number)
    .map(({ chargeId, amountCents }) => ({ number, chargeId, amount: dollars(amountCents) }))
}

export function dashboardOrderRoutes({
  transactor,
  db,
  clock,
  operatorVersions,
  place,
  httpsOnly,
}: DashboardOrderParts): Route[] {
  const problemsOfWebhook = webhookRule(httpsOnly)

  return [
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/orders',
      operationId: 'listOrdersInDashboard',
      callers: ['member'],
      tag,
      summary: 'List the orders of a mode',
      description:
        'Like GET /orders. Without `search`, the first page also has their number and the sum of their totals.',
      params: InMode,
      query: OrderQuery,
      answer: Type.Object({ ...OrderPage.properties, ...listSums }),
      refuses: ['malformed_request', 'too_many_to_sort'],
      async handle({ caller: { accountId }, params: { mode }, query }) {
        const isSummed = query.cursor === undefined && query.search === undefined
        const [page, sums] = await Promise.all([
          orderPage(db, accountId, mode, query),
          isSummed ? sumsOf(db, orderFilterOf(accountId, mode, query)) : noSums,
        ])
        return { ...page, ...sums }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/orders-export',
      operationId: 'exportOrdersInDashboard',
      callers: ['member'],
      tag,
      summary: 'Export the orders of a mode',
      description: 'Exactly the orders of the list with the same filters and in the same order, as a file.',
      params: InMode,
      query: Type.Object(
        { ...exportFilters, format: ExportFormat, columns: ExportColumnNames(Object.keys(exportColumns)) },
        { additionalProperties: false },
      ),
      answer: OrderExport,
      refuses: ['malformed_request', 'too_many_to_sort'],
      handle({ caller: { accountId }, params: { mode }, query, reply }) {
        const pages = allPages(async (after: string | null) => {
          const { orders, nextCursor } = await orderPage(db, accountId, mode, {
            ...query,
            limit: exportPage,
            ...(after === null ? {} : { cursor: after }),
          })
          return { orders, next: nextCursor }
        })
        return sendOrders(reply, query, { pages, all: exportColumns })
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/search',
      operationId: 'searchInDashboard',
      callers: ['member'],
      tag,
      summary: 'Search orders, products and invoices',
      description:
        'At most 20 orders of the mode, as the list of orders finds them with `search`; at most 10 products by part of ' +
        '`SKU · name`; and the invoice with this number.',
      params: InMode,
      query: Type.Object({ search: Text(100) }, { additionalProperties: false }),
      answer: SearchResults,
      refuses: ['malformed_request'],
      async handle({ caller: { accountId }, params: { mode }, query: { search } }) {
        const [{ orders, more, isExact }, products, invoices] = await Promise.all([
          searchOrders(db, { accountId, mode }, search, maxOrdersFound),
          listProducts(db, { accountId, archived: false, search, after: '', limit: maxProductsFound }),
          mode === 'production' ? findInvoice(db, accountId, search) : [],
        ])
        return {
          orders: orders.map(({ accountId: _, accountName: _name, totalCents, ...order }) => ({
            ...order,
            total: dollarsOrNull(totalCents),
          })),
          more,
          exact: isExact,
          products: products.map(({ sku, name }) => ({ sku, name })),
          invoices,
        }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/orders',
      operationId: 'createOrderInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      summary: 'Place an order by hand',
      description: 'Like POST /orders/create: also answers 201 for an order that is FAILED, QUEUED or REJECTED.',
      params: InMode,
      body: CreateOrder,
      status: 201,
      answer: OrderObject,
      refuses: ['malformed_request', 'unsupported_country', 'not_set_up', 'duplicate_order_id'],
      problemsOf: ({ params: { mode }, fields }) => problemsOfWebhook(mode, fields),
      handle: async ({ caller, params: { mode }, body }) =>
        presentOrder(await place(placingOf(body, { ...caller, mode }))),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/orders/validate',
      operationId: 'validateOrderInDashboard',
      callers: ['member'],
      needs: null,
      tag,
      summary: 'Preview an order before placing it by hand',
      description: 'Like POST /orders/validate: nothing is stored. The order form calls it before it places the order.',
      params: InMode,
      body: CreateOrder,
      answer: OrderPreview,
      refuses: ['malformed_request', 'unsupported_country', 'not_set_up', 'duplicate_order_id'],
      problemsOf: ({ params: { mode }, fields }) => problemsOfWebhook(mode, fields),
      handle: async ({ caller, params: { mode }, body }) =>
        presentValidation(
          await validateOrder({ transactor, clock, operatorVersions }, placingOf(body, { ...caller, mode })),
        ),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/estimate',
      operationId: 'estimateShippingInDashboard',
      callers: ['member'],
      needs: null,
      tag,
      summary: 'Estimate what an order would cost and when it would arrive',
      body: EstimateShipping,
      answer: ShippingEstimate,
      refuses: ['malformed_request', 'unsupported_country', 'not_set_up'],
      handle: async ({ caller: { accountId }, body }) =>
        presentEstimate(
          await estimateShipping({ db, operator: operatorVersions.at(clock()) }, accountId, body, clock()),
          body,
        ),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/orders/:customerOrderId',
      operationId: 'getOrderInDashboard',
      callers: ['member'],
      tag,
      summary: 'Read an order with all its steps',
      params: OneOrder,
      answer: OrderWithSteps,
      refuses: ['order_not_found'],
      handle: async ({ caller, params }) => {
        const order = await requireOrder(db, { accountId: caller.accountId, ...params })
        const steps = await listSteps(db, order)
        return {
          order: presentOrder(order),
          pageCounts: order.books.map(({ pageCount }) => pageCount),
          steps: await presentSteps(db, steps, caller.accountId),
          heldUntil: order.status === 'VALID_HOLDING_BIN' ? order.dueAt : null,
          triedAgainAt: isUnpaid(order) && order.state.payment === 'FAILED' ? order.dueAt : null,
          turn: await readQueuePosition(db, order, clock()),
        }
      },
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/:mode/orders/:customerOrderId',
      operationId: 'cancelOrderInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      summary: 'Cancel an order',
      params: OneOrder,
      answer: OrderObject,
      refuses: ['order_not_found', 'order_not_cancellable'],
      handle: async ({ caller: { accountId, actor }, params }) =>
        presentOrder(await cancelOrder(transactor, { accountId, ...params }, { now: clock(), actor })),
    }),
  ]
}
