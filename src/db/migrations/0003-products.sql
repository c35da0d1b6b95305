-- Products of customers, and print files: their stored content, the reading of each PDF, and the source of each file.

create table products (
  account_id        text not null references accounts,
  sku               text not null,
  name              text not null,
  search_words      text not null default '',     -- SKU and name as the search compares them
  description       text,
  manufacturing_sku text not null,
  page_count        integer check (page_count > 0),
  cover_url         text,
  guts_url          text,
  proof_required    boolean not null default false, -- orders are printed only once their proof is approved
  isbn              text check (isbn ~ '^97[89][0-9]{10}$'),
  price_add_on      text check (price_add_on ~ '^[0-9]{5}$'), -- the price in the barcode (EAN-5)
  barcode           text not null default 'none' check (barcode in ('none', 'draw')), -- on the cover
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  archived_at       timestamptz,
  primary key (account_id, sku),
  constraint products_barcode_needs_isbn check (barcode = 'none' or isbn is not null)
);
create index products_for_sale on products (account_id, sku) where archived_at is null;
-- For the operator, who may not remove a book that products use.
create index products_by_book on products (manufacturing_sku) where archived_at is null;
create index products_archived on products (account_id, sku) where archived_at is not null;
create index products_by_name on products (account_id, lower(name), sku) where archived_at is null;
create index products_archived_by_name on products (account_id, lower(name), sku) where archived_at is not null;
create index products_by_age on products (account_id, created_at, sku) where archived_at is null;
create index products_archived_by_age on products (account_id, created_at, sku) where archived_at is not null;

-- One row for each object in the storage, shared by all accounts: the content is the key.
create table stored_files (
  sha256      text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,                      -- new each time the content is stored (src/artwork/storage.ts)
  bytes       bigint not null check (bytes >= 0),
  stored_at   timestamptz not null
);

-- Objects to delete. A process lists an object here before it writes it, so that a killed process leaves nothing.
create table stored_trash (
  storage_key text primary key,
  due_at      timestamptz not null
);
create index stored_trash_due on stored_trash (due_at);

-- The files that an account has used. `reading` holds the result of reading the PDF, or why the PDF cannot be read.
create table files (
  account_id    text not null references accounts,
  sha256        text not null references stored_files,
  reading       json not null,
  facts_version integer not null,                 -- the version of the PDF reader; a newer reader reads the file again
  page_count    integer,
  repaired_from text,                             -- the sha256 of the file that was repaired
  uploaded_at   timestamptz,                      -- null: the file was fetched or repaired; uploads have a quota
  created_at    timestamptz not null,
  last_used_at  timestamptz not null,
  front_picture bytea,                            -- of a cover, small, as WebP; null until a list shows it
  front_tag     text,                             -- names the content of the picture
  primary key (account_id, sha256)
);
create index files_by_use on files (last_used_at);
create index files_by_content on files (sha256);
create index files_uploaded on files (account_id) where uploaded_at is not null;

-- The newest content of an address. Addresses may carry secrets, so only their SHA-256 is stored.
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

-- Files that programs send in parts, for orders and products. A row lives for a day. The objects of its parts are listed
-- in stored_trash from the beginning, so that they end with it.
create table uploads (
  account_id text not null references accounts,
  mode       text not null check (mode in ('sandbox', 'production')),
  upload_id  text not null,
  sha256     text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes      bigint not null check (bytes > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  done_at    timestamptz,                         -- null until the file is put together
  primary key (account_id, mode, upload_id),
  unique (account_id, mode, sha256)
);
create index uploads_by_end on uploads (expires_at);
create table upload_parts (
  account_id  text not null,
  mode        text not null,
  upload_id   text not null,
  number      integer not null check (number > 0),
  storage_key text not null,
  sha256      text not null,
  bytes       integer not null,
  primary key (account_id, mode, upload_id, number),
  foreign key (account_id, mode, upload_id) references uploads on delete cascade
);

-- Checks of files before an order. They are deleted after 30 days.
create table file_checks (
  account_id  text not null references accounts,
  check_id    text not null,
  mode        text not null check (mode in ('sandbox', 'production')),
  status      text not null check (status in ('CHECKING', 'DONE')),
  request     json not null,
  result      json,                               -- null until the check is done
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
