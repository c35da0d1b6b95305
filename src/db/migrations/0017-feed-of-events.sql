-- Programs read all events of an account one after the other. Events have no order of their own: the transactions that
-- write them commit in any order. So each has the number of its transaction, and readers stop before the first that is
-- still open. The numbers of a restored database begin anew, which `transaction_offset` makes up for: src/db/transactions.ts.
create function transaction_number() returns bigint language sql stable
return coalesce((select value::bigint from settings where name = 'transaction_offset'), 0)
  + pg_current_xact_id()::text::bigint;

-- Every transaction with a lower number has ended.
create function transactions_settled_below() returns bigint language sql stable
return coalesce((select value::bigint from settings where name = 'transaction_offset'), 0)
  + pg_snapshot_xmin(pg_current_snapshot())::text::bigint;

-- Events from before come first. The default is for processes of the version before, which do not name the column.
alter table order_events add column transaction_number bigint not null default 0;
alter table order_events alter column transaction_number set default transaction_number();

create index order_events_feed on order_events (account_id, mode, transaction_number, order_id, sequence)
  where kind is not null;
