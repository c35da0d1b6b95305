-- A key may end by itself. The holder is told of it before, once; until then the key is in this index
-- (src/accounts/endingKeys.ts).
alter table api_keys add column expires_at timestamptz;
alter table api_keys add column end_told_at timestamptz;

create index api_keys_ending on api_keys (expires_at)
  where expires_at is not null and end_told_at is null and revoked_at is null;
