-- Orders that are all right but for their tax, which whoever is asked for it has not told yet.
create table tax_waits (
  account_id text not null,
  mode       text not null,
  order_id   text not null,
  since      timestamptz not null,                -- when it was first asked for in vain
  asked_at   timestamptz not null,                -- and when last
  cause      text not null,                       -- what was answered then
  primary key (account_id, mode, order_id),
  foreign key (account_id, mode, order_id) references orders
);
create index tax_waits_by_age on tax_waits (since);
