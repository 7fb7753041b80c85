-- Campaigns: one content to the contacts of groups, now or later; their recipients, and the links that recipients opt out with.

create type campaign_state as enum ('scheduled', 'running', 'done', 'cancelled');
create type skip_reason as enum (
  'opted_out', 'blocked', 'invalid', 'unsupported', 'too_long', 'empty', 'no_route', 'balance', 'daily_limit',
  'unverified', 'paused', 'sender', 'expired', 'cancelled'
);

-- `due_at` is when it may start: send_at, or when it was made. `open` is whether a worker has anything left to do for it. The
-- worker that holds the lease does it; one that lets it run out has died.
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
  primary key (team_id, id)
) with (fillfactor = 50);
create index campaigns_list on campaigns (team_id, project_id, mode, id);
create index campaigns_due on campaigns (due_at) where open;
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

alter table messages add column campaign_id uuid;

-- How many recipients of a campaign are where, kept like message_counts: each statement adds what it changed, a job folds it.
-- `what` is a message_status, or a skip_reason with neither segments nor cost.
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

create index opt_outs_newest on opt_outs (team_id, created_at, number);

-- Whose list a recipient's link is about. Looked up before the team is known, so it is an ordinary table keyed by the token.
create table opt_out_links (
  token text primary key,
  team_id uuid not null,
  number text not null
);
