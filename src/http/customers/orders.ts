// Programs of customers place, read, list and cancel orders, and ask what an order would cost.

import { Type } from 'typebox'
import { namesOfActors } from '../../accounts/read.ts'
import { type Clock, instant, latest } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { dollarsOrNull } from '../../base/money.ts'
import type { Problem } from '../../base/refusal.ts'
import { requestKeyOf } from '../../base/requestKey.ts'
import type { Db } from '../../db/db.ts'
import { readFeed } from '../../orders/feed.ts'
import type { Status } from '../../orders/lifecycle.ts'
import type { OperatorData } from '../../orders/operator.ts'
import type { OrderRequest, OrderStep } from '../../orders/order.ts'
import { cancelOrder } from '../../orders/placing/cancel.ts'
import type { PlaceOrder } from '../../orders/placing/drafts.ts'
import { type Estimate, estimateShipping } from '../../orders/placing/estimate.ts'
import type { Place } from '../../orders/placing/place.ts'
import { rehearseOrder } from '../../orders/placing/rehearse.ts'
import { presentEvent, presentOrder, presentPricing, presentRehearsal } from '../../orders/present.ts'
import { announcedSteps, listOrders, orderReader } from '../../orders/read.ts'
import { findOrder, orderNotFound } from '../../orders/store.ts'
import type { Shell } from '../../orders/work.ts'
import { idempotencyKeyOf, saysIdempotencyKey } from '../idempotency.ts'
import { type Route, route } from '../route.ts'
import { CustomerOrderId } from '../schemas.ts'
import { unknownFields } from '../unknownFields.ts'
import {
  CreateOrder,
  EstimateShipping,
  EventFeed,
  EventFeedQuery,
  OrderEvents,
  OrderEventsQuery,
  OrderObject,
  OrderPage,
  OrderQuery,
  OrderRehearsal,
  ShippingEstimate,
} from './orderSchemas.ts'

export type OrderParts = {
  shell: Shell
  db: Db
  clock: Clock
  operator: OperatorData
  place: Place
  /** Production orders must name https webhook addresses. */
  httpsOnly: boolean
}

const tag = 'Orders'
const jsonType = 'application/json; charset=utf-8' // with it, Fastify sends text unchanged
const OrderPath = Type.Object({ customerOrderId: CustomerOrderId })

