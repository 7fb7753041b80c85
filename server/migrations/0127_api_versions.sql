-- works with 0109
-- The version of the API that a named key was made for. Older processes insert keys of the first version.
set local lock_timeout = '500ms';
alter table named_keys add column api_version date not null default '2026-11-29';
