-- works with 0109
-- An example of the messages that a sender id is requested for, and the countries that it will send to. Older processes leave both empty.
set local lock_timeout = '500ms';
alter table sender_id_requests add column sample text not null default '', add column countries text[] not null default '{}';
