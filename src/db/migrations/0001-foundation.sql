-- The foundation: accounts and their people, products, orders and what happens to them, money, printing, telling.
--
-- Conventions. Every table that grows has account_id first in its primary key, and no unique rule spans accounts, so
-- that the schema can be distributed by account. Instants are timestamptz, money is integer cents, text is text. A
-- column named *_due_at or due_at is when a sweep must next look at the row; null means that nothing waits on time.
-- Customers' JSON is kept as json, never jsonb: json keeps the text as it came, and takes \u0000, which jsonb cannot.

create table accounts (
  account_id   text primary key,
  name         text not null,
  holder_email text not null,
  enterprise   boolean not null default false,
  created_at   timestamptz not null
);

-- People sign in through better-auth; its four tables, under our names.
create table users (
  id             text primary key,
  name           text not null,
  email          text not null unique,
  email_verified boolean not null default false,
  image          text,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);

create table sessions (
  id         text primary key,
  user_id    text not null references users on delete cascade,
  token      text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

create table credentials (
  id                       text primary key,
  user_id                  text not null references users on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null,
  updated_at               timestamptz not null
);
create index credentials_by_user on credentials (user_id);

create table verifications (
  id         text primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);

-- What a signed-in person may do: act for one customer account, or for the operator as staff or as printer.
create table memberships (
  user_id    text not null references users on delete cascade,
  kind       text not null check (kind in ('customer', 'staff', 'printer')),
  account_id text references accounts,
  created_at timestamptz not null,
  primary key (user_id),
  check ((kind = 'customer') = (account_id is not null))
);
create index memberships_by_account on memberships (account_id);

create table api_keys (
  key_id        text primary key,
  kind          text not null check (kind in ('customer', 'staff', 'printer')),
  account_id    text references accounts,
  mode          text check (mode in ('sandbox', 'production')),
  label         text not null,
  secret_sha256 bytea not null,
  sealed_secret bytea,               -- sandbox keys only: they can be shown again
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  revoked_at    timestamptz,
  check ((kind = 'customer') = (account_id is not null)),
  check ((kind = 'customer') = (mode is not null)),
  check (sealed_secret is null or mode = 'sandbox')
);
create index api_keys_by_account on api_keys (account_id, mode);

create table webhook_secrets (
  account_id    text not null references accounts,
  mode          text not null check (mode in ('sandbox', 'production')),
  secret_id     text not null,
  sealed_secret bytea not null,
  created_at    timestamptz not null,
  expires_at    timestamptz,          -- set when a newer secret takes over; both sign until then
  primary key (account_id, mode, secret_id)
);

create table products (
  account_id        text not null references accounts,
  sku               text not null,
  name              text not null,
  description       text,
  manufacturing_sku text not null,
  page_count        integer check (page_count > 0),
  cover_url         text,
  guts_url          text,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  archived_at       timestamptz,
  primary key (account_id, sku)
);

-- The rolling 24-hour limit of an account and mode. Its row is the lock under which orders are admitted and released.
create table order_limits (
  account_id         text not null references accounts,
  mode               text not null check (mode in ('sandbox', 'production')),
  orders_per_24h     integer not null default 50 check (orders_per_24h >= 0),
  queue_ceiling      integer not null default 350 check (queue_ceiling >= 0),
  last_number        bigint not null default 0,   -- received orders are numbered 1, 2, 3 ...
  last_received_at   timestamptz,                 -- of order last_number; never goes back, whatever a clock does
  queued             integer not null default 0 check (queued >= 0),
  release_due_at     timestamptz,                 -- when the oldest place in the window comes free, while orders wait
  queued_mail_at     timestamptz,                 -- the holder was last told of queued orders
  rejected_mail_at   timestamptz,
  primary key (account_id, mode)
);
create index order_limits_due on order_limits (release_due_at) where release_due_at is not null;

-- Each change of a limit, so that the auditor can say which limit was in force at any instant.
create table limit_changes (
  account_id     text not null references accounts,
  mode           text not null,
  at             timestamptz not null,
  orders_per_24h integer not null,
  queue_ceiling  integer not null,
  primary key (account_id, mode, at)
);

create table orders (
  account_id        text not null references accounts,
  mode              text not null check (mode in ('sandbox', 'production')),
  order_id          text not null,                -- sortable by time: newest first is a walk down the primary key
  customer_order_id text not null check (char_length(customer_order_id) between 1 and 40),
  status            text not null check (status in (
    'RECEIVED', 'QUEUED', 'REJECTED', 'FAILED', 'VALIDATING', 'VALID_AWAITING_PAYMENT', 'VALID_HOLDING_BIN', 'PRINTING',
    'CANCELLATION_REQUESTED', 'CANCELLED', 'EXCEPTION', 'SHIPPED')),
  billing           text not null check (billing in ('charged', 'enterprise', 'reprint')),  -- fixed at creation
  request           json not null,                -- what the customer sent, as it is echoed; never changes
  books             json not null,                -- what each item is made from; checked files fix the page counts
  webhook_url       text,
  state             json not null,                -- what answers and webhooks show beside the request; changes with status
  sequence          integer not null,             -- of its newest event
  received_number   bigint,
  received_at       timestamptz,
  due_at            timestamptz,
  attempts          integer not null default 0,   -- of the work that due_at is about
  charge_cents      bigint check (charge_cents >= 0), -- the final price; null while it is not final or nothing is charged
  reprint_of        text,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (account_id, mode, order_id),
  unique (account_id, customer_order_id),
  check ((received_number is null) = (received_at is null))
);
create index orders_by_status on orders (account_id, mode, status, order_id);
create index orders_due on orders (status, due_at) where due_at is not null;
create index orders_window on orders (account_id, mode, received_at desc, received_number desc)
  where received_number is not null;

-- One row for every step of an order, also those that no webhook tells.
create table order_events (
  account_id  text not null,
  mode        text not null,
  order_id    text not null,
  sequence    integer not null,                   -- 1, 2, 3 ... within the order
  event_id    text not null,                      -- the webhook-id; the same in every attempt
  kind        text,                               -- the webhook type; null where the customer is not told
  on_event    text not null,
  from_status text,                               -- null for the first
  status      text not null,
  state       json not null,                      -- orders.state as it was after this step
  at          timestamptz not null,
  actor       text not null,
  note        text,
  primary key (account_id, mode, order_id, sequence),
  foreign key (account_id, mode, order_id) references orders
);

create table webhook_deliveries (
  account_id      text not null,
  mode            text not null,
  order_id        text not null,
  sequence        integer not null,
  status          text not null check (status in ('pending', 'delivered', 'exhausted', 'gone')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  primary key (account_id, mode, order_id, sequence),
  foreign key (account_id, mode, order_id, sequence) references order_events,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;

-- Every attempt, kept 30 days.
create table webhook_attempts (
  account_id      text not null,
  mode            text not null,
  order_id        text not null,
  sequence        integer not null,
  attempt         integer not null,               -- 1, 2, 3 ...; redeliveries by hand count on
  at              timestamptz not null,
  trigger         text not null check (trigger in ('schedule', 'redelivery')),
  duration_ms     integer not null,
  response_status integer,                        -- null when no answer came
  response_body   text,                           -- at most 16 KiB of it
  failure         text,                           -- coarse code; null when delivered
  primary key (account_id, mode, order_id, sequence, attempt)
);
create index webhook_attempts_by_age on webhook_attempts (at);

-- Money.
create table cards (
  account_id   text not null references accounts,
  card_id      text not null,
  provider     text not null,
  provider_ref text not null,
  brand        text not null,
  last4        text not null,
  is_default   boolean not null,
  created_at   timestamptz not null,
  primary key (account_id, card_id)
);
create unique index cards_one_default on cards (account_id) where is_default;

create table charges (
  account_id      text not null references accounts,
  charge_id       text not null,
  charge_date     date not null,
  amount_cents    bigint not null check (amount_cents >= 0),  -- of nothing: succeeded without a call
  status          text not null check (status in ('claimed', 'unknown', 'succeeded', 'declined')),
  provider        text not null,
  card_ref        text,                           -- null: no card on file, so declined without a call
  idempotency_key text not null,
  provider_ref    text,
  decline_code    text,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  primary key (account_id, charge_id),
  unique (account_id, charge_date),
  check ((status in ('claimed', 'unknown')) = (next_attempt_at is not null))
);
create index charges_due on charges (next_attempt_at) where next_attempt_at is not null;

create table charge_orders (
  account_id   text not null,
  charge_id    text not null,
  mode         text not null default 'production' check (mode = 'production'),
  order_id     text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  tax_cents    bigint not null check (tax_cents >= 0),
  declined     boolean not null default false,    -- as its charge was; only then can the order be in another
  primary key (account_id, charge_id, order_id),
  foreign key (account_id, charge_id) references charges,
  foreign key (account_id, mode, order_id) references orders
);
create unique index charge_orders_once on charge_orders (account_id, order_id) where not declined;

create table refunds (
  account_id      text not null,
  refund_id       text not null,
  charge_id       text not null,
  order_id        text not null,
  amount_cents    bigint not null check (amount_cents > 0),
  tax_cents       bigint not null check (tax_cents >= 0),
  status          text not null check (status in ('pending', 'succeeded')),
  idempotency_key text not null,
  provider_ref    text,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  primary key (account_id, refund_id),
  unique (account_id, order_id),
  foreign key (account_id, charge_id, order_id) references charge_orders,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null;

-- Append-only double entry: the lines of one posting sum to zero. Debits are positive, credits negative.
create table ledger_entries (
  account_id     text not null references accounts,
  posting_id     text not null,
  line           integer not null,
  at             timestamptz not null,
  ledger_account text not null check (ledger_account in ('cash', 'revenue', 'tax', 'refunds')),
  amount_cents   bigint not null check (amount_cents <> 0),
  charge_id      text not null,
  order_id       text not null,
  refund_id      text,
  primary key (account_id, posting_id, line)
);

create function posting_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entries
      where account_id = new.account_id and posting_id = new.posting_id) <> 0 then
    raise exception 'ledger posting % does not sum to zero', new.posting_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_sums_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function posting_sums_to_zero();

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_is_append_only before update or delete on ledger_entries
  for each row execute function append_only();

-- Printing. A job is one attempt to have an order printed; a resumed order gets another.
create table print_jobs (
  account_id             text not null,
  mode                   text not null,
  order_id               text not null,
  attempt                integer not null,
  job_id                 text not null,           -- random; the printer's handle
  printer                text not null,           -- name of the adapter that holds it
  status                 text not null check (status in ('NEW', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'PROBLEM')),
  cancellation_requested boolean not null default false,
  enterprise             boolean not null,        -- the printer sets the price
  ticket                 json not null,           -- what the printer gets: destination, class, items with files
  due_date               date,                    -- to be shipped by
  submitted_at           timestamptz,             -- the printer has it
  next_step_at           timestamptz,             -- submit (again), tell of a cancellation, or the simulator's next act
  attempts               integer not null default 0,
  problem                text,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  primary key (account_id, mode, order_id, attempt),
  foreign key (account_id, mode, order_id) references orders
);
create index print_jobs_by_job on print_jobs (job_id);
create index print_jobs_list on print_jobs (printer, status, job_id);
create index print_jobs_due on print_jobs (next_step_at) where next_step_at is not null;

-- Telling people.
create table emails (
  account_id      text not null,                  -- 'operator' for staff and printers
  email_id        text not null,
  recipient       text not null,
  subject         text not null,
  body            text not null,
  created_at      timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  sent_at         timestamptz,
  primary key (account_id, email_id)
);
create index emails_due on emails (next_attempt_at) where next_attempt_at is not null;

create table audit_log (
  audit_id   text primary key,
  at         timestamptz not null,
  actor      text not null,
  action     text not null,
  account_id text,
  subject    text,
  details    json not null
);
create index audit_log_by_account on audit_log (account_id, audit_id);
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function append_only();

-- Small facts of the installation itself, such as where a hand-moved clock stands.
create table settings (
  name  text primary key,
  value text not null
);
