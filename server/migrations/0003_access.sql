-- What getting in needs besides a first message's tables: sessions that can be named, and a memory of tries at passwords.

-- Shown among a user's sessions; the hash, which is what counts, stays inside.
alter table sessions add column id uuid not null default gen_random_uuid() unique;

-- Tries at a password that were not the right one; `lane` is an HMAC of the e-mail tried, or of a browser that has signed in
-- with it. Unlogged: a flood of tries must not write the log that messages wait for, and a crash may forget them.
create unlogged table login_tries (
  lane bytea primary key,
  tries integer not null,
  tried_at timestamptz not null,
  waits_until timestamptz not null
);
create index login_tries_age on login_tries (tried_at);
