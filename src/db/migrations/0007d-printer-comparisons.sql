-- What printers' own systems have open, compared with what we do: once a UTC day for each printer that can list its jobs.
create table printer_comparisons (
  printer     text not null,
  day         date not null,
  compared_at timestamptz not null,
  listed      integer not null,               -- jobs that it says it has open
  ours        integer not null,               -- jobs that we hold open there, and that it should know by now
  asked       integer not null,               -- of ours, those that it did not list: it was asked about them
  strange     integer not null,               -- of its, those that are over here or that it was never given
  differences json not null,                  -- the first of the strange ones
  primary key (printer, day)
);
create index printer_comparisons_by_day on printer_comparisons (day, printer);
