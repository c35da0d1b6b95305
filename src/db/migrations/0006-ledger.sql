-- What an order was sold for, with its taxes, kept for good; a ledger that also knows what is owed; several refunds an
-- order; numbered invoices and credit notes; exemption papers; what a tax provider is to be told.

-- One row for each production order whose price became final and is charged. Never changes but for being cancelled unpaid.
create table sales (
  account_id        text not null,
  mode              text not null default 'production' check (mode = 'production'),
  order_id          text not null,
  at                timestamptz not null,
  items_cents       json not null,                -- one amount an order item, in their order, without tax
  fulfillment_cents bigint not null check (fulfillment_cents >= 0),
  shipping_cents    bigint not null check (shipping_cents >= 0),
  taxes             json not null,                -- one object a tax: jurisdiction, kind, rate, base, cents by part
  total_cents       bigint not null check (total_cents >= 0),
  tax_source        text not null,                -- who said so: the table, or a provider
  tax_ref           text,                         -- the provider's name of its calculation
  exemption_id      text,                         -- the papers that it was exempt by
  cancelled_at      timestamptz,                  -- before it was paid; then nothing of it is owed
  primary key (account_id, order_id),
  foreign key (account_id, mode, order_id) references orders
);

-- Orders that have their final price already. Of their taxes only the sum is known.
insert into sales (
  account_id, order_id, at, items_cents, fulfillment_cents, shipping_cents, taxes, total_cents, tax_source, cancelled_at)
select
  account_id, order_id, updated_at,
  json_build_array(charge_cents - fulfillment_cents - shipping_cents - tax_cents), fulfillment_cents, shipping_cents,
  case when tax_cents = 0 then '[]'::json else json_build_array(json_build_object(
    'jurisdiction', 'unknown', 'kind', 'sales', 'rate', 0, 'taxableCents', 0, 'taxCents', tax_cents,
    'parts', json_build_object('items', tax_cents, 'fulfillment', 0, 'shipping', 0))) end,
  charge_cents, 'table',
  case when status = 'CANCELLED' and not captured then updated_at end
from (
  select
    o.account_id, o.order_id, o.status, o.updated_at, o.charge_cents, coalesce(c.status = 'succeeded', false) as captured,
    coalesce((o.state -> 'pricing' ->> 'fulfillmentCents')::bigint, 0) as fulfillment_cents,
    coalesce((o.state -> 'pricing' ->> 'shippingCents')::bigint, 0) as shipping_cents,
    coalesce((o.state -> 'pricing' ->> 'taxesCents')::bigint, co.tax_cents, 0) as tax_cents
  from orders o
  left join charge_orders co on co.account_id = o.account_id and co.order_id = o.order_id and not co.declined
  left join charges c on c.account_id = co.account_id and c.charge_id = co.charge_id
  where o.mode = 'production' and o.billing = 'charged' and o.charge_cents is not null
) priced;

-- The ledger learns what is owed, which part of a price a revenue is, and whose a tax is. Older lines do not say.
alter table ledger_entries
  drop constraint ledger_entries_ledger_account_check,
  add constraint ledger_entries_ledger_account_check
    check (ledger_account in ('receivable', 'cash', 'revenue', 'tax', 'refunds')),
  alter column charge_id drop not null,           -- a sale is of no charge yet
  add column part text check (part in ('items', 'fulfillment', 'shipping')),
  add column jurisdiction text,
  add constraint ledger_entries_part_of check (part is null or ledger_account in ('revenue', 'refunds')),
  add constraint ledger_entries_jurisdiction_of check (jurisdiction is null or ledger_account = 'tax');
create index ledger_entries_by_time on ledger_entries (account_id, at, posting_id, line);

-- What waits for payment now is owed.
insert into ledger_entries (
  account_id, posting_id, line, at, ledger_account, part, jurisdiction, amount_cents, order_id)
select
  s.account_id, s.order_id || '/sold', row_number() over (partition by s.account_id, s.order_id order by l.place), s.at,
  l.ledger_account, l.part, l.jurisdiction, l.cents, s.order_id
from sales s
join orders o on o.account_id = s.account_id and o.mode = s.mode and o.order_id = s.order_id
cross join lateral (values
  (1, 'receivable', null, null, s.total_cents),
  (2, 'revenue', 'items', null, -(s.items_cents ->> 0)::bigint),
  (3, 'revenue', 'fulfillment', null, -s.fulfillment_cents),
  (4, 'revenue', 'shipping', null, -s.shipping_cents),
  (5, 'tax', null, 'unknown', -(s.taxes -> 0 ->> 'taxCents')::bigint)
) as l (place, ledger_account, part, jurisdiction, cents)
where o.status = 'VALID_AWAITING_PAYMENT' and l.cents <> 0;

-- Refunds: several an order, whose sum is guarded here, whoever writes them.
alter table charge_orders
  add column refunded_cents bigint not null default 0,
  add constraint charge_orders_refunds_no_more check (refunded_cents between 0 and amount_cents);
update charge_orders co set refunded_cents = r.amount_cents
from refunds r
where r.account_id = co.account_id and r.charge_id = co.charge_id and r.order_id = co.order_id;

alter table refunds
  drop constraint refunds_account_id_order_id_key,
  add column cells json,                          -- how much of each part and tax of the sale; null: all of it
  add column quantities json,                     -- copies given back for, by index of the item
  add column reason text,
  add column actor text not null default 'system';
