-- works with 0109
-- How many events of a project and mode were sent again in a minute, over all processes: `minute_calls` counts those since
-- `minute_from`. Older versions count in each process.
create table event_resends (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  minute_from timestamptz not null default clock_timestamp(),
  minute_calls integer not null default 1,
  primary key (team_id, project_id, mode)
);
