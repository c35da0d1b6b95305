-- From when on an order's tries count against its patience: a new card, or one that is chosen, is tried as long as the first.
alter table orders add column tries_from timestamptz;   -- null: from the first
