-- Enterprise accounts pay by statement: what they owe, their monthly statements, and the payments that they sent.
-- Only production orders are billed.

create table billing_terms (
  account_id         text primary key references accounts,
  terms_days         integer not null default 30 check (terms_days between 0 and 365), -- from `terms_from` to the due day
  terms_from         text not null default 'statement' check (terms_from in ('statement', 'end_of_month')),
  credit_limit_cents bigint check (credit_limit_cents >= 0), -- null: no limit
  discount_basis_points integer check (discount_basis_points between 1 and 2000), -- for early payment; null: none
  discount_days      integer check (discount_days between 0 and 365), -- from `terms_from` to its last day
  purchase_order_required boolean not null default false, -- of each new order, unless the account has a usual number
  balance_cents      bigint not null default 0,   -- owed for shipped orders; negative: paid too much
  statements         integer not null default 0,  -- the number of the newest statement
  late_fee_basis_points integer check (late_fee_basis_points between 1 and 10000), -- a month, of the open amount
  late_fee_cents     bigint check (late_fee_cents > 0), -- a month; both are null without a late fee
  late_fee_due_at    timestamptz,                 -- the first `late_fee_at` of its statements
  statement_due_at   timestamptz,                 -- the end of the month of the oldest line without a statement
  check ((discount_basis_points is null) = (discount_days is null)),
  check (num_nonnulls(late_fee_basis_points, late_fee_cents) <= 1)
);
create index billing_terms_late_fees_due on billing_terms (late_fee_due_at) where late_fee_due_at is not null;
create index billing_terms_due on billing_terms (statement_due_at) where statement_due_at is not null;

-- What an account pays and when it was reminded changes, and nothing else.
create table statements (
  account_id      text not null references accounts,
  number          integer not null check (number > 0), -- 1, 2, 3 ... within the account
  month           date not null check (extract(day from month) = 1),
  ends_at         timestamptz not null,           -- the end of the month in the operator's time zone
  issued_at       timestamptz not null,
  issued_on       date not null,                  -- that day at the operator
  due_on          date not null,                  -- at the operator
  overdue_from    timestamptz not null,           -- the end of that day
  terms_days      integer not null,
  terms_from      text not null,                  -- the day of the statement, or the end of its month
  purchase_order  text,
  search_words    text,                           -- the purchase order as the search compares it
  bill_to         json not null,                  -- the account and its billing details at that time
  seller          json not null,                  -- the operator's name and address at that time
  lines           integer not null check (lines > 0),
  total_cents     bigint not null,                -- negative: more was credited than ordered
  tax_cents       bigint not null,
  paid_cents      bigint not null default 0,
  discount_cents  bigint,                         -- for payment until `discount_on`, at the operator
  discount_on     date,
  discount_ends_at timestamptz,                   -- the end of that day
  late_fee_basis_points integer,                  -- of its terms
  late_fee_cents  bigint,
  late_fees       integer not null default 0,     -- how many it has cost
  late_fee_at     timestamptz,                    -- the next one, while it is unpaid
  base_cents      bigint not null,                -- the total without late fees of earlier statements
  reminders       integer not null default 0,
  reminder_due_at timestamptz,                    -- before the due day, and after it
  primary key (account_id, number),
  check (num_nonnulls(discount_cents, discount_on, discount_ends_at) in (0, 3)),
  constraint statements_once_a_month unique (account_id, ends_at),
  constraint statements_paid_no_more check (paid_cents between 0 and greatest(total_cents, 0))
);
create index statements_reminders_due on statements (reminder_due_at) where reminder_due_at is not null;
-- For the staff, the longest overdue first.
create index statements_unpaid on statements (overdue_from, account_id, number) where paid_cents < total_cents;
-- The staff find statements by part of their purchase order number.
create index statements_by_purchase_order on statements using gin (search_words gin_trgm_ops)
  where search_words is not null;
alter table documents add constraint documents_statement_fkey
  foreign key (account_id, statement) references statements;
create trigger statements_of_accounts_here after insert on statements referencing new table as added
  for each statement execute function is_not_moved('issued_at');
create trigger statements_keep_their_content before update of
    account_id, number, month, ends_at, issued_at, issued_on, due_on, overdue_from, terms_days, terms_from, purchase_order,
    search_words, bill_to, seller, lines, total_cents, tax_cents, base_cents
  or delete on statements
  for each row execute function append_only();

-- A shipped order, its free reprint, a credit for it, a late fee, a charge of the staff, or one of both that is taken
-- back. It outlives the row of its order. A line that is on a statement never changes, except that a name in its reason
-- is erased.
create table statement_lines (
  account_id     text not null,
  line_id        text not null,                   -- sortable by time
  mode           text not null default 'production' check (mode = 'production'),
  order_id       text,                            -- of an order, its reprint and its credits
  kind           text not null check (kind in ('order', 'reprint', 'credit', 'late_fee', 'waived_fee', 'charge', 'removed_charge')),
  at             timestamptz not null,
  items_cents    bigint not null,
  shipping_cents bigint not null,
  tax_cents      bigint not null,
  amount_cents   bigint not null,
  reason         text,                            -- of a credit, a waived fee, a charge or its removal
  actor          text,                            -- who gave the credit, or made the charge
  reference      text check (char_length(reference) between 1 and 100), -- of a charge and its removal: the number of the staff
  request_key    text,
  request_digest text,                            -- SHA-256 of the request
  late_statement integer,                         -- of a late fee: the overdue statement, and the fee's number
  late_period    integer,
  statement      integer,                         -- null: on the next statement
  primary key (account_id, line_id),
  foreign key (account_id, statement) references statements,
  foreign key (account_id, late_statement) references statements,
  check ((kind in ('late_fee', 'waived_fee', 'charge', 'removed_charge')) = (order_id is null)),
  check (num_nonnulls(late_statement, late_period) = case when kind in ('late_fee', 'waived_fee') then 2 else 0 end),
  check ((kind in ('charge', 'removed_charge')) = (reference is not null)),
  check (amount_cents = items_cents + shipping_cents + tax_cents),
  check (
    case when kind in ('credit', 'waived_fee', 'removed_charge') then amount_cents < 0
      when kind = 'reprint' then amount_cents = 0
      when kind = 'charge' then amount_cents > 0
      else amount_cents >= 0
    end),
  check ((request_key is null) = (request_digest is null))
);
create trigger statement_lines_of_accounts_here after insert on statement_lines referencing new table as added
  for each statement execute function is_not_moved('at');
