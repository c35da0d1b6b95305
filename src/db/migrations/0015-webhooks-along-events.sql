-- The list of webhooks by time walks events instead of deliveries. An event is written once; a delivery is updated by
-- each claim and each result, and every update wrote a new entry into the index by time as well.
alter table order_events add column has_delivery boolean not null default false;

update order_events e
set has_delivery = true
from webhook_deliveries d
where d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence;

create index order_events_with_delivery on order_events (account_id, mode, at, order_id, sequence) where has_delivery;
drop index webhook_deliveries_by_time;
