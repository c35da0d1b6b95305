// An order before it is admitted: everything that is decided without a lock, and the order that its first step opens.

import type { Mode } from '../../base/mode.ts'
import type { Problem } from '../../base/refusal.ts'
import type { RequestKey } from '../../base/secrets/requestKey.ts'
import type { Slot } from '../../limits/admission.ts'
import type { FirstEvent } from '../../orders/lifecycle.ts'
import type { OrderRequest, OrderState, Pricing } from '../../orders/order.ts'
import { requiredProof } from '../../orders/proofRules.ts'
import type { Transactor } from '../../orders/transact.ts'
import type { Opening } from '../../orders/transition.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { agreedPricing } from './agreedPricing.ts'
import { type Examination, examine } from './examine.ts'
import { priceListAt } from './listPrices.ts'
import { type CustomerContext, readCustomers } from './orderContext.ts'
import { withReturnAddress } from './packingSlip.ts'
import { priceOrders } from './price.ts'

/** A create request that can be an order. `warnings` are from the HTTP layer, such as unknown fields. */
export type PlaceOrderRequest = {
  accountId: string
  mode: Mode
  customerOrderId: string | null
  request: OrderRequest
  warnings: Problem[]
  actor: string
  requestKey: RequestKey | null
}

export type OrderDraft = PlaceOrderRequest & {
  orderId: string
  operatorVersion: number
  customer: CustomerContext
  examined: Examination
  pricing: Pricing | null
  /** Of an enterprise order. */
  agreed: Pricing | null
}

export async function draftOrders(
  { transactor, operatorVersions }: { transactor: Transactor; operatorVersions: OperatorVersions },
  requests: PlaceOrderRequest[],
  now: Date,
): Promise<OrderDraft[]> {
  const operator = operatorVersions.at(now)
  // Ids are made before the first await, so that lists show orders in the order in which they arrived.
  const named = requests.map(order => ({ ...order, orderId: transactor.newId('ord') }))
  const customers = await readCustomers(transactor.db, named, now)
  const examined = named.map(order => {
    const customer = customers.get(order.accountId)!
    return {
      ...order,
      request: withReturnAddress(order.request, customer.returnAddress),
      operatorVersion: operator.version,
      customer,
      examined: examine(operator, customer, { ...order, now }),
    }
  })
  const makeable = examined.filter(order => order.examined.errors.length === 0)
  const prices = priceOrders(
    operator,
    makeable.map(({ customer, request, examined }) => ({
      ...customer,
      createdAt: now,
      priceList: priceListAt(operator, customer.priceListCode, now),
      request,
      books: examined.books,
    })),
  )
  const priceOf = new Map(makeable.map((order, i) => [order, prices[i] ?? null]))
  return examined.map(order => {
    const price = priceOf.get(order) ?? null
    return order.customer.billing === 'charged'
      ? { ...order, pricing: price, agreed: null }
      : { ...order, pricing: null, agreed: price && agreedPricing(price) }
  })
}

/** The first step of a draft. `slot` is its slot in the rolling limit. */
export function openingFor(draft: OrderDraft, on: FirstEvent, slot: Slot | null, now: Date): Opening {
  const { examined, customer } = draft
  const isAccepted = on === 'admitted' || on === 'queued'
  const state: OrderState = {
    pricing: isAccepted ? draft.pricing : null,
    ...(isAccepted && draft.agreed !== null ? { agreed: draft.agreed } : {}),
    payment: isAccepted && customer.billing === 'charged' ? 'NOT_DUE' : 'NOT_CHARGED',
    shipmentTracking: [],
    estimatedShipDate: isAccepted ? examined.estimatedShipDate : null,
    estimatedDelivery: isAccepted ? examined.estimatedDelivery : null,
    errors: examined.errors,
    warnings: [...draft.warnings, ...examined.warnings],
    ...(isAccepted && examined.proofRequired ? { proof: requiredProof } : {}),
  }
  return {
    on,
    actor: draft.actor,
    order: {
      accountId: draft.accountId,
      mode: draft.mode,
      orderId: draft.orderId,
      customerOrderId: draft.customerOrderId ?? draft.orderId,
      billing: customer.billing,
      request: draft.request,
      books: examined.books,
      webhookUrl: draft.request.webhookUrl ?? null,
      state,
      receivedNumber: slot?.number ?? null,
      receivedAt: slot?.at ?? null,
      chargeCents: null,
      reprintOf: null,
      operatorVersion: draft.operatorVersion,
      createdAt: now,
    },
  }
}
