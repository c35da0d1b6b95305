// When time moves an order: how long each status that waits for time lasts.

import { hour, later, minute, nextUtcHour } from '../base/clock.ts'
import type { Status } from './lifecycle.ts'
import type { Order } from './order.ts'

export const holdMs = 2 * hour
export const chargeHourUtc = 2
/** A worker that checks files and says nothing for this long is taken for dead, and the check is done again. */
export const validationLeaseMs = 5 * minute

/** When a status's own rule wants the order looked at again; null where something other than time moves it. */
export function dueIn(status: Status, order: Pick<Order, 'mode'>, now: Date): Date | null {
  switch (status) {
    case 'RECEIVED':
      return now
    case 'VALIDATING':
      return later(now, validationLeaseMs)
    case 'VALID_AWAITING_PAYMENT':
      // A sandbox order is paid when its owner says so in the dashboard.
      return order.mode === 'production' ? nextUtcHour(now, chargeHourUtc) : null
    case 'VALID_HOLDING_BIN':
      return later(now, holdMs)
    default:
      return null
  }
}
