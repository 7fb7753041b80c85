-- Status callbacks: what has still to be told to whom, what came of each try, and the secret each project's calls are signed with.

-- One row per message with statuses its URL has not heard of, in order; each is told until it is taken or given up, and only then
-- the next, so that a receiver never hears of an older status after a newer one. Claimed like mails: due_at moves to the end of a
-- lease. `host` is the URL's, by which slow receivers are told from others.
create table callback_outbox (
  team_id uuid not null,
  message_id uuid not null,
  host text not null,
  statuses message_status[] not null,
  sequence smallint not null,
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  primary key (team_id, message_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index callback_outbox_due on callback_outbox (team_id, host, due_at);

-- What came of each try: the HTTP status of the answer, or why there was none, in words.
create table callback_tries (
  team_id uuid not null,
  message_id uuid not null,
  sequence smallint not null,
  attempt smallint not null,
  status message_status not null,
  answer smallint,
  error text,
  started_at timestamptz not null,
  duration_ms integer not null,
  primary key (team_id, message_id, sequence, attempt),
  check ((answer is null) <> (error is null))
);
create index callback_tries_age on callback_tries (started_at);

-- Sealed; the one before the last rotation signs beside the new one for a day.
create table callback_secrets (
  team_id uuid not null,
  project_id uuid not null,
  sealed bytea not null,
  previous_sealed bytea,
  rotated_at timestamptz,
  primary key (team_id, project_id)
);
