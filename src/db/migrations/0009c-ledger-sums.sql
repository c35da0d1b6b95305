-- Sums of the ledger by day and month, so that what an account stands at costs the same whatever is stored.
--
-- Every statement that writes lines writes what they come to into ledger_deltas, in the same transaction and without touching
-- a row that anybody else writes: whoever added to a common row instead would hold it until its commit, and meet others there
-- who wait for its orders. A task folds deltas into ledger_sums. At any moment both together are the ledger's sum.
create table ledger_deltas (
  account_id     text not null,
  delta_id       bigint not null generated always as identity,
  day            date not null,                   -- in UTC
  ledger_account text not null,
  part           text not null,                   -- '' where the lines have none
  jurisdiction   text not null,
  debit_cents    bigint not null,
  credit_cents   bigint not null,
  primary key (account_id, delta_id)
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

insert into ledger_sums (
  account_id, span, starts_on, ledger_account, part, jurisdiction, debit_cents, credit_cents)
select
  whose.account_id, spans.span, spans.starts_on, e.ledger_account, e.part, e.jurisdiction, sum(e.debit), sum(e.credit)
from (
  select
    account_id, (at at time zone 'UTC')::date as day, ledger_account, coalesce(part, '') as part,
    coalesce(jurisdiction, '') as jurisdiction, greatest(amount_cents, 0) as debit, greatest(-amount_cents, 0) as credit
  from ledger_entries
) e
cross join lateral (values (e.account_id), ('operator')) whose (account_id)
cross join lateral (values ('day', e.day), ('month', date_trunc('month', e.day)::date)) spans (span, starts_on)
group by 1, 2, 3, 4, 5, 6;

create function sum_ledger_lines() returns trigger language plpgsql as $$
begin
  insert into ledger_deltas (account_id, day, ledger_account, part, jurisdiction, debit_cents, credit_cents)
  select
    account_id, (at at time zone 'UTC')::date, ledger_account, coalesce(part, ''), coalesce(jurisdiction, ''),
    sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
  from added
  group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger ledger_is_summed after insert on ledger_entries referencing new table as added
  for each statement execute function sum_ledger_lines();
