-- Shipping labels that the press desk buys of a carrier, and the parcels that are followed afterwards.

create table shipping_labels (
  account_id      text not null,
  mode            text not null,
  order_id        text not null,
  attempt         integer not null,               -- of the print job
  job_id          text not null,
  label_id        text not null,                  -- also our reference at the carrier
  parcel          integer not null check (parcel > 0), -- its number in the job
  provider        text not null,                  -- whose labels these are: simulated, or a real carrier
  status          text not null check (status in (
    'requested', 'bought', 'void_requested', 'voided', 'not_refunded', 'failed')),
  box             text not null,
  length_in       double precision not null check (length_in > 0),
  width_in        double precision not null check (width_in > 0),
  height_in       double precision not null check (height_in > 0),
  weight_oz       double precision not null check (weight_oz > 0),
  copies          integer[],                      -- of each item of the job; null: the parcel was not planned
  resends         text,                           -- the returned parcel whose books it has; null: its books leave first
  delivery        json,                           -- of the ticket, where the address of a resent parcel was mended
  max_days        integer,                        -- of transit, by the class that was sold; null: unknown
  shipment_ref    text,                           -- the carrier's own id; stored before the purchase
  rate_ref        text,
  carrier         text,
  service         text,
  cost_cents      bigint check (cost_cents >= 0),
  tracking_number text,
  problem         text,                           -- why the carrier refused the last request
  requested_by    text not null,
  requested_at    timestamptz not null,
  bought_at       timestamptz,
  ended_at        timestamptz,
  manifest_id     text,                           -- which lists its parcel
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  primary key (account_id, label_id),
  foreign key (account_id, mode, order_id, attempt) references print_jobs on delete cascade,
  constraint shipping_labels_bought check (
    (bought_at is null) = (tracking_number is null) and (bought_at is null) = (cost_cents is null)
    and (bought_at is not null or status not in ('bought', 'voided', 'not_refunded'))),
  constraint shipping_labels_due check ((next_attempt_at is not null) = (status in ('requested', 'void_requested')))
);
-- Two people who buy the label of one parcel at once buy one label. While the carrier decides about the refund of a
-- label, for days, its parcel may have another.
create trigger labels_of_accounts_here after insert on shipping_labels referencing new table as added
  for each statement execute function is_not_moved('requested_at');
create trigger labels_stay_stopped before update of next_attempt_at on shipping_labels
  for each row when (new.next_attempt_at < timestamptz '2900-01-01 00:00Z') execute function stays_stopped();
create unique index shipping_labels_once on shipping_labels (account_id, job_id, parcel, coalesce(resends, ''))
  where status in ('requested', 'bought') or status = 'void_requested' and bought_at is null;
create index shipping_labels_by_order on shipping_labels (account_id, mode, order_id);
create index shipping_labels_by_number on shipping_labels using hash (tracking_number);
create index shipping_labels_unlisted on shipping_labels (bought_at) where status = 'bought' and manifest_id is null;
create index shipping_labels_by_manifest on shipping_labels (manifest_id) where manifest_id is not null;
create index shipping_labels_due_at on shipping_labels (next_attempt_at) where next_attempt_at is not null;

-- The printed labels. They show the recipient, and are deleted when the recipient is erased.
create table label_files (
  account_id text not null,
  label_id   text not null,
  format     text not null check (format in ('PDF', 'ZPL')),
  sha256     text not null,
  content    bytea not null,
  primary key (account_id, label_id, format),
  foreign key (account_id, label_id) references shipping_labels on delete cascade
);

-- The parcels that a carrier collects together, at the end of a printer's day. No recipient is in it.
create table carrier_manifests (
  manifest_id     text primary key,
  account_id      text not null default 'operator', -- the parcels are of several accounts
  printer         text not null,
  provider        text not null,                  -- of the labels
  carrier         text not null,
  parcels         integer not null check (parcels > 0),
  retry_of        text,                           -- the refused manifest with whose parcels it tries again
  status          text not null check (status in ('requested', 'made', 'failed')),
  content         bytea,                          -- a PDF
  problem         text,                           -- why the carrier refused it
  requested_by    text not null,
  requested_at    timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  check ((content is not null) = (status = 'made')),
  check ((next_attempt_at is not null) = (status = 'requested'))
);
create index carrier_manifests_by_printer on carrier_manifests (printer, manifest_id);
create index carrier_manifests_due_at on carrier_manifests (next_attempt_at) where next_attempt_at is not null;

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
  announced_at    timestamptz not null,           -- when its label was bought, if it was bought here
  followed_since  timestamptz not null,
  ended_at        timestamptz,
  attempts        integer not null default 0,     -- questions since the last answer
  next_attempt_at timestamptz,
  return_decision text check (
    return_decision is null or status = 'returned' and return_decision in ('resent', 'reprinted', 'refunded', 'destroyed')),
  decided_at      timestamptz,
  check ((return_decision is null) = (decided_at is null)),
  primary key (account_id, mode, order_id, tracking_number),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);
create index followed_parcels_by_number on followed_parcels using hash (tracking_number);
create index followed_parcels_due_at on followed_parcels (next_attempt_at) where next_attempt_at is not null;
create index followed_parcels_returned on followed_parcels (order_id)
  where mode = 'production' and status = 'returned' and return_decision is null;
