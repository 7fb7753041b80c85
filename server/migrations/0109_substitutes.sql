-- works with 0105
-- `substitute`: what goes instead of the name where networks block it: another name of the project, or one of its numbers.
-- Older versions fail such a message, or refuse it, as if there were none.
set local lock_timeout = '500ms';
alter table sender_ids
  add column substitute text,
  add check (substitute <> sender);
