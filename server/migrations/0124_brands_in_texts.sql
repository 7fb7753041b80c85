-- works with 0109
-- `aliases`: other names of a sender id that texts may have instead of it, for rules of countries that want the brand in the text. Only
-- those rules, which older versions do not apply, lead to the new reason.
set local lock_timeout = '500ms';
alter table sender_ids
  add column aliases text[] not null default '{}' check (cardinality(aliases) <= 5);

-- A campaign leaves out a number of a country that refuses texts without the brand.
alter type skip_reason add value 'no_brand';
