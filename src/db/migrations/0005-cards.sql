-- Cards that providers keep, charges that wait for the holder's confirmation, paying at once, what providers tell, and the
-- comparison of their books with ours.

alter table cards
  add column removed_at timestamptz;              -- no longer wanted; the row goes when the provider has let go of it
-- Of a card that was put on file several times the newest row stays.
delete from cards c using cards n
  where n.account_id = c.account_id and n.provider = c.provider and n.provider_ref = c.provider_ref
    and n.card_id > c.card_id;
create unique index cards_once on cards (account_id, provider, provider_ref);

-- The account as a provider knows it that keeps the cards itself.
create table payment_customers (
  account_id    text not null references accounts,
  provider      text not null,
  provider_ref  text not null,
  sync_due_at   timestamptz,                      -- when the provider is next asked which cards it keeps
  sync_attempts integer not null default 0,
  created_at    timestamptz not null,
  primary key (account_id, provider)
);
create index payment_customers_by_ref on payment_customers (provider, provider_ref);
create index payment_customers_due on payment_customers (sync_due_at) where sync_due_at is not null;

-- Run 0 of a date is the daily charge; 1, 2, 3 ... are those that the account's people asked for themselves that day.
alter table charges
  add column run integer not null default 0 check (run >= 0),
  add column confirm_url text,                    -- where the holder confirms, while the charge waits for that
  add column decline_message text,
  drop constraint charges_account_id_charge_date_key,
  add constraint charges_once_a_run unique (account_id, charge_date, run),
  drop constraint charges_status_check,
  add constraint charges_status_check
    check (status in ('claimed', 'unknown', 'requires_action', 'succeeded', 'declined')),
  drop constraint charges_check,
  add constraint charges_open_is_due
    check ((status in ('claimed', 'unknown', 'requires_action')) = (next_attempt_at is not null)),
  add constraint charges_confirm_url_check check (confirm_url is null or status = 'requires_action');
-- The few that staff may have to look after.
create index charges_open on charges (status, charge_id) where status in ('unknown', 'requires_action');
-- For comparing a day's books with the provider's.
create index charges_by_settlement on charges (settled_at) where settled_at is not null;
create index refunds_by_settlement on refunds (settled_at) where settled_at is not null;
create index charge_orders_by_order on charge_orders (account_id, order_id);

-- Orders that nobody tries to charge any more (payments/store.ts).
create index orders_unpaid on orders (account_id, order_id)
  where status = 'VALID_AWAITING_PAYMENT' and mode = 'production' and billing = 'charged' and due_at is null;

-- What providers told us, each message once.
create table provider_messages (
  account_id  text not null,                      -- 'operator' where the message names no account
  provider    text not null,
  message_id  text not null,
  kind        text not null,                      -- in the provider's words
  received_at timestamptz not null,
  primary key (account_id, provider, message_id)
);
create index provider_messages_by_age on provider_messages (received_at);

-- The newest comparison of each day's books.
create table reconciliations (
  provider    text not null,
  day         date not null,
  compared_at timestamptz not null,
  entries     integer not null,                   -- of the provider's
  differences json not null,
  primary key (provider, day)
);

-- The simulated gateway's own books: whose charge, when it answers, and what the holder said.
alter table simulated_gateway_charges
  add column account_id text not null default '',
  add column answers_at timestamptz,              -- null: at once
  add column confirmation text check (confirmation in ('asked', 'confirmed', 'refused', 'withdrawn'));
alter table simulated_gateway_refunds
  add column account_id text not null default '';
