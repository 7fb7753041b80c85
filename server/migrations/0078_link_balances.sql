-- works with 0073
-- The balance of each link's account at its carrier. `asked_at`: when it was last asked for; `at`: when the carrier last gave it.
-- `fault`: why the last request gave none. `below`: the balance below which staff are warned, as configured.
create table link_balances (
  link_id text primary key,
  asked_at timestamptz not null,
  at timestamptz,
  amount numeric,
  currency text,
  fault text,
  below numeric
);
