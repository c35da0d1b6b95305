-- Acts of the staff that cost money and wait for a second person (src/orders/desk/approvals.ts).
create table approvals (
  account_id        text not null references accounts,
  approval_id       text not null,
  kind              text not null check (kind in ('refund', 'abandon', 'enterprise')),
  customer_order_id text,                         -- of a production order; null: it is about the account itself
  wanted            json not null,                -- what is done once it is approved
  amount_cents      bigint check (amount_cents > 0), -- what it refunds
  reason            text,
  request_key       text,
  request_digest    text,                         -- SHA-256 of what was asked for
  asked_by          text not null,
  asked_at          timestamptz not null,
  status            text not null check (status in ('open', 'approved', 'declined', 'expired')),
  due_at            timestamptz,                  -- when it expires
  decided_by        text,
  decided_at        timestamptz,
  decision_reason   text,
  primary key (account_id, approval_id),
  check ((kind = 'enterprise') = (customer_order_id is null)),
  check ((kind = 'enterprise') = (amount_cents is null)),
  check ((request_key is null) = (request_digest is null)),
  check ((status = 'open') = (due_at is not null)),
  check ((status = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  -- Whatever the program does: another one than who asked, and in person.
  check (status <> 'approved' or (decided_by <> asked_by and decided_by like 'user %'))
);
create unique index approvals_open on approvals (account_id, kind, coalesce(customer_order_id, '')) where status = 'open';
create unique index approvals_by_request on approvals (account_id, customer_order_id, request_key)
  where request_key is not null;
create index approvals_due on approvals (due_at) where due_at is not null;
create index approvals_by_id on approvals (approval_id);
create index approvals_by_order on approvals (account_id, customer_order_id);
create index approvals_listed on approvals ((status = 'open'), approval_id);
