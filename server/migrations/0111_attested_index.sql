-- no transaction
-- works with 0109
-- The few attested campaigns of a team. Neither this nor the check of all rows keeps others from writing.
drop index concurrently if exists campaigns_attested;
create index concurrently campaigns_attested on campaigns (team_id) where attested;
alter table team_destinations validate constraint team_destinations_reason_check;
