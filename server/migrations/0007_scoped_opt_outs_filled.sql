-- no transaction
-- Opt-outs of before, and from here on those of this version for versions before it.
-- works with 0003
set lock_timeout = '500ms';
call fill_scoped_opt_outs();
create or replace trigger added after insert on scoped_opt_outs referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_opt_outs();
create or replace trigger changed after update on scoped_opt_outs referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_opt_outs();
create or replace trigger removed after delete on scoped_opt_outs referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_opt_outs();
