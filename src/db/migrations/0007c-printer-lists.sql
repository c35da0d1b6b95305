-- What the work list of a press desk is filtered by. Jobs from before say nothing, and are found without a filter.
alter table print_jobs
  add column shipping_class     text,
  add column manufacturing_skus text[] not null default '{}';
