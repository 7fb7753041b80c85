-- works with 0109
-- What registers and telcos ask about the owner of a name: see `ownerDetails` in the contract. null: the request gives none, as those of older processes.
-- A request keeps its own legal name and details. They become those of the business when the request is approved.
set local lock_timeout = '500ms';
alter table entities add column details jsonb;
alter table sender_id_requests add column owner_details jsonb;

-- Finds the same business at other teams.
create index entities_number on entities (scheme, number);
