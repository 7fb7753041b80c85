-- works with 0109
-- Opt-outs that were made or removed, for events about them. An opt-out that was removed is kept nowhere else.
set local lock_timeout = '500ms';
create table opt_out_changes (
  team_id uuid not null,
  id uuid not null,
  mode message_mode not null,
  number text collate "C" not null,
  scope opt_out_scope not null,
  source opt_out_source not null,
  -- Of the opt-out.
  created_at timestamptz not null,
  changed_at timestamptz not null default now(),
  primary key (team_id, id)
);
create index opt_out_changes_by_age on opt_out_changes (changed_at);

-- Records an event of each changed opt-out for each project of the team whose events of that mode are recorded: see db/recordEvents.ts.
-- Records none while an older version runs, whose lists of events would fail, nor for a closed team, whose opt-outs are purged.
create function record_opt_out_events() returns trigger language plpgsql as $$
begin
  if exists (select from processes where seen_at > now() - interval '45 seconds' and migration < 123) then
    return null;
  end if;
  with stream as materialized (
    select s.team_id, s.project_id, s.mode from event_streams s join teams t on t.id = s.team_id and t.closed_at is null
    where s.team_id in (select team_id from changed) and s.asked_at > now() - interval '7 days'
  ), change as materialized (
    select gen_random_uuid() as id, c.* from changed c
    where exists (select from stream s where s.team_id = c.team_id and s.mode = c.mode)
  ), kept as (
    insert into opt_out_changes (team_id, id, mode, number, scope, source, created_at)
    select team_id, id, mode, number, scope, source, created_at from change
  )
  insert into event_inbox (team_id, project_id, mode, type, subject_id)
  select team_id, s.project_id, mode, tg_argv[0], c.id from change c join stream s using (team_id, mode) order by c.number, c.scope;
  return null;
end $$;

create trigger event_added after insert on scoped_opt_outs
  referencing new table as changed for each statement execute function record_opt_out_events('optout.created');
-- Only the source changes: the recipient or staff have taken over an opt-out of the team.
create trigger event_changed after update on scoped_opt_outs
  referencing new table as changed for each statement execute function record_opt_out_events('optout.created');
create trigger event_removed after delete on scoped_opt_outs
  referencing old table as changed for each statement execute function record_opt_out_events('optout.deleted');

-- A call that somebody asked for again is made although its event happened before the endpoint was enabled. Older versions drop such a call.
alter table webhook_outbox add column resent_at timestamptz;
