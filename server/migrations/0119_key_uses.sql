-- works with 0109
-- The addresses that used an API key in each hour. `key_id`: a named key; null for the key of the project itself.
create table key_uses (
  hour timestamptz not null,
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  key_id uuid,
  address text not null
);
create unique index key_uses_once on key_uses
  (project_id, hour, mode, coalesce(key_id, '00000000-0000-0000-0000-000000000000'), address);
create index key_uses_of_hour on key_uses (hour);
create index key_uses_of_team on key_uses (team_id);
