-- Campaigns in turn by team, those that cannot go on now, and why; and recipients of projects that were archived meanwhile.

alter type skip_reason add value 'archived';
alter type skip_reason add value 'error';

-- `worked_to`: recipients up to this number are done with in the campaign's present state. `last_error`: why its worker gave it
-- back, so often in a row; null when it goes on as it should. `lease_until` is then when it is tried again.
alter table campaigns
  add column worked_to text collate "C" not null default '',
  add column last_error text,
  add column failures smallint not null default 0;

-- Hopped through from team to team, so that a turn costs the number of teams and not of campaigns.
create index campaigns_turns on campaigns (mode, team_id, due_at) where open;
drop index campaigns_due;
