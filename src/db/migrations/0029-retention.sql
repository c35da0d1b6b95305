-- What ends after a period is found by these indexes (docs/operating.md, "What is kept how long").
create index api_keys_ended on api_keys (ends_at) where ends_at < 'infinity';
create index webhook_secrets_ended on webhook_secrets (expires_at) where expires_at is not null;
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;
create index reprint_requests_by_age on reprint_requests (reprint_id);

-- The id of an order begins with its time, so one index finds the requests of an order and the oldest requests.
drop index create_requests_by_order;
create index create_requests_by_order on create_requests (order_id, account_id, mode);

-- An action of the last year cannot be deleted from the audit log, whatever the settings say.
create function audit_log_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at <= now() - interval '1 year' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function audit_log_is_kept();
