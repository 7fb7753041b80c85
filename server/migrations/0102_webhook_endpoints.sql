-- works with 0100
-- URLs of a project and mode that are called with its events. `types` is empty if all are wanted; `sealed` is the secret that signs.
create table webhook_endpoints (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  url text not null,
  -- The receiver of its calls, which take turns by it: one for each endpoint.
  host text not null,
  types text[] not null default '{}',
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- Since when every call has failed.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('REQUESTED', 'GONE', 'FAILING')),
  last_answer integer,
  last_error text,
  last_called_at timestamptz,
  primary key (team_id, id),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhook_endpoints_of_project on webhook_endpoints (project_id, mode, id);

-- Calls to make: an event for an endpoint.
create table webhook_outbox (
  team_id uuid not null,
  host text not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  primary key (endpoint_id, event_id)
);
create index webhook_outbox_due on webhook_outbox (team_id, host, due_at);
