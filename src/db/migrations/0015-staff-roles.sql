-- Roles of the staff (src/accounts/staffRoles.ts), of their invitations and of their keys. Who was on the staff, and
-- what their keys could do, stays as it was: an owner may do everything.
alter table memberships drop constraint memberships_check2;
alter table memberships drop constraint memberships_role_check;
update memberships set role = 'owner' where kind = 'staff';
alter table memberships add constraint memberships_role_check check (
  case kind
    when 'customer' then role is not null and role in ('owner', 'developer', 'bookkeeper', 'viewer')
    when 'staff' then role is not null and role in ('owner', 'support', 'finance', 'production', 'read_only')
    else role is null
  end
);

alter table invitations drop constraint invitations_check2;
alter table invitations drop constraint invitations_role_check;
update invitations set role = 'owner' where kind = 'staff';
alter table invitations add constraint invitations_role_check check (
  case kind
    when 'customer' then role is not null and role in ('owner', 'developer', 'bookkeeper', 'viewer')
    when 'staff' then role is not null and role in ('owner', 'support', 'finance', 'production', 'read_only')
    else role is null
  end
);

alter table api_keys add column role text;
update api_keys set role = 'owner' where kind = 'staff';
alter table api_keys add constraint api_keys_role_check check (
  case kind
    when 'staff' then role is not null and role in ('owner', 'support', 'finance', 'production', 'read_only')
    else role is null
  end
);
