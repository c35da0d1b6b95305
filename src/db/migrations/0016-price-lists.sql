-- The price list of a customer: the code of a list of the operator's data (operator_versions.content). An order names
-- the list that it was accepted with in its state.
alter table accounts add column price_list text check (price_list ~ '^[A-Z0-9][A-Z0-9-]{0,39}$');
create index accounts_by_price_list on accounts (price_list) where price_list is not null;
