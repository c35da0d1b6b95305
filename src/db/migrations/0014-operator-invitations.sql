-- Invitations also for the operator's people: to the staff, or to one printer or all printers.
alter table invitations drop constraint invitations_pkey;
alter table invitations add primary key (invitation_id);
alter table invitations alter column account_id drop not null;
alter table invitations alter column role drop not null;
alter table invitations add column kind text not null default 'customer' check (kind in ('customer', 'staff', 'printer'));
alter table invitations add column printer text check (printer is null or kind = 'printer');
alter table invitations add check ((kind = 'customer') = (account_id is not null));
alter table invitations add check ((kind = 'customer') = (role is not null));
create index invitations_by_account on invitations (account_id);
