-- Opt-outs have a scope, and a list for each mode. The table opt_outs stays for versions before this one: triggers write each change of one
-- table to the other, so that both versions stop the same messages in LIVE. The next migration fills the new table; a later release drops the old one.
-- works with 0003
set local lock_timeout = '500ms';

-- PROMOTIONAL stops what promotional senders send, ALL stops everything.
create type opt_out_scope as enum ('PROMOTIONAL', 'ALL');

-- A number may have one row of each scope: the two come from different people and end at different times. The wider one counts.
create table scoped_opt_outs (
  team_id uuid not null,
  mode message_mode not null,
  number text collate "C" not null,
  scope opt_out_scope not null,
  source opt_out_source not null,
  created_at timestamptz not null default now(),
  primary key (team_id, mode, number, scope)
);
create index scoped_opt_outs_newest on scoped_opt_outs (team_id, mode, created_at, number, scope);

-- A link in a TEST message is about the list of TEST. Every link of before is about LIVE.
alter table opt_out_links add column mode message_mode not null default 'LIVE';
alter table contact_deletions add column opt_out_mode message_mode, add column opt_out_scopes opt_out_scope[],
  add column opt_out_sources opt_out_source[];

-- What a version before this one writes. What it has of TEST cannot be told from LIVE, so all of it is LIVE.
create function keep_scoped_opt_outs() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from scoped_opt_outs s using changed c where s.team_id = c.team_id and s.mode = 'LIVE' and s.number = c.number;
  else
    insert into scoped_opt_outs as s (team_id, mode, number, scope, source, created_at)
      select team_id, 'LIVE', number, (case when source = 'LINK' then 'PROMOTIONAL' else 'ALL' end)::opt_out_scope, source, created_at
      from changed order by team_id, number
      on conflict (team_id, mode, number, scope) do update set source = excluded.source where s.source <> excluded.source;
  end if;
  return null;
end $$;

-- What this version writes. A version before it knows no scope: it stops all messages to the number.
create function keep_opt_outs() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from opt_outs o using changed c where c.mode = 'LIVE' and o.team_id = c.team_id and o.number = c.number
      and not exists (select from scoped_opt_outs s where s.team_id = c.team_id and s.mode = 'LIVE' and s.number = c.number);
  else
    insert into opt_outs as o (team_id, number, source, created_at)
      select distinct on (team_id, number) team_id, number, source, created_at from changed
      where mode = 'LIVE' order by team_id, number, source in ('CONSOLE', 'IMPORT')
      on conflict (team_id, number) do update set source = excluded.source
        where o.source in ('CONSOLE', 'IMPORT') and excluded.source not in ('CONSOLE', 'IMPORT');
  end if;
  return null;
end $$;

create trigger added after insert on opt_outs referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_scoped_opt_outs();
create trigger changed after update on opt_outs referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_scoped_opt_outs();
create trigger removed after delete on opt_outs referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_scoped_opt_outs();

-- Copies what is there in pieces, each committed by itself. The lock of a row has whoever deletes it wait for the copy, which their trigger then deletes.
create procedure fill_scoped_opt_outs() language plpgsql as $$
declare
  last record;
begin
  select '00000000-0000-0000-0000-000000000000'::uuid as team_id, '' as number into last;
  loop
    with piece as materialized (
      select team_id, number, source, created_at from opt_outs where (team_id, number) > (last.team_id, last.number)
      order by team_id, number limit 5000 for key share
    ), copied as (
      insert into scoped_opt_outs (team_id, mode, number, scope, source, created_at)
      select team_id, 'LIVE', number, (case when source = 'LINK' then 'PROMOTIONAL' else 'ALL' end)::opt_out_scope, source, created_at
      from piece on conflict do nothing
    )
    select team_id, number into last from piece order by team_id desc, number desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;
