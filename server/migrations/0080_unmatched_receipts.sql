-- no transaction
-- works with 0073
-- Receipts that match no message, in the order in which they came: each link keeps a limited number of the newest. The condition on
-- `attempts` keeps other statements from this index.
drop index concurrently if exists receipt_inbox_unmatched;
create index concurrently receipt_inbox_unmatched on receipt_inbox (link_id, id) where attempts > 0 and recipient is not null and failure is null;
-- What was dropped of a link because it had more, until nothing was dropped for 72 hours. `bytes`: of the receipts.
create table if not exists dropped_receipts (
  link_id text primary key,
  receipts bigint not null,
  bytes bigint not null,
  since timestamptz not null default now(),
  last_at timestamptz not null default now()
);
