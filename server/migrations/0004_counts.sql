-- How many messages a project has, by time, door and status: what the dashboard and the pages of a log are read from, so that both
-- cost the same at a thousand messages and at a hundred million.

create type message_status as enum ('ACCEPTED', 'SENT', 'DELIVERED', 'FAILED');
create type count_grain as enum ('QUARTER', 'HOUR', 'DAY');

-- What each statement on messages changed, written by that statement. Only added to, so that no two transactions wait for each
-- other here; a job folds the rows into message_counts and deletes them. A figure is always the sum of both tables.
create table message_count_deltas (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  quarter timestamptz not null,
  direction message_direction not null,
  api_type message_api_type not null,
  status message_status not null,
  count bigint not null,
  segments bigint not null,
  cost_micros bigint not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index message_count_deltas_project on message_count_deltas (project_id, mode);

-- Messages by the time of their acceptance. Quarters of an hour, because local days begin at any of them somewhere; hours and days
-- (of UTC) are sums of those, so that a year is read from days. Rows that come to nothing go. No figure is in an index, so that
-- updates stay in place.
create table message_counts (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  grain count_grain not null,
  starts_at timestamptz not null,
  direction message_direction not null,
  api_type message_api_type not null,
  status message_status not null,
  count bigint not null,
  segments bigint not null,
  cost_micros bigint not null,
  primary key (team_id, project_id, mode, grain, starts_at, direction, api_type, status)
) with (fillfactor = 80);

-- The quarter of an hour that an instant lies in.
create function quarter_of(instant timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin('15 minutes', instant, '2000-01-01 00:00:00+00')
$$;

-- Messages from before this migration.
insert into message_count_deltas
select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type,
  (case when state in ('sent', 'delivered', 'failed') then upper(state::text) else 'ACCEPTED' end)::message_status as status,
  count(*), sum(segments), sum(cost_micros)
from messages group by team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, status;
