-- Orders that are printed only once their proof is approved (src/orders/proofs/).
alter table accounts add column proof_required boolean not null default false;
alter table products add column proof_required boolean not null default false;

alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check check (status in (
  'RECEIVED', 'QUEUED', 'REJECTED', 'FAILED', 'VALIDATING', 'AWAITING_PROOF', 'VALID_AWAITING_PAYMENT',
  'VALID_HOLDING_BIN', 'PRINTING', 'CANCELLATION_REQUESTED', 'CANCELLED', 'EXCEPTION', 'SHIPPED'));
