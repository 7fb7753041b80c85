-- no transaction
-- works with 0109
-- The page about one-time codes reads the last days of a team over all countries. Counting a code changes no column of the index.
drop index concurrently if exists verify_days_of_day;
create index concurrently verify_days_of_day on verify_days (team_id, mode, day);
