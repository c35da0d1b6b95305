-- When a card expires, as the provider says, and whether its account has got an email about that.
alter table cards add column expires_on date;              -- the last day; null: unknown, or never
alter table cards add column expiry_notified_at timestamptz;
create index cards_expiring on cards (expires_on)
  where is_default and expires_on is not null and expiry_notified_at is null;
