-- works with 0003
-- Further charges of an order that was paid already: the balance has nothing of them, and staff give them back.
set local lock_timeout = '500ms';

create table payment_charges (
  team_id uuid not null,
  payment_id uuid not null,
  charge text not null,
  total_micros bigint not null check (total_micros > 0),
  created_at timestamptz not null default now(),
  primary key (team_id, payment_id, charge),
  foreign key (team_id, payment_id) references payments (team_id, id)
);

-- The further charge that goes back; null for the one that the balance was credited for.
alter table payment_returns add column charge text;
