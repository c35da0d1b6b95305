// The customer's programs place, read, list and cancel orders, and ask what one would cost.

import { Type } from 'typebox'
import { type Clock, instant, latest } from '../base/clock.ts'
import { dollarsOrNull } from '../base/money.ts'
import { type Problem, Refusal } from '../base/refusal.ts'
import type { Db } from '../db/db.ts'
import { cancelOrder } from '../orders/cancel.ts'
import type { OperatorData } from '../orders/decide.ts'
import { type Estimate, estimateShipping } from '../orders/estimate.ts'
import type { Status } from '../orders/lifecycle.ts'
import type { Mode, OrderRequest } from '../orders/order.ts'
import { orderPlacer } from '../orders/place.ts'
import { presentOrder, presentPricing } from '../orders/present.ts'
import { listOrders, orderReader } from '../orders/read.ts'
import type { Shell } from '../orders/work.ts'
import { CreateOrder, EstimateShipping, OrderObject, OrderPage, OrderQuery, ShippingEstimate } from './orderSchemas.ts'
import { type Route, route } from './route.ts'
import { CustomerOrderId } from './schemas.ts'
import { unknownFields } from './unknownFields.ts'

export type OrderParts = {
  shell: Shell
  db: Db
  clock: Clock
  operator: OperatorData
  /** Production orders must name https webhook addresses. */
  httpsOnly: boolean
}

const tag = 'Orders'
const jsonType = 'application/json; charset=utf-8' // with it, Fastify sends a text as it is
const OrderPath = Type.Object({ customerOrderId: CustomerOrderId })

export function orderRoutes({ shell, db, clock, operator, httpsOnly }: OrderParts): Route[] {
  const place = orderPlacer({ shell, clock, operator })
  const read = orderReader(db)
  return [
    route({
      method: 'POST',
      path: '/orders/create',
      callers: ['customer_key'],
      tag,
      summary: 'Place an order',
      description:
        'Answers 201 also for an order that ends FAILED, QUEUED or REJECTED: look at its status. Creating is not idempotent: ' +
        'a customerOrderId that was used answers 400. After an unknown outcome, GET the order by its customerOrderId.',
      body: CreateOrder,
      status: 201,
      answer: OrderObject,
      refuses: ['malformed_request', 'unsupported_country', 'duplicate_order_id'],
      handle: async ({ caller, body }) => {
        requireHttps(httpsOnly && caller.mode === 'production', body.webhookUrl)
        const order = await place({
          accountId: caller.accountId,
          mode: caller.mode,
          actor: caller.actor,
          customerOrderId: body.customerOrderId ?? null,
          request: requestOf(body),
          warnings: unknownFields(CreateOrder, body),
        })
        return presentOrder(order)
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
        if (json === undefined) throw orderNotFound(customerOrderId, mode)
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
        'Before the printer has it, an order is cancelled at once; after that the printer is asked, and the order is ' +
        'CANCELLATION_REQUESTED until it answers. Cancelling a cancelled order answers it once more.',
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
      summary: 'What an order would cost and when it would arrive',
      description: 'Every class that the destination sells. A whole create body may be sent; nothing is created.',
      body: EstimateShipping,
      answer: ShippingEstimate,
      refuses: ['malformed_request', 'unsupported_country'],
      handle: async ({ caller: { accountId }, body }) =>
        presentEstimate(await estimateShipping({ db, operator }, accountId, body, clock())),
    }),
  ]
}

/** A page of one account's and mode's orders, for a program's list and for the dashboard's. */
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

/** No order is older than the epoch, and databases and order ids know no years before ours. */
const boundOf = (text: string | undefined) => (text === undefined ? null : latest(instant(text), instant(0)))

export const orderNotFound = (customerOrderId: string, mode: Mode) =>
  new Refusal('order_not_found', `There is no order ${customerOrderId} in ${mode}.`)

/** The body as it is kept and echoed: known fields only. */
export function requestOf(body: CreateOrder): OrderRequest {
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

/** Refuses a plain http address for webhooks where that is demanded. */
export function requireHttps(required: boolean, webhookUrl: string | undefined): void {
  if (!required || webhookUrl === undefined || /^https:/i.test(webhookUrl)) return
  const problem: Problem = {
    pointer: '/webhookUrl',
    code: 'wrong_format',
    detail: 'webhookUrl must be an https address for production orders.',
  }
  throw new Refusal('malformed_request', problem.detail, [problem])
}

export function presentEstimate({ options, pageCountsAssumed }: Estimate) {
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
    })),
    pageCountsAssumed,
  }
}
