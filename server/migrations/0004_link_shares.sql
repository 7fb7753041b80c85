-- works with 0003
-- Rate and sessions of a carrier link are a contract with the carrier, however many processes send: who holds how much of them.

-- A share is held until its lease is over, by the clock of the database. `works`: a session is bound and the link is not closed; `wants`: the process
-- would use a share. `round` counts the renewals of a process, so that one that comes late changes nothing.
create table link_shares (
  link_id text not null,
  process_id uuid not null,
  joined_at timestamptz not null,
  sessions integer not null,
  throughput double precision not null,
  works boolean not null,
  wants boolean not null,
  round bigint not null,
  lease_until timestamptz not null,
  primary key (link_id, process_id)
);

-- Renews the shares of a process and returns what it may hold of each link. An item of `held` is the contract of a link (`sessions`, `throughput`),
-- what the process holds of it now (`held_sessions`, `held_throughput`), and whether it `works` and `wants` a share. A process that has to hold less
-- keeps its present share on record until it reports that it does hold less: shares never add up to more than the contract. All of it is one
-- statement, so a process that hangs does not keep the lock. `next_ms`: in how many milliseconds the first lease of another process ends.
create function renew_link_shares(process uuid, this_round bigint, lease_ms integer, held jsonb)
returns table (id text, sessions integer, throughput double precision, works_elsewhere boolean, next_ms integer)
language plpgsql as $$
#variable_conflict use_column
declare
  link record;
  other record;
  instant timestamptz;
  sharers integer;
  place integer;
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
      sessions := greatest(0, least(link.sessions - other.sessions,
        link.sessions / sharers + (place <= link.sessions % sharers)::integer));
      throughput := greatest(0, floor(least(link.throughput - other.throughput, link.throughput / sharers) * 1000) / 1000);
    end if;
    update link_shares s set sessions = greatest(renew_link_shares.sessions, link.held_sessions),
        throughput = greatest(renew_link_shares.throughput, link.held_throughput)
      where s.link_id = link.id and s.process_id = process and s.round = this_round;
    return next;
  end loop;
end $$;
