-- works with 0073
-- Versions of the network (links, routes and own profiles), if it is not kept in CARRIERS_FILE. A change is a new version of the whole.
-- `body`: the document without secrets, as json so that the order of its fields stays. `sealed`: the secrets of its links, sealed by SECRET_KEY.
-- `base`: the version that it changes; null for the first. `changes`: how it differs from that one, for people; never values of secrets.
create table network_versions (
  number integer generated always as identity primary key,
  state text not null check (state in ('PROPOSED', 'CURRENT', 'REPLACED', 'WITHDRAWN')),
  base integer references network_versions,
  body json not null,
  sealed bytea not null,
  changes json not null,
  reason text not null,
  author_id uuid,
  author text not null,
  created_at timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz,
  decision_reason text
);
create unique index network_versions_current on network_versions (state) where state = 'CURRENT';
create index network_versions_proposed on network_versions (number) where state = 'PROPOSED';
