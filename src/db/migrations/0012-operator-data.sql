-- The operator's data: what is sold, and how it is priced, shipped and taxed. A version is written once and never
-- changes. Orders refer to the version that they were accepted with (orders.operator_version), without a foreign key:
-- each create would lock the row of the version.

create table operator_versions (
  version      integer     not null primary key,  -- 1, 2, 3 ...
  content      bytea       not null,              -- JSON, compressed: catalog, shipping and others, as the files have them
  price_lists  text[]      not null,              -- the codes of its price lists
  author       text        not null,
  reason       text,
  created_at   timestamptz not null,
  effective_at timestamptz not null
);
create trigger operator_versions_are_append_only before update or delete on operator_versions
  for each row execute function append_only();

-- The published tax rates, as each release of the sales-tax package has them with the dates of their changes. An order
-- is taxed by the edition in effect at its creation, so that a later release changes no accepted order. Few rows: one for
-- each release with other rates.
create table tax_rate_editions (
  release      text        primary key,           -- version of the package
  rates        json        not null,
  effective_at timestamptz not null
);
create trigger tax_rate_editions_are_append_only before update or delete on tax_rate_editions
  for each row execute function append_only();

-- The draft that the staff edit together: at most one. Every change raises its revision, which goes on when the draft
-- is published or discarded, so that an old revision never fits a later draft.
create table operator_draft (
  draft      text        primary key check (draft = 'shared'),
  revision   integer     not null,
  based_on   integer,                                  -- the newest version that its author compared it with; 0: none
  content    bytea,                                    -- JSON, compressed; null: there is no draft
  author     text        not null,
  updated_at timestamptz not null,
  check ((content is null) = (based_on is null))
);
