-- works with 0089
-- In some countries each mobile network registers names by itself. `network`: the network that holds the name; `*` is the whole country.
-- Only rules of countries that name networks, which older versions refuse, lead to another value than `*`, and to the new reason.
set local lock_timeout = '500ms';
alter table sender_registrations
  add column network text collate "C" not null default '*',
  drop constraint sender_registrations_pkey,
  add primary key (team_id, project_id, sender_key, country, network);

-- A campaign leaves out a number whose network or country does not hold the name.
alter type skip_reason add value 'unregistered';
