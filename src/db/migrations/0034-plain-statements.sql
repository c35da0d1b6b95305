-- Plainer forms of what a cluster of Citus refuses in a distributed schema (decision 0048).

-- With bodies that are texts, the functions depend on no table. Nodes that do not know the session's schema never run
-- them: readers ask for the number first (src/db/transactions.ts).
create or replace function transaction_number() returns bigint language plpgsql stable as $$
begin
  return coalesce((select value::bigint from settings where name = 'transaction_offset'), 0)
    + pg_current_xact_id()::text::bigint;
end $$;
create or replace function transactions_settled_below() returns bigint language plpgsql stable as $$
begin
  return coalesce((select value::bigint from settings where name = 'transaction_offset'), 0)
    + pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
end $$;

-- A trigger runs on the node that has the rows, with a search_path that may not be the session's.
create or replace function count_refund() returns trigger language plpgsql as $$
begin
  execute format('update %I.charge_orders set refunded_cents = refunded_cents + $1
    where account_id = $2 and charge_id = $3 and order_id = $4', tg_table_schema)
  using new.amount_cents, new.account_id, new.charge_id, new.order_id;
  return null;
end $$;

-- The statement that inserts ledger lines checks and sums them itself (src/payments/chargeStore.ts).
drop trigger ledger_sums_to_zero on ledger_entries;
drop trigger ledger_is_summed on ledger_entries;
drop function postings_sum_to_zero();
drop function sum_ledger_lines();

-- A delta is named by the first of the postings that it sums, instead of by a number.
alter table ledger_deltas add column posting_id text;
update ledger_deltas set posting_id = 'delta ' || delta_id;
alter table ledger_deltas drop column delta_id, alter column posting_id set not null,
  add primary key (account_id, posting_id, ledger_account, part, jurisdiction);

-- Every printer that ever had a job has a row here, so that a statement can go from printer to printer.
insert into printer_states (printer) select distinct printer from print_jobs on conflict do nothing;
