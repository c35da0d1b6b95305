-- Nobody who reads the database, or a copy of it, can follow a link that was mailed: a mail keeps its links' tokens only
-- until it is sent, and better-auth's links are kept as their hashes. Those of the last hour before are asked for again.
update emails
set body = regexp_replace(body, '([?&]token=)[A-Za-z0-9_-]+', '\1…', 'g')
where next_attempt_at is null and body ~ '[?&]token=';

delete from verifications where identifier like 'reset-password:%';
