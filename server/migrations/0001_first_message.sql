-- The tables behind a first message: people, teams, projects, prices, money, messages and the queue that carries them.
-- Tenant tables have team_id first in every key, so that they can be spread by team later; queue, refs and inbox are ordinary.

create type message_mode as enum ('TEST', 'LIVE');
create type message_direction as enum ('OUTGOING', 'INCOMING');
create type message_api_type as enum ('MESSAGING', 'CAMPAIGN');
create type message_encoding as enum ('GSM7', 'UNICODE');
create type message_state as enum ('accepted', 'queued', 'submitting', 'in_doubt', 'sent', 'delivered', 'failed');
create type failure_code as enum (
  'CANCELLED', 'EXPIRED', 'BLOCKED', 'OPTED_OUT', 'UNVERIFIED', 'REJECTED', 'UNDELIVERED', 'NO_RECEIPT',
  'UNKNOWN'
);
create type member_role as enum ('OWNER', 'ADMIN', 'SENDER', 'VIEWER');
create type token_purpose as enum ('activate', 'reset_password');
create type ledger_kind as enum ('TOP_UP', 'CHARGE', 'REFUND', 'ADJUSTMENT');

-- People and teams -----------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);

create table regions (
  id text primary key,
  name text not null,
  currency text not null,
  currency_symbol text not null,
  timezone text not null,
  tax_included boolean not null,
  tax_basis_points integer not null
);

insert into regions (id, name, currency, currency_symbol, timezone, tax_included, tax_basis_points) values
  ('LK', 'Sri Lanka', 'LKR', 'Rs', 'Asia/Colombo', false, 1800),
  ('AU', 'Australia', 'AUD', 'A$', 'Australia/Sydney', true, 1000);

create table teams (
  id uuid primary key,
  name text not null,
  region_id text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);

create table team_members (
  team_id uuid not null,
  user_id uuid not null references users (id),
  role member_role not null,
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id, created_at);

create table sessions (
  id_hash bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ip text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id);

create table user_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  purpose token_purpose not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_tokens_user on user_tokens (user_id, purpose);

-- Mails are written in the transaction that causes them and sent from here; without a mail server they are only kept.
create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz
);
create index mails_due on mails (due_at) where sent_at is null;

-- Projects -------------------------------------------------------------------------------------------------------

create table projects (
  team_id uuid not null,
  id uuid not null,
  name text not null,
  timezone text not null,
  blocked_codes text[] not null default '{}',
  daily_limit_micros bigint check (daily_limit_micros > 0),
  daily_warn_fraction double precision,
  created_at timestamptz not null default now(),
  primary key (team_id, id)
);

-- Looked up before the team is known, so it is an ordinary table keyed by the key's HMAC.
create table api_keys (
  lookup bytea primary key,
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  unique (project_id, mode)
);

create table sender_ids (
  team_id uuid not null,
  project_id uuid not null,
  sender text not null,
  promotional boolean not null,
  created_at timestamptz not null default now(),
  primary key (team_id, project_id, sender)
);

-- Money: micro-units of the team's currency ----------------------------------------------------------------------

create table prices (
  region_id text not null references regions (id),
  dial_prefix text not null check (dial_prefix ~ '^[0-9]{0,8}$'),
  name text not null,
  price_micros bigint not null check (price_micros > 0),
  primary key (region_id, dial_prefix)
);

create table balances (
  team_id uuid primary key,
  balance_micros bigint not null default 0 check (balance_micros >= 0)
) with (fillfactor = 50);

