-- Print jobs, and the messages and states of printers.

-- A job is one attempt to have an order printed. A resumed or rerouted order gets another job.
create table print_jobs (
  account_id                text not null,
  mode                      text not null,
  order_id                  text not null,
  attempt                   integer not null,
  job_id                    text not null,        -- hard to guess; the printer names the job with it
  printer                   text not null,
  printer_day               date,                 -- the printer's day that has its copies; null once they are given back
  enterprise                boolean not null,     -- the printer sets the price
  agreed_prices             boolean not null default false, -- by which it sets the prices that it does not name
  customer_order_id         text not null,
  shipping_class            text,
  manufacturing_skus        text[] not null default '{}',
  created_at                timestamptz not null,
  status                    text not null check (status in (
    'NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED', 'SHIPPED', 'CANCELLED', 'REFUSED', 'PROBLEM', 'WITHDRAWN')),
  due_date                  date,                 -- the printer must ship by this day
  expected_ship_date        date,                 -- the printer's newest announcement; null: due_date applies
  delay_announced_at        timestamptz,          -- when it announced this date, by its own clock
  offered_at                timestamptz,          -- since when the printer may have it; null: no printer has seen it
  submitted_at              timestamptz,          -- since when the printer certainly has the job
  accepted_at               timestamptz,
  cancellation_requested    boolean not null default false,
  cancellation_requested_at timestamptz,
  cancellation_requests     integer not null default 0, -- the number of the newest request; an answer names its request
  cancellation_refused      boolean not null default false,
  change_requested_at       timestamptz,          -- the customer wants another address or class, and waits for an answer
  withdrawing               boolean not null default false, -- the service cancels the job itself, to reroute the order
  collected                 json not null default '[]', -- parcels that left before the order was complete
  problem                   json,
  next_step_at              timestamptz,          -- to submit, to request the cancellation, or to poll the printer
  attempts                  integer not null default 0,
  claims                    integer not null default 0, -- shows a slow worker that another worker has claimed the step
  watch_due_at              timestamptz,          -- when the printer's next step is overdue
  alarm                     text check (alarm in ('submission', 'acceptance', 'shipping', 'cancellation', 'change')),
  alarmed_at                timestamptz,
  forwarded_ms              bigint not null default 0, -- how far fast-forward has moved the job's time
  updated_at                timestamptz not null,
  primary key (account_id, mode, order_id, attempt),
  foreign key (account_id, mode, order_id) references orders,
  check ((alarm is null) = (alarmed_at is null))
) with (fillfactor = 60);
create trigger jobs_stay_stopped before update of next_step_at on print_jobs
  for each row when (
    old.next_step_at >= timestamptz '2900-01-01 00:00Z' and new.next_step_at < timestamptz '2900-01-01 00:00Z')
  execute function stays_stopped();
-- By hash: with ordered ids, PostgreSQL might read the open jobs of a press desk by walking through all ended jobs.
create index print_jobs_by_job on print_jobs using hash (job_id);
create index print_jobs_list on print_jobs (printer, status, job_id);
create index print_jobs_by_order on print_jobs (printer, customer_order_id, status, job_id);
create index print_jobs_due on print_jobs (next_step_at) where next_step_at is not null;
-- Steps are claimed by printer, so that a slow printer, or one that was down for a week, delays only its own jobs.
create index print_jobs_due_by_printer on print_jobs (printer, next_step_at) where next_step_at is not null;
create index print_jobs_over on print_jobs (printer, status, updated_at, job_id)
  where status in ('SHIPPED', 'CANCELLED', 'REFUSED', 'PROBLEM', 'WITHDRAWN');
create index print_jobs_watched on print_jobs (watch_due_at) where watch_due_at is not null;
create index print_jobs_alarmed on print_jobs (job_id) where alarm is not null;

-- Everything that the printer needs for a job. A row of its own, because it never changes and the job often does.
create table print_tickets (
  account_id text not null,
  mode       text not null,
  order_id   text not null,
  attempt    integer not null,
  ticket     json not null,
  primary key (account_id, mode, order_id, attempt),
  foreign key (account_id, mode, order_id, attempt) references print_jobs on delete cascade
);

-- Every message of a printer about a job. The printer's message id and the content identify a message together: the
-- same id with another content is another row.
create table printer_messages (
  account_id         text not null,
  job_id             text not null,
  message_id         text not null,
  content_sha256     text not null,
  record_id          text not null,               -- our own id; sortable by time
  mode               text not null,
  order_id           text not null,
  printer            text not null,
  kind               text not null,
  content            json not null,
  sent_by_printer_at timestamptz,                 -- by the printer's clock; null: the message has no time
  received_at        timestamptz not null,
  repeated_at        timestamptz,
  repetitions        integer not null default 0,
  verdict            text not null check (verdict in ('applied', 'repeated', 'contradicts', 'ignored')),
  why                json,                        -- why it was not applied; null for applied messages
  actor              text not null,
  primary key (account_id, job_id, message_id, content_sha256),
  foreign key (account_id, mode, order_id) references orders
);
create index printer_messages_by_verdict on printer_messages (verdict, record_id);
create index printer_messages_by_order on printer_messages (account_id, mode, order_id);

-- The operator's printers as an owner set them in the console; without the row, printers.json counts.
create table printer_settings (
  id             text    primary key check (id = 'printers'),
  version        integer not null,                -- rises with each change, so that other processes notice it
  content        json    not null,                -- as printers.json, without secrets
  trusted_urls   text[]  not null,                -- of the printers that came from printers.json: called directly
  sealed_secrets bytea   not null                 -- of the adapters' settings, by printer (JSON)
);

-- Whether staff paused a printer, and whether the service can reach it. The operator's settings say what it makes.
create table printer_states (
  printer         text primary key,
  paused_at       timestamptz,                    -- while set, the printer gets no new jobs
  paused_by       text,
  pause_reason    text,
  last_contact_at timestamptz,                    -- of its newest message or answer
  failing_since   timestamptz,                    -- null: the last attempt to reach it succeeded
  last_failure    text,
  check ((paused_at is null) = (paused_by is null))
);

-- The jobs and copies that routing gave a printer on a day of the printer's calendar.
create table printer_days (
  printer text not null,
  day     date not null,
  jobs    integer not null default 0,
  copies  bigint not null default 0,
  primary key (printer, day)
);

-- The daily comparison of the jobs that a printer lists with the jobs that are open here.
create table printer_comparisons (
  printer     text not null,
  day         date not null,
  compared_at timestamptz not null,
  listed      integer not null,                   -- jobs that the printer lists as open
  ours        integer not null,                   -- jobs that are open here and that the printer must have
  asked       integer not null,                   -- of ours, the unlisted jobs that we asked the printer about
  strange     integer not null,                   -- listed jobs that ended here, or that the printer never got
  differences json not null,                      -- the first differences
  primary key (printer, day)
);
create index printer_comparisons_by_day on printer_comparisons (day, printer);
