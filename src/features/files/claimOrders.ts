// Claims orders whose files are to be checked: overdue ones first, and no more that must be read than there are places.

import type { ArtworkCheck } from '../../artwork/artwork.ts'
import { later, latest } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import type { Status } from '../../orders/lifecycle.ts'
import type { Order } from '../../orders/order.ts'
import { type LockedOrder, leaseOrders, lockDueOrders } from '../../orders/orderStore.ts'
import { validationLeaseMs } from '../../orders/schedule.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { hostsOf, keyOf, readableArtwork } from './orderArtwork.ts'
import type { ReaderPlaces } from './readerPlaces.ts'

type Deps = {
  transactor: Transactor
  artwork: ArtworkCheck
  operatorVersions: OperatorVersions
  places: ReaderPlaces
  /** Asks other workers to take on orders that this one leaves to them. */
  callForHelp(): void
}

/** Orders that were claimed, and whether none was left to wait for a place. */
type Claim = { claimed: Order[]; isAll: boolean }

export function createClaims(deps: Deps): (now: Date, max: number) => Promise<Claim> {
  const { transactor, places, callForHelp } = deps
  /** Where in the backlog of each status the last look past its first orders ended. */
  const lookedThrough = new Map<Status, Date>()

  /**
   * Claims overdue orders that another worker never finished or postponed, and then newly received orders. Where some
   * of the first orders must wait for a place, the orders behind them are looked through too, some at each look:
   * their files may be known, or come from other hosts.
   */
  async function claim(work: UnitOfWork, max: number, placed: LockedOrder[]): Promise<Claim> {
    let claimed: LockedOrder[] = []
    let isAll = true
    for (const status of ['VALIDATING', 'RECEIVED'] as const) {
      const look = async (after: Date | null) => {
        const maxOrders = max - claimed.length
        const due = maxOrders > 0 ? await lockDueOrders(work.tx, status, work.now, { maxOrders, after }) : []
        const taken = await takeOn(deps, work.tx, due, placed)
        claimed = [...claimed, ...taken]
        return { end: due.at(-1)?.dueAt ?? null, areTaken: taken.length === due.length }
      }
      const first = await look(null)
      if (first.areTaken) continue
      isAll = false
      const { end } = await look(latest(first.end!, lookedThrough.get(status) ?? first.end!))
      if (end === null) lookedThrough.delete(status)
      else lookedThrough.set(status, end)
    }
    if (claimed.length > 0) await leaseOrders(work.tx, claimed, later(work.now, validationLeaseMs))
    return { claimed, isAll }
  }

  return async (now, max) => {
    const placed: LockedOrder[] = []
    try {
      const claimed = await transact(transactor, { now, actor: 'system' }, work => claim(work, max, placed))
      if (!claimed.isAll) callForHelp()
      return claimed
    } catch (error) {
      for (const order of placed) places.leave(keyOf(order))
      throw error
    }
  }
}

/** The orders whose files are known, and as many others as there are places. */
async function takeOn(
  { artwork, operatorVersions, places }: Deps,
  tx: Tx,
  due: LockedOrder[],
  placed: LockedOrder[],
): Promise<LockedOrder[]> {
  const artworks = new Map(due.map(order => [order, readableArtwork(operatorVersions, order)]))
  const take = (order: LockedOrder) => {
    const isTaken = places.take(keyOf(order), hostsOf(order, artworks.get(order)!))
    if (isTaken) placed.push(order)
    return isTaken
  }
  // Whether files are known is asked only where it matters.
  const taken = new Set(due.length <= places.free() ? due.filter(take) : [])
  const waiting = due.filter(order => !taken.has(order))
  if (waiting.length === 0) return due
  const areRead = await artwork.areRead(
    tx,
    waiting.map(order => ({ accountId: order.accountId, books: artworks.get(order)! })),
  )
  for (const [i, order] of waiting.entries()) if (areRead[i] || take(order)) taken.add(order)
  return due.filter(order => taken.has(order))
}
