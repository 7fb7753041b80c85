-- works with 0109
-- What staff have read off a document of a request for a sender id: its kind, the day of its issue, and its last day (UTC; null: no end).
-- An approved name whose only document of a kind is over cannot be registered. `evidence_reminded_at`: its team was reminded of this end.
-- Older processes do not look at these columns, so they register such a name until they stop.
set local lock_timeout = '500ms';
alter table files
  add column evidence_kind text,
  add column issued_on date,
  add column expires_on date,
  add column evidence_reminded_at timestamptz,
  add check (evidence_kind in ('BUSINESS_REGISTRATION', 'TRADE_MARK', 'DOMAIN', 'AUTHORITY', 'NETWORK_LETTER', 'OTHER')) not valid,
  add check (evidence_kind is not null or (issued_on is null and expires_on is null)) not valid,
  add check (issued_on <= expires_on) not valid;

-- Finds documents whose end is near.
create index files_evidence_end on files (expires_on) where expires_on is not null and evidence_reminded_at is null;
