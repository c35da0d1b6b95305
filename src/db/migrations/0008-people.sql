-- People: second factors and passkeys (better-auth's tables, under our names), roles in an account, invitations, sign-ups.

alter table users add column two_factor_enabled boolean not null default false;

-- When its person last gave the password again; the sign-in itself counts as well.
alter table sessions add column confirmed_at timestamptz;

create table two_factors (
  id                        text primary key,
  user_id                   text not null references users on delete cascade,
  secret                    text not null,      -- sealed by better-auth
  backup_codes              text not null,      -- sealed by better-auth
  verified                  boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until              timestamptz
);
create index two_factors_by_user on two_factors (user_id);

create table passkeys (
  id            text primary key,
  user_id       text not null references users on delete cascade,
  name          text,
  public_key    text not null,
  credential_id text not null,
  counter       bigint not null,
  device_type   text not null,
  backed_up     boolean not null,
  transports    text,
  aaguid        text,
  created_at    timestamptz
);
create index passkeys_by_user on passkeys (user_id);
create index passkeys_by_credential on passkeys (credential_id);

-- What a member may do in the account: src/accounts/roles.ts. Who was there before may do everything.
alter table memberships add column role text check (role in ('owner', 'developer', 'bookkeeper', 'viewer'));
update memberships set role = 'owner' where kind = 'customer';
alter table memberships add check ((kind = 'customer') = (role is not null));

-- Only the hash of a token is kept: who reads the database cannot accept in another's name.
create table invitations (
  account_id    text not null references accounts,
  invitation_id text not null,
  email         text not null,
  role          text not null check (role in ('owner', 'developer', 'bookkeeper', 'viewer')),
  token_sha256  bytea not null,
  invited_by    text not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  primary key (account_id, invitation_id)
);
create index invitations_by_token on invitations (token_sha256);

-- Who signed up and has not yet shown to read the mail. The account comes into being with that.
create table sign_ups (
  token_sha256  bytea primary key,
  email         text not null,
  person_name   text not null,
  account_name  text not null,
  password_hash text not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null
);
create index sign_ups_expired on sign_ups (expires_at);
create index sign_ups_by_email on sign_ups (email);

-- For the support staff: what waits for people, longest first. The other states wait for time, and have orders_due.
create index orders_waiting on orders (status, updated_at)
  where status in ('PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION');
