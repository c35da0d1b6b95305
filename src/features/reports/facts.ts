// The facts that reports count: events of orders, each at the time of its step. A fact never changes afterwards, so the
// sums of a past day stay true after later events of its orders: a refund, a reprint and a cancellation count on the
// day on which they happen. Only steps that are events are counted: a sandbox rejects orders without one.

import { type RawBuilder, sql } from 'kysely'
import { day } from '../../base/clock.ts'
import { operatorAccount } from '../../base/operator.ts'
import type { OrderEvent, WebhookKind } from '../../orders/lifecycle.ts'
import { contents } from '../../orders/orderStore.ts'
import { codesByName } from '../../shipping/destination.ts'

/** The `detail` of each fact. Facts of a printer have its name. */
export const facts = {
  placed: 'what became of it at once: accepted, failed, rejected, or a reprint',
  failed: 'the code of its first error',
  stopped: 'the code of the problem; of a printer, if one reported it',
  canceled: 'when: before printing, while printing, after a problem, or with its proof',
  reprinted: 'the cause; of the printer of the original',
  charged: 'none; the price of a charged order that was paid',
  refunded: 'none; the refunded amount',
  priced: 'none; the price that the printer set for an enterprise order that shipped',
  shipped: 'none; of its printer',
  promised: 'whether an order that shipped was on_time or late; of its printer',
  queued: 'none; an order that was queued when it was placed',
  released: 'none; the time that an order was queued until it was received',
  received: 'none; an order that was received within the 24-hour limit: at once, or from the queue',
  limit: 'none; the orders that the limit of an account allowed on a day. Not counted, but read with a report',
  waited: 'none; the time from its creation to the hand-over to a printer',
  made: 'none; the time from the hand-over until it shipped; of its printer',
  delivered: 'whether all parcels of an order arrived early, on_time or late, by the dates promised at the hand-over',
  delivered_to: 'the same, after the shipping class and the state of the last parcel: standard US-NY late',
  transit: 'none; the estimated time from shipping to the middle of the delivery dates',
  webhook:
    'what became of a webhook about an order: first_try, later, or failed. On the day of its event (sumWebhooks.ts)',
  book_ordered: 'the SKU',
  book_priced: 'the SKU; copies whose price is known, and that price',
  book_shipped: 'the SKU; of its printer',
  margin:
    'none; the price without taxes and the cost of the parts whose cost is known, of an order that shipped; of its printer',
  book_margin: 'the SKU; shipped copies whose price and cost are known, and both; of its printer',
} as const

export type Fact = keyof typeof facts

/** The steps that bring facts, besides the first step of each order and cancellations. */
const countedSteps: readonly OrderEvent[] = [
  'released',
  'invalid',
  'problem',
  'paid',
  'refunded',
  'refund_failed',
  'shipped',
  'delivered',
]
const canceled: WebhookKind = 'OrderCancelled'

/** The columns that are added up. */
export const amounts = sql`orders, copies, cents, tax_cents, ms, cost_cents`

/** Transactions by their numbers (db/transactions.ts). `accounts` is a condition on `account_id` and `mode`. */
type Range = { from: RawBuilder<number>; before: RawBuilder<number>; accounts: RawBuilder<unknown> }

/** The facts of the steps that a range of transactions wrote. */
export const factsOf = ({ from, before, accounts }: Range): RawBuilder<unknown> =>
  factsOfSteps(sql`
      select e.*
      from order_limits a
      cross join lateral (
        select *
        from order_events
        where account_id = a.account_id and mode = a.mode and kind is not null
          and transaction_number >= ${from} and transaction_number < ${before}
        offset 0
      ) e
      where ${accounts}`)

/**
 * Rows of `account_id, mode, fact, day, printer, detail` and amounts: the facts of `steps`, which are rows of
 * order_events that are events, each for its account and for the operator, whose books have the SKUs of the catalog.
 * Each row is looked up by an index, for any statistics of the planner.
 */
