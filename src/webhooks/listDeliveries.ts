// All webhooks of a mode in one list, newest first: deliveries about orders, and notices. A delivery has the id
// `ord_….3` (the id of an order, and the number of its event), to an endpoint
// `ord_….3.wep_…`, a notice `evt_…`. Deliveries are found
// along the events of orders, notices along their own index by time. Their pages are merged; of the same instant,
// deliveries come first.

import { later } from '../base/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import {
  type Delivery,
  type DeliveryKey,
  type DeliveryResult,
  deliveryTables,
  listDeliveries,
} from './deliveryStore.ts'
import { type ListedNotice, listNotices, type NoticeKey, noticeOutbox, noticeTables } from './notices.ts'
import {
  type Attempt,
  type LastAttempt,
  type Outbox,
  type OutgoingWebhook,
  readAttempts,
  readEventTime,
  requestRedelivery,
  type WebhookOwner,
  type WebhookState,
} from './outbox.ts'
import { sameHeaders } from './request.ts'

/** How much of a body an answer shows; nearly all bodies have 1 to 4 kB. */
const maxShownBytes = 256 * 1024
/** How many webhooks a page with filters looks at. */
const maxSearched = 2000
const searchedAtOnce = 100

/** The form of a delivery's id. */
export const deliveryIdPattern = '^(ord_[0-9a-z]{22}\\.[1-9][0-9]{0,8}(\\.wep_[0-9a-z]{22})?|evt_[0-9a-z]{22})$'

/** `customerOrderId` and `sequence` are null when the webhook is not about an order. */
export type ListedWebhook = Omit<WebhookState, keyof LastAttempt> & {
  deliveryId: string
  customerOrderId: string | null
  sequence: number | null
  /** Null when it goes to the address of an order or a request. */
  endpointId: string | null
  webhookId: string
  type: string
  url: string | null
  /** Null as long as it is tried, and when the webhook is not about an order. */
  result: DeliveryResult | null
  lastAttempt: Pick<Attempt, keyof LastAttempt> | null
}

export type WebhookStatus = WebhookState['status']
type Search = ListOptions & {
  type?: string | undefined
  status?: WebhookStatus | undefined
  /** `any`: arrived or failed. */
  result?: DeliveryResult | 'any' | undefined
  /** Only webhooks of events at this time or later. */
  from?: Date | undefined
}

/**
 * The webhooks of a type, status, result or period, newest first. An event is not indexed by its type: a page ends
 * early after it has looked at many webhooks, and `nextBefore` says where to continue; null at the end.
 */
export async function searchDeliveries(
  db: Db,
  owner: WebhookOwner,
  { type, status, result, from, limit, ...options }: Search,
): Promise<{ found: ListedWebhook[]; nextBefore: string | null }> {
  const isWanted = (webhook: ListedWebhook) =>
    (type === undefined || webhook.type === type) &&
    (status === undefined || webhook.status === status) &&
    (result === undefined || (result === 'any' ? webhook.result !== null : webhook.result === result)) &&
    (options.to === undefined || webhook.at < options.to)
  const found: ListedWebhook[] = []
  let { before } = options
  for (let searched = 0; searched < maxSearched; searched += searchedAtOnce) {
    const listed = await listDeliveriesAndNotices(db, owner, { ...options, before, limit: searchedAtOnce })
    for (const webhook of listed) {
      if (from !== undefined && webhook.at < from) return { found, nextBefore: null }
      if (isWanted(webhook) && found.push(webhook) === limit) return { found, nextBefore: webhook.deliveryId }
    }
    if (listed.length < searchedAtOnce) return { found, nextBefore: null }
    before = listed.at(-1)!.deliveryId
  }
  return { found, nextBefore: before ?? null }
}

type ListOptions = {
  /** Only webhooks of this order. */
  orderId?: string | undefined
  /** Only webhooks that failed for good. */
  givenUp?: boolean
  /** Only webhooks of events before this time. */
  to?: Date | undefined
  /** The id of the last delivery of the previous page. */
  before?: string | undefined
  limit: number
}

export async function listDeliveriesAndNotices(
  db: Db,
  owner: WebhookOwner,
  { orderId, givenUp = false, to, before, limit }: ListOptions,
): Promise<ListedWebhook[]> {
  // The deliveries of an order are read by their numbers.
  const start = to === undefined || orderId !== undefined ? null : startAt(to)
  const last = before === undefined ? start : await positionOf(db, owner, before)
  if (before !== undefined && last === null) return []
  const [deliveries, notices] = await Promise.all([
    listDeliveries(db, {
      ...owner,
      ...(orderId === undefined ? {} : { orderId }),
      givenUp,
      ...(last === null ? {} : { before: last.delivery }),
      limit,
    }),
    orderId === undefined ? listNotices(db, { ...owner, givenUp, before: last?.notice ?? null, limit }) : [],
  ])
  const webhooks = [...deliveries.map(listedDelivery), ...notices.map(listedNotice)]
  // The sort is stable. An order's deliveries are already in the order of their numbers.
  return (orderId === undefined ? webhooks.sort((a, b) => b.at.getTime() - a.at.getTime()) : webhooks).slice(0, limit)
}

