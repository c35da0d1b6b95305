// Disputes (chargebacks), for the staff, who respond to a dispute on the provider's own pages.

import { Type } from 'typebox'
import { dollars } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { type DisputeView, listDisputes } from '../../payments/disputes/disputeStore.ts'
import { NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { Instant, nullable, oneOf, Text } from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { type Route, route, tagged } from '../server/route.ts'

export const Dispute = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  disputeId: Type.String(),
  chargeId: nullable(Type.String()),
  paymentId: nullable(Type.String({ description: 'The payment of a statement: it is owed again.' })),
  provider: Type.String(),
  providerRef: Type.String({ description: "The provider's id of the dispute." }),
  amount: Type.Number({ description: 'The disputed amount, in dollars.' }),
  withdrawn: Type.Number({
    description: 'The amount that the provider has withdrawn and not reinstated, in dollars, without fees.',
  }),
  fees: Type.Number({ description: "The provider's fees for the dispute, in dollars." }),
  reason: Type.String({ description: "The provider's reason, such as fraudulent or product_not_received." }),
  status: oneOf(['needs_response', 'under_review', 'won', 'lost', 'closed'], {
    description:
      'needs_response: submit evidence at the provider. under_review: the bank decides. closed: it ended without a decision.',
  }),
  evidenceDueAt: nullable(Instant),
  openedAt: Instant,
  closedAt: nullable(Instant),
  orderCount: Type.Integer({ description: 'The number of orders in the charge.' }),
  customerOrderIds: Type.Array(Type.String(), { description: 'The first 20 orders.' }),
  orderTitle: OrderTitle,
})

export const presentDispute = ({ amountCents, withdrawnCents, feeCents, ...dispute }: DisputeView) => ({
  ...dispute,
  amount: dollars(amountCents),
  withdrawn: dollars(withdrawnCents),
  fees: dollars(feeCents),
})

export const staffDisputeRoutes = tagged('Staff: money', ({ db }: { db: Db }): Route[] => [
  route({
    method: 'GET',
    path: '/staff/disputes',
    operationId: 'listDisputes',
    summary: 'List disputes (chargebacks): open disputes, oldest first, or closed disputes, newest first',
    description: 'Respond to a dispute at the provider, before `evidenceDueAt`.',
    query: Type.Object({
      state: oneOf(['open', 'closed'], { default: 'open' }),
      limit: StaffLimit,
      cursor: Type.Optional(Text(64)),
    }),
    answer: Type.Object({
      disputes: Type.Array(Dispute),
      nextCursor: NextCursor,
    }),
    async handle({ query: { state, limit, cursor = null } }) {
      const found = await listDisputes(db, { state, after: cursor, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, dispute => dispute.disputeId)
      const firstOrder = ({ accountId, customerOrderIds }: DisputeView) => ({
        ...{ accountId, customerOrderId: customerOrderIds[0] ?? null },
      })
      const titleOf = await readOrderTitles(db, page.map(firstOrder))
      return {
        disputes: page.map(dispute => ({ ...presentDispute(dispute), ...titleOf(firstOrder(dispute)) })),
        nextCursor,
      }
    },
  }),
])
