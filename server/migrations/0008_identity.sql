-- Who may send what: files people hand in, requests to be verified, requests for sender ids, and what staff decided.

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
  primary key (team_id, id),
  check ((type is null) = (size_bytes is null)),
  check ((purpose is null) = (subject_id is null) and (purpose is null) = (label is null)
    and (purpose is null) = (position is null)),
  check (purpose is null or type is not null)
);
create index files_subject on files (team_id, subject_id) where subject_id is not null;
create index files_recent on files (team_id, created_at);
create index files_orphans on files (created_at) where purpose is null;

create type request_status as enum ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN');
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

insert into verification_requests (team_id, id, status, created_at, decided_at, decider)
  select id, gen_random_uuid(), 'APPROVED', verified_at, verified_at, 'Command line'
  from teams where verified_at is not null;

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
