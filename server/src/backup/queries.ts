// SQL of backups: all tables as one snapshot, copied out and in, and the handling of messages and campaigns
// that were in flight.
import type { Readable, Writable } from 'node:stream';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/**
 * Of no use elsewhere or later: figures, reports, binds, parts that wait for others, and throttles of the
 * moment; and sessions, which end with a restore.
 */
const PASSING = [
  ...['status_figures', 'processes', 'link_reports', 'smpp_binds', 'smpp_parts'],
  ...['login_attempts', 'sessions'],
];
const LEFT_OUT = [...PASSING, 'migrations'];

export type Table = { name: string; columns: string[] };
export type AppliedMigration = { number: number; name: string; checksum: string };

/** Has a transaction see one moment, for as long as it takes. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('set transaction isolation level repeatable read, read only');
  await client.query('set local statement_timeout = 0');
}

/** The tables to copy, with the columns that are not made from others. */
export async function selectTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1::text[])
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

export async function selectMigrations(client: ClientBase | Pool): Promise<AppliedMigration[]> {
  const { rows } = await client.query('select number, name, checksum from migrations order by number');
  return rows;
}

/**
 * The fingerprint of the SECRET_KEY that all was sealed with, in hex, and of one that is taking its place;
 * null if there is none.
 */
export async function selectFingerprints(
  client: ClientBase,
): Promise<{ fingerprint: string | null; next: string | null }> {
  const { rows } = await client.query(
    `select encode(secret_fingerprint, 'hex') as fingerprint, encode(next_fingerprint, 'hex') as next from installation`,
  );
  return rows[0] ?? { fingerprint: null, next: null };
}

/** Under which names the contents of files are kept that are whole. */
export async function selectStoredFiles(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    'select stored_as from files where type is not null and removed_at is null order by stored_as',
  );
  return rows.map((row) => row.stored_as);
}

/** Where sequences stand, by name. */
export async function selectSequences(client: ClientBase): Promise<[string, string][]> {
  const { rows } = await client.query(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  return rows.map(({ name, last }) => [name, last]);
}

/** All rows of a table as COPY writes them. */
export function copyOut(client: PoolClient, { name, columns }: Table): Readable {
  return client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`));
}

/** A stream that stores such rows. */
export function copyIn(client: PoolClient, { name, columns }: Table): Writable {
  return client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
}

/**
 * Empties what migrations have put into tables, and has rows come in any order, without triggers, until
 * `closeTables`.
 */
export async function openTables(
  client: ClientBase,
  tables: readonly Table[],
  months: { first: string; count: number },
): Promise<void> {
  await client.query('set local session_replication_role = replica');
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
  await client.query('select ensure_message_partitions($1::date, $2)', [months.first, months.count]);
}

export async function closeTables(client: ClientBase, sequences: readonly [string, string][]): Promise<void> {
  for (const [name, last] of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  await client.query('set local session_replication_role = origin');
}

/**
 * Takes messages out of the queue that were to be sent by now; all of them may have been, after the backup.
 */
export async function takeDue(client: ClientBase, limit: number): Promise<{ teamId: string; id: string }[]> {
  const { rows } = await client.query(
    `delete from send_queue where message_id in (
       select message_id from send_queue where due_at <= now() or lease_until is not null or doubt_until is not null
       order by message_id limit $1)
     returning team_id as "teamId", message_id as id`,
    [limit],
  );
  return rows;
}

/**
 * Cancels campaigns that had begun, or were to begin by now; returns how many. Their remaining recipients are
 * settled as after any cancel.
 */
export async function cancelBegun(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `update campaigns set state = 'cancelled', lease_holder = null, lease_until = null, worked_to = ''
     where open and state in ('scheduled', 'running') and due_at <= now()`,
  );
  return rowCount ?? 0;
}

/** Empties what a backup of ours would not have had. */
export async function emptyPassing(client: ClientBase): Promise<void> {
  for (const table of PASSING) await client.query(`delete from ${table}`);
}

export async function countMessages(client: ClientBase): Promise<number> {
  const { rows } = await client.query('select count(*)::integer as n from messages');
  return rows[0].n;
}

/** Ends what keywords asked for and was not done: it may have been done after the backup. */
export async function endKeywordActions(client: ClientBase): Promise<void> {
  await client.query(
    `update keyword_actions set done_at = now(), failure = 'restored' where done_at is null`,
  );
}
