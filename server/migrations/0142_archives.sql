-- works with 0109
-- Months of messages that were moved to files (godwit archive). Older processes do not read them.
set local lock_timeout = '500ms';

create type message_archive_state as enum ('WRITING', 'KEPT', 'REMOVED');

-- A month in files. WRITING until its partition is dropped, in the same transaction; REMOVED until its files are deleted.
create table message_archives (
  id uuid primary key,
  partition text not null,
  starts timestamptz not null,
  ends timestamptz not null,
  state message_archive_state not null default 'WRITING',
  -- The process that writes renews it. After that, another may remove what there is and begin again.
  lease_until timestamptz not null,
  messages bigint not null default 0,
  -- How many messages were read back and compared; null until all were.
  verified bigint,
  -- Texts are in files of their own, which are deleted when texts are removed.
  has_texts boolean not null default true,
  archived_at timestamptz
);
create unique index message_archives_open on message_archives (partition) where state = 'WRITING';
create unique index message_archives_kept on message_archives (starts) where state = 'KEPT';

-- Each file that may exist: its row is stored before the file is written, and deleted after it.
create table message_archive_files (
  archive_id uuid not null references message_archives,
  name text not null,
  has_texts boolean not null,
  bytes bigint,
  -- Deleted in a later round: its remaining blocks are in another file.
  replaced boolean not null default false,
  primary key (archive_id, name)
);

-- Messages of one log in the order of their ids, compressed together: a range of a file with rows, and one of a file with texts.
create table message_archive_blocks (
  archive_id uuid not null references message_archives,
  team_id uuid not null,
  project_id uuid not null,
  mode message_mode not null,
  first_id uuid not null,
  last_id uuid not null,
  messages integer not null,
  rows_file text not null,
  rows_at bigint not null,
  rows_bytes integer not null,
  rows_hash bytea not null,
  texts_file text not null,
  texts_at bigint not null,
  texts_bytes integer not null,
  texts_hash bytea not null,
  primary key (project_id, mode, first_id, archive_id)
);
create index message_archive_blocks_by_archive on message_archive_blocks (archive_id, rows_file, rows_at);
create index message_archive_blocks_by_team on message_archive_blocks (team_id, first_id);

-- One row for a partition whose messages changed since its triggers were created.
create table message_archive_changes (partition text not null);

-- A row trigger: one for each statement does not fire if the statement names the parent table.
create function note_archive_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from message_archive_changes where partition = tg_table_name) then
    insert into message_archive_changes values (tg_table_name);
  end if;
  return null;
end $$;

-- Begins to note changes of a partition, as who owns the tables.
create function watch_message_partition(of_partition text) returns void language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
begin
  if not exists (select from message_partitions() where name = of_partition) then
    raise exception '% is no partition of messages', of_partition;
  end if;
  execute format('create or replace trigger archive_changes after insert or update or delete on %I
    for each row execute function note_archive_change()', of_partition);
  delete from message_archive_changes where partition = of_partition;
end $$;

-- Drops the partition of an archive that is complete, in one transaction with its record. Returns false, and changes nothing, if the
-- archive is not this process's any more, or a message changed since it was copied. The lock on the parent waits for all writers.
create function finish_message_archive(archive uuid, copied bigint) returns boolean language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  of_partition text;
begin
  select partition into of_partition from message_archives where id = archive and state = 'WRITING' for update;
  if of_partition is null or not exists (select from message_partitions() where name = of_partition) then
    return false;
  end if;
  lock table only messages in access exclusive mode;
  if exists (select from message_archive_changes where partition = of_partition) then
    return false;
  end if;
  execute format('drop table %I', of_partition);
  update message_archives set state = 'KEPT', messages = copied, archived_at = now() where id = archive;
  return true;
end $$;

-- Checks of counts and charges read messages in the database: those of archives are not there.
create or replace function messages_kept_from() returns timestamptz language sql stable as $$
  select greatest(
    coalesce((select done_to from retention_runs where kind = 'messages'), '-infinity'),
    coalesce((select max(ends) from message_archives where state = 'KEPT'), '-infinity'))
$$;