export function orderRoutes({ shell, db, clock, operator, place, httpsOnly }: OrderParts): Route[] {
  const read = orderReader(db)
  const problemsOfWebhook = webhookRule(httpsOnly)
  return [
    route({
      method: 'POST',
      path: '/orders/create',
      callers: ['customer_key'],
      tag,
      summary: 'Place an order',
      description:
        'Answers 201 even for an order that becomes FAILED, QUEUED or REJECTED: check its status. A customerOrderId that ' +
        `was already used answers 400. ${saysIdempotencyKey} The answer is the order as it was when it was created.`,
      body: CreateOrder,
      status: 201,
      answer: OrderObject,
      refuses: ['malformed_request', 'unsupported_country', 'duplicate_order_id', 'request_key_reused'],
      problemsOf: ({ caller, fields }) => problemsOfWebhook(caller.mode, fields),
      handle: async ({ caller, body, request }) => {
        const requestKey = requestKeyOf(idempotencyKeyOf(request), body)
        return presentOrder(await place({ ...placingOf(body, caller), requestKey }))
      },
    }),
    route({
      method: 'POST',
      path: '/orders/validate',
      callers: ['customer_key'],
      tag,
      summary: 'Preview an order without placing it',
      description:
        'Accepts the same body as creating, and answers what creating would answer now, with every problem and the price; nothing is ' +
        'stored, and no place in the limit is taken. Print files are not checked: use POST /files/check.',
      body: CreateOrder,
      answer: OrderRehearsal,
      refuses: ['malformed_request', 'unsupported_country', 'duplicate_order_id'],
      problemsOf: ({ caller, fields }) => problemsOfWebhook(caller.mode, fields),
      handle: async ({ caller, body }) =>
        presentRehearsal(await rehearseOrder({ shell, clock, operator }, placingOf(body, caller))),
    }),
    route({
      method: 'GET',
      path: '/orders/:customerOrderId/events',
      callers: ['customer_key'],
      tag,
      summary: 'List the events of an order, oldest first',
      description:
        'Every event as it was sent by webhook, with the same ids: for programs that missed some, or ' +
        'that gave no webhookUrl.',
      params: OrderPath,
      query: OrderEventsQuery,
      answer: OrderEvents,
      refuses: ['malformed_request', 'order_not_found'],
      async handle({ caller: { accountId, mode }, params: { customerOrderId }, query: { cursor = '0' } }) {
        const order = await findOrder(db, { accountId, mode, customerOrderId })
        if (order === undefined) throw orderNotFound({ customerOrderId, mode })
        const { steps, isLast } = await announcedSteps(db, order, Number(cursor))
        return {
          events: steps.map(step => presentEvent(order, step)),
          nextCursor: isLast ? null : String(steps.at(-1)!.number),
        }
      },
    }),
    route({
      method: 'GET',
      path: '/events',
      callers: ['customer_key'],
      tag,
      summary: 'List the events of all orders, oldest first',
      description:
        "Every event of the key's mode as it was sent by webhook, with the same ids, once: for programs that missed some, or " +
        'that have no receiver. Keep the nextCursor, and pass it as `cursor` the next time: nothing is missed in between. An answer ' +
        'without events is the end for now. Events come a moment later than webhooks, when all that began before them has ended.',
      query: EventFeedQuery,
      answer: EventFeed,
      refuses: ['malformed_request'],
      async handle({ caller: { accountId, mode }, query: { cursor = null, since, limit } }) {
        const { events, next } = await readFeed(db, { accountId, mode }, { cursor, since: boundOf(since), limit })
        return { events: events.map(({ order, step }) => presentEvent(order, step)), nextCursor: next }
      },
    }),
    route({
      method: 'GET',
      path: '/orders/:customerOrderId',
      callers: ['customer_key'],
      tag,
      summary: 'Read an order',
      params: OrderPath,
      answer: OrderObject,
      refuses: ['order_not_found'],
      handle: async ({ caller: { accountId, mode }, params: { customerOrderId }, reply }) => {
        const json = await read({ accountId, mode, customerOrderId })
        if (json === undefined) throw orderNotFound({ customerOrderId, mode })
        return reply.type(jsonType).send(json)
      },
    }),
    route({
      method: 'GET',
      path: '/orders',
      callers: ['customer_key'],
      tag,
      summary: 'List orders, newest first',
      query: OrderQuery,
      answer: OrderPage,
      refuses: ['malformed_request'],
      handle: ({ caller: { accountId, mode }, query }) => orderPage(db, accountId, mode, query),
    }),
    route({
      method: 'DELETE',
      path: '/orders/:customerOrderId',
      callers: ['customer_key'],
      tag,
      summary: 'Cancel an order',
      description:
        'Before the printer has the order, it is cancelled at once; after that the printer is asked, and the order is ' +
        'CANCELLATION_REQUESTED until it answers. Cancelling a cancelled order returns it again.',
      params: OrderPath,
      answer: OrderObject,
      refuses: ['order_not_found', 'order_not_cancellable'],
      handle: async ({ caller: { accountId, mode, actor }, params: { customerOrderId } }) =>
        presentOrder(await cancelOrder(shell, { accountId, mode, customerOrderId }, { now: clock(), actor })),
    }),
    route({
      method: 'POST',
      path: '/orders/shipping/estimate',
      callers: ['customer_key'],
      tag,
      summary: 'Estimate what an order would cost and when it would arrive',
      description:
        'Lists every class that the destination offers. A whole create body is accepted; nothing is created.',
      body: EstimateShipping,
      answer: ShippingEstimate,
      refuses: ['malformed_request', 'unsupported_country'],
      handle: async ({ caller: { accountId }, body }) =>
        presentEstimate(await estimateShipping({ db, operator }, accountId, body, clock()), body),
    }),
  ]
}

