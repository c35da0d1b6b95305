// The rules of the audit about orders and their steps.

import { sql } from 'kysely'
import { day, earlier } from '../../../base/clock.ts'
import { redacted } from '../../../base/text/redacted.ts'
import { hasNotMoved } from '../../../db/movedAccounts.ts'
import { finalStatuses } from '../../../orders/lifecycle.ts'
import { openJobStatuses } from '../../../printer/printer.ts'
import { divisions, type Sql } from '../auditPortions.ts'
import type { AuditRule } from '../auditRule.ts'

/** The books of an order as its sale has them (`SoldBook`). */
const soldBooks = (books: Sql) => sql`(
  select coalesce(
    jsonb_agg(jsonb_build_array(book -> 'pageCount', book ->> 'coverSha256', book ->> 'gutsSha256') order by n), '[]')
  from json_array_elements(${books}) with ordinality as b (book, n))`

/** Quotes are deleted a year after their end. A day is left for an audit that takes long. */
const keptQuoteMs = 364 * day

export const orderRules: AuditRule[] = [
  {
    name: 'each order has the steps 1, 2, 3 ... and the status of its last step',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.sequence, o.status, e.count, e.last
      from ${orders} o
      cross join lateral (
        select count(*) as count, max(sequence) as last, max(status) filter (where sequence = o.sequence) as status
        from order_events
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
      ) e
      where e.count <> o.sequence or e.last <> o.sequence or e.status <> o.status`,
  },
  {
    name: 'what the steps of each order changed adds up to its state',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.state
      from ${orders} o
      where o.state::jsonb <> (
        select jsonb_object_agg(changed.key, changed.value order by e.sequence)
        from order_events e
        cross join jsonb_each(e.state::jsonb) changed
        where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id)`,
  },
  {
    name: "each order was accepted with the version of the operator's data that was in effect",
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.operator_version, o.created_at
      from ${orders} o
      left join operator_versions v on v.version = o.operator_version
      where o.operator_version > 0 and (o.operator_version > (select coalesce(max(version), 1) from operator_versions)
        or o.reprint_of is null and (
          v.version > 1 and v.effective_at > o.created_at
          or exists (
            select from operator_versions n where n.version > o.operator_version and n.effective_at <= o.created_at)))`,
  },
  {
    name: 'an order keeps the price list that it was accepted with, and its version has it',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.operator_version, e.sequence, e.list, e.first_list
      from ${orders} o
      cross join lateral (select case o.billing when 'charged' then 'pricing' else 'agreed' end as name) price
      cross join lateral (
        select sequence, state -> price.name -> 'priceList' ->> 'code' as list,
          first_value(state -> price.name -> 'priceList' ->> 'code') over (order by sequence) as first_list
        from order_events
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
          and json_typeof(state -> price.name) = 'object'
      ) e
      where o.billing in ('charged', 'enterprise') and (
        list is distinct from first_list
          or list is not null and not exists (
            select
            from operator_versions v
            where v.version = o.operator_version and list = any (v.price_lists)))`,
  },
  {
    name: 'a price above the agreed price has its reason',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.state -> 'pricing' as pricing, o.state -> 'agreed' as agreed
      from ${orders} o
      cross join lateral (
        select
          (o.state -> 'pricing' ->> 'itemsCents')::bigint as items, (o.state -> 'agreed' ->> 'itemsCents')::bigint as agreed_items,
          (o.state -> 'pricing' ->> 'taxesCents')::bigint as taxes, (o.state -> 'agreed' ->> 'taxesCents')::bigint as agreed_taxes,
          (o.state -> 'pricing' ->> 'shippingCents')::bigint as shipping,
          (o.state -> 'agreed' ->> 'shippingCents')::bigint as agreed_shipping
      ) p
      cross join lateral (values
        ('items', items > agreed_items or items + taxes > agreed_items + agreed_taxes),
        ('shipping', shipping > agreed_shipping)
      ) part (name, is_above)
      where o.billing = 'enterprise' and part.is_above
        and coalesce((o.state -> 'pricing' -> 'aboveAgreement')::jsonb, '[]') @> jsonb_build_array(jsonb_build_object('part', part.name)) is false`,
  },
  {
    name: 'the newest version has the price lists that accounts are on',
    scope: divisions.accounts,
    violations: within => sql`
      select account_id, price_list
      from accounts
      where ${within('account_id')} and price_list is not null and price_list not in (
        select unnest(price_lists)
        from operator_versions
        where version = (select max(version) from operator_versions))`,
  },
  {
    name: 'no step of an order is dated before the previous step',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, e.sequence, e.at, e.previous_at
      from ${orders} o
      cross join lateral (
        select sequence, at, lag(at) over (order by sequence) as previous_at
        from order_events
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
      ) e
      where e.at < e.previous_at`,
  },
  {
    // Others wait for a slot of the limit, for support, for the printer of their job, or for a simulated payment.
    name: 'every open order that time moves has a due time, unless its payment is tried no more',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status
      from ${orders} o
      where o.due_at is null
        and (
          o.status in ('RECEIVED', 'VALIDATING', 'AWAITING_PROOF', 'VALID_HOLDING_BIN')
          or (
            o.status = 'VALID_AWAITING_PAYMENT' and o.mode = 'production' and o.billing = 'charged'
            and o.charge_cents is not null and o.state ->> 'retriesEnded' is distinct from 'true'))`,
  },
  {
    name: 'each order has its contents, and is found by the search',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id
      from ${orders} o
      where not exists (
          select from order_contents c
          where c.account_id = o.account_id and c.mode = o.mode and c.order_id = o.order_id)
        or not exists (
          select from order_search s
          where s.account_id = o.account_id and s.mode = o.mode and s.order_id = o.order_id and s.part = 'order')`,
  },
  {
    // Tickets of earlier jobs that ended have the earlier recipient. Carriers' spelling of a postal code may differ.
    name: 'the tickets of a changed order have its recipient and its shipping class',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.state -> 'edited' as edited
      from ${orders} o
      where o.state -> 'edited' is not null
        and exists (
          select
          from print_jobs j
          join print_tickets t using (account_id, mode, order_id, attempt)
          where j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id
            and (j.status = any (${[...openJobStatuses, 'SHIPPED']}::text[]) or j.created_at > (
              select max(at)
              from order_events
              where account_id = o.account_id and mode = o.mode and order_id = o.order_id and on_event = 'changed'))
            and (t.ticket ->> 'shippingClassification' <> o.state #>> '{edited,shippingClassification}'
              or (t.ticket #>> '{destination,name}', t.ticket #>> '{destination,address1}', t.ticket #>> '{destination,city}')
                is distinct from (o.state #>> '{edited,destination,name}', o.state #>> '{edited,destination,address1}',
                  o.state #>> '{edited,destination,city}')))`,
  },
  {
    name: 'a change is requested of an order that has not ended, and its printer is asked while it is in print',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status, o.state -> 'changeRequest' as requested
      from ${orders} o
      cross join lateral (
        select
          coalesce(o.state #>> '{changeRequest,status}' = 'REQUESTED', false) as requested,
          exists (
            select from print_jobs j
            where j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id
              and j.status = any (${[...openJobStatuses]}::text[]) and j.change_requested_at is not null) as asked
      ) a
      where a.requested and o.ended_at is not null or o.status = 'PRINTING' and a.requested <> a.asked`,
  },
  {
    name: 'an order with a proof is paid, printed and shipped only with the files that were approved',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status
      from ${orders} o
      where o.status in ('VALID_AWAITING_PAYMENT', 'VALID_HOLDING_BIN', 'PRINTING', 'CANCELLATION_REQUESTED', 'SHIPPED')
        and o.state -> 'proof' is not null
        and (
          o.state #>> '{proof,status}' is distinct from 'APPROVED'
          or exists (
            select
            from order_contents c
            cross join lateral rows from (
              json_array_elements(o.state #> '{proof,files}'), json_array_elements(c.books)
            ) as part (approved, printed)
            where c.account_id = o.account_id and c.mode = o.mode and c.order_id = o.order_id
              and (
                part.approved ->> 'cover' is distinct from part.printed ->> 'coverSha256'
                or part.approved ->> 'guts' is distinct from part.printed ->> 'gutsSha256')))`,
  },
  {
    // Compared as lists of [pages, cover, pages' file]: the sale has them so.
    name: 'a paid or priced order and its tickets have the pages and files of its sale, and a reprint those of its original',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status, o.books
      from (
        select o.*, ${soldBooks(sql`c.books`)} as books
        from ${orders} o
        join order_contents c using (account_id, mode, order_id)
        where o.billing = 'reprint' or json_typeof(o.state -> 'pricing') = 'object'
      ) o
      where exists (
          select from sales s
          where o.mode = 'production' and s.account_id = o.account_id and s.order_id = o.order_id
            and s.cancelled_at is null and s.books::jsonb is distinct from o.books)
        or exists (
          select from print_tickets t
          where t.account_id = o.account_id and t.mode = o.mode and t.order_id = o.order_id
            and o.books is distinct from (
              select jsonb_agg(jsonb_build_array(
                item -> 'pageCount', item #>> '{files,cover,sha256}', item #>> '{files,guts,sha256}') order by n)
              from json_array_elements(t.ticket -> 'items') with ordinality as i (item, n)))
        or exists (
          select
          from orders p
          join order_contents c using (account_id, mode, order_id)
          where p.account_id = o.account_id and p.customer_order_id = o.reprint_of and p.mode = 'production'
            and ${soldBooks(sql`c.books`)} is distinct from o.books)`,
  },
  {
    name: 'an order from a quote keeps its price, and is the only order of the quote',
    scope: 'orders',
    violations: (orders, now) => sql`
      select o.account_id, o.mode, o.order_id, c.request -> 'quote' as terms
      from ${orders} o
      join order_contents c using (account_id, mode, order_id)
      cross join lateral (
        select case when o.billing = 'enterprise' then o.state -> 'agreed' else o.state -> 'pricing' end as price
      ) p
      left join quotes q on q.account_id = o.account_id and q.mode = o.mode
        and q.quote_id = c.request #>> '{quote,quoteId}'
      where c.request -> 'quote' is not null and o.billing <> 'reprint' and o.status not in ('REJECTED', 'FAILED')
        and (
          (p.price ->> 'itemsCents')::bigint + coalesce((p.price ->> 'fulfillmentCents')::bigint, 0)
            is distinct from (c.request #>> '{quote,itemsCents}')::bigint
          or (p.price ->> 'shippingCents')::bigint is distinct from (c.request #>> '{quote,shippingCents}')::bigint
          or (q.quote_id is null and o.created_at > ${earlier(now, keptQuoteMs)})
          or (q.quote_id is not null and (
            q.order_id is distinct from o.order_id
            or q.terms::jsonb is distinct from (c.request -> 'quote')::jsonb
            or (q.pricing ->> 'itemsCents')::bigint is distinct from (q.terms ->> 'itemsCents')::bigint
            or (q.pricing ->> 'shippingCents')::bigint is distinct from (q.terms ->> 'shippingCents')::bigint)))`,
  },
  {
    name: 'exactly the final orders have an end time',
    scope: 'orders',
    violations: orders => sql`
      select account_id, mode, order_id, status, ended_at from ${orders} o
      where (ended_at is not null) <> (status = any (${finalStatuses}::text[]))`,
  },
  {
    name: 'an order whose recipient is erased is final, and no longer has the name or a reason of its price, nor do its steps and jobs',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, o.status, o.recipient_erased_at
      from ${orders} o
      where o.recipient_erased_at is not null
        and (
          o.ended_at is null and ${hasNotMoved('o.account_id')}
          or exists (
            select from order_contents c
            where c.account_id = o.account_id and c.mode = o.mode and c.order_id = o.order_id
              and c.request -> 'destination' ->> 'name' <> ${redacted})
          or o.state #>> '{edited,destination,name}' <> ${redacted}
          or o.state #>> '{changeRequest,destination,name}' <> ${redacted}
          or exists (
            select from order_events e
            where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id
              and (e.state #>> '{edited,destination,name}' <> ${redacted}
                or e.state #>> '{changeRequest,destination,name}' <> ${redacted}))
          or exists (
            select from order_events e
            cross join lateral json_array_elements(e.state #> '{pricing,aboveAgreement}') above
            where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id
              and above ->> 'reason' <> ${redacted})
          or exists (
            select from json_array_elements(o.state #> '{pricing,aboveAgreement}') above
            where above ->> 'reason' <> ${redacted})
          or exists (
            select from order_search s
            where s.account_id = o.account_id and s.mode = o.mode and s.order_id = o.order_id
              and s.part = 'order' and position(e'\\n' in s.words) > 0)
          or exists (
            select from print_tickets t
            where t.account_id = o.account_id and t.mode = o.mode and t.order_id = o.order_id
              and t.ticket -> 'destination' ->> 'name' <> ${redacted}))`,
  },
  {
    name: 'each announced step of an order with a webhook address has a delivery to it',
    scope: 'orders',
    violations: orders => sql`
      select o.account_id, o.mode, o.order_id, e.sequences
      from ${orders} o
      cross join lateral (
        select array_agg(e.sequence) as sequences
        from order_events e
        cross join lateral (
          select count(*) as deliveries, count(*) filter (where endpoint_id = '') as own
          from webhook_deliveries d
          where d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence
        ) d
        where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id
          and ((d.own = 0) = (e.kind is not null and o.webhook_url is not null)
            or (d.deliveries = 0) = e.has_delivery)
      ) e
      where e.sequences is not null`,
  },
]
