-- works with 0001
-- What the review of a campaign said that it would send. Null if there was no review, as for campaigns made before this migration.
set local lock_timeout = '500ms';
alter table campaigns
  add column estimated_messages integer,
  add column estimated_segments integer,
  add column estimated_cost_micros bigint;
