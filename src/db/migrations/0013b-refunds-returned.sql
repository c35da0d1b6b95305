-- A refund that was made can come back days later, when the card's bank does not take it: at `returned_at`. It is then owed
-- again. One that was made is due where the provider has told of it, until it has been looked at.
alter table refunds
  add column returned_at timestamptz,
  drop constraint refunds_check,
  add constraint refunds_pending_is_due check (status <> 'pending' or next_attempt_at is not null),
  add constraint refunds_returned_was_made check (returned_at is null or settled_at is not null);
create index refunds_by_return on refunds (returned_at) where returned_at is not null;
