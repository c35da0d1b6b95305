-- Holders are told when their webhooks do not arrive, at most once a day. A delivery is in this index while it fails
-- (src/webhooks/failing.ts).
create table webhook_alarms (
  account_id text primary key references accounts (account_id),
  raised_at  timestamptz not null
);

create index webhook_deliveries_failing on webhook_deliveries (account_id)
  where status = 'pending' and attempts >= 4 and mode = 'production';