export const factsOfSteps = (steps: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with happened as materialized (
    select e.account_id, e.mode, e.order_id, e.sequence, e.kind, e.on_event, e.from_status, e.status, e.state as change,
      e.at, (e.at at time zone 'UTC')::date as day, o.billing, left_by.state, o.created_at, o.reprint_of, c.books,
      c.request ->> 'shippingClassification' as class, c.request -> 'orderItems' as items,
      c.request -> 'destination' as destination, (
        select coalesce(sum((item ->> 'quantity')::bigint), 0)
        from json_array_elements(c.request -> 'orderItems') item
      ) as copies, json_array_length(c.request -> 'orderItems') as line_count
    from (${steps}) e
    cross join lateral (
      select *
      from orders
      where account_id = e.account_id and mode = e.mode and order_id = e.order_id
      offset 0
    ) o
    ${contents}
    cross join lateral (${stateAtThatTime}) left_by
    where (e.sequence = 1 or e.on_event = any(${countedSteps}::text[]) or e.kind = ${canceled})
  ), shipped as materialized (
    select h.*, j.printer, m.price_cents, m.cost_cents, m.lines, (h.state ->> 'promisedShipBy')::timestamptz as ship_by, (
      select min(at)
      from order_events
      where account_id = h.account_id and mode = h.mode and order_id = h.order_id and on_event = 'handed_over'
    ) as handed_over_at
    from happened h
    left join lateral (${jobAtThatTime}) j on true
    left join lateral (
      select price_cents, cost_cents, lines from order_margins
      where h.mode = 'production' and account_id = h.account_id and order_id = h.order_id
      offset 0
    ) m on true
    where on_event = 'shipped'
  ), lines as materialized (
    -- Not h.*: the items of an order may be a megabyte, and would be written once for each of its lines.
    select account_id, mode, order_id, sequence, day, on_event, billing, line_count,
      (state -> 'pricing' ->> 'itemsCents')::bigint as all_lines_cents,
      l.place, (l.item ->> 'quantity')::bigint as quantity, l.item ->> 'sku' as sku,
      coalesce(l.book ->> 'manufacturingSku', '') as book
    from happened h
    cross join lateral rows from (json_array_elements(h.items), json_array_elements(h.books))
      with ordinality as l (item, book, place)
    where sequence = 1 or on_event = any(array['paid', 'shipped'])
  ), priced_lines as (
    select l.*, case
      when line_count = 1 then all_lines_cents
      else (s.items_cents ->> (place::int - 1))::bigint
      end as line_cents
    from lines l
    left join lateral (
      select items_cents from sales
      where l.mode = 'production' and l.billing = 'charged' and account_id = l.account_id and order_id = l.order_id
      offset 0
    ) s on true
    where (on_event = 'paid' and billing = 'charged') or (on_event = 'shipped' and billing = 'enterprise')
  ), arrived as materialized (
    select h.account_id, h.mode, h.day, h.copies, h.class, last.place, case
        when last.day < (promised.dates ->> 'earliest')::date then 'early'
        when last.day > (promised.dates ->> 'latest')::date then 'late'
        else 'on_time'
      end as result
    from happened h
    cross join lateral (${lastParcel}) last
    cross join lateral (${promisedDelivery}) promised
    where on_event = 'delivered'
  ), whole_orders as (
    select account_id, mode, day, 'placed' as fact, '' as printer, case
        when billing = 'reprint' then 'reprint'
        when on_event = 'invalid' then 'failed'
        when on_event = 'rejected' then 'rejected'
        else 'accepted'
      end as detail, copies, 0 as cents, 0 as tax_cents, 0 as ms
    from happened where sequence = 1
    union all
    select account_id, mode, day, 'queued', '', '', copies, 0, 0, 0
    from happened where sequence = 1 and on_event = 'queued'
    union all
    select account_id, mode, day, 'released', '', '', copies, 0, 0, ${msBetween('created_at', 'at')}
    from happened where on_event = 'released'
    union all
    select account_id, mode, day, 'received', '', '', copies, 0, 0, 0
    from happened where on_event = 'released' or (sequence = 1 and on_event = 'admitted' and billing <> 'reprint')
    union all
    select account_id, mode, day, 'failed', '', ${firstCode}, copies, 0, 0, 0
    from happened where on_event = 'invalid'
    union all
    select account_id, mode, day, 'stopped', coalesce(j.printer, ''), ${firstCode}, copies, 0, 0, 0
    from happened h
    left join lateral (${jobAtThatTime}) j on h.from_status = any(array['PRINTING', 'CANCELLATION_REQUESTED'])
    where on_event = 'problem'
    union all
    select account_id, mode, day, 'canceled', '', case on_event
        when 'cancel_accepted' then 'while_printing'
        when 'abandoned' then 'after_problem'
        when 'proof_rejected' then 'proof_rejected'
        when 'proof_expired' then 'proof_expired'
        else 'before_printing'
      end, copies, 0, 0, 0
    from happened where kind = ${canceled}
    union all
    select account_id, mode, day, 'reprinted', coalesce(origin.printer, ''), coalesce(state ->> 'reprintCause', ''),
      copies, 0, 0, 0
    from happened h
    left join lateral (
      select j.printer
      from (
        select * from orders where account_id = h.account_id and customer_order_id = h.reprint_of offset 0
      ) o
      cross join lateral (
        select printer
        from print_jobs
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
        order by attempt desc
        limit 1
      ) j
    ) origin on true
    where sequence = 1 and billing = 'reprint'
    union all
    select account_id, mode, day, 'charged', '', '', copies, ${priceCents}, ${taxCents}, 0
    from happened where on_event = 'paid' and billing = 'charged'
    union all
    select account_id, mode, day, 'refunded', '', '', 0,
      coalesce((change ->> 'refundedCents')::bigint, 0) - coalesce(earlier.cents, 0), 0, 0
    from happened h
    left join lateral (
      select (state ->> 'refundedCents')::bigint as cents
      from order_events
      where account_id = h.account_id and mode = h.mode and order_id = h.order_id and sequence < h.sequence
        and state ->> 'refundedCents' is not null
      order by sequence desc
      limit 1
    ) earlier on true
    where on_event = any(array['refunded', 'refund_failed']) and change ->> 'refundedCents' is not null
    union all
    select account_id, mode, day, 'priced', '', '', copies, ${priceCents}, ${taxCents}, 0
    from shipped where billing = 'enterprise'
    union all
    select account_id, mode, day, 'shipped', coalesce(printer, ''), '', copies, 0, 0, 0 from shipped
    union all
    select account_id, mode, day, 'promised', coalesce(printer, ''),
      case when at < ship_by then 'on_time' else 'late' end, copies, 0, 0, 0
    from shipped where ship_by is not null
    union all
    select account_id, mode, day, 'delivered', '', result, copies, 0, 0, 0 from arrived
    union all
    select account_id, mode, day, 'delivered_to', '', concat_ws(' ', class, place, result), copies, 0, 0, 0 from arrived
    union all
    select account_id, mode, day, 'waited', '', '', copies, 0, 0, ${msBetween('created_at', 'handed_over_at')}
    from shipped where handed_over_at is not null
    union all
    select account_id, mode, day, 'made', coalesce(printer, ''), '', copies, 0, 0, ${msBetween('handed_over_at', 'at')}
    from shipped where handed_over_at is not null
    union all
    select account_id, mode, day, 'transit', '', '', copies, 0, 0,
      ((state -> 'estimatedDelivery' ->> 'earliest')::date - day + ((state -> 'estimatedDelivery' ->> 'latest')::date - day))
        * ${day / 2}::bigint
    from shipped where state -> 'estimatedDelivery' ->> 'latest' is not null
  ), books as (
    select account_id, mode, day, 'book_ordered' as fact, '' as printer, sku, book, ${firstOf('sku')} as orders,
      ${firstOf('book')} as orders_of_book, quantity as copies, 0 as cents, 0 as cost_cents
    from lines where sequence = 1 and on_event = any(array['admitted', 'queued']) and billing <> 'reprint'
    union all
    select account_id, mode, day, 'book_priced', '', sku, book, ${firstOf('sku')}, ${firstOf('book')}, quantity, line_cents, 0
    from priced_lines where line_cents is not null
    union all
    select l.account_id, l.mode, l.day, 'book_shipped', coalesce(s.printer, ''), l.sku, l.book, ${firstOf('sku')},
      ${firstOf('book')}, l.quantity, 0, 0
    from lines l
    join shipped s using (account_id, mode, order_id, sequence)
    union all
    select l.account_id, l.mode, l.day, 'book_margin', coalesce(s.printer, ''), l.sku, l.book, ${firstOf('sku')},
      ${firstOf('book')}, l.quantity, (s.lines -> (l.place::int - 1) ->> 0)::bigint,
      (s.lines -> (l.place::int - 1) ->> 1)::bigint
    from lines l
    join shipped s using (account_id, mode, order_id, sequence)
    where s.lines -> (l.place::int - 1) ->> 0 is not null
  )
  select owner.account_id, mode, fact, day, printer, detail, 1 as orders, copies, cents, tax_cents, ms, 0 as cost_cents
  from whole_orders w
  cross join lateral (values (w.account_id), (${operatorAccount})) as owner (account_id)
  union all
  select owner.account_id, mode, 'margin', day, coalesce(printer, ''), '', 1, copies, price_cents, 0, 0, cost_cents
  from shipped s
  cross join lateral (values (s.account_id), (${operatorAccount})) as owner (account_id)
  where cost_cents is not null
  union all
  select owner.account_id, mode, fact, day, printer, owner.detail, owner.orders, copies, cents, 0, 0, cost_cents
  from books b
  cross join lateral (
    values (b.account_id, b.sku, b.orders), (${operatorAccount}, b.book, b.orders_of_book)
  ) as owner (account_id, detail, orders)`

/** The parts of an order's state that the facts read, as step `e` left it. Each step stores its changes. */
const stateAtThatTime = sql`
      select json_object_agg(name, value) as state
      from (
        select distinct on (f.key) f.key as name, f.value
        from order_events s
        cross join lateral json_each(s.state) f
        where s.account_id = e.account_id and s.mode = e.mode and s.order_id = e.order_id and s.sequence <= e.sequence
          and f.key = any (array['pricing', 'errors', 'promisedShipBy', 'estimatedDelivery', 'reprintCause', 'edited'])
        order by f.key, s.sequence desc
      ) newest`

/** For `h` of `happened`: the job that the order had then. */
const jobAtThatTime = sql`
      select printer
      from print_jobs
      where account_id = h.account_id and mode = h.mode and order_id = h.order_id and created_at <= h.at
      order by attempt desc
      limit 1`

/**
 * The day of a carrier is the day in Chicago, which is the same as anywhere from Puerto Rico to California while
 * parcels are delivered. A place whose evening is Chicago's next day, or whose morning is Chicago's day before, has its
 * own day.
 */
export const deliveryDay = ({ at, state, country }: Record<'at' | 'state' | 'country', RawBuilder<unknown>>) => sql`
        (${at} at time zone case
          when ${state} in ('GU', 'MP') or ${country} in ('GU', 'MP') then 'Pacific/Guam'
          when 'AS' in (${state}, ${country}) then 'Pacific/Pago_Pago'
          when ${state} = 'HI' then 'Pacific/Honolulu'
          when ${state} = 'AK' then 'America/Anchorage'
          else 'America/Chicago'
        end)::date`

/** The two letters of a state that a carrier or a customer named, such as Hawaii or US-HI. */
export const stateCode = (state: RawBuilder<unknown>) => sql`
        coalesce(
          ${JSON.stringify(codesByName)}::jsonb ->> lower(regexp_replace(trim(${state}), '[[:space:],_-]+', ' ', 'g')),
          upper(${state}))`

/**
 * For `h` of `happened`: the parcel that arrived last. Some carriers leave out the country, or the whole place, which
 * the order has.
 */
const lastParcel = sql`
      select concat_ws('-', country, state) as place,
        ${deliveryDay({ at: sql`p.at`, state: sql`state`, country: sql`country` })} as day
      from json_array_elements(h.change -> 'delivery') parcel
      cross join lateral (
        select coalesce(h.state -> 'edited' -> 'destination', h.destination) as wanted
      ) d
      cross join lateral (
        select (parcel ->> 'at')::timestamptz as at,
          coalesce(nullif(parcel -> 'place' ->> 'country', ''), upper(wanted ->> 'country')) as country,
          ${stateCode(sql`coalesce(nullif(parcel -> 'place' ->> 'state', ''), nullif(wanted ->> 'state', ''))`)} as state
      ) p
      order by at desc
      limit 1`

/** For `h` of `happened`: the delivery dates that the order had when a printer got it first. */
const promisedDelivery = sql`
      select state -> 'estimatedDelivery' as dates
      from order_events s
      where account_id = h.account_id and mode = h.mode and order_id = h.order_id
        and state -> 'estimatedDelivery' ->> 'latest' is not null and sequence <= (
          select min(sequence)
          from order_events
          where account_id = h.account_id and mode = h.mode and order_id = h.order_id and on_event = 'handed_over'
        )
      order by sequence desc
      limit 1`

const firstCode = sql`coalesce(change -> 'errors' -> 0 ->> 'code', state -> 'errors' -> 0 ->> 'code', '')`
const priceCents = sql`coalesce((state -> 'pricing' ->> 'orderCents')::bigint, 0)`
const taxCents = sql`coalesce((state -> 'pricing' ->> 'taxesCents')::bigint, 0)`

const msBetween = (start: string, end: string) =>
  sql`(extract(epoch from ${sql.ref(end)} - ${sql.ref(start)}) * 1000)::bigint`

/** 1 for the first line of an order with a book, so that the order counts once. */
const firstOf = (column: 'sku' | 'book') =>
  sql`(row_number() over (partition by account_id, mode, order_id, ${sql.ref(column)} order by place) = 1)::int`
