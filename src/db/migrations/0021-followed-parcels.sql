-- Parcels whose carrier is asked until they arrive, or come back.

create table followed_parcels (
  account_id      text not null,
  mode            text not null,
  order_id        text not null,
  tracking_number text not null,
  provider        text not null,                  -- who is asked: simulated, or a real carrier
  carrier         text not null,                  -- as the label or the printer names it; '' where it is not known
  status          text,                           -- in the delivery of the order; null: nothing was recorded yet
  last_event_at   timestamptz,                    -- the newest event that the carrier reported
  event_count     integer not null default 0,     -- its events until then
  followed_since  timestamptz not null,
  ended_at        timestamptz,
  attempts        integer not null default 0,     -- questions since the last answer
  next_attempt_at timestamptz,
  return_decision text check (
    return_decision is null or status = 'returned' and return_decision in ('resent', 'refunded', 'destroyed')),
  decided_at      timestamptz,
  primary key (account_id, mode, order_id, tracking_number),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);
create index followed_parcels_by_number on followed_parcels using hash (tracking_number);
create index followed_parcels_due_at on followed_parcels (next_attempt_at) where next_attempt_at is not null;
create index followed_parcels_returned on followed_parcels (order_id)
  where mode = 'production' and status = 'returned' and return_decision is null;
