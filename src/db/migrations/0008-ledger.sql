-- Sales, the ledger, invoices and credit notes, and taxes.

-- One row for each charged production order with a final price. Only cancelled_at ever changes.
create table sales (
  account_id        text not null,
  mode              text not null default 'production' check (mode = 'production'),
  order_id          text not null,
  at                timestamptz not null,
  items_cents       json not null,                -- one amount for each item, in the order's sequence, without tax
  fulfillment_cents bigint not null check (fulfillment_cents >= 0),
  shipping_cents    bigint not null check (shipping_cents >= 0),
  taxes             json not null,                -- an object for each tax: jurisdiction, kind, rate, base, part cents
  total_cents       bigint not null check (total_cents >= 0),
  tax_source        text not null,                -- the table, or a provider
  tax_ref           text,                         -- the provider's id of its calculation
  exemption_id      text,                         -- the exemption that applied
  cancelled_at      timestamptz,                  -- set when it was canceled before payment; nothing is owed then
  primary key (account_id, order_id)
);

-- Append-only double entry: the lines of one posting sum to zero, which their only writer checks (insertEntries in
-- src/payments/chargeStore.ts), and the audit. Debits are positive, credits negative. A posting is about an order, about a
-- dispute, which concerns a whole charge, or about a payment of an enterprise account.
create table ledger_entries (
  account_id     text not null references accounts,
  posting_id     text not null,
  line           integer not null,
  at             timestamptz not null,
  ledger_account text not null
    check (ledger_account in ('receivable', 'cash', 'revenue', 'tax', 'refunds', 'disputes', 'fees')),
  part           text check (part in ('items', 'fulfillment', 'shipping')),
  jurisdiction   text,
  amount_cents   bigint not null check (amount_cents <> 0),
  charge_id      text,                            -- null for a sale, because it is in no charge yet
  order_id       text,
  refund_id      text,
  dispute_id     text,
  payment_id     text,
  primary key (account_id, posting_id, line),
  constraint ledger_entries_part_of check (part is null or ledger_account in ('revenue', 'refunds')),
  constraint ledger_entries_jurisdiction_of check (jurisdiction is null or ledger_account = 'tax'),
  constraint ledger_entries_are_about check (num_nonnulls(order_id, dispute_id, payment_id) = 1)
);
create index ledger_entries_by_time on ledger_entries (account_id, at, posting_id, line);
create trigger ledger_is_append_only before update or delete on ledger_entries
  for each row execute function append_only();

-- Sums of the ledger by day and month, so that the cost of a balance does not grow with the ledger (decision 0018).
-- Every statement that inserts ledger lines also inserts their sums into ledger_deltas, without waiting for another
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
  primary key (account_id, span, starts_on, ledger_account, part, jurisdiction)
);

-- Invoices of charges and credit notes of refunds, each numbered 1, 2, 3 ... within the account.
create table document_numbers (
  account_id   text primary key references accounts,
  invoices     integer not null default 0,
  credit_notes integer not null default 0
);
create table documents (
  account_id   text not null references accounts,
  kind         text not null check (kind in ('invoice', 'credit_note')),
  number       integer not null check (number > 0),
  charge_id    text not null,
  refund_id    text check ((refund_id is null) = (kind = 'invoice')),
  amount_cents bigint not null check (amount_cents >= 0), -- of the charge, or of the refund
  issued_at    timestamptz not null,
  bill_to      json not null,                     -- the account's name and address at that time
  seller       json,                              -- the operator's name and address when the first copy was drawn
  primary key (account_id, kind, number),
  foreign key (account_id, charge_id) references charges,
  foreign key (account_id, refund_id) references refunds
);
create unique index documents_by_charge on documents (account_id, charge_id) where kind = 'invoice';
create unique index documents_by_refund on documents (account_id, refund_id) where kind = 'credit_note';
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
  primary key (account_id, exemption_id),
  check ((status = 'submitted') = (decided_at is null)),
  check ((status = 'approved') = (expires_at is not null))
);
create index exemptions_approved on exemptions (account_id, jurisdiction, expires_at) where status = 'approved';
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
