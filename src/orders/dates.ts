// When an order is made, leaves and arrives.

import { later, nextUtcHour } from '../base/clock.ts'
import { regionOf } from '../shipping/destination.ts'
import { deliveryWindow, optionFor, type ShippingClass, shipDate } from '../shipping/shipping.ts'
import { parcelOf } from './books.ts'
import type { OperatorData } from './operator.ts'
import type { Billing, Order, OrderState } from './order.ts'
import { chargeHourUtc, holdMs } from './schedule.ts'

/** When an order placed now reaches the printer: a charged one after the next daily charge, and each after the hold. */
export const toPrinterAt = (billing: Billing, now: Date): Date =>
  later(billing === 'charged' ? nextUtcHour(now, chargeHourUtc) : now, holdMs)

/**
 * The dates of an order that reaches the printer at an instant. How long making it takes is known for every class; when
 * it arrives is not (null) where its class is no longer sold.
 */
export function datesOf(
  operator: OperatorData,
  order: Pick<Order, 'request' | 'books'>,
  at: Date,
): Pick<OrderState, 'estimatedShipDate' | 'estimatedDelivery'> {
  // An order whose class nobody sells anywhere was never accepted.
  const shippingClass = order.request.shippingClassification as ShippingClass
  const ships = shipDate(operator.shipping, shippingClass, at).toString()
  return { estimatedShipDate: ships, estimatedDelivery: deliveryOf(operator, order, ships) }
}

/** When an order that leaves on a day arrives; null where its class is no longer sold. */
export function deliveryOf(
  { catalog, shipping }: OperatorData,
  { request, books }: Pick<Order, 'request' | 'books'>,
  shipDate: string,
): OrderState['estimatedDelivery'] {
  const parcel = parcelOf(catalog, request.orderItems, books)
  const option = optionFor(shipping, regionOf(request.destination), request.shippingClassification, parcel)
  return option === null ? null : deliveryWindow(shipping, option, Temporal.PlainDate.from(shipDate))
}
