// SQL of backups: copies all tables out as one snapshot and back in, and ends the messages and campaigns that
// were in flight.
import type { Readable, Writable } from 'node:stream';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { raw, unprepared } from '../db/sql.ts';

/**
 * Tables whose rows are useless on another server or at another time. Sessions are among them, because a
 * restore ends them.
 */
const TRANSIENT = [
  ...['status_figures', 'processes', 'link_reports', 'smpp_binds', 'smpp_parts'],
  ...['login_attempts', 'sessions'],
];
const LEFT_OUT = [...TRANSIENT, 'migrations'];

export type Table = { name: string; columns: string[] };
export type AppliedMigration = { number: number; name: string; checksum: string };

/** Makes a transaction read one snapshot, without a time limit for its statements. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('set transaction isolation level repeatable read, read only');
  await client.query('set local statement_timeout = 0');
}

const SELECT_TABLES = unprepared<Table>('backup-tables')`
  select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${'leftOut'}::text[])
    group by c.relname order by c.relname`;

/** The tables to copy, with their columns except generated ones. */
export async function selectTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await SELECT_TABLES.run(client, { leftOut: LEFT_OUT });
  return rows;
}

const SELECT_MIGRATIONS = unprepared<AppliedMigration>('backup-migrations')`
  select number, name, checksum from migrations order by number`;

export async function selectMigrations(client: ClientBase | Pool): Promise<AppliedMigration[]> {
  const { rows } = await SELECT_MIGRATIONS.run(client);
  return rows;
}

type Fingerprints = { fingerprint: string | null; next: string | null };
const SELECT_FINGERPRINTS = unprepared<Fingerprints>('backup-fingerprints')`
  select encode(secret_fingerprint, 'hex') as fingerprint, encode(next_fingerprint, 'hex') as next from installation`;

/** The fingerprints, in hex, of the SECRET_KEY that sealed the data and of the key that is replacing it. */
export async function selectFingerprints(client: ClientBase): Promise<Fingerprints> {
  const { rows } = await SELECT_FINGERPRINTS.run(client);
  return rows[0] ?? { fingerprint: null, next: null };
}

const SELECT_STORED_FILES = unprepared<{ stored_as: string }>('backup-stored-files')`
  select stored_as from files where type is not null and removed_at is null order by stored_as`;

/** The names under which the contents of completely uploaded files are stored. */
export async function selectStoredFiles(client: ClientBase): Promise<string[]> {
  const { rows } = await SELECT_STORED_FILES.run(client);
  return rows.map((row) => row.stored_as);
}

const SELECT_SEQUENCES = unprepared<{ name: string; last: string }>('backup-sequences')`
  select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null`;

/** The last value of each sequence, by name. */
export async function selectSequences(client: ClientBase): Promise<[string, string][]> {
  const { rows } = await SELECT_SEQUENCES.run(client);
  return rows.map(({ name, last }) => [name, last]);
}

/** All rows of a table as COPY writes them. */
export function copyOut(client: PoolClient, { name, columns }: Table): Readable {
  return client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`));
}

/** A stream that stores rows in the format of `copyOut`. */
export function copyIn(client: PoolClient, { name, columns }: Table): Writable {
  return client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
}

const CREATE_PARTITIONS = unprepared('backup-create-partitions')`
  select ensure_message_partitions(${'first'}::date, ${'count'})`;

/**
 * Empties tables and turns off triggers and foreign keys until `closeTables`, so rows may come in any order.
 */
export async function openTables(
  client: ClientBase,
  tables: readonly Table[],
  months: { first: string; count: number },
): Promise<void> {
  await client.query('set local session_replication_role = replica');
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
  await CREATE_PARTITIONS.run(client, months);
}

const SET_SEQUENCE = unprepared('backup-set-sequence')`
  select setval(${'name'}::regclass, ${'last'}::bigint)`;

/** Sets the sequences, and turns triggers and foreign keys on again. */
export async function closeTables(client: ClientBase, sequences: readonly [string, string][]): Promise<void> {
  for (const [name, last] of sequences) await SET_SEQUENCE.run(client, { name, last });
  await client.query('set local session_replication_role = origin');
}

const TAKE_DUE = unprepared<{ teamId: string; id: string }>('backup-take-due')`
  delete from send_queue where message_id in (
      select message_id from send_queue where due_at <= now() or lease_until is not null or doubt_until is not null
      order by message_id limit ${'limit'})
    returning team_id as "teamId", message_id as id`;

/** Deletes due messages from the queue: any of them may have been sent after the backup. */
export async function takeDue(client: ClientBase, limit: number): Promise<{ teamId: string; id: string }[]> {
  const { rows } = await TAKE_DUE.run(client, { limit });
  return rows;
}

const CANCEL_BEGUN = unprepared('backup-cancel-begun')`
  update campaigns set state = 'cancelled', lease_holder = null, lease_until = null, worked_to = ''
    where open and state in ('scheduled', 'running') and due_at <= now()`;

/**
 * Cancels campaigns that have begun or are due; returns how many. Their remaining recipients are settled as
 * after any cancel.
 */
export async function cancelBegun(client: ClientBase): Promise<number> {
  const { rowCount } = await CANCEL_BEGUN.run(client);
  return rowCount ?? 0;
}

const DELETE_TRANSIENT = TRANSIENT.map(
  (table) => unprepared(`backup-delete-${table}`)`delete from ${raw(table)}`,
);

/** Deletes the rows that a backup leaves out. */
export async function deleteTransient(client: ClientBase): Promise<void> {
  for (const statement of DELETE_TRANSIENT) await statement.run(client);
}

const COUNT_MESSAGES = unprepared<{ n: number }>('backup-count-messages')`
  select count(*)::integer as n from messages`;

export async function countMessages(client: ClientBase): Promise<number> {
  const { rows } = await COUNT_MESSAGES.run(client);
  return rows[0]!.n;
}

const END_KEYWORD_ACTIONS = unprepared('backup-end-keyword-actions')`
  update keyword_actions set done_at = now(), failure = 'restored' where done_at is null`;

/** Ends open keyword actions: any of them may have been carried out after the backup. */
export async function endKeywordActions(client: ClientBase): Promise<void> {
  await END_KEYWORD_ACTIONS.run(client);
}
