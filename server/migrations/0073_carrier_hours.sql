-- works with 0072
-- Whether a link is CLOSED because its carrier takes no messages at this hour, which needs nobody.
set local lock_timeout = '500ms';
alter table link_reports add column out_of_hours boolean not null default false;
