// The webhooks of all accounts in one list, for the support staff: deliveries about orders, and notices. An index has
// the events of each account by time; the events of all accounts are found in windows of time, which grow as long as
// they have few. Failed and waiting webhooks have indexes of their own, which are read where they are short. At the
// same instant, deliveries come before notices.

import { type RawBuilder, sql } from 'kysely'
import { day, earlier, instant, later, minute } from '../base/clock.ts'
import { type Mode, modes } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import {
  type Delivery,
  type DeliveryKey,
  type DeliveryResult,
  deliveryColumns,
  deliveryJoins,
  deliveryResult,
  deliveryTables,
} from './deliveryStore.ts'
import {
  deliveryIdOf,
  eventOf,
  isNotice,
  type ListedWebhook,
  listedDelivery,
  listedNotice,
  type WebhookStatus,
} from './listDeliveries.ts'
import { type ListedNotice, listedNoticeColumns, type NoticeKey, noticeTables } from './notices.ts'
import { isGivenUp, lastAttempt, requestIdle, type WebhookOwner } from './outbox.ts'

/** Events that are compared with the filters for a page, and by one statement. */
const maxScanned = 10_000
const maxScannedAtOnce = 2000
/** A busy installation has thousands of events in a minute. */
const firstWindowMs = minute
const windowGrowth = 8
const longestWindowMs = 800 * day
/** More waiting or failed webhooks are found by the time of their events. */
const maxIndexed = 10_000

export const responseClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

/** Null is any. */
export type AllDeliveriesFilter = {
  accountId: string | null
  mode: Mode | null
  type: string | null
  /** The thing that the type is about. */
  about: 'orders' | 'notices' | null
  status: WebhookStatus | null
  /** `any`: arrived or failed. Notices have no result. */
  result: DeliveryResult | 'any' | null
  /** The HTTP status of the last attempt. */
  response: (typeof responseClasses)[number] | null
  /** From this time of the event, and before that one. */
  from: Date | null
  to: Date | null
}

export type WebhookName = WebhookOwner & { deliveryId: string }
/** After which webhook a page begins. */
export type WebhookPosition = WebhookName & { at: Date }
export type WebhookOfAccount = ListedWebhook & WebhookOwner & { accountName: string }

type Page = {
  isNewestFirst: boolean
  after: WebhookPosition | null
  limit: number
  /** Where a list without other bounds begins: now, or when the oldest webhook was made. */
  begin: Date
  now: Date
}
type Scan = {
  filter: AllDeliveriesFilter
  isNewestFirst: boolean
  after: WebhookPosition | null
  /** From the first instant until before the second. */
  from: Date | null
  to: Date | null
  limit: number
  max: number
}
/** `stoppedAt`: the event after which the scan stopped because it had read `max`; null if it read all. */
type Scanned = { found: WebhookOfAccount[]; scanned: number; stoppedAt: WebhookPosition | null }

/** A page, and the position of the next page (null: this was the last). A page may be short although more follow. */
export async function listAllDeliveries(
  db: Db,
  filter: AllDeliveriesFilter,
  { isNewestFirst, after, limit, begin, now }: Page,
): Promise<{ found: WebhookOfAccount[]; next: WebhookPosition | null }> {
  const shortIndex = await shortIndexOf(db, filter)
  const needsWindows = filter.accountId === null && filter.about !== 'notices' && shortIndex === null
  let windowMs = needsWindows ? firstWindowMs : longestWindowMs
  const isCompared = [filter.type, filter.status, filter.result, filter.response].some(value => value !== null)
  const found: WebhookOfAccount[] = []
  let scanned = 0
  let { from, to } = filter
  for (let edge = after?.at ?? begin; ; ) {
    const end = isNewestFirst ? earlier(edge, windowMs) : later(edge, windowMs)
    const isLast =
      windowMs >= longestWindowMs ||
      (isNewestFirst ? filter.from !== null && end <= filter.from : end > (filter.to ?? now))
    if (isNewestFirst) from = isLast ? filter.from : end
    else to = isLast ? filter.to : end
    const max = Math.min(isCompared ? maxScannedAtOnce : limit + 1, maxScanned - scanned)
    const part = await scan(db, shortIndex, { filter, isNewestFirst, after, from, to, limit: limit + 1, max })
    for (const finding of part.found) found.push(finding)
    scanned += part.scanned
    if (found.length > limit) return { found: found.slice(0, limit), next: positionOf(found[limit - 1]!) }
    if (part.stoppedAt !== null) {
      if (scanned >= maxScanned) return { found, next: part.stoppedAt }
      after = part.stoppedAt
      edge = after.at
      continue
    }
    if (isLast) return { found, next: null }
    edge = end
    if (isNewestFirst) to = end
    else from = end
    if (part.scanned < max / windowGrowth) windowMs *= windowGrowth
  }
}

