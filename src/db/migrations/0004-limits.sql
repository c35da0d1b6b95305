-- The rolling 24-hour limit of an account and mode. Admitting and releasing orders locks this row.
create table order_limits (
  account_id        text not null references accounts,
  mode              text not null check (mode in ('sandbox', 'production')),
  orders_per_24h    integer not null default 50 check (orders_per_24h >= 0),
  queue_ceiling     integer not null default 350 check (queue_ceiling >= 0),
  last_number       bigint not null default 0,    -- received orders are numbered 1, 2, 3 ...
  last_received_at  timestamptz,                  -- of order last_number; never goes back, even when a clock does
  last_order_number bigint not null default 0,    -- all orders but reprints are numbered 1, 2, 3 ...
  last_queue_number bigint not null default 0,    -- queued orders are numbered 1, 2, 3 ...
  queued            integer not null default 0 check (queued >= 0),
  release_due_at    timestamptz,                  -- while orders wait: when the oldest slot of the window is free again
  queued_mail_at    timestamptz,                  -- when the holder was last notified of queued orders
  rejected_mail_at  timestamptz,
  -- The window of a sandbox has its own clock, which is ahead of the service's clock by `forwarded`. received_at and
  -- last_received_at are instants of that clock. Orders up to emptied_number have been deleted, or will be.
  forwarded         interval not null default '0',
  emptied_number    bigint not null default 0,
  primary key (account_id, mode)
);
create index order_limits_due on order_limits (release_due_at) where release_due_at is not null;
create index order_limits_queued on order_limits (queued) where queued > 0;

-- Each change of a limit, so that the audit knows the limit of every instant.
create table limit_changes (
  account_id     text not null references accounts,
  mode           text not null,
  at             timestamptz not null,
  orders_per_24h integer not null,
  queue_ceiling  integer not null,
  primary key (account_id, mode, at)
);

-- Identifiers of deleted orders, which no new order may use.
create table used_identifiers (
  account_id        text not null references accounts,
  customer_order_id text not null,
  mode              text not null check (mode in ('sandbox', 'production')),
  primary key (account_id, customer_order_id)
);
create index used_identifiers_of_sandboxes on used_identifiers (account_id) where mode = 'sandbox';

-- Fast-forward and emptying of a large sandbox continue in portions (src/features/sandbox/sandboxTasks.ts). They concern
-- the rows that transactions before transaction_number wrote.
create table sandbox_tasks (
  account_id         text not null primary key references accounts,
  kind               text not null check (kind in ('fast_forward', 'emptying')),
  by_ms              bigint check (by_ms > 0),
  requested_at       timestamptz not null,
  requested_by       text not null,
  transaction_number bigint not null default transaction_number(),
  after_order_id     text not null default '',
  orders             bigint not null default 0,
  due_at             timestamptz not null,
  check ((kind = 'fast_forward') = (by_ms is not null))
);
create index sandbox_tasks_due on sandbox_tasks (due_at);
