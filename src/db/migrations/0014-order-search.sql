-- The staff find an order by who gets it and by what it travels under. Both are found over steps, which are never changed: an
-- index of `orders` would be written anew with each step. Only the first step of an order names who gets it, in lower case; of
-- older orders as far as the database's language has lower case.
alter table order_events
  add column recipient_name text collate "C",
  add column recipient_email text collate "C";

update order_events e
set
  recipient_name = left(lower(regexp_replace(btrim(o.request -> 'destination' ->> 'name'), '\s+', ' ', 'g')), 100),
  recipient_email = left(lower(btrim(o.request -> 'destination' ->> 'email')), 100)
from orders o
where e.sequence = 1 and o.account_id = e.account_id and o.mode = e.mode and o.order_id = e.order_id;

create index order_events_by_name on order_events (recipient_name, order_id) where recipient_name is not null;
create index order_events_by_email on order_events (recipient_email, order_id) where recipient_email is not null;

-- The numbers of an order's parcels, of letters and digits alone, as they are searched for.
create function tracking_numbers(state json) returns text[] immutable language sql as $$
  select array_agg(distinct number)
  from (
    select upper(regexp_replace(written, '[^[:alnum:]]', '', 'g')) as number
    from json_array_elements(state -> 'shipmentTracking') as shipment
    cross join lateral (
      select shipment ->> 'masterTrackingNumber'
      union all
      select unnest(array[parcel ->> 'trackingNumber', parcel ->> 'altTrackingNumber'])
      from json_array_elements(shipment -> 'packages') as parcel
    ) as numbers (written)
  ) as each
  where number <> ''
$$;
create index order_events_by_tracking on order_events using gin (tracking_numbers(state)) with (fastupdate = off)
  where on_event = 'shipped';
