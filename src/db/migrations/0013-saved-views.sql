-- Views of lists that people saved under a name: the parameters of the list's address. A view belongs to its person,
-- and a shared one is seen by all people of the account, of the operator's staff, or of the printer.

create table saved_views (
  view_id    text        not null primary key,
  owner      text        not null, -- an account, `staff`, `press`, or `press:` and the name of a printer
  list       text        not null,
  user_id    text        not null references users on delete cascade,
  name       text        not null,
  shared     boolean     not null,
  query      text        not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (owner, list, user_id, name)
);
create index saved_views_by_user on saved_views (user_id);
