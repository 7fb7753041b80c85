-- works with 0001
-- Months of messages in UTC, whatever time zone a session has. The functions of before made them by the session's: with gaps, or so that one
-- would overlap the next and none was made.

-- The partitions of messages, as the catalogue has them. A name says nothing: those of before may be of the month before.
create function message_partitions() returns table (name text, starts timestamptz, ends timestamptz) language sql stable
set search_path = public, pg_temp as $$
  -- An id begins with the milliseconds since 1970. What is no range of ids has no bounds here, and nothing is cast that is none.
  select c.relname::text, to_timestamp(('x' || left(translate(b[1], '-', ''), 12))::bit(48)::bigint / 1000.0),
    to_timestamp(('x' || left(translate(b[2], '-', ''), 12))::bit(48)::bigint / 1000.0)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid), $re$FROM \('([0-9a-f-]{36})'\) TO \('([0-9a-f-]{36})'\)$re$) as b
  where i.inhparent = 'messages'::regclass and b is not null
$$;

-- Makes what is missing of `months` months of UTC from the month of `first_day` on, and leaves alone what there is: a month that begins late or
-- ends early gets a second partition.
-- Half of each page stays free for updates in place: a batch changes all messages of a page at once, and an update that finds no space
-- there writes to every index. On two cores this halves the cost of state changes and more than pays for the two indexes.
-- Each is made by itself and then attached, which waits neither for readers nor for writers; `partition of` would wait for all of them, and
-- everyone else behind it. One process at a time: two that made the same one would break each other off.
-- Runs as who owns the tables: the service does not.
create or replace function ensure_message_partitions(first_day date, months integer) returns void language plpgsql
security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  month timestamptz;
  gap tstzrange;
  partition text;
begin
  perform pg_advisory_xact_lock(72110002);
  for i in 0 .. months - 1 loop
    month := date_trunc('month', first_day::timestamp) + make_interval(months => i);
    for gap in
      select unnest(tstzmultirange(tstzrange(month, month + interval '1 month'))
        - coalesce(range_agg(tstzrange(starts, ends)), '{}')) from message_partitions()
    loop
      partition := to_char(month, '"messages_"YYYY_MM');
      -- The part of a month, or another table has its name.
      if lower(gap) <> month or upper(gap) <> month + interval '1 month' or to_regclass(partition) is not null then
        partition := to_char(lower(gap), '"messages_"YYYY_MM_DD_HH24MISSMS');
      end if;
      execute format('create table %I (like messages including all excluding indexes) with (fillfactor = 50)', partition);
      execute format('alter table messages attach partition %I for values from (%L) to (%L)',
        partition, uuid_floor(lower(gap)), uuid_floor(upper(gap)));
    end loop;
  end loop;
end $$;

-- Drops a partition of messages, as who owns the tables; returns how many messages it had. Whoever reads or writes messages waits for half a
-- second at most: if others hold it for longer this fails, and is tried again.
create or replace function drop_message_partition(partition text) returns bigint language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  messages bigint;
begin
  if not exists (select from message_partitions() where name = partition) then
    raise exception '% is no partition of messages', partition;
  end if;
  execute format('select count(*) from %I', partition) into messages;
  execute format('drop table %I', partition);
  return messages;
end $$;

-- Repairs a database whose months were made in another time zone, and gives a new one its first.
select ensure_message_partitions((now() at time zone 'UTC')::date, 5);
