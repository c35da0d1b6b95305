// Webhooks about orders: claiming them with the stored steps that their bodies are made from, and listing them. For the
// other operations see outbox.ts.

import { type RawBuilder, sql } from 'kysely'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { columnName, integer, rowsOf, text } from '../db/rows.ts'
import type { Claim } from '../jobs/outsideWork.ts'
import {
  type Attempt,
  attemptColumns,
  attemptsOf,
  claimedColumns,
  claimWebhooks,
  createOutbox,
  deleteOld,
  hasKey,
  isGivenUp,
  isSameKey,
  lastAttempt,
  type Outbox,
  type OutgoingWebhook,
  oldRows,
  stateColumns,
  type WebhookState,
  type WebhookTables,
} from './outbox.ts'

const maxListed = 100
const maxListedOfOrder = 500

type DeliveryOrder = { accountId: string; mode: Mode; orderId: string }
/** `endpointId` is '' for the order's own address. */
export type DeliveryKey = DeliveryOrder & { sequence: number; endpointId: string }

/** A delivery to be sent now, with the order as it was at this event, for its body. */
export type ClaimedDelivery<OrderRow = unknown> = DeliveryKey &
  OutgoingWebhook & {
    /** 1, 2, 3 ... among the announced events of the order: a gap shows the receiver that an event is missing. */
    number: number
    /** When the event happened. */
    at: Date
    status: string
    /** The changes of the order's state by its steps until this event, as the text of a JSON array. */
    states: string
  } & OrderRow

export const deliveryTables: WebhookTables<DeliveryKey> = {
  webhooks: sql.table('webhook_deliveries'),
  attempts: sql.table('webhook_attempts'),
  key: {
    accountId: text(key => key.accountId),
    mode: text(key => key.mode),
    orderId: text(key => key.orderId),
    sequence: integer(key => key.sequence),
    endpointId: text(key => key.endpointId),
  },
  primaryKey: ['account_id', 'mode', 'order_id', 'sequence', 'endpoint_id'],
  bytes: sql`(
              select octet_length(c.request::text)
              from order_contents as c
              where c.account_id = d.account_id and c.mode = d.mode and c.order_id = d.order_id
            )`,
  // The recipient may have been erased while the attempt was in flight, and the response may repeat the request.
  responseBody: sql`case when r.response_body = '' or (
          select o.recipient_erased_at
          from orders as o
          where o.account_id = r.account_id and o.mode = r.mode and o.order_id = r.order_id
        ) is null then r.response_body end`,
  mayResend: sql`true`,
}

type Rendering<OrderRow> = {
  /** Columns of `orders as o` and `order_contents as c` that no event changes. */
  orderColumns: RawBuilder<OrderRow>
  bodyOf: (claimed: ClaimedDelivery<OrderRow>) => string
}

/** The outbox of webhooks about orders. `bodyOf` renders a body from the order as it was. */
export const deliveryOutbox = <OrderRow>(
  db: Db,
  { orderColumns, bodyOf }: Rendering<OrderRow>,
): Outbox<DeliveryKey, ClaimedDelivery<OrderRow>> =>
  createOutbox(db, deliveryTables, {
    async read(key) {
      const { rows } = await sql<ClaimedDelivery<OrderRow>>`${deliveriesIn(deliveryTables.webhooks, orderColumns)}
        where ${hasKey(deliveryTables, key)}`.execute(db)
      return rows[0] ?? null
    },
    claim: claim => claimDeliveries(db, claim, orderColumns),
    keyOf: ({ accountId, mode, orderId, sequence, endpointId }) => ({ accountId, mode, orderId, sequence, endpointId }),
    bodyOf,
  })

export async function claimDeliveries<OrderRow>(
  tx: Db | Tx,
  claim: Claim,
  orderColumns: RawBuilder<OrderRow>,
): Promise<ClaimedDelivery<OrderRow>[]> {
  const { rows } = await sql<ClaimedDelivery<OrderRow>>`
    with claimed as (${claimWebhooks(deliveryTables, claim)}
    )
    ${deliveriesIn(sql`claimed`, orderColumns)}`.execute(tx)
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime() || a.sequence - b.sequence)
}

/** The address of a delivery `d` of an order `o`; '' when its endpoint is not in this state. */
export const addressOf = (state: RawBuilder<unknown>) => sql`coalesce(
        case
          when d.endpoint_id = '' then o.webhook_url
          else (
            select url
            from webhook_endpoints
            where account_id = d.account_id and mode = d.mode and endpoint_id = d.endpoint_id and ${state}
          )
        end,
        ''
      )`

