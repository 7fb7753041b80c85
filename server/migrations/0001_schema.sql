-- The whole schema. Tables of a team have team_id first in every key, so that they can be distributed by team later; what is looked up
-- before the team is known (keys, invitations, opt-out links) and what carriers work with (queue, refs, inbox) are ordinary tables.

create type message_mode as enum ('TEST', 'LIVE');
create type message_direction as enum ('OUTGOING', 'INCOMING');
create type message_api_type as enum ('MESSAGING', 'CAMPAIGN');
create type message_platform as enum ('API', 'WEB', 'CAMPAIGN', 'CARRIER', 'KEYWORD', 'SMPP');
create type message_encoding as enum ('GSM7', 'UNICODE');
create type message_state as enum ('accepted', 'queued', 'submitting', 'in_doubt', 'sent', 'delivered', 'failed');
create type failure_code as enum (
  'CANCELLED', 'EXPIRED', 'BLOCKED', 'OPTED_OUT', 'UNVERIFIED', 'REJECTED', 'UNDELIVERED', 'NO_RECEIPT',
  'UNKNOWN', 'ARCHIVED'
);
create type message_status as enum ('ACCEPTED', 'SENT', 'DELIVERED', 'FAILED');
create type member_role as enum ('OWNER', 'ADMIN', 'SENDER', 'VIEWER');
create type language as enum ('en', 'si', 'ta');
create type token_purpose as enum ('activate', 'reset_password');
create type staff_role as enum ('SUPPORT', 'COMPLIANCE', 'FINANCE', 'ADMIN');
create type ledger_kind as enum ('TOP_UP', 'CHARGE', 'REFUND', 'ADJUSTMENT', 'PAYMENT_REFUND', 'CHARGE_BACK');
create type adjustment_status as enum ('PENDING', 'POSTED', 'REJECTED');
create type request_status as enum ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN');

-- People and teams -----------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  constraint users_email_of_a_mail check (email !~ '[[:space:][:cntrl:]]' and length(email) <= 254),
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  language language not null default 'en',
  deleted_at timestamptz
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
  created_at timestamptz not null default now(),
  paused_at timestamptz,
  paused_by text,
  paused_reason text,
  closed_at timestamptz,
  purged_at timestamptz,
  constraint teams_paused_whole check ((paused_at is null) = (paused_by is null) and (paused_at is null) = (paused_reason is null))
);
create index teams_paused on teams (id) where paused_at is not null;
-- Whose only owner has deleted their account: what they kept is removed in turn, and what the ledger needs stays.
create index teams_closed on teams (closed_at) where closed_at is not null and purged_at is null;

create table team_members (
  team_id uuid not null,
  user_id uuid not null references users (id),
  role member_role not null,
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id, created_at);

-- `password_until` is when a one-time password expires; null where the password is the person's own.
create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  role staff_role not null,
  password_hash text not null,
  password_until timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);

-- Customers and staff sign in by the same sessions, second factors and recovery codes: each row is a user's or a staff member's.
-- `id` is shown among a user's sessions; the hash, which is what counts, stays inside. `complete` once nothing of the sign-in is missing;
-- until then a session opens nothing but the next step. `sign_on_team_id` is the team at whose provider it was begun.
create table sessions (
  id_hash bytea primary key,
  id uuid not null default gen_random_uuid() unique,
  user_id uuid references users (id),
  staff_id uuid references staff (id),
  complete boolean not null,
  sign_on_team_id uuid,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ip text not null,
  user_agent text not null,
  constraint sessions_owner check (num_nonnulls(user_id, staff_id) = 1)
);
create index sessions_user on sessions (user_id);
create index sessions_staff on sessions (staff_id) where staff_id is not null;

-- `used_step` is the time step of the last code that was accepted. A factor is on once a code has confirmed it.
create table second_factors (
  user_id uuid unique references users (id),
  staff_id uuid unique references staff (id),
  sealed bytea not null,
  used_step bigint,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint second_factors_owner check (num_nonnulls(user_id, staff_id) = 1)
);

-- Only HMACs: a code has 50 bits.
create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid references users (id),
  staff_id uuid references staff (id),
  used_at timestamptz,
  constraint recovery_codes_owner check (num_nonnulls(user_id, staff_id) = 1)
);
create index recovery_codes_user on recovery_codes (user_id) where user_id is not null;
create index recovery_codes_staff on recovery_codes (staff_id) where staff_id is not null;

-- Wrong passwords and codes; `throttle_key` is an HMAC of the e-mail that was tried, or of a browser that has signed in with it. Unlogged:
-- a flood of attempts must not write to the log that messages wait for, and a crash may forget them.
create unlogged table login_attempts (
  throttle_key bytea primary key,
  attempts integer not null,
  attempted_at timestamptz not null,
  waits_until timestamptz not null
);
create index login_attempts_age on login_attempts (attempted_at);

create table user_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  purpose token_purpose not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_tokens_user on user_tokens (user_id, purpose);

-- Mails are written in the transaction that causes them and sent from here; without a mail server they are only kept. The words of one with a
-- link that is as good as a password are `sealed`, where there is a mail server.
create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sealed bytea,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz
);
create index mails_due on mails (due_at) where sent_at is null;

-- Projects -------------------------------------------------------------------------------------------------------