/** Sends webhooks again at once; returns those that are sent: the others are in flight, tests, or do not exist. */
export async function sendIdleAgain(tx: Tx, names: WebhookName[], now: Date): Promise<WebhookName[]> {
  const deliveries = names.filter(({ deliveryId }) => !isNotice(deliveryId))
  const notices = names.filter(({ deliveryId }) => isNotice(deliveryId))
  const sentDeliveries = await requestIdle<DeliveryKey>(tx, deliveryTables, {
    keys: deliveries.map(({ accountId, mode, deliveryId }) => ({ accountId, mode, ...eventOf(deliveryId) })),
    now,
  })
  const sentNotices = await requestIdle<NoticeKey>(tx, noticeTables, {
    keys: notices.map(({ accountId, mode, deliveryId }) => ({ accountId, mode, noticeId: deliveryId })),
    now,
  })
  return [
    ...sentDeliveries.map(({ accountId, mode, ...event }) => ({ accountId, mode, deliveryId: deliveryIdOf(event) })),
    ...sentNotices.map(({ accountId, mode, noticeId }) => ({ accountId, mode, deliveryId: noticeId })),
  ]
}

const positionOf = ({ at, accountId, mode, deliveryId }: WebhookOfAccount): WebhookPosition => ({
  at,
  accountId,
  mode,
  deliveryId,
})

