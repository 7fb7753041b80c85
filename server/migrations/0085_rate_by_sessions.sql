-- works with 0081
-- Each process gets its part of a link's rate in proportion to its sessions. With equal parts, a process with
-- few connections to an HTTP carrier could not use its own. The rest of the function is that of 0004.
set local lock_timeout = '500ms';
create or replace function renew_link_shares(process uuid, this_round bigint, lease_ms integer, held jsonb)
returns table (id text, sessions integer, throughput double precision, works_elsewhere boolean, next_ms integer)
language plpgsql as $$
#variable_conflict use_column
declare
  link record;
  other record;
  instant timestamptz;
  sharers integer;
  place integer;
  part integer;
  least_rate double precision;
begin
  -- "shares" in ASCII.
  perform pg_advisory_xact_lock(x'736861726573'::bigint);
  instant := clock_timestamp();
  for link in
    select * from jsonb_to_recordset(held) as h (
      id text, sessions integer, throughput double precision, held_sessions integer, held_throughput double precision,
      works boolean, wants boolean)
  loop
    with gone as (
      delete from link_shares s where s.link_id = link.id and s.lease_until <= instant and s.process_id <> process
      returning s.process_id
    ) delete from link_reports r using gone where r.link_id = link.id and r.process_id = gone.process_id;
    insert into link_shares as s (link_id, process_id, joined_at, sessions, throughput, works, wants, round, lease_until)
      values (link.id, process, instant, link.held_sessions, link.held_throughput, link.works, link.wants, this_round,
        instant + make_interval(secs => lease_ms / 1000.0))
      on conflict (link_id, process_id) do update set sessions = excluded.sessions, throughput = excluded.throughput,
        works = excluded.works, wants = excluded.wants, round = excluded.round, lease_until = excluded.lease_until
      where s.round < excluded.round;
    select coalesce(sum(s.sessions), 0)::integer as sessions, coalesce(sum(s.throughput), 0) as throughput,
        coalesce(bool_or(s.works and s.sessions > 0), false) as works, min(s.lease_until) as first_end
      into other from link_shares s where s.link_id = link.id and s.process_id <> process;
    -- The processes that came first share the link. Each has at least a session and ten messages a second: the bursts of smaller
    -- parts would add up to more than the burst of one process.
    select least(count(*), link.sessions, greatest(1, floor(link.throughput / 10)))::integer into sharers
      from link_shares s where s.link_id = link.id and s.wants;
    select ranked.place into place from (
      select s.process_id, row_number() over (order by s.joined_at, s.process_id)::integer as place
      from link_shares s where s.link_id = link.id and s.wants
    ) as ranked where ranked.process_id = process;
    id := link.id;
    works_elsewhere := other.works;
    next_ms := ceil(extract(epoch from other.first_end - instant) * 1000)::integer;
    sessions := 0;
    throughput := 0;
    if place <= sharers then
      part := link.sessions / sharers + (place <= link.sessions % sharers)::integer;
      sessions := greatest(0, least(link.sessions - other.sessions, part));
      -- The least part for each, and the rest of the rate by sessions.
      least_rate := least(10, link.throughput / sharers);
      throughput := greatest(0, floor(1000 * least(link.throughput - other.throughput,
        least_rate + (link.throughput - sharers * least_rate) * part / link.sessions)) / 1000);
    end if;
    update link_shares s set sessions = greatest(renew_link_shares.sessions, link.held_sessions),
        throughput = greatest(renew_link_shares.throughput, link.held_throughput)
      where s.link_id = link.id and s.process_id = process and s.round = this_round;
    return next;
  end loop;
end $$;
