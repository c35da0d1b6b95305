-- The books of the simulated carrier. The carrier stands for an outside system, so these tables and the service's own
-- tables do not refer to each other. They have no recipient: only the state and country of the destination.

create table simulated_carrier_shipments (
  shipment_ref    text primary key,
  reference       text not null,
  behavior        text not null,                  -- of the test address, or '' for a usual parcel
  from_city       text not null,
  from_state      text not null,
  from_country    text not null,
  to_state        text not null,
  to_country      text not null,
  rates           json not null,
  rated_at        timestamptz not null,
  rate_ref        text,                           -- of the rate that was bought
  tracking_number text unique,
  bought_at       timestamptz,
  voided_at       timestamptz,
  manifest_id     text,                           -- which lists it: at most one
  check ((rate_ref is null) = (bought_at is null) and (tracking_number is null) = (bought_at is null)),
  check (voided_at is null or bought_at is not null)
);

-- What was simulated for a parcel of an order, by hand or by a program. It is deleted with its order.
create table simulated_carrier_events (
  order_id        text not null,
  tracking_number text not null,
  status          text not null,
  at              timestamptz not null,
  number          bigint generated always as identity, -- orders the events of one instant
  primary key (order_id, tracking_number, at, status)
);
