-- works with 0089
-- The filters of the log that a member has saved in a project, as the console lists them: one row holds the whole list.
set local lock_timeout = '500ms';
create table log_filters (
  team_id uuid not null,
  user_id uuid not null,
  project_id uuid not null,
  filters jsonb not null,
  primary key (team_id, user_id, project_id),
  foreign key (team_id, user_id) references team_members (team_id, user_id) on delete cascade
);