-- `timezone` counts from `timezone_from` on, the zone before it until then, so that no day of the daily limit ends early. From `quiet_from`
-- to `quiet_to`, HH:mm on the recipient's clocks, promotional messages are held; null: none are.
create table projects (
  team_id uuid not null,
  id uuid not null,
  name text not null,
  timezone text not null,
  blocked_codes text[] not null default '{}',
  daily_limit_micros bigint check (daily_limit_micros > 0),
  daily_warn_fraction double precision check (daily_warn_fraction between 0 and 1),
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  timezone_before text,
  timezone_from timestamptz,
  quiet_from text,
  quiet_to text,
  primary key (team_id, id),
  check ((timezone_before is null) = (timezone_from is null)),
  check ((quiet_from is null) = (quiet_to is null)),
  check (daily_warn_fraction is null or daily_limit_micros is not null)
);

create unique index projects_name on projects (team_id, lower(name));

-- A role in one project, in place of the one in the team.
create table project_roles (
  team_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  role member_role not null,
  primary key (team_id, project_id, user_id),
  foreign key (team_id, user_id) references team_members (team_id, user_id) on delete cascade,
  foreign key (team_id, project_id) references projects (team_id, id)
);

-- Who may do what in a project: the one place where a role in the team and one in the project meet. Owners are owners everywhere.
create view project_members as
select m.team_id, p.id as project_id, m.user_id,
  case when m.role = 'OWNER' then m.role else coalesce(r.role, m.role) end as role
from team_members m
join projects p on p.team_id = m.team_id
left join project_roles r on r.team_id = m.team_id and r.project_id = p.id and r.user_id = m.user_id;

