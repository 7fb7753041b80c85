-- Customers and staff sign in by the same sessions, second factors and recovery codes: each row is a user's or a staff member's.

-- `complete` once nothing of the sign-in is missing; until then a session opens nothing but the next step. Staff sign in anew.
drop table staff_sessions;
alter table sessions
  alter column user_id drop not null,
  add column staff_id uuid references staff (id),
  add column complete boolean not null default true,
  add constraint sessions_owner check (num_nonnulls(user_id, staff_id) = 1);
alter table sessions alter column complete drop default;
create index sessions_staff on sessions (staff_id) where staff_id is not null;

alter table second_factors
  drop constraint second_factors_pkey,
  alter column user_id drop not null,
  add column staff_id uuid unique references staff (id),
  add constraint second_factors_user_id_key unique (user_id),
  add constraint second_factors_owner check (num_nonnulls(user_id, staff_id) = 1);
insert into second_factors (staff_id, sealed, used_step, confirmed_at)
  select id, totp_sealed, totp_step, now() from staff where totp_sealed is not null;
alter table staff drop column totp_sealed, drop column totp_pending, drop column totp_step;

alter table recovery_codes
  drop constraint recovery_codes_pkey,
  add primary key (code_hash),
  alter column user_id drop not null,
  add column staff_id uuid references staff (id),
  add constraint recovery_codes_owner check (num_nonnulls(user_id, staff_id) = 1);
create index recovery_codes_user on recovery_codes (user_id) where user_id is not null;
create index recovery_codes_staff on recovery_codes (staff_id) where staff_id is not null;
insert into recovery_codes (staff_id, code_hash) select staff_id, code_hash from staff_recovery_codes;
drop table staff_recovery_codes;
