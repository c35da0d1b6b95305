-- Cards, charges, refunds and disputes, and the providers' reports about them.

create table cards (
  account_id         text not null references accounts,
  card_id            text not null,
  provider           text not null,
  provider_ref       text not null,
  brand              text not null,
  last4              text not null,
  is_default         boolean not null,
  expires_on         date,                        -- its last day, as the provider says; null: unknown, or never
  expiry_notified_at timestamptz,                 -- when its account got an email about that
  created_at         timestamptz not null,
  removed_at         timestamptz,                 -- the row is deleted when the provider has removed the card
  primary key (account_id, card_id)
);
create unique index cards_one_default on cards (account_id) where is_default;
create unique index cards_once on cards (account_id, provider, provider_ref);
create index cards_expiring on cards (expires_on)
  where is_default and expires_on is not null and expiry_notified_at is null;

-- The account's customer at a provider that stores the cards itself.
create table payment_customers (
  account_id    text not null references accounts,
  provider      text not null,
  provider_ref  text not null,
  sync_due_at   timestamptz,                      -- when the provider is next asked for its cards
  sync_attempts integer not null default 0,
  bank_account  json,                             -- for its bank transfers, once it has asked
  transfers_due_at   timestamptz,                 -- when the provider is next asked for its bank transfers
  transfers_attempts integer not null default 0,
  created_at    timestamptz not null,
  primary key (account_id, provider)
);
create index payment_customers_by_ref on payment_customers (provider, provider_ref);
create index payment_customers_due on payment_customers (sync_due_at) where sync_due_at is not null;
create index payment_customers_transfers on payment_customers (transfers_due_at) where transfers_due_at is not null;

-- Run 0 of a date is the daily charge; runs 1, 2, 3 ... are immediate payments. A sum above the provider's maximum is
-- charged in several slices of one run (docs/decisions/0012-charges-of-one-date.md).
create table charges (
  account_id      text not null references accounts,
  charge_id       text not null,
  charge_date     date not null,
  run             integer not null default 0 check (run >= 0),
  slice           integer not null default 0 constraint charges_slice_check check (slice >= 0),
  amount_cents    bigint not null check (amount_cents >= 0), -- a charge of 0 succeeds without a call
  status          text not null check (status in ('claimed', 'unknown', 'requires_action', 'succeeded', 'declined')),
  provider        text not null,
  card_ref        text,                           -- null: no card on file, so the charge is declined without a call
  idempotency_key text not null,
  provider_ref    text,
  confirm_url     text,                           -- where the holder confirms the charge, while it waits for that
  decline_code    text,
  decline_message json,
  request_key     text,
  request_digest  text,                           -- SHA-256 of the request
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  primary key (account_id, charge_id),
  constraint charges_once_a_run unique (account_id, charge_date, run, slice),
  constraint charges_open_is_due
    check ((status in ('claimed', 'unknown', 'requires_action')) = (next_attempt_at is not null)),
  constraint charges_confirm_url_check check (confirm_url is null or status = 'requires_action'),
  constraint charges_request_is_whole check ((request_key is null) = (request_digest is null))
);
create trigger charges_of_accounts_here after insert on charges referencing new table as added
  for each statement execute function is_not_moved('created_at');
create index charges_due on charges (next_attempt_at) where next_attempt_at is not null;
create index charges_open on charges (status, charge_id) where status in ('claimed', 'unknown', 'requires_action');
create index charges_by_time on charges (charge_id);
create index charges_by_settlement on charges (settled_at) where settled_at is not null;
create unique index charges_by_request on charges (account_id, request_key) where request_key is not null;

-- Money outlives the rows of its orders: neither this table nor `sales` refers to them. The audit checks that each of
-- their orders is stored or archived.
create table charge_orders (
  account_id     text not null,
  charge_id      text not null,
  mode           text not null default 'production' check (mode = 'production'),
  order_id       text not null,
  amount_cents   bigint not null check (amount_cents >= 0),
  tax_cents      bigint not null check (tax_cents >= 0),
  declined       boolean not null default false,  -- like its charge; only a declined order can be in another charge
  refunded_cents bigint not null default 0,
  primary key (account_id, charge_id, order_id),
  foreign key (account_id, charge_id) references charges,
  constraint charge_orders_refunds_no_more check (refunded_cents between 0 and amount_cents)
);
create unique index charge_orders_once on charge_orders (account_id, order_id) where not declined;
create index charge_orders_by_order on charge_orders (account_id, order_id);

