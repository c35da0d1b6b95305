// How long an order stays in each status that ends by time.

import { hour, later, minute, nextUtcHour } from '../base/clock.ts'
import type { Status } from './lifecycle.ts'
import type { Order } from './order.ts'

export const holdingBinMs = 2 * hour
export const chargeHourUtc = 2
/** A worker that does not renew its claim on a file check for this long counts as dead: the check is done again. */
export const validationLeaseMs = minute

/** When an order in a status is due; null where something other than time moves it. */
export function dueIn(status: Status, order: Pick<Order, 'mode'>, now: Date): Date | null {
  switch (status) {
    case 'RECEIVED':
      return now
    case 'VALIDATING':
      return later(now, validationLeaseMs)
    case 'VALID_AWAITING_PAYMENT':
      // A sandbox order is paid when its owner simulates that, or at once (sandbox/sandboxPace.ts).
      return order.mode === 'production' ? nextUtcHour(now, chargeHourUtc) : null
    case 'VALID_HOLDING_BIN':
      return later(now, holdingBinMs)
    default:
      return null
  }
}
