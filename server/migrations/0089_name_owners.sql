-- Who owns a name: a business by its number, what gives it the name, and the consent of a client for whom a team sends.
-- Registers take a name only from a business that they know. `checked_at`: staff found the number in the register of businesses.
-- A business whose legal name changes is looked up again. Names that are there already have no owner; registered ones stay registered.
set local lock_timeout = '500ms';
create table entities (
  team_id uuid not null references teams (id),
  id uuid not null,
  legal_name text not null,
  scheme text not null check (scheme in ('ABN', 'ACN', 'BRN', 'UEN')),
  number text not null,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by text,
  primary key (team_id, id),
  unique (team_id, scheme, number),
  check ((checked_at is null) = (checked_by is null))
);

alter table sender_id_requests
  add column entity_id uuid,
  add column basis text check (basis in ('BUSINESS_NAME', 'COMPANY_NAME', 'TRADE_MARK', 'DOMAIN')),
  add column for_client boolean not null default false,
  add column consent_id uuid,
  add foreign key (team_id, entity_id) references entities (team_id, id),
  add check ((entity_id is null) = (basis is null)),
  add check (not for_client or (entity_id is not null and consent_id is not null));

alter table sender_ids
  add column entity_id uuid,
  add column basis text check (basis in ('BUSINESS_NAME', 'COMPANY_NAME', 'TRADE_MARK', 'DOMAIN')),
  add column for_client boolean not null default false,
  add column consent_id uuid,
  add foreign key (team_id, entity_id) references entities (team_id, id),
  add check ((entity_id is null) = (basis is null)),
  add check (not for_client or (entity_id is not null and consent_id is not null));
