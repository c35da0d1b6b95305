-- Webhooks that were given up are listed by themselves. Only they are in these indexes: one that arrives costs nothing here.
create index webhook_deliveries_given_up on webhook_deliveries (account_id, mode, order_id, sequence)
  where status in ('exhausted', 'gone');
create index webhook_notices_given_up on webhook_notices (account_id, mode, notice_id)
  where status in ('exhausted', 'gone');
