-- The staff find statements by part of their purchase order number.
create index statements_by_purchase_order on statements using gin (lower(purchase_order) gin_trgm_ops)
  where purchase_order is not null;
