-- What an account wants on its packing slips and parcels (src/accounts/packingSlip.ts); null: nothing.
alter table accounts add column packing_slip json;

-- Apart, because accounts are read with every order.
create table account_logos (
  account_id text primary key references accounts,
  data_url   text not null                        -- a PNG or an SVG, encoded again by the service
);
