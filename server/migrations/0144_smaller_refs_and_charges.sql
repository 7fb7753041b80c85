-- no transaction
-- works with 0109
-- The indexes that 0145 puts in the place of four others. Neither these nor the check of all rows keeps others from writing.
drop index concurrently if exists carrier_refs_key;
create unique index concurrently carrier_refs_key on carrier_refs (message_id, part, link_id, carrier_id);
drop index concurrently if exists carrier_refs_id;
create index concurrently carrier_refs_id on carrier_refs (link_id, carrier_id, recipient);
drop index concurrently if exists ledger_entries_key;
create unique index concurrently ledger_entries_key on ledger_entries (team_id, business_key) where business_key is not null;
alter table ledger_entries drop constraint if exists ledger_entries_named;
alter table ledger_entries add constraint ledger_entries_named check (business_key is not null or kind = 'CHARGE') not valid;
alter table ledger_entries validate constraint ledger_entries_named;
