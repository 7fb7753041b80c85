-- Payments: what customers pay, what went back to payers, notices of providers that were refused, and tax by region.

-- What a region's tax is from an instant on: added to an amount, or a part of it where it is included.
create table tax_rates (
  region_id text not null references regions (id),
  valid_from timestamptz not null,
  basis_points integer not null check (basis_points between 0 and 10000),
  included boolean not null,
  set_by text not null,
  primary key (region_id, valid_from)
);
insert into tax_rates (region_id, valid_from, basis_points, included, set_by)
select id, '2000-01-01 00:00:00+00', tax_basis_points, tax_included, 'Start value' from regions;
alter table regions drop column tax_basis_points, drop column tax_included;

create type payment_provider as enum ('STRIPE', 'PAYHERE', 'BANK', 'PRACTICE');
create type payment_status as enum ('PENDING', 'SUCCEEDED', 'FAILED');

-- The balance gets `amount_micros`, `total_micros` is what is paid, of which `tax_micros` is tax. `order_id` is what providers call it: of
-- fixed length and with a letter at its end, so that none is the beginning of another one followed by digits. `form_key` is of the form that began it. `charge_reference` is how the provider
-- names what was charged, `looked_at` when the provider was last asked.
create table payments (
  team_id uuid not null,
  id uuid not null,
  order_id text not null unique check (order_id ~ '^GW[0-9A-F]{24}P$'),
  provider payment_provider not null,
  status payment_status not null default 'PENDING',
  currency text not null,
  amount_micros bigint not null check (amount_micros > 0),
  tax_micros bigint not null check (tax_micros >= 0),
  total_micros bigint not null,
  tax_basis_points integer not null,
  tax_included boolean not null,
  form_key uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  failure text,
  reference text,
  charge_reference text,
  card_last_4 text,
  looked_at timestamptz,
  primary key (team_id, id),
  check (total_micros = amount_micros + case when tax_included then 0 else tax_micros end),
  check ((status = 'PENDING') = (settled_at is null)),
  check ((status = 'FAILED') = (failure is not null))
);
create index payments_pending on payments (provider, created_at) where status = 'PENDING';
create index payments_charge on payments (provider, charge_reference) where charge_reference is not null;
create unique index payments_form on payments (team_id, form_key);
-- Staff find payments by their ids alone, over all teams, and add up what was settled when.
create index payments_id on payments (id);
create index payments_settled on payments (settled_at) where status = 'SUCCEEDED';

-- What went back to the payer, or is to: refunds that staff ask for or make at the provider, and charge-backs. `total_micros` is paid back,
-- `credit_micros` is what of the balance belongs to it. ASKED waits for a second member of staff, PENDING for the provider; both a REVERSED
-- charge-back and a FAILED refund gave the balance back what they took. `reference` is what the provider calls it.
create type payment_return_kind as enum ('REFUND', 'CHARGE_BACK');
create type payment_return_status as enum ('ASKED', 'PENDING', 'DONE', 'FAILED', 'REVERSED', 'REJECTED');
create table payment_returns (
  team_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  kind payment_return_kind not null,
  status payment_return_status not null,
  total_micros bigint not null check (total_micros > 0),
  credit_micros bigint not null check (credit_micros >= 0),
  reference text,
  reason text,
  asked_by uuid references staff (id),
  decided_by uuid references staff (id),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  settled_at timestamptz,
  tried_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, payment_id) references payments (team_id, id),
  check (decided_by is null or decided_by <> asked_by)
);
create index payment_returns_payment on payment_returns (team_id, payment_id);
create unique index payment_returns_reference on payment_returns (team_id, payment_id, kind, reference)
  where reference is not null;
create index payment_returns_open on payment_returns (status, created_at) where status in ('ASKED', 'PENDING');
create index payment_returns_id on payment_returns (id);

-- What a team owes: charged back when the balance had less. The next payments go there first.
alter table balances add column owed_micros bigint not null default 0 check (owed_micros >= 0);
-- Below this the team is told, once until the balance was above it again.
alter table balances add column low_micros bigint check (low_micros > 0), add column low_told boolean not null default false;

-- Notices of providers that credited nothing and should be looked at. What is alike is one row until it is seen, so that a flood of forged
-- ones is a number.
create table payment_alerts (
  id uuid primary key,
  provider payment_provider not null,
  kind text not null,
  subject text not null,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  team_id uuid,
  payment_id uuid,
  detail jsonb not null default '{}',
  seen_at timestamptz,
  seen_by text
);
create unique index payment_alerts_open on payment_alerts (provider, kind, subject) where seen_at is null;
create index payment_alerts_last on payment_alerts (last_at);

-- The slip of a bank transfer. A slip, and what the bank calls a transfer, are good for one payment. Above an amount a first member of staff
-- asks and a second one decides.
create table bank_slips (
  team_id uuid not null,
  payment_id uuid not null,
  claimed_micros bigint not null,
  slip_hash bytea not null,
  bank_reference text,
  asked_micros bigint,
  asked_by uuid references staff (id),
  asked_at timestamptz,
  decided_by uuid references staff (id),
  decided_at timestamptz,
  open boolean not null default true,
  primary key (team_id, payment_id),
  foreign key (team_id, payment_id) references payments (team_id, id),
  check (decided_by is null or asked_by is null or decided_by <> asked_by)
);
create unique index bank_slips_hash on bank_slips (slip_hash) where open;
create unique index bank_slips_reference on bank_slips (bank_reference) where open;

-- What the ledger of a team came to in a month that is over, in the time of its region: kept when it is first asked for, as entries never change.
create table ledger_months (
  team_id uuid not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  top_ups bigint not null,
  charges bigint not null,
  refunds bigint not null,
  adjustments bigint not null,
  returned bigint not null,
  primary key (team_id, month)
);
