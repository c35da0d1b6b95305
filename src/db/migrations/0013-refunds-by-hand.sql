-- A refund that the provider will not make is given back by hand. `problem` is what the provider answered last, while it is not
-- made; `hand_ref` names the movement of the money, as the staff said at `hand_at`.
alter table refunds
  add column problem text,
  add column hand_ref text,
  add column hand_at timestamptz,
  add constraint refunds_by_hand check ((hand_ref is null) = (hand_at is null) and (hand_ref is null or status = 'succeeded'));
create index refunds_unmade on refunds (refund_id) where status = 'pending' and problem is not null;
create index refunds_by_hand_ref on refunds (hand_ref) where hand_ref is not null;
