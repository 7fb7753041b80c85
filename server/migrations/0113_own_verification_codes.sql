-- works with 0109
-- A code that the caller of a verification has chosen, as an HMAC with the secret of the installation. Older versions find every guess of it
-- wrong.
set local lock_timeout = '500ms';
alter table verifications add column own_code_hmac bytea;
