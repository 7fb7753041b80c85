-- Contacts and their groups, and the numbers that want no more messages from a team.

create table contacts (
  team_id uuid not null,
  id uuid not null,
  number text not null,
  first_name text not null,
  last_name text not null default '',
  created_at timestamptz not null default now(),
  primary key (team_id, id),
  unique (team_id, number)
);

create table contact_groups (
  team_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (team_id, id)
);
create unique index contact_groups_name on contact_groups (team_id, lower(name));

create table contact_group_members (
  team_id uuid not null,
  group_id uuid not null,
  contact_id uuid not null,
  primary key (team_id, group_id, contact_id),
  foreign key (team_id, group_id) references contact_groups (team_id, id) on delete cascade,
  foreign key (team_id, contact_id) references contacts (team_id, id) on delete cascade
);
create index contact_group_members_contact on contact_group_members (team_id, contact_id);

create type opt_out_source as enum ('LINK', 'STOP', 'STAFF', 'CONSOLE', 'IMPORT');

create table opt_outs (
  team_id uuid not null,
  number text not null,
  source opt_out_source not null,
  created_at timestamptz not null default now(),
  primary key (team_id, number)
);
