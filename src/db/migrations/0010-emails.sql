-- E-mails. They are deleted after 90 days. Sending an e-mail removes the tokens of its links from the row.
create table emails (
  account_id      text not null,                  -- 'operator' for staff and printers
  email_id        text not null,
  recipient       text not null,
  subject         text not null,
  body            text not null,
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
