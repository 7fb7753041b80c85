-- works with 0073
-- How often carriers answered a queued message with a code that only they define, such as 0x45B. The message fails after some.
set local lock_timeout = '500ms';
alter table send_queue add column own_codes smallint not null default 0;
