-- One job is found by its id. Kept in order, the ids let PostgreSQL read the jobs of a desk from the oldest job of all
-- onwards, past everything that is over.
drop index print_jobs_by_job;
create index print_jobs_by_job on print_jobs using hash (job_id);
