-- What people set themselves: a project's time zone, warnings and archiving; teams of several people, each with roles by project;
-- and second factors.

alter type failure_code add value 'ARCHIVED';

-- `timezone` counts from `timezone_from` on, the zone before it until then, so that no day of the limit ends early.
alter table projects
  add column archived_at timestamptz,
  add column timezone_before text,
  add column timezone_from timestamptz,
  add check ((timezone_before is null) = (timezone_from is null)),
  add check (daily_warn_fraction between 0 and 1),
  add check (daily_warn_fraction is null or daily_limit_micros is not null);

-- Which warnings of a day are sent: 1 at the chosen share of the limit, 2 at 95 %.
alter table project_days add column warned smallint not null default 0;

-- A role in one project, in place of the one in the team.
create table project_roles (
  team_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  role member_role not null,
  primary key (team_id, project_id, user_id),
  foreign key (team_id, user_id) references team_members (team_id, user_id) on delete cascade,
  foreign key (team_id, project_id) references projects (team_id, id)
);

-- Who may do what in a project: the one place where a role in the team and one in the project meet. Owners are owners everywhere.
create view project_members as
select m.team_id, p.id as project_id, m.user_id,
  case when m.role = 'OWNER' then m.role else coalesce(r.role, m.role) end as role
from team_members m
join projects p on p.team_id = m.team_id
left join project_roles r on r.team_id = m.team_id and r.project_id = p.id and r.user_id = m.user_id;

-- Looked up before the team is known, so it is an ordinary table. Rows stay: a used link says so, and mails to an address are
-- counted. Of a team and an address one invitation at most is open.
create table invitations (
  id uuid primary key,
  token_hash bytea not null unique,
  team_id uuid not null,
  email text not null check (email = lower(email)),
  role member_role not null,
  invited_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index invitations_open on invitations (team_id, email) where accepted_at is null and revoked_at is null;
create index invitations_email on invitations (email, created_at);

-- `used_step` is the time step of the last code taken. Nothing is on before a code has confirmed it.
create table second_factors (
  user_id uuid primary key references users (id),
  sealed bytea not null,
  used_step bigint,
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

-- Only HMACs: a code has 50 bits.
create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
