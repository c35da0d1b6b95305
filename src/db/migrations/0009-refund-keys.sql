-- Requests that move money or make something for nothing, by the name that whoever asked gave them: sent again, after a
-- double click or a lost answer, they are answered and not done again.

alter table refunds
  add column request_key text,
  add column request_digest text,                 -- SHA-256 of what was asked for
  add constraint refunds_request_is_whole check ((request_key is null) = (request_digest is null));
create unique index refunds_by_request on refunds (account_id, order_id, request_key) where request_key is not null;

alter table charges
  add column request_key text,
  add column request_digest text,
  add constraint charges_request_is_whole check ((request_key is null) = (request_digest is null));
create unique index charges_by_request on charges (account_id, request_key) where request_key is not null;

-- Reprints that were asked for under a name. Those without one are in the audit log alone.
create table reprint_requests (
  account_id     text not null,
  mode           text not null,
  order_id       text not null,                   -- the order that is printed again
  request_key    text not null,
  request_digest text not null,
  reprint_id     text not null,                   -- the customerOrderId of the new one
  primary key (account_id, mode, order_id, request_key),
  foreign key (account_id, mode, order_id) references orders
);
