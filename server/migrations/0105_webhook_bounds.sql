-- works with 0102
-- Calls whose event happened before `enabled_at` are dropped: an endpoint that was disabled keeps none.
alter table webhook_endpoints add column enabled_at timestamptz not null default now();

-- How many mails about webhook endpoints that were set, or disabled, a team has got on a day in UTC.
create table webhook_mails (
  team_id uuid not null,
  kind text not null check (kind in ('SET', 'DISABLED')),
  day date not null,
  mails smallint not null,
  primary key (team_id, kind)
);
