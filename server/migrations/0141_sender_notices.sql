-- works with 0109
-- Mails about sender ids that a team gets at most once a day, the messages that recipients saw as "Unverified", and how long links for opting
-- out outlive their team. Older processes write no mails of this kind and count no messages.
set local lock_timeout = '500ms';
-- A mail of a kind that a team got on a day of its region.
create table sender_mails (
  team_id uuid not null,
  kind text not null,
  day date not null,
  primary key (team_id, kind, day)
);
-- Added to by dispatch, and folded into stamped_days. Less than zero if a message is shown with its name after all.
create table stamped_deltas (
  team_id uuid not null,
  sender text not null,
  country text not null,
  messages integer not null,
  at timestamptz not null default now()
);
-- LIVE messages that recipients saw as "Unverified", by days of the team's region, until their mail is written.
create table stamped_days (
  team_id uuid not null,
  day date not null,
  sender text not null,
  country text not null,
  messages bigint not null,
  primary key (team_id, day, sender, country)
);
-- The day after the name was handed in of which its owner was reminded last to confirm it at the register.
alter table sender_registrations add column confirm_day smallint;
-- When the links for opting out of a closed team were removed: 30 days after it was closed at the earliest, also if its other data went before.
alter table teams add column links_purged_at timestamptz;
update teams set links_purged_at = purged_at where purged_at is not null;
