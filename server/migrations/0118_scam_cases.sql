-- works with 0109
-- Messages that somebody reported as fraud. `facts` are as they were when the case was opened, because carriers' ids and attempts are
-- kept for 72 hours only.
create table scam_cases (
  id uuid primary key,
  team_id uuid not null,
  message_id uuid not null unique,
  opened_at timestamptz not null default now(),
  opened_by text not null,
  report text not null,
  facts jsonb not null
);

-- Append-only: what staff did in a case, and whom they notified.
create table scam_case_events (
  number bigint generated always as identity primary key,
  case_id uuid not null,
  at timestamptz not null default now(),
  staff_email text not null,
  kind text not null check (kind in ('NAME_BLOCKED', 'NAME_ALLOWED', 'TEAM_PAUSED', 'TEAM_RESUMED', 'DOMAIN_BLOCKED', 'DOMAIN_ALLOWED', 'NOTIFIED')),
  subject text not null,
  note text not null
);
create index scam_case_events_of on scam_case_events (case_id, number);
create trigger scam_case_events_append_only before update or delete or truncate on scam_case_events
  for each statement execute function refuse_change();

-- Every process reads all of these several times a second.
create table blocked_domains (
  domain text primary key,
  case_id uuid not null
);
create table blocked_names (
  team_id uuid not null,
  sender_key text not null,
  case_id uuid not null,
  primary key (team_id, sender_key)
);
