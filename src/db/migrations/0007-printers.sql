-- Printers: what they say is kept, jobs know more of where they stand, and printers can be held.

alter table print_jobs
  drop constraint print_jobs_status_check,
  add constraint print_jobs_status_check check (status in (
    'NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED', 'SHIPPED', 'CANCELLED', 'REFUSED', 'PROBLEM', 'WITHDRAWN')),
  add column offered_at                timestamptz,  -- the job may have left us; null: certainly no printer ever saw it
  add column accepted_at               timestamptz,
  add column expected_ship_date        date,         -- what the printer said last; null: nothing but due_date
  add column delay_said_at             timestamptz,  -- when it said so, by its own clock
  add column cancellation_requested_at timestamptz,
  add column cancellation_refused      boolean not null default false,  -- once, at least
  add column withdrawing               boolean not null default false,  -- the request to cancel is ours, to route it anew
  add column collected                 json not null default '[]',      -- parcels that left before the order was complete
  add column watch_due_at              timestamptz,  -- when a printer that says nothing is to be missed
  add column alarm                     text check (alarm in ('submission', 'acceptance', 'shipping', 'cancellation')),
  add column alarmed_at                timestamptz,
  add check ((alarm is null) = (alarmed_at is null));

update print_jobs set
  offered_at = submitted_at,
  accepted_at = case when status in ('ACCEPTED', 'SHIPPED') then updated_at end,
  cancellation_requested_at = case when cancellation_requested then updated_at end,
  cancellation_refused = exists (
    select from order_events e
    where e.account_id = print_jobs.account_id and e.mode = print_jobs.mode and e.order_id = print_jobs.order_id
      and e.on_event = 'cancel_refused' and e.at >= print_jobs.created_at);

create index print_jobs_watched on print_jobs (watch_due_at) where watch_due_at is not null;
create index print_jobs_alarmed on print_jobs (job_id) where alarm is not null;

-- Everything that printers said of jobs, once. A message is known by the printer's own id for it and by what it says: an id
-- that is used for something else is another row.
create table printer_messages (
  account_id     text not null,
  job_id         text not null,
  message_id     text not null,
  content_sha256 text not null,
  record_id      text not null,                  -- ours; sortable by time
  mode           text not null,
  order_id       text not null,
  printer        text not null,
  kind           text not null,
  content        json not null,
  said_at        timestamptz,                    -- by the printer's clock; null when it does not tell
  received_at    timestamptz not null,
  repeated_at    timestamptz,
  repetitions    integer not null default 0,
  verdict        text not null check (verdict in ('applied', 'repeated', 'contradicts', 'ignored')),
  why            text,                           -- null for what was applied
  actor          text not null,
  primary key (account_id, job_id, message_id, content_sha256),
  foreign key (account_id, mode, order_id) references orders
);
create index printer_messages_by_verdict on printer_messages (verdict, record_id);

-- What staff and the weather say of a printer; what it makes is in the operator's files. A printer is held while held_at is
-- set: it is given no new jobs.
create table printer_states (
  printer       text primary key,
  held_at       timestamptz,
  held_by       text,
  hold_reason   text,
  heard_at      timestamptz,                     -- it said or answered something
  failing_since timestamptz,                     -- null: the last attempt to reach it succeeded
  last_failure  text,
  check ((held_at is null) = (held_by is null))
);

-- How much a printer was given for a day of its own calendar, for routing.
create table printer_days (
  printer text not null,
  day     date not null,
  jobs    integer not null default 0,
  copies  bigint not null default 0,
  primary key (printer, day)
);

-- A printer's people and programs may belong to one printer; null: to all.
alter table memberships
  add column printer text check (printer is null or kind = 'printer');
alter table api_keys
  add column printer text check (printer is null or kind = 'printer');
