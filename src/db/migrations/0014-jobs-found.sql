-- A printer's people find a job by the id that the customer gave its order, which is what its papers show.
alter table print_jobs
  add column customer_order_id text generated always as (ticket ->> 'customerOrderId') stored;
create index print_jobs_by_order on print_jobs (printer, customer_order_id, status, job_id);
-- What left a desk last is looked at first. A job that is over never changes again, so this is written once for each.
create index print_jobs_over on print_jobs (printer, status, updated_at, job_id)
  where status in ('SHIPPED', 'CANCELLED', 'REFUSED', 'PROBLEM', 'WITHDRAWN');
