-- works with 0089
-- Whose calls a send URL takes (`format`), and whether they must be signed.
set local lock_timeout = '500ms';
alter table send_urls
  add column format text not null default 'GENERIC',
  add column signed boolean not null default false;
