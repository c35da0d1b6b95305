-- Sales, the ledger, invoices and credit notes, and taxes.

-- One row for each charged production order with a final price. Only cancelled_at ever changes.
create table sales (
  account_id        text not null,
  mode              text not null default 'production' check (mode = 'production'),
  order_id          text not null,
  at                timestamptz not null,
  books             json not null,                -- for each item: pages, and the SHA-256 of cover and of pages
  items_cents       json not null,                -- one amount for each item, in the order's sequence, without tax
  fulfillment_cents bigint not null check (fulfillment_cents >= 0),
  shipping_cents    bigint not null check (shipping_cents >= 0),
  taxes             json not null,                -- an object for each tax: jurisdiction, kind, rate, base, part cents
  total_cents       bigint not null check (total_cents >= 0),
  place             text not null,                -- of the destination: US-NY, CA-ON, PR
  tax_source        text not null,                -- the table, or a provider
  tax_ref           text,                         -- the provider's id of its calculation
  exemption_id      text,                         -- the exemption that applied
  cancelled_at      timestamptz,                  -- set when it was canceled before payment; nothing is owed then
  primary key (account_id, order_id)
);

-- Append-only double entry: a row for each posting, with its lines, which sum to zero (decision 0052). Their only
-- writer (src/payments/postingStore.ts) checks the lines, and so does the audit. Debits are positive, credits negative.
-- A posting is about an order, about a dispute, which concerns a whole charge, or about a payment of an enterprise
-- account, and its id begins with that subject: the postings of an order, and of a range of orders, are a range of the
-- primary key.
create sequence ledger_posting_numbers;
create table ledger_postings (
  account_id text not null references accounts,
  posting_id text collate "C" not null,
  at         timestamptz not null,
  order_id   text,
  charge_id  text,                                -- null for a sale, because it is in no charge yet
  refund_id  text,
  dispute_id text,
  payment_id text,
  lines      json not null check (json_array_length(lines) > 1), -- account, part or jurisdiction, and cents of each
  number     bigint not null default nextval('ledger_posting_numbers'), -- in the sequence of inserts, with gaps
  primary key (account_id, posting_id),
  constraint ledger_postings_are_about check (num_nonnulls(order_id, dispute_id, payment_id) = 1),
  constraint ledger_postings_begin_with_subject
    check (starts_with(posting_id, coalesce(order_id, dispute_id, payment_id) || '/'))
);
create index ledger_postings_by_time on ledger_postings (account_id, at, posting_id);
create index ledger_postings_by_number on ledger_postings (number);
-- Only a posting about an order that is in a file of the archive may be deleted.
create function posting_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from archived_orders where account_id = old.account_id and mode = 'production' and order_id = old.order_id
  ) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_is_append_only before update or delete on ledger_postings
  for each row execute function posting_is_kept();

create view ledger_entries as
  select p.account_id, p.posting_id, l.line, p.at, l.account as ledger_account, l.part, l.jurisdiction,
    l.cents as amount_cents, p.charge_id, p.order_id, p.refund_id, p.dispute_id, p.payment_id
  from ledger_postings p
  cross join lateral rows from (
    json_to_recordset(p.lines) as (account text, part text, jurisdiction text, cents bigint)
  ) with ordinality as l (account, part, jurisdiction, cents, line);

-- Sums of the ledger by day and month, so that the cost of a balance does not grow with the ledger (decision 0018).
-- Every statement that inserts postings also inserts their sums into ledger_deltas, without waiting for another
-- transaction. A task adds the deltas to ledger_sums. Both tables together are the sum of the ledger at any moment.
create table ledger_deltas (
  account_id     text not null,
  posting_id     text not null,                   -- the first of the postings that it sums
  day            date not null,                   -- in UTC
  ledger_account text not null,
  part           text not null,                   -- '': the lines have no part
  jurisdiction   text not null,
  debit_cents    bigint not null,
  credit_cents   bigint not null,
  primary key (account_id, posting_id, ledger_account, part, jurisdiction)
);

