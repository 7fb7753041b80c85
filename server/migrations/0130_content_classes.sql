-- works with 0109
-- The class of a sender id, beside the boolean that older processes write and read. `promotional` decides first, so it may change alone:
-- a row is PROMOTIONAL if it says so, else SERVICE if the class says so, else TRANSACTIONAL. See server/src/db/contentClass.ts.
-- Older processes treat SERVICE as TRANSACTIONAL, and a sender id of that class that they approve is TRANSACTIONAL.
set local lock_timeout = '500ms';
create type content_class as enum ('TRANSACTIONAL', 'SERVICE', 'PROMOTIONAL');
alter table sender_ids add column content_class content_class;
alter table sender_id_requests add column content_class content_class;
