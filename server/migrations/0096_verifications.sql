-- works with 0089
-- One-time codes that are sent and checked. No code is stored: it is derived from the id, the salt and the secret of the installation.
-- A message with a code has asterisks in its place; `hidden` is the whole text, sealed, until the message has left the queue.
set local lock_timeout = '500ms';
alter table send_queue add column hidden bytea;

-- `number_key` is an HMAC of the number, which finds it after `recipient`, `body` and `end_user_ip` are gone, a day after the end.
create table verifications (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  number_key bytea not null,
  prefix text not null,
  recipient text,
  sender text not null,
  body text,
  salt bytea not null,
  code_length smallint not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'FAILED', 'EXPIRED', 'CANCELLED')),
  checks smallint not null default 0,
  sends smallint not null default 1,
  sent_at timestamptz not null default now(),
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  message_id uuid not null,
  end_user_ip inet,
  primary key (team_id, id)
);
create unique index verifications_pending on verifications (project_id, mode, number_key) where state = 'PENDING';
create index verifications_of_number on verifications (project_id, mode, number_key, started_at);
create index verifications_of_address on verifications (project_id, mode, end_user_ip, started_at) where end_user_ip is not null;
create index verifications_of_person on verifications (team_id, recipient) where recipient is not null;
create index verifications_named on verifications (started_at) where recipient is not null;
create index verifications_of_prefix on verifications (team_id, mode, prefix, started_at);
create index verifications_started on verifications (started_at);

-- Codes to each prefix (country code and four digits) by day in UTC: how many were started, approved, and refused by the guard.
create table verify_days (
  team_id uuid not null,
  mode message_mode not null,
  day date not null,
  country text not null,
  prefix text not null,
  starts integer not null default 0,
  approved integer not null default 0,
  blocked integer not null default 0,
  primary key (team_id, mode, country, day, prefix)
);
create index verify_days_of_prefix on verify_days (team_id, mode, prefix, day);
create index verify_days_approved on verify_days (team_id, mode, country) where approved > 0;

-- Prefixes, and whole countries, to which no codes go until `until`. `times` is how often in a row they were blocked.
create table verify_blocks (
  team_id uuid not null,
  mode message_mode not null,
  prefix text not null,
  until timestamptz not null,
  times integer not null,
  primary key (team_id, mode, prefix)
);
