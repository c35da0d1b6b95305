-- E-mails, what people chose about them, and the orders that wait for an e-mail.

-- E-mails. They are deleted after 90 days. Sending an e-mail removes the tokens of its links from the row.
create table emails (
  account_id      text not null,                  -- 'operator' for staff and printers
  email_id        text not null,
  recipient       text not null,
  kind            text not null,
  values          json not null,                  -- what its template fills in
  order_id        text,                           -- the order's page lists the e-mail; null: it is not about one order
  language        text,                           -- for a recipient without a sign-in, such as de; null: en
  created_at      timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  sent_at         timestamptz,
  logged_at       timestamptz,                    -- when it was only written to the log, without a mail server
  primary key (account_id, email_id)
);
create index emails_due on emails (next_attempt_at) where next_attempt_at is not null;
create index emails_by_time on emails (email_id);
create index emails_by_order on emails (account_id, order_id, email_id) where order_id is not null;

-- What people of accounts chose about their emails. Without a row, the default of the kind counts
-- (src/accounts/people/emailChoices.ts).
create table email_choices (
  user_id   text not null references users (id) on delete cascade,
  kind      text not null,
  frequency text not null check (frequency in ('now', 'daily', 'never')),
  chosen_at timestamptz not null,
  primary key (user_id, kind)
);
create index email_choices_by_kind on email_choices (kind) where frequency <> 'never';

-- Orders that wait for the next email of a kind to the people of an account. The row stays after the email, because it
-- counts the emails of a day.
create table order_digests (
  account_id   text    not null references accounts (account_id),
  kind         text    not null,
  frequency    text    not null check (frequency in ('now', 'daily')),
  -- The first of the waiting orders, as a JSON array, and the number of all.
  orders       json    not null,
  order_count  integer not null,
  due_at       timestamptz,                    -- when the email is written; null: no order waits
  -- Since when the emails of a day are counted, and how many there were.
  counted_from timestamptz,
  email_count  integer not null default 0,
  primary key (account_id, kind, frequency)
);
create index order_digests_due on order_digests (due_at) where due_at is not null;

-- The events that people get emails about by default. They are rare, and the others have no entry.
create index order_events_to_email on order_events (transaction_number, event_id)
  where kind in ('OrderValidationFailed', 'OrderException', 'OrderFilesUnreachable') and mode = 'production';

-- The last event that was looked at: its transaction and its id.
insert into settings (name, value) values ('order_emails_after', transaction_number() || ' ');
