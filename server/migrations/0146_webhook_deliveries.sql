-- works with 0109
-- The last attempt of each call to a webhook endpoint, which the console lists, and the previous secret of an endpoint, which also signs for a day.
-- Older processes record no attempts and sign with the new secret only.
set local lock_timeout = '500ms';
alter table webhook_endpoints add column previous_sealed bytea, add column rotated_at timestamptz;
create table webhook_deliveries (
  team_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  attempts smallint not null,
  answer integer,
  error text,
  called_at timestamptz not null default now(),
  taken boolean not null generated always as (coalesce(answer between 200 and 299, false)) stored,
  primary key (endpoint_id, event_id),
  check ((answer is null) <> (error is null))
);
create index webhook_deliveries_log on webhook_deliveries (team_id, endpoint_id, taken, called_at);
