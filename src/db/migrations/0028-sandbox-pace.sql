-- How long a paid sandbox order waits before it is printed, and then before it ships: an ISO 8601 duration; null for the
-- times of production.
alter table accounts add column sandbox_pace text;
