-- A person's wish for another e-mail address. It comes true when the mails to both addresses have been answered. Only the
-- hashes of their tokens are kept.
create table email_changes (
  user_id          text primary key references users on delete cascade,
  new_email        text not null,
  old_token_sha256 bytea not null,
  new_token_sha256 bytea not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at       timestamptz not null,
  expires_at       timestamptz not null
);
create index email_changes_by_old_token on email_changes (old_token_sha256);
create index email_changes_by_new_token on email_changes (new_token_sha256);
create index email_changes_expired on email_changes (expires_at);
