-- works with 0105
-- A text can be held like a destination: `reason` says why, and `destination` has what was found in it, such as a shortener's domain.
set local lock_timeout = '500ms';
alter table team_destinations add column reason text check (reason in ('BRAND', 'MIXED', 'ADDRESS', 'SHORTENER'));
