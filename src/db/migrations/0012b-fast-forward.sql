-- By how much fast-forward has made time pass for a sandbox job. Its dates are days, which cannot be moved by hours, so they stay.
alter table print_jobs add column forwarded_ms bigint not null default 0;
