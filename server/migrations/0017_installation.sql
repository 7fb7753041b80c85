-- What this database belongs to, in one row: a fingerprint of the SECRET_KEY that everything sealed in it was sealed with.

create table installation (
  only_one boolean primary key default true check (only_one),
  secret_fingerprint bytea not null,
  made_at timestamptz not null default now()
);