-- account_id 'operator' is the sum of all accounts.
create table ledger_sums (
  account_id     text not null,
  span           text not null check (span in ('day', 'month')),
  starts_on      date not null,
  ledger_account text not null,
  part           text not null,
  jurisdiction   text not null,
  debit_cents    bigint not null,
  credit_cents   bigint not null,
  primary key (span, account_id, starts_on, ledger_account, part, jurisdiction)
);
-- For the audit, which compares the accounts with their sum.
create index ledger_sums_by_day on ledger_sums (starts_on) where span = 'day';

-- Tax returns that were filed, with their figures, and what postings add to returns. An entry is open until a return has
-- it; only its return_id and is_summed ever change, once.
create table tax_returns (
  return_id    text primary key,
  registration text not null,                     -- where it was filed: US-NY, PR, CA, CA-QC
  first_day    date not null,                     -- of its entries, in UTC
  last_day     date not null,
  lines        json not null,                     -- the figures of each jurisdiction, in cents
  reference    text,                              -- of the authority
  filed_at     timestamptz not null,
  filed_by     text not null,
  check (first_day <= last_day),
  unique (registration, last_day)
);
create sequence tax_entry_numbers;
create table tax_entries (
  entry_id           bigint not null default nextval('tax_entry_numbers'),
  account_id         text not null,
  posting_id         text not null,
  order_id           text not null,
  at                 timestamptz not null,        -- of the posting
  registration       text not null,
  jurisdiction       text not null,               -- of the tax in the ledger
  gross_cents        bigint not null,             -- without tax; 0 for a jurisdiction within the place
  exempt_cents       bigint not null,             -- of the gross, by a certificate
  taxable_cents      bigint not null,
  tax_cents          bigint not null,
  credits_cents      bigint not null,             -- refunded, without tax
  credited_tax_cents bigint not null,
  return_id          text references tax_returns deferrable initially deferred, -- set before the row that sums it
  is_summed          boolean,                     -- null until tax_sums or a return has it: planned as rare; false: in a
                                                  -- return of the installation that the account came from
  primary key (account_id, posting_id, registration, jurisdiction)
);
create index tax_entries_open on tax_entries (registration, entry_id) where return_id is null;
create index tax_entries_by_return on tax_entries (return_id, entry_id) where return_id is not null;
create index tax_entries_by_day on tax_entries (account_id, at);
create index tax_entries_open_by_time on tax_entries (at) where return_id is null; -- for the audit
create index tax_entries_unsummed on tax_entries (entry_id) where is_summed is null;

-- Sums of the open entries by UTC day, so that the cost of an open return does not grow with its orders. The task that
-- sums the ledger adds entries within minutes; the other entries and these sums together are the open returns.
create table tax_sums (
  day                date not null,
  registration       text not null,
  jurisdiction       text not null,
  gross_cents        bigint not null,
  exempt_cents       bigint not null,
  taxable_cents      bigint not null,
  tax_cents          bigint not null,
  credits_cents      bigint not null,
  credited_tax_cents bigint not null,
  primary key (day, registration, jurisdiction)
);

-- Exports of the ledger to the operator's accounting, numbered 1, 2, 3 ...: each has the postings after those of the
-- export before, up to its last. The journal is stored, so a file of it has the same bytes at every download.
create table accounting_exports (
  number        integer primary key check (number > 0),
  after_posting bigint not null,                  -- the last number of the export before
  last_posting  bigint not null unique,
  postings      integer not null check (postings > 0),
  debit_cents   bigint not null,
  credit_cents  bigint not null,
  journal       json not null,                    -- an entry for each UTC day, with its sums
  accounts      json not null,                    -- the codes and names of the accounts at that time
  made_at       timestamptz not null,
  made_by       text not null,
  check (last_posting > after_posting),
  check (debit_cents = credit_cents)
);

-- The accounts of the operator's accounting that stand for ours.
create table accounting_mapping (
  ledger_account text not null,
  detail         text not null,                   -- a part or a jurisdiction; '' for all that have no own row
  code           text not null,
  name           text not null,
  primary key (ledger_account, detail)
);

-- Whom invoices, credit notes and statements of an account bill. Each paper keeps the details of its time.
create table billing_details (
  account_id     text primary key references accounts,
  details        json not null,                   -- company, contact, tax number and address (src/payments/billingDetails.ts)
  purchase_order text check (char_length(purchase_order) between 1 and 40)
);