/** A page of orders of one account and mode, for a program's list and for the dashboard's. */
export async function orderPage(db: Db, accountId: string, mode: Mode, query: OrderQuery) {
  const { orders, next } = await listOrders(db, {
    accountId,
    mode,
    statuses: (query.status?.split(',') ?? []) as Status[],
    createdAfter: boundOf(query.createdAfter),
    createdBefore: boundOf(query.createdBefore),
    after: query.cursor ?? null,
    limit: query.limit,
  })
  return { orders: orders.map(presentOrder), nextCursor: next }
}

/** The steps of an order as people see them: the members of the account `seenBy`, or the operator's staff (null). */
export async function presentSteps(db: Db, steps: OrderStep[], seenBy: string | null) {
  const actors = steps.map(({ actor }) => actor)
  const names = await namesOfActors(db, actors, seenBy)
  return steps.map(({ kind, ...step }) => ({ ...step, webhook: kind, by: names.get(step.actor)! }))
}

/** No order is older than the epoch, and databases and order ids cannot represent earlier years. */
const boundOf = (text: string | undefined) => (text === undefined ? null : latest(instant(text), instant(0)))

/** The order that a create body describes, sent by a program or by hand. */
export function placingOf(
  body: CreateOrder,
  { accountId, mode, actor }: Pick<PlaceOrder, 'accountId' | 'mode' | 'actor'>,
): PlaceOrder {
  const { customerOrderId = null } = body
  const warnings = unknownFields(CreateOrder, body)
  return { accountId, mode, actor, customerOrderId, request: requestOf(body), warnings, requestKey: null }
}

/** The body as it is stored and echoed: known fields only. */
function requestOf(body: CreateOrder): OrderRequest {
  const { payload, currency, shippingClassification, webhookUrl, destination: to } = body
  return {
    ...given({ payload, webhookUrl }),
    currency,
    shippingClassification,
    destination: {
      name: to.name,
      address1: to.address1,
      city: to.city,
      postal: to.postal,
      country: to.country,
      ...given({ company: to.company, address2: to.address2, state: to.state, phone: to.phone, email: to.email }),
    },
    orderItems: body.orderItems.map(({ sku, quantity, retailPrice, itemDescription, pageCount, product }) => ({
      sku,
      quantity,
      ...given({ retailPrice, itemDescription, pageCount }),
      ...(product === undefined ? {} : { product: given({ coverUrl: product.coverUrl, gutsUrl: product.gutsUrl }) }),
    })),
  }
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that were sent. */
function given<Fields extends object>(fields: Fields): Given<Fields> {
  const sent: Given<Fields> = {}
  for (const name in fields) {
    if (fields[name] !== undefined) sent[name] = fields[name] as Exclude<Fields[typeof name], undefined>
  }
  return sent
}

/** What is wrong with a plain http webhookUrl, in production where https is required. */
export const webhookRule =
  (httpsOnly: boolean) =>
  (mode: unknown, { webhookUrl }: Record<string, unknown>): Problem[] => {
    if (!httpsOnly || mode !== 'production' || webhookUrl === undefined) return []
    if (/^https:/i.test(String(webhookUrl))) return []
    const detail = 'webhookUrl must be an https address in production.'
    return [{ pointer: '/webhookUrl', code: 'wrong_format', detail }]
  }

/** An estimate, with a warning of each field that no order has. */
export function presentEstimate({ options, pageCountsAssumed }: Estimate, body: EstimateShipping) {
  return {
    currency: 'USD' as const,
    options: options.map(option => ({
      shippingClassification: option.shippingClass,
      shippingPrice: dollarsOrNull(option.shippingCents),
      estimatedShipDate: option.shipDate,
      estimatedDelivery: option.delivery,
      manufacturingBusinessDays: option.manufacturingDays,
      transitBusinessDays: option.transit,
      pricing: option.pricing === null ? null : presentPricing('charged', option.pricing),
      cheapest: option.cheapest,
      fastest: option.fastest,
      dominated: option.dominated,
    })),
    pageCountsAssumed,
    warnings: unknownFields(CreateOrder, body),
  }
}
