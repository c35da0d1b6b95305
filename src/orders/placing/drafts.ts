// An order before it is admitted: what can be said of it without a lock, and what it becomes by its first step.

import type { Mode } from '../../base/mode.ts'
import type { Problem } from '../../base/refusal.ts'
import type { RequestKey } from '../../base/requestKey.ts'
import { type CustomerFacts, readCustomers } from '../facts.ts'
import type { FirstEvent } from '../lifecycle.ts'
import type { OperatorData } from '../operator.ts'
import type { OrderRequest, OrderState, PaymentStatus, Pricing } from '../order.ts'
import type { Opening } from '../transition.ts'
import type { Shell } from '../work.ts'
import { type Examined, examine } from './examine.ts'
import { priceOrders } from './price.ts'

/** A create request that can be an order. `warnings` are what the door noticed, such as unknown fields. */
export type PlaceOrder = {
  accountId: string
  mode: Mode
  customerOrderId: string | null
  request: OrderRequest
  warnings: Problem[]
  actor: string
  requestKey: RequestKey | null
}

/** Everything about an order that is decided before the lock is taken. */
export type Draft = PlaceOrder & {
  orderId: string
  customer: CustomerFacts
  examined: Examined
  pricing: Pricing | null
}

/** What can be said of orders before any lock is taken. */
export async function draftOrders(
  { shell, operator }: { shell: Shell; operator: OperatorData },
  requests: PlaceOrder[],
  now: Date,
): Promise<Draft[]> {
  // Named before anything is waited for, so that lists show orders as they came.
  const named = requests.map(order => ({ ...order, orderId: shell.newId('ord') }))
  const customers = await readCustomers(shell.db, named, now)
  const examined = named.map(order => {
    const customer = customers.get(order.accountId)!
    return { ...order, customer, examined: examine(operator, customer, { ...order, now }) }
  })
  const makeable = examined.filter(order => order.examined.errors.length === 0)
  const prices = priceOrders(
    operator,
    makeable.map(({ customer, request, examined }) => ({ ...customer, request, books: examined.books })),
  )
  const priceOf = new Map(makeable.map((order, i) => [order, prices[i] ?? null]))
  return examined.map(order => ({ ...order, pricing: priceOf.get(order) ?? null }))
}

/** The order that a draft becomes by its first step. `received` is its place in the rolling limit. */
export function openingOf(
  order: Draft,
  on: FirstEvent,
  received: { number: number; at: Date } | null,
  now: Date,
): Opening {
  const { examined, customer } = order
  const stands = on === 'admitted' || on === 'queued'
  const state: OrderState = {
    pricing: stands ? order.pricing : null,
    payment: paymentAtFirst(stands, customer.billing),
    shipmentTracking: [],
    estimatedShipDate: stands ? examined.estimatedShipDate : null,
    estimatedDelivery: stands ? examined.estimatedDelivery : null,
    errors: examined.errors,
    warnings: [...order.warnings, ...examined.warnings],
  }
  return {
    on,
    actor: order.actor,
    order: {
      accountId: order.accountId,
      mode: order.mode,
      orderId: order.orderId,
      customerOrderId: order.customerOrderId ?? order.orderId,
      billing: customer.billing,
      request: order.request,
      books: examined.books,
      webhookUrl: order.request.webhookUrl ?? null,
      state,
      receivedNumber: received?.number ?? null,
      receivedAt: received?.at ?? null,
      chargeCents: null,
      reprintOf: null,
      createdAt: now,
    },
  }
}

const paymentAtFirst = (stands: boolean, billing: CustomerFacts['billing']): PaymentStatus =>
  stands && billing === 'charged' ? 'NOT_DUE' : 'NOT_CHARGED'
