// Simulation of the carrier: customers decide what becomes of the parcels of their sandbox orders. The simulated
// carrier is told, then asked as a real one is, so the order learns of it in the usual way.

import { say } from '../../../languages/texts.ts'
import { later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { TrackingStatus } from '../../carriers/carrier.ts'
import { type FollowedParcel, findFollowed, insertFollowed } from '../../carriers/followedParcelStore.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder, orderNotFound } from '../../orders/orderStore.ts'
import type { ParcelOutcome } from '../../orders/simulations.ts'
import { transact } from '../../orders/transact.ts'
import { plainNumber } from '../../printer/carriers.ts'
import { applyTracking, askCarrier, type FollowDeps, questionMs } from '../printing/followParcels.ts'

const statuses: Record<ParcelOutcome, TrackingStatus> = {
  delivered: 'delivered',
  returned: 'returned',
  delivery_problem: 'exception',
}

type Simulation = { accountId: string; customerOrderId: string; outcome: ParcelOutcome; now: Date; actor: string }

/**
 * Simulates what becomes of all parcels of a sandbox order that have not arrived, and returns the order. Refuses with
 * `order_not_found`, and with `wrong_state` when no parcel is on its way.
 */
export async function simulateParcels(
  deps: FollowDeps,
  { accountId, customerOrderId, outcome, now, actor }: Simulation,
): Promise<Order> {
  const { transactor, carrierOf } = deps
  const key = { accountId, mode: 'sandbox', customerOrderId } as const
  const order = await findOrder(transactor.db, key)
  if (order === undefined) throw orderNotFound(key)
  const carrier = carrierOf('sandbox')
  if (order.status !== 'SHIPPED' || carrier?.simulate == null)
    throw new Refusal(
      'wrong_state',
      say('order {customerOrderId} is {status} and has no parcel on its way', {
        customerOrderId,
        status: order.status,
      }),
    )
  const parcels = await followAll(deps, order, { provider: carrier.name, now, actor })
  if (parcels.length === 0)
    throw new Refusal(
      'wrong_state',
      say('each parcel of order {customerOrderId} has arrived, or has no number', { customerOrderId }),
    )
  for (const parcel of parcels) {
    await carrier.simulate(parcel, statuses[outcome])
    const answer = await askCarrier(deps, parcel)
    if (answer.kind === 'found')
      await transact(transactor, { now, actor }, work => applyTracking(work, parcel, answer.tracking))
  }
  return (await findOrder(transactor.db, key))!
}

type Following = { provider: string; now: Date; actor: string }

/** Follows the parcels without a bought label, too. Returns the parcels that are still followed. */
async function followAll({ transactor }: FollowDeps, order: Order, { provider, now, actor }: Following) {
  const { accountId, mode, orderId, state } = order
  return transact(transactor, { now, actor }, async ({ tx }): Promise<FollowedParcel[]> => {
    const followed = new Set((await findFollowed(tx, order)).map(({ trackingNumber }) => plainNumber(trackingNumber)))
    const others = state.shipmentTracking.flatMap(({ masterTrackingNumber, carrier, packages }) =>
      packages
        .map(({ trackingNumber, altTrackingNumber }) => trackingNumber || altTrackingNumber || masterTrackingNumber)
        .filter(number => number !== '' && !followed.has(plainNumber(number)))
        .map(trackingNumber => ({ accountId, mode, orderId, trackingNumber, provider, carrier, announcedAt: now })),
    )
    await insertFollowed(tx, others, now, later(now, questionMs))
    return (await findFollowed(tx, order)).filter(({ endedAt }) => endedAt === null)
  })
}
