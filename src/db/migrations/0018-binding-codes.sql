-- Codes by which the cover and the pages of a book are compared at binding (src/features/printing/bindingCodes.ts).

-- A row for each file of a job whose printer uses them.
create table binding_codes (
  account_id   text not null,
  mode         text not null,
  order_id     text not null,
  attempt      integer not null,
  item         integer not null,                  -- the index of the item
  part         text not null check (part in ('cover', 'guts')),
  code         text,                              -- null: the file has none
  missing      text check (missing in ('no_room', 'not_drawable', 'not_stored')), -- why it has none
  update_bytes bytea,                             -- the printer gets the stored file with these bytes appended
  bytes        bigint,                            -- of the whole
  sha256       text,
  primary key (account_id, mode, order_id, attempt, item, part),
  foreign key (account_id, mode, order_id, attempt) references print_jobs on delete cascade,
  check ((code is null) = (missing is not null)),
  check ((code is null) = (update_bytes is null) and (code is null) = (bytes is null) and (code is null) = (sha256 is null))
);
create index binding_codes_by_code on binding_codes using hash (code);

-- A cover and pages that do not belong together, once for each of their jobs. The job stops until a person decides.
create table binding_mismatches (
  account_id   text not null,
  mode         text not null,
  order_id     text not null,
  attempt      integer not null,
  mismatch_id  text not null,
  scanned      text[] not null,                   -- the two codes
  found_at     timestamptz not null,
  found_by     text not null,
  resolved_at  timestamptz,
  resolved_by  text,
  primary key (account_id, mode, order_id, attempt, mismatch_id),
  foreign key (account_id, mode, order_id, attempt) references print_jobs on delete cascade,
  check ((resolved_at is null) = (resolved_by is null))
);
create index binding_mismatches_by_id on binding_mismatches (mismatch_id);
create index binding_mismatches_open on binding_mismatches (mismatch_id) where resolved_at is null;