/** The condition of the partial index that has all deliveries that may match, if it is short. */
async function shortIndexOf(db: Db, { status, result }: AllDeliveriesFilter): Promise<RawBuilder<unknown> | null> {
  const isIn =
    status === 'pending'
      ? sql`next_attempt_at is not null`
      : status === 'exhausted' || status === 'gone' || result === 'failed'
        ? isGivenUp
        : null
  if (isIn === null) return null
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from webhook_deliveries where ${isIn} limit ${maxIndexed + 1}) as counted`.execute(db)
  return rows[0]!.count > maxIndexed ? null : isIn
}

async function scan(db: Db, shortIndex: RawBuilder<unknown> | null, part: Scan): Promise<Scanned> {
  const { filter, isNewestFirst, limit } = part
  const none: Scanned = { found: [], scanned: 0, stoppedAt: null }
  const deliveries = filter.about === 'notices' ? none : await scanDeliveries(db, shortIndex, part)
  const notices =
    filter.about === 'orders' || filter.result !== null ? [] : await readNotices(db, part, deliveries.stoppedAt)
  // The sort is stable, so deliveries stay before notices.
  const merged = [...deliveries.found, ...notices].sort(
    (a, b) => (isNewestFirst ? -1 : 1) * (a.at.getTime() - b.at.getTime()),
  )
  return { ...deliveries, found: merged.slice(0, limit) }
}

type LastScanned = DeliveryKey & { ms: string }
/** `last` is JSON. */
type Row = { scanned: number; last: string | null } & ((Delivery & { accountName: string }) | { orderId: null })

async function scanDeliveries(db: Db, shortIndex: RawBuilder<unknown> | null, part: Scan): Promise<Scanned> {
  const { filter, isNewestFirst, after, limit, max } = part
  const direction = isNewestFirst ? sql`desc` : sql`asc`
  const backwards = isNewestFirst ? sql`asc` : sql`desc`
  const sequenceOf = (alias: string, way: RawBuilder<unknown>) =>
    sql.join(eventKey.map(name => sql`${sql.ref(`${alias}.${name}`)} ${way}`))
  const { rows } = await sql<Row>`
    with scanned as materialized (${shortIndex === null ? eventsIn(part) : deliveriesIn(part, shortIndex)}
    ), matching as materialized (
      select s.account_id, s.mode, s.order_id, s.sequence, d.endpoint_id, s.at
      from scanned as s
      -- By key, whatever the planner's statistics say.
      cross join lateral (
        select *
        from webhook_deliveries
        where account_id = s.account_id and mode = s.mode and order_id = s.order_id and sequence = s.sequence
          and (s.endpoint_id is null or endpoint_id = s.endpoint_id)
        offset 0
      ) as d
      ${filter.response === null ? sql`` : lastAttempt(deliveryTables)}
      where ${matches(filter)} and ${isAfter(after)}
      order by ${sequenceOf('s', direction)}, d.endpoint_id desc
      limit ${limit}
    ), found as (
      select ${deliveryColumns}, accounts.name as "accountName"
      from matching as page
      ${deliveryJoins}
      join accounts on accounts.account_id = d.account_id
    )
    select found.*, scan.*
    from (
      select (select count(*)::int from scanned) as scanned, (
          select json_build_object(
            'accountId', account_id, 'mode', mode, 'orderId', order_id, 'sequence', sequence,
            'endpointId', coalesce(endpoint_id, ''), 'ms', (extract(epoch from at) * 1000)::bigint::text
          )
          from scanned
          order by ${sequenceOf('scanned', backwards)}, endpoint_id
          limit 1
        ) as last
    ) as scan
    left join found on true
    order by found.at ${direction}, found."accountId" ${direction}, found.mode ${direction}, found."orderId" ${direction},
      found.sequence ${direction}, found."endpointId" desc`.execute(db)
  const { scanned, last } = rows[0]!
  const found = rows.flatMap(({ scanned: _, last: __, ...row }) => (row.orderId === null ? [] : [ofAccount(row)]))
  if (scanned < max || last === null) return { found, scanned, stoppedAt: null }
  const { accountId, mode, ms, ...event } = JSON.parse(last) as LastScanned
  return { found, scanned, stoppedAt: { at: instant(Number(ms)), accountId, mode, deliveryId: deliveryIdOf(event) } }

  function isAfter(position: WebhookPosition | null) {
    if (position === null || isNotice(position.deliveryId)) return sql`true`
    const event = eventOf(position.deliveryId)
    const key = sql`(s.at, s.account_id, s.mode, s.order_id, s.sequence)`
    const value = eventValue(position)
    return sql`(${key} <> ${value} or d.endpoint_id < ${event.endpointId})`
  }
}

const ofAccount = ({ accountName, ...delivery }: Delivery & { accountName: string }): WebhookOfAccount => ({
  accountId: delivery.accountId,
  mode: delivery.mode,
  accountName,
  ...listedDelivery(delivery),
})

/** The order of the list. The webhooks of one event are in the order of their endpoints, backwards. */
const eventKey = ['at', 'account_id', 'mode', 'order_id', 'sequence']

const eventValue = ({ at, accountId, mode, deliveryId }: WebhookPosition) => {
  const { orderId, sequence } = eventOf(deliveryId)
  return sql`(${at}::timestamptz, ${accountId}, ${mode}, ${orderId}, ${sequence}::int)`
}

const matches = ({ type, status, result, response }: AllDeliveriesFilter) => sql`true
        ${type === null ? sql`` : sql`and s.kind = ${type}`}
        ${status === null ? sql`` : sql`and d.status = ${status}`}
        ${result === null ? sql`` : result === 'any' ? sql`and ${deliveryResult} is not null` : sql`and ${deliveryResult} = ${result}`}
        ${hasResponse(response)}`

/** With `lastAttempt` joined. */
const hasResponse = (response: AllDeliveriesFilter['response']) =>
  response === null
    ? sql``
    : response === 'none'
      ? sql`and last.duration_ms is not null and last.response_status is null`
      : sql`and last.response_status / 100 = ${Number(response[0])}`

/** The bounds of a scan of rows with the columns of `eventKey`. An event at the position may have more deliveries. */
const bounds = ({ from, to, after, isNewestFirst }: Scan, at: RawBuilder<unknown>) => sql`true
        ${from === null ? sql`` : sql`and ${at} >= ${from}`}
        ${to === null ? sql`` : sql`and ${at} < ${to}`}
        ${
          after === null
            ? sql``
            : isNotice(after.deliveryId)
              ? sql`and ${at} ${isNewestFirst ? sql`<` : sql`>`} ${after.at}`
              : sql`and ${at} ${isNewestFirst ? sql`<=` : sql`>=`} ${after.at}
        and (${at}, account_id, mode, order_id, sequence) ${isNewestFirst ? sql`<=` : sql`>=`} ${eventValue(after)}`
        }`

/** The events of all accounts in a window of time, or those of an account along its index. */
function eventsIn(part: Scan): RawBuilder<unknown> {
  const { filter, isNewestFirst, max } = part
  const direction = isNewestFirst ? sql`desc` : sql`asc`
  const sequence = sql.join(eventKey.map(name => sql`${sql.id(name)} ${direction}`))
  const { accountId, mode } = filter
  const columns = sql`account_id, mode, order_id, sequence, null::text as endpoint_id, at, kind`
  if (accountId === null) {
    // By the index of times: the index of each account's webhooks would be read from its beginning to its end.
    return sql`
      select ${columns}
      from (select * from order_events where ${bounds(part, sql`at`)} offset 0) as e
      where has_delivery ${mode === null ? sql`` : sql`and mode = ${mode}`}
      order by ${sequence}
      limit ${max}`
  }
  return sql`
      select e.*
      from unnest(${mode === null ? [...modes] : [mode]}::text[]) as of_mode (name)
      cross join lateral (
        select ${columns}
        from order_events
        where account_id = ${accountId} and mode = of_mode.name and has_delivery and ${bounds(part, sql`at`)}
        order by at ${direction}, order_id ${direction}, sequence ${direction}
        limit ${max}
      ) as e
      order by ${sequence}
      limit ${max}`
}

/** The deliveries of a short index. */
function deliveriesIn(part: Scan, isIn: RawBuilder<unknown>): RawBuilder<unknown> {
  const { filter, isNewestFirst, max } = part
  const direction = isNewestFirst ? sql`desc` : sql`asc`
  return sql`
      select account_id, mode, order_id, sequence, endpoint_id, created_at as at, (
          select kind
          from order_events as e
          where e.account_id = d.account_id and e.mode = d.mode and e.order_id = d.order_id and e.sequence = d.sequence
        ) as kind
      from webhook_deliveries as d
      where ${isIn} and ${bounds(part, sql`created_at`)}
        ${filter.accountId === null ? sql`` : sql`and account_id = ${filter.accountId}`}
        ${filter.mode === null ? sql`` : sql`and mode = ${filter.mode}`}
      order by created_at ${direction}, account_id ${direction}, mode ${direction}, order_id ${direction},
        sequence ${direction}, endpoint_id desc
      limit ${max}`
}

/** The notices of the same part of the list as the scanned events. */
async function readNotices(db: Db, part: Scan, stoppedAt: WebhookPosition | null): Promise<WebhookOfAccount[]> {
  const { filter, isNewestFirst, after, from, to, limit } = part
  const direction = isNewestFirst ? sql`desc` : sql`asc`
  const beyond = isNewestFirst ? sql`<` : sql`>`
  const before = isNewestFirst ? sql`>` : sql`<`
  const { rows } = await sql<ListedNotice & WebhookOwner & { accountName: string }>`
    select d.account_id as "accountId", d.mode, a.name as "accountName",
      ${listedNoticeColumns}
    from webhook_notices as d
    join accounts as a on a.account_id = d.account_id
    ${lastAttempt(noticeTables)}
    where true
      ${from === null ? sql`` : sql`and d.created_at >= ${from}`}
      ${to === null ? sql`` : sql`and d.created_at < ${to}`}
      ${stoppedAt === null ? sql`` : sql`and d.created_at ${before} ${stoppedAt.at}`}
      ${
        after === null
          ? sql``
          : isNotice(after.deliveryId)
            ? sql`and (d.created_at, d.account_id, d.mode, d.notice_id)
        ${beyond} (${after.at}::timestamptz, ${after.accountId}, ${after.mode}, ${after.deliveryId})`
            : sql`and d.created_at ${beyond}= ${after.at}`
      }
      ${filter.accountId === null ? sql`` : sql`and d.account_id = ${filter.accountId}`}
      ${filter.mode === null ? sql`` : sql`and d.mode = ${filter.mode}`}
      ${filter.type === null ? sql`` : sql`and d.kind = ${filter.type}`}
      ${filter.status === null ? sql`` : sql`and d.status = ${filter.status}`}
      ${hasResponse(filter.response)}
    order by d.created_at ${direction}, d.account_id ${direction}, d.mode ${direction}, d.notice_id ${direction}
    limit ${limit}`.execute(db)
  return rows.map(({ accountId, mode, accountName, ...notice }) => ({
    accountId,
    mode,
    accountName,
    ...listedNotice(notice),
  }))
}
