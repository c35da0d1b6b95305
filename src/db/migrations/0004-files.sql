-- Print files: what is stored, what was read in it, and where it came from.

-- One row for each object in the storage, whoever's it is. The bytes are the key, so this one table is not by account.
create table stored_files (
  sha256      text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,                      -- of its own for every storing: see artwork/storage.ts
  bytes       bigint not null check (bytes >= 0),
  stored_at   timestamptz not null
);

-- Objects that are to be deleted. One that is about to be written stands here too, so that no death leaves it behind.
create table stored_trash (
  storage_key text primary key,
  due_at      timestamptz not null
);
create index stored_trash_due on stored_trash (due_at);

-- The files that an account has used. Read once: `reading` is what stands in the PDF, or why it cannot be read.
create table files (
  account_id    text not null references accounts,
  sha256        text not null references stored_files,
  reading       json not null,
  facts_version integer not null,                 -- of the reader; a newer one reads again
  page_count    integer,
  repaired_from text,                             -- the sha256 of the file that this one was made of
  created_at    timestamptz not null,
  last_used_at  timestamptz not null,
  primary key (account_id, sha256)
);
create index files_by_use on files (last_used_at);
create index files_by_content on files (sha256);

-- What an address held when it was fetched last. Addresses may carry secrets, so only their SHA-256 is kept.
create table file_sources (
  account_id    text not null,
  url_sha256    text not null,
  sha256        text not null,
  etag          text,
  last_modified text,
  fetched_at    timestamptz not null,
  primary key (account_id, url_sha256),
  foreign key (account_id, sha256) references files on delete cascade
);
create index file_sources_by_file on file_sources (account_id, sha256);

-- Files of products that were uploaded in the dashboard.
create table product_files (
  account_id  text not null,
  sku         text not null,
  part        text not null check (part in ('cover', 'guts')),
  sha256      text not null,
  uploaded_at timestamptz not null,
  primary key (account_id, sku, part),
  foreign key (account_id, sku) references products,
  foreign key (account_id, sha256) references files
);
create index product_files_by_file on product_files (account_id, sha256);

-- Checks that were asked for before an order, kept 30 days.
create table file_checks (
  account_id  text not null references accounts,
  check_id    text not null,
  mode        text not null check (mode in ('sandbox', 'production')),
  status      text not null check (status in ('CHECKING', 'DONE')),
  request     json not null,
  result      json,                               -- null until it is done
  webhook_url text,
  due_at      timestamptz,
  attempts    integer not null default 0,
  created_at  timestamptz not null,
  done_at     timestamptz,
  primary key (account_id, check_id),
  check ((status = 'DONE') = (result is not null))
);
create index file_checks_due on file_checks (due_at) where due_at is not null;
create index file_checks_by_age on file_checks (created_at);

-- Webhooks that tell of something other than an order.
create table webhook_notices (
  account_id      text not null references accounts,
  notice_id       text not null,                  -- the webhook-id
  mode            text not null check (mode in ('sandbox', 'production')),
  kind            text not null,
  url             text not null,
  body            text not null,
  status          text not null check (status in ('pending', 'delivered', 'exhausted', 'gone')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  last_status     integer,                        -- of the answer to the newest attempt; null when none came
  last_failure    text,
  created_at      timestamptz not null,
  primary key (account_id, notice_id),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_notices_due on webhook_notices (next_attempt_at) where next_attempt_at is not null;
create index webhook_notices_by_age on webhook_notices (created_at);
