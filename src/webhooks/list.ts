// All webhooks of a mode in one list: those of orders and the others. A delivery has the id `ord_….3` (the id of an
// order, and the number of its event) or `evt_…`. After the prefix both begin with the time, by which the two walks
// down the primary keys are merged: newest order or notice first, and within an order the newest event.

import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { listNotices, noticeAttempts, redeliverNotice, type SentNotice } from './notices.ts'
import { type Attempt, attemptsOf, type Delivery, isDelivery, listDeliveries, redeliver } from './store.ts'

/** The form of a delivery's id. */
export const deliveryIdPattern = '^(ord_[0-9a-z]{22}\\.[1-9][0-9]{0,8}|evt_[0-9a-z]{22})$'

type Owner = { accountId: string; mode: Mode }

/** `customerOrderId` and `sequence` are null when the webhook is not about an order. */
type Sent = Omit<SentNotice, 'noticeId' | 'kind' | 'url'> & {
  deliveryId: string
  customerOrderId: string | null
  sequence: number | null
  webhookId: string
  type: string
  url: string | null
}

/**
 * At most `limit`, after the delivery `before`; with `orderId`, only those of that order; with `givenUp`, those that
 * failed for good.
 */
export async function listSent(
  db: Db,
  { accountId, mode }: Owner,
  {
    orderId,
    givenUp = false,
    before,
    limit,
  }: { orderId?: string | undefined; givenUp?: boolean; before?: string | undefined; limit: number },
): Promise<Sent[]> {
  const [ofOrders, others] = await Promise.all([
    listDeliveries(db, {
      accountId,
      mode,
      ...(orderId === undefined ? {} : { orderId }),
      givenUp,
      ...(before === undefined ? {} : { before: placeOf(before) }),
      limit,
    }),
    orderId === undefined
      ? listNotices(db, {
          accountId,
          mode,
          givenUp,
          before: before === undefined ? null : `evt_${timeOf(before)}`,
          limit,
        })
      : [],
  ])
  return [...ofOrders.map(ofOrder), ...others.map(ofNotice)].sort(newestFirst).slice(0, limit)
}

/** Newest first; null when there is no such delivery. */
export async function attemptsAt(db: Db, owner: Owner, deliveryId: string): Promise<Attempt[] | null> {
  if (isNotice(deliveryId)) return noticeAttempts(db, { ...owner, noticeId: deliveryId })
  const key = { ...owner, ...placeOf(deliveryId) }
  return (await isDelivery(db, key)) ? attemptsOf(db, key) : null
}

/** Sends a delivery again at once, whatever its state; false when there is no such delivery. */
export async function sendAgain(tx: Db | Tx, owner: Owner, deliveryId: string, now: Date): Promise<boolean> {
  return isNotice(deliveryId)
    ? redeliverNotice(tx, { ...owner, noticeId: deliveryId }, now)
    : redeliver(tx, { ...owner, ...placeOf(deliveryId) }, now)
}

const ofOrder = ({ orderId, eventId, kind, accountId: _, mode: __, ...delivery }: Delivery): Sent => ({
  deliveryId: `${orderId}.${delivery.sequence}`,
  webhookId: eventId,
  type: kind,
  ...delivery,
})

const ofNotice = ({ noticeId, kind, ...notice }: SentNotice): Sent => ({
  deliveryId: noticeId,
  customerOrderId: null,
  sequence: null,
  webhookId: noticeId,
  type: kind,
  ...notice,
})

function newestFirst(a: Sent, b: Sent): number {
  const [left, right] = [timeOf(a.deliveryId), timeOf(b.deliveryId)]
  if (left !== right) return left < right ? 1 : -1
  return (b.sequence ?? 0) - (a.sequence ?? 0)
}

const isNotice = (deliveryId: string): boolean => deliveryId.startsWith('evt_')

/** The part after the prefix. */
const timeOf = (deliveryId: string): string => deliveryId.split('.', 1)[0]!.slice('ord_'.length)

/** The position of a delivery, existing or not, among those of orders. */
function placeOf(deliveryId: string): { orderId: string; sequence: number } {
  return { orderId: `ord_${timeOf(deliveryId)}`, sequence: Number(deliveryId.split('.')[1] ?? 0) }
}
