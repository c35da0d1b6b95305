// A customer's people place orders by hand, view them in the chosen mode, and cancel them.

import { Type } from 'typebox'
import { readTurn } from '../../limits/store.ts'
import { isUnpaid } from '../../orders/money/unpaidOrders.ts'
import { cancelOrder } from '../../orders/placing/cancel.ts'
import { estimateShipping } from '../../orders/placing/estimate.ts'
import { rehearseOrder } from '../../orders/placing/rehearse.ts'
import { presentOrder, presentRehearsal } from '../../orders/present.ts'
import { orderSteps } from '../../orders/read.ts'
import { findOrder, orderNotFound } from '../../orders/store.ts'
import { type Route, route } from '../route.ts'
import { CustomerOrderId, Instant, Mode, nullable } from '../schemas.ts'
import {
  CreateOrder,
  EstimateShipping,
  OrderObject,
  OrderPage,
  OrderQuery,
  OrderRehearsal,
  OrderSteps,
  PageCounts,
  ShippingEstimate,
  Turn,
} from './orderSchemas.ts'
import { type OrderParts, orderPage, placingOf, presentEstimate, presentSteps, webhookRule } from './orders.ts'

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
  turn: Turn,
})

export function dashboardOrderRoutes({ shell, db, clock, operator, place, httpsOnly }: DashboardOrderParts): Route[] {
  const problemsOfWebhook = webhookRule(httpsOnly)

  async function find(accountId: string, mode: Mode, customerOrderId: string) {
    const order = await findOrder(db, { accountId, mode, customerOrderId })
    if (order === undefined) throw orderNotFound({ customerOrderId, mode })
    return order
  }
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/orders',
      callers: ['member'],
      tag,
      summary: 'List the orders of a mode, newest first',
      params: InMode,
      query: OrderQuery,
      answer: OrderPage,
      refuses: ['malformed_request'],
      handle: ({ caller, params, query }) => orderPage(db, caller.accountId, params.mode, query),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/orders',
      callers: ['member'],
      needs: 'orders',
      tag,
      summary: 'Place an order by hand',
      description: 'Like POST /orders/create: answers 201 even for an order that becomes FAILED, QUEUED or REJECTED.',
      params: InMode,
      body: CreateOrder,
      status: 201,
      answer: OrderObject,
      refuses: ['malformed_request', 'unsupported_country', 'duplicate_order_id'],
      problemsOf: ({ params: { mode }, fields }) => problemsOfWebhook(mode, fields),
      handle: async ({ caller, params: { mode }, body }) =>
        presentOrder(await place(placingOf(body, { ...caller, mode }))),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/orders/validate',
      callers: ['member'],
      needs: null,
      tag,
      summary: 'Preview an order that is placed by hand',
      description: 'Like POST /orders/validate: nothing is stored. The order form calls it before it places the order.',
      params: InMode,
      body: CreateOrder,
      answer: OrderRehearsal,
      refuses: ['malformed_request', 'unsupported_country', 'duplicate_order_id'],
      problemsOf: ({ params: { mode }, fields }) => problemsOfWebhook(mode, fields),
      handle: async ({ caller, params: { mode }, body }) =>
        presentRehearsal(await rehearseOrder({ shell, clock, operator }, placingOf(body, { ...caller, mode }))),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/estimate',
      callers: ['member'],
      needs: null,
      tag,
      summary: 'Estimate what an order would cost and when it would arrive',
      body: EstimateShipping,
      answer: ShippingEstimate,
      refuses: ['malformed_request', 'unsupported_country'],
      handle: async ({ caller: { accountId }, body }) =>
        presentEstimate(await estimateShipping({ db, operator }, accountId, body, clock()), body),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/orders/:customerOrderId',
      callers: ['member'],
      tag,
      summary: 'Read an order with all its steps',
      params: OneOrder,
      answer: OrderWithSteps,
      refuses: ['order_not_found'],
      handle: async ({ caller, params }) => {
        const order = await find(caller.accountId, params.mode, params.customerOrderId)
        const steps = await orderSteps(db, order)
        return {
          order: presentOrder(order),
          pageCounts: order.books.map(({ pageCount }) => pageCount),
          steps: await presentSteps(db, steps, caller.accountId),
          heldUntil: order.status === 'VALID_HOLDING_BIN' ? order.dueAt : null,
          triedAgainAt: isUnpaid(order) && order.state.payment === 'FAILED' ? order.dueAt : null,
          turn: await readTurn(db, order, clock()),
        }
      },
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/:mode/orders/:customerOrderId',
      callers: ['member'],
      needs: 'orders',
      tag,
      summary: 'Cancel an order',
      params: OneOrder,
      answer: OrderObject,
      refuses: ['order_not_found', 'order_not_cancellable'],
      handle: async ({ caller: { accountId, actor }, params }) =>
        presentOrder(await cancelOrder(shell, { accountId, ...params }, { now: clock(), actor })),
    }),
  ]
}
