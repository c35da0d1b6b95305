-- Sums for reports: what happened to orders on each UTC day and in each month, counted from order_events
-- every hour. They are facts about days, without personal data, and stay when orders are erased or deleted.

-- account_id 'operator' is the sum of all accounts. src/orders/reports/facts.ts lists the facts and their details.
create table report_sums (
  account_id text   not null,
  mode       text   not null check (mode in ('sandbox', 'production')),
  span       text   not null check (span in ('day', 'month')),
  fact       text   not null,
  starts_on  date   not null,                     -- the UTC day, or the first day of the month
  printer    text   not null,                     -- '': the fact has no printer
  detail     text   not null,                     -- a code, or the SKU of a book; '': the fact has no details
  orders     bigint not null,
  copies     bigint not null,
  cents      bigint not null,
  tax_cents  bigint not null,                     -- the part of cents that is tax
  ms         bigint not null,                     -- durations, added up
  primary key (account_id, mode, span, fact, starts_on, printer, detail)
);

-- One row: the steps of all transactions below this number are in report_sums, and no others.
create table report_progress (
  name          text        not null primary key check (name = 'sums'),
  counted_below bigint      not null,
  counted_at    timestamptz not null
);
