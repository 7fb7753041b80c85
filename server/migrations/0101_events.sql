-- works with 0100
-- Events of a project and mode, in an order that a reader can follow without missing any. They are recorded only for streams that somebody
-- reads. Processes of 0100 record none, so no stream begins while one of them runs.
create table event_streams (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  -- The position of the last event that has one.
  last_position bigint not null default 0,
  asked_at timestamptz not null default now(),
  primary key (team_id, project_id, mode)
);

-- Committed events whose position is not set yet: rows of one stream may be committed in another order than that of their ids.
create table event_inbox (
  id bigint generated always as identity primary key,
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  type text not null,
  subject_id uuid not null,
  happened_at timestamptz not null default now()
);
create index event_inbox_of_stream on event_inbox (team_id, project_id, mode, id);

-- `subject_id` is the message or the verification. An event holds no number and no text.
create table events (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  position bigint not null,
  id uuid not null default gen_random_uuid(),
  type text not null,
  subject_id uuid not null,
  happened_at timestamptz not null,
  primary key (team_id, project_id, mode, position)
);
create unique index events_by_id on events (team_id, id);
create index events_by_age on events (happened_at);
