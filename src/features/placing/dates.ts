// When an order reaches the printer, ships and arrives.

import { later, nextUtcHour } from '../../base/clock.ts'
import type { Billing, Order, OrderState } from '../../orders/order.ts'
import { chargeHourUtc, holdingBinMs } from '../../orders/schedule.ts'
import { type DeliveryWindow, deliveryWindow, shipDate } from '../../shipping/shipping.ts'
import type { OperatorData } from '../shop/operatorData.ts'
import { shippingOf } from './books.ts'

/**
 * When an order placed now reaches the printer: after the next daily charge if it is charged, and after the holding
 * bin.
 */
export const toPrinterAt = (billing: Billing, now: Date): Date =>
  later(billing === 'charged' ? nextUtcHour(now, chargeHourUtc) : now, holdingBinMs)

/** The dates of an order that reaches the printer at an instant. */
export function datesOf(
  operator: OperatorData,
  order: Pick<Order, 'request' | 'books'>,
  at: Date,
): Pick<OrderState, 'estimatedShipDate' | 'estimatedDelivery'> {
  const option = shippingOf(operator, order)
  const ships = shipDate(operator.shipping, option, at)
  return { estimatedShipDate: ships.toString(), estimatedDelivery: deliveryWindow(operator.shipping, option, ships) }
}

/** When the day of shipping (ISO date) ends where the operator ships, with the offset from UTC there. */
export const shipByOf = (operator: OperatorData, shipDate: string): string =>
  Temporal.PlainDate.from(shipDate)
    .add({ days: 1 })
    .toZonedDateTime(operator.shipping.timeZone)
    .toString({ timeZoneName: 'never' })

/** When an order that ships on a day (ISO date) arrives. */
export const deliveryOf = (
  operator: OperatorData,
  order: Pick<Order, 'request' | 'books'>,
  shipDate: string,
): DeliveryWindow => deliveryWindow(operator.shipping, shippingOf(operator, order), Temporal.PlainDate.from(shipDate))