/** The rows of `webhooks`, with what their bodies are made from. */
const deliveriesIn = <OrderRow>(webhooks: RawBuilder<unknown>, orderColumns: RawBuilder<OrderRow>) => sql`
    select ${claimedColumns(deliveryTables)},
      d.order_id as "orderId", d.sequence, d.endpoint_id as "endpointId", ${addressOf(sql`enabled`)} as url,
      e.event_id as "eventId", e.kind, e.at, e.status, e.states, e.number,
      ${orderColumns}
    from ${webhooks} as d
    -- By key, whatever the planner's statistics say.
    cross join lateral (
      select * from orders where account_id = d.account_id and mode = d.mode and order_id = d.order_id offset 0
    ) as o
    cross join lateral (
      select request, order_number
      from order_contents
      where account_id = d.account_id and mode = d.mode and order_id = d.order_id
      offset 0
    ) as c
    -- The event and all earlier events, in one scan of the primary key.
    cross join lateral (
      select earlier.event_id, earlier.kind, earlier.at, earlier.status,
        json_agg(earlier.state) over steps as states,
        (count(*) filter (where earlier.kind is not null) over steps)::int as number
      from order_events as earlier
      where earlier.account_id = d.account_id and earlier.mode = d.mode and earlier.order_id = d.order_id
        and earlier.sequence <= d.sequence
      window steps as (order by earlier.sequence rows between unbounded preceding and unbounded following)
      order by earlier.sequence desc
      limit 1
    ) as e`

export const deliveryResults = ['first_try', 'later', 'failed'] as const
/** The result of a delivery, as reports count it (results.ts). */
export type DeliveryResult = (typeof deliveryResults)[number]

/** Of a delivery `d`. A webhook that arrived once has arrived, also if it is sent again. */
export const deliveryResult = sql`case
        when d.attempted_at is not null then 'first_try'
        when d.status = 'delivered' or exists (
          select from webhook_attempts as a
          where ${isSameKey(deliveryTables.primaryKey, 'a', 'd')} and a.failure is null
        ) then 'later'
        when d.status <> 'pending' then 'failed'
      end`

export type Delivery = DeliveryKey &
  WebhookState & {
    customerOrderId: string
    url: string
    eventId: string
    kind: string
    /** Null until it arrives or fails. */
    result: DeliveryResult | null
  }

/** The columns of a Delivery, for a query of keys with `deliveryJoins`. */
export const deliveryColumns = sql`
      d.account_id as "accountId", d.mode, d.order_id as "orderId", d.sequence, d.endpoint_id as "endpointId",
      o.customer_order_id as "customerOrderId", ${addressOf(sql`true`)} as url, e.event_id as "eventId", e.kind,
      ${deliveryResult} as result, ${stateColumns}`
export const deliveryJoins = sql`
    join webhook_deliveries as d using (account_id, mode, order_id, sequence, endpoint_id)
    join order_events as e using (account_id, mode, order_id, sequence)
    join orders as o
      on o.account_id = d.account_id and o.mode = d.mode and o.order_id = d.order_id
    ${lastAttempt(deliveryTables)}`

export type DeliveryPage = {
  accountId: string
  mode: Mode
  /** Only deliveries of this order. */
  orderId?: string
  /** Only deliveries that did not arrive and are no longer tried. */
  givenUp?: boolean
  /** The last delivery of the previous page, or its position. */
  before?: { at: Date; orderId: string; sequence: number; endpointId: string }
  limit?: number
}

/** Newest first; those of one event in the order of their endpoints, backwards. */
export async function listDeliveries(tx: Db | Tx, page: DeliveryPage): Promise<Delivery[]> {
  const max = Math.min(page.limit ?? maxListed, maxListed)
  const { rows } = await sql<Delivery>`
    select ${deliveryColumns}
    from (${page.givenUp ? givenUpOn(page, max) : deliveriesOn(page, max)}) as page
    ${deliveryJoins}
    order by e.at desc, e.order_id desc, e.sequence desc, d.endpoint_id desc
    limit ${max}`.execute(tx)
  return rows
}

/** A scan of the given up deliveries by time, or of those of an order by key. */
const givenUpOn = (page: DeliveryPage, max: number) => sql`
      select account_id, mode, order_id, sequence, endpoint_id
      from (select *, created_at as at from webhook_deliveries where ${isGivenUp}) as listed
      where ${isOn(page)} ${notAfter(page, sql`<`, ['endpointId'])}
      order by ${newestFirst(page)}, endpoint_id desc
      limit ${max}`

