-- works with 0001
-- Receipts have numbers one after the other without a gap, in the order in which payments were credited; practice payments have none.
create table receipts (
  number bigint primary key check (number > 0),
  payment_id uuid not null unique,
  team_id uuid not null,
  issued_at timestamptz not null default now()
);
insert into receipts (number, payment_id, team_id, issued_at)
  select row_number() over (order by settled_at, id), id, team_id, settled_at
  from payments where status = 'SUCCEEDED' and provider <> 'PRACTICE';
-- Who a team's receipts and statements are made out to, besides its name.
create table billing_details (
  team_id uuid primary key,
  name text not null,
  address text not null,
  tax_number text not null
);
