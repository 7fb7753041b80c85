-- works with 0089
-- URLs that send a message when they are called: for devices, monitors and forms that can call a URL and no more.
-- Only a hash of the token in the URL is kept (`lookup`), and its last four characters.
-- A URL sends to its `recipients`, or, if it has none, to the number in the field `recipient_field` of a call.
set local lock_timeout = '500ms';
create table send_urls (
  id uuid primary key,
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  name text not null,
  lookup bytea not null unique,
  ending text not null,
  sender text not null,
  recipients text[] not null,
  recipient_field text,
  body text not null,
  created_at timestamptz not null default now(),
  check ((cardinality(recipients) = 0) = (recipient_field is not null))
);
create index send_urls_of_project on send_urls (project_id, created_at);
create index send_urls_of_team on send_urls (team_id);

-- When each different call of a URL came first and the messages it sent, so that its repetitions count as one.
create table send_url_calls (
  url_id uuid not null references send_urls (id) on delete cascade,
  digest bytea not null,
  at timestamptz not null,
  ids uuid[] not null,
  primary key (url_id, digest)
);
create index send_url_calls_at on send_url_calls (url_id, at);
