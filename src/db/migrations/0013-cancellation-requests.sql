-- Which request to cancel it is, so that an answer to an earlier one is never taken for the answer to a later one.
alter table print_jobs add column cancellation_requests integer not null default 0;
