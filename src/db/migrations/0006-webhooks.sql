-- Webhooks about orders (deliveries), and all other webhooks (notices).

-- The addresses of an account that receive the webhooks of all its orders, beside the address of each order.
create table webhook_endpoints (
  account_id  text not null references accounts,
  mode        text not null check (mode in ('sandbox', 'production')),
  endpoint_id text not null,
  url         text not null,
  description text not null,
  events      text[],                             -- the kinds that it receives; null: all
  enabled     boolean not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,                        -- the row stays, because its deliveries are listed
  primary key (account_id, mode, endpoint_id),
  check (deleted_at is null or not enabled)
);
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;

create table webhook_secrets (
  account_id    text not null references accounts,
  mode          text not null check (mode in ('sandbox', 'production')),
  endpoint_id   text not null default '',         -- '' signs what goes to the addresses of orders
  secret_id     text not null,
  kind          text not null default 'secret' check (kind in ('secret', 'private_key')), -- signs as v1, v1a
  sealed_secret bytea not null,
  created_at    timestamptz not null,
  expires_at    timestamptz,                      -- set when a newer secret exists; both secrets sign until then
  primary key (account_id, mode, secret_id)
);
create index webhook_secrets_ended on webhook_secrets (expires_at) where expires_at is not null;

create table webhook_deliveries (
  account_id      text not null,
  mode            text not null,
  order_id        text not null,
  sequence        integer not null,
  endpoint_id     text not null default '',       -- '' is the order's own address
  created_at      timestamptz not null,
  status          text not null check (status in ('pending', 'delivered', 'exhausted', 'gone')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  settled_at      timestamptz,
  resend_requested_at timestamptz,                -- by a person, since the last attempt
  attempted_at    timestamptz,                    -- of a first attempt that succeeded
  duration_ms     integer,
  response_status integer,
  response_body   text,                           -- its first 16 KiB, for 30 days
  primary key (account_id, mode, order_id, sequence, endpoint_id),
  foreign key (account_id, mode, order_id, sequence) references order_events,
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'pending') = (settled_at is null))
) with (fillfactor = 60);
create trigger deliveries_stay_stopped before update of resend_requested_at on webhook_deliveries
  for each row when (new.resend_requested_at is distinct from old.resend_requested_at and new.resend_requested_at is not null)
  execute function stays_stopped();
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_given_up on webhook_deliveries (account_id, mode, created_at, order_id, sequence, endpoint_id)
  where status in ('exhausted', 'gone');
-- A delivery is in this index while it fails (src/webhooks/failing.ts).
create index webhook_deliveries_failing on webhook_deliveries (account_id)
  where status = 'pending' and attempts >= 4 and mode = 'production';
-- Reports count webhooks (src/features/reports/sumWebhooks.ts). Webhooks that arrived at the first attempt are found by its
-- time. Rows lie nearly in the order of time, so the smallest index does: it costs an order nothing that is measured.
create index webhook_deliveries_by_first_success on webhook_deliveries using brin (attempted_at)
  with (pages_per_range = 32, autosummarize = on);
-- Responses that are deleted after 30 days.
create index webhook_deliveries_with_response on webhook_deliveries (attempted_at) where response_body <> '';

-- All other attempts. They are deleted after 30 days.
create table webhook_attempts (
  account_id      text not null,
  mode            text not null,
  order_id        text not null,
  sequence        integer not null,
  endpoint_id     text not null default '',
  attempt         integer not null,               -- 1, 2, 3 ..., also when the webhook is sent again
  at              timestamptz not null,
  trigger         text not null check (trigger in ('schedule', 'redelivery')),
  duration_ms     integer not null,
  response_status integer,                        -- null without a response
  response_body   text,                           -- its first 16 KiB
  failure         text,                           -- a general code; null when delivered
  primary key (account_id, mode, order_id, sequence, endpoint_id, attempt)
);
create index webhook_attempts_by_age on webhook_attempts (at);

-- Webhooks that are not about an order.
create table webhook_notices (
  account_id      text not null references accounts,
  notice_id       text not null,                  -- the webhook-id
  mode            text not null check (mode in ('sandbox', 'production')),
  kind            text not null,
  endpoint_id     text not null default '',       -- whose address and secrets count; '' for an address of its own
  url             text not null,
  body            text not null,
  status          text not null check (status in ('pending', 'delivered', 'exhausted', 'gone')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  resend_requested_at timestamptz,                -- by a person, since the last attempt
  attempted_at    timestamptz,                    -- of a first attempt that succeeded
  duration_ms     integer,
  response_status integer,
  response_body   text,                           -- its first 16 KiB
  primary key (account_id, notice_id),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'pending') = (settled_at is null))
);
create trigger notices_stay_stopped before update of resend_requested_at on webhook_notices
  for each row when (new.resend_requested_at is distinct from old.resend_requested_at and new.resend_requested_at is not null)
  execute function stays_stopped();
create index webhook_notices_due on webhook_notices (next_attempt_at) where next_attempt_at is not null;
create index webhook_notices_by_age on webhook_notices (created_at);
create index webhook_notices_by_time on webhook_notices (account_id, mode, created_at, notice_id);
create index webhook_notices_given_up on webhook_notices (account_id, mode, created_at, notice_id)
  where status in ('exhausted', 'gone');

create table webhook_notice_attempts (
  account_id      text not null,
  notice_id       text not null,
  attempt         integer not null,
  at              timestamptz not null,
  trigger         text not null check (trigger in ('schedule', 'redelivery')),
  duration_ms     integer not null,
  response_status integer,                        -- null without a response
  response_body   text,
  failure         text,
  primary key (account_id, notice_id, attempt),
  foreign key (account_id, notice_id) references webhook_notices on delete cascade
);

-- When the holder was last notified of failing webhooks. The holder is notified at most once a day.
create table webhook_alarms (
  account_id text primary key references accounts (account_id),
  raised_at  timestamptz not null
);
