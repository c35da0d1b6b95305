-- Steps are claimed printer by printer, so that one that is slow, or was down for a week, holds up nobody else's jobs.
create index print_jobs_due_by_printer on print_jobs (printer, next_step_at) where next_step_at is not null;
