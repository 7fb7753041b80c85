-- works with 0096
-- What a person allowed a team to send as advertising: one row for each statement, which is never changed. Only rules of countries that
-- enforce consent, which older versions do not apply, lead to the new reason.
set local lock_timeout = '500ms';
create type consent_kind as enum ('GIVEN', 'INFERRED', 'WITHDRAWN');
create type consent_origin as enum ('CONSOLE', 'API', 'IMPORT');

-- `happened_at` is when the person said so, `recorded_at` when we were told. In one instant WITHDRAWN, the last kind, counts.
create table consents (
  team_id uuid not null,
  mode message_mode not null,
  number text collate "C" not null,
  happened_at timestamptz not null,
  kind consent_kind not null,
  source text not null,
  wording text not null default '',
  proof text not null default '',
  expires_at timestamptz check (expires_at is null or (expires_at > happened_at and kind <> 'WITHDRAWN')),
  origin consent_origin not null,
  recorded_at timestamptz not null default now(),
  primary key (team_id, mode, number, happened_at, kind)
);

-- A campaign leaves out a number of a country that enforces consent if there is none.
alter type skip_reason add value 'no_consent';