-- Invoices of charges, credit notes of refunds, and the document of each statement, in one series of the operator: 1, 2,
-- 3 ... without gaps. Its row is locked last in a transaction, until the commit.
create table document_series (
  series         text primary key check (series = 'operator'),
  last_number    integer not null,
  last_issued_at timestamptz not null
);
create table documents (
  account_id   text not null references accounts,
  kind         text not null check (kind in ('invoice', 'credit_note')),
  number       integer not null,                  -- below zero: of a former series (src/payments/documentNumber.ts)
  charge_id    text,
  refund_id    text check ((refund_id is null) = (kind = 'invoice' or charge_id is null)),
  statement    integer,                           -- a statement with more credits than orders is a credit note
  payment_id   text check (payment_id is null or kind = 'credit_note'), -- a credit of the staff
  amount_cents bigint not null check (amount_cents >= 0), -- of the charge, refund, statement or credit
  due_on       date check ((due_on is null) = (kind = 'credit_note')), -- of a charge: the UTC day of its invoice
  issued_at    timestamptz not null,
  bill_to      json not null,                     -- the account and its billing details at that time
  seller       json not null,                     -- the operator's name and address at that time
  primary key (account_id, kind, number),
  foreign key (account_id, charge_id) references charges,
  foreign key (account_id, refund_id) references refunds,
  check (num_nonnulls(charge_id, statement, payment_id) = 1)
);
create trigger documents_of_accounts_here after insert on documents referencing new table as added
  for each statement execute function is_not_moved('issued_at');
create unique index documents_by_number on documents (number) where number > 0;
create unique index documents_by_statement on documents (account_id, statement) where statement is not null;
create unique index documents_by_charge on documents (account_id, charge_id) where kind = 'invoice';
create unique index documents_by_refund on documents (account_id, refund_id) where kind = 'credit_note';
create unique index documents_by_payment on documents (account_id, payment_id) where payment_id is not null;
create index documents_by_time on documents (issued_at, account_id, kind, number);
create index documents_by_amount on documents (amount_cents);

-- Tax exemptions and their certificates. The sealed file is deleted when it is no longer needed; the decision stays.
create table exemptions (
  account_id   text not null references accounts,
  exemption_id text not null,
  jurisdiction text not null check (jurisdiction ~ '^(US-[A-Z]{2}|PR)$'),
  status       text not null check (status in ('submitted', 'approved', 'refused')),
  media_type   text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size_bytes   integer not null,
  sealed_file  bytea,
  uploaded_by  text not null,
  created_at   timestamptz not null,
  decided_by   text,
  decided_at   timestamptz,
  reason       text,
  expires_at   timestamptz,
  file_due_at  timestamptz,                       -- when the file is deleted
  expiry_notified_at timestamptz,                 -- when its account got an email about that
  primary key (account_id, exemption_id),
  check ((status = 'submitted') = (decided_at is null)),
  check ((status = 'approved') = (expires_at is not null))
);
create index exemptions_approved on exemptions (account_id, jurisdiction, expires_at) where status = 'approved';
create index exemptions_expiring on exemptions (expires_at) where status = 'approved';
create index exemptions_submitted on exemptions (exemption_id) where status = 'submitted';
create index exemptions_files_due on exemptions (file_due_at) where file_due_at is not null;

-- Reports of sales and refunds to a tax provider, both finished and still to send.
create table tax_reports (
  account_id      text not null,
  order_id        text not null,
  report_id       text not null,                  -- 'sale', or the id of the refund
  provider        text not null,
  calculation_ref text not null,
  refund_id       text,
  status          text not null check (status in ('pending', 'reported', 'refused')),
  provider_ref    text,
  problem         text,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  primary key (account_id, order_id, report_id),
  foreign key (account_id, order_id) references sales,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index tax_reports_due on tax_reports (next_attempt_at) where next_attempt_at is not null;

-- Orders that wait only for their tax, because the tax provider has not answered.
create table tax_waits (
  account_id   text not null,
  mode         text not null,
  order_id     text not null,
  since        timestamptz not null,              -- of the first question without an answer
  requested_at timestamptz not null,              -- of the last question
  cause        text not null,                     -- the last answer
  primary key (account_id, mode, order_id),
  foreign key (account_id, mode, order_id) references orders
);
create index tax_waits_by_age on tax_waits (since);
