-- works with 0109
-- The telcos that may show a registered name: each of them is authorised for it by itself. null: all of them.
alter table sender_registrations
  add column telcos text[] check (cardinality(telcos) > 0),
  add column proposed_telcos text[] check (cardinality(proposed_telcos) > 0);
