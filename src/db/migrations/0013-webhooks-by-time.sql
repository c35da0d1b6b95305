-- Webhooks are listed and sent again by when they happened, whatever they tell of: by their orders, which lie as they were placed,
-- what has just happened to an old one stood far down.
create index webhook_deliveries_by_time on webhook_deliveries (account_id, mode, created_at, order_id, sequence);
create index webhook_notices_by_time on webhook_notices (account_id, mode, created_at, notice_id);
drop index webhook_notices_by_mode;

drop index webhook_deliveries_given_up;
create index webhook_deliveries_given_up on webhook_deliveries (account_id, mode, created_at, order_id, sequence)
  where status in ('exhausted', 'gone');
drop index webhook_notices_given_up;
create index webhook_notices_given_up on webhook_notices (account_id, mode, created_at, notice_id)
  where status in ('exhausted', 'gone');