/** A scan of the events by time or of an order by key: the last event of a page may have more deliveries. */
const deliveriesOn = (page: DeliveryPage, max: number) => sql`
      select account_id, mode, order_id, sequence, endpoint_id
      from (
        select account_id, mode, order_id, sequence
        from order_events
        where ${isOn(page)} and has_delivery ${notAfter(page, sql`<=`)}
        order by ${newestFirst(page)}
        limit ${max + 1}
      ) as listed
      join webhook_deliveries using (account_id, mode, order_id, sequence)
      ${
        page.before === undefined
          ? sql``
          : sql`where (order_id, sequence) <> (${page.before.orderId}, ${page.before.sequence}::int)
        or endpoint_id < ${page.before.endpointId}`
      }`

const isOn = ({ accountId, mode, orderId }: DeliveryPage) => sql`account_id = ${accountId} and mode = ${mode}
        ${orderId === undefined ? sql`` : sql`and order_id = ${orderId}`}`

const newestFirst = ({ orderId }: DeliveryPage) =>
  orderId === undefined ? sql`at desc, order_id desc, sequence desc` : sql`sequence desc`

function notAfter({ before, orderId }: DeliveryPage, is: RawBuilder<unknown>, more: 'endpointId'[] = []) {
  if (before === undefined) return sql``
  const position = {
    ...(orderId === undefined ? { at: sql`${before.at}::timestamptz`, orderId: sql`${before.orderId}` } : {}),
    sequence: sql`${before.sequence}::int`,
    ...Object.fromEntries(more.map(name => [name, sql`${before[name]}`])),
  }
  const names = Object.keys(position).map(name => sql.id(columnName(name)))
  return sql`and (${sql.join(names)}) ${is} (${sql.join(Object.values(position))})`
}

/** The attempts of all deliveries of an order that are still stored, each delivery's newest first. */
export async function attemptsOfOrder(
  db: Db,
  { accountId, mode, orderId }: DeliveryOrder,
): Promise<(Attempt & Pick<DeliveryKey, 'sequence' | 'endpointId'>)[]> {
  const { rows } = await sql<Attempt & Pick<DeliveryKey, 'sequence' | 'endpointId'>>`
    select d.sequence, d.endpoint_id as "endpointId", ${attemptColumns}
    from webhook_deliveries as d
    cross join lateral ${attemptsOf(deliveryTables)} as a
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
    order by sequence desc, endpoint_id, attempt desc
    limit ${maxListedOfOrder}`.execute(db)
  return rows
}

/** Removes the responses of receivers to the webhooks of these orders: they may repeat what was sent. */
export async function redactResponses(tx: Tx, orders: DeliveryOrder[]): Promise<void> {
  const ofOrders = sql`(account_id, mode, order_id) in (${keysOf(orders)}) and response_body <> ''`
  await sql`update webhook_attempts set response_body = null where ${ofOrders}`.execute(tx)
  await sql`update webhook_deliveries set response_body = null where ${ofOrders}`.execute(tx)
}

/** Deletes the deliveries of these orders and their attempts. */
export async function deleteDeliveries(tx: Tx, orders: DeliveryOrder[]): Promise<void> {
  const keys = keysOf(orders)
  await sql`delete from webhook_attempts where (account_id, mode, order_id) in (${keys})`.execute(tx)
  await sql`delete from webhook_deliveries where (account_id, mode, order_id) in (${keys})`.execute(tx)
}

const keysOf = (orders: DeliveryOrder[]) => {
  const { from, columns } = rowsOf(orders, 'o', {
    accountId: text(o => o.accountId),
    mode: text(o => o.mode),
    orderId: text(o => o.orderId),
  })
  return sql`select ${columns} from ${from}`
}

/** Deletes at most one batch of old attempts, and of responses that are stored with their webhook; returns how many. */
export async function deleteOldAttempts(db: Db, now: Date): Promise<number> {
  const deleted = await deleteOld(db, { table: 'webhook_attempts', time: 'at', now })
  const where = sql`response_body <> ''`
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries
    set response_body = null
    where ctid = any(${oldRows({ table: 'webhook_deliveries', time: 'attempted_at', now, where })})`.execute(db)
  return deleted + Number(numAffectedRows)
}