-- Append-only. `business_key` names what the entry is for, so that nothing is booked twice.
create table ledger_entries (
  team_id uuid not null,
  id uuid not null,
  kind ledger_kind not null,
  amount_micros bigint not null check (amount_micros <> 0),
  business_key text not null,
  project_id uuid,
  day date,
  reason text,
  created_at timestamptz not null default now(),
  primary key (team_id, id),
  unique (team_id, business_key),
  check ((kind in ('CHARGE', 'REFUND')) = (project_id is not null and day is not null))
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name;
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- What a project spent on one of its own days; the guard of the daily limit.
create table project_days (
  team_id uuid not null,
  project_id uuid not null,
  day date not null,
  spent_micros bigint not null check (spent_micros >= 0),
  primary key (team_id, project_id, day)
) with (fillfactor = 50);

-- Messages -------------------------------------------------------------------------------------------------------

-- Ids are UUID v7: ordered by the time of acceptance, so a month is a range of ids and a partition.
-- No index on the state: rows are updated in place (HOT), and the queue knows what is open.
create table messages (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  direction message_direction not null default 'OUTGOING',
  api_type message_api_type not null,
  sender text not null,
  promotional boolean not null,
  recipient text not null,
  body text not null,
  encoding message_encoding not null,
  characters smallint not null,
  segments smallint not null,
  cost_micros bigint not null,
  charged_micros bigint not null,
  day date not null,
  state message_state not null default 'accepted',
  failure failure_code,
  carrier_error text,
  status_callback text,
  send_at timestamptz,
  accepted_at timestamptz not null,
  queued_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  primary key (team_id, id),
  check ((state = 'failed') = (failure is not null))
) partition by range (id);
create index messages_log on messages (project_id, mode, id);

-- The smallest UUID v7 of an instant.
create function uuid_floor(instant timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes the partitions of `months` months from the month of `first_day` on; those that exist are left alone.
create function ensure_message_partitions(first_day date, months integer) returns void language plpgsql as $$
declare
  starts timestamptz;
begin
  for i in 0 .. months - 1 loop
    starts := (date_trunc('month', first_day) + make_interval(months => i)) at time zone 'UTC';
    execute format(
      'create table if not exists %I partition of messages for values from (%L) to (%L) with (fillfactor = 85)',
      'messages_' || to_char(starts at time zone 'UTC', 'YYYY_MM'),
      uuid_floor(starts), uuid_floor((starts at time zone 'UTC' + interval '1 month') at time zone 'UTC')
    );
  end loop;
end $$;

create table idempotency_keys (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  key text not null,
  body_hash bytea not null,
  message_id uuid not null,
  created_at timestamptz not null,
  primary key (team_id, project_id, mode, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Carriers -------------------------------------------------------------------------------------------------------

-- One row per message that has still to reach a carrier; it goes when the carrier has answered. Free rows are claimed
-- link group by link group, lane by lane and, inside a lane, team by team. A claimed row has a lease: one that runs out
-- means that its worker died. A row in doubt was written to a carrier that never answered.
create table send_queue (
  message_id uuid primary key,
  team_id uuid not null,
  link_group text not null,
  lane smallint not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  attempts smallint not null default 0,
  link_id text,
  lease_until timestamptz,
  doubt_until timestamptz
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index send_queue_free on send_queue (link_group, lane, team_id, due_at)
  where lease_until is null and doubt_until is null;
create index send_queue_leased on send_queue (lease_until) where lease_until is not null;
create index send_queue_doubt on send_queue (doubt_until) where doubt_until is not null;

-- Which message a carrier's own id stands for, while a receipt may come.
create table carrier_refs (
  link_account text not null,
  carrier_id text not null,
  team_id uuid not null,
  message_id uuid not null,
  part smallint not null,
  parts smallint not null,
  outcome text check (outcome in ('delivered', 'undelivered')),
  created_at timestamptz not null default now(),
  primary key (link_account, carrier_id)
);
create index carrier_refs_parts on carrier_refs (message_id) where parts > 1;
create index carrier_refs_age on carrier_refs (created_at);

-- Receipts exactly as they came, committed before the carrier gets its answer; rows go when they are worked off.
create table receipt_inbox (
  id bigint generated always as identity primary key,
  link_account text not null,
  pdu bytea not null,
  received_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  tries smallint not null default 0
);
create index receipt_inbox_due on receipt_inbox (due_at);
