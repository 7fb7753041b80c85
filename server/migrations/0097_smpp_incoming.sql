-- works with 0096
-- A number may also lead to an SMPP account of its project and mode. Clients choose how they get long messages.
set local lock_timeout = '500ms';
create type smpp_long_messages as enum ('UDH', 'SAR', 'PAYLOAD');
alter table smpp_accounts add column long_messages smpp_long_messages not null default 'UDH';
alter table two_way_numbers add column smpp_system_id text references smpp_accounts (system_id) on delete set null;
create index two_way_numbers_smpp on two_way_numbers (smpp_system_id) where smpp_system_id is not null;

-- Incoming messages that an account has not taken yet. `reference` is that of their parts, at every attempt.
create table smpp_incoming (
  message_id uuid primary key,
  team_id uuid not null,
  system_id text not null,
  reference integer not null generated always as identity (minvalue 0 maxvalue 65535 start 0 cycle),
  stored_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts smallint not null default 0
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index smpp_incoming_due on smpp_incoming (system_id, due_at);
create index smpp_incoming_stored on smpp_incoming (stored_at);
