-- works with 0089
-- The APIs of other products that a project accepts. A project without a row accepts none.
set local lock_timeout = '500ms';
create table drop_ins (
  team_id uuid not null,
  project_id uuid not null,
  kind text not null,
  enabled_at timestamptz not null default now(),
  primary key (project_id, kind)
);
create index drop_ins_of_team on drop_ins (team_id);

-- How the URL of a message is called if not in our own format. Its own table, so other messages pay nothing for it.
create table callback_formats (
  team_id uuid not null,
  message_id uuid not null,
  format text not null,
  options jsonb not null,
  primary key (team_id, message_id)
);
