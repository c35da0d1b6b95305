-- The queue moves in the order of numbers that are given under the lock of the limit. The order's id, by which it moved before, is
-- made before the lock is taken and by the clock of one process: two processes may disagree about who came first.

alter table order_limits add column last_queue_number bigint not null default 0;  -- queued orders are numbered 1, 2, 3 ...
alter table orders add column queue_number bigint;  -- its place among all that ever waited; null where it never waited

update orders o set queue_number = waiting.number
from (
  select account_id, mode, order_id, row_number() over (partition by account_id, mode order by order_id) as number
  from orders
  where status = 'QUEUED'
) waiting
where o.account_id = waiting.account_id and o.mode = waiting.mode and o.order_id = waiting.order_id;

update order_limits l set last_queue_number = waiting.number
from (
  select account_id, mode, max(queue_number) as number from orders where queue_number is not null group by account_id, mode
) waiting
where l.account_id = waiting.account_id and l.mode = waiting.mode;

alter table orders add check (status <> 'QUEUED' or queue_number is not null);
create unique index orders_queue on orders (account_id, mode, queue_number) where status = 'QUEUED';
