-- Staff: their accounts and sessions, the log of what they do, and what they can do to teams, prices and carrier links.

create type staff_role as enum ('SUPPORT', 'COMPLIANCE', 'FINANCE', 'ADMIN');
create type adjustment_status as enum ('PENDING', 'BOOKED', 'REJECTED');

-- `password_until` is when a one-time password dies; null where the password is the person's own. `totp_pending` is a secret that no
-- code has confirmed yet, `totp_step` the last time step whose code was taken, so that none counts twice.
create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  role staff_role not null,
  password_hash text not null,
  password_until timestamptz,
  totp_sealed bytea,
  totp_pending bytea,
  totp_step bigint,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);

create table staff_recovery_codes (
  code_hash bytea primary key,
  staff_id uuid not null references staff (id)
);
create index staff_recovery_codes_staff on staff_recovery_codes (staff_id);

-- `complete` once the second factor was given; until then a session opens nothing but the next step of signing in.
create table staff_sessions (
  id_hash bytea primary key,
  staff_id uuid not null references staff (id),
  complete boolean not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ip text not null,
  user_agent text not null
);
create index staff_sessions_staff on staff_sessions (staff_id);

-- Append-only. The e-mail is kept beside the id, so that the log reads the same whatever becomes of the account.
create table audit_log (
  id uuid primary key,
  at timestamptz not null default now(),
  staff_id uuid,
  staff_email text not null,
  action text not null,
  team_id uuid,
  subject text,
  detail jsonb not null default '{}',
  ip text not null
);
create index audit_log_action on audit_log (action, id);
create index audit_log_team on audit_log (team_id, id) where team_id is not null;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Teams ----------------------------------------------------------------------------------------------------------

alter table teams
  add column paused_at timestamptz,
  add column paused_by text,
  add column paused_reason text,
  add constraint teams_paused_whole check ((paused_at is null) = (paused_by is null) and (paused_at is null) = (paused_reason is null));
create index teams_paused on teams (id) where paused_at is not null;

-- What staff add to a balance or take from it. Above an amount it waits for a second person; nobody confirms their own.
create table adjustments (
  team_id uuid not null,
  id uuid not null,
  amount_micros bigint not null check (amount_micros <> 0),
  reason text not null,
  status adjustment_status not null,
  asked_by uuid not null references staff (id),
  asked_at timestamptz not null default now(),
  decided_by uuid references staff (id),
  decided_at timestamptz,
  decision_reason text,
  primary key (team_id, id),
  check (decided_by is null or decided_by <> asked_by),
  check (status <> 'PENDING' or decided_by is null)
);
create index adjustments_id on adjustments (id);
create index adjustments_status on adjustments (status, asked_at);

-- Staff find requests by their ids alone, over all teams.
create index verification_requests_id on verification_requests (id);
create index sender_id_requests_id on sender_id_requests (id);

-- What was paid and adjusted, among the many charges.
create index ledger_entries_rare on ledger_entries (team_id, id) where kind in ('TOP_UP', 'ADJUSTMENT');

-- Prices: a list is replaced as a whole from an instant on; the one with the latest past `valid_from` counts.
alter table prices add column valid_from timestamptz not null default '2000-01-01 00:00:00+00';
alter table prices alter column valid_from drop default;
alter table prices drop constraint prices_pkey, add primary key (region_id, valid_from, dial_prefix);

-- Carriers -------------------------------------------------------------------------------------------------------

-- Links that staff paused; whoever works a link looks here every second.
create table paused_links (
  link_id text primary key,
  paused_at timestamptz not null default now(),
  paused_by text not null,
  reason text not null
);

-- How a link does in each process that works it, told by that process; unlogged, as it is stale within seconds anyway.
create unlogged table link_reports (
  link_id text not null,
  process_id uuid not null,
  mode message_mode not null,
  host text not null,
  groups text[] not null,
  sessions integer not null,
  bound_sessions integer not null,
  send_window integer not null,
  in_flight integer not null,
  throughput integer not null,
  rate double precision not null,
  seen_at timestamptz not null default now(),
  primary key (link_id, process_id)
);

-- What a receipt said, kept with the id it was for; a message's trace finds all of its ids.
alter table carrier_refs add column receipt bytea, add column receipt_at timestamptz;
create index carrier_refs_message on carrier_refs (message_id);
drop index carrier_refs_parts;

-- Tries at a carrier that did not end with its taking the message; those that did are in carrier_refs. Kept as long as those.
create table submit_attempts (
  message_id uuid not null,
  at timestamptz not null default now(),
  link_id text,
  outcome text not null,
  detail text
);
create index submit_attempts_message on submit_attempts (message_id);
create index submit_attempts_age on submit_attempts (at);
