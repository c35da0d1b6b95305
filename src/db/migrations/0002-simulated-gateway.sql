-- The books of the simulated payment gateway. It stands for somebody else's system, so nothing here refers to the
-- service's own tables, nor they to it.

create table simulated_gateway_charges (
  idempotency_key text primary key,
  charge_ref      text not null unique,
  card_ref        text not null,
  amount_cents    bigint not null check (amount_cents > 0),
  description     text not null,
  decline_code    text,                           -- null when the money moved
  at              timestamptz not null
);

create table simulated_gateway_refunds (
  idempotency_key text primary key,
  refund_ref      text not null unique,
  charge_ref      text not null references simulated_gateway_charges (charge_ref),
  amount_cents    bigint not null check (amount_cents > 0),
  at              timestamptz not null
);
create index simulated_gateway_refunds_by_charge on simulated_gateway_refunds (charge_ref);
