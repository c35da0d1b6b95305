-- The operator's terms that a person accepted on joining an account. The text is in that version of the operator's data.
alter table sign_ups
  add column terms_version text,
  add column terms_operator_version integer,
  add constraint sign_ups_terms_check check ((terms_version is null) = (terms_operator_version is null));
alter table users
  add column terms_version text,
  add column terms_operator_version integer,
  add column terms_accepted_at timestamptz,
  add constraint users_terms_check check (num_nonnulls(terms_version, terms_operator_version, terms_accepted_at) in (0, 3));
