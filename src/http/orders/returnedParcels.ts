// Returned parcels, about which the staff decide.

import { Type } from 'typebox'
import { labelFormats } from '../../carriers/carrier.ts'
import { resendLabelFile, resendParcel } from '../../features/staff/resendParcel.ts'
import { decideAboutReturned, listReturned, returnDecisions } from '../../features/staff/returnedParcels.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { Closed, Instant, LongText, Mode, oneOf, Pdf, Text } from '../objects/common.ts'
import { NewDestination } from '../objects/newOrder.ts'
import { OrderObject } from '../objects/order.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { LabelObject, labelJson } from '../printing/labels.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'
import { addressOf } from './orders.ts'

/** Of an order; pallets go without parcels. */
const maxParcels = 1000

const ReturnedOrder = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  mode: Mode,
  customerOrderId: Type.String(),
  orderTitle: OrderTitle,
  trackingNumbers: Type.Array(Type.String()),
  returnedAt: Instant,
})

export const returnedParcelRoutes = tagged('Staff', (services: Services): Route[] => [
  ...decisionRoutes(services),
  ...resendRoutes(services),
])

const decisionRoutes = ({ transactor, db, clock }: Services): Route[] => [
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
      const titleOf = await readOrderTitles(db, page)
      return { orders: page.map(({ orderId: _, ...order }) => ({ ...order, ...titleOf(order) })), nextCursor }
    },
  }),
  route({
    method: 'POST',
    path: '/staff/orders/:accountId/:customerOrderId/returned-parcels',
    operationId: 'decideAboutReturnedParcels',
    needs: 'orders',
    summary: 'Record what became of the returned parcels of an order',
    description:
      'Names the parcels as they are listed. Only records the decision: make the reprint or the refund before. To send the books again, use `resend`, which records it. The audit log has the reason.',
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
]

const resendRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    path: '/staff/orders/:accountId/:customerOrderId/resend',
    operationId: 'resendParcel',
    needs: 'orders',
    summary: 'Send the books of a returned parcel again, to a mended address',
    description:
      'Buys a label for the same parcel, at no charge. The order stays SHIPPED, and its `delivery` gets the new parcel. If the carrier does not answer, the label is `requested`, and Octavo asks again. If the carrier refuses, it is `failed`, and the parcel waits for a decision again. Repeating the request returns the label.',
    body: Closed({
      trackingNumber: Text(100, { description: 'Of the returned parcel.' }),
      destination: NewDestination,
      reason: LongText(1000, { minLength: 1 }),
    }),
    answer: LabelObject,
    refuses: ['order_not_found', 'wrong_state', 'unsupported_country', 'change_not_possible', 'recipient_forgotten'],
    handle: async ({ caller: { actor }, params, body: { destination, ...body } }) =>
      labelJson(await resendParcel(services, { ...params, ...body, destination: addressOf(destination), actor })),
  }),
  route({
    method: 'GET',
    path: '/staff/orders/:accountId/:customerOrderId/resend',
    operationId: 'downloadResendLabel',
    needs: 'orders',
    summary: 'Download the label of a parcel that is sent again, 4 x 6 in',
    query: Closed({
      trackingNumber: Text(100, { description: 'Of the returned parcel.' }),
      format: oneOf(labelFormats, { default: 'PDF' }),
    }),
    answerType: 'application/pdf',
    answer: Pdf,
    refuses: ['order_not_found', 'not_found', 'wrong_state', 'recipient_forgotten', 'overloaded'],
    async handle({ params, query, reply }) {
      const { label, bytes } = await resendLabelFile(services.labelDeps, { ...params, ...query })
      return sendFile(reply, `label-${label.labelId}.${query.format.toLowerCase()}`, bytes)
    },
  }),
]
