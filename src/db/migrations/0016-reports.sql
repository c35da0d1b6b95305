-- Sums for reports: what happened to orders on each UTC day and in each month, counted from order_events
-- every hour. They are facts about days, without personal data, and stay when orders are erased or deleted.

-- account_id 'operator' is the sum of all accounts. src/features/reports/facts.ts lists the facts and their details.
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
  cost_cents bigint not null default 0,
  ms         bigint not null,                     -- durations, added up
  primary key (account_id, mode, span, fact, starts_on, printer, detail)
);

-- Estimates read the deliveries to a place, of all accounts.
create index report_sums_deliveries on report_sums (detail, starts_on)
  where mode = 'production' and span = 'month' and fact = 'delivered_to';

-- A row for each source: what all transactions below this number did is in report_sums, and nothing else.
create table report_progress (
  name          text        not null primary key check (name in ('sums', 'webhooks')),
  counted_below bigint      not null,
  counted_at    timestamptz not null
);

-- What shipped production orders earned, for reports of the staff: the prices of their parts whose cost is known, without
-- taxes, and these costs. Orders without a known cost have no row. Like sales, it outlives the rows of its order.
create table order_margins (
  account_id  text        not null,
  mode        text        not null default 'production' check (mode = 'production'),
  order_id    text        not null,
  at          timestamptz not null,
  price_cents bigint      not null check (price_cents >= 0),
  cost_cents  bigint      not null check (cost_cents >= 0),
  lines       json        not null,               -- [price_cents, cost_cents] of each item, null where not known
  primary key (account_id, order_id)
);
