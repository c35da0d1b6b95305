// The public order object: the same in the answers to create, get and cancel, in lists, and in webhooks.

import { parseWithWords } from '../../../languages/texts.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import { isMissingFile } from '../failures.ts'
import { actionsIn, edgeOf, type FirstStatus, type OrderAction, type Status } from '../lifecycle.ts'
import {
  type AnnouncedStep,
  type Billing,
  type ChangeRequest,
  isPractice,
  type Order,
  type OrderConstants,
  type OrderState,
  type Pricing,
  requestIn,
} from '../order.ts'
import type { StoredOrder } from '../orderStore.ts'

/** An order after its first step, which was not placed. */
export type ValidatedOrder = Pick<Order, 'mode' | 'billing' | 'request' | 'state'> & { status: FirstStatus }

/** Amounts are in dollars. `http/objects/order.ts` documents the fields. */
export type PublicOrder = ReturnType<typeof present>

/** The parts of an event besides the constants of its order. */
export type EventStep = Pick<AnnouncedStep, 'eventId' | 'kind' | 'at' | 'status' | 'state' | 'number'>
/** The fields of an order that each step may change. */
type OrderMoment = { status: Status; state: OrderState; updatedAt: Date }

export const presentOrder = (order: OrderConstants & OrderMoment): PublicOrder => present(order, order)

/** The order object as it was at a moment. */
export function present(order: OrderConstants, { status, state, updatedAt }: OrderMoment) {
  const request = requestIn(order, state)
  return {
    customerOrderId: order.customerOrderId,
    orderNumber: order.orderNumber,
    mode: order.mode,
    ...(isPractice({ request }) ? { practice: true } : {}),
    status,
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    ...(request.purchaseOrderNumber === undefined ? {} : { purchaseOrderNumber: request.purchaseOrderNumber }),
    currency: request.currency,
    shippingClassification: request.shippingClassification,
    ...(request.webhookUrl === undefined ? {} : { webhookUrl: request.webhookUrl }),
    destination: request.destination,
    orderItems: request.orderItems,
    ...(request.quote === undefined ? {} : { quoteId: request.quote.quoteId }),
    ...(request.packingSlip === undefined ? {} : { packingSlip: request.packingSlip }),
    shipmentTracking: state.shipmentTracking,
    ...(state.delivery === undefined ? {} : { delivery: state.delivery }),
    ...(state.readerPage === undefined ? {} : { readerPage: state.readerPage }),
    ...(state.changeRequest === undefined ? {} : { changeRequest: presentChangeRequest(state.changeRequest) }),
    ...orderDetails({ ...order, request }, state),
    actions: actionsOn(order, status, state),
    promisedShipDate: state.promisedShipDate ?? null,
    reprintOf: order.reprintOf,
    recipientForgottenAt: order.recipientErasedAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const presentChangeRequest = ({ effect: _, ...request }: ChangeRequest) => request

const actionsOn = ({ billing }: OrderConstants, status: Status, state: OrderState): OrderAction[] => [
  ...actionsIn(status).filter(action => action !== 'edit' || mayEdit(billing, state)),
  ...(mayReplaceFile(status, state) ? ['replace_file' as const] : []),
]

/** A reprint is free: only the staff edit it. A printer is asked for one change at a time, until a parcel leaves. */
const mayEdit = (billing: Billing, { changeRequest, parcelsLeft }: OrderState): boolean =>
  billing !== 'reprint' && changeRequest?.status !== 'REQUESTED' && !parcelsLeft

/** A file that could not be fetched is named, and the order still waits for it. */
const mayReplaceFile = (status: Status, { warnings }: OrderState): boolean =>
  edgeOf(status, 'file_replaced') !== undefined && warnings.some(isMissingFile)

export const presentValidation = ({ mode, status, ...order }: ValidatedOrder) => ({
  mode,
  status,
  ...orderDetails(order, order.state),
})

/** Price, shipping, payment and problems. */
const orderDetails = ({ billing, request }: Pick<Order, 'billing' | 'request'>, state: OrderState) => ({
  ...(state.pricing === null ? {} : { pricing: presentPricing(billing, state.pricing) }),
  selectedShipping: {
    shippingClassification: request.shippingClassification,
    price: dollarsOrNull(state.pricing?.shippingCents ?? null),
    estimatedDelivery: state.estimatedDelivery,
  },
  paymentInfo: {
    total: dollarsOrNull(state.pricing?.orderCents ?? null),
    status: state.payment,
    ...(state.payment === 'FAILED' && state.retriesEnded ? { retriesEnded: true } : {}),
    ...(state.refundedCents === undefined ? {} : { refundedTotal: dollars(state.refundedCents) }),
  },
  errors: state.errors,
  warnings: state.warnings,
  ...(state.proof === undefined ? {} : { proof: state.proof }),
  estimatedShipDate: state.estimatedShipDate,
})

/** An event of an order, with the order as it was then. */
export const presentEvent = (order: OrderConstants, { eventId, kind, at, status, state, number }: EventStep) => ({
  eventId,
  type: kind,
  timestamp: at.toISOString(),
  sequence: number,
  data: present(order, { status, state, updatedAt: at }),
})

export const presentStored = (order: StoredOrder): PublicOrder =>
  presentOrder({ ...order, request: JSON.parse(order.request), state: parseWithWords(order.state) })

/** In dollars. Fields that only the service sets are absent when the printer sets the price. */
export function presentPricing(billing: Billing, pricing: Pricing) {
  return {
    itemsTotal: dollars(pricing.itemsCents),
    ...(billing === 'enterprise' || pricing.fulfillmentCents === null
      ? {}
      : { fulfillmentTotal: dollars(pricing.fulfillmentCents) }),
    shippingTotal: dollarsOrNull(pricing.shippingCents),
    taxesTotal: dollars(pricing.taxesCents),
    orderTotal: dollarsOrNull(pricing.orderCents),
    currency: 'USD' as const,
    final: pricing.final,
    ...(pricing.taxes === undefined || pricing.taxes.length === 0
      ? {}
      : { taxes: pricing.taxes.map(({ taxCents, ...tax }) => ({ ...tax, amount: dollars(taxCents) })) }),
    ...(pricing.priceList === undefined ? {} : { priceList: pricing.priceList }),
    ...(pricing.aboveAgreement === undefined
      ? {}
      : {
          aboveAgreement: pricing.aboveAgreement.map(({ part, agreedCents, reason }) => ({
            part,
            agreed: dollars(agreedCents),
            reason,
          })),
        }),
    ...(pricing.change === undefined
      ? {}
      : { change: { quotedTotal: dollars(pricing.change.quotedCents), reasons: pricing.change.reasons } }),
  }
}
