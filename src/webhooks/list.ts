// All webhooks of a mode in one list, newest first: those of orders and the others. A delivery has the id `ord_….3`
// (the id of an order, and the number of its event) or `evt_…`. Two walks down the indexes by time are merged; of the
// same instant, those of orders come first.

import { later } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { listNotices, noticeAttempts, noticeTime, redeliverNotice, type SentNotice } from './notices.ts'
import {
  type Attempt,
  attemptsOf,
  type Delivery,
  deliveryTime,
  type LastAttempt,
  listDeliveries,
  redeliver,
} from './store.ts'

/** The form of a delivery's id. */
export const deliveryIdPattern = '^(ord_[0-9a-z]{22}\\.[1-9][0-9]{0,8}|evt_[0-9a-z]{22})$'

type Owner = { accountId: string; mode: Mode }

/** `customerOrderId` and `sequence` are null when the webhook is not about an order. */
type Sent = Omit<SentNotice, 'noticeId' | 'kind' | 'url' | keyof LastAttempt> & {
  deliveryId: string
  customerOrderId: string | null
  sequence: number | null
  webhookId: string
  type: string
  url: string | null
  lastAttempt: Pick<Attempt, keyof LastAttempt> | null
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
  const last = before === undefined ? null : await placeOf(db, { accountId, mode }, before)
  if (before !== undefined && last === null) return []
  const [ofOrders, others] = await Promise.all([
    listDeliveries(db, {
      accountId,
      mode,
      ...(orderId === undefined ? {} : { orderId }),
      givenUp,
      ...(last === null ? {} : { before: last.ofOrders }),
      limit,
    }),
    orderId === undefined ? listNotices(db, { accountId, mode, givenUp, before: last?.others ?? null, limit }) : [],
  ])
  const found = [...ofOrders.map(ofOrder), ...others.map(ofNotice)]
  // A sort keeps what is equal as it stands.
  return (orderId === undefined ? found.sort((a, b) => b.at.getTime() - a.at.getTime()) : found).slice(0, limit)
}

/** Newest first; null when there is no such delivery. */
export async function attemptsAt(db: Db, owner: Owner, deliveryId: string): Promise<Attempt[] | null> {
  if (isNotice(deliveryId)) return noticeAttempts(db, { ...owner, noticeId: deliveryId })
  const key = { ...owner, ...eventOf(deliveryId) }
  return (await deliveryTime(db, key)) === null ? null : attemptsOf(db, key)
}

/** Sends a delivery again at once, whatever its state; false when there is no such delivery. */
export async function sendAgain(tx: Db | Tx, owner: Owner, deliveryId: string, now: Date): Promise<boolean> {
  return isNotice(deliveryId)
    ? redeliverNotice(tx, { ...owner, noticeId: deliveryId }, now)
    : redeliver(tx, { ...owner, ...eventOf(deliveryId) }, now)
}

const ofOrder = ({ accountId: _, mode: __, orderId, eventId, kind, ...delivery }: Delivery): Sent => ({
  deliveryId: `${orderId}.${delivery.sequence}`,
  webhookId: eventId,
  type: kind,
  ...withLastAttempt(delivery),
})

const ofNotice = ({ noticeId, kind, ...notice }: SentNotice): Sent => ({
  deliveryId: noticeId,
  customerOrderId: null,
  sequence: null,
  webhookId: noticeId,
  type: kind,
  ...withLastAttempt(notice),
})

const withLastAttempt = <Row extends LastAttempt>({ durationMs, responseStatus, failure, ...row }: Row) => ({
  ...row,
  lastAttempt: durationMs === null ? null : { durationMs, responseStatus, failure },
})

const isNotice = (deliveryId: string): boolean => deliveryId.startsWith('evt_')

function eventOf(deliveryId: string): { orderId: string; sequence: number } {
  const [orderId = '', sequence] = deliveryId.split('.')
  return { orderId, sequence: Number(sequence) }
}

/** Where both walks go on after a delivery; null when there is no such delivery. Instants are whole milliseconds. */
async function placeOf(db: Db, owner: Owner, deliveryId: string) {
  if (isNotice(deliveryId)) {
    const at = await noticeTime(db, { ...owner, noticeId: deliveryId })
    return at && { ofOrders: { at, orderId: '', sequence: 0 }, others: { at, noticeId: deliveryId } }
  }
  const event = eventOf(deliveryId)
  const at = await deliveryTime(db, { ...owner, ...event })
  return at && { ofOrders: { at, ...event }, others: { at: later(at, 1), noticeId: '' } }
}
