-- Webhooks that do not tell of an order are listed with the others: with each attempt, and to be sent again.
alter table webhook_notices add column settled_at timestamptz;  -- as in webhook_deliveries
alter table webhook_notices drop column last_status;
alter table webhook_notices drop column last_failure;
create index webhook_notices_by_mode on webhook_notices (account_id, mode, notice_id);

create table webhook_notice_attempts (
  account_id      text not null,
  notice_id       text not null,
  attempt         integer not null,
  at              timestamptz not null,
  trigger         text not null check (trigger in ('schedule', 'redelivery')),
  duration_ms     integer not null,
  response_status integer,                        -- null when no answer came
  response_body   text,
  failure         text,
  primary key (account_id, notice_id, attempt),
  foreign key (account_id, notice_id) references webhook_notices on delete cascade
);

-- What a customer has uploaded counts against a quota for as long as it is kept.
alter table files add column uploaded_at timestamptz;           -- null for what was fetched or made
update files f set uploaded_at = p.uploaded_at
from product_files p
where p.account_id = f.account_id and p.sha256 = f.sha256;
create index files_uploaded on files (account_id) where uploaded_at is not null;
