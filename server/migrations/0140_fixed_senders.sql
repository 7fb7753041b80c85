-- works with 0109
-- Whether a link shows the sender of its account to everybody. Older processes leave it false, as if their links showed the sender of each message.
set local lock_timeout = '500ms';
alter table link_reports add column fixed_sender boolean not null default false;
