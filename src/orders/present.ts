// The public order object: the same in the answers to create, get and cancel, in lists, and in webhooks.

import type { Mode } from '../base/mode.ts'
import { dollars, dollarsOrNull } from '../base/money.ts'
import type { Problem } from '../base/refusal.ts'
import { actionsIn, type FirstStatus, type Status } from './lifecycle.ts'
import type { AnnouncedStep, Billing, Order, OrderRequest, OrderState, Pricing, Shipment } from './order.ts'

export type PublicPricing = {
  itemsTotal: number
  fulfillmentTotal?: number
  shippingTotal: number | null
  taxesTotal: number
  orderTotal: number | null
  currency: 'USD'
  final: boolean
  taxes?: { jurisdiction: string; kind: string; rate: number; amount: number }[]
}

/** An order as it would begin. */
export type Rehearsed = Pick<Order, 'mode' | 'billing' | 'request' | 'state'> & { status: FirstStatus }

/** Amounts are in dollars. */
export type PublicOrder = {
  customerOrderId: string
  mode: Mode
  status: Status
  payload?: string
  currency: 'USD'
  shippingClassification: string
  webhookUrl?: string
  destination: OrderRequest['destination']
  orderItems: OrderRequest['orderItems']
  shipmentTracking: Shipment[]
  pricing?: PublicPricing
  selectedShipping: {
    shippingClassification: string
    price: number | null
    estimatedDelivery: { earliest: string; latest: string } | null
  }
  paymentInfo: { total: number | null; status: OrderState['payment']; refundedTotal?: number }
  errors: Problem[]
  warnings: Problem[]
  actions: 'cancel'[]
  estimatedShipDate: string | null
  promisedShipDate: string | null
  reprintOf: string | null
  recipientForgottenAt: string | null
  createdAt: string
  updatedAt: string
}

/** What a step of an order shares with the order as it is now. */
type Constant = Pick<
  Order,
  'customerOrderId' | 'mode' | 'billing' | 'request' | 'reprintOf' | 'recipientForgottenAt' | 'createdAt'
>
type Announced = Pick<AnnouncedStep, 'eventId' | 'kind' | 'at' | 'status' | 'state' | 'number'>
/** What may differ at each step. */
type Moment = { status: Status; state: OrderState; updatedAt: Date }

export const presentOrder = (order: Order): PublicOrder => present(order, order)

