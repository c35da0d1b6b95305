-- Conventions of the whole schema. A table that grows with orders has account_id first in its primary key. No unique
-- rule of these tables spans accounts. Instants are timestamptz, money is integer cents, text is text. A column named
-- due_at, or ending in it, says when a sweep must next work on the row; null: no time is set.
-- Customers' JSON is stored as json and not as jsonb: json keeps the text unchanged.

-- Values of the whole installation, such as the time of a manual clock.
create table settings (
  name  text primary key,
  value text not null
);

-- Settings of the installation that an owner made in the console, named as in the environment. All are sealed, also
-- those that are no secrets.
create table installation_settings (
  name         text  primary key,
  sealed_value bytea not null
);

-- Tasks that run at fixed times, and the time of each task's next run.
create table scheduled_runs (
  task        text primary key,
  next_run_at timestamptz not null
);

-- When each audit rule was last tried, last checked the recent changes (ran_at), and everything (whole_at).
create table audit_runs (
  rule       text        not null primary key,
  tried_at   timestamptz not null,
  ran_at     timestamptz,
  -- When the latest full check of the rule began, and where its next portion begins, until its end (JSON).
  whole_at   timestamptz,
  checked_to text
);

-- Numbers of transactions, as readers of the event feed use them (src/db/transactions.ts). The numbers of a restored
-- database start again at a low value; transaction_offset makes up for that.
create function transaction_number() returns bigint language plpgsql stable as $$
declare
  added bigint;
begin
  select value::bigint into added from settings where name = 'transaction_offset';
  return coalesce(added, 0) + pg_current_xact_id()::text::bigint;
end $$;

-- Every transaction with a lower number has ended.
create function transactions_settled_below() returns bigint language plpgsql stable as $$
declare
  added bigint;
begin
  select value::bigint into added from settings where name = 'transaction_offset';
  return coalesce(added, 0) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
end $$;

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
