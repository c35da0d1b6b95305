-- The mails of all accounts, newest first, for the support staff.
create index emails_by_time on emails (email_id);