create unique index statement_lines_once on statement_lines (account_id, order_id) where kind <> 'credit';
create index statement_lines_late on statement_lines (account_id, late_statement, late_period)
  where late_statement is not null;
create unique index statement_lines_charge_once on statement_lines (account_id, lower(reference), kind)
  where reference is not null;
create unique index statement_lines_by_request on statement_lines (account_id, order_id, request_key)
  where request_key is not null;
create index statement_lines_of_order on statement_lines (account_id, order_id);
create index statement_lines_by_statement on statement_lines (account_id, statement, line_id);
create function statement_lines_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.statement is not null then
    raise exception 'a line of a statement never changes' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger statement_lines_kept before update of
    account_id, line_id, order_id, kind, at, items_cents, shipping_cents, tax_cents, amount_cents, statement
  or delete on statement_lines
  for each row execute function statement_lines_are_kept();

-- Money that accounts sent: recorded by the staff, one by one or from a file of the bank. The audit log says by whom.
-- A credit of the staff and the discount for early payment pay statements in the same way, without money.
create table received_payments (
  account_id      text not null references accounts,
  payment_id      text not null,
  kind            text not null default 'payment' check (kind in ('payment', 'credit', 'discount')),
  received_on     date not null,
  amount_cents    bigint not null check (amount_cents > 0),
  reference       text not null check (char_length(reference) between 1 and 100), -- the bank's
  statement       integer,                        -- that it pays first; null: the oldest
  note            text,
  online          boolean not null default false, -- of an online payment: the reference is the provider's
  recorded_at     timestamptz not null,
  reversed_at     timestamptz,                    -- when it turned out to be a mistake, or the bank took it back
  reversal_reason text,
  primary key (account_id, payment_id),
  foreign key (account_id, statement) references statements,
  check ((reversed_at is null) = (reversal_reason is null)),
  check (kind = 'payment' or not online and statement is not null)
);
create trigger payments_of_accounts_here after insert on received_payments referencing new table as added
  for each statement execute function is_not_moved('recorded_at');
create unique index received_payments_one_discount on received_payments (account_id, statement)
  where kind = 'discount' and reversed_at is null;
-- The bank's reference names one transfer, whichever account it is recorded for.
create unique index received_payments_once on received_payments (lower(reference))
  where reversed_at is null and not online and kind <> 'discount';
create index received_payments_online on received_payments (lower(reference)) where online;
alter table documents add constraint documents_payment_fkey
  foreign key (account_id, payment_id) references received_payments;

-- Payments through the payment provider: on a page of the provider, or by bank transfer. A payment that succeeds has a
-- row in received_payments, with the same id.
create table online_payments (
  account_id      text not null references accounts,
  payment_id      text not null,
  provider        text not null,
  customer_ref    text not null,
  kind            text not null check (kind in ('page', 'transfer')),
  statement       integer,                        -- that it pays first; null: the oldest
  amount_cents    bigint not null check (amount_cents > 0),
  description     text not null,
  status          text not null check (status in ('open', 'processing', 'succeeded', 'failed', 'expired')),
  method          text check (method in ('card', 'bank_debit', 'bank_transfer')),
  idempotency_key text not null,
  provider_ref    text,                           -- of the page or the transfer
  url             text,                           -- of the page
  failure_code    text,
  failure_message json,
  needs_staff     boolean not null default false, -- it failed, and its money may be at the provider
  closed_by_staff boolean not null default false, -- its money was returned, or recorded by hand
  attempts        integer not null default 0,
  next_check_at   timestamptz,                    -- also of a payment that ended without money, after news of it
  created_at      timestamptz not null,
  retried_at      timestamptz,                    -- when the staff last had it asked for again
  begun_on        date not null,                  -- at the operator: for a discount
  settled_at      timestamptz,
  primary key (account_id, payment_id),
  foreign key (account_id, statement) references statements,
  check (next_check_at is not null or status in ('succeeded', 'failed', 'expired')),
  check (next_check_at is null or status <> 'succeeded'),
  check ((status in ('open', 'processing')) = (settled_at is null))
);
create trigger online_payments_of_accounts_here after insert on online_payments referencing new table as added
  for each statement execute function is_not_moved('created_at');
create index online_payments_due on online_payments (next_check_at) where next_check_at is not null;
create index online_payments_of_statement on online_payments (account_id, statement) where status = 'processing';
create unique index online_payments_one_page on online_payments (account_id, statement, provider)
  where kind = 'page' and status = 'open';
create unique index online_payments_one_a_transfer on online_payments (account_id, provider, provider_ref)
  where kind = 'transfer';
create index online_payments_for_staff on online_payments (account_id, payment_id) where needs_staff;
create index online_payments_by_settlement on online_payments (settled_at) where status = 'succeeded';
alter table disputes add constraint disputes_payment_fkey
  foreign key (account_id, payment_id) references online_payments;