/** The order object as it was at a moment. */
export function present(order: Constant, { status, state, updatedAt }: Moment): PublicOrder {
  const { request } = order
  return {
    customerOrderId: order.customerOrderId,
    mode: order.mode,
    status,
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    currency: request.currency,
    shippingClassification: request.shippingClassification,
    ...(request.webhookUrl === undefined ? {} : { webhookUrl: request.webhookUrl }),
    destination: request.destination,
    orderItems: request.orderItems,
    shipmentTracking: state.shipmentTracking,
    ...prospects(order, state),
    actions: actionsIn(status),
    promisedShipDate: state.promisedShipDate ?? null,
    reprintOf: order.reprintOf,
    recipientForgottenAt: order.recipientForgottenAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** What is known about an order that has not been placed. */
export const presentRehearsal = ({ mode, status, ...order }: Rehearsed) => ({
  mode,
  status,
  ...prospects(order, order.state),
})

/** Price, shipping, payment and problems. */
const prospects = ({ billing, request }: Pick<Order, 'billing' | 'request'>, state: OrderState) => ({
  ...(state.pricing === null ? {} : { pricing: presentPricing(billing, state.pricing) }),
  selectedShipping: {
    shippingClassification: request.shippingClassification,
    price: dollarsOrNull(state.pricing?.shippingCents ?? null),
    estimatedDelivery: state.estimatedDelivery,
  },
  paymentInfo: {
    total: dollarsOrNull(state.pricing?.orderCents ?? null),
    status: state.payment,
    ...(state.refundedCents === undefined ? {} : { refundedTotal: dollars(state.refundedCents) }),
  },
  errors: state.errors,
  warnings: state.warnings,
  estimatedShipDate: state.estimatedShipDate,
})

/** An event of an order, with the order as it was then. */
export const presentEvent = (order: Constant, { eventId, kind, at, status, state, number }: Announced) => ({
  eventId,
  type: kind,
  timestamp: at.toISOString(),
  sequence: number,
  data: present(order, { status, state, updatedAt: at }),
})

/** An order as it is stored: JSON as unparsed text, and instants as ISO texts. */
export type StoredOrder = {
  customerOrderId: string
  mode: Mode
  status: Status
  billing: Billing
  requestJson: string
  stateJson: string
  reprintOf: string | null
  recipientForgottenAt: string | null
  createdAt: string
  updatedAt: string
}

/**
 * The order object as JSON, at a fifth of the cost: what is stored in the form in which it is echoed is copied as text.
 * The same fields as in `present`, in another order; present.test.ts keeps the two equal.
 */
export function presentJson(order: StoredOrder): string {
  const { requestJson, billing, status } = order
  const state: OrderState = JSON.parse(order.stateJson)
  const { pricing, estimatedDelivery: estimated } = state
  const estimate = estimated === null ? 'null' : `{"earliest":"${estimated.earliest}","latest":"${estimated.latest}"}`
  return (
    `{"customerOrderId":${textJson(order.customerOrderId)},"mode":"${order.mode}","status":"${status}",` +
    requestJson.slice(1, -1) + // the fields between its braces
    `,"shipmentTracking":${listJson(state.shipmentTracking)}` +
    (pricing === null ? '' : `,"pricing":${JSON.stringify(presentPricing(billing, pricing))}`) +
    `,"selectedShipping":{"shippingClassification":${shippingJson(requestJson)},` +
    `"price":${dollarsOrNull(pricing?.shippingCents ?? null)},"estimatedDelivery":${estimate}}` +
    `,"paymentInfo":{"total":${dollarsOrNull(pricing?.orderCents ?? null)},"status":"${state.payment}"${refundedJson(state)}}` +
    `,"errors":${listJson(state.errors)},"warnings":${listJson(state.warnings)},"actions":${listJson(actionsIn(status))}` +
    `,"estimatedShipDate":${textJson(state.estimatedShipDate)},"promisedShipDate":${textJson(state.promisedShipDate ?? null)}` +
    `,"reprintOf":${textJson(order.reprintOf)},"recipientForgottenAt":${textJson(order.recipientForgottenAt)}` +
    `,"createdAt":"${order.createdAt}","updatedAt":"${order.updatedAt}"}`
  )
}

const refundedJson = ({ refundedCents }: OrderState): string =>
  refundedCents === undefined ? '' : `,"refundedTotal":${dollars(refundedCents)}`
const listJson = (list: unknown[]): string => (list.length === 0 ? '[]' : JSON.stringify(list))
const textJson = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text))

/**
 * The shipping class, as JSON text. Inside a text of the request each quotation mark is preceded by a backslash, so
 * customers' text cannot look like the field, and the request has no other field of that name.
 */
function shippingJson(requestJson: string): string {
  const [, value] = /"shippingClassification":("(?:[^"\\]|\\.)*")/.exec(requestJson)!
  return value!
}

/** Dollars. Fields that only the service sets are absent when the printer sets the price. */
export function presentPricing(billing: Billing, pricing: Pricing): PublicPricing {
  return {
    itemsTotal: dollars(pricing.itemsCents),
    ...(billing === 'enterprise' || pricing.fulfillmentCents === null
      ? {}
      : { fulfillmentTotal: dollars(pricing.fulfillmentCents) }),
    shippingTotal: dollarsOrNull(pricing.shippingCents),
    taxesTotal: dollars(pricing.taxesCents),
    orderTotal: dollarsOrNull(pricing.orderCents),
    currency: 'USD',
    final: pricing.final,
    ...(pricing.taxes === undefined || pricing.taxes.length === 0
      ? {}
      : { taxes: pricing.taxes.map(({ taxCents, ...tax }) => ({ ...tax, amount: dollars(taxCents) })) }),
  }
}