-- Looked up before the team is known, so it is an ordinary table. Rows stay: a used link says so, and mails to an address are
-- counted. Of a team and an address one invitation at most is open.
create table invitations (
  id uuid primary key,
  token_hash bytea not null unique,
  team_id uuid not null,
  email text not null check (email = lower(email)),
  role member_role not null,
  invited_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index invitations_open on invitations (team_id, email) where accepted_at is null and revoked_at is null;
create index invitations_email on invitations (email, created_at);

-- A team's provider of single sign-on. `required`: all but owners open the team only by a session that was begun there.
create table team_sign_on (
  team_id uuid primary key,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null,
  default_role member_role not null,
  required boolean not null,
  last_used_at timestamptz,
  constraint team_sign_on_no_owner check (default_role <> 'OWNER')
);

-- Who has left a team, or was removed: a provider adds nobody again.
create table former_members (
  team_id uuid not null,
  user_id uuid not null references users (id),
  left_at timestamptz not null default now(),
  primary key (team_id, user_id)
);

-- Domains whose addresses sign in there: counting once a TXT record has shown `proof`, and then for one team. The record is looked at again when it
-- is due; `looks_gone`: in how many looks in a row it was gone.
create table team_domains (
  team_id uuid not null,
  domain text not null check (domain = lower(domain)),
  proof text not null,
  created_at timestamptz not null default now(),
  proved_at timestamptz,
  due_at timestamptz not null default now() + interval '1 day',
  looks_gone smallint not null default 0,
  primary key (team_id, domain)
);
create unique index team_domains_proved on team_domains (domain) where proved_at is not null;
create index team_domains_due on team_domains (due_at) where proved_at is not null;

-- Who a person is at a provider, since their first sign-in there: an address that is given to another person later is not them.
create table sign_on_subjects (
  issuer text not null,
  client_id text not null,
  subject text not null,
  user_id uuid references users (id),
  staff_id uuid references staff (id),
  primary key (issuer, client_id, subject),
  unique (issuer, client_id, user_id),
  unique (issuer, client_id, staff_id),
  constraint sign_on_subjects_owner check (num_nonnulls(user_id, staff_id) = 1)
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

-- What customers' programs bind with over SMPP, beside API keys, which are longer than SMPP 3.4 allows a password to be. Looked up before the
-- team is known, so it is an ordinary table. `networks`: addresses and ranges that may bind; none: all may. `last_network`: the one that
-- bound last, whose wrong passwords count apart from those of all others.
create table smpp_accounts (
  system_id text primary key,
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  name text not null,
  password_hash bytea not null,
  throughput integer not null check (throughput > 0),
  max_binds smallint not null check (max_binds > 0),
  networks text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_bound_at timestamptz,
  last_network text
);
create index smpp_accounts_project on smpp_accounts (project_id, created_at);

-- Who is bound, told by the process that they are bound to; unlogged, as a bind ends with its process.
create type smpp_bind_mode as enum ('receiver', 'transmitter', 'transceiver');
create unlogged table smpp_binds (
  id uuid primary key,
  system_id text not null,
  process_id uuid not null,
  mode smpp_bind_mode not null,
  address text not null,
  bound_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index smpp_binds_system on smpp_binds (system_id);

create table sender_ids (
  team_id uuid not null,
  project_id uuid not null,
  sender text not null,
  promotional boolean not null,
  created_at timestamptz not null default now(),
  primary key (team_id, project_id, sender)
);

-- Verification, files and sender ids ----------------------------------------------------------------------------------

-- What a file was handed in for. A file belongs to one request only, and is bound to it when that is made.
create type file_purpose as enum ('VERIFICATION', 'SENDER_ID', 'BANK_SLIP');
create type file_type as enum ('application/pdf', 'image/png', 'image/gif', 'image/jpeg');

-- A row is there before its content is: `type` is null until all of it has been received and looked at. Content is kept under
-- `stored_as`, encrypted with the file's own key. `label` is what the request calls it.
create table files (
  team_id uuid not null,
  id uuid not null,
  uploaded_by uuid not null,
  name text not null,
  stored_as text not null,
  sealed_key bytea not null,
  type file_type,
  size_bytes integer,
  created_at timestamptz not null default now(),
  purpose file_purpose,
  subject_id uuid,
  label text,
  position smallint,
  removed_at timestamptz,
  primary key (team_id, id),
  check ((type is null) = (size_bytes is null)),
  check ((purpose is null) = (subject_id is null) and (purpose is null) = (label is null)
    and (purpose is null) = (position is null)),
  check (purpose is null or type is not null)
);
create index files_subject on files (team_id, subject_id) where subject_id is not null;
create index files_recent on files (team_id, created_at);
create index files_orphans on files (created_at) where purpose is null;
-- Of these the contents go some time after the decision; slips are kept with the payments.
create index files_documents on files (created_at) where purpose in ('VERIFICATION', 'SENDER_ID') and removed_at is null;

create type account_type as enum ('INDIVIDUAL', 'BUSINESS');

-- teams.verified_at is what counts for sending; it is set exactly while the team has an APPROVED row here. `decided_by` is a
-- member of staff, null for the command line; `decider` is their name as it was then.
create table verification_requests (
  team_id uuid not null,
  id uuid not null,
  requested_by uuid,
  account_type account_type,
  status request_status not null default 'PENDING',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  decider text,
  reason text,
  primary key (team_id, id),
  check ((status = 'PENDING') = (decided_at is null) and (status = 'PENDING') = (decider is null)),
  check (status not in ('REJECTED', 'WITHDRAWN') or reason is not null)
);
create unique index verification_requests_open on verification_requests (team_id)
  where status in ('PENDING', 'APPROVED');
create index verification_requests_queue on verification_requests (created_at) where status = 'PENDING';
-- Staff find requests by their ids alone, over all teams.
create index verification_requests_id on verification_requests (id);

create table sender_id_requests (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  requested_by uuid not null,
  sender text not null,
  promotional boolean not null,
  description text not null,
  legal_name text not null,
  status request_status not null default 'PENDING',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  decider text,
  reason text,
  primary key (team_id, id),
  foreign key (team_id, project_id) references projects (team_id, id),
  check (status <> 'WITHDRAWN'),
  check ((status = 'PENDING') = (decided_at is null) and (status = 'PENDING') = (decider is null)),
  check (status <> 'REJECTED' or reason is not null)
);
create unique index sender_id_requests_pending on sender_id_requests (team_id, project_id) where status = 'PENDING';
create index sender_id_requests_project on sender_id_requests (team_id, project_id, created_at);
create index sender_id_requests_queue on sender_id_requests (created_at) where status = 'PENDING';
create index sender_id_requests_id on sender_id_requests (id);

-- Where a country registers sender ids, how far a project's name is there. No row: not registered.
create type registration_state as enum ('REGISTERED', 'PENDING', 'NOT_REGISTERED');
create table sender_registrations (
  team_id uuid not null,
  project_id uuid not null,
  sender text not null,
  country text not null,
  state registration_state not null,
  updated_at timestamptz not null default now(),
  primary key (team_id, project_id, sender, country),
  foreign key (team_id, project_id, sender) references sender_ids (team_id, project_id, sender) on delete cascade
);

-- Money: micro-units of the team's currency ----------------------------------------------------------------------

-- A list is replaced as a whole from an instant on; the one with the latest past `valid_from` counts.
create table prices (
  region_id text not null references regions (id),
  dial_prefix text not null check (dial_prefix ~ '^[0-9]{0,8}$'),
  name text not null,
  price_micros bigint not null check (price_micros > 0),
  valid_from timestamptz not null,
  primary key (region_id, valid_from, dial_prefix)
);

create table balances (
  team_id uuid primary key,
  balance_micros bigint not null default 0 check (balance_micros >= 0)
) with (fillfactor = 50);

-- Append-only. `business_key` names what the entry is for, so that nothing is posted twice.
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

-- What was paid, given back and adjusted, among the many charges.
create index ledger_entries_rare on ledger_entries (team_id, id) where kind in ('TOP_UP', 'ADJUSTMENT', 'PAYMENT_REFUND', 'CHARGE_BACK');

-- What a project spent on one of its own days; the guard of the daily limit. `warned` says which warnings are sent:
-- 1 at the chosen share of the limit, 2 at 95 %.
create table project_days (
  team_id uuid not null,
  project_id uuid not null,
  day date not null,
  spent_micros bigint not null check (spent_micros >= 0),
  warned smallint not null default 0,
  primary key (team_id, project_id, day)
) with (fillfactor = 50);

-- What staff add to a balance or take from it. Above an amount it waits for another member of staff to confirm it.
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

-- Messages -------------------------------------------------------------------------------------------------------

-- Ids are UUID v7: ordered by the time of acceptance, so a month is a range of ids and a partition.
-- No index on the state: rows are updated in place (HOT), and the queue knows what is open. `missing_parts`: of an incoming message, how many
-- parts did not come; null for none.
create table messages (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  direction message_direction not null default 'OUTGOING',
  api_type message_api_type not null,
  platform message_platform not null,
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
  held_since timestamptz,
  accepted_at timestamptz not null,
  queued_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  campaign_id uuid,
  missing_parts smallint,
  -- Where its spans hang, in the form of W3C trace context; null where nothing is traced.
  traceparent text,
  primary key (team_id, id),
  check ((state = 'failed') = (failure is not null))
) partition by range (id);
create index messages_log on messages (project_id, mode, id);
-- Finding messages of a log by the start of a number or of a sender id. The id comes last, so that matches are counted and put in
-- order from the index alone.
create index messages_recipient on messages (project_id, mode, recipient text_pattern_ops, id);
create index messages_sender on messages (project_id, mode, lower(sender) text_pattern_ops, id);

-- Locks messages team by team, each in the order of their ids: Citus locks those of several teams in no one statement. Teams in the order of
-- Citus' shards, which are ranges of that hash, as a statement that updates several goes through them so.
create function lock_messages(team_ids uuid[], ids uuid[]) returns void language plpgsql as $$
declare
  team record;
begin
  for team in
    select key.team_id, array_agg(key.id) as ids from unnest(team_ids, ids) as key (team_id, id)
    group by 1 order by uuid_hash(team_id), 1
  loop
    -- Each by its key, as statistics may know nothing of them.
    perform from (select id from unnest(team.ids) as key (id) order by id) as key cross join lateral (
      select from messages m where m.team_id = team.team_id and m.id = key.id offset 0 for no key update
    ) as m;
  end loop;
end $$;

-- The smallest UUID v7 of an instant.
create function uuid_floor(instant timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes the partitions of `months` months from the month of `first_day` on; those that exist are left alone.
-- Half of each page stays free for updates in place: a batch changes all messages of a page at once, and an update that finds no space
-- there writes to every index. On two cores this halves the cost of state changes and more than pays for the two indexes.
-- Runs as who owns the tables: the service does not.
create function ensure_message_partitions(first_day date, months integer) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  starts timestamptz;
begin
  for i in 0 .. months - 1 loop
    starts := (date_trunc('month', first_day) + make_interval(months => i)) at time zone 'UTC';
    execute format(
      'create table if not exists %I partition of messages for values from (%L) to (%L) with (fillfactor = 50)',
      'messages_' || to_char(starts at time zone 'UTC', 'YYYY_MM'),
      uuid_floor(starts), uuid_floor((starts at time zone 'UTC' + interval '1 month') at time zone 'UTC')
    );
  end loop;
end $$;

-- Drops a month of messages, as who owns the tables; returns how many it had. Whoever reads or writes messages meanwhile waits for half a
-- second at most: where it does not come by then it fails, and is tried again.
create function drop_message_partition(partition text) returns bigint language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  messages bigint;
begin
  if partition !~ '^messages_\d{4}_\d{2}$' then
    raise exception '% is no partition of messages', partition;
  end if;
  execute format('select count(*) from %I', partition) into messages;
  execute format('drop table %I', partition);
  return messages;
end $$;

-- What is kept for a while and then removed, by kind: everything older than `done_to` is gone, but for what stands in `late_texts`. `place` is
-- where a round goes on that has not come to its end. A process that works on a kind holds its lease.
create table retention_runs (
  kind text primary key,
  done_to timestamptz,
  place jsonb,
  removed bigint not null default 0,
  last_removed bigint not null default 0,
  ran_at timestamptz,
  lease_until timestamptz not null default '-infinity'
);

-- Messages as old as those whose texts are gone that had not ended then: planned ones.
create table late_texts (
  team_id uuid not null,
  message_id uuid not null,
  primary key (team_id, message_id)
);

-- Since when all messages are kept.
create function messages_kept_from() returns timestamptz language sql stable as $$
  select coalesce((select done_to from retention_runs where kind = 'messages'), '-infinity')
$$;

-- How much a new team sends to a destination (a dial code): `messages` of LIVE since `starts_at`, when its window began. From `held_at`, when they
-- were unusually many, until staff release it, its messages there wait; a destination that was released is not held again.
create table team_destinations (
  team_id uuid not null,
  destination text not null,
  starts_at timestamptz not null,
  messages integer not null,
  held_at timestamptz,
  released_at timestamptz,
  released_by text,
  primary key (team_id, destination),
  check ((released_at is null) = (released_by is null) and (released_at is null or held_at is not null))
);
create index team_destinations_held on team_destinations (held_at) where held_at is not null and released_at is null;
create index team_destinations_released on team_destinations (team_id, destination) where released_at is not null;

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

-- Conversations ----------------------------------------------------------------------------------------------------

-- A thread for each number that has written to a project: its last message, kept in the transaction that stores that. `last_id` is the
-- newest of what came in and of what went out from a sender that can be answered; the messages themselves are found by their numbers.
-- Collated by byte, so that the key also finds what starts with some digits.
create table conversations (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  number text collate "C" not null,
  last_id uuid not null,
  last_incoming_id uuid not null,
  last_direction message_direction not null,
  last_text text not null,
  primary key (team_id, project_id, mode, number)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index conversations_newest on conversations (team_id, project_id, mode, last_id);
create index conversations_text on conversations (team_id, project_id, mode, lower(last_text) text_pattern_ops);

-- What a member has seen of a thread. No row: nothing.
create table conversation_reads (
  team_id uuid not null,
  user_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  number text collate "C" not null,
  read_through uuid not null,
  primary key (team_id, user_id, project_id, mode, number),
  foreign key (team_id, user_id) references team_members (team_id, user_id) on delete cascade
) with (fillfactor = 80);

-- Counts --------------------------------------------------------------------------------------------------------------

create type count_grain as enum ('QUARTER', 'HOUR', 'DAY');

-- What each statement on messages changed, written by that statement. Only added to, so that no two transactions wait for each
-- other here; a job rolls them up into message_counts and deletes them. A figure is always the sum of both tables. Of what failed, the failure_code
-- and the `destination_of` its number, which go to failure_counts too; else both are empty.
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
  cost_micros bigint not null,
  failure text not null default '',
  destination text not null default ''
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

-- Those of them that failed, by reason and by `destination_of` their numbers; apart, so that figures and pages are read from few rows. What
-- failed stays so: these only grow.
create table failure_counts (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  grain count_grain not null,
  starts_at timestamptz not null,
  direction message_direction not null,
  failure text not null,
  destination text not null,
  count bigint not null,
  primary key (team_id, project_id, mode, grain, starts_at, direction, failure, destination)
) with (fillfactor = 80);

-- Quarters of an hour that have messages whose end is not known: the old ones hold those that will get no receipt any more.
create index message_counts_sent on message_counts (starts_at, project_id, mode) where status = 'SENT' and grain = 'QUARTER';

-- The quarter of an hour that an instant lies in.
create function quarter_of(instant timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin('15 minutes', instant, '2000-01-01 00:00:00+00')
$$;

-- Where a number (E.164, with its plus sign) goes: its country code (ITU-T E.164 D), in the North American plan with the area code, as several
-- countries share it.
create function destination_of(number text) returns text language sql immutable parallel safe as $$
  select coalesce(
    substring(number from '^\+(1\d{3}|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])'),
    substring(number from '^\+(\d{3})'), '')
$$;

-- Contacts and opt-outs -----------------------------------------------------------------------------------------------

-- Each change of contacts, groups or their members locks the team's row here first: one change at a time, so that nothing is stored twice
-- and no two changes wait for each other.
create table contact_totals (
  team_id uuid primary key,
  contacts integer not null default 0
);

-- Collated by byte, so that the unique index also finds what starts with some digits.
create table contacts (
  team_id uuid not null,
  id uuid not null,
  number text collate "C" not null,
  first_name text not null,
  last_name text not null default '',
  created_at timestamptz not null default now(),
  primary key (team_id, id),
  unique (team_id, number)
);
create index contacts_name on contacts (team_id, lower(first_name || ' ' || last_name) text_pattern_ops);
create index contacts_last_name on contacts (team_id, lower(last_name) text_pattern_ops);

create table contact_groups (
  team_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  contacts integer not null default 0,
  primary key (team_id, id)
);
create unique index contact_groups_name on contact_groups (team_id, lower(name));

-- Without foreign keys: looking each row up is a third of what a large import takes, and the lock on contact_totals keeps what they kept.
create table contact_group_members (
  team_id uuid not null,
  group_id uuid not null,
  contact_id uuid not null,
  primary key (team_id, group_id, contact_id)
);
create index contact_group_members_contact on contact_group_members (team_id, contact_id);

create type opt_out_source as enum ('LINK', 'STOP', 'STAFF', 'CONSOLE', 'IMPORT');

-- What a member has deleted and may put back for a minute, a row for each deletion: contacts, or a group, and who was in which group; or an
-- opt-out, by its number, instant and source. Older ones are removed by the team's next deletion, and every minute.
create table contact_deletions (
  team_id uuid not null,
  id uuid not null,
  deleted_at timestamptz not null default now(),
  contact_ids uuid[] not null default '{}',
  numbers text[] not null default '{}',
  first_names text[] not null default '{}',
  last_names text[] not null default '{}',
  created_at timestamptz[] not null default '{}',
  group_id uuid,
  group_name text,
  group_created_at timestamptz,
  member_group_ids uuid[] not null default '{}',
  member_contact_ids uuid[] not null default '{}',
  opt_out_source opt_out_source,
  primary key (team_id, id)
);

create table opt_outs (
  team_id uuid not null,
  number text not null,
  source opt_out_source not null,
  created_at timestamptz not null default now(),
  primary key (team_id, number)
);
create index opt_outs_newest on opt_outs (team_id, created_at, number);

-- Whose list a recipient's link is about. Looked up before the team is known, so it is an ordinary table keyed by the token.
create table opt_out_links (
  token text primary key,
  team_id uuid not null,
  number text not null
);

-- Campaigns -----------------------------------------------------------------------------------------------------------

create type campaign_state as enum ('scheduled', 'running', 'done', 'cancelled');
create type skip_reason as enum (
  'opted_out', 'blocked', 'invalid', 'unsupported', 'too_long', 'empty', 'no_route', 'balance', 'daily_limit',
  'unverified', 'paused', 'sender', 'expired', 'cancelled', 'archived', 'error'
);

-- `due_at` is when it may start: send_at, or when it was made. `open` is whether a worker has anything left to do for it. The
-- worker that holds the lease does it; one that lets it run out has died. `worked_to`: recipients up to this number are done with in the
-- campaign's state. `last_error`: why its worker gave it back, `failures` times in a row; `lease_until` is then when it is tried again.
create table campaigns (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  name text not null,
  content text not null,
  sender text not null,
  group_ids uuid[] not null,
  retry_of uuid,
  send_at timestamptz,
  due_at timestamptz not null,
  state campaign_state not null,
  open boolean not null default true,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  recipients integer not null default 0,
  lease_holder uuid,
  lease_until timestamptz,
  idempotency_key text,
  body_hash bytea,
  worked_to text collate "C" not null default '',
  last_error text,
  failures smallint not null default 0,
  primary key (team_id, id)
) with (fillfactor = 50);
create index campaigns_list on campaigns (team_id, project_id, mode, id);
-- Hopped through from team to team, so that a turn costs the number of teams and not of campaigns.
create index campaigns_turns on campaigns (mode, team_id, due_at) where open;
create index campaigns_retries on campaigns (team_id, retry_of) where retry_of is not null;
create unique index campaigns_idempotency on campaigns (team_id, project_id, mode, idempotency_key)
  where idempotency_key is not null;

-- Fixed in one statement when the campaign starts. A recipient is claimed by the transaction that stores the message or says why
-- there is none. Half of each page stays free, so that this happens in place.
create table campaign_recipients (
  team_id uuid not null,
  campaign_id uuid not null,
  number text collate "C" not null,
  first_name text not null,
  last_name text not null,
  message_id uuid,
  skip_reason skip_reason,
  primary key (team_id, campaign_id, number),
  check (message_id is null or skip_reason is null)
) with (fillfactor = 50);
create index campaign_recipients_skipped on campaign_recipients (team_id, campaign_id, number)
  where skip_reason is not null;

-- Texts that a project keeps to send again.
create table templates (
  team_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  name text not null,
  content text not null,
  created_at timestamptz not null default now(),
  primary key (team_id, project_id, id),
  foreign key (team_id, project_id) references projects (team_id, id)
);
create unique index templates_name on templates (team_id, project_id, lower(name));

-- How many recipients of a campaign are where, kept like message_counts: each statement adds what it changed, a job rolls it up.
-- `what` is a message_status, CANCELLED for messages that were, or a skip_reason with neither segments nor cost.
create table campaign_count_deltas (
  team_id uuid not null,
  campaign_id uuid not null,
  what text not null,
  count bigint not null,
  segments bigint not null,
  cost_micros bigint not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index campaign_count_deltas_campaign on campaign_count_deltas (team_id, campaign_id);

create table campaign_counts (
  team_id uuid not null,
  campaign_id uuid not null,
  what text not null,
  count bigint not null,
  segments bigint not null,
  cost_micros bigint not null,
  primary key (team_id, campaign_id, what)
) with (fillfactor = 80);

-- Carriers -------------------------------------------------------------------------------------------------------

-- One row per message that has still to reach a carrier; it goes when the carrier has answered. Free rows are claimed link group by link
-- group, priority by priority (0 before 1) and, inside a priority, team by team. A claimed row has a lease: one that runs out means that its
-- worker died. A row in doubt was written to a carrier that has not answered. `reference` ties the parts of a message together, and is kept
-- for when it is sent again: null until its first part is to be sent, 16 bits; a header with 8 takes the low ones. A row that waits for staff to
-- release its destination is `held_for` that, and never due.
create table send_queue (
  message_id uuid primary key,
  team_id uuid not null,
  link_group text not null,
  priority smallint not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  attempts smallint not null default 0,
  link_id text,
  lease_until timestamptz,
  doubt_until timestamptz,
  reference integer,
  held_for text,
  check (held_for is null or due_at = 'infinity')
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index send_queue_free on send_queue (link_group, priority, team_id, due_at)
  where lease_until is null and doubt_until is null;
create index send_queue_leased on send_queue (lease_until) where lease_until is not null;
create index send_queue_doubt on send_queue (doubt_until) where doubt_until is not null;
create index send_queue_held on send_queue (team_id, held_for) where held_for is not null;

-- The last reference given to the recipients of a slot (their number modulo 65,536).
create table concat_references (
  slot integer primary key,
  last integer not null
) with (fillfactor = 50);

-- Which message a carrier's own id stands for, while a receipt may come. Several messages may have one id of a carrier: it may repeat ids,
-- or leave them empty. Which of them a receipt is about is then told by its addresses. `receipt` is what the receipt said.
create table carrier_refs (
  link_id text not null,
  carrier_id text not null,
  team_id uuid not null,
  message_id uuid not null,
  part smallint not null,
  parts smallint not null,
  recipient text not null default '',
  sender text not null default '',
  outcome text check (outcome in ('delivered', 'undelivered')),
  carrier_error text,
  created_at timestamptz not null default now(),
  receipt bytea,
  receipt_at timestamptz,
  primary key (link_id, carrier_id, message_id, part)
);
create index carrier_refs_open on carrier_refs (link_id, carrier_id, recipient, sender, message_id, part)
  where outcome is null;
create index carrier_refs_message on carrier_refs (message_id);
create index carrier_refs_age on carrier_refs (created_at);

-- Attempts that did not end with a carrier taking the message; those that did are in carrier_refs, and both are kept equally long.
create table submit_attempts (
  message_id uuid not null,
  at timestamptz not null default now(),
  link_id text,
  outcome text not null,
  detail text
);
create index submit_attempts_message on submit_attempts (message_id);
create index submit_attempts_age on submit_attempts (at);

-- When a link took nothing, or less than it was asked to, in one process, as long as messages may ask why they waited or went another way.
create table link_troubles (
  link_id text not null,
  process_id uuid not null,
  number integer not null,
  trouble text not null,
  since timestamptz not null default now(),
  until timestamptz not null default now(),
  primary key (link_id, process_id, number)
) with (fillfactor = 50);

-- Receipts exactly as they came, committed before the carrier gets its answer; rows are deleted when they are processed, in turns of their
-- links. Each number of attempts has its share of a batch, new ones the largest. A row that cannot be processed is set aside: it is due at
-- infinity, and `failure` says why. `carrier_id`, `recipient` and `sender` are what a receipt names that found no message: by these it is
-- found when a later one does, as of receipts that contradict each other the first one holds.
create table receipt_inbox (
  id bigint generated always as identity primary key,
  link_id text not null,
  pdu bytea not null,
  received_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  failure text,
  carrier_id text,
  recipient text,
  sender text
);
create index receipt_inbox_turns on receipt_inbox (attempts, link_id, due_at);
create index receipt_inbox_set_aside on receipt_inbox (link_id, received_at) where failure is not null;
create index receipt_inbox_named on receipt_inbox (link_id, recipient, sender, carrier_id) where recipient is not null;

-- Links whose receipts match no message with their message_id as it is set, and would match with another one.
create table receipt_hints (
  link_id text primary key,
  message_id text not null,
  would_match text not null,
  receipts bigint not null,
  seen_at timestamptz not null default now()
);

-- Links that staff paused; each process looks here every second.
create table paused_links (
  link_id text primary key,
  paused_at timestamptz not null default now(),
  paused_by text not null,
  reason text not null
);

-- How a link does in each process that works it, told by that process; unlogged, as it is stale within seconds anyway.
create type link_health as enum ('OPEN', 'LOWERED', 'PROBING', 'CLOSED');
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
  health link_health not null default 'OPEN',
  health_words text,
  routes jsonb not null default '[]',
  primary key (link_id, process_id)
);

-- Incoming ------------------------------------------------------------------------------------------------------------

-- Numbers that answers come to, and that their project sends from: E.164, or a short number's digits. Looked up before the team is known, so it
-- is an ordinary table keyed by the number. A project has one for TEST, made when it is first asked for; those for LIVE are assigned by staff.
create table two_way_numbers (
  number text primary key check (number ~ '^(\+\d{8,15}|\d{3,7})$'),
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  assigned_at timestamptz not null default now(),
  assigned_by text,
  check ((mode = 'LIVE') = (assigned_by is not null))
);
create index two_way_numbers_project on two_way_numbers (team_id, project_id);
create unique index two_way_numbers_test on two_way_numbers (team_id, project_id) where mode = 'TEST';

-- What a project does with what comes in: where it is posted, and what STOP, START and HELP are answered with; null: the usual words.
create table incoming_settings (
  team_id uuid not null,
  project_id uuid not null,
  callback_url text,
  stop_reply text,
  start_reply text,
  help_reply text,
  primary key (team_id, project_id)
);

-- A project's own keywords; `words` are as contract/src/keywords.ts reads them.
create table keywords (
  team_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  words text[] not null,
  reply text,
  group_id uuid,
  created_at timestamptz not null default now(),
  primary key (team_id, project_id, id)
);

-- Incoming parts as they came, committed before the carrier gets its answer; rows are deleted when their message is stored, in turns of teams.
-- `part_key` is what the parts of a message have in common, null for a whole one; `handle` is what tells one that comes twice; a part that `waits` for others is due when they are given up.
-- A row that cannot be worked off is set aside: it is due at infinity, and `failure` says why.
create table incoming_inbox (
  id bigint generated always as identity primary key,
  link_id text not null,
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  sender text not null,
  recipient text not null,
  pdu bytea not null,
  part_key text,
  handle bytea,
  waits boolean not null default false,
  received_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  failure text
);
create index incoming_inbox_turns on incoming_inbox (team_id, due_at);
create index incoming_inbox_parts on incoming_inbox (part_key) where part_key is not null;
create index incoming_inbox_set_aside on incoming_inbox (received_at) where failure is not null;

-- What a carrier names a part by, for as long as it may repeat it.
create table incoming_seen (
  link_id text not null,
  handle bytea not null,
  seen_at timestamptz not null default now(),
  primary key (link_id, handle)
);
create index incoming_seen_age on incoming_seen (seen_at);

create type incoming_refusal as enum ('UNKNOWN_NUMBER', 'TOO_MANY', 'TOO_LONG');

-- Incoming messages that the carrier was told not to be taken, counted by number; `sender` is that of the last one.
create table refused_incoming (
  link_id text not null,
  recipient text not null,
  reason incoming_refusal not null,
  sender text not null,
  count bigint not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (link_id, recipient, reason)
);
create index refused_incoming_newest on refused_incoming (last_at);

-- What a keyword asks for and is still to be done, by the incoming message: an answer, a place in a group. Those that are done stay for a day, for
-- the guard against loops. `passes_opt_out`: the one confirmation of a STOP. One that was tried too often is done with a `failure`.
create table keyword_actions (
  team_id uuid not null,
  message_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  phone text not null,
  number text not null,
  reply text,
  passes_opt_out boolean not null default false,
  group_id uuid,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  done_at timestamptz,
  failure text,
  primary key (team_id, message_id)
);
create index keyword_actions_due on keyword_actions (team_id, due_at) where done_at is null;
create index keyword_actions_recent on keyword_actions (team_id, phone, created_at);
create index keyword_actions_done on keyword_actions (done_at) where done_at is not null;

-- Callbacks -----------------------------------------------------------------------------------------------------------

-- One row per message with statuses its URL has not heard of, in order; each is told until it is taken or given up, and only then
-- the next, so that a receiver never hears of an older status after a newer one. Claimed like mails: due_at moves to the end of a
-- lease. `host` is the URL's, by which slow receivers are told from others.
create table callback_outbox (
  team_id uuid not null,
  message_id uuid not null,
  host text not null,
  statuses message_status[] not null,
  sequence smallint not null,
  -- How often the message's statuses have been sent again; attempts are counted anew each time.
  replay integer not null default 0,
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  primary key (team_id, message_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index callback_outbox_due on callback_outbox (team_id, host, due_at);
-- How many calls of a team's replays wait for their first attempt: no more are queued meanwhile.
create index callback_outbox_replays on callback_outbox (team_id) where replay > 0 and attempts = 0;

-- What came of each attempt: the HTTP status of the answer, or why there was none, in words.
create table callback_attempts (
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  message_id uuid not null,
  sequence smallint not null,
  replay integer not null default 0,
  attempt smallint not null,
  status message_status not null,
  answer smallint,
  error text,
  taken boolean not null generated always as (coalesce(answer between 200 and 299, false)) stored,
  started_at timestamptz not null,
  duration_ms integer not null,
  primary key (team_id, message_id, sequence, replay, attempt),
  check ((answer is null) <> (error is null))
);
-- The log: each outcome and status of a project in order of time, so that one that is rare is found as fast as one that is frequent.
create index callback_attempts_log on callback_attempts (project_id, mode, taken, status, started_at, message_id);
-- By day and not by time, so that it is never taken for the order of the log.
create index callback_attempts_day on callback_attempts (((started_at at time zone 'UTC')::date));

-- Spans of the log that are sent again, a step at a time, as far as `after_at` and `after_id`; one at a time for a project and a mode.
create table callback_replays (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  from_at timestamptz not null,
  before_at timestamptz not null,
  failed_only boolean not null,
  request_key text,
  queued integer not null default 0,
  after_at timestamptz not null,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  worked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (team_id, id)
);
create unique index callback_replays_open on callback_replays (project_id, mode) where ended_at is null;
create unique index callback_replays_key on callback_replays (project_id, request_key) where request_key is not null;
create index callback_replays_list on callback_replays (project_id, mode, id);

-- Sealed; the one before the last rotation signs beside the new one for a day.
create table callback_secrets (
  team_id uuid not null,
  project_id uuid not null,
  sealed bytea not null,
  previous_sealed bytea,
  rotated_at timestamptz,
  primary key (team_id, project_id)
);

-- SMPP customers --------------------------------------------------------------------------------------------------------

-- Receipts that a customer has asked for over SMPP: a row from the message's acceptance until the customer has taken its receipt. `due_at` is
-- null while the message has not ended; claimed like callbacks: it moves to the end of a lease. `system_id` is what the customer was bound
-- as: an account's, or a project's id with the mode of its API key. `told_id` is the id that the submit was answered with.
create table smpp_receipts (
  message_id uuid primary key,
  team_id uuid not null,
  system_id text not null,
  told_id text not null,
  wanted smallint not null,
  source text not null,
  source_ton smallint not null,
  source_npi smallint not null,
  destination text not null,
  dest_ton smallint not null,
  dest_npi smallint not null,
  text_start text not null,
  submitted_at timestamptz not null,
  outcome text,
  ended_at timestamptz,
  due_at timestamptz,
  attempts smallint not null default 0
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index smpp_receipts_due on smpp_receipts (system_id, due_at) where due_at is not null;
create index smpp_receipts_ended on smpp_receipts (ended_at) where ended_at is not null;

-- Parts of long messages that wait for the others. `message_id` is what the whole will have and each part was answered with. Once it is
-- accepted they stay for a while without their octets, so that a part that comes again is known.
create table smpp_parts (
  system_id text not null,
  part_group text not null,
  part smallint not null,
  message_id uuid not null,
  team_id uuid not null,
  digest bytea not null,
  octets bytea,
  data_coding smallint not null,
  wanted smallint not null,
  source text not null,
  source_ton smallint not null,
  source_npi smallint not null,
  destination text not null,
  dest_ton smallint not null,
  dest_npi smallint not null,
  created_at timestamptz not null default now(),
  primary key (system_id, part_group, part)
);
create index smpp_parts_age on smpp_parts (created_at, system_id, part_group, part);
create index smpp_parts_waiting on smpp_parts (system_id, created_at) where octets is not null;

-- Staff and the installation ------------------------------------------------------------------------------------------

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

-- What this database belongs to, in one row: a fingerprint of the SECRET_KEY that everything sealed in it was sealed with, and of the one that
-- takes its place, while that is under way.
create table installation (
  only_one boolean primary key default true check (only_one),
  secret_fingerprint bytea not null,
  next_fingerprint bytea,
  created_at timestamptz not null default now()
);

-- Keys that were derived from a SECRET_KEY that was replaced, sealed under the present one: for hashes that cannot be made anew without what was
-- hashed, which are passwords and recovery codes.
create table retired_keys (
  fingerprint bytea not null,
  purpose text not null,
  sealed bytea not null,
  retired_at timestamptz not null default now(),
  primary key (fingerprint, purpose)
);

-- How the service does, read every quarter of a minute by one process for all, and kept for a day: for metrics and the status page. Unlogged, as
-- it is stale within minutes anyway.
create unlogged table status_figures (
  at timestamptz primary key default now(),
  figures jsonb not null
);

-- The processes of the service as each reports itself every quarter of a minute, with what it accepted by the second since its last report.
create unlogged table processes (
  id uuid primary key,
  host text not null,
  version text not null,
  roles text[] not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  accepted_rate double precision not null,
  refused_rate double precision not null,
  accept_ms double precision
);

-- What came of looking whether ledger, counts and messages agree.
create table ledger_checks (
  at timestamptz primary key default now(),
  differences integer not null,
  took_ms integer not null
);
