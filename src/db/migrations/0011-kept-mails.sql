-- When a mail was told in the log only, because no mail server was set. It goes to nobody any more, whatever is set later:
-- a link for a new password is of no use days after it was asked for, and is a danger.
alter table emails add column kept_at timestamptz;
