-- works with 0003
-- The name that a team had when its identity was approved, which a change of name leaves; null for a team that is not verified. And what a
-- project is called to its recipients, in place of its team's name.
alter table teams add column verified_name text;
update teams set verified_name = name where verified_at is not null;
alter table incoming_settings add column recipient_name text;
