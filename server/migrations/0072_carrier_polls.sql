-- works with 0071
-- Messages whose carrier is asked for their receipts, one row for each part. A row is deleted after its part has an outcome.
-- `written_id`: the id as the carrier writes it, while `carrier_id` is the one by which receipts are matched.
create table carrier_polls (
  link_id text not null,
  carrier_id text not null,
  message_id uuid not null,
  part smallint not null,
  written_id text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  primary key (link_id, carrier_id, message_id, part)
);
create index carrier_polls_due on carrier_polls (link_id, due_at);
-- Work on a link that only one process does at a time: the one that holds the lease, by the clock of the database.
create table link_jobs (
  link_id text not null,
  job text not null,
  process_id uuid not null,
  lease_until timestamptz not null,
  primary key (link_id, job)
);
