-- Accounts, their people and keys, and the audit log.

create table accounts (
  account_id        text primary key,
  name              text not null,
  holder_email      text not null,
  search_words      text not null default '',     -- id, name and email as the search compares them, one a line
  enterprise        boolean not null default false,
  contact_phone     text,                         -- for parcels whose recipient has no telephone number
  -- A suspended account places no orders: its keys are refused, and its people cannot sign in. Accepted orders go on.
  suspended_at      timestamptz,
  suspension_reason text,
  moving_since      timestamptz,                  -- its work is stopped here: it moves to another installation
  moved_at          timestamptz,                  -- the same, once nothing of it is in progress any more
  -- Sandbox orders wait for a simulated payment, or are paid automatically.
  sandbox_payments  text not null default 'manual' check (sandbox_payments in ('manual', 'automatic')),
  -- How long a paid sandbox order waits before it is printed, and then before it ships: an ISO 8601 duration; null: the
  -- times of production.
  sandbox_pace      text,
  -- The code of a price list of the operator's data. An order names the list that it was accepted with in its state.
  price_list        text check (price_list ~ '^[A-Z0-9][A-Z0-9-]{0,39}$'),
  agreed_prices     boolean not null default false, -- of an enterprise account: by its price list, or the catalog
  reader_tracking   text not null default 'off' check (reader_tracking in ('off', 'page', 'page_and_email')),
  proof_required    boolean not null default false, -- orders are printed only once their proof is approved
  packing_slip      json,                         -- for all its parcels (src/accounts/settings/packingSlip.ts); null: nothing
  created_at        timestamptz not null,
  constraint accounts_suspension_check check ((suspended_at is null) = (suspension_reason is null)),
  constraint accounts_moving_are_suspended check (moving_since is null or suspended_at is not null),
  constraint accounts_moved_were_moving check (moved_at is null or moved_at = moving_since)
);
create index accounts_by_name on accounts (lower(name), account_id);
create index accounts_by_holder on accounts (lower(holder_email), account_id);
create index accounts_by_price_list on accounts (price_list) where price_list is not null;
create index accounts_moved on accounts (account_id) where moved_at is not null;

-- Nothing new happens here to an account that has moved. Rows that come back from the archive are older. The argument is
-- the column with the time of a row.
create function is_not_moved() returns trigger language plpgsql as $$
begin
  if exists (
    select from added r
    join accounts a on a.account_id = r.account_id
    where a.moved_at is not null and a.moved_at <= (to_jsonb(r) ->> tg_argv[0])::timestamptz
  ) then
    raise exception 'the account has moved to another installation' using errcode = 'OM001';
  end if;
  return null;
end $$;

-- Nothing that waits for an account that has moved becomes due here again.
create function stays_stopped() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where account_id = new.account_id and moved_at is not null) then
    raise exception 'the account has moved to another installation' using errcode = 'OM001';
  end if;
  return new;
end $$;

-- The logo of an account on its packing slips. Apart, because accounts are read with every order.
create table account_logos (
  account_id text primary key references accounts,
  data_url   text not null                        -- a PNG or an SVG, encoded again by the service
);

-- People sign in through better-auth. Its tables have our names: users, sessions, credentials, verifications,
-- two_factors and passkeys.
create table users (
  id                     text primary key,
  name                   text not null,
  email                  text not null unique,
  email_verified         boolean not null default false,
  image                  text,
  two_factor_enabled     boolean not null default false,
  -- The operator's terms that the person accepted on joining an account. Their text is in that version of the
  -- operator's data.
  terms_version          text,
  terms_operator_version integer,
  terms_accepted_at      timestamptz,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  constraint users_terms_check check (num_nonnulls(terms_version, terms_operator_version, terms_accepted_at) in (0, 3))
);

create table sessions (
  id             text primary key,
  user_id        text not null references users on delete cascade,
  token          text not null unique,
  expires_at     timestamptz not null,
  ip_address     text,
  user_agent     text,
  confirmed_at   timestamptz,                     -- when the person last entered the password; a sign-in counts as well
  single_sign_on boolean not null default false,  -- the identity provider of the company has checked the factors
  viewed_account text,                            -- that a person of the staff sees as its customers do,
  viewed_until   timestamptz,                     -- until this time
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);
create index sessions_by_user on sessions (user_id);

create table credentials (
  id                       text primary key,
  user_id                  text not null references users on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null,
  updated_at               timestamptz not null
);
create index credentials_by_user on credentials (user_id);
-- A credential of an identity provider belongs to one person.
create unique index credentials_of_providers on credentials (provider_id, account_id) where provider_id <> 'credential';

create table verifications (
  id         text primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);

