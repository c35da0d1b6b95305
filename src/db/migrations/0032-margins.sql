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

alter table report_sums add column cost_cents bigint not null default 0;
