-- A program that heard no answer sends its order again under the same idempotency key, and gets the order that it made.
create table create_requests (
  account_id     text not null,
  mode           text not null,
  request_key    text not null,
  request_digest text not null,
  order_id       text not null,
  primary key (account_id, mode, request_key),
  foreign key (account_id, mode, order_id) references orders (account_id, mode, order_id)
);
