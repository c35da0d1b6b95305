-- Orders that ended long ago leave the tables for files in the storage (src/features/archive). What stays here finds them,
-- keeps their identifiers used, and has what invoices and statements show of them.

create table archive_files (
  account_id      text not null references accounts,
  mode            text not null check (mode = 'production'),
  archive_id      text not null,
  month           date not null,                   -- the first day of the month (UTC) of its orders
  storage_key     text not null,
  sha256          text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes           bigint not null check (bytes > 0),
  orders          integer not null check (orders > 0),
  first_ended_at  timestamptz not null,
  last_ended_at   timestamptz not null,
  has_recipients  boolean not null,                -- some order in it has a recipient that is not erased
  first_posted_at timestamptz,                     -- of its postings of the ledger; null: it has none
  last_posted_at  timestamptz,
  archived_at     timestamptz not null,
  checked_at      timestamptz not null,            -- when the object was last read and found unchanged
  primary key (account_id, archive_id),
  check ((first_posted_at is null) = (last_posted_at is null))
);
create index archive_files_by_posting on archive_files (account_id, first_posted_at, archive_id)
  where first_posted_at is not null;
create index archive_files_by_month on archive_files (account_id, month, archive_id) include (orders);
create index archive_files_of_all_by_month on archive_files (month, account_id) include (orders);
create index archive_files_by_check on archive_files (checked_at);
create index archive_files_to_erase on archive_files (first_ended_at) where has_recipients;

-- The sums of the postings that left with a file, by day. These and the stored postings are the sums of the ledger.
create table archived_days (
  account_id text not null,
  day        date not null,                        -- in UTC
  archive_id text not null,
  sums       json not null,                        -- account, part, jurisdiction ('': none), debit and credit of each
  primary key (account_id, day, archive_id),
  foreign key (account_id, archive_id) references archive_files
);
create index archived_days_by_file on archived_days (account_id, archive_id);
create view archived_sums as
  select d.account_id, d.archive_id, d.day, s.account as ledger_account, s.part, s.jurisdiction, s.debit as debit_cents,
    s.credit as credit_cents
  from archived_days d
  cross join lateral json_to_recordset(d.sums) as s (
    account text, part text, jurisdiction text, debit bigint, credit bigint);

create table archived_orders (
  account_id        text not null,
  mode              text not null,
  order_id          text not null,
  archive_id        text not null,
  customer_order_id text not null,
  order_number      text not null,
  reprint_of        text,
  price_list        text,
  purchase_order    text,
  items             json not null,                 -- sku and quantity of each item
  primary key (account_id, mode, order_id),
  foreign key (account_id, archive_id) references archive_files
);
create unique index archived_orders_by_name on archived_orders (customer_order_id, account_id);
create index archived_orders_by_number on archived_orders (order_number, account_id);
create index archived_orders_by_file on archived_orders (account_id, archive_id);

-- Orders that were restored on request, and are not archived again before that time.
create table restored_orders (
  account_id text not null,
  mode       text not null,
  order_id   text not null,
  kept_until timestamptz not null,
  primary key (account_id, mode, order_id),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);
