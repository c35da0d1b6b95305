-- The order that a mail is about, where it is about one: the page of the order lists it. Most mails have none, and take
-- no place in the index.
alter table emails add column order_id text;
create index emails_by_order on emails (account_id, order_id, email_id) where order_id is not null;