create table two_factors (
  id                        text primary key,
  user_id                   text not null references users on delete cascade,
  secret                    text not null,        -- sealed by better-auth
  backup_codes              text not null,        -- sealed by better-auth
  verified                  boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until              timestamptz,
  last_step                 bigint                -- of the newest used code; this code and older codes are refused
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

-- The identity provider of an account, which signs its members in (src/accounts/singleSignOn/accountSignOn.ts).
create table account_sign_ons (
  account_id    text primary key references accounts,
  issuer        text not null,
  client_id     text not null,
  sealed_secret bytea not null,
  scope         text not null,
  groups_claim  text not null,
  roles         json not null,                    -- a list of group and role; the first group of a person decides
  default_role  text check (default_role in ('owner', 'developer', 'bookkeeper', 'viewer')), -- null: refused
  local_sign_in boolean not null,                 -- whether members can sign in with passwords and passkeys, too
  updated_at    timestamptz not null
);

-- The email domains of an account's members. Only a confirmed domain counts, and it belongs to one account.
create table account_domains (
  account_id   text not null references accounts,
  domain       text not null,
  token        text not null,                     -- a DNS record with it proves that the domain is the account's
  confirmed_at timestamptz,
  confirmed_by text check (confirmed_by in ('dns', 'staff')), -- what the staff confirmed needs no record
  proof_checked_at    timestamptz,                -- the last look for the record
  proof_missing_since timestamptz,                -- of a confirmed domain whose record is gone
  proof_notified_at   timestamptz,                -- of the last email to the owners about it
  primary key (account_id, domain)
);
create unique index account_domains_confirmed on account_domains (domain) where confirmed_at is not null;

-- What a person may do. A customer acts for one account, with a role (src/accounts/people/roles.ts). The operator's people act
-- as staff, with a role (src/accounts/people/staffRoles.ts), or for one printer or all printers.
create table memberships (
  user_id          text not null references users on delete cascade,
  kind             text not null check (kind in ('customer', 'staff', 'printer')),
  account_id       text references accounts,
  role             text,
  printer          text check (printer is null or kind = 'printer'),
  time_zone        text,                          -- of the person's emails, such as America/New_York; null: UTC
  language         text,                          -- that the person chose, such as de; null: that of the browser
  sign_in_language text,                          -- of the newest sign-in; emails are in it unless one was chosen
  signed_in_at     timestamptz,                   -- of the newest sign-in; the first one comes from no unknown browser
  morning_hour     smallint,                      -- of the email about the day, by time_zone
  morning_due_at   timestamptz,                   -- of the next one
  invited_by       text[] not null default '{}',  -- the person who sent the invitation, who invited that person, and so on
  created_at       timestamptz not null,
  primary key (user_id),
  check ((kind = 'customer') = (account_id is not null)),
  check (case when morning_hour is null then morning_due_at is null else morning_due_at is not null and kind = 'staff' end),
  check (morning_hour between 0 and 23),
  constraint memberships_role_check check (
    case kind
      when 'customer' then role is not null and role in ('owner', 'developer', 'bookkeeper', 'viewer')
      when 'staff' then role is not null and role in ('owner', 'support', 'finance', 'production', 'read_only')
      else role is null
    end
  )
);
create index memberships_by_account on memberships (account_id);
create index memberships_morning on memberships (morning_due_at) where morning_due_at is not null;

-- Invitations to an account, to the staff, or to one printer or all printers. Only the hash of a token is stored, so
-- that reading the database does not let anyone accept an invitation.
create table invitations (
  invitation_id text primary key,
  kind          text not null default 'customer' check (kind in ('customer', 'staff', 'printer')),
  account_id    text references accounts,
  email         text not null,
  role          text,
  printer       text check (printer is null or kind = 'printer'),
  token_sha256  bytea not null,
  invited_by    text[] not null default '{}',     -- as of the membership that the invitation becomes
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  check ((kind = 'customer') = (account_id is not null)),
  constraint invitations_role_check check (
    case kind
      when 'customer' then role is not null and role in ('owner', 'developer', 'bookkeeper', 'viewer')
      when 'staff' then role is not null and role in ('owner', 'support', 'finance', 'production', 'read_only')
      else role is null
    end
  )
);
create index invitations_by_account on invitations (account_id);
create index invitations_by_token on invitations (token_sha256);

-- Sign-ups whose e-mail address is not confirmed. Confirming it opens the account.
create table sign_ups (
  token_sha256           bytea primary key,
  email                  text not null,
  person_name            text not null,
  account_name           text not null,
  password_hash          text not null,
  terms_version          text,                    -- of the operator's terms that the person accepted
  terms_operator_version integer,                 -- the version of the operator's data that has their text
  created_at             timestamptz not null,
  expires_at             timestamptz not null,
  constraint sign_ups_terms_check check ((terms_version is null) = (terms_operator_version is null))
);
create index sign_ups_expired on sign_ups (expires_at);
create index sign_ups_by_email on sign_ups (email);

-- A change of a person's e-mail address takes effect when both addresses have confirmed it.
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

-- A customer key belongs to an account and mode, a staff key to a person, a printer key to one printer or all. A
-- metrics key can only read the metrics.
create table api_keys (
  key_id             text primary key,
  kind               text not null check (kind in ('customer', 'staff', 'printer', 'metrics')),
  account_id         text references accounts,
  mode               text check (mode in ('sandbox', 'production')),
  owner_id           text references users on delete set null,
  printer            text check (printer is null or kind = 'printer'),
  role               text,                        -- of a staff key
  label              text not null,
  secret_sha256      bytea not null,
  sealed_secret      bytea,                       -- of sandbox keys only: they can be shown again
  scopes             text[],                      -- null: all (src/accounts/keys/restrictions.ts)
  addresses          text[],                      -- the addresses and subnets that it may come from; null: all
  created_at         timestamptz not null,
  last_used_at       timestamptz,
  revoked_at         timestamptz,
  expires_at         timestamptz,
  expiry_notified_at timestamptz,                 -- when the holder was notified that the key expires
  -- Lets an index find the few live keys without reading the keys that no longer work.
  ends_at            timestamptz not null generated always as (coalesce(revoked_at, expires_at, 'infinity')) stored,
  check ((kind = 'customer') = (account_id is not null)),
  check ((kind = 'customer') = (mode is not null)),
  check (sealed_secret is null or mode = 'sandbox'),
  check ((scopes is null and addresses is null) or kind = 'customer'),
  constraint api_keys_role_check check (
    case kind
      when 'staff' then role is not null and role in ('owner', 'support', 'finance', 'production', 'read_only')
      else role is null
    end
  ),
  constraint api_keys_owner_check check (owner_id is null or kind = 'staff')
);
create index api_keys_by_end on api_keys (account_id, mode, ends_at, created_at, key_id);
create index api_keys_by_owner on api_keys (owner_id) where owner_id is not null;
create index api_keys_ending on api_keys (expires_at)
  where expires_at is not null and expiry_notified_at is null and revoked_at is null;
-- Keys are deleted after a period (docs/operating.md, "What is kept how long").
create index api_keys_ended on api_keys (ends_at) where ends_at < 'infinity';

create table audit_log (
  audit_id   text primary key,
  at         timestamptz not null,
  actor      text not null,
  action     text not null,
  account_id text,
  subject    text,
  details    json not null
);
create index audit_log_by_account on audit_log (account_id, audit_id);
create index audit_log_by_action on audit_log (action, audit_id);
create index audit_log_by_actor on audit_log (actor, audit_id);
-- An action of the last year cannot be deleted, whatever the settings say.
create function audit_log_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at <= now() - interval '1 year' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function audit_log_is_kept();

-- Staff actions that need the approval of a second person, or of an owner of the account (src/features/staff/approvals.ts).
create table approvals (
  account_id        text references accounts,     -- null: the action concerns several accounts, or none
  approval_id       text primary key,
  kind              text not null check (kind in (
    'refund', 'abandon', 'enterprise', 'payment', 'price_list', 'publish', 'quote_offer', 'invitation', 'single_sign_on',
    'domain', 'billing_terms'
  )),
  customer_order_id text,                         -- of a production order; null: the action is about the account itself
  wanted            json not null,                -- the action that an approval starts
  amount_cents      bigint check (amount_cents > 0), -- the amount of a refund, or the sum of payments
  reason            text,
  request_key       text,
  request_digest    text,                         -- SHA-256 of the request
  requested_by      text not null,
  requester_id      text,                         -- the person: of the session, or the owner of the key
  requested_at      timestamptz not null,
  status            text not null check (status in ('open', 'approved', 'declined', 'expired')),
  due_at            timestamptz,                  -- when the open approval expires
  decided_by        text,
  decided_at        timestamptz,
  decision_reason   text,
  check (account_id is not null or kind in ('payment', 'publish')),
  check ((kind in ('refund', 'abandon')) = (customer_order_id is not null)),
  check ((kind in ('refund', 'abandon', 'payment')) = (amount_cents is not null)),
  check ((request_key is null) = (request_digest is null)),
  check ((status = 'open') = (due_at is not null)),
  check ((status = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  -- The last line of defense: the approver is a person, and not the requester.
  constraint approvals_second_person_check check (
    status <> 'approved'
    or (decided_by <> requested_by and decided_by like 'user %' and decided_by <> 'user ' || coalesce(requester_id, ''))
  )
);
create unique index approvals_open on approvals (coalesce(account_id, ''), kind, coalesce(customer_order_id, ''))
  where status = 'open' and kind not in ('payment', 'invitation', 'domain', 'quote_offer');
create unique index approvals_by_request on approvals (account_id, customer_order_id, request_key)
  where request_key is not null;
create index approvals_due on approvals (due_at) where due_at is not null;
create index approvals_by_order on approvals (account_id, customer_order_id);
create index approvals_listed on approvals ((status = 'open'), approval_id);
