// SQL of the versions of the network, and of the version that each process uses.
import type { NetworkChange, NetworkDocument, NetworkVersion } from '@godwit/contract/staff/network';
import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { ALIVE } from '../../db/processes.ts';
import { prepared, unprepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';

type State = NetworkVersion['state'];

/** A version without its document. */
export type VersionRow = {
  number: number;
  state: State;
  base: number | null;
  changes: NetworkChange[];
  reason: string;
  author_id: string | null;
  author: string;
  created_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
};

/** A version with its document, and the sealed secrets of its links. */
export type WholeRow = VersionRow & { body: NetworkDocument; sealed: Buffer };

const HEAD = [
  'number',
  'state',
  'base',
  'changes',
  'reason',
  'author_id',
  'author',
  'created_at',
  'decided_by',
  'decided_at',
  'decision_reason',
] as const;

const versions = (db: Database) => db.selectFrom('network_versions').select(HEAD).$castTo<VersionRow>();
const whole = (db: Database) =>
  db
    .selectFrom('network_versions')
    .select([...HEAD, 'body', 'sealed'])
    .$castTo<WholeRow>();

/** The current version with its document. */
export const selectCurrent = (db: Database) => whole(db).where('state', '=', 'CURRENT').executeTakeFirst();

export const selectVersion = (db: Database, number: number) =>
  whole(db).where('number', '=', number).executeTakeFirst();

/** The proposals, oldest first. */
export const selectProposals = (db: Database, limit: number) =>
  versions(db).where('state', '=', 'PROPOSED').orderBy('number').limit(limit).execute();

/** A page of all versions, newest first, with how many there are. */
export async function listVersions(db: Database, { offset, limit }: { offset: number; limit: number }) {
  const [rows, { total }] = await Promise.all([
    versions(db).orderBy('number', 'desc').offset(offset).limit(limit).execute(),
    db
      .selectFrom('network_versions')
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/**
 * Makes changes run one after the other. Returns the number of the current version, and how many proposals
 * there are.
 */
export async function lockVersions(db: Database): Promise<{ current: number | null; proposals: number }> {
  await sql`set local lock_timeout = '500ms'`.execute(db);
  await sql`lock table network_versions in share row exclusive mode`.execute(db);
  const { rows } = await sql<{ current: number | null; proposals: number }>`
    select max(number) filter (where state = 'CURRENT') as current,
      (count(*) filter (where state = 'PROPOSED'))::integer as proposals
    from network_versions where state in ('CURRENT', 'PROPOSED')`.execute(db);
  return rows[0]!;
}

export type NewVersion = Pick<VersionRow, 'base' | 'reason' | 'author' | 'author_id'> & {
  state: 'PROPOSED' | 'CURRENT';
  body: NetworkDocument;
  sealed: Buffer;
  changes: NetworkChange[];
};

/** Stores a version and returns its number. */
export async function insertVersion(db: Database, version: NewVersion): Promise<number> {
  const { body, changes, ...rest } = version;
  const { number } = await db
    .insertInto('network_versions')
    .values({ ...rest, body: JSON.stringify(body), changes: JSON.stringify(changes) })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** Ends the current version, before another one becomes current. */
export async function replaceCurrent(db: Database): Promise<void> {
  await db
    .updateTable('network_versions')
    .set({ state: 'REPLACED' })
    .where('state', '=', 'CURRENT')
    .execute();
}

/** Decides about a proposal; false if it is none any more. */
export async function decideProposal(
  db: Database,
  number: number,
  { state, by, reason }: { state: 'CURRENT' | 'WITHDRAWN'; by: string; reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('network_versions')
    .set({ state, decided_by: by, decided_at: sql`now()`, decision_reason: reason })
    .where('number', '=', number)
    .where('state', '=', 'PROPOSED')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

// By the partial index on the current version.
const SELECT_NUMBER = prepared<{ number: number }>('select-network-number')`
  select number from network_versions where state = 'CURRENT'`;

/** The number of the current version; null if there is none. */
export async function selectCurrentNumber(pool: Pool): Promise<number | null> {
  const { rows } = await SELECT_NUMBER.run(pool);
  return rows[0]?.number ?? null;
}

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
