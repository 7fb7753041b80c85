-- Finding messages of a log by the start of a number or of a sender id. The id comes last, so that matches are counted and put in
-- order from the index alone.
create index messages_recipient on messages (project_id, mode, recipient text_pattern_ops, id);
create index messages_sender on messages (project_id, mode, lower(sender) text_pattern_ops, id);

-- Half of each page stays free for updates in place: a batch moves all messages of a page at once, and an update that finds no room
-- there writes to every index. On two cores this halves the cost of the moves and more than pays for the two indexes.
do $$
declare
  partition regclass;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'messages'::regclass loop
    execute format('alter table %s set (fillfactor = 50)', partition);
  end loop;
end $$;

create or replace function ensure_message_partitions(first_day date, months integer) returns void language plpgsql as $$
declare
  starts timestamptz;
begin
  for i in 0 .. months - 1 loop
    starts := (date_trunc('month', first_day) + make_interval(months => i)) at time zone 'UTC';
    execute format(
      'create table if not exists %I partition of messages for values from (%L) to (%L) with (fillfactor = 50)',
      'messages_' || to_char(starts at time zone 'UTC', 'YYYY_MM'),
      uuid_floor(starts), uuid_floor((starts at time zone 'UTC' + interval '1 month') at time zone 'UTC')
    );
  end loop;
end $$;