create index refunds_by_order on refunds (account_id, order_id);

create function count_refund() returns trigger language plpgsql as $$
begin
  update charge_orders set refunded_cents = refunded_cents + new.amount_cents
  where account_id = new.account_id and charge_id = new.charge_id and order_id = new.order_id;
  return null;
end $$;
create trigger refunds_are_counted after insert on refunds for each row execute function count_refund();
create trigger refunds_keep_their_amount
  before update of account_id, charge_id, order_id, amount_cents, tax_cents, cells or delete on refunds
  for each row execute function append_only();

-- Refunds under way: their sale is given back when they are owed, their money when they are made.
insert into ledger_entries (
  account_id, posting_id, line, at, ledger_account, part, jurisdiction, amount_cents, charge_id, order_id, refund_id)
select
  r.account_id, r.refund_id || '/credited', row_number() over (partition by r.account_id, r.refund_id order by l.place),
  r.created_at, l.ledger_account, l.part, l.jurisdiction, l.cents, r.charge_id, r.order_id, r.refund_id
from refunds r
join sales s using (account_id, order_id)
cross join lateral (values
  (1, 'refunds', 'items', null, r.amount_cents - r.tax_cents - s.fulfillment_cents - s.shipping_cents),
  (2, 'refunds', 'fulfillment', null, s.fulfillment_cents),
  (3, 'refunds', 'shipping', null, s.shipping_cents),
  (4, 'tax', null, 'unknown', r.tax_cents),
  (5, 'receivable', null, null, -r.amount_cents)
) as l (place, ledger_account, part, jurisdiction, cents)
where r.status = 'pending' and s.cancelled_at is null and l.cents <> 0;

-- Invoices of charges and credit notes of refunds, each numbered 1, 2, 3 ... within the account.
create table document_numbers (
  account_id   text primary key references accounts,
  invoices     integer not null default 0,
  credit_notes integer not null default 0
);
create table documents (
  account_id text not null references accounts,
  kind       text not null check (kind in ('invoice', 'credit_note')),
  number     integer not null check (number > 0),
  charge_id  text not null,
  refund_id  text check ((refund_id is null) = (kind = 'invoice')),
  issued_at  timestamptz not null,
  bill_to    json not null,                       -- the account as it was called then
  seller     json,                                -- the operator as it was called when the first copy was made
  primary key (account_id, kind, number),
  foreign key (account_id, charge_id) references charges,
  foreign key (account_id, refund_id) references refunds
);
create unique index documents_by_charge on documents (account_id, charge_id) where kind = 'invoice';
create unique index documents_by_refund on documents (account_id, refund_id) where kind = 'credit_note';

insert into documents (account_id, kind, number, charge_id, issued_at, bill_to)
select
  c.account_id, 'invoice', row_number() over (partition by c.account_id order by c.settled_at, c.charge_id), c.charge_id,
  c.settled_at, json_build_object('name', a.name, 'email', a.holder_email)
from charges c
join accounts a using (account_id)
where c.status = 'succeeded';
insert into documents (account_id, kind, number, charge_id, refund_id, issued_at, bill_to)
select
  r.account_id, 'credit_note', row_number() over (partition by r.account_id order by r.settled_at, r.refund_id),
  r.charge_id, r.refund_id, r.settled_at, json_build_object('name', a.name, 'email', a.holder_email)
from refunds r
join accounts a using (account_id)
where r.status = 'succeeded';
insert into document_numbers (account_id, invoices, credit_notes)
select account_id, count(*) filter (where kind = 'invoice'), count(*) filter (where kind = 'credit_note')
from documents
group by account_id;

-- Exemption papers. The file is sealed, and goes when nobody needs it any more; what was decided stays.
create table exemptions (
  account_id     text not null references accounts,
  exemption_id   text not null,
  place          text not null check (place ~ '^(US-[A-Z]{2}|PR)$'),
  status         text not null check (status in ('submitted', 'approved', 'refused')),
  media_type     text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size_bytes     integer not null,
  sealed_file    bytea,
  uploaded_by    text not null,
  created_at     timestamptz not null,
  decided_by     text,
  decided_at     timestamptz,
  reason         text,
  expires_at     timestamptz,
  file_due_at    timestamptz,                     -- when the file is thrown away
  primary key (account_id, exemption_id),
  check ((status = 'submitted') = (decided_at is null)),
  check ((status = 'approved') = (expires_at is not null))
);
create index exemptions_approved on exemptions (account_id, place, expires_at) where status = 'approved';
create index exemptions_submitted on exemptions (exemption_id) where status = 'submitted';
create index exemptions_files_due on exemptions (file_due_at) where file_due_at is not null;

-- Sales and refunds that a tax provider has yet to be told of, or was.
create table tax_reports (
  account_id      text not null,
  order_id        text not null,
  report_id       text not null,                  -- 'sale', or the refund's
  provider        text not null,
  calculation_ref text not null,
  refund_id       text,
  status          text not null check (status in ('pending', 'reported', 'refused')),
  provider_ref    text,
  problem         text,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  primary key (account_id, order_id, report_id),
  foreign key (account_id, order_id) references sales,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index tax_reports_due on tax_reports (next_attempt_at) where next_attempt_at is not null;
