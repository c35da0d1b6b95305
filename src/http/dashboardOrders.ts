// A customer's people look at their orders, in the mode that they chose, and cancel them.

import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import { cancelOrder } from '../orders/cancel.ts'
import type { Mode } from '../orders/order.ts'
import { presentOrder } from '../orders/present.ts'
import { orderSteps } from '../orders/read.ts'
import { findOrder } from '../orders/store.ts'
import type { Shell } from '../orders/work.ts'
import { OrderObject, OrderPage, OrderQuery, OrderStatus } from './orderSchemas.ts'
import { orderNotFound, orderPage } from './orders.ts'
import { type Route, route } from './route.ts'
import { CustomerOrderId, Instant, Mode as ModeSchema, nullable } from './schemas.ts'

export type DashboardOrderParts = { shell: Shell; db: Db; clock: Clock }

const tag = 'Dashboard: orders'
const InMode = Type.Object({ mode: ModeSchema })
const OneOrder = Type.Object({ mode: ModeSchema, customerOrderId: CustomerOrderId })

const OrderWithSteps = Type.Object({
  order: OrderObject,
  steps: Type.Array(
    Type.Object({
      sequence: Type.Integer(),
      at: Instant,
      on: Type.String({ description: 'What happened, in the words of the lifecycle.' }),
      status: OrderStatus,
      webhook: nullable(Type.String({ description: 'The event that was told, if any.' })),
      actor: Type.String(),
      note: nullable(Type.String()),
    }),
  ),
})

export function dashboardOrderRoutes({ shell, db, clock }: DashboardOrderParts): Route[] {
  async function find(accountId: string, mode: Mode, customerOrderId: string) {
    const order = await findOrder(db, { accountId, mode, customerOrderId })
    if (order === undefined) throw orderNotFound(customerOrderId, mode)
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
      method: 'GET',
      path: '/dashboard/api/:mode/orders/:customerOrderId',
      callers: ['member'],
      tag,
      summary: 'An order with every step of its life',
      params: OneOrder,
      answer: OrderWithSteps,
      refuses: ['order_not_found'],
      handle: async ({ caller, params }) => {
        const order = await find(caller.accountId, params.mode, params.customerOrderId)
        const steps = await orderSteps(db, order)
        return { order: presentOrder(order), steps: steps.map(({ kind, ...step }) => ({ ...step, webhook: kind })) }
      },
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/:mode/orders/:customerOrderId',
      callers: ['member'],
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
