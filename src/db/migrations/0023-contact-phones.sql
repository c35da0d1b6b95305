-- Carriers require a telephone number for some parcels, and customers do not know each recipient's.
alter table accounts add column contact_phone text;
