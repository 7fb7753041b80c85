-- Receipts that one bad one does not stop, refs that an id given twice does not overwrite, and a hint where ids never match.

-- Several messages may have one id of a carrier: it may repeat ids, or leave them empty. Which of them a receipt is about is then
-- told by its addresses, so a ref has those of its message.
alter table carrier_refs drop constraint carrier_refs_pkey,
  add column recipient text not null default '',
  add column sender text not null default '',
  add column carrier_error text;
alter table carrier_refs add primary key (link_account, carrier_id, message_id, part);
create index carrier_refs_open on carrier_refs (link_account, carrier_id, recipient, sender, message_id, part)
  where outcome is null;

-- Each number of tries has its share of a batch, the untried ones the largest. A row that cannot be worked off is set aside: it is
-- due at infinity, and `failure` says why.
alter table receipt_inbox add column failure text;
update receipt_inbox set tries = least(tries, 7) where tries > 7;
drop index receipt_inbox_due;
create index receipt_inbox_due on receipt_inbox (tries, due_at);
create index receipt_inbox_set_aside on receipt_inbox (link_account, received_at) where failure is not null;

-- Links whose receipts match no message as their message_id is set, and would as it is not.
create table receipt_hints (
  link_id text primary key,
  message_id text not null,
  would_match text not null,
  receipts bigint not null,
  seen_at timestamptz not null default now()
);

-- Quarters of an hour that have messages of which no end is known: those that are old hold what nobody will hear of any more.
create index message_counts_sent on message_counts (starts_at, project_id, mode) where status = 'SENT' and grain = 'QUARTER';
