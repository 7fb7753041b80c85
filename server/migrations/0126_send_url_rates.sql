-- works with 0109
-- How many calls a send URL takes in a minute, over all processes: `minute_calls` counts those since `minute_from`.
-- Older versions neither count nor refuse.
set local lock_timeout = '500ms';
alter table send_urls
  add column per_minute integer not null default 60 check (per_minute between 1 and 1000),
  add column minute_from timestamptz not null default '-infinity',
  add column minute_calls integer not null default 0;
-- An upgrade stops no program: URLs that exist take as many calls as any can.
update send_urls set per_minute = 1000;
