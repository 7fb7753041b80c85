// SQL of the versions of the network, and of the version that each process uses.
import type { NetworkChange, NetworkDocument } from '@godwit/contract/staff/network';
import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { ALIVE } from '../../db/processes.ts';
import { unprepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';
import { HEAD, type VersionRow } from '../../versions/decide.ts';

/** A version with its document, and the sealed secrets of its links. */
export type WholeRow = VersionRow<NetworkChange[]> & { body: NetworkDocument; sealed: Buffer };

const whole = (db: Database) =>
  db
    .selectFrom('network_versions')
    .select([...HEAD, 'body', 'sealed'])
    .$castTo<WholeRow>();

/** The current version with its document. */
export const selectCurrent = (db: Database) => whole(db).where('state', '=', 'CURRENT').executeTakeFirst();

/** A version with its document. */
export const selectWhole = (db: Database, number: number) =>
  whole(db).where('number', '=', number).executeTakeFirst();

// By the partial index on the current version.
const SELECT_STORED = unprepared<{ number: number; body: NetworkDocument; sealed: Buffer }>('select-network')`
  select number, body, sealed from network_versions where state = 'CURRENT'`;

/** The document and sealed secrets of the current version. */
export async function selectStored(pool: Pool | ClientBase) {
  const { rows } = await SELECT_STORED.run(pool);
  return rows[0] ?? null;
}

// By the primary key.
const NOTE_IN_USE = unprepared('note-network-in-use')`
  update processes set network_version = ${'version'}::integer, network_trouble = ${'trouble'}::text
    where id = ${'processId'}::uuid`;

/** Records the version that a process uses, and why it does not use the current one. */
export async function noteInUse(
  pool: Pool,
  processId: string,
  { version, trouble }: { version: number | null; trouble: string | null },
): Promise<void> {
  await NOTE_IN_USE.run(pool, { processId, version, trouble });
}

/** The running processes, at most 100, with the version that each uses. */
export async function selectInUse(db: Database) {
  const { rows } = await sql<{ host: string; version: number | null; trouble: string | null }>`
    select host, network_version as version, network_trouble as trouble from processes
    where ${sql.raw(`${ALIVE}`)} order by host, id limit 100`.execute(db);
  return rows;
}
