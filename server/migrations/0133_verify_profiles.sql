-- works with 0109
-- Profiles of one-time codes: a project's sender, texts and limits under a name. `settings` is the profile as the API takes it. Older versions
-- refuse the field `profile`, and check codes by the usual limits.
set local lock_timeout = '500ms';
create table verify_profiles (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null,
  is_default boolean not null default false,
  settings jsonb not null,
  created_at timestamptz not null default now(),
  primary key (team_id, id)
);
create unique index verify_profiles_name on verify_profiles (project_id, lower(name));
create unique index verify_profiles_default on verify_profiles (project_id) where is_default;

-- Messages with codes of each profile with a daily cap, by day in UTC.
create table verify_profile_days (
  team_id uuid not null,
  profile_id uuid not null,
  mode message_mode not null,
  day date not null,
  codes integer not null,
  primary key (team_id, profile_id, mode, day)
);

-- The limits of the profile at the start; null without one, and for a limit that it leaves out.
alter table verifications
  add column profile_id uuid,
  add column max_checks smallint,
  add column max_sends smallint,
  add column resend_after_s smallint;
