-- works with 0100
set local lock_timeout = '500ms';
-- Nothing was recorded for some time after this position, so no reader continues from it or from an earlier one.
alter table event_streams add column resumed_after bigint not null default 0;

-- Rows come and go, as those of callback_outbox do. Those of the inbox are never updated.
alter table webhook_outbox set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
alter table event_inbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- The messages of the last days that brought codes of verifications. A verification names only its last one.
create table code_messages (
  team_id uuid not null,
  message_id uuid not null,
  at timestamptz not null default now(),
  primary key (team_id, message_id)
);
create index code_messages_by_age on code_messages (at);
insert into code_messages (team_id, message_id, at)
  select team_id, message_id, started_at from verifications where started_at > now() - interval '8 days' on conflict do nothing;
