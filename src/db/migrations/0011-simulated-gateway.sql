-- The books of the simulated payment gateway. The gateway stands for an outside system, so these tables and the
-- service's own tables do not refer to each other.

create table simulated_gateway_charges (
  idempotency_key text primary key,
  charge_ref      text not null unique,
  account_id      text not null default '',
  card_ref        text not null,
  amount_cents    bigint not null check (amount_cents > 0),
  description     text not null,
  decline_code    text,                           -- null when the money moved
  answers_at      timestamptz,                    -- when the gateway answers; null: immediately
  confirmation    text check (confirmation in ('asked', 'confirmed', 'refused', 'withdrawn')),
  at              timestamptz not null
);

create table simulated_gateway_refunds (
  idempotency_key text primary key,
  refund_ref      text not null unique,
  account_id      text not null default '',
  charge_ref      text not null references simulated_gateway_charges (charge_ref),
  amount_cents    bigint not null check (amount_cents > 0),
  at              timestamptz not null
);
create index simulated_gateway_refunds_by_charge on simulated_gateway_refunds (charge_ref);

create table simulated_gateway_disputes (
  dispute_ref     text primary key,
  charge_ref      text not null references simulated_gateway_charges (charge_ref),
  status          text not null,
  evidence_due_at timestamptz not null,
  opened_at       timestamptz not null,
  ended_at        timestamptz
);

create table simulated_gateway_transfers (
  transfer_ref text primary key,
  account_id   text not null,
  amount_cents bigint not null check (amount_cents > 0),
  at           timestamptz not null
);
