// Acts of customers on many of their orders: canceling them, and resending their webhooks.

import { type Static, Type } from 'typebox'
import type { Scope } from '../../accounts/keys/restrictions.ts'
import type { Permission } from '../../accounts/people/roles.ts'
import type { Mode } from '../../base/mode.ts'
import { redeliverOrder } from '../../features/notify/redeliver.ts'
import { cancelOrder } from '../../features/placing/cancel.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { listOrders } from '../../orders/view/readOrders.ts'
import { aboutPortions, bulkResult, maxBulkOrders, requireOneOf, resultsOf } from '../lists/bulk.ts'
import { NextCursor } from '../lists/list.ts'
import { CreationSorting, cursorOf } from '../lists/orderLists.ts'
import { Closed, CustomerOrderId } from '../objects/common.ts'
import { OrderQuery } from '../objects/orderList.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { resource } from '../server/resource.ts'
import type { Route } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { orderFilterOf } from './orders.ts'

const { sort: _sort, limit: _limit, cursor, ...filters } = OrderQuery.properties

const Selection = Closed(
  {
    customerOrderIds: Type.Optional(
      Type.Array(CustomerOrderId, { minItems: 1, maxItems: maxBulkOrders, uniqueItems: true }),
    ),
    filter: Type.Optional(Closed({ sort: CreationSorting, ...filters })),
    cursor,
  },
  { title: 'OrderSelection' },
)
type Selection = Static<typeof Selection>

const Answer = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        { customerOrderId: Type.String(), orderTitle: OrderTitle, ...bulkResult },
        { title: 'OrderActResult' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'OrderActResults' },
)

type Owner = { accountId: string; mode: Mode }
type Act = {
  name: string
  operationId: string
  scope: Scope
  needs: Permission
  summary: string
  description: string
  act(services: Services, order: Owner & { customerOrderId: string }, by: { now: Date; actor: string }): Promise<void>
}

const acts: Act[] = [
  {
    name: 'cancel',
    operationId: 'cancelOrders',
    scope: 'orders:write',
    needs: 'orders',
    summary: 'Cancel several orders',
    description: 'Each order is canceled as by DELETE /orders/{customerOrderId}.',
    async act(services, order, by) {
      await cancelOrder(services, order, by)
    },
  },
  {
    name: 'resend-webhooks',
    operationId: 'resendWebhooksOfOrders',
    scope: 'webhooks:write',
    needs: 'webhooks',
    summary: 'Resend the webhooks of several orders that were not delivered',
    description: 'Webhooks that are being sent, or were resent already, are left out.',
    act: ({ transactor }, order, by) => redeliverOrder(transactor, order, by),
  },
]

/** The orders of a request, and the cursor of the next portion. */
async function portionOf(
  { db, vault, clock }: Services,
  owner: Owner,
  { customerOrderIds, filter, cursor }: Selection,
) {
  requireOneOf({ customerOrderIds, filter })
  if (filter === undefined) return { customerOrderIds: customerOrderIds!, next: null }
  const query = { ...filter, limit: maxBulkOrders, ...(cursor === undefined ? {} : { cursor }) }
  const { orders, next } = await listOrders(db, orderFilterOf({ vault, now: clock() }, owner, query, '/cursor'))
  return {
    customerOrderIds: orders.map(({ customerOrderId }) => customerOrderId),
    next: cursorOf(vault, query.sort, next),
  }
}

export const bulkOrderRoutes = (services: Services): Route[] =>
  acts.flatMap(({ name, act, description, ...declared }) =>
    resource({
      ...declared,
      method: 'POST',
      at: { key: `/orders/bulk/${name}`, member: `/dashboard/api/:mode/orders/bulk/${name}` },
      tag: 'Orders',
      description: `${description} ${aboutPortions}`,
      body: Selection,
      answer: Answer,
      member: { tag: 'Dashboard: orders' },
      async handle({ owner, caller: { actor }, body, request }) {
        const { customerOrderIds, next } = await portionOf(services, owner, body)
        const results = await resultsOf(
          customerOrderIds.map(customerOrderId => ({ accountId: owner.accountId, customerOrderId })),
          async ({ customerOrderId }) => {
            await act(services, { ...owner, customerOrderId }, { now: services.clock(), actor })
            return 'done'
          },
          { requestId: request.id, log: services.log },
        )
        const titleOf = await readOrderTitles(services.db, results)
        return { results: results.map(result => ({ ...result, ...titleOf(result) })), nextCursor: next }
      },
    }),
  )