/** Newest first; null when there is no such delivery. */
export const attemptsAt = (db: Db, owner: WebhookOwner, deliveryId: string): Promise<Attempt[] | null> =>
  isNotice(deliveryId)
    ? readAttempts(db, noticeTables, { ...owner, noticeId: deliveryId })
    : readAttempts(db, deliveryTables, { ...owner, ...eventOf(deliveryId) })

/** The request that every attempt sends, without the time and the signature of an attempt. */
export type DeliveryRequest = {
  url: string
  headers: Record<string, string>
  /** Its beginning, where it is very large. */
  body: string
  bodyBytes: number
}

type DeliveryOutbox = Outbox<DeliveryKey, OutgoingWebhook>

/** Null when there is no such delivery. */
export const requestAt = (
  db: Db,
  outbox: DeliveryOutbox,
  owner: WebhookOwner,
  deliveryId: string,
): Promise<DeliveryRequest | null> =>
  isNotice(deliveryId)
    ? requestIn<NoticeKey>(noticeOutbox(db), { ...owner, noticeId: deliveryId })
    : requestIn<DeliveryKey>(outbox, { ...owner, ...eventOf(deliveryId) })

async function requestIn<Key>(outbox: Outbox<Key, OutgoingWebhook>, key: Key): Promise<DeliveryRequest | null> {
  const row = await outbox.read(key)
  if (row === null) return null
  const bytes = Buffer.from(outbox.bodyOf(row))
  return {
    url: row.url,
    headers: { 'webhook-id': row.eventId, ...sameHeaders },
    body: bytes.length <= maxShownBytes ? bytes.toString() : bytes.subarray(0, maxShownBytes).toString(),
    bodyBytes: bytes.length,
  }
}

/** Sends a delivery again at once, in any state; false when there is no such delivery. */
export const sendAgain = (tx: Db | Tx, owner: WebhookOwner, deliveryId: string, now: Date): Promise<boolean> =>
  isNotice(deliveryId)
    ? requestRedelivery(tx, noticeTables, { key: { ...owner, noticeId: deliveryId }, now })
    : requestRedelivery(tx, deliveryTables, { key: { ...owner, ...eventOf(deliveryId) }, now })

export const listedDelivery = ({
  accountId: _,
  mode: __,
  orderId,
  endpointId,
  eventId,
  kind,
  ...delivery
}: Delivery): ListedWebhook => ({
  deliveryId: deliveryIdOf({ orderId, sequence: delivery.sequence, endpointId }),
  endpointId: endpointId === '' ? null : endpointId,
  webhookId: eventId,
  type: kind,
  ...withLastAttempt(delivery),
})

export const listedNotice = ({ noticeId, kind, ...notice }: ListedNotice): ListedWebhook => ({
  deliveryId: noticeId,
  customerOrderId: null,
  sequence: null,
  webhookId: noticeId,
  type: kind,
  result: null,
  ...withLastAttempt(notice),
})

const withLastAttempt = <Row extends LastAttempt>({ durationMs, responseStatus, failure, ...row }: Row) => ({
  ...row,
  lastAttempt: durationMs === null ? null : { durationMs, responseStatus, failure },
})

export const isNotice = (deliveryId: string): boolean => deliveryId.startsWith('evt_')

type OfEvent = Pick<DeliveryKey, 'orderId' | 'sequence' | 'endpointId'>

export const deliveryIdOf = ({ orderId, sequence, endpointId }: OfEvent): string =>
  endpointId === '' ? `${orderId}.${sequence}` : `${orderId}.${sequence}.${endpointId}`

export function eventOf(deliveryId: string): OfEvent {
  const [orderId = '', sequence, endpointId = ''] = deliveryId.split('.')
  return { orderId, sequence: Number(sequence), endpointId }
}

/** The positions in both lists of what is older than an instant. */
const startAt = (at: Date) => ({
  delivery: { at, orderId: '', sequence: 0, endpointId: '' },
  notice: { at, noticeId: '' },
})

/** The positions of a delivery in both lists; null when there is no such delivery. Instants are whole milliseconds. */
async function positionOf(db: Db, owner: WebhookOwner, deliveryId: string) {
  if (isNotice(deliveryId)) {
    const notice = { noticeId: deliveryId }
    const at = await readEventTime(db, noticeTables, { ...owner, ...notice })
    return at && { ...startAt(at), notice: { at, ...notice } }
  }
  const event = eventOf(deliveryId)
  const at = await readEventTime(db, deliveryTables, { ...owner, ...event })
  return at && { delivery: { at, ...event }, notice: { at: later(at, 1), noticeId: '' } }
}
