-- works with 0001
-- The last migration that a process's version has, and the mark of the secret that it seals with. Null for a version that does not say so.
set local lock_timeout = '500ms';
alter table processes add column migration integer, add column secret_mark text;
