-- works with 0013
-- Whether a campaign also goes to numbers that surely cannot take SMS. True for campaigns made before this migration or by a version that does
-- not know it: their reviews counted such numbers as messages.
set local lock_timeout = '500ms';
alter table campaigns add column to_landlines boolean not null default true;
alter type skip_reason add value 'landline';
