-- A registration of a name gets dates, a reference and events, and two persons decide that it is registered.
-- A register folds case, so 'acme' and 'ACME' of a project are one name in it: `sender_key`.
-- `state`: DRAFT, SUBMITTED, REGISTERED, REFUSED, EXPIRED or WITHDRAWN. Only REGISTERED counts, from `valid_from` to `expires_at` (null: open).
-- `proposal`: what a second person has to confirm; it counts for nothing until then. `reminded_days`: the last reminder was for so many days before the end.
-- Older versions stop first: they show only their own three states, and send a name after its registration has ended.
set local lock_timeout = '500ms';
lock table sender_registrations in access exclusive mode;

-- Of the spellings of one name, the one that is furthest stays.
delete from sender_registrations r using sender_registrations kept
  where kept.team_id = r.team_id and kept.project_id = r.project_id and kept.country = r.country
    and lower(kept.sender collate "C") = lower(r.sender collate "C") and (kept.state, kept.sender) < (r.state, r.sender);

alter table sender_registrations
  drop constraint sender_registrations_pkey,
  alter column state type text,
  add column id uuid not null default gen_random_uuid(),
  add column sender_key text collate "C" not null generated always as (lower(sender collate "C")) stored,
  add column reference text,
  add column submitted_at timestamptz,
  add column decided_at timestamptz,
  add column valid_from timestamptz,
  add column expires_at timestamptz,
  add column refusal text,
  add column reminded_days smallint,
  add column proposal uuid,
  add column proposed_reference text,
  add column proposed_until timestamptz,
  add column proposal_reason text,
  add column proposer_id uuid,
  add column proposer text,
  add column proposed_at timestamptz;
alter table sender_registrations
  add primary key (team_id, project_id, sender_key, country),
  add constraint sender_registrations_id_key unique (id);

-- Append-only. The address is kept beside the id, so that an event reads the same whatever becomes of the account.
create table sender_registration_events (
  number bigint generated always as identity primary key,
  registration_id uuid not null,
  team_id uuid not null,
  at timestamptz not null default now(),
  kind text not null check (kind in ('STATE', 'PROPOSED', 'REJECTED')),
  staff_id uuid,
  staff_email text not null,
  from_state text,
  to_state text not null,
  reason text not null
);
create index sender_registration_events_of on sender_registration_events (registration_id, number);
create trigger sender_registration_events_append_only before update or delete or truncate on sender_registration_events
  for each statement execute function refuse_change();

-- One person registered these names, without proof.
insert into sender_registration_events (registration_id, team_id, kind, staff_email, from_state, to_state, reason)
  select id, team_id, 'STATE', 'service', null, 'REGISTERED', 'Registered by one person before two had to. It ends in 30 days without proof.'
  from sender_registrations where state = 'REGISTERED';
update sender_registrations set valid_from = updated_at, expires_at = date_trunc('day', now(), 'UTC') + interval '31 days', decided_at = updated_at where state = 'REGISTERED';
update sender_registrations set state = 'SUBMITTED', submitted_at = updated_at where state = 'PENDING';
-- The page of a request noted this state for every team. Only names of teams in the country begin with its register by themselves.
delete from sender_registrations r using teams t where t.id = r.team_id and r.state = 'NOT_REGISTERED' and t.region_id <> r.country;
update sender_registrations set state = 'DRAFT' where state = 'NOT_REGISTERED';
alter table sender_registrations
  add check (state in ('DRAFT', 'SUBMITTED', 'REGISTERED', 'REFUSED', 'EXPIRED', 'WITHDRAWN')),
  add check (state <> 'REGISTERED' or (valid_from is not null and decided_at is not null)),
  add check (state <> 'REFUSED' or refusal is not null),
  add check ((proposal is null) = (proposer is null) and (proposal is null) = (proposed_reference is null)
    and (proposal is null) = (proposed_at is null) and (proposal is null) = (proposal_reason is null)
    and (proposal is null) = (proposer_id is null));
drop type registration_state;

-- Finds registrations whose end is near.
create index sender_registrations_end on sender_registrations (expires_at);

-- Finds the same name at other teams.
create index sender_ids_key on sender_ids ((lower(sender collate "C")));
