-- Recipients are forgotten so many days after their order came to its end (src/orders/forget.ts), by hand also before.
alter table orders
  add column ended_at timestamptz,
  add column recipient_forgotten_at timestamptz;

-- A refund is a later step in the same status.
update orders o
set ended_at = (
  select min(e.at)
  from order_events e
  where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id and e.status = o.status)
where status in ('SHIPPED', 'CANCELLED', 'FAILED', 'REJECTED');

create index orders_to_forget on orders (ended_at) where ended_at is not null and recipient_forgotten_at is null;