create table refunds (
  account_id      text not null,
  refund_id       text not null,
  charge_id       text not null,
  order_id        text not null,
  amount_cents    bigint not null check (amount_cents > 0),
  tax_cents       bigint not null check (tax_cents >= 0),
  cells           json,                           -- refunded cents of each part and tax of the sale; null: everything
  quantities      json,                           -- refunded copies, by index of the item
  reason          text,
  actor           text not null default 'system',
  request_key     text,
  request_digest  text,                           -- SHA-256 of the request
  status          text not null check (status in ('pending', 'succeeded')),
  idempotency_key text not null,
  provider_ref    text,
  problem         json,                           -- the provider's last answer, until the refund is paid
  manual_ref      text,                           -- the payment's reference, when staff refunded by hand at manual_at
  manual_at       timestamptz,
  covered_by      text,                           -- the lost dispute by which the cardholder has the money already
  returned_at     timestamptz,                    -- when a paid refund came back; the service pays it again
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  primary key (account_id, refund_id),
  foreign key (account_id, charge_id, order_id) references charge_orders,
  constraint refunds_request_is_whole check ((request_key is null) = (request_digest is null)),
  constraint manual_refunds
    check ((manual_ref is null) = (manual_at is null) and (manual_ref is null or status = 'succeeded')),
  constraint refunds_covered_are_made
    check (covered_by is null or status = 'succeeded' and manual_ref is null and provider_ref is null),
  constraint refunds_pending_is_due check (status <> 'pending' or next_attempt_at is not null),
  constraint refunds_returned_was_made check (returned_at is null or settled_at is not null)
);
create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null;
create index refunds_by_order on refunds (account_id, order_id);
create index refunds_by_settlement on refunds (settled_at) where settled_at is not null;
create index refunds_by_return on refunds (returned_at) where returned_at is not null;
create index refunds_by_manual_ref on refunds (manual_ref) where manual_ref is not null;
create index refunds_unmade on refunds (refund_id) where status = 'pending' and problem is not null;
create unique index refunds_by_request on refunds (account_id, order_id, request_key) where request_key is not null;

-- Every writer of refunds meets the check on an order's refunded sum.
create function count_refund() returns trigger language plpgsql as $$
begin
  update charge_orders set refunded_cents = refunded_cents + new.amount_cents
  where account_id = new.account_id and charge_id = new.charge_id and order_id = new.order_id;
  return null;
end $$;
create trigger refunds_are_counted after insert on refunds for each row execute function count_refund();
create trigger refunds_of_accounts_here after insert on refunds referencing new table as added
  for each statement execute function is_not_moved('created_at');
create trigger refunds_stay_stopped before update of next_attempt_at on refunds
  for each row when (new.next_attempt_at < timestamptz '2900-01-01 00:00Z') execute function stays_stopped();
create trigger refunds_keep_their_amount
  before update of account_id, charge_id, order_id, amount_cents, tax_cents, cells or delete on refunds
  for each row execute function append_only();

-- Disputes (chargebacks), as the payment provider reports them.
create table disputes (
  account_id      text not null,
  dispute_id      text not null,
  charge_id       text,
  payment_id      text,                           -- a payment of a statement, which is owed again
  provider        text not null,
  provider_ref    text not null,
  amount_cents    bigint not null check (amount_cents >= 0),
  reason          text not null,
  status          text not null check (status in ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  evidence_due_at timestamptz,
  opened_at       timestamptz not null,
  created_at      timestamptz not null,
  closed_at       timestamptz,
  primary key (account_id, dispute_id),
  constraint disputes_once unique (account_id, provider, provider_ref),
  foreign key (account_id, charge_id) references charges (account_id, charge_id),
  check (num_nonnulls(charge_id, payment_id) = 1),
  constraint disputes_closed_at check ((closed_at is not null) = (status in ('won', 'lost', 'closed')))
);
create index disputes_open on disputes (dispute_id) where closed_at is null;
create index disputes_by_charge on disputes (account_id, charge_id);
create index disputes_by_payment on disputes (account_id, payment_id) where payment_id is not null;

-- The money that a dispute moved. `amount_cents` changes the balance, without the fee; negative: money was withdrawn.
create table dispute_movements (
  account_id   text not null,
  dispute_id   text not null,
  provider_ref text not null,
  amount_cents bigint not null,
  fee_cents    bigint not null,
  at           timestamptz not null,
  recorded_at  timestamptz not null,
  primary key (account_id, dispute_id, provider_ref),
  foreign key (account_id, dispute_id) references disputes (account_id, dispute_id)
);
create index dispute_movements_by_record on dispute_movements (recorded_at);
create index dispute_movements_by_ref on dispute_movements (provider_ref);
create trigger dispute_movements_are_append_only before update or delete on dispute_movements
  for each row execute function append_only();

-- When the service next asks the provider about a dispute. Only the answer names the account.
create table dispute_checks (
  account_id    text not null default 'operator',
  provider      text not null,
  provider_ref  text not null,
  next_check_at timestamptz not null,
  attempts      integer not null default 0,
  primary key (account_id, provider, provider_ref)
);
create index dispute_checks_due on dispute_checks (next_check_at);

-- Messages of providers. A repeated message has no second row.
create table provider_messages (
  account_id  text not null,                      -- 'operator' where the message names no account
  provider    text not null,
  message_id  text not null,
  kind        text not null,                      -- the provider's own name
  received_at timestamptz not null,
  primary key (account_id, provider, message_id)
);
create index provider_messages_by_age on provider_messages (received_at);

-- The newest comparison of our books of each day with the provider's books.
create table reconciliations (
  provider    text not null,
  day         date not null,
  compared_at timestamptz not null,
  entries     integer not null,                   -- of the provider
  differences json not null,
  primary key (provider, day)
);
