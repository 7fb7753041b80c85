// SQL of the rule sets of staff, and of the set that each process uses.
import type { RuleDifference } from '@godwit/contract/rules/difference';
import type { RulesDocument } from '@godwit/contract/staff/rules';
import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { ALIVE } from '../db/processes.ts';
import { unprepared } from '../db/sql.ts';
import type { Database } from '../services.ts';
import { HEAD, type VersionRow } from '../versions/decide.ts';

/** A rule set with its document. */
export type WholeSet = VersionRow<RuleDifference> & { body: RulesDocument };

const whole = (db: Database) =>
  db
    .selectFrom('rule_sets')
    .select([...HEAD, 'body'])
    .$castTo<WholeSet>();

/** The current set with its document. */
export const selectCurrentSet = (db: Database) => whole(db).where('state', '=', 'CURRENT').executeTakeFirst();

export const selectSet = (db: Database, number: number) =>
  whole(db).where('number', '=', number).executeTakeFirst();

/** A set that is or was in force, and its decision. */
export type AcceptedSet = {
  number: number;
  body: unknown;
  author: string;
  decided_by: string | null;
  since: Date;
};

// By the primary key, backwards.
const SELECT_ACCEPTED = unprepared<AcceptedSet>('select-accepted-rule-sets')`
  select number, body, author, decided_by, coalesce(decided_at, created_at) as since
  from rule_sets where state in ('CURRENT', 'REPLACED') and number <= ${'before'}::integer
  order by number desc limit ${'limit'}::integer`;

/** The current set and those before it, newest first. */
export async function selectAccepted(
  pool: Pool | ClientBase,
  limit: number,
  before = 2 ** 31 - 1,
): Promise<AcceptedSet[]> {
  return (await SELECT_ACCEPTED.run(pool, { limit, before })).rows;
}

// By the primary key.
const NOTE_IN_USE = unprepared('note-rule-set-in-use')`
  update processes set rule_set = ${'version'}::integer, rule_set_trouble = ${'trouble'}::text
    where id = ${'processId'}::uuid`;

/** Records the set that a process uses, and why it does not use the current one. */
export async function noteSetInUse(
  pool: Pool,
  processId: string,
  { version, trouble }: { version: number | null; trouble: string | null },
): Promise<void> {
  await NOTE_IN_USE.run(pool, { processId, version, trouble });
}

/** The running processes, at most 100, with the set that each uses. */
export async function selectSetsInUse(db: Database) {
  const { rows } = await sql<{ host: string; version: number | null; trouble: string | null }>`
    select host, rule_set as version, rule_set_trouble as trouble from processes
    where ${sql.raw(`${ALIVE}`)} order by host, id limit 100`.execute(db);
  return rows;
}
