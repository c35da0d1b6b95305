-- Sign-ins through the identity provider of the company. The provider has checked the factors of such a session. A
-- credential of the provider is of one person.
alter table sessions add column single_sign_on boolean not null default false;

create unique index credentials_of_providers on credentials (provider_id, account_id) where provider_id <> 'credential';
