// The facts about printing that orders need: the printers with their adapters, the rules that choose a printer, and the
// dates and tickets that follow from the operator's data.

import type { Order, OrderKey, OrderState } from '../../orders/order.ts'
import type { OverdueRules } from '../../printer/overdue.ts'
import type { Printers } from '../../printer/printer.ts'
import type { WorkingDays } from '../../printer/routing.ts'
import type { DeliveryWindow } from '../../shipping/shipping.ts'
import type { OrderMargin } from '../placing/margins.ts'
import type { MakeTicket } from './makeTicket.ts'
import type { Routing } from './routeOrders.ts'

/** When an order that reaches the printer at `at` is shipped and delivered. */
export type EstimateDates = (order: Order, at: Date) => Pick<OrderState, 'estimatedShipDate' | 'estimatedDelivery'>

/** When an order that ships on a day (ISO date) arrives. */
export type EstimateDelivery = (order: Order, shipDate: string) => DeliveryWindow

/** The ship day (ISO date) of an order's parcel that leaves at an instant. */
export type ShipDayOf = (order: Pick<Order, 'operatorVersion'>, at: Date) => string

/** When a ship day (ISO date) of an order ends: an instant with the offset of the place. */
type ShipByOf = (order: Pick<Order, 'operatorVersion'>, shipDate: string) => string

export type Fulfillment = Routing & {
  printers: Printers
  /** The operator's business days now. */
  days: WorkingDays
  estimateDates: EstimateDates
  estimateDelivery: EstimateDelivery
  shipDayOf: ShipDayOf
  shipByOf: ShipByOf
  overdueRules: OverdueRules
  /** When the month of an instant ends at the operator. */
  monthEnd: (at: Date) => Date
  /** The earnings of an order, by its version and the cost of its labels; null while it has no price. */
  marginOf: (order: Order, labelCents: number | null) => OrderMargin | null
  makeTicket: MakeTicket
  /** The address of the page on which the reader follows the order. */
  readerPageOf: (order: OrderKey) => string
  /** The address of the page on which the account sees the order. */
  orderPageOf: (order: Pick<Order, 'mode' | 'customerOrderId'>) => string
}
