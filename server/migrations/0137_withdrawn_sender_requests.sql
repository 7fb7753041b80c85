-- works with 0109
-- A team can withdraw its pending request for a sender id. Older processes read this state, and never write it.
set local lock_timeout = '500ms';
alter table sender_id_requests drop constraint sender_id_requests_status_check;
