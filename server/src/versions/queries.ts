// SQL of documents that staff change by versions: the network, and the rules of countries.
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { prepared } from '../db/sql.ts';
import type { Database } from '../services.ts';

/** The tables of such documents, one row for each version. */
export type VersionTable = 'network_versions' | 'rule_sets';

/** PROPOSED: waits for a second person. CURRENT: in use. REPLACED: it was in use. */
export type VersionState = 'PROPOSED' | 'CURRENT' | 'REPLACED' | 'WITHDRAWN';

/** A version without its document. */
export type VersionRow<Changes = unknown> = {
  number: number;
  state: VersionState;
  base: number | null;
  changes: Changes;
  reason: string;
  author_id: string | null;
  author: string;
  created_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
};

/** The columns of a version without its document. */
export const HEAD = [
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

/** All tables have the columns of this one. */
const common = (table: VersionTable) => table as 'rule_sets';

const versions = (db: Database, table: VersionTable) =>
  db.selectFrom(common(table)).select(HEAD).$castTo<VersionRow>();

export const selectVersion = (db: Database, table: VersionTable, number: number) =>
  versions(db, table).where('number', '=', number).executeTakeFirst();

/** The proposals, oldest first. */
export const selectProposals = (db: Database, table: VersionTable, limit: number) =>
  versions(db, table).where('state', '=', 'PROPOSED').orderBy('number').limit(limit).execute();

/** A page of all versions, newest first, with how many there are. */
export async function listVersions(
  db: Database,
  table: VersionTable,
  { offset, limit }: { offset: number; limit: number },
) {
  const [rows, { total }] = await Promise.all([
    versions(db, table).orderBy('number', 'desc').offset(offset).limit(limit).execute(),
    db
      .selectFrom(common(table))
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/**
 * Makes changes run one after the other. Returns the number of the current version, and how many proposals
 * there are.
 */
export async function lockVersions(
  db: Database,
  table: VersionTable,
): Promise<{ current: number | null; proposals: number }> {
  await sql`set local lock_timeout = '500ms'`.execute(db);
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);
  const { rows } = await sql<{ current: number | null; proposals: number }>`
    select max(number) filter (where state = 'CURRENT') as current,
      (count(*) filter (where state = 'PROPOSED'))::integer as proposals
    from ${sql.table(table)} where state in ('CURRENT', 'PROPOSED')`.execute(db);
  return rows[0]!;
}

/** A version to store, with its document in the columns of its table. */
export type NewVersion = Pick<VersionRow, 'base' | 'reason' | 'author' | 'author_id' | 'changes'> & {
  state: 'PROPOSED' | 'CURRENT';
  body: unknown;
  sealed?: Buffer;
};

/** Stores a version and returns its number. */
export async function insertVersion(
  db: Database,
  table: VersionTable,
  { body, changes, ...rest }: NewVersion,
): Promise<number> {
  const { number } = await db
    .insertInto(common(table))
    .values({ ...rest, body: JSON.stringify(body), changes: JSON.stringify(changes) })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** Ends the current version, before another one becomes current. */
export async function replaceCurrent(db: Database, table: VersionTable): Promise<void> {
  await db.updateTable(common(table)).set({ state: 'REPLACED' }).where('state', '=', 'CURRENT').execute();
}

/** Decides about a proposal; false if it is none any more. */
export async function decideProposal(
  db: Database,
  table: VersionTable,
  decision: { number: number; state: 'CURRENT' | 'WITHDRAWN'; by: string; reason: string | null },
): Promise<boolean> {
  const { number, state, by, reason } = decision;
  const { numUpdatedRows } = await db
    .updateTable(common(table))
    .set({ state, decided_by: by, decided_at: sql`now()`, decision_reason: reason })
    .where('number', '=', number)
    .where('state', '=', 'PROPOSED')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

// By the partial index on the current version.
const SELECT_NUMBER = {
  network_versions: prepared<{ number: number }>('select-network-number')`
    select number from network_versions where state = 'CURRENT'`,
  rule_sets: prepared<{ number: number }>('select-rule-set-number')`
    select number from rule_sets where state = 'CURRENT'`,
};

/** The number of the current version; null if there is none. */
export async function selectCurrentNumber(pool: Pool, table: VersionTable): Promise<number | null> {
  const { rows } = await SELECT_NUMBER[table].run(pool);
  return rows[0]?.number ?? null;
}
