-- works with 0081
-- Customers' own references of the messages that have one. Their own table, so other messages pay nothing for it.
set local lock_timeout = '500ms';
create table client_references (
  team_id uuid not null,
  message_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  reference text not null,
  primary key (team_id, message_id)
);
create index client_references_of_project on client_references (project_id, mode, reference, message_id);
