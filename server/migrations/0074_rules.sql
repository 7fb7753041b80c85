-- works with 0073
-- The rule by which a link was chosen, for explanations; null if the links' own routes decided.
set local lock_timeout = '500ms';
alter table carrier_refs add column rule text;
alter table submit_attempts add column rule text;
