-- Receipts are worked off in turns of their links, and of those that say different things of one message the first one holds.

create index receipt_inbox_turns on receipt_inbox (tries, link_account, due_at);
drop index receipt_inbox_due;

-- What a receipt names that found no message: by this it is found when a later one finds it.
alter table receipt_inbox add column carrier_id text, add column recipient text, add column sender text;
create index receipt_inbox_named on receipt_inbox (link_account, recipient, sender, carrier_id) where recipient is not null;
