-- works with 0087
-- API keys with a name and scopes, beside the live and the test key of each project in `api_keys`. Older versions refuse them.
-- Only a hash of a key is kept (`lookup`), and its last four characters, by which people recognize it.
-- `family`: the id of the key that the first rotation began with. Keys of a family share a daily cap and a rate.
-- `rotated_at`: a newer key of the family has its name. Such a key works until `expires_at`.
set local lock_timeout = '500ms';
create table named_keys (
  id uuid primary key,
  family uuid not null,
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  name text not null,
  lookup bytea not null unique,
  ending text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  networks text[] not null default '{}',
  per_second integer check (per_second > 0),
  daily_micros bigint check (daily_micros > 0),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  rotated_at timestamptz,
  revoked_at timestamptz
);
create index named_keys_of_project on named_keys (project_id, created_at);
create unique index named_keys_name on named_keys (project_id, mode, lower(name)) where rotated_at is null and revoked_at is null;

-- What the keys of a family with a daily cap have spent on a day of their project. A refund does not reduce it.
create table key_days (
  family uuid not null,
  day date not null,
  team_id uuid not null,
  spent_micros bigint not null check (spent_micros >= 0),
  primary key (family, day)
) with (fillfactor = 50);
create index key_days_day on key_days (day);
