-- works with 0109
-- What the guard of one-time codes does with the codes of a project, and prefixes (country code and digits) to which it always or never lets
-- them. Older versions block as before, and let codes to refused prefixes pass.
set local lock_timeout = '500ms';
alter table projects
  add column code_guard text not null default 'BLOCK' check (code_guard in ('OFF', 'WATCH', 'BLOCK')),
  add column codes_allowed text[] not null default '{}',
  add column codes_refused text[] not null default '{}';

-- `watched`: codes that were sent and that BLOCK would have refused. Older versions do not count them.
alter table verify_days add column watched integer not null default 0;
