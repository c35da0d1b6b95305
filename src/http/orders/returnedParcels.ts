// Returned parcels, about which the staff decide.

import { Type } from 'typebox'
import { decideAboutReturned, listReturned, returnDecisions } from '../../features/staff/returnedParcels.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { Closed, Instant, LongText, Mode, oneOf, Text } from '../objects/common.ts'
import { OrderObject } from '../objects/order.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

/** Of an order; pallets go without parcels. */
const maxParcels = 1000

const ReturnedOrder = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  mode: Mode,
  customerOrderId: Type.String(),
  trackingNumbers: Type.Array(Type.String()),
  returnedAt: Instant,
})

export const returnedParcelRoutes = tagged('Staff', ({ transactor, db, clock }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/returned-parcels',
    operationId: 'listReturnedParcels',
    summary: 'List production orders with returned parcels that nobody has decided about',
    query: Type.Object({ limit: StaffLimit, cursor: Cursor('^ord_[0-9a-z]{22}$') }),
    answer: Type.Object({ orders: Type.Array(ReturnedOrder), nextCursor: NextCursor }),
    async handle({ query: { limit, cursor = '' } }) {
      const { page, nextCursor } = pageOf(
        await listReturned(db, { after: cursor, limit: limit + 1 }),
        limit,
        order => order.orderId,
      )
      return { orders: page.map(({ orderId: _, ...order }) => order), nextCursor }
    },
  }),
  route({
    method: 'POST',
    path: '/staff/orders/:accountId/:customerOrderId/returned-parcels',
    operationId: 'decideAboutReturnedParcels',
    needs: 'orders',
    summary: 'Record what became of the returned parcels of an order',
    description:
      'Names the parcels as they are listed. Only records the decision: to send the books again, make a reprint, and to pay them back, a refund. The audit log has the reason.',
    body: Closed({
      trackingNumbers: Type.Array(Text(100), { minItems: 1, maxItems: maxParcels }),
      decision: oneOf(returnDecisions),
      reason: LongText(1000, { minLength: 1 }),
    }),
    answer: OrderObject,
    refuses: ['order_not_found', 'wrong_state'],
    handle: async ({ caller: { actor }, params, body }) =>
      presentOrder(await decideAboutReturned(transactor, { ...params, ...body, actor, now: clock() })),
  }),
])
