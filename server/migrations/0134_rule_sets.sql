-- works with 0109
-- Rules of countries that staff propose and accept, beside the shipped ones and RULES_FILE. A change is a new row with the whole document.
-- `body`: the document as it was given, as json so that the order of its fields stays. `base`: the set that it changes; null for the first.
-- `changes`: how the rules differ from those that were in force when it was proposed, for people.
create table rule_sets (
  number integer generated always as identity primary key,
  state text not null check (state in ('PROPOSED', 'CURRENT', 'REPLACED', 'WITHDRAWN')),
  base integer references rule_sets,
  body json not null,
  changes json not null,
  reason text not null,
  author_id uuid,
  author text not null,
  created_at timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz,
  decision_reason text
);
create unique index rule_sets_current on rule_sets (state) where state = 'CURRENT';
create index rule_sets_proposed on rule_sets (number) where state = 'PROPOSED';

-- Rows are only added. A proposal is decided once, and a set that was in force ends once; everything else of a row stays as it is.
create function keep_rule_set() returns trigger language plpgsql as $$
begin
  if (new.number, new.base, new.body::text, new.changes::text, new.reason, new.author_id, new.author, new.created_at)
      is not distinct from
      (old.number, old.base, old.body::text, old.changes::text, old.reason, old.author_id, old.author, old.created_at)
    and (old.state = 'PROPOSED' and new.state in ('CURRENT', 'WITHDRAWN')
      or old.state = 'CURRENT' and new.state = 'REPLACED'
        and (new.decided_by, new.decided_at, new.decision_reason)
          is not distinct from (old.decided_by, old.decided_at, old.decision_reason))
  then
    return new;
  end if;
  raise exception 'rows of % are never changed or deleted', tg_table_name;
end $$;
create trigger rule_sets_kept before update on rule_sets for each row execute function keep_rule_set();
create trigger rule_sets_append_only before delete or truncate on rule_sets for each statement execute function refuse_change();

-- The set that a process uses, and why it does not use the current one.
set local lock_timeout = '500ms';
alter table processes add column rule_set integer, add column rule_set_trouble text;
