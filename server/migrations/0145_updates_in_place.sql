-- works with 0109
-- A receipt changes no column of an index of carrier_refs, and a page has room for the receipts of its refs if they come over some seconds:
-- so a receipt updates its ref in place.
-- A charge is named by its id, which its business key only repeated. Older processes still write the key.
set local lock_timeout = '500ms';
alter table carrier_refs drop constraint carrier_refs_pkey, add constraint carrier_refs_pkey primary key using index carrier_refs_key,
  set (fillfactor = 40);
drop index carrier_refs_message, carrier_refs_open;
alter table ledger_entries drop constraint ledger_entries_team_id_business_key_key, alter column business_key drop not null;
